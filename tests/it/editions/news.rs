//! What people read out of what the program says about events.

use std::collections::BTreeSet;

use table::{EditionNo, GameNo, Millis};

/// What a post tells of an edition.
#[derive(Clone, Debug)]
pub(super) enum News {
    Announced {
        name: String,
        edition: u32,
        start: Millis,
    },
    Reminder,
    CheckIn,
    Round(Round),
    League(League),
    Podium,
    CalledOff,
    /// This round is taken back.
    Undone(usize),
    /// Somebody has come before the first move, and the first round is taken back.
    Restarted,
    Paused,
    Resumed,
    Entered(String),
    /// Whom a manager has taken out, or who has left.
    Left(String),
}

/// A round as it is told, counted from 0.
#[derive(Clone, Debug)]
pub(super) struct Round {
    pub(super) round: usize,
    pub(super) boards: Vec<Board>,
    pub(super) free: Vec<(String, Free)>,
    pub(super) is_given_up: bool,
}

/// A league as it is told that it begins.
#[derive(Clone, Debug, Default)]
pub(super) struct League {
    /// Who is in each group.
    pub(super) groups: Vec<BTreeSet<String>>,
    /// Who plays whom, White first, in which game; nothing where the games are too many.
    pub(super) games: Vec<Pair>,
}

impl League {
    pub(super) fn rounds(&self) -> usize {
        let most = self.groups.iter().map(BTreeSet::len).max().expect("a group");
        most + most % 2 - 1
    }

    /// How many games there are if everybody in a group meets everybody.
    pub(super) fn count(&self) -> usize {
        self.groups.iter().map(|group| group.len() * (group.len() - 1) / 2).sum()
    }
}

/// Who plays whom, White first, in which game.
pub(super) type Pair = ([String; 2], GameNo);

/// A game of a round: its players as they are called there.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) pair: usize,
    pub(super) white: String,
    pub(super) black: String,
    pub(super) game: GameNo,
}

/// Why somebody has no game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Free {
    LeftOver,
    Half,
    Zero,
    Walkover(String),
    Rests,
}

/// A line of standings.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Line {
    pub(super) place: usize,
    pub(super) name: String,
    /// In tenths.
    pub(super) points: u32,
    pub(super) tie_breaks: Vec<String>,
}

/// Returns how somebody is called in a post: by a mention of a person, whose key begins behind 1000, or by
/// name.
fn called(words: &str) -> String {
    match words.strip_prefix("<@discord:").and_then(|rest| rest.strip_suffix('>')) {
        Some(key) => {
            format!("player{}", key.parse::<usize>().expect("a number") - super::people::FIRST_KEY)
        }
        None => words.to_owned(),
    }
}

/// The number behind a sign, and what follows it.
fn number_after<'a>(text: &'a str, sign: &str) -> Option<(u32, &'a str)> {
    let (_, rest) = text.split_once(sign)?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    Some((rest[..digits].parse().ok()?, &rest[digits..]))
}

/// Returns what a public post tells of an edition, if it does.
pub(super) fn read(text: &str) -> Option<(EditionNo, News)> {
    if let Some((before, _)) = text.split_once("** (T") {
        let (no, rest) = number_after(text, "** (T")?;
        return about_event(before, rest).map(|news| (EditionNo(no), news));
    }
    if text.starts_with('T') {
        let (no, rest) = number_after(text, "T")?;
        let is_paused =
            rest.starts_with(" is paused: no further") || rest.starts_with(" cannot begin");
        let news = match rest {
            _ if is_paused => News::Paused,
            _ if rest.starts_with(" goes on.") => News::Resumed,
            _ if rest.starts_with(" takes a newcomer") => News::Restarted,
            _ => return None,
        };
        return Some((EditionNo(no), news));
    }
    let (no, rest) = number_after(text, " T")?;
    let no = EditionNo(no);
    if let Some((name, _)) = text.split_once(" has entered T") {
        return Some((no, News::Entered(name.to_owned())));
    }
    let left = text.split_once(" has left T").or_else(|| text.split_once(" is taken out of T"));
    if let Some((name, _)) = left {
        return Some((no, News::Left(name.to_owned())));
    }
    if text.starts_with("Round ") && rest.starts_with(" is taken back") {
        let (round, _) = number_after(text, "Round ")?;
        return Some((no, News::Undone(round as usize - 1)));
    }
    None
}

/// Returns what follows the name and the number of an event.
fn about_event(before: &str, rest: &str) -> Option<News> {
    let (edition, rest) = match rest.strip_prefix(')') {
        Some(rest) => (1, rest),
        None => {
            let (edition, rest) = number_after(rest, ", edition ")?;
            (edition, rest.strip_prefix(')')?)
        }
    };
    if rest.starts_with(": ") {
        let name = before.rsplit("**").next()?.to_owned();
        let (_, start) = rest.split_once("It begins <t:")?;
        let (start, _) = start.split_once(':')?;
        let start = start.parse::<Millis>().ok()? * 1_000;
        return Some(News::Announced { name, edition, start });
    }
    if rest.starts_with(" begins: all games at once") {
        return Some(News::League(league(rest)));
    }
    if rest.starts_with(" begins ") {
        let calls = rest.contains("Say that you are here");
        return Some(if calls { News::CheckIn } else { News::Reminder });
    }
    if rest.starts_with(", round ") {
        return round(rest).map(News::Round);
    }
    let is_won = before.contains("** won **") && rest.starts_with('.');
    if is_won || rest.starts_with(" is over.") {
        return Some(News::Podium);
    }
    rest.starts_with(" is called off: ").then_some(News::CalledOff)
}

