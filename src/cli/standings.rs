//! `standings`: the table of an event, with its tie-breaks and their sums.

use std::path::PathBuf;

use clap::Args;
use pairing::{
    history::{Number, PairingHistory},
    standings::{
        Encounter, Hundredths, Line, Standings, Sum, System, Term, TermKind, TieBreak,
        TieBreakValue, crosstable, standings as table_of,
    },
    trf::Reading,
};
use serde_json::{Map, Value, json};
use table::{is_invisible, without_invisible};

use super::{
    event_file,
    failure::{CommandOutcome, Failure},
};

#[derive(Debug, Args)]
pub(super) struct StandingsArgs {
    /// The event, a tournament report file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Everybody meets everybody: forfeits count like games, and Buchholz does not count
    #[arg(long)]
    round_robin: bool,
    /// Prints JSON, with every term of every sum
    #[arg(long, conflicts_with_all = ["crosstable", "why"])]
    json: bool,
    /// Prints everybody's rounds
    #[arg(long, conflicts_with = "why")]
    crosstable: bool,
    /// Prints the sums of the player with this start number
    #[arg(long, value_name = "NUMBER")]
    why: Option<Number>,
}

/// Runs `standings`. What does not fit together in the file goes to `note`, and which round is left
/// out because it is still being played.
pub(super) fn standings(args: &StandingsArgs, note: &mut dyn FnMut(&str)) -> CommandOutcome {
    let Reading { event, unfinished, .. } = event_file::read(&args.file, note)?;
    if let Some(open) = unfinished {
        let missing = event_file::missing_results(open.games);
        note(&match open.round {
            1 => format!("round 1 is being played ({missing}): nobody has points yet"),
            round => format!(
                "round {round} is being played ({missing}): this is the table after round {}",
                round - 1
            ),
        });
    }
    let system = if args.round_robin { System::RoundRobin } else { System::Swiss };
    let table = table_of(&event, system);
    printed(args, &event, &table)
}

/// The table in the form that was asked for.
fn printed(args: &StandingsArgs, event: &PairingHistory, table: &Standings) -> CommandOutcome {
    match args.why {
        Some(number) => {
            let line = table.lines.iter().find(|line| line.number == number);
            let missing = || Failure::Failed(format!("there is no player {number}"));
            Ok(reasons(event, table, line.ok_or_else(missing)?))
        }
        None if args.json => Ok(format!("{:#}\n", as_json(event, table))),
        None if args.crosstable => Ok(rounds_text(event, table)),
        None => Ok(table_text(event, table)),
    }
}

/// A player's name, without characters that cannot be seen or that steer a terminal.
fn name(event: &PairingHistory, number: Number) -> String {
    let name = event.player(number).map_or("", |player| player.name.as_str());
    let has_hidden = without_invisible(name) != name;
    let is_hidden = |c: char| c.is_control() || has_hidden && is_invisible(c);
    let shown: String = name.chars().map(|c| if is_hidden(c) { '?' } else { c }).collect();
    if shown.is_empty() { "-".to_owned() } else { shown }
}

/// A line for each player: place, start number, points, tie-breaks, name.
fn table_text(event: &PairingHistory, table: &Standings) -> String {
    let codes: Vec<&str> = table.tie_breaks.iter().map(|one| one.code()).collect();
    let mut text = format!("PLACE NUMBER POINTS {} NAME\n", codes.join(" "));
    for line in &table.lines {
        let values: Vec<String> = line.tie_breaks.iter().map(TieBreakValue::shown).collect();
        text += &format!(
            "{} {} {:.1} {} {}\n",
            line.place,
            line.number,
            tenths(line.points),
            values.join(" "),
            name(event, line.number)
        );
    }
    text
}

/// A line for each player: its number in the table, start number, rounds, points, name.
fn rounds_text(event: &PairingHistory, table: &Standings) -> String {
    let mut text = String::new();
    for ((at, line), row) in (1..).zip(&table.lines).zip(crosstable(event, table)) {
        let cells: String = row.iter().map(|cell| format!("{cell} ")).collect();
        let (points, name) = (tenths(line.points), name(event, line.number));
        text += &format!("{at} {} {cells}{points:.1} {name}\n", line.number);
    }
    text
}

