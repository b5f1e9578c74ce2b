//! The rules in short, by topic (section 13).

use super::{Kind, options::LINES};
use crate::{
    Lesson,
    text::{called, singular},
};

const ALL: &str = "\
**Lyra**: capture the enemy General. There is no check: he may walk into danger, and you have to \
watch for yourself.
Each turn one piece moves or attacks, `c2-c3` or `c3xd4`. Attacker and defender roll; only the \
higher number takes the piece, otherwise it is a push: nothing moves and the turn is over.
Soldiers step forward or sideways and become Lieutenants on the last rank. A two-step move in a \
straight line may step over friends. An Assassin takes over the movement of what it captures.
More: `rules lyra soldier` (lieutenant, captain, assassin, general), `rules lyra dice`, \
`rules lyra draw`, `rules lyra options`.";

const SOLDIER: &str = "\
**Soldier (S)**: one step forward or sideways. Attacks with a d4, defends with a d4.
It becomes a Lieutenant on the last rank, by step or by capture: `b5-b6=L`, or just `b6`.";

const LIEUTENANT: &str = "\
**Lieutenant (L)**: one or two steps diagonally, or one step forward or back. Attacks with a d6, \
defends with a d4.
Its two-step moves go straight and step over friends, not over enemies.";

const CAPTAIN: &str = "\
**Captain (C)**: one or two steps straight in any of four directions, or one step diagonally \
forward. Attacks with a d8, defends with a d6.
Its two-step moves step over friends, not over enemies.";

const ASSASSIN: &str = "\
**Assassin (A)**: one step diagonally or sideways. Attacks with a d10, defends with a d8.
A hit gives it its victim's movement on top, until the next hit; the badge beside it shows whose \
(`rules lyra badge`). With a Lieutenant's or Captain's movement it steps over friends and enemies.";

const GENERAL: &str = "\
**General (G)**: one step in any direction. Attacks with a d12, defends with a d10.
Lose him and you lose the game; there is no check to warn you.";

const DICE: &str = "\
**Fights**: the attacker rolls its attack die, the defender its defence die. Strictly higher hits: \
the defender is off the board. Otherwise it is a push: nothing moves and the turn is over.
Attack and defence: Soldier d4, d4; Lieutenant d6, d4; Captain d8, d6; Assassin d10, d8; General \
d12, d10.
A Soldier hits a Soldier with 3/8 and a General with 3/20; a General hits a Soldier with 19/24. \
`odds c3xd4` shows any fight.";

const DRAW: &str = "\
**Draw**: the third repetition of a position, or 40 turns each without attack and promotion, or by \
agreement. A push counts as an attack.
`repetition=N` and `progress=N` set other limits when a game is offered, 0 switches one off.";

const MOVES: &str = "\
**How to type**: `c2-c3` moves, `c3xd4` attacks, `b5-b6=L` promotes; `c2c3` or just `c3` will do \
where only one move fits, and `Lc3` names the piece.
A move that steps over something is typed the same way, from and to.";

const JUMP: &str = "\
**Stepping over**: only in a two-step move in a straight line; the piece in between is not touched. \
Lieutenants and Captains step over friends, the General included; only an Assassin that holds a \
Lieutenant's or Captain's movement steps over enemies too.";

const BADGE: &str = "\
**Badge**: the small head or letter at an Assassin shows whose movement it holds. The next hit \
replaces it; the badge goes with the Assassin.";

const OPTIONS: &str = "\
**Variants**, alone or together: `v1` officers step over lower-ranking friends only; `v2` the \
Assassin keeps every movement it captures; `v3` a Soldier becomes a Lieutenant only while you have \
fewer than two, otherwise it turns round; `v4` a Lieutenant may become a Captain on the last rank; \
`v5` only equal rolls push, otherwise the lower roll loses the piece.
`classic` plays without dice as in 2018, every attack hits (not with `v5`). Also: `jump=soldiers`, \
`inherit=full`, `captain_diag=all`, `repetition=N`, `progress=N`; `rules lyra jump` explains one.
To play with them, name them in the offer: `challenge bot lyra v1 v3`.";

