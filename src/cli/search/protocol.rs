//! The protocol in which the engine talks to other programs: lines on stdin and stdout.

use std::io::{self, BufRead, Write};

use engine::{Limit, Opponent, SearchRequest, duel::Clock as _};
use games::{GameKind, with_game};

use super::{
    args::{limit, saturating},
    bestmove::score_text,
    incoming::Conversation,
    timer::Timer,
};

/// Answers lines until `quit` or the end of the input:
///
/// - `options k=v,…`, `seed N`, `newgame`, `position P` set up what is searched; the positions
///   sent since `newgame` count for repetition;
/// - `go level N|depth N|nodes N|movetime MS` is answered by `bestmove M value V`, M being `none`
///   where the game is over; `movetime` may follow another limit and caps it;
/// - `isready` is answered by `readyok`.
///
/// During a search `isready` is answered at once, `stop` ends the search with the best move so far,
/// and so does `quit`, if the search does not end by itself within half a second; other lines wait.
///
/// A line of this kind that cannot be read is answered by `error …`; other lines are ignored.
///
/// # Errors
/// An error of reading the input or of writing the output, or of starting the thread that reads.
pub(crate) fn protocol(
    kind: GameKind,
    input: impl BufRead + Send + 'static,
    output: impl Write,
) -> io::Result<()> {
    let conversation = Conversation::begin(input, output)?;
    with_game!(kind, G => {
        let mut session = ProtocolSession::<G>::default();
        while let Some(line) = conversation.next()? {
            if let Some(answer) = session.answer(&line, &|| conversation.is_stopped()) {
                conversation.answer(&answer)?;
            }
        }
        Ok(())
    })
}

/// The state that the lines so far have set up.
struct ProtocolSession<G: Opponent> {
    options: G::Options,
    seed: u64,
    /// The positions since `newgame`, as far back as they can recur.
    positions: Vec<G>,
    /// How many positions were sent since `newgame`.
    n_sent: u32,
}

impl<G: Opponent> Default for ProtocolSession<G> {
    fn default() -> Self {
        Self { options: G::Options::default(), seed: 1, positions: Vec::new(), n_sent: 0 }
    }
}

