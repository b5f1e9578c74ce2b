//! Reads the words of conditional moves: `hit c4-c5, if push then c3xc4`.

use table::{TypedClause, verdict_of};

/// A request typed behind `premove`.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum PlanWords {
    /// To see what is registered.
    Show,
    /// To drop it.
    Clear,
    /// To register these lines of clauses.
    Lines(Vec<Vec<TypedClause>>),
}

impl std::fmt::Debug for PlanWords {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PlanWords(…)")
    }
}

/// Reads what stands behind `premove` or a first `if`. Commas and semicolons part lines, `if` begins
/// a clause, and what `then` parts is a condition and a reply.
pub(crate) fn read_plan(text: &str) -> PlanWords {
    let text = text.trim().trim_matches('`').to_owned();
    match text.to_lowercase().as_str() {
        "" | "show" | "list" => return PlanWords::Show,
        "clear" | "off" | "none" | "cancel" => return PlanWords::Clear,
        _ => {}
    }
    let lines = text.split([',', ';']).map(clauses).filter(|line| !line.is_empty());
    PlanWords::Lines(lines.collect())
}

/// Takes the number of plies off a line, after which its conditional moves were thought of: `@31 if …`.
pub(crate) fn thought_of_at(text: &str) -> (Option<u32>, &str) {
    let text = text.trim_start();
    let number = text.strip_prefix('@').and_then(|rest| rest.split_once(' '));
    match number.and_then(|(number, rest)| Some((number.parse().ok()?, rest))) {
        Some((ply, rest)) => (Some(ply), rest),
        None => (None, text),
    }
}

/// The clauses of one line.
fn clauses(line: &str) -> Vec<TypedClause> {
    let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    let mut clauses = words.split(|word| word.eq_ignore_ascii_case("if")).peekable();
    // What stands before the first `if` is a clause only if there is something.
    if clauses.peek().is_some_and(|first| first.is_empty()) {
        clauses.next();
    }
    clauses.map(clause).collect()
}

fn clause(words: &[String]) -> TypedClause {
    let then = words.iter().position(|word| word.eq_ignore_ascii_case("then"));
    match then {
        Some(at) => TypedClause {
            when: words.get(..at).unwrap_or_default().to_vec(),
            reply: Some(words.get(at + 1..).unwrap_or_default().to_vec()),
        },
        None => TypedClause { when: words.to_vec(), reply: None },
    }
}

/// Returns `true` if what stands behind a first `if` is likely to be conditional moves, and not talk: it has
/// something like a square, and a word that conditions have or a whole move.
pub(crate) fn is_like_plan(text: &str, is_move: impl Fn(&str) -> bool) -> bool {
    let words: Vec<&str> = text.split([' ', ',', ';', '`']).collect();
    let is_square = |word: &&str| {
        let digits = word.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        digits.len() < word.len() && digits.bytes().next().is_some_and(|b| b.is_ascii_digit())
    };
    let is_key = |word: &&str| {
        verdict_of(word).is_some()
            || ["any", "legal", "then"].iter().any(|key| key.eq_ignore_ascii_case(word))
    };
    words.iter().any(|word| is_move(word))
        || words.iter().any(is_square) && words.iter().any(is_key)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<Vec<(String, Option<String>)>> {
        let PlanWords::Lines(lines) = read_plan(text) else { panic!("{text} is no plan") };
        let words = |clause: &TypedClause| {
            (clause.when.join(" "), clause.reply.as_ref().map(|reply| reply.join(" ")))
        };
        lines.iter().map(|line| line.iter().map(words).collect()).collect()
    }

    fn said(when: &str, reply: Option<&str>) -> (String, Option<String>) {
        (when.to_owned(), reply.map(str::to_owned))
    }

    #[test]
    fn lines_are_parted_by_commas_and_clauses_by_if() {
        let hit = vec![said("hit c4-c5", None)];
        let push = vec![said("push", Some("c3xc4"))];
        for text in ["if hit c4-c5, if push then c3xc4", "hit c4-c5 ;; IF push THEN c3xc4,"] {
            assert_eq!(lines(text), [hit.clone(), push.clone()], "{text}");
        }
        let chain = vec![said("e7 e5", Some("g1-f3")), said("b8-c6", Some("f1 b5"))];
        assert_eq!(lines("`e7 e5 then g1-f3 if b8-c6 then f1 b5`"), [chain]);
        assert_eq!(lines("if then if"), [vec![said("", Some("")), said("", None)]]);
    }

    #[test]
    fn words_show_and_clear() {
        for (text, expected) in [
            ("", PlanWords::Show),
            ("Show", PlanWords::Show),
            ("list", PlanWords::Show),
            ("clear", PlanWords::Clear),
            (" OFF ", PlanWords::Clear),
        ] {
            assert_eq!(read_plan(text), expected, "{text}");
        }
        assert_eq!(format!("{:?}", read_plan("if any c2-c3")), "PlanWords(…)");
    }

    #[test]
    fn a_plan_may_say_when_it_was_thought_of() {
        assert_eq!(thought_of_at("@31 if hit c4-c5"), (Some(31), "if hit c4-c5"));
        for text in ["if hit c4-c5", "@ann if hit c4-c5", "@31", "@99999999999 show", "@-1 show"] {
            assert_eq!(thought_of_at(text), (None, text));
        }
    }

    #[test]
    fn talk_is_no_plan() {
        let is_move = |word: &str| word == "c2-c3";
        for text in ["if any then c3", "legal c3", "c2-c3", "hit c4 c5", "x c2-c3,"] {
            assert!(is_like_plan(text, is_move), "{text}");
        }
        for text in ["you want", "any of you is here", "hit me", "we meet at 5", "b4 lunch", ""] {
            assert!(!is_like_plan(text, is_move), "{text}");
        }
    }
}