fn round(text: &str) -> Option<Round> {
    let (round, _) = number_after(text, ", round ")?;
    let mut told = Round {
        round: round as usize - 1,
        boards: Vec::new(),
        free: Vec::new(),
        is_given_up: false,
    };
    for line in text.lines().skip(1) {
        if line.starts_with("The rules of pairing") {
            told.is_given_up = true;
        } else if let Some(board) = board(line) {
            told.boards.push(board);
        } else {
            told.free.extend(line.strip_suffix('.')?.split("; ").filter_map(free));
        }
    }
    Some(told)
}

fn board(line: &str) -> Option<Board> {
    let (number, rest) = line.split_once(". ")?;
    let ([white, black], game) = pair(rest)?;
    Some(Board { pair: number.parse().ok()?, white, black, game })
}

fn pair(line: &str) -> Option<Pair> {
    let (white, rest) = line.split_once(" (White) – ")?;
    let (black, game) = rest.rsplit_once(" #")?;
    Some(([called(white), called(black)], GameNo(game.parse().ok()?)))
}

fn league(text: &str) -> League {
    let mut told = League::default();
    for line in text.lines().skip(1) {
        let names = line.strip_prefix("Group ").and_then(|line| line.split_once(':'));
        if let Some((_, names)) = names {
            let names = names.split(", ").map(str::trim).filter(|name| !name.is_empty());
            told.groups.push(names.map(called).collect());
        } else if let Some(pair) = pair(line) {
            if told.groups.is_empty() {
                told.groups.push(BTreeSet::new());
            }
            told.groups.last_mut().expect("there is one").extend(pair.0.clone());
            told.games.push(pair);
        } else {
            assert_eq!(line, "Each board calls its players.", "nobody knows what this says");
        }
    }
    told
}

/// The game, and the round, from 0, of which its board tells that it begins.
pub(super) fn game_begins(text: &str) -> Option<(EditionNo, usize, Pair)> {
    let (no, rest) = number_after(text, "T").filter(|_| text.starts_with('T'))?;
    let (round, rest) = number_after(rest, ", round ").filter(|_| rest.starts_with(", round "))?;
    let (game, rest) = number_after(rest, ": #").filter(|(_, rest)| rest.contains(" against "))?;
    let (_, players) = rest.split_once(": ")?;
    let (white, black) = players.split_once(" against ")?;
    // Behind each name stands its side.
    let name = |words: &str| words.split_once(" (").map(|(name, _)| name.to_owned());
    Some((EditionNo(no), round as usize - 1, ([name(white)?, name(black)?], GameNo(game))))
}

fn free(words: &str) -> Option<(String, Free)> {
    if let Some((who, other)) = words.split_once(" has a point, since ") {
        let other = other.strip_suffix(" has left")?;
        return Some((called(who), Free::Walkover(called(other))));
    }
    let endings = [
        (" is left over and has a point", Free::LeftOver),
        (" sits out for half a point", Free::Half),
        (" sits out", Free::Zero),
        (" rests", Free::Rests),
    ];
    let found = endings.into_iter().find_map(|(end, why)| Some((words.strip_suffix(end)?, why)));
    let (who, why) = found.unwrap_or_else(|| panic!("nobody knows what this says: {words}"));
    Some((called(who), why))
}

/// The result of a game that is put right, as a record would have it: for White, Black, nobody; `None` if it
/// is to count as not played. `White` is told by name.
pub(super) fn correction(text: &str) -> Option<(GameNo, Corrected)> {
    let (no, rest) = number_after(text, "the result of #")?;
    let rest = rest.strip_prefix(" is put right: ")?;
    let corrected = if rest.starts_with("drawn.") {
        Corrected::Drawn
    } else if rest.starts_with("without a result.") {
        Corrected::Void
    } else {
        Corrected::Won(rest.split_once(" won.")?.0.to_owned())
    };
    Some((GameNo(no), corrected))
}

/// A result that was put right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Corrected {
    /// Won by the player of this name.
    Won(String),
    Drawn,
    Void,
}

/// The standings in a text, group by group, and how many lines of each are left out.
pub(super) fn standings(text: &str) -> Vec<(Vec<Line>, usize)> {
    let mut groups: Vec<(Vec<Line>, usize)> = Vec::new();
    for line in text.lines() {
        if line.starts_with("Group ") {
            groups.push((Vec::new(), 0));
        } else if let Some(line) = standing(line) {
            if groups.is_empty() {
                groups.push((Vec::new(), 0));
            }
            groups.last_mut().expect("there is one").0.push(line);
        } else if let Some((more, _)) = number_after(line, "and ")
            && let Some(group) = groups.last_mut()
        {
            group.1 = more as usize;
        }
    }
    groups
}

fn standing(line: &str) -> Option<Line> {
    let (place, rest) = line.split_once("\\. ")?;
    let (name, rest) = rest.split_once(" **")?;
    let (points, rest) = rest.split_once("** (")?;
    let tie_breaks = rest.strip_suffix(')')?.split(", ").map(str::to_owned).collect();
    let (whole, half) = points.strip_suffix('½').map_or((points, 0), |whole| (whole, 5));
    let whole: u32 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    Some(Line {
        place: place.parse().ok()?,
        name: name.to_owned(),
        points: whole * 10 + half,
        tie_breaks,
    })
}
