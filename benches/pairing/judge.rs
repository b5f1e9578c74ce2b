//! Judges a pairing by the absolute criteria and the bye (C1 to C3, C5), from the rounds alone and with a matching of
//! its own: nothing of the pairing is used.

use std::collections::HashSet;

use integer_blossom::max_weight_matching;
use pairing::{
    dutch::{GivenUp, Pairing},
    history::{Bye, Colour, Entry, Number, PairingHistory, Player, Points},
};

/// The rights and wishes of a player before a round.
struct View {
    number: Number,
    points: Points,
    met: HashSet<Number>,
    /// The colour that the player must have, unless a topscorer of the last round meets another.
    must: Option<Colour>,
    top: bool,
    may_rest: bool,
}

/// Returns what is wrong with a pairing, a sentence each.
pub(crate) fn faults(event: &PairingHistory, pairing: &Pairing) -> Vec<String> {
    let views: Vec<View> = event
        .players
        .iter()
        .filter(|player| player.entries.len() <= event.played)
        .map(|player| view(event, player))
        .collect();
    let mut faults = Vec::new();
    let mut seen: Vec<Number> = pairing.games.iter().flat_map(|game| [game.0, game.1]).collect();
    seen.extend(pairing.bye);
    seen.sort_unstable();
    let wanted: Vec<Number> = views.iter().map(|view| view.number).collect();
    if seen != wanted {
        return vec!["not everybody is paired once".to_owned()];
    }
    let at = |number: Number| views.binary_search_by_key(&number, |view| view.number);
    let find = |number: Number| &views[at(number).expect("was compared")];
    let games: Vec<(&View, &View)> =
        pairing.games.iter().map(|&(white, black)| (find(white), find(black))).collect();
    let rematches = games.iter().filter(|(one, other)| one.met.contains(&other.number)).count();
    let clashes = games.iter().filter(|(one, other)| clash(one, other)).count();
    let bye = pairing.bye.map(find);
    let second_byes = usize::from(bye.is_some_and(|view| !view.may_rest));
    let told =
        |kind: fn(&GivenUp) -> bool| pairing.given_up.iter().filter(|what| kind(what)).count();
    if told(|what| matches!(what, GivenUp::Rematch { .. })) != rematches
        || told(|what| matches!(what, GivenUp::Colours { .. })) != clashes
        || told(|what| matches!(what, GivenUp::Bye { .. })) != second_byes
    {
        faults.push("what was given up is not what was said".to_owned());
    }
    for (white, black) in &games {
        let wronged = |view: &View, colour| view.must.is_some_and(|must| must != colour);
        let top = white.top || black.top;
        if !top
            && !clash(white, black)
            && (wronged(white, Colour::White) || wronged(black, Colour::Black))
        {
            faults.push(format!("{} and {} have the wrong colours", white.number, black.number));
        }
    }
    if rematches + clashes + second_byes > 0 {
        faults.extend(avoidable(&views, [rematches, second_byes, clashes]));
    } else if let Some(bye) = bye {
        let lower = |view: &View| view.may_rest && view.points < bye.points;
        if views.iter().any(lower)
            && least(
                &views,
                |one, other| legal(one, other).then_some(0),
                |view| lower(view).then_some(0),
            )
            .is_some()
        {
            faults.push(format!("the bye of {} could have gone to somebody with less", bye.number));
        }
    }
    faults
}

fn view(event: &PairingHistory, player: &Player) -> View {
    let entries: Vec<Entry> = (0..event.played).map(|round| player.entry(round)).collect();
    let colours: Vec<Colour> = entries.iter().filter_map(Entry::colour).collect();
    let whites = colours.iter().filter(|colour| **colour == Colour::White).count();
    let must = match colours.as_slice() {
        _ if 2 * whites >= colours.len() + 2 => Some(Colour::Black),
        _ if 2 * whites + 2 <= colours.len() => Some(Colour::White),
        [.., before, last] if before == last => Some(last.other()),
        _ => None,
    };
    let points = event.points_of(player);
    View {
        number: player.number,
        points,
        met: entries.iter().filter(|entry| entry.played()).filter_map(Entry::opponent).collect(),
        must,
        top: event.played + 1 == event.rounds
            && 2 * points > event.points.win * event.played as Points,
        may_rest: !entries.iter().any(|entry| {
            *entry == Entry::Bye { bye: Bye::Allocated }
                || !entry.played() && event.points.of(entry) >= event.points.win
        }),
    }
}

/// C3: both have to get the same colour.
fn clash(one: &View, other: &View) -> bool {
    one.must.is_some() && one.must == other.must && !one.top && !other.top
}

fn legal(one: &View, other: &View) -> bool {
    !one.met.contains(&other.number) && !clash(one, other)
}

/// Tells if less could have been given up: rematches count before byes, and these before colours.
fn avoidable(views: &[View], given_up: [usize; 3]) -> Option<String> {
    let weigh = |[rematches, byes, clashes]: [usize; 3]| {
        (rematches * 1_000_000 + byes * 1_000 + clashes) as i64
    };
    let pair = |one: &View, other: &View| {
        let rematch = one.met.contains(&other.number);
        Some(weigh([usize::from(rematch), 0, usize::from(clash(one, other))]))
    };
    let best = least(views, pair, |view| Some(weigh([0, usize::from(!view.may_rest), 0])));
    (best != Some(weigh(given_up)))
        .then(|| format!("{given_up:?} were given up, more than need be"))
}

/// The least sum of costs with which everybody can be paired, one of an odd number with nobody; `None` where nothing
/// pairs them all.
fn least(
    views: &[View],
    pair: impl Fn(&View, &View) -> Option<i64>,
    rest: impl Fn(&View) -> Option<i64>,
) -> Option<i64> {
    /// More than all costs of a pairing.
    const PAIR: i64 = 1_000_000_000_000;
    let size = views.len() + views.len() % 2;
    let mut weights = vec![0_i64; size * size];
    for (at, one) in views.iter().enumerate() {
        for (below, other) in views.iter().enumerate().skip(at + 1) {
            weights[at * size + below] = pair(one, other).map_or(0, |cost| PAIR - cost);
        }
        if size > views.len() {
            weights[at * size + size - 1] = rest(one).map_or(0, |cost| PAIR - cost);
        }
    }
    let mates = max_weight_matching(&weights, size);
    let mut sum = 0;
    for (at, mate) in mates.iter().enumerate() {
        let mate = (*mate)?;
        if at < mate {
            sum += PAIR - weights[at * size + mate];
        }
    }
    Some(sum)
}
