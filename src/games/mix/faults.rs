//! Why a typed text is no legal move: the reasons as data, and which of them holds.

mod reach;

use super::{
    Kind, Line, Move, MustCapture, Position, Sq, SquareSet,
    moves::{LAST_RANKS, Turn},
    read::Wanted,
};

/// The most legal moves that a refusal shows.
const NEAR_MAX: usize = 4;

/// Why a typed text is no legal move, roughly in the order in which it is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The game is over.
    Over,
    /// There is no castling (R17).
    Castling,
    /// No man stands there.
    NoMan(Sq),
    /// The man there is the opponent's.
    Opponents(Sq, Kind),
    /// Another kind stands there than the text names.
    WrongKind {
        /// The square.
        at: Sq,
        /// What stands there.
        kind: Kind,
        /// What the text says.
        named: Kind,
    },
    /// Start and target are the same.
    SameSquare(Sq),
    /// The text names the man that a jump takes, not the square where it lands.
    TakenByJump {
        /// Who jumps.
        kind: Kind,
        /// Where that man stands.
        from: Sq,
        /// Whom it takes.
        victim: Sq,
        /// Where it lands behind its victim.
        landing: Sq,
    },
    /// An own man stands on the target.
    OwnMan {
        /// What should move.
        kind: Kind,
        /// Where it stands.
        from: Sq,
        /// The target.
        to: Sq,
        /// What stands on the target.
        by: Kind,
    },
    /// The enemy King stands there; it is never taken (R19).
    EnemyKing(Sq),
    /// The own King would be attacked after the move.
    Exposes(Exposure),
    /// The man never gets there, whoever stands where.
    OutOfReach {
        /// What should move.
        kind: Kind,
        /// Where it stands.
        from: Sq,
        /// Where it does not get.
        to: Sq,
    },
    /// A Liner goes exactly as far as there are men on its line (R18).
    Distance {
        /// Where the Liner stands.
        from: Sq,
        /// The line of the target.
        line: Line,
    },
    /// Under `liner_leap=friends` a Liner does not leap over this enemy.
    LeapsEnemy(Sq, Kind),
    /// A Pawn or a Checker does not go straight, or diagonally, onto a man.
    Blocked {
        /// What should move.
        kind: Kind,
        /// Where the man in the way stands.
        at: Sq,
        /// What it is.
        by: Kind,
    },
    /// A Pawn goes two squares only from its own second rank.
    DoubleStep(Sq),
    /// A Pawn goes diagonally only to take, and nobody stands there.
    NothingToTake(Sq),
    /// A man beside the Pawn that cannot be taken in passing, as it has not just made a double
    /// step (R15).
    NotPassing(Sq, Kind),
    /// A Checker takes one man in a turn (R12).
    OneVictim,
    /// A Checker goes back only by taking.
    Backwards,
    /// Under `checker_capture=displace` a Checker does not jump.
    NoJumps,
    /// The square behind the victim is not empty, or not on the board.
    NoLanding {
        /// Who jumps.
        kind: Kind,
        /// Who should be taken.
        victim: Sq,
        /// Who stands behind it; `None` if the board ends there.
        behind: Option<Sq>,
    },
    /// Nobody stands between the two squares, so a jump there takes nobody.
    TakesNobody(Sq, Sq),
    /// A jump goes over enemies only.
    OwnInWay(Sq, Kind),
    /// A jump ends right behind its victim.
    MustLand {
        /// Who is taken.
        victim: Sq,
        /// Where the jump ends.
        landing: Sq,
    },
    /// A chain goes on in one direction; here it would turn.
    Turns(Sq),
    /// A chain takes at most three men.
    TooManyJumps,
    /// A man is taken once only; it stays on the board until the chain ends (R11).
    TakenTwice(Sq),
    /// The man does not become that there.
    Promotion {
        /// What moves.
        kind: Kind,
        /// Whether it arrives on its last rank.
        arrives: bool,
        /// What the text says, a capital letter.
        letter: char,
    },
    /// These men can take, and so another move without capture is not allowed (R21).
    MustTake {
        /// What should move.
        kind: Kind,
        /// Where it stands.
        from: Sq,
        /// The squares of the men that can take.
        by: Vec<Sq>,
    },
    /// A chain must be carried to its end (R21); where it goes on to.
    Unfinished(Sq),
    /// A single square was named, and an own man stands there.
    OwnManThere(Sq, Kind),
    /// The side has no such man, or none where the text says it starts.
    NoSuchMan {
        /// The kind that the text names.
        kind: Kind,
        /// The file that it names, from 0.
        file: Option<u8>,
        /// The rank that it names, from 0.
        rank: Option<u8>,
    },
    /// Nothing of this description gets there.
    NothingReaches {
        /// The square.
        to: Sq,
        /// The kind that the text names.
        named: Option<Kind>,
        /// The file that it names, from 0.
        file: Option<u8>,
    },
}

