//! The sentences about a typed text that is no legal move: first what, then why, then what would
//! do.

use super::{
    Centre, Fault, Hex, HexSet, Kind, Move, Position,
    faults::{Blocker, Hindrance, NoEntry, NoPromotion, Ride, RideEnd, Unreached, Weakness},
    movement::FLIGHT,
    rows::row,
    sums::{defence_words, has, men_words, missing_words, strength_sum},
    typed::{self, TypedMove},
    words::{a, movement_words, plural, the, verb},
};
use crate::{
    legal_moves,
    text::{capitalised, list, number, sentence},
};

/// The sentences about why a typed text is no legal move.
pub(super) fn words(position: &Position, typed: &str, fault: &Fault) -> String {
    let wanted = typed::parse(typed).unwrap_or_default();
    let text = match fault {
        Fault::Over => return "The game is over, so no turn is taken.".to_owned(),
        Fault::OffBoard(name) => off_board(name),
        Fault::MayNotPass => "You may pass only when nothing of yours can move.".to_owned(),
        Fault::MustCrown(fortress) => format!(
            "Your King is lost: now a man of tier 3 must move to your fortress on {fortress} and \
             be crowned."
        ),
        Fault::OwnManThere(at, kind) => own_man_there(position, *at, *kind),
        Fault::NoSuchMan(kind) => format!("You have no {} on the board.", kind.name()),
        Fault::Entry(NoEntry::NoDragon) => {
            "You have no Dragon, neither in hand nor on the board.".to_owned()
        }
        Fault::NothingReaches { to, named } => {
            let whose = named.map_or("men", plural);
            format!("None of your {whose} can go to {to} now.")
        }
        Fault::TooWeak(weakness) => too_weak(&wanted, weakness),
        _ => format!("{} is not possible: {}", said(&wanted), reason(position, fault)),
    };
    let is_corner = matches!(fault, Fault::NotACorner(_) | Fault::OwnCentre(_));
    match position.corners().first() {
        Some(corner) if wanted.corner.is_none() && !is_corner => {
            format!(
                "{text} Your turn begins with a corner for the fallen fortress, such as `@{corner}`."
            )
        }
        _ => text,
    }
}

/// Returns what a text leaves open that fits several moves: `the corner`, `who goes and where to`.
pub(super) fn open(moves: &[Move]) -> String {
    let differ = |part: fn(&Move) -> Option<Hex>| {
        moves.first().is_some_and(|first| moves.iter().any(|mv| part(mv) != part(first)))
    };
    let promotions: Vec<Option<Kind>> = moves.iter().map(|mv| mv.promotion).collect();
    let parts = [
        (differ(|mv| mv.corner), "the corner"),
        (
            promotions.windows(2).any(|two| two[0] != two[1]),
            "what the man in your fortress becomes",
        ),
        (differ(|mv| mv.action.origin()), "who goes"),
        (differ(|mv| mv.action.target()), "where to"),
    ];
    list(parts.into_iter().filter_map(|(is_open, part)| is_open.then_some(part)))
}

/// Returns what follows "is not possible:"; empty for the faults that have sentences of their own.
fn reason(position: &Position, fault: &Fault) -> String {
    match fault {
        Fault::NoCornerDue(_) => no_corner_due(position),
        Fault::NotACorner(hex) => {
            format!("{hex} is no corner. You may name {}.", one_of(position.corners()))
        }
        Fault::OwnCentre(hex) => format!(
            "{hex} is your own centre, and two centres are never on one hex. You may name {}.",
            one_of(position.corners())
        ),
        Fault::Promotion(why) => no_promotion(why),
        Fault::NoMan(at) => format!("nobody stands on {at}."),
        Fault::Enemy(at, kind) => {
            format!("{} {} your enemy's.", the(*kind, *at), verb(*kind, "is", "are"))
        }
        Fault::Mountain(at) => {
            format!("{at} is a mountain; it never moves, and nobody lands on it.")
        }
        Fault::WrongKind { at, kind, named } => {
            format!("{} {} on {at}, not {}.", a(*kind), verb(*kind, "stands", "stand"), a(*named))
        }
        Fault::SameHex(at) => format!("it starts and ends on {at}."),
        Fault::OwnMan { to, by } => {
            format!("your own {} {} on {to}.", by.name(), verb(*by, "stands", "stand"))
        }
        Fault::OutOfReach(unreached) => out_of_reach(unreached),
        Fault::Entry(why) => no_entry(why),
        Fault::NothingFits => "its parts do not go together here.".to_owned(),
        _ => String::new(),
    }
}