impl<G: Opponent> ProtocolSession<G> {
    /// The answer to a line, if it has one; `stop` ends a search.
    fn answer(&mut self, line: &str, stop: &dyn Fn() -> bool) -> Option<String> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let done = match word {
            "isready" => return Some("readyok".to_owned()),
            "go" => return self.go(rest, stop),
            "newgame" => {
                self.forget();
                Ok(())
            }
            "options" => self.set_options(rest.trim()),
            "seed" => self.set_seed(rest.trim()),
            "position" => self.add_position(rest.trim()),
            _ => return None,
        };
        done.err().map(|why| format!("error {}", why.replace('\n', " ")))
    }

    fn forget(&mut self) {
        self.positions.clear();
        self.n_sent = 0;
    }

    fn set_options(&mut self, text: &str) -> Result<(), String> {
        self.options = text.parse().map_err(|error: games::OptionsError| error.0)?;
        self.forget();
        Ok(())
    }

    fn set_seed(&mut self, text: &str) -> Result<(), String> {
        self.seed = text.parse().map_err(|_| "a seed is a number from 0 to 2^64 - 1".to_owned())?;
        Ok(())
    }

    fn add_position(&mut self, text: &str) -> Result<(), String> {
        let position = G::from_position_text(text, &self.options).map_err(|error| error.0)?;
        // A position sent twice is one position: no game stands still for a ply.
        if self.positions.last() == Some(&position) {
            return Ok(());
        }
        if position.is_after_irreversible_ply() {
            self.positions.clear();
        }
        self.positions.push(position);
        self.n_sent = self.n_sent.saturating_add(1);
        Ok(())
    }

    /// Searches the last position; `None` if the limit cannot be read.
    fn go(&mut self, text: &str, stop: &dyn Fn() -> bool) -> Option<String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (mut chosen, mut movetime) = (None, None);
        for pair in words.chunks(2) {
            match *pair {
                ["movetime", time] => movetime = Some(saturating(time)?),
                [key, number] => chosen = Some(limit(key, number)?),
                _ => return None,
            }
        }
        if chosen.is_none() && movetime.is_none() {
            return None;
        }
        if self.positions.is_empty() {
            self.positions.push(G::start(&self.options));
            self.n_sent = 1;
        }
        let limit = chosen.unwrap_or(Limit::Time);
        let timer = Timer::new(limit, movetime);
        let ply = self.n_sent.saturating_sub(1);
        let stop = || timer.is_over() || stop();
        let request = SearchRequest::new(limit, self.seed, ply);
        let Some(choice) = G::choose_move(&self.positions, &request, &stop) else {
            return Some("bestmove none value 0.500".to_owned());
        };
        let best = &choice.report.moves[choice.chosen];
        Some(format!("bestmove {} value {}", best.mv, score_text(best.value)))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn talk(input: &str) -> String {
        let mut output = Vec::new();
        protocol(GameKind::Lyra, Cursor::new(input.to_owned()), &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn a_talk_with_the_engine() {
        let answers = talk(
            "hello\nisready\noptions v1=on\nseed 3\nnewgame\n\
             position 6/2g3/1AC3/L5/6/5G w -/- 0\ngo depth 2\n\
             position 6/2g3/1AC3/L5/6/5G b -/- 1\ngo level 1 movetime 50\nquit\nisready\n",
        );
        let lines: Vec<&str> = answers.lines().collect();
        assert_eq!(lines.len(), 3, "{answers}");
        assert_eq!(lines[0], "readyok");
        assert!(lines[1].starts_with("bestmove b4xc5 value 0."), "{answers}");
        assert!(lines[2].starts_with("bestmove c5"), "{answers}");
    }

    #[test]
    fn nonsense_is_survived() {
        let answers = talk(
            "position x\noptions v9\nseed -1\ngo\ngo depth\ngo level 9\ngo depth 0\ngo movetime x\n\
             go nodes -1\ngo nodes 1e9\n\n\u{0}\nstop\nposition\ngo nodes 600\n\
             position 6/6/3G2/6/6/6 b -/- 0\ngo depth 1\n",
        );
        let words: Vec<&str> =
            answers.lines().map(|line| line.split(' ').next().unwrap_or("")).collect();
        assert_eq!(words, ["error", "error", "error", "error", "bestmove", "bestmove"]);
        assert!(answers.ends_with("bestmove none value 0.500\n"));
        let garbage: Vec<u8> = (0..20_000_u32).map(|i| (i * 37 % 251) as u8).collect();
        protocol(GameKind::Lyra, Cursor::new(garbage), io::sink()).unwrap();
    }

    #[test]
    fn what_was_met_before_counts() {
        // Three times the same position is a draw by rule, so there is nothing to search.
        let (a, b) = ("g5/6/6/6/6/5G w -/- 1", "g5/6/6/6/5G/6 b -/- 2");
        let line = |p: &str, n: u32| format!("position {} {n}\n", p.rsplit_once(' ').unwrap().0);
        let input = [line(a, 1), line(b, 2), line(a, 3), line(b, 4), line(a, 5)].concat();
        assert_eq!(talk(&format!("{input}go depth 1\n")), "bestmove none value 0.500\n");
    }

    /// An input whose lines come one by one, each when the test sends it.
    struct Typed {
        lines: std::sync::mpsc::Receiver<&'static str>,
        rest: &'static [u8],
    }

    impl io::Read for Typed {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            if self.rest.is_empty() {
                self.rest = self.lines.recv().unwrap_or_default().as_bytes();
            }
            self.rest.read(into)
        }
    }

    /// The output of the engine, line by line, for the test to wait for.
    struct Written(std::sync::mpsc::Sender<String>);

    impl io::Write for Written {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let text = String::from_utf8_lossy(bytes).into_owned();
            self.0.send(text).map_err(|_| io::ErrorKind::BrokenPipe)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Sends lines after a search without end has begun, each after the answer to the one before, and
    /// gives everything that the engine has written.
    fn during_a_search(kind: GameKind, go: &'static str, lines: &[&'static str]) -> String {
        let (typing, typed) = std::sync::mpsc::channel();
        let (writing, written) = std::sync::mpsc::channel();
        let input = io::BufReader::new(Typed { lines: typed, rest: b"" });
        let engine = std::thread::spawn(move || protocol(kind, input, Written(writing)));
        typing.send(go).unwrap();
        let mut text = String::new();
        for line in lines {
            typing.send(line).unwrap();
            while *line != "quit\n" && !text.ends_with('\n') {
                text += &written.recv().unwrap();
            }
            if *line != *lines.last().unwrap() {
                text.pop();
                text.push('|');
            }
        }
        engine.join().unwrap().unwrap();
        text + &written.iter().collect::<String>()
    }

    #[test]
    fn a_search_hears_what_is_said() {
        for kind in GameKind::ALL {
            let go = "go nodes 99999999999999999999999999\n";
            let said = during_a_search(kind, go, &["isready\n", "isready\n", "stop\n", "quit\n"]);
            let words: Vec<&str> = said.split('|').collect();
            assert_eq!(words[..2], ["readyok"; 2], "{said}");
            assert!(words[2].starts_with("bestmove ") && !words[2].contains("none"), "{said}");
            let left = during_a_search(kind, "go depth 4000000000\n", &["quit\n"]);
            assert!(left.starts_with("bestmove ") && left.lines().count() == 1, "{left}");
        }
    }

    #[test]
    fn a_whole_conversation_can_be_piped_in() {
        let said = talk("go nodes 20000\nisready\ngo nodes 3000\nquit\ngo depth 1\n");
        let alone = [talk("go nodes 20000\n"), talk("go nodes 3000\n")].concat();
        let moves = said.lines().filter(|line| *line != "readyok");
        assert!(moves.eq(alone.lines()), "{said} {alone}");
    }
}
