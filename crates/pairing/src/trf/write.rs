//! Writing a report file.

use std::{fmt::Write, ops::Range};

use super::super::history::{
    Bye, Colour, Entry, PairingHistory, Player, PointSystem, Points, Score,
};

/// The event as a report file of 2016 with the lines that pairing programs need. What stands there is read again as
/// the same event.
#[must_use]
pub fn write(event: &PairingHistory) -> String {
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
    let unseen = rounds_seen(event)..event.played;
    let mut order: Vec<&Player> = event.players.iter().collect();
    order.sort_by_key(|player| std::cmp::Reverse(event.points_of(player)));
    for player in &event.players {
        let place = order.iter().position(|one| one.number == player.number).map_or(0, |at| at + 1);
        report(&mut text, event, player, (place, &unseen));
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

fn tenths(points: Points) -> String {
    format!("{}.{}", points / 10, points % 10)
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
}

/// Returns how many rounds are seen to be played from their pairings: of a round in which nobody had an
/// opponent somebody's absence has to be written.
fn rounds_seen(event: &PairingHistory) -> usize {
    let entries = event.players.iter().map(|player| &player.entries);
    entries
        .filter_map(|entries| entries.iter().rposition(Entry::paired))
        .max()
        .map_or(0, |at| at + 1)
}

fn report(
    text: &mut String,
    event: &PairingHistory,
    player: &Player,
    (place, unseen): (usize, &Range<usize>),
) {
    let name: String = player.name.chars().filter(|c| !c.is_control()).take(33).collect();
    let entries: String = (0..player.entries.len().max(event.played))
        .map(|round| match player.entry(round) {
            Entry::Absent if unseen.contains(&round) => cell(&Entry::Bye { bye: Bye::Zero }),
            entry => cell(&entry),
        })
        .collect();
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
        Entry::Absent => " ".repeat(10),
    }
}