const V1: &str = "**Variant 1 (`v1`)**: officers step over lower-ranking friends only. The ranks: \
Soldier, Lieutenant, Captain, Assassin, General. Stepping over enemies does not change.";
const V2: &str = "**Variant 2 (`v2`)**: the Assassin keeps every movement it captures.";
const V3: &str = "**Variant 3 (`v3`)**: a Soldier becomes a Lieutenant only while you have fewer \
than two; otherwise it turns round and may try again on the first rank.";
const V4: &str = "**Variant 4 (`v4`)**: a Lieutenant reaching the last rank may become a Captain: \
`e5-e6=C`; `e5-e6` stays a Lieutenant.";
const V5: &str = "**Variant 5 (`v5`)**: only equal rolls push; otherwise the lower roll loses the \
piece, attacker or defender. A defender that wins stays where it is.";
const CLASSIC: &str = "**Classic (`classic`)**: no dice, every attack hits, as in 2018. It does not \
go with `v5`.";

/// Boards that show the pieces.
pub(super) const LESSONS: &[Lesson] = &[
    Lesson::new(
        &["soldier"],
        ["Soldier", "one step forward or sideways"],
        "3g2/6/2c3/1LS3/6/2G3 w -/- 0",
        "c3",
    ),
    Lesson::new(
        &["reversed"],
        ["Reversed Soldier", "one step back or sideways"],
        "3g2/6/2VS2/2l3/6/2G3 w -/- 0",
        "c4",
    )
    .under("v3=on"),
    Lesson::new(
        &["lieutenant"],
        ["Lieutenant", "two diagonally, one forward or back"],
        "4g1/6/1S1c2/2L3/2S3/1G2l1 w -/- 0",
        "c3",
    ),
    Lesson::new(
        &["captain"],
        ["Captain", "two straight, one diagonally forward"],
        "5g/2a3/2S3/2Cs2/6/1G4 w -/- 0",
        "c3",
    ),
    Lesson::new(
        &["assassin"],
        ["Assassin", "one step diagonally or sideways"],
        "4g1/6/3l2/1SA3/3c2/1G4 w -/- 0",
        "c3",
    ),
    Lesson::new(
        &["badge"],
        ["Assassin", "moves as its badge says, too"],
        "4g1/6/2S3/c1As2/6/1G4 w C/- 0",
        "c3",
    ),
    Lesson::new(
        &["general"],
        ["General", "one step in any direction"],
        "4g1/6/1a1l2/1SG3/2L3/6 w -/- 0",
        "c3",
    ),
];

/// The words about a topic in any case, singular or plural; `None` for an unknown one.
pub(super) fn rules(topic: &str) -> Option<String> {
    let topic = topic.trim().to_lowercase();
    let words = match singular(&topic, 3) {
        "" | "lyra" | "all" | "goal" | "turn" => ALL,
        "die" | "dice" | "fight" | "combat" | "attack" | "push" | "odd" => DICE,
        "draw" | "repetition" | "progres" => DRAW,
        "type" | "typing" | "move" | "notation" => MOVES,
        "stepping" | "over" | "jumping" => JUMP,
        "badge" => BADGE,
        "option" | "variant" => OPTIONS,
        "v1" => V1,
        "v2" => V2,
        "v3" | "reversed" => V3,
        "v4" => V4,
        "v5" => V5,
        "classic" => CLASSIC,
        "jump" => return Some(format!("{JUMP}\n{}", option("jump")?)),
        key @ ("inherit" | "captain_diag") => return option(key),
        name => piece(name)?,
    };
    Some(words.to_owned())
}

fn piece(name: &str) -> Option<&'static str> {
    let kind = called(Kind::ALL, name, Kind::name, Kind::letter)?;
    Some(match kind {
        Kind::Soldier => SOLDIER,
        Kind::Reversed => V3,
        Kind::Lieutenant => LIEUTENANT,
        Kind::Captain => CAPTAIN,
        Kind::Assassin => ASSASSIN,
        Kind::General => GENERAL,
    })
}

/// `jump=any|soldiers` with its meaning.
fn option(key: &str) -> Option<String> {
    let line = LINES.iter().find(|line| line.key == key)?;
    Some(format!(
        "`{key}={}`: {}; without a word it is `{}`.",
        line.values, line.meaning, line.default
    ))
}
