//! `verify`: replays and checks a record.

use std::{fs::File, io::Read as _, path::PathBuf};

use clap::Args;

use super::failure::{CommandOutcome, Failure};
use crate::{
    signing::PublicKey,
    table::record::{self, MAX_RECORD},
};

#[derive(Debug, Args)]
pub(super) struct VerifyArgs {
    /// The record
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The host that must have signed it: its public key, as `about` shows it
    #[arg(long, value_name = "KEY")]
    key: Option<PublicKey>,
}

/// Runs `verify`.
pub(super) fn verify(args: &VerifyArgs) -> CommandOutcome {
    let text = read(args).map_err(Failure::Failed)?;
    let verified = match &args.key {
        Some(key) => record::verify_signed_by(&text, key),
        None => record::verify(&text),
    };
    match verified {
        Ok(verified) => Ok(format!("{verified}\n")),
        Err(fault) => Err(Failure::Failed(fault.to_string())),
    }
}

/// The text of the file, which may be no longer than a record.
fn read(args: &VerifyArgs) -> Result<String, String> {
    let cannot = |err: std::io::Error| format!("the record cannot be read: {err}");
    // One byte more than allowed tells a long file from one that just fits, without reading on:
    // the file may be a device that never ends.
    let limit = MAX_RECORD as u64 + 1;
    let mut bytes = Vec::new();
    let file = File::open(&args.file).map_err(cannot)?;
    file.take(limit).read_to_end(&mut bytes).map_err(cannot)?;
    if bytes.len() > MAX_RECORD {
        return Err("the file is longer than 1 MiB, so it is no record".to_owned());
    }
    String::from_utf8(bytes).map_err(|err| {
        let sound = &err.as_bytes()[..err.utf8_error().valid_up_to()];
        let line = 1 + sound.iter().filter(|b| **b == b'\n').count();
        format!("line {line}: not UTF-8 text")
    })
}