/// Returns what was typed, tidied up: only the parts that the grammar of moves knows.
fn said(wanted: &TypedMove) -> String {
    let corner = wanted.corner.map(|corner| format!("@{corner}"));
    let promotion = wanted.promotion.map(|up| format!("={}", up.letter()));
    let letter = wanted.named.map(|kind| kind.letter().to_string());
    let sign = wanted.enters.then(|| "@".to_owned());
    let hexes = [wanted.from, wanted.to].map(|hex| hex.map(|hex| hex.to_string()));
    let main: String = [letter, sign].into_iter().chain(hexes).flatten().collect();
    let pass = wanted.passes.then(|| "pass".to_owned());
    let main = Some(main).filter(|main| !main.is_empty()).or(pass);
    let parts: Vec<String> = [corner, promotion, main].into_iter().flatten().collect();
    if parts.is_empty() { "This".to_owned() } else { parts.join(" ") }
}

/// `a6, f1 or k6`
fn one_of(hexes: HexSet) -> String {
    list(hexes).replace(" and ", " or ")
}

fn off_board(name: &str) -> String {
    let number = name.get(1..).and_then(|row| row.parse::<u8>().ok());
    let mut hexes = row(number.filter(|row| (1..=11).contains(row)).unwrap_or(0));
    match (hexes.next(), hexes.last()) {
        (Some(first), Some(last)) => {
            format!("The board has no hex {name}: its row goes from {first} to {last}.")
        }
        _ => format!("The board has no hex {name}: files go from a to k, rows from 1 to 11."),
    }
}

fn no_corner_due(position: &Position) -> String {
    match position.centre(position.turn().other()) {
        Centre::Fortress(at) => format!(
            "a corner is named when the enemy's fortress has fallen, and the one on {at} stands."
        ),
        Centre::Ruin(at) => {
            format!("the enemy's fortress is ruined already, and its centre is {at} for good.")
        }
        Centre::Fallen => String::new(),
    }
}

fn no_promotion(why: &NoPromotion) -> String {
    match why {
        NoPromotion::KingStands => "your King stands, and there is one only.".to_owned(),
        NoPromotion::KingLost => "your King is lost, and now a man becomes King.".to_owned(),
        NoPromotion::Ruined => "men are promoted in your fortress, and it is ruined.".to_owned(),
        NoPromotion::Nobody(fortress) => format!(
            "nobody of yours stands in your fortress on {fortress}, and men are promoted only there."
        ),
        NoPromotion::NoneSpare(up) => format!(
            "both your {} are on the board, and a man becomes only what stands beside it.",
            plural(*up)
        ),
        NoPromotion::NotThat { at, kind, up } => match kind.ranks_up() {
            [] => format!("the {} in your fortress on {at} is never promoted.", kind.name()),
            [Kind::King] => format!(
                "the {} in your fortress on {at} can become only a King, and only when yours is \
                 lost.",
                kind.name()
            ),
            ups => {
                let ups = list(ups.iter().map(|up| a(*up))).replace(" and ", " or ");
                let (name, up) = (kind.name(), a(*up));
                format!("the {name} in your fortress on {at} can become {ups}, not {up}.")
            }
        },
    }
}

fn no_entry(why: &NoEntry) -> String {
    match why {
        NoEntry::NoDragon => String::new(),
        NoEntry::Ruined => {
            "the Dragon comes out near your fortress, and that is ruined.".to_owned()
        }
        NoEntry::TooFar { fortress, to } => format!(
            "the Dragon comes out at most {} hexes from your fortress on {fortress}, and {to} is {} \
             away.",
            number(FLIGHT.into()),
            number(fortress.distance(*to).into())
        ),
        NoEntry::Walled { fortress, to } => format!(
            "the Dragon comes out as if it flew from your fortress on {fortress}, and no way of \
             {} steps to {to} is free of men.",
            number(FLIGHT.into())
        ),
    }
}

fn own_man_there(position: &Position, at: Hex, kind: Kind) -> String {
    let name = kind.name();
    let stands = verb(kind, "stands", "stand");
    if legal_moves(position).iter().any(|mv| mv.action.origin() == Some(at)) {
        format!("Your own {name} {stands} on {at}; say where to go from there.")
    } else {
        format!("Your own {name} {stands} on {at} and cannot move now.")
    }
}

