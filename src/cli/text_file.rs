//! Reads the file that a command names.

use std::{fs::File, io::Read as _, path::Path};

use super::failure::Failure;

/// The text of a file, which may have at most so many bytes. `what` says in messages what it is to
/// be: *record*.
///
/// # Errors
/// [`Failure::Failed`] if the file cannot be read, is longer, or is not UTF-8.
pub(super) fn read(path: &Path, what: &str, limit: usize) -> Result<String, Failure> {
    String::from_utf8(bytes(path, what, limit)?).map_err(|err| {
        let sound = &err.as_bytes()[..err.utf8_error().valid_up_to()];
        let line = 1 + sound.iter().filter(|b| **b == b'\n').count();
        Failure::Failed(format!("line {line}: not UTF-8 text"))
    })
}

/// The text of a file as [`read`] gives it, but one that is not UTF-8 is taken for Latin-1: for files
/// in which older programs have names alone that are not ASCII.
///
/// # Errors
/// [`Failure::Failed`] if the file cannot be read or is longer.
pub(super) fn read_old(path: &Path, what: &str, limit: usize) -> Result<String, Failure> {
    let mut bytes = bytes(path, what, limit)?;
    if bytes.starts_with("\u{feff}".as_bytes()) {
        bytes.drain(.."\u{feff}".len());
    }
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|err| err.as_bytes().iter().map(|&byte| char::from(byte)).collect()))
}

fn bytes(path: &Path, what: &str, limit: usize) -> Result<Vec<u8>, Failure> {
    let cannot = |err: std::io::Error| Failure::Failed(format!("the {what} cannot be read: {err}"));
    // One byte more than allowed tells a long file from one that just fits, without reading on:
    // the file may be a device that never ends.
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(cannot)?;
    file.take(limit as u64 + 1).read_to_end(&mut bytes).map_err(cannot)?;
    if bytes.len() > limit {
        let size = limit >> 20;
        let message = format!("the file is longer than {size} MiB, so it is no {what}");
        return Err(Failure::Failed(message));
    }
    Ok(bytes)
}
