//! The rules in short, by topic (rules, section 16).

use super::{kinds::Kind, options::LINES};
use crate::{
    Lesson,
    text::{called, singular},
};

const ALL: &str = "\
**Game Mix**, by Lev Grigoriev: chess and draughts men on one board. Mate the King, leave the enemy \
without a move, or bring all your men together in one group outside your first two ranks: each of \
these wins.
King, Knight and Pawn go as in chess, the Silver one square diagonally or straight forward. The \
Checker steps diagonally forward and jumps one man in any diagonal direction; the Dama slides and \
jumps up to three men in a line. The Liner goes exactly as many squares as men stand on its line, \
over anybody.
A move is from and to, `c2c4`; a jump names its landing squares, `d4xb6`. `why a1` shows how a man \
moves now.
More: `rules mix liner` (dama, checker, silver, pawn, knight, king), `check`, `connection`, \
`capture`, `draw`, `moves`, `options`, `mixchess`.";

const KING: &str = "\
**King (K)**: one square in any direction, never into check. There is no castling, and no King is \
ever taken.
Keep it off lines that a Liner can count: `rules mix liner`.";

const DAMA: &str = "\
**Dama (D)**: slides any distance along free diagonals. It takes by jumping: over the first man on \
its diagonal, if that is an enemy and the square right behind is free, to that very square. Then it \
may stop, or fly on in the same direction and jump again, up to three men: `a1xd4xf6xh8`.
Two men in a row stop it, and so does a man of its own. The men taken leave the board when the move \
is over. It attacks a King that it could jump, also as second or third in line.
`dama_path=turning` lets it turn between jumps; `dama_check=bishop` lets it check along an open \
diagonal.";

const LINER: &str = "\
**Liner (L)**: count all men, of both sides and the Liner too, on the whole file, rank or diagonal \
through it. Exactly that many squares it goes along this line, either way, over anybody, to an empty \
square or onto an enemy.
At the start four men stand on file a, so `a1a5`. Whoever joins or leaves the line changes the \
count, also behind the Liner: that answers a check, and it can expose a King.
`legal a1` shows the counts. `liner_leap=friends` forbids leaps over enemies.";

const KNIGHT: &str = "\
**Knight (N)**: as in chess, two squares straight and one aside, over anybody.";

const SILVER: &str = "\
**Silver (S)**: one square diagonally in any of four directions, or one square straight forward; it \
takes the same way. It cannot go straight back or sideways.";

const PAWN: &str = "\
**Pawn (P)**: as in chess. One square forward, from its second rank also two; it takes diagonally \
forward. A Pawn that has just gone two squares may be taken in passing, by Pawns only.
On the last rank it becomes a Liner, a Knight or a Silver: `b7b8=L`.";

const CHECKER: &str = "\
**Checker (C)**: one square diagonally forward. It takes by jumping over a neighbour in any diagonal \
direction, also back, to the free square right behind: `d4xb6` takes c5. One man a turn.
On the last rank it becomes a Dama at once. `checker_capture=displace` lets it take by stepping onto \
its neighbour.";

const CHECK: &str = "\
**Check**: your King is attacked; you must end that, and no move may leave it so. A check with no \
answer is checkmate and wins.
You can move the King, take the attacker, or spoil the attack: change the number of men on a \
Liner's line (also behind it), or fill the square on which a Checker or Dama would land. A King on \
the rim, or with a man right behind it, cannot be jumped, so it is not in check from them.
Two moves can be enough to mate: `g1h3 h8h3 c2c4 h3e6`.";

const CONNECTION: &str = "\
**Connection**: all your men form one group, each touching by side or corner, at least two of them, \
and none on your own first two ranks. That wins, whoever made the move: taking the enemy's last \
straggler can lose. If one move connects both sides, the game is drawn.
A small army connects easily, so with few men left look at this first. Mate goes before it.
`connect=half` asks for the enemy's half, `connect=off` plays without; also `connect_min=N` and \
`connect_tie=mover`.";

const CAPTURE: &str = "\
**Captures** are never forced. Most men take by moving onto an enemy; Checker and Dama jump over it. \
To name a jump, give the landing square and not the man taken.
`must_capture=piece`: a Checker or Dama that can take may not move otherwise. `must_capture=army`: \
as soon as one can, all are bound. In both a capture is carried to its end. Other men stay free.";

const DRAW: &str = "\
**Draw**: one move connects both sides; only the two Kings are left; 20 moves by each side without \
a capture, Pawn move or Checker move (`progress=N`); a position comes for the third time; or by \
agreement.
Stalemate, no legal move and no check, is no draw here: whoever is stuck loses. `stalemate=draw` \
changes that. With `bare=on` a King against King and one man, or two Knights, is a draw too.";

