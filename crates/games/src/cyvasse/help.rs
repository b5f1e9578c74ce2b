//! The rules in short, by topic, and boards that show them.

mod lessons;

pub(super) use lessons::LESSONS;

use super::{Kind, options::LINES, words::lists::kinds};

const ALL: &str = "\
**Cyvasse**, by Michael Le Page: two armies meet on a board of 91 hexes. Take the enemy King, and see \
to it that no new one can be crowned.
Each side arranges its men unseen: `rules cyvasse setup`. Then one man moves a turn. A man takes \
enemies of his own tier or below; several who bear on one hex take more together. Terrain and \
fortress help in defence.
A move is from and to, `f5-f6`. `legal f4` shows where a man can go, `why d9` who can take whom and \
what is missing.
The men: Rabble, King (tier 1), Crossbows, Spears, Light Horse (2), Trebuchet, Elephant, Heavy Horse \
(3), Dragon (4): `rules cyvasse elephant` shows a move.
More: `rules cyvasse flanking` (terrain, fortress, ruin, crown, promotion, dragon, ports, end, \
typing, options).";

const MOUNTAIN: &str = "\
**Mountain**: stays for ever, is never taken and belongs to nobody. It stops every man but the \
Dragon, who flies over it and cannot land on it. Each side sets six.";

const RABBLE: &str = "\
**Rabble** (R, tier 1): one step to a neighbouring hex, any way. It takes as it moves.
In your fortress it can become Crossbows, Spears or Light Horse: `rules cyvasse promotion`. Four \
Rabble together take a Dragon.";

const KING: &str = "\
**King** (K, tier 1): one step to a neighbouring hex. In an attack he counts as much as the strongest \
man he fights with, whether he helps or moves himself.
Nobody calls check: he may stand and go where he can be taken. Who loses him has one turn to crown \
another: `rules cyvasse crown`.";

const CROSSBOWS: &str = "\
**Crossbows** (C, tier 2): up to three steps in a straight line, across the edges of hexes. On a hill \
they are defended as tier 3.
In your fortress they can become a Trebuchet.";

const SPEARS: &str = "\
**Spears** (S, tier 2): one or two steps diagonally, to the nearest hexes of their own colour. They \
slip between two men or mountains beside the line. In a forest they are defended as tier 3.
In your fortress they can become an Elephant.";

const LIGHT: &str = "\
**Light Horse** (L, tier 2): up to three steps round a fortress, either way. Each hex of the ride is \
as far from that fortress as the start. Both fortresses serve the Horses of both sides, one in a \
move; where the ring is blocked or leaves the board the ride ends. On grassland it is defended as \
tier 3.
In your fortress it can become a Heavy Horse. `why` with its hex shows its rings.";

const TREBUCHET: &str = "\
**Trebuchet** (T, tier 3): any number of steps in a straight line, across the edges of hexes, until \
something stands in the way. On a hill it is defended as tier 4.
In your fortress it can become the King, in the turn after you lost him.";

const ELEPHANT: &str = "\
**Elephant** (E, tier 3): any number of steps diagonally, always on its own colour. What stands \
beside the line does not stop it. In a forest it is defended as tier 4.
In your fortress it can become the King, in the turn after you lost him.";

const HEAVY: &str = "\
**Heavy Horse** (H, tier 3): any number of steps round a fortress, either way, all at the distance \
that it has now. Both fortresses serve, one in a move; where the ring is blocked or leaves the board \
the ride ends. On grassland it is defended as tier 4.
In your fortress it can become the King, in the turn after you lost him. `why` with its hex shows its \
rings.";

const DRAGON: &str = "\
**Dragon** (D, tier 4): up to four steps from neighbour to neighbour with any bends, over mountains \
but not through men. It takes whatever it reaches. Neither terrain nor fortress helps it.
It may wait in hand: `D@h5` brings it out, as a whole turn, within four hexes of your fortress, \
whatever stands between, also onto an enemy. Without your fortress it stays in hand, and once lost it \
never returns. The inventor's advice: do not bring it out too early.";