/// How a move would leave the own King attacked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exposure {
    /// Whether the King itself moves.
    pub is_king: bool,
    /// Where the King would stand.
    pub king: Sq,
    /// Who would attack it.
    pub by: Vec<Attacker>,
    /// Whether one of them gives check already.
    pub stays: bool,
}

/// A man that would attack the King.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attacker {
    /// Where it would stand.
    pub at: Sq,
    /// What it is.
    pub kind: Kind,
    /// For a Liner the line that it shares with the King.
    pub line: Option<Aim>,
}

/// A line on which a Liner reaches the King.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aim {
    /// Which of the lines through the King's square.
    pub line: Line,
    /// How many men would stand on it, which is how far the King is.
    pub count: u8,
    /// How many stand on it before the move.
    pub before: u8,
}

/// A position that a text is about.
pub(super) struct Board<'a> {
    position: &'a Position,
    turn: Turn<'a>,
    /// The legal moves, sorted.
    legal: &'a [Move],
}

/// Why not, and what is near to it.
type Refused = (Fault, Vec<Move>);

impl<'a> Board<'a> {
    pub(super) fn new(position: &'a Position, legal: &'a [Move]) -> Self {
        Self { position, turn: Turn::of(position), legal }
    }

    /// The legal moves that agree with everything that is given, sorted. Where no man is named,
    /// Pawns go first.
    pub(super) fn candidates(&self, wanted: &Wanted) -> Vec<Move> {
        let mut found = self.matching(|mv| self.agrees(wanted, mv));
        let is_pawn = |mv: &Move| self.kind_on(mv.from()) == Kind::Pawn;
        if wanted.named.is_none() && wanted.from().is_none() && found.iter().any(is_pawn) {
            found.retain(is_pawn);
        }
        found
    }

    fn agrees(&self, wanted: &Wanted, mv: &Move) -> bool {
        self.goes(wanted, mv)
            && wanted.promotion.is_none_or(|letter| Some(letter) == self.becomes(*mv))
    }

    /// Whether man, start and path are those that are given.
    fn goes(&self, wanted: &Wanted, mv: &Move) -> bool {
        let path = match wanted.path.as_slice() {
            [to] => mv.to() == *to,
            path => mv.path().eq(path.iter().copied()),
        };
        path && self.starts(wanted, mv.from())
    }

    /// Whether the own man on a square is of the kind, file and rank that are given.
    fn starts(&self, wanted: &Wanted, from: Sq) -> bool {
        wanted.named.is_none_or(|kind| kind == self.kind_on(from))
            && wanted.file.is_none_or(|file| file == from.file())
            && wanted.rank.is_none_or(|rank| rank == from.rank())
    }

    /// The letter of what a man becomes by a move.
    fn becomes(&self, mv: Move) -> Option<char> {
        let arrives = LAST_RANKS[self.position.turn.index()].contains(mv.to());
        let is_dama = arrives && self.kind_on(mv.from()) == Kind::Checker;
        mv.promotion().or(Some(Kind::Dama).filter(|_| is_dama)).map(Kind::letter)
    }

    fn kind_on(&self, at: Sq) -> Kind {
        self.position.kind_on(at)
    }

    fn own(&self) -> SquareSet {
        self.position.men_of(self.position.turn)
    }

    fn matching(&self, fits: impl Fn(&Move) -> bool) -> Vec<Move> {
        self.legal.iter().copied().filter(fits).collect()
    }

    /// The legal moves of the King, which is what castling is about.
    pub(super) fn king_moves(&self) -> Vec<Move> {
        let mut moves = self.matching(|mv| self.kind_on(mv.from()) == Kind::King);
        moves.truncate(NEAR_MAX);
        moves
    }

