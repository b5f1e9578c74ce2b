//! Writes to stdout and to stderr.

use std::io::{self, Write as _};

use table::is_invisible;

use super::failure::Failure;

/// Writes to stdout; no other function does. It is no failure if the reader has gone away.
///
/// # Errors
/// [`Failure::Failed`] if the text could not be written.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(err) if err.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::Failed(format!("the output could not be written: {}", err.kind())))
        }
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Writes a text to stderr; no other function does. Each of its lines begins with the name of the
/// program, and what could turn the text around, hide a part of it or steer a terminal becomes `?`.
/// If the text cannot be written, there is nobody left to tell.
pub(crate) fn print_note(text: &str) {
    let lines: String =
        text.lines().map(|line| format!("martian-cake: {}\n", plain(line))).collect();
    let _ = io::stderr().lock().write_all(lines.as_bytes());
}

fn plain(line: &str) -> String {
    line.chars().map(|c| if c.is_control() || is_invisible(c) { '?' } else { c }).collect()
}

/// Says on stderr why the program ends, in at most 12 lines of at most 400 characters.
pub(crate) fn report_failure(failure: &Failure) {
    const LINES: usize = 12;
    const LINE: usize = 400;
    for line in failure.message().lines().take(LINES) {
        print_note(&line.chars().take(LINE).collect::<String>());
    }
}

/// Takes the lines of a log and writes them as [`print_note`] does. Each write is one entry.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LogLines;

impl io::Write for LogLines {
    fn write(&mut self, entry: &[u8]) -> io::Result<usize> {
        print_note(&String::from_utf8_lossy(entry));
        Ok(entry.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Lets a panic say what and where in one line of the usual form.
pub(crate) fn report_panics() {
    std::panic::set_hook(Box::new(|panic| {
        print_note(&panic.to_string().replace('\n', " "));
    }));
}