const FLANKING: &str = "\
**Flanking**: a man takes whom he reaches if his strength is at least the defence.
His strength is his tier, plus what his helpers add: all your other men who could move onto that hex \
themselves. One of the mover's tier adds 1, one a tier below ½, two below ¼. Who ranks above the mover \
adds nothing, so let the highest move. The King adds 1 to anybody, and when he moves himself he takes \
the tier of a helper.
A man behind another does not bear on the hex, and no fraction is rounded: 3¾ do not take a Dragon. \
Two of tier 3 do, or three of tier 2, or four Rabble. `why d3xd9` writes the sum out.";

const TERRAIN: &str = "\
**Terrain** helps whoever is attacked on it, of either side, by one tier: a hill Crossbows and \
Trebuchets, a forest Spears and Elephants, grassland both Horses. It never helps in attack, never \
stops anybody and never moves. At the start it lies under the Crossbows, Spears and Light Horses.";

const FORTRESS: &str = "\
**Fortress**: your King starts on yours. Each of your men on it, but no Dragon, is defended one tier \
higher (together with terrain still only one). You promote and crown there, your Dragon lands near \
it, and all Horses ride round it.
An enemy on your fortress must be taken in your very next turn; else it is gone for good: `rules \
cyvasse ruin`.";

const RUIN: &str = "\
**Ruin**: if your turn ends with an enemy on your fortress, it falls, and he stays. Without it there \
is no promotion, no crown, no landing of the Dragon.
At the start of the next turn your enemy names a corner of the board, any but the hex of the other \
centre: `@k1 g3-i2`. All Horses ride round that corner in place of the fortress.
`ruin=instant`: a fortress falls as soon as an enemy enters, and its own hex stays the centre.";

const CROWN: &str = "\
**Crown**: who loses the King has one turn to replace him. A Trebuchet, Elephant or Heavy Horse on \
your own fortress becomes King before the move, `=K g3-f3`; or one moves there and is crowned by \
arriving, `g7-g3`. Nothing else may be played in that turn.
If the fortress is ruined, or none of them can reach it, the game is lost at once. Taking the enemy \
King does not save you.";

const PROMOTION: &str = "\
**Promotion**: before your move the man on your own fortress may rise by one rank, if fewer than two \
of the new kind are left to you: Rabble to Crossbows, Spears or Light Horse; Crossbows to Trebuchet, \
Spears to Elephant, Light Horse to Heavy Horse. Write it before the move: `=T f1-j1`. He is the new man \
at once; the turn then goes on with any move.
`promotion=forced` makes it a duty. Only a lost King is replaced by a man of tier 3: `rules cyvasse \
crown`.";

const PORTS: &str = "\
**Sea ports** (`ports=on`): the six corners are ports, and each fortress that stands on the edge. Who \
reaches an empty port by his own move may sail on to the next port along the coast, either way, in \
the same move, also onto an enemy there. One hop a move. It lets Spears and Elephants change their \
colour.";

const END: &str = "\
**End**: a side whose King is taken and that cannot crown another at once has lost. There is no check \
and no stalemate: who cannot move types `pass`.
After 50 turns of each side without progress the game is drawn: progress is a capture, a promotion, a \
crown, a Dragon brought out, a fortress that falls or a corner named. `progress=N` changes the number, \
0 means never.";

const SETUP: &str = "\
**Set-up**: each side places on its five rows, unseen by the other: six mountains, six Rabble, two \
each of Crossbows, Spears, Light Horse, Trebuchet, Elephant and Heavy Horse, the King, and the Dragon \
if you like; else it waits in hand. Hills come with the Crossbows, forests with the Spears, grassland \
with the Light Horses, the fortress with the King.
Ready-made: `bastion` (solid), `vanguard` (Dragon on the board), `harbour` (King in a corner). Both \
set-ups are shown when both sides are done; White begins. `setup=open`: all is placed openly, in \
turns.";

