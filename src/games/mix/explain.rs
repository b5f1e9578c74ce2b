//! `why`: how a man moves now, what is in its way, and what its King has to fear.

mod aim;
mod danger;
mod leap;
mod marks;

pub(super) use aim::{Aim, Hit};
pub(super) use marks::{counts, of_moves};

use super::{
    Kind, Move, MustCapture, Options, Position, Sq, SquareSet,
    moves::Turn,
    tables::{CORNERS, FORWARD, KING, KNIGHT},
    words::{self, line_words, lists, seat_name, the},
};
use crate::{
    games::{Rules as _, Seat, text::list},
    scene::Mark,
};
use danger::Danger;
use leap::{Bar, Why};

/// How a kind moves (rules, section 4).
pub(super) const fn movement(kind: Kind, options: &Options) -> &'static str {
    match kind {
        Kind::Pawn => {
            "one square straight forward, from its second rank also two, and takes diagonally \
             forward"
        }
        Kind::Checker if options.displace() => {
            "one square diagonally forward, and takes on a neighbouring square in any diagonal \
             direction"
        }
        Kind::Checker => {
            "one square diagonally forward, and takes by jumping over a neighbour in any diagonal \
             direction"
        }
        Kind::Liner if options.friends_only() => {
            "along a line exactly as many squares as men stand on that line, over friends only"
        }
        Kind::Liner => {
            "along a line exactly as many squares as men stand on that line, over anybody"
        }
        Kind::Silver => "one square diagonally or straight forward",
        Kind::Knight => "two squares straight and one aside, over anybody",
        Kind::Dama if options.turning() => {
            "along free diagonals, and takes by up to three jumps, turning as it likes, each to \
             the square right behind its victim"
        }
        Kind::Dama => {
            "along free diagonals, and takes by up to three jumps in one line, each to the square \
             right behind its victim"
        }
        Kind::King => "one square in any direction, but not into check",
    }
}

/// The explanation of the man on the named square, and marks that show it.
pub(super) fn why(position: &Position, text: &str) -> Result<(String, Vec<Mark>), String> {
    let example = position.men_of(position.turn()).first();
    let hint = example.map_or_else(String::new, |at| format!(", for instance `why {at}`"));
    let Some(at) = Sq::parse(&text.trim().to_ascii_lowercase()) else {
        return Err(format!("`why` takes a square with a man on it{hint}."));
    };
    let (Some(kind), Some(owner)) = (position.kind_at(at), position.owner(at)) else {
        return Err(format!("No man stands on {at}. `why` takes a square with a man{hint}."));
    };
    let view = View::of(position, at, kind, owner);
    let sentences = [
        Some(view.moves()),
        view.free(),
        view.jumps(),
        view.lines(),
        view.threat(),
        view.blocks(),
        view.covered_words(),
        view.dangers_words(),
        view.compelled(),
    ];
    let said: Vec<String> = sentences.into_iter().flatten().collect();
    Ok((said.join(" "), view.marks()))
}

/// A man and what it can do, seen by its own side.
struct View {
    position: Position,
    at: Sq,
    kind: Kind,
    owner: Seat,
    is_over: bool,
    /// Its legal moves; those of a Pawn without what it becomes.
    legal: Vec<Move>,
    /// Its moves that would leave the King attacked.
    dangers: Vec<Danger>,
    /// Its moves that compulsory captures forbid.
    withheld: Vec<Move>,
}

impl View {
    fn of(position: &Position, at: Sq, kind: Kind, owner: Seat) -> Self {
        let is_over = position.outcome().is_some();
        let position = position.seen_by(owner);
        let turn = Turn::of(&position);
        let mut moves: Vec<Move> = turn.steps(kind, at).map(|to| Move::step(at, to)).collect();
        if turn.passing_pawns().contains(at) {
            moves.extend(position.en_passant().map(|to| Move::step(at, to)));
        }
        moves.extend(turn.jumps(kind, at));
        let mut listed = Vec::new();
        position.list_unconnected(&mut listed);
        let is_listed = |mv: &Move| {
            let same = |other: &Move| other.from() == at && other.path().eq(mv.path());
            listed.iter().any(|other| other.is_jump() == mv.is_jump() && same(other))
        };
        let (legal, others): (Vec<Move>, Vec<Move>) = moves.into_iter().partition(is_listed);
        let (mut dangers, mut withheld) = (Vec::new(), Vec::new());
        for mv in others {
            match Danger::of(&position, owner, mv) {
                Some(danger) => dangers.push(danger),
                None => withheld.push(mv),
            }
        }
        Self { position, at, kind, owner, is_over, legal, dangers, withheld }
    }