const MOVES: &str = "\
**How to type**: from and to, `c2c4` or `c2-c4`; just `c4` or `Nc3` will do where only one move \
fits. Letters: K King, D Dama, L Liner, N Knight, S Silver, P Pawn, C Checker; C and D as capitals.
A jump names each landing square, `a1xd4xf6`; start and last landing are enough if only one path \
leads there. A Pawn on the last rank says what it becomes, `b7b8=L`; a Checker need not.";

const MIX_CHESS: &str = "\
**Mix Chess** (`mixchess`): only checkmate wins. There is no connection, stalemate is a draw, the \
Dama checks along an open diagonal, 50 moves draw in place of 20, and a King against King and one \
man, or two Knights, is a draw. All men move as in Game Mix.
To play it, name it in the offer: `challenge bot mixchess`.";

const OPTIONS: &str = "\
**Options**: `mixchess` is Mix Chess. `connect=off` or `half`, `connect_min=N`, `connect_tie=mover` \
for connections; `stalemate=draw`; `dama_check=bishop`, `dama_path=turning`; `must_capture=piece` or \
`army`; `liner_leap=friends`; `checker_capture=displace`; `progress=N` moves without progress that \
draw, 0 for never; `bare` for draws against a bare King.
`rules mix liner_leap` explains one. To play with them, name them in the offer: `challenge anyone \
mix stalemate=draw liner_leap=friends`.";

/// Boards that show the men.
pub(super) const LESSONS: &[Lesson] = &[
    Lesson::new(
        &["king"],
        ["King", "one step, never into check"],
        "7k/8/8/8/2pKPn2/8/P7/8 w - 0 1",
        "d4",
    ),
    Lesson::new(
        &["dama"],
        ["Dama", "slides; jumps up to three men"],
        "6k1/8/5n2/p7/1c1p4/2D5/3P4/6K1 w - 0 1",
        "c3",
    ),
    Lesson::new(
        &["liner"],
        ["Liner", "as far as men stand on its line"],
        "8/7k/3p4/8/P2L2n1/8/8/6K1 w - 0 1",
        "d4",
    ),
    Lesson::new(
        &["knight"],
        ["Knight", "two straight, one aside, over all"],
        "6k1/8/4p3/3c4/3N4/1P6/8/6K1 w - 0 1",
        "d4",
    ),
    Lesson::new(
        &["silver"],
        ["Silver", "diagonally or straight forward"],
        "6k1/8/8/2P1c3/3S4/8/8/6K1 w - 0 1",
        "d4",
    ),
    Lesson::new(
        &["pawn"],
        ["Pawn", "forward; takes diagonally forward"],
        "6k1/8/8/8/8/2s1n3/3P4/6K1 w - 0 1",
        "d2",
    ),
    Lesson::new(
        &["checker"],
        ["Checker", "steps forward, jumps any way"],
        "6k1/8/8/2P1p3/3C4/2n1s3/5P2/6K1 w - 0 1",
        "d4",
    ),
];

/// The words about a topic, which may be in any case, singular or plural; `None` if it is unknown.
pub(super) fn rules(topic: &str) -> Option<String> {
    let topic = topic.trim().to_lowercase();
    if let Some(words) = option(&topic) {
        return Some(words);
    }
    let words = match singular(&topic, 3) {
        "" | "mix" | "game mix" | "all" | "goal" | "win" | "turn" => ALL,
        "check" | "mate" | "checkmate" | "attack" => CHECK,
        "connection" | "connected" | "connect" | "group" | "camp" => CONNECTION,
        "capture" | "take" | "taking" | "jump" => CAPTURE,
        "draw" | "stalemate" | "repetition" | "material" | "end" => DRAW,
        "move" | "notation" | "type" | "typing" => MOVES,
        "castling" | "castle" => KING,
        "passing" | "en passant" | "promotion" => PAWN,
        "count" | "counting" | "line" => LINER,
        "mixchess" | "mixches" | "mix ches" | "ches" | "preset" => MIX_CHESS,
        "option" | "variant" => OPTIONS,
        name => man(name)?,
    };
    Some(words.to_owned())
}

/// The words about the kind of man with this name or letter.
fn man(name: &str) -> Option<&'static str> {
    let kind = called(Kind::ALL, name, Kind::name, Kind::letter)?;
    Some(match kind {
        Kind::Pawn => PAWN,
        Kind::Checker => CHECKER,
        Kind::Liner => LINER,
        Kind::Silver => SILVER,
        Kind::Knight => KNIGHT,
        Kind::Dama => DAMA,
        Kind::King => KING,
    })
}

/// `liner_leap=any|friends` with its meaning. Keys that are also topics of the game are left out.
fn option(key: &str) -> Option<String> {
    let plain = ["preset", "connect", "stalemate"];
    let line = LINES.iter().find(|line| line.key == key && !plain.contains(&line.key))?;
    Some(format!(
        "`{key}={}`: {}; without a word it is `{}`.",
        line.values, line.meaning, line.default
    ))
}