const TYPING: &str = "\
**How to type**: from and to, `g3-i2` or `g3i2`; just `i2` or `Ei2` will do where one move fits. \
Letters: R Rabble, K King, C Crossbows, S Spears, L Light Horse, T Trebuchet, E Elephant, H Heavy \
Horse, D Dragon.
Before the move stands what opens the turn: `=T f1-j1` promotes the man on the fortress, `@k1 g3-i2` \
names a corner. `D@h5` brings out the Dragon; `pass` is for a side that cannot move.
`legal g3` lists the moves of a man; `legal elephant`, `legal dragon`, `why e4` and `why d3xd9` \
answer too.";

const OPTIONS: &str = "\
**Options**: `v51` is a stricter game (`flanking=cascade`, `dragon=board`, `ruin=instant`, \
`promotion=forced`, `dragon_flanks=no`). One by one: `flanking=cascade`; `dragon_flanks=no`; \
`dragon=board` or `hold`; `dragon_entry=path`; `ruin=instant`; `promotion=forced`; \
`fortress_bonus=any`; `ports=on`; `progress=N` turns without progress that draw, 0 for never; \
`setup=open`; all of v51 by `preset=v51`.
`rules cyvasse dragon_entry` explains one. To play with them, name them in the offer: `challenge \
anyone cyvasse ports=on`.";

/// The words about a topic in any case, singular or plural; `None` for an unknown one.
pub(super) fn rules(topic: &str) -> Option<String> {
    let topic = topic.trim().to_lowercase();
    if let Some(words) = option(&topic) {
        return Some(words);
    }
    let words = match topic.as_str() {
        "" | "cyvasse" | "all" | "goal" | "win" => ALL,
        "flank" | "flanking" | "capture" | "captures" | "take" | "attack" | "tier" | "tiers"
        | "strength" | "defence" | "defense" | "help" => FLANKING,
        "terrain" | "terrains" | "hill" | "hills" | "forest" | "forests" | "grassland"
        | "ground" => TERRAIN,
        "fortress" | "fortresses" => FORTRESS,
        "ruin" | "ruins" | "ruined" | "corner" | "corners" | "centre" => RUIN,
        "crown" | "crowning" | "crowns" => CROWN,
        "check" | "mate" => KING,
        "promotion" | "promote" | "promotions" | "rank" => PROMOTION,
        "port" | "ports" | "sea ports" | "sea" => PORTS,
        "end" | "draw" | "pass" | "stalemate" | "progress" => END,
        "setup" | "set-up" | "set up" | "setups" | "start" | "bastion" | "vanguard" | "harbour" => {
            SETUP
        }
        "turn" | "turns" | "typing" | "type" | "move" | "moves" | "notation" => TYPING,
        "option" | "options" | "variant" | "variants" | "preset" | "v51" | "v50" => OPTIONS,
        "mountain" | "mountains" | "m" | "^" => MOUNTAIN,
        "hand" | "entry" => DRAGON,
        "horse" | "horses" => return Some(format!("{LIGHT}\n{HEAVY}")),
        name => of_kind(*kinds(name).first()?),
    };
    Some(words.to_owned())
}

const fn of_kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Rabble => RABBLE,
        Kind::King => KING,
        Kind::Crossbows => CROSSBOWS,
        Kind::Spears => SPEARS,
        Kind::LightHorse => LIGHT,
        Kind::Trebuchet => TREBUCHET,
        Kind::Elephant => ELEPHANT,
        Kind::HeavyHorse => HEAVY,
        Kind::Dragon => DRAGON,
    }
}

/// An option with its values and its meaning, `ports=off|on`. Options whose names are also words of
/// the game are left out.
fn option(key: &str) -> Option<String> {
    const PLAIN: [&str; 8] =
        ["flanking", "dragon", "ruin", "promotion", "ports", "setup", "progress", "preset"];
    let line = LINES.iter().find(|line| line.key == key && !PLAIN.contains(&line.key))?;
    Some(format!(
        "`{key}={}`: {}; without a word it is `{}`.",
        line.values, line.meaning, line.default
    ))
}