    fn moves(&self) -> String {
        let over = if self.is_over { "The game is over. " } else { "" };
        let (whose, name) = (seat_name(self.owner), self.kind.name());
        let how = movement(self.kind, self.position.options());
        format!("{over}{whose}'s {name} on {} moves {how}.", self.at)
    }

    fn is_step(&self, mv: &Move) -> bool {
        !mv.is_jump() && !self.position.is_capture(*mv)
    }

    /// Where it can go and what it can take, jumps aside.
    fn free(&self) -> Option<String> {
        let steps: Vec<Sq> =
            self.legal.iter().filter(|mv| self.is_step(mv)).map(|mv| mv.to()).collect();
        let is_capture = |mv: &&Move| !mv.is_jump() && self.position.is_capture(**mv);
        let takes: Vec<String> = self
            .legal
            .iter()
            .filter(is_capture)
            .map(|mv| lists::taken(&self.position, *mv))
            .collect();
        let mut parts = Vec::new();
        if !steps.is_empty() {
            parts.push(format!("go to {}", list(steps)));
        }
        if !takes.is_empty() {
            parts.push(format!("take {}", list(takes)));
        }
        if self.legal.is_empty() {
            // Where there is one reason, the sentence about it says so.
            return (!self.is_pinned()).then(|| "It cannot move now.".to_owned());
        }
        (!parts.is_empty()).then(|| format!("From here it can {}.", parts.join(", or ")))
    }

    /// ``It can jump: `d4xb6` takes c5; `d4xf2` takes e3.``
    fn jumps(&self) -> Option<String> {
        let jump = |mv: &Move| format!("`{mv}` takes {}", list(mv.jumped()));
        let jumps: Vec<String> = self.legal.iter().filter(|mv| mv.is_jump()).map(jump).collect();
        (!jumps.is_empty()).then(|| format!("It can jump: {}.", jumps.join("; ")))
    }

    /// Whether it attacks the enemy King.
    fn attacks_king(&self) -> bool {
        self.position.checkers_of(self.owner.other()).contains(self.at)
    }

    /// A check that it gives, or for a King is in.
    fn threat(&self) -> Option<String> {
        if self.attacks_king() {
            let (king, whose) = (self.enemy_king(), seat_name(self.owner.other()));
            return Some(format!("It gives check to {whose}'s King on {king}."));
        }
        let by = words::checkers(&self.position, self.owner);
        let checked = self.kind == Kind::King && !by.is_empty();
        checked.then(|| format!("It is in check by {}.", words::attackers(&by, self.at)))
    }

    fn enemy_king(&self) -> Sq {
        self.position.king(self.owner.other())
    }

    /// The lines of a Liner: `File a: 4 men (a1, a2, a7, a8), to a5.`
    fn lines(&self) -> Option<String> {
        let lines: Vec<String> = self.aims().iter().map(|aim| self.line(aim)).collect();
        (!lines.is_empty()).then(|| lines.join(" "))
    }

    fn aims(&self) -> Vec<Aim> {
        if self.kind == Kind::Liner { Aim::all(&self.position, self.at) } else { Vec::new() }
    }

    fn line(&self, aim: &Aim) -> String {
        let what = if aim.men.size() == 1 { "man" } else { "men" };
        let men: Vec<String> = aim.men.map(|at| at.to_string()).collect();
        let words = |reached: bool| {
            let of_kind = aim.targets.iter().filter(move |(_, hit)| hit.is_open() == reached);
            of_kind.map(|(to, hit)| self.target(*to, *hit))
        };
        let reached = Some(list(words(true))).filter(|reached| !reached.is_empty());
        let mut targets: Vec<String> = reached.into_iter().chain(words(false)).collect();
        if targets.is_empty() {
            targets.push("off the board".to_owned());
        }
        let targets = targets.join(", ");
        // Where nothing is in reach the names would be many and of little use.
        let names =
            if aim.targets.is_empty() { String::new() } else { format!(" ({})", men.join(", ")) };
        let line = line_words(aim.line, self.at);
        let line = line.trim_start_matches("the ");
        let text = format!("{line}: {} {what}{names}, {targets}", men.len());
        words::sentence(&text)
    }

    fn target(&self, to: Sq, hit: Hit) -> String {
        match hit {
            Hit::Free => format!("to {to}"),
            Hit::Takes(kind) => format!("onto {}", the(kind, to)),
            Hit::Friend(kind) => format!("but its own {} stands on {to}", kind.name()),
            Hit::King => format!("at the enemy King on {to}"),
            Hit::Hidden(at) => {
                let kind = self.position.kind_at(at).map_or("", Kind::name);
                format!("not to {to}, as the enemy {kind} on {at} is in between")
            }
        }
    }

