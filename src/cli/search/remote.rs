//! A player that is another program, spoken to by the engine protocol over pipes.

use std::{
    io::{self, BufReader, Write},
    path::Path,
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, sync_channel},
    thread,
    time::Duration,
};

use engine::duel::{Player, Turn};
use games::Rules;

use super::{lines::next_line, timer::now};

/// The time that a program may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience {
    /// The time to get ready for a game.
    pub(super) start_up: Duration,
    /// The extra time for a move, beyond the time that the program was given.
    pub(super) grace: Duration,
}

impl Patience {
    /// Patience enough for a program on a busy machine.
    pub(super) const USUAL: Self =
        Self { start_up: Duration::from_secs(10), grace: Duration::from_secs(2) };
}

/// How many lines may wait to be read; a program that writes more than that has to wait.
const LINES_WAITING: usize = 256;

/// A program that plays. It is started for each game if it is not running, and killed at the end.
#[derive(Debug)]
pub(super) struct Remote {
    program: String,
    movetime: Duration,
    patience: Patience,
    running: Option<Running>,
    /// How many positions of this game have been sent to the program.
    n_sent: usize,
    /// Why the program cannot play this game.
    fault: Option<String>,
}

impl Remote {
    /// Starts the program, with this time for each move.
    pub(super) fn start(program: &str, movetime: Duration, patience: Patience) -> io::Result<Self> {
        let running = Some(Running::start(program)?);
        let program = program.to_owned();
        Ok(Self { program, movetime, patience, running, n_sent: 0, fault: None })
    }

    /// Gets the program ready for a game.
    fn prepare(&mut self, options: &str, seed: u64) -> Result<(), String> {
        if self.running.is_none() {
            let started = Running::start(&self.program);
            self.running = Some(started.map_err(|error| format!("it cannot be started: {error}"))?);
        }
        let setup = format!("options {options}\nseed {seed}\nnewgame\nisready\n");
        self.send(&setup)?;
        self.wait_for(self.patience.start_up, |line| (line == "readyok").then_some(()))
    }

    fn send(&mut self, lines: &str) -> Result<(), String> {
        let running = self.running.as_mut().ok_or_else(|| "it is not running".to_owned())?;
        let sent = running.input.write_all(lines.as_bytes()).and_then(|()| running.input.flush());
        sent.map_err(|_| "it died".to_owned())
    }

