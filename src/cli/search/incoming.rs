//! The lines that another program sends, read by a thread of their own so that a search hears them.

use std::{
    cell::{Cell, RefCell},
    collections::VecDeque,
    io::{self, BufRead, Write},
    sync::mpsc::{Receiver, RecvError, sync_channel},
    thread,
    time::{Duration, Instant},
};

use super::{lines::next_line, timer::now};

/// How many lines are read ahead; whoever sends more waits until they have been answered.
const READ_AHEAD: usize = 64;

/// The time for which a search goes on after `quit`: one that is about to end still answers, so that a whole
/// conversation can be piped in.
const GRACE: Duration = Duration::from_millis(500);

/// Both directions of the conversation with another program.
pub(super) struct Conversation<W> {
    lines: Receiver<io::Result<String>>,
    /// Lines that came during a search and wait for its end.
    waiting: RefCell<VecDeque<io::Result<String>>>,
    output: RefCell<W>,
    /// When `quit` came during a search.
    quit: Cell<Option<Instant>>,
    /// The first error of writing an answer during a search.
    failed: RefCell<Option<io::Error>>,
}

impl<W: Write> Conversation<W> {
    /// Begins to read. The thread ends with the input, or with the program.
    pub(super) fn begin(mut input: impl BufRead + Send + 'static, output: W) -> io::Result<Self> {
        let (sender, lines) = sync_channel(READ_AHEAD);
        thread::Builder::new().name("lines".to_owned()).spawn(move || {
            while let Some(line) = next_line(&mut input).transpose() {
                let is_last = line.is_err();
                if sender.send(line).is_err() || is_last {
                    break;
                }
            }
        })?;
        Ok(Self {
            lines,
            waiting: RefCell::default(),
            output: RefCell::new(output),
            quit: Cell::new(None),
            failed: RefCell::default(),
        })
    }

    /// The next line to be answered; `None` at the end of the input, and after `quit`.
    pub(super) fn next(&self) -> io::Result<Option<String>> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        if self.quit.get().is_some() {
            return Ok(None);
        }
        let waiting = self.waiting.borrow_mut().pop_front();
        match waiting.map_or_else(|| self.lines.recv(), Ok) {
            Ok(line) => line.map(|line| (line != "quit").then_some(line)),
            Err(RecvError) => Ok(None),
        }
    }

    /// Answers with a line, which the other program has when this returns.
    pub(super) fn answer(&self, line: &str) -> io::Result<()> {
        let mut output = self.output.borrow_mut();
        writeln!(output, "{line}")?;
        output.flush()
    }

    /// Listens during a search, and says whether that is to end now. `isready` is answered, and blank
    /// lines are passed over. Every other line waits for the end of the search; behind one that waits,
    /// `stop` waits too, since it may be meant for a later search.
    pub(super) fn is_stopped(&self) -> bool {
        if let Some(quit) = self.quit.get() {
            return now().saturating_duration_since(quit) >= GRACE;
        }
        loop {
            let n_waiting = self.waiting.borrow().len();
            // Nothing behind `quit` is answered.
            let ends = matches!(self.waiting.borrow().back(), Some(Ok(line)) if line == "quit");
            if n_waiting >= READ_AHEAD || ends {
                return false;
            }
            let Ok(line) = self.lines.try_recv() else { return false };
            let is_first = n_waiting == 0;
            match line.as_deref() {
                Ok("") => {}
                Ok("isready") => {
                    if let Err(error) = self.answer("readyok") {
                        *self.failed.borrow_mut() = Some(error);
                        return true;
                    }
                }
                Ok("stop") if is_first => return true,
                Ok("quit") if is_first => {
                    self.quit.set(Some(now()));
                    return false;
                }
                Ok(_) | Err(_) => self.waiting.borrow_mut().push_back(line),
            }
        }
    }
}
