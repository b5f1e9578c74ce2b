//! Writes to stdout and to stderr.

use std::io::{self, Write as _};

use super::failure::Failure;

/// Writes to stdout; no other function does. It is no failure if the reader has gone away.
///
/// # Errors
/// [`Failure::Failed`] if the text could not be written.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(err) if err.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::Failed(format!("the output could not be written: {}", err.kind())))
        }
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Writes a line to stderr. If even that fails, there is nobody left to tell.
pub fn print_note(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Says on stderr why the program ends, in at most 12 lines of at most 400 characters.
pub fn report_failure(failure: &Failure) {
    const LINES: usize = 12;
    const LINE: usize = 400;
    let message = match failure {
        Failure::Listed(faults) => faults.clone(),
        _ => format!("martian-cake: {}", failure.message()),
    };
    for line in message.lines().take(LINES) {
        print_note(&line.chars().take(LINE).collect::<String>());
    }
}