    /// Why a text is no legal move, with what is near to it.
    pub(super) fn refusal(&self, wanted: &Wanted) -> Refused {
        match wanted.from() {
            Some(from) => self.of_man(wanted, from),
            None => self.of_any(wanted),
        }
    }

    /// Why the man on a square does not do what is typed.
    fn of_man(&self, wanted: &Wanted, from: Sq) -> Refused {
        let Some(kind) = self.position.kind_at(from) else {
            return self.with_near(Fault::NoMan(from), wanted);
        };
        if !self.own().contains(from) {
            return self.with_near(Fault::Opponents(from, kind), wanted);
        }
        if let Some(named) = wanted.named.filter(|named| *named != kind) {
            return self.with_near(Fault::WrongKind { at: from, kind, named }, wanted);
        }
        self.by_moves(wanted).unwrap_or_else(|| self.with_near(self.reach(wanted, from), wanted))
    }

    /// Why no man does what is typed, where the start is not given.
    fn of_any(&self, wanted: &Wanted) -> Refused {
        if let Some(refused) = self.by_moves(wanted) {
            return refused;
        }
        let to = wanted.to();
        let only_square = wanted.named.is_none() && wanted.file.is_none();
        if only_square && self.own().contains(to) {
            let its_moves = self.matching(|mv| mv.from() == to);
            return (Fault::OwnManThere(to, self.kind_on(to)), few(its_moves));
        }
        let mut men = self.own().filter(|at| self.starts(wanted, *at));
        let reaches = Fault::NothingReaches { to, named: wanted.named, file: wanted.file };
        let fault = match (wanted.named, men.next(), men.next()) {
            (Some(kind), None, _) => {
                Fault::NoSuchMan { kind, file: wanted.file, rank: wanted.rank }
            }
            // One man is as good as its square, so it gets its own reason.
            (_, Some(only), None) => self.reach(wanted, only),
            // A file and a square are how a Pawn takes.
            (None, Some(_), Some(_)) if wanted.file.is_some() => {
                let pawns = self.position.pieces(self.position.turn, Kind::Pawn);
                let mut pawns = pawns.filter(|at| self.starts(wanted, *at));
                match (pawns.next(), pawns.next()) {
                    (Some(only), None) => self.reach(wanted, only),
                    _ => reaches,
                }
            }
            _ => reaches,
        };
        self.with_near(fault, wanted)
    }

    /// The reasons of moves that are those typed but for promotion, the own King, compulsory
    /// captures, or the name of a jump; `None` if there is no such move.
    fn by_moves(&self, wanted: &Wanted) -> Option<Refused> {
        let all = self.own().flat_map(|from| self.turn.moves_from(from));
        let alike: Vec<Move> = all.filter(|mv| self.goes(wanted, mv)).collect();
        let legal = few(self.matching(|mv| self.goes(wanted, mv)));
        if let Some((letter, mv)) = wanted.promotion.zip(alike.first())
            && alike.iter().all(|mv| self.becomes(*mv) != Some(letter))
        {
            let arrives = LAST_RANKS[self.position.turn.index()].contains(mv.to());
            let kind = self.kind_on(mv.from());
            return Some((Fault::Promotion { kind, arrives, letter }, legal));
        }
        // A move that is forbidden only by compulsion is nearer than one that exposes the King.
        let exposed = |mv: &Move| self.exposure(*mv);
        if let Some(mv) = alike.iter().find(|mv| exposed(mv).is_none()) {
            return Some(self.compelled(*mv));
        }
        if let Some(exposure) = alike.first().and_then(exposed) {
            return Some(self.with_near(Fault::Exposes(exposure), wanted));
        }
        self.named_by_victim(wanted)
    }

    /// A jump that takes the man on the square that is typed as the target.
    fn named_by_victim(&self, wanted: &Wanted) -> Option<Refused> {
        let to = wanted.to();
        let takes = |mv: &Move| self.starts(wanted, mv.from()) && mv.jumped().any(|at| at == to);
        let mut jumps = self.matching(takes);
        // Those that take it last end there.
        jumps.sort_by_key(|mv| mv.jumped().last() != Some(to));
        let first = *jumps.first()?;
        let (hop, _) = first.hops().zip(first.jumped()).find(|(_, victim)| *victim == to)?;
        let (kind, from) = (self.kind_on(first.from()), first.from());
        let fault = Fault::TakenByJump { kind, from, victim: to, landing: hop.1 };
        Some((fault, few(jumps)))
    }