/// Returns how each tie-break of a player comes about, a line each.
fn reasons(event: &PairingHistory, table: &Standings, line: &Line) -> String {
    let (name, points) = (name(event, line.number), tenths(line.points));
    let mut text = format!("{} {name}: place {}, {points:.1} points\n", line.number, line.place);
    for (tie_break, value) in table.tie_breaks.iter().zip(&line.tie_breaks) {
        let sum = match value {
            TieBreakValue::Sum(sum) => sum_text(*tie_break, sum),
            TieBreakValue::Encounter(met) => met.as_ref().map_or_else(String::new, met_text),
            TieBreakValue::Count(_) => String::new(),
        };
        text += &format!("{} {}{sum}\n", tie_break.code(), TieBreakValue::shown(value));
    }
    text
}

/// ` = 4.5 (2) + 3 (dummy); cut 1.5 (13)`, in brackets the opponent.
fn sum_text(tie_break: TieBreak, sum: &Sum) -> String {
    let term = |term: &Term| {
        let whose = match term.kind {
            TermKind::Opponent(number) => number.to_string(),
            TermKind::Dummy { .. } => "dummy".to_owned(),
        };
        let score = tenths(term.score);
        if tie_break == TieBreak::SonnebornBerger {
            format!("{}×{score} ({whose})", tenths(term.points))
        } else {
            format!("{score} ({whose})")
        }
    };
    let list = |is_cut: bool, between: &str| {
        let terms = sum.terms.iter().filter(|term| term.is_cut == is_cut).map(term);
        terms.collect::<Vec<_>>().join(between)
    };
    let (kept, cut) = (list(false, " + "), list(true, ", "));
    let kept = if kept.is_empty() { kept } else { format!(" = {kept}") };
    if cut.is_empty() { kept } else { format!("{kept}; cut {cut}") }
}

/// ` = 1 (4) + 0.5 (7), no game with 2 others`, in brackets the opponent.
fn met_text(met: &Encounter) -> String {
    let games = met.meetings.iter().map(|one| match one.games {
        1 => format!("{} ({})", one.points, one.opponent),
        games => format!("{}/{games} ({})", one.points, one.opponent),
    });
    let games = games.collect::<Vec<_>>().join(" + ");
    let games = if games.is_empty() { games } else { format!(" = {games}") };
    match met.missing {
        0 => games,
        1 => format!("{games}; no game with 1 other"),
        missing => format!("{games}; no game with {missing} others"),
    }
}

fn tenths(points: u32) -> Hundredths {
    Hundredths(u64::from(points) * 10)
}

fn as_json(event: &PairingHistory, table: &Standings) -> Value {
    let rounds = crosstable(event, table);
    let players: Vec<Value> = table
        .lines
        .iter()
        .zip(rounds)
        .map(|(line, row)| {
            let tie_breaks: Map<String, Value> = table
                .tie_breaks
                .iter()
                .zip(&line.tie_breaks)
                .map(|(tie_break, value)| (tie_break.code().to_owned(), value_json(value)))
                .collect();
            let row: Vec<String> = row.iter().map(ToString::to_string).collect();
            json!({
                "place": line.place,
                "number": line.number,
                "name": event.player(line.number).map_or("", |player| player.name.as_str()),
                "points": number(tenths(line.points)),
                "tie_breaks": tie_breaks,
                "rounds": row,
            })
        })
        .collect();
    let codes: Vec<&str> = table.tie_breaks.iter().map(|one| one.code()).collect();
    json!({
        "event": event.name,
        "rounds": table.rounds,
        "regulations": "FIDE C.07, 2026-03-01",
        "tie_breaks": codes,
        "players": players,
    })
}

fn number(hundredths: Hundredths) -> f64 {
    hundredths.0 as f64 / 100.0
}

