//! Writing a report file.

use std::{collections::BTreeMap, fmt::Write};

use super::super::{
    history::{Bye, Colour, Entry, Number, PairingHistory, Player, PointSystem, Score},
    standings::{System, standings},
};
use super::read::tenths;

/// The event as a report file, as [`write_ranked`] writes it, with the places of a Swiss event.
#[must_use]
pub fn write(event: &PairingHistory) -> String {
    let lines = standings(event, System::Swiss).lines;
    write_ranked(event, &lines.iter().map(|line| (line.number, line.place)).collect())
}

/// The event as a report file of 2016 with the lines that pairing programs need, with these places as ranks. What
/// stands there is read again as the same event, but for rounds in which somebody was absent: they have a bye without
/// points, since some programs refuse what is blank.
#[must_use]
pub fn write_ranked(event: &PairingHistory, places: &BTreeMap<Number, usize>) -> String {
    let mut text = String::new();
    if !event.name.is_empty() {
        line(&mut text, format_args!("012 {}", event.name));
    }
    if event.rounds > 0 {
        line(&mut text, format_args!("XXR {}", event.rounds));
    }
    let rank = event.players.windows(2).any(|two| two[0].number > two[1].number);
    let initial = event.initial.map(|colour| match colour {
        Colour::White => " white1",
        Colour::Black => " black1",
    });
    if rank || initial.is_some() {
        line(
            &mut text,
            format_args!("XXC{}{}", if rank { " rank" } else { "" }, initial.unwrap_or_default()),
        );
    }
    system(&mut text, &event.points);
    for player in &event.players {
        report(&mut text, event, player, places.get(&player.number).copied());
    }
    for player in event.players.iter().filter(|player| !player.acceleration.is_empty()) {
        let bonus: String =
            player.acceleration.iter().map(|&points| format!(" {:>4}", tenths(points))).collect();
        line(&mut text, format_args!("XXA {:>4}{bonus}", player.number));
    }
    for group in &event.forbidden {
        let players: String = group.players.iter().map(|number| format!(" {number:>4}")).collect();
        match group.last {
            usize::MAX => line(&mut text, format_args!("XXP{players}")),
            last => {
                line(&mut text, format_args!("260 {:>3} {:>3}{players}", group.first + 1, last + 1))
            }
        }
    }
    text
}

fn line(text: &mut String, what: std::fmt::Arguments) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{what}");
}

/// The points of results, where they are not the usual ones.
fn system(text: &mut String, points: &PointSystem) {
    let usual = PointSystem::default();
    let letters = [
        ("W", points.win, usual.win),
        ("D", points.draw, usual.draw),
        ("L", points.loss, usual.loss),
        ("Z", points.zero, usual.zero),
        ("F", points.forfeit_loss, usual.forfeit_loss),
        ("U", points.allocated, points.win),
    ];
    for (letter, worth, usual) in letters {
        if worth != usual {
            line(text, format_args!("BB{letter} {:>4}", tenths(worth)));
        }
    }
    let codes = [
        ("FW", points.forfeit_win, points.win),
        ("FPB", points.full, points.win),
        ("HPB", points.half, points.draw),
    ];
    for (code, worth, usual) in codes {
        if worth != usual {
            line(text, format_args!("XXS {code}={}", tenths(worth)));
        }
    }
}

fn report(text: &mut String, event: &PairingHistory, player: &Player, place: Option<usize>) {
    let name: String = player.name.chars().filter(|c| !c.is_control()).take(33).collect();
    let rounds = player.entries.len().max(event.played);
    let entries: String = (0..rounds).map(|round| cell(&player.entry(round))).collect();
    let place = place.map(|place| place.to_string()).unwrap_or_default();
    let rating = if player.rating == 0 { String::new() } else { player.rating.to_string() };
    let points = tenths(event.points_of(player));
    line(
        text,
        format_args!(
            "001 {:>4}      {name:<33} {rating:>4}                            {points:>4} {place:>4}{entries}",
            player.number
        ),
    );
}

/// One round, in ten columns.
fn cell(entry: &Entry) -> String {
    let side = |colour: &Colour| if *colour == Colour::White { 'w' } else { 'b' };
    match entry {
        Entry::Game { opponent, colour, score } => {
            let result = match score {
                Score::Win => '1',
                Score::Draw => '=',
                Score::Loss => '0',
            };
            format!("  {opponent:>4} {} {result}", side(colour))
        }
        Entry::Forfeit { opponent, colour, score } => {
            let result = if *score == Score::Win { '+' } else { '-' };
            format!("  {opponent:>4} {} {result}", colour.as_ref().map_or('-', side))
        }
        Entry::Bye { bye } => {
            let letter = match bye {
                Bye::Allocated => 'U',
                Bye::Full => 'F',
                Bye::Half => 'H',
                Bye::Zero => 'Z',
            };
            format!("  0000 - {letter}")
        }
        Entry::Absent => cell(&Entry::Bye { bye: Bye::Zero }),
    }
}