    /// Why a move that leaves the King safe is not legal: captures are compulsory.
    fn compelled(&self, mv: Move) -> Refused {
        let position = self.position;
        let longer = self.matching(|longer| mv.begins(*longer));
        if let Some(next) = longer.first().and_then(|longer| longer.path().nth(mv.path().count())) {
            return (Fault::Unfinished(next), few(longer));
        }
        let army = position.options.must_capture == MustCapture::Army;
        let bound = position.of_kind(Kind::Checker) | position.of_kind(Kind::Dama);
        let mut captures = self.matching(|capture| {
            bound.contains(capture.from())
                && position.is_capture(*capture)
                && (army || capture.from() == mv.from())
        });
        let by: SquareSet = captures.iter().map(|capture| capture.from()).collect();
        captures.sort_by_key(|capture| capture.from() != mv.from());
        let (kind, from) = (self.kind_on(mv.from()), mv.from());
        (Fault::MustTake { kind, from, by: by.collect() }, few(captures))
    }

    /// How a move leaves the own King attacked; `None` if it does not.
    fn exposure(&self, mv: Move) -> Option<Exposure> {
        let (position, seat) = (self.position, self.position.turn);
        let next = position.after(mv);
        let (by, before) = (next.checkers_of(seat), position.checkers_of(seat));
        let king = next.king(seat);
        let attacker = |at: Sq| {
            let kind = next.kind_on(at);
            let line = Line::through(at, king).filter(|_| kind == Kind::Liner);
            let line = line.map(|line| Aim {
                line,
                count: next.count_on(line, king),
                before: position.count_on(line, king),
            });
            Attacker { at, kind, line }
        };
        let is_king = mv.from() == position.king(seat);
        let exposure =
            Exposure { is_king, king, by: by.map(attacker).collect(), stays: by.meets(before) };
        (!by.is_empty()).then_some(exposure)
    }

    fn with_near(&self, fault: Fault, wanted: &Wanted) -> Refused {
        (fault, self.near(wanted))
    }

    /// The legal moves nearest to what was typed, best first: those of the same man, then those of
    /// its kind to the same square, then all to it; and where there is none, the nearest of what
    /// the text describes, of its kind, at all.
    fn near(&self, wanted: &Wanted) -> Vec<Move> {
        let (to, start) = (wanted.to(), wanted.from());
        let own = start.filter(|from| self.own().contains(*from));
        let kind = wanted.named.or(own.map(|at| self.kind_on(at)));
        let is_kind = |mv: &Move| kind == Some(self.kind_on(mv.from()));
        let mut near = self.closest(wanted, &|mv| Some(mv.from()) == start);
        near.extend(self.matching(|mv| is_kind(mv) && mv.to() == to));
        if near.is_empty() || start.is_none() {
            near.extend(self.matching(|mv| mv.to() == to && !is_kind(mv)));
        }
        let described = |mv: &Move| self.starts(wanted, mv.from());
        let wider: [&dyn Fn(&Move) -> bool; 3] = [&described, &is_kind, &|_| true];
        for fits in wider {
            if near.is_empty() {
                near = self.closest(wanted, fits);
            }
        }
        // Out of check there are few ways, and each is of use.
        if self.position.is_check() {
            near.extend(self.legal);
        }
        few(near)
    }

    /// Of some legal moves those with the fewest steps between their squares and those typed.
    fn closest(&self, wanted: &Wanted, fits: &dyn Fn(&Move) -> bool) -> Vec<Move> {
        let steps = |a: Sq, b: Sq| a.file().abs_diff(b.file()) + a.rank().abs_diff(b.rank());
        let far = |mv: &Move| {
            wanted.from().map_or(0, |from| steps(from, mv.from())) + steps(wanted.to(), mv.to())
        };
        let mut moves = self.matching(fits);
        let least = moves.iter().map(far).min();
        moves.retain(|mv| Some(far(mv)) == least);
        moves
    }
}

/// The first few of these, each once.
fn few(moves: Vec<Move>) -> Vec<Move> {
    let mut few = Vec::new();
    for mv in moves {
        if few.len() < NEAR_MAX && !few.contains(&mv) {
            few.push(mv);
        }
    }
    few
}
