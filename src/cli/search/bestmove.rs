//! `bestmove`: the engine's move in one position.

use std::fmt::Display;

use engine::{
    Choice, Opponent, SearchRequest, duel::Clock as _, expected_score, mate_distance::MateDistance,
};
use games::with_game;

use super::{
    args::{BestmoveArgs, parse_options},
    timer::Timer,
};
use crate::cli::failure::Failure;

/// The best move of a position: `bestmove M`, `value V`, `pv …`, `nodes N`, `nps N`, `depth N`, and
/// where the end is proven and its distance known `win N` or `loss N`, N in moves of the winner.
///
/// # Errors
/// [`Failure::Usage`] for options or a position that cannot be read, and [`Failure::Failed`] if
/// the game is over.
pub(crate) fn bestmove(args: &BestmoveArgs) -> Result<String, Failure> {
    with_game!(args.game, G => bestmove_of::<G>(args))
}

fn bestmove_of<G: Opponent>(args: &BestmoveArgs) -> Result<String, Failure> {
    let options = parse_options::<G>(&args.options)?;
    let start = G::start(&options);
    let position = match &args.position {
        None => start.clone(),
        Some(text) => {
            G::from_position_text(text, &options).map_err(|error| Failure::Usage(error.0))?
        }
    };
    let limit = args.limit();
    // A position that is given is taken to be past its opening.
    let ply = if position == start { 0 } else { u32::MAX };
    let timer = Timer::new(limit, args.movetime);
    let request = SearchRequest::new(limit, args.seed, ply);
    let choice = G::choose_move(&[position], &request, &|| timer.is_over())
        .ok_or_else(|| Failure::Failed("the game is over here, so there is no move".to_owned()))?;
    Ok(answer(&choice, timer.elapsed().as_secs_f64()))
}

/// The lines that say what a search has found in this many seconds.
fn answer<M: Display>(choice: &Choice<M>, seconds: f64) -> String {
    let nodes = choice.report.nodes;
    let chosen = &choice.report.moves[choice.chosen];
    let line: Vec<String> = chosen.line.iter().map(ToString::to_string).collect();
    format!(
        "bestmove {}\nvalue {}\npv {}\nnodes {nodes}\nnps {:.0}\ndepth {}\n{}",
        chosen.mv,
        score_text(chosen.value),
        line.join(" "),
        nodes as f64 / seconds.max(1e-6),
        choice.report.depth,
        chosen.proven.map(end_text).unwrap_or_default(),
    )
}

/// The line of a proven end for the side to move.
fn end_text(end: MateDistance) -> String {
    format!("{} {}\n", if end.wins { "win" } else { "loss" }, end.moves())
}

/// A value of the search as an expected score from 0 to 1 with three decimals.
pub(super) fn score_text(value: i32) -> String {
    let thousandths = (expected_score(value) + 500) / 1000;
    format!("{}.{:03}", thousandths / 1000, thousandths % 1000)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::search::MatchArgs;

    #[derive(Debug, Parser)]
    enum Call {
        Bestmove(BestmoveArgs),
        Match(MatchArgs),
    }

    fn parse(words: &str) -> Result<Call, clap::Error> {
        Call::try_parse_from(["martian-cake"].into_iter().chain(words.split(' ')))
    }

    fn best(words: &[&str]) -> Result<String, Failure> {
        let call = ["martian-cake", "bestmove", "lyra"].into_iter().chain(words.iter().copied());
        match Call::try_parse_from(call).unwrap() {
            Call::Bestmove(args) => bestmove(&args),
            Call::Match(_) => unreachable!(),
        }
    }

    #[test]
    fn a_best_move_has_six_lines() {
        let position = "6/2g3/1AC3/L5/6/5G w -/- 0";
        let answer = best(&["--depth", "2", "--position", position]).unwrap();
        let lines: Vec<&str> = answer.lines().collect();
        assert_eq!(lines.len(), 6, "{answer}");
        assert_eq!((lines[0], lines[2]), ("bestmove b4xc5", "pv b4xc5"));
        assert!(lines[1].starts_with("value 0.") && lines[1].len() == 11, "{answer}");
        assert!(lines[3].starts_with("nodes ") && lines[4].starts_with("nps "), "{answer}");
        assert_eq!(lines[5], "depth 2");
        let again = best(&["--depth", "2", "--position", position]).unwrap();
        assert!(again.lines().take(4).eq(answer.lines().take(4)));
        assert!(best(&["--movetime", "5"]).is_ok());
        assert!(best(&["--level", "3", "--movetime", "1000", "--seed", "9"]).is_ok());
    }

    #[test]
    fn a_sure_end_is_told_in_moves_of_the_winner() {
        let text = |wins, plies| end_text(MateDistance { wins, plies });
        assert_eq!([text(true, 3), text(false, 4)], ["win 2\n", "loss 2\n"]);
    }

    #[test]
    fn failures_have_their_codes() {
        let over = best(&["--level", "1", "--position", "6/6/3G2/6/6/6 b -/- 0"]);
        assert_eq!(over.unwrap_err().code(), 1);
        for words in [["--position", "6/6/6"], ["--options", "v9"], ["--options", "v1,v1"]] {
            let call: Vec<&str> = ["--level", "1"].into_iter().chain(words).collect();
            assert_eq!(best(&call).unwrap_err().code(), 2);
        }
    }

    #[test]
    fn wrong_arguments_are_refused() {
        for words in [
            "bestmove lyra",
            "bestmove chess --depth 1",
            "bestmove lyra --level 0",
            "bestmove lyra --level 8",
            "bestmove lyra --depth 0",
            "bestmove lyra --depth 1 --nodes 5",
            "bestmove lyra --depth +1",
            "bestmove lyra --depth 99999999999",
            "bestmove lyra --level 1 --seed -1",
            "bestmove lyra --depth 1 --depth 2",
            "match lyra --first random --second random",
            "match lyra --first random --second random --games 0",
            "match lyra --first level:8 --second random --games 2",
            "match lyra --first depth:+1 --second random --games 2",
            "match lyra --first cmd: --second random --games 2",
            "match lyra --first cmd --second random --games 2",
        ] {
            assert!(parse(words).is_err(), "{words}");
        }
        for words in [
            "bestmove lyra --movetime 0",
            "bestmove LYRA --depth 3 --movetime 10",
            "match lyra --first nodes:5 --second cmd:./x --games 1 --seed 3 --movetime=50",
        ] {
            assert!(parse(words).is_ok(), "{words}");
        }
    }
}