    /// Own men where it could go otherwise, and for a Pawn whoever stands before it.
    fn blockers(&self) -> SquareSet {
        let (at, side) = (self.at.index(), self.owner.index());
        let (men, own) = (self.position.men(), self.position.men_of(self.owner));
        match self.kind {
            Kind::Pawn => {
                let first = FORWARD[side][at];
                let second = self.at.rank() == [1, 6][side];
                let on = first.first().filter(|next| second && !men.contains(*next));
                let on = on.map_or(SquareSet::EMPTY, |next| FORWARD[side][next.index()]);
                (first | on) & men
            }
            Kind::King => KING[at] & own,
            Kind::Knight => KNIGHT[at] & own,
            Kind::Silver => (CORNERS[at] | FORWARD[side][at]) & own,
            Kind::Liner => {
                let friend = |(to, hit): &(Sq, Hit)| matches!(hit, Hit::Friend(_)).then_some(*to);
                self.aims().iter().flat_map(|aim| aim.targets.iter().filter_map(friend)).collect()
            }
            Kind::Checker | Kind::Dama => self.bars().iter().map(|bar| bar.at).collect(),
        }
    }

    /// The men around a Checker or Dama that it can neither pass nor take.
    fn bars(&self) -> Vec<Bar> {
        let displaces = self.kind == Kind::Checker && self.position.options().displace();
        let mut bars = match self.kind {
            Kind::Checker | Kind::Dama => Bar::all(&self.position, self.owner, self.kind, self.at),
            _ => Vec::new(),
        };
        bars.retain(|bar| match bar.why {
            Why::Friend => true,
            Why::King => !self.attacks_king(),
            Why::Rim | Why::Backed(..) => !displaces,
        });
        bars
    }

    /// What is in its way; the lines of a Liner have said it.
    fn blocks(&self) -> Option<String> {
        let blockers = self.blockers();
        if blockers.is_empty() || self.kind == Kind::Liner {
            return None;
        }
        if self.kind == Kind::Pawn {
            let man = blockers.filter_map(|at| Some(the(self.position.kind_at(at)?, at)));
            return Some(words::sentence(&format!("{} is in its way", list(man))));
        }
        let bars = self.bars();
        let (friends, enemies): (Vec<&Bar>, Vec<&Bar>) =
            bars.iter().partition(|bar| bar.why == Why::Friend);
        let own =
            if bars.is_empty() { blockers } else { friends.iter().map(|bar| bar.at).collect() };
        let mut sentences = Vec::new();
        match own.size() {
            0 => {}
            1 => sentences.push(format!("A man of its own side stands on {}.", list(own))),
            _ => sentences.push(format!("Men of its own side stand on {}.", list(own))),
        }
        let barred = enemies.iter().map(|bar| bar.words(&self.position));
        let barred: Vec<String> = barred.collect();
        if !barred.is_empty() {
            sentences.push(format!("It cannot take {}.", barred.join("; nor ")));
        }
        Some(sentences.join(" "))
    }

    /// What compulsory captures forbid.
    fn compelled(&self) -> Option<String> {
        let (jumps, steps): (Vec<Move>, Vec<Move>) =
            self.withheld.iter().partition(|mv| self.position.is_capture(**mv));
        let mut sentences = Vec::new();
        if !steps.is_empty() && self.position.options().must_capture() == MustCapture::Army {
            let captures = list(self.captures().iter().map(|mv| format!("`{mv}`")));
            sentences.push(format!(
                "Checkers and Damas must take while one of them can (`must_capture=army`): {captures}."
            ));
        } else if !steps.is_empty() {
            sentences.push("It can take, so it must (`must_capture=piece`).".to_owned());
        }
        if !jumps.is_empty() {
            let names = list(jumps.iter().map(|mv| format!("`{mv}`")));
            sentences.push(format!("Captures are carried to their end, which leaves out {names}."));
        }
        (!sentences.is_empty()).then(|| sentences.join(" "))
    }

    /// The captures of its side's Checkers and Damas.
    fn captures(&self) -> Vec<Move> {
        let position = &self.position;
        let mut moves = Vec::new();
        position.list_unconnected(&mut moves);
        let bound = position.of_kind(Kind::Checker) | position.of_kind(Kind::Dama);
        moves.retain(|mv| bound.contains(mv.from()) && position.is_capture(*mv));
        moves.sort_unstable();
        moves
    }
}