fn value_json(value: &TieBreakValue) -> Value {
    match value {
        TieBreakValue::Sum(sum) => {
            let terms: Vec<Value> = sum.terms.iter().map(term_json).collect();
            json!({ "value": number(sum.total), "terms": terms })
        }
        TieBreakValue::Encounter(met) => {
            let terms: Vec<Value> = met
                .iter()
                .flat_map(|met| &met.meetings)
                .map(|one| {
                    json!({
                        "opponent": one.opponent,
                        "points": number(one.points),
                        "games": one.games,
                    })
                })
                .collect();
            json!({
                "value": met.as_ref().map(|met| number(met.points)),
                "terms": terms,
                "missing": met.as_ref().map_or(0, |met| met.missing),
            })
        }
        TieBreakValue::Count(count) => json!({ "value": count }),
    }
}

fn term_json(term: &Term) -> Value {
    let (opponent, voluntary) = match term.kind {
        TermKind::Opponent(number) => (Some(number), false),
        TermKind::Dummy { voluntary } => (None, voluntary),
    };
    json!({
        "round": term.round,
        "opponent": opponent,
        "voluntary": voluntary,
        "score": number(tenths(term.score)),
        "points": number(tenths(term.points)),
        "value": number(term.value),
        "cut": term.is_cut,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use pairing::trf;

    const PAGE: &str = include_str!("../../docs/TOURNAMENTS.md");

    /// Returns what stands on the page between this line and the next command or the end of the block.
    fn after(line: &str) -> &'static str {
        let (_, rest) = PAGE.split_once(&format!("$ {line}\n")).unwrap();
        let end = rest.find("\n$ ").map_or(rest.len(), |at| at + 1);
        &rest[..end.min(rest.find("```").unwrap())]
    }

    fn print(text: &str, options: &[&str]) -> String {
        #[derive(clap::Parser)]
        struct Call {
            #[command(flatten)]
            args: StandingsArgs,
        }
        let call = ["standings", "club.trf"].iter().chain(options);
        let args = <Call as clap::Parser>::parse_from(call).args;
        let event = trf::read(text).unwrap().event;
        let system = if args.round_robin { System::RoundRobin } else { System::Swiss };
        printed(&args, &event, &table_of(&event, system)).unwrap()
    }

    /// The examples of the page are what the program prints.
    #[test]
    fn the_page_has_the_right_tables() {
        let event = after("cat club.trf");
        assert_eq!(print(event, &[]), after("martian-cake standings club.trf"));
        let why = after("martian-cake standings club.trf --why 2");
        assert_eq!(print(event, &["--why", "2"]), why);
        let rounds = after("martian-cake standings club.trf --crosstable");
        assert_eq!(print(event, &["--crosstable"]), rounds);
    }

    /// What JSON says is what the table says, and each sum is that of its terms.
    #[test]
    fn json_has_every_term() {
        let event = after("cat club.trf");
        let json: Value = serde_json::from_str(&print(event, &["--json"])).unwrap();
        let table = print(event, &[]);
        let players = json["players"].as_array().unwrap();
        assert_eq!(players.len(), table.lines().count() - 1);
        for (player, line) in players.iter().zip(table.lines().skip(1)) {
            assert!(line.ends_with(player["name"].as_str().unwrap()), "{line}");
            for code in ["BH-C1", "BH", "SB"] {
                let sum = &player["tie_breaks"][code];
                let terms = sum["terms"].as_array().unwrap().iter();
                let kept = terms.filter(|term| term["cut"] == false);
                let total: f64 = kept.map(|term| term["value"].as_f64().unwrap()).sum();
                assert_eq!(sum["value"].as_f64().unwrap(), total, "{code} of {line}");
            }
        }
    }

    #[test]
    fn a_round_robin_has_no_buchholz() {
        let table = print(after("cat club.trf"), &["--round-robin"]);
        assert!(table.starts_with("PLACE NUMBER POINTS SB DE WIN NAME\n"), "{table}");
    }

    #[test]
    fn names_cannot_mislead() {
        let text = after("cat club.trf").replace("Ann", "A\u{202e}n");
        assert!(print(&text, &[]).contains(" A?n\n"));
        let joined = after("cat club.trf").replace("Ann", "ع\u{200c}ل");
        assert!(print(&joined, &[]).contains(" ع\u{200c}ل\n"), "a joiner is part of a name");
    }
}