    /// Waits for the first line that `read` accepts, and ignores other lines.
    fn wait_for<T>(
        &mut self,
        patience: Duration,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<T, String> {
        let running = self.running.as_mut().ok_or_else(|| "it is not running".to_owned())?;
        let start = now();
        loop {
            let left = patience.saturating_sub(now().saturating_duration_since(start));
            if left.is_zero() {
                return Err("it does not answer in time".to_owned());
            }
            match running.lines.recv_timeout(left) {
                Ok(line) => {
                    if let Some(answer) = read(&line) {
                        return Ok(answer);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err("it died".to_owned()),
            }
        }
    }

    /// Asks for a move.
    fn ask<G: Rules>(&mut self, turn: &Turn<'_, G>) -> Result<G::Move, String> {
        if let Some(fault) = self.fault.take() {
            return Err(fault);
        }
        let mut lines = String::new();
        for position in turn.positions.iter().skip(self.n_sent) {
            lines += &format!("position {position}\n");
        }
        self.n_sent = turn.positions.len();
        lines += &format!("go movetime {}\n", self.movetime.as_millis());
        self.send(&lines)?;
        let text = self.wait_for(self.movetime + self.patience.grace, |line| {
            line.strip_prefix("bestmove ")
                .map(|rest| rest.split_whitespace().next().unwrap_or_default().to_owned())
        })?;
        let mv = text.parse().map_err(|_| format!("it answered {}", shortened(&text)))?;
        if turn.position.is_legal(&mv) {
            Ok(mv)
        } else {
            Err(format!("it chose {}, which is not legal", shortened(&text)))
        }
    }
}

impl<G: Rules> Player<G> for Remote {
    fn new_game(&mut self, options: &G::Options, seed: u64) {
        self.n_sent = 0;
        self.fault = self.prepare(&options.to_string(), seed).err();
        if self.fault.is_some() {
            self.running = None;
        }
    }

    fn choose(&mut self, turn: &Turn<'_, G>) -> Result<G::Move, String> {
        let chosen = self.ask(turn);
        if chosen.is_err() {
            // Whatever it says later would be taken as the answer to another question.
            self.running = None;
        }
        chosen
    }
}

/// The first few characters of what a program said.
fn shortened(text: &str) -> String {
    let plain: String = text.chars().filter(|c| c.is_ascii_graphic()).take(12).collect();
    format!("`{plain}`")
}

/// A running program; dropping it kills it.
#[derive(Debug)]
struct Running {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Running {
    fn start(program: &str) -> io::Result<Self> {
        let mut command = command(program);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let closed = || io::Error::other("its input or output is closed");
        let input = child.stdin.take().ok_or_else(closed)?;
        let mut output = BufReader::new(child.stdout.take().ok_or_else(closed)?);
        let (sender, lines) = sync_channel(LINES_WAITING);
        // This thread ends with the program, or when nobody reads the lines any more.
        thread::spawn(move || {
            while let Ok(Some(line)) = next_line(&mut output) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Self { child, input, lines })
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // The program may have ended already, which is fine.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The command for a program, which is given by its path or with arguments after spaces.
fn command(program: &str) -> Command {
    if Path::new(program).exists() {
        return Command::new(program);
    }
    let mut words = program.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or_default());
    command.args(words);
    command
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use engine::{
        EvalStyle, Opponent,
        duel::{RandomPlayer, RoundResult, play_round},
        scoring::Share,
    };
    use games::lyra::{Options, Position};

    /// More than a program needs for an answer, even on a busy machine.
    const AMPLE: Duration = Duration::from_secs(60);
    /// How long we wait for a program that never answers.
    const SHORT: Duration = Duration::from_millis(200);

    /// Plays a pair against a shell script that may take so long for a move.
    fn against(script: &str, grace: Duration) -> RoundResult {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("program");
        // A file that this process has written may be open for writing in a child that another thread has started just
        // then, and cannot be run as long as it is.
        let text = format!("#!/bin/sh\n{script}\n");
        let write = "printf %s \"$1\" > \"$0\" && chmod 755 \"$0\"";
        let wrote = Command::new("sh").arg("-c").arg(write).arg(&path).arg(text).status().unwrap();
        assert!(wrote.success());
        let patience = Patience { start_up: AMPLE, grace };
        let movetime = Duration::from_millis(10);
        let mut remote = Remote::start(path.to_str().unwrap(), movetime, patience).unwrap();
        let options = Options::default();
        let eval = Position::evaluator(EvalStyle::Full, &options);
        play_round(&options, &eval, None, [&mut remote, &mut RandomPlayer::default()], 1, 0)
    }

    fn reasons(result: &RoundResult) -> Vec<&str> {
        assert!(result.forfeits.iter().all(|(player, _)| *player == 1));
        result.forfeits.iter().map(|(_, why)| why.as_str()).collect()
    }

    /// A shell script that reads lines, gets ready, and answers `go` with this command.
    fn ready_then(answer: &str) -> String {
        format!(
            "while read -r word rest; do case $word in isready) echo readyok;; go) {answer};; esac; \
             done"
        )
    }

    #[test]
    fn a_program_that_dies_loses_both_games() {
        for script in ["exit 3", &ready_then("exit 0")] {
            let result = against(script, AMPLE);
            assert_eq!(result.shares, [Share::LOSS; 2]);
            assert_eq!(reasons(&result), ["it died", "it died"]);
        }
    }

    #[test]
    fn a_program_that_stalls_loses() {
        let result = against(&ready_then(":"), SHORT);
        assert_eq!(reasons(&result), ["it does not answer in time"; 2]);
    }

    #[test]
    fn garbage_and_illegal_moves_lose() {
        let result = against(&ready_then("echo bestmove xyzzy value 1"), AMPLE);
        assert_eq!(reasons(&result), ["it answered `xyzzy`"; 2]);
        let result = against(&ready_then("echo info; echo bestmove a1-a2"), AMPLE);
        assert_eq!(reasons(&result), ["it chose `a1-a2`, which is not legal"; 2]);
        let result = against(&ready_then("head -c 100000 /dev/zero; yes garbage"), SHORT);
        assert_eq!(reasons(&result).len(), 2);
    }

    #[test]
    fn a_program_that_is_not_there_does_not_start() {
        let started = Remote::start("/nowhere/at all", Duration::ZERO, Patience::USUAL);
        assert!(started.is_err());
    }
}
