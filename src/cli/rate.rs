//! `rate`: ratings from a list of results.

use std::{cmp::Reverse, path::PathBuf};

use clap::Args;
use pairing::ratings::{Duel, Rated, Score, rate_duels};
use table::{record::excerpt, without_invisible};

use super::{
    failure::{CommandOutcome, Failure},
    text_file,
};

/// The longest file that is read.
const MAX_LIST: usize = 64 << 20;

#[derive(Debug, Args)]
pub(super) struct RateArgs {
    /// The results, a line each: PERIOD PLAYER OPPONENT 1|0.5|0
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Runs `rate`.
pub(super) fn rate(args: &RateArgs) -> CommandOutcome {
    let text = text_file::read(&args.file, "list of results", MAX_LIST)?;
    ratings(&text).map_err(Failure::Failed)
}

/// Returns what `rate` prints for these lines.
fn ratings(text: &str) -> Result<String, String> {
    let mut duels = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let read = duel(line).map_err(|fault| format!("line {}: {fault}", at + 1))?;
        duels.extend(read);
    }
    let rated = rate_duels(&duels, None);
    let mut players: Vec<(&str, &Rated)> = rated.iter().map(|(name, one)| (*name, one)).collect();
    players.sort_by_key(|(name, one)| (Reverse(one.rating.rating), *name));
    let line = |(name, one): (&str, &Rated)| format!("{name} {} {}\n", one.rating, one.games);
    Ok(players.into_iter().map(line).collect())
}

/// The game of a line; `None` for an empty one or a comment.
fn duel(line: &str) -> Result<Option<Duel<&str>>, String> {
    let mut words = line.split_whitespace().take_while(|word| !word.starts_with('#'));
    let Some(period) = words.next() else { return Ok(None) };
    let mut next = || words.next().ok_or("a line has PERIOD PLAYER OPPONENT 1|0.5|0");
    let (first, second, score) = (next()?, next()?, next()?);
    if words.next().is_some() {
        return Err("there is more than PERIOD PLAYER OPPONENT 1|0.5|0".to_owned());
    }
    let period = period.parse().map_err(|_| {
        format!("the period must be a number in 0..={}, not `{}`", u32::MAX, excerpt(period))
    })?;
    let has_hidden =
        |name: &str| name.contains(char::is_control) || without_invisible(name) != name;
    if has_hidden(first) || has_hidden(second) {
        return Err("a name has characters that cannot be seen".to_owned());
    }
    if first == second {
        return Err(format!("`{}` plays against themselves", excerpt(first)));
    }
    let score = match score {
        "1" => Score::Win,
        "0.5" => Score::Draw,
        "0" => Score::Loss,
        other => return Err(format!("the score must be 1, 0.5 or 0, not `{}`", excerpt(other))),
    };
    Ok(Some(Duel { period, players: [first, second], score, is_one_sided: false }))
}

#[cfg(test)]
mod tests {
    use super::ratings;

    #[test]
    fn lines_in_any_order_give_a_table() {
        let table = ratings(
            "# a club\n\n2 ann cem 0.5  # a draw\n 1 ann ben 1\r\n1\tben\tann 0\n5 dan eve 0\n",
        )
        .unwrap();
        let lines: Vec<Vec<&str>> = table.lines().map(|line| line.split(' ').collect()).collect();
        let names: Vec<&str> = lines.iter().map(|line| line[0]).collect();
        assert_eq!(names, ["ann", "eve", "cem", "dan", "ben"]);
        assert_eq!(lines.iter().map(|line| line[4]).collect::<Vec<_>>(), ["3", "1", "1", "1", "2"]);
        assert!(lines.iter().all(|line| line.len() == 5), "{table}");
        assert_eq!(ratings(""), Ok(String::new()));
    }

    #[test]
    fn who_has_the_same_rating_stands_by_name() {
        let table = ratings("1 c d 0.5\n1 b a 0.5\n").unwrap();
        let names: Vec<&str> = table.lines().map(|line| &line[..1]).collect();
        assert_eq!(names, ["a", "b", "c", "d"]);
    }

    #[test]
    fn a_fault_names_its_line() {
        let fault = |line: &str| ratings(&format!("1 ann ben 1\n{line}\n")).unwrap_err();
        assert_eq!(fault("1 ann ben"), "line 2: a line has PERIOD PLAYER OPPONENT 1|0.5|0");
        assert_eq!(
            fault("1 ann ben 1 1"),
            "line 2: there is more than PERIOD PLAYER OPPONENT 1|0.5|0"
        );
        assert_eq!(fault("1 ann ann 1"), "line 2: `ann` plays against themselves");
        assert_eq!(fault("1 ann ben 2"), "line 2: the score must be 1, 0.5 or 0, not `2`");
        for period in ["-1", "x", "4294967296", "1.5"] {
            let message = fault(&format!("{period} ann ben 1"));
            assert!(
                message.starts_with("line 2: the period must be a number in 0..="),
                "{message}"
            );
        }
        assert_eq!(fault("1 a\u{202e} ben 1"), "line 2: a name has characters that cannot be seen");
        let long = "x".repeat(5000);
        assert!(fault(&format!("{long} ann ben 1")).len() < 120);
    }

    /// The example of the page is what the program prints.
    #[test]
    fn the_page_has_the_right_table() {
        let page = include_str!("../../docs/TOURNAMENTS.md");
        let (_, rest) = page.split_once("$ cat club.txt\n").unwrap();
        let (results, rest) = rest.split_once("$ martian-cake rate club.txt\n").unwrap();
        let (table, _) = rest.split_once("```").unwrap();
        assert_eq!(ratings(results).unwrap(), table);
    }
}