/// The sums of an attack, the men who help in it, and what would be enough.
fn too_weak(wanted: &TypedMove, weakness: &Weakness) -> String {
    let Weakness { attack, missing, able } = weakness;
    let ((from, mover), (target, _)) = (attack.mover, attack.victim);
    let what = if wanted.from.is_none() && wanted.named.is_none() {
        format!("Even {} {} too weak for {target}", the(mover, from), verb(mover, "is", "are"))
    } else {
        format!("{} is too weak", said(&TypedMove { from: Some(from), ..wanted.clone() }))
    };
    let (sum, defence) = (strength_sum(attack), defence_words(attack));
    let adds = sum.contains('=');
    let strength = if adds { sum } else { format!("the {} {} {sum}", mover.name(), has(mover)) };
    let borrows = mover == Kind::King && attack.tier > 1;
    let borrowed = match borrows {
        true => format!(" Your King counts as tier {}.", attack.tier),
        false => String::new(),
    };
    let men = &attack.helpers;
    let helpers = if adds {
        about_men(men, "helps", "help")
    } else {
        (!men.is_empty()).then(|| format!("too few to add anything: {}", men_words(men)))
    };
    let (left_out, would_do) = match able.first() {
        Some((at, kind)) => (None, format!("{} can take it", the(*kind, *at))),
        None => {
            let (counts, count) =
                ("ranks higher and does not count", "rank higher and do not count");
            (about_men(&attack.left_out, counts, count), missing_words(*missing, target))
        }
    };
    let rest: Vec<String> = helpers.into_iter().chain(left_out).chain([would_do]).collect();
    format!("{what}: {strength}, {defence}.{borrowed} {}", sentence(&rest.join("; ")))
}

/// `the Rabble on g6 helps`; empty where there is nobody.
fn about_men(men: &[(Hex, Kind)], one: &str, many: &str) -> Option<String> {
    let verb = match men {
        [] => return None,
        [(_, kind)] => verb(*kind, one, many),
        _ => many,
    };
    Some(format!("{} {verb}", men_words(men)))
}

fn out_of_reach(unreached: &Unreached) -> String {
    const LIST_ORDER: u32 = 6;
    let Unreached { kind, from, to, why, reach } = unreached;
    let why = match why {
        Hindrance::OffLine { is_crosswise } => {
            let lies = match (is_crosswise, movement_words(*kind).contains("diagonal")) {
                (false, _) => "lies on none of these lines",
                (true, true) => "lies straight ahead, across edges",
                (true, false) => "lies diagonally",
            };
            format!("{}, and {to} {lies}.", moves(*kind))
        }
        Hindrance::TooFar { steps, limit } => {
            let limit = if *limit == 1 {
                "one".to_owned()
            } else {
                format!("at most {}", number((*limit).into()))
            };
            format!(
                "{to} is {} steps away, and {} {} {limit}.",
                number((*steps).into()),
                a(*kind),
                verb(*kind, "goes", "go")
            )
        }
        Hindrance::Blocked(blocker) => format!("{}.", in_the_way(*blocker)),
        Hindrance::OffRing(centres) => off_ring(*kind, *to, centres),
        Hindrance::Rides(rides) => format!("{}.", rides_words(*kind, rides)),
        Hindrance::Walled => format!(
            "men stand in every way of {} steps to {to}; a Dragon flies over mountains, not over \
             men.",
            number(FLIGHT.into())
        ),
    };
    match reach.size() {
        0 => format!("{why} {} cannot move now.", capitalised(&the(*kind, *from))),
        1..=LIST_ORDER => format!("{why} From {from} the way is open to {}.", list(*reach)),
        _ => why,
    }
}

/// `an Elephant moves any number of steps diagonally`
fn moves(kind: Kind) -> String {
    format!("{} {} {}", a(kind), verb(kind, "moves", "move"), movement_words(kind))
}

/// `your own Rabble on e2 is in the way`
fn in_the_way(blocker: Blocker) -> String {
    let Blocker { at, man } = blocker;
    match man {
        None => format!("the mountain on {at} is in the way"),
        Some((kind, is_own)) => {
            let whose = if is_own { "your own" } else { "the enemy" };
            format!("{whose} {} on {at} {} in the way", kind.name(), verb(kind, "is", "are"))
        }
    }
}

fn off_ring(kind: Kind, to: Hex, centres: &[(Hex, u8, u8)]) -> String {
    let here = list(centres.iter().map(|(centre, start, _)| format!("{start} to {centre}")));
    let there = list(centres.iter().map(|(.., end)| end));
    format!("{}. Here that is {here}, and {to} has {there}.", moves(kind))
}

/// Returns why the walk round each centre ends too soon.
fn rides_words(kind: Kind, rides: &[Ride]) -> String {
    let walk = |ride: &Ride| {
        let end = match ride.end {
            RideEnd::Blocked(blocker) => in_the_way(blocker),
            RideEnd::Edge(last) => format!("the ring leaves the board behind {last}"),
            RideEnd::TooFar(steps) => {
                format!("it is {} steps away, too far for {}", number(steps.into()), a(kind))
            }
        };
        (ride.centre, end)
    };
    let mut said: Vec<String> = Vec::new();
    for pair in rides.chunks(2) {
        let walks: Vec<(Hex, String)> = pair.iter().map(walk).collect();
        said.push(match walks.as_slice() {
            [(centre, one), (_, other)] if one == other => {
                format!("round {centre} {one} both ways")
            }
            [(centre, one), (_, other)] => {
                format!("round {centre} {one}, and the other way {other}")
            }
            _ => String::new(),
        });
    }
    said.join("; ")
}
