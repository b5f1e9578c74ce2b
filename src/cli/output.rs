//! Writes to stdout and to stderr.

use std::{
    io::{self, Write as _},
    sync::atomic::{AtomicBool, Ordering},
};

use serde_json::json;
use table::is_invisible;

use super::failure::Failure;
use crate::config::LogFormat;

/// `true` if what goes to stderr is for programs.
static IS_JSON: AtomicBool = AtomicBool::new(false);

/// Lets all that goes to stderr from now on have this form.
pub(crate) fn set_log_format(format: LogFormat) {
    IS_JSON.store(format == LogFormat::Json, Ordering::Relaxed);
}

fn is_json() -> bool {
    IS_JSON.load(Ordering::Relaxed)
}

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

/// Writes a text to stderr. Each of its lines begins with the name of the program, or is an object of JSON.
pub(crate) fn print_note(text: &str) {
    let line = |line: &str| {
        if is_json() {
            json!({ "level": "ERROR", "target": "martian_cake", "message": line }).to_string()
        } else {
            format!("martian-cake: {line}")
        }
    };
    write_lines(text.lines().map(line));
}

/// Writes lines to stderr; no other function does. What could turn the text around, hide a part of it or steer a
/// terminal becomes `?`. If it cannot be written, there is nobody left to tell.
fn write_lines(lines: impl Iterator<Item = String>) {
    let lines: String = lines.map(|line| plain(&line) + "\n").collect();
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

/// Takes the entries of a log, which are JSON by now if they are to be, and writes them as [`print_note`] does. Each
/// write is one entry.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LogLines;

impl io::Write for LogLines {
    fn write(&mut self, entry: &[u8]) -> io::Result<usize> {
        let entry = String::from_utf8_lossy(entry);
        if is_json() {
            write_lines(entry.lines().map(str::to_owned));
        } else {
            print_note(&entry);
        }
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
