//! A second judge of one edition, which knows only what people have typed and what they were told.

use std::collections::{BTreeMap, BTreeSet};

use table::{EditionNo, GameNo, Millis};

use super::{
    events::Event,
    news::{Board, Free, League, Line, Pair, Round},
    people::Habit,
};

/// How an edition has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    Podium,
    CalledOff,
}

/// An edition, as it is known from outside.
#[derive(Clone, Debug)]
pub(super) struct Edition {
    pub(super) no: EditionNo,
    pub(super) event: &'static Event,
    pub(super) edition: u32,
    pub(super) start: Millis,
    /// When something has happened in it last.
    pub(super) last: Millis,
    pub(super) is_paused: bool,
    pub(super) ended: Option<Ended>,
    pub(super) rounds: Vec<Round>,
    /// How a league has begun.
    league: League,
    /// Games of rounds that were taken back.
    pub(super) undone: BTreeSet<GameNo>,
    /// Those who began, in the order in which the first round names them.
    pub(super) starters: Vec<String>,
    /// Those of a round robin before its first round was taken back.
    former: Vec<String>,
    /// Up to which round, from 1, one was taken back.
    most_undone: usize,
    /// Who has come later, and how many rounds had been paired then, also if one was taken back.
    pub(super) late: BTreeMap<String, usize>,
    /// To how many games somebody did not come.
    pub(super) no_shows: BTreeMap<String, usize>,
    /// Who has to be among those who begin, since they have typed in time what that takes.
    pub(super) expected: BTreeSet<String>,
    /// How its people take part, by their numbers.
    pub(super) habits: BTreeMap<usize, Habit>,
    /// How the groups of a league have ended.
    pub(super) groups: Vec<Vec<Line>>,
    /// What was posted once and for all.
    posted: BTreeSet<String>,
}

impl Edition {
    pub(super) fn new(
        no: EditionNo,
        event: &'static Event,
        (edition, start): (u32, Millis),
        now: Millis,
    ) -> Self {
        Self {
            no,
            event,
            edition,
            start,
            last: now,
            is_paused: false,
            ended: None,
            rounds: Vec::new(),
            league: League::default(),
            undone: BTreeSet::new(),
            starters: Vec::new(),
            former: Vec::new(),
            most_undone: 0,
            late: BTreeMap::new(),
            no_shows: BTreeMap::new(),
            expected: BTreeSet::new(),
            habits: BTreeMap::new(),
            groups: Vec::new(),
            posted: BTreeSet::new(),
        }
    }

    pub(super) fn has_begun(&self) -> bool {
        !self.starters.is_empty()
    }

    /// Returns `true` if everybody plays everybody.
    pub(super) fn is_round_robin(&self) -> bool {
        self.event.is_round_robin(self.starters.len())
    }

    /// Something is posted that may be posted once.
    pub(super) fn posts_once(&mut self, what: &str) {
        assert!(self.posted.insert(what.to_owned()), "{} has {what} twice", self.no);
    }

    /// Returns `true` if something was posted.
    pub(super) fn has_posted(&self, what: &str) -> bool {
        self.posted.contains(what)
    }

    /// All boards of rounds that count.
    pub(super) fn boards(&self) -> impl Iterator<Item = &Board> {
        self.rounds.iter().flat_map(|round| &round.boards)
    }

    /// The board of a game, and its round.
    pub(super) fn board(&self, game: GameNo) -> Option<(usize, &Board)> {
        let of_round = |round: &Round| round.round;
        self.rounds.iter().find_map(|round| {
            let board = round.boards.iter().find(|board| board.game == game)?;
            Some((of_round(round), board))
        })
    }

    /// A round begins.
    pub(super) fn paired(&mut self, told: Round) {
        let no = self.no;
        assert_eq!(told.round, self.rounds.len(), "{no}: a round out of turn: {told:?}");
        let mut names: Vec<&String> =
            told.boards.iter().flat_map(|board| [&board.white, &board.black]).collect();
        names.extend(told.free.iter().map(|(name, _)| name));
        let all: BTreeSet<&String> = names.iter().copied().collect();
        assert_eq!(all.len(), names.len(), "{no}: somebody is named twice: {told:?}");
        let pairs: Vec<usize> = told.boards.iter().map(|board| board.pair).collect();
        assert_eq!(pairs, (1..=pairs.len()).collect::<Vec<_>>(), "{no}: {told:?}");
        if self.has_begun() {
            let is_known = |name: &&String| {
                self.starters.contains(name) || self.late.contains_key(name.as_str())
            };
            assert!(all.iter().all(is_known), "{no}: a stranger is paired: {told:?}");
        } else {
            self.check_expected(&all);
            // The table stays as it was, also with who has gone, unless somebody has come.
            let gone = told.free.iter().filter_map(|(_, why)| match why {
                Free::Walkover(gone) => Some(gone),
                _ => None,
            });
            let of_table: BTreeSet<&String> = all.iter().copied().chain(gone).collect();
            let is_as_before = of_table == self.former.iter().collect();
            self.starters = if is_as_before { self.former.clone() } else { starters(&told) };
        }
        for name in told.boards.iter().flat_map(|board| [&board.white, &board.black]) {
            let missed = self.no_shows.get(name).copied().unwrap_or(0);
            assert!(missed < 2, "{no}: {name} is paired after {missed} games without coming");
        }
        self.check_byes(&told);
        let undone = self.undone.len();
        let key = format!("round {} after {undone} games that were taken back", told.round + 1);
        self.posts_once(&key);
        self.rounds.push(told);
    }

    fn check_expected(&self, all: &BTreeSet<&String>) {
        let missing: Vec<&String> =
            self.expected.iter().filter(|name| !all.contains(name)).collect();
        assert!(missing.is_empty(), "{} begins without {missing:?}", self.no);
    }

    /// All rounds of a league begin.
    pub(super) fn league_begins(&mut self, told: League) {
        self.posts_once("begin of all games");
        let all: BTreeSet<&String> = told.groups.iter().flatten().collect();
        let count = told.groups.iter().map(BTreeSet::len).sum::<usize>();
        assert_eq!(all.len(), count, "{}: somebody is in two groups: {told:?}", self.no);
        self.check_expected(&all);
        self.starters = all.into_iter().cloned().collect();
        let round =
            |round| Round { round, boards: Vec::new(), free: Vec::new(), is_given_up: false };
        self.rounds = (0..told.rounds()).map(round).collect();
        self.league = told;
    }

    /// A game of a league begins: one of those that were told, between two of a group who do not meet twice, nor
    /// anybody else in that round.
    pub(super) fn game_begins(&mut self, round: usize, pair: Pair) -> Board {
        let (no, league) = (self.no, &self.league);
        let ([white, black], game) = pair.clone();
        let is_theirs = |group: &BTreeSet<String>| group.contains(&white) && group.contains(&black);
        assert!(league.groups.iter().any(is_theirs), "{no}: not of a group: {pair:?}");
        assert!(league.games.is_empty() || league.games.contains(&pair), "{no}: untold: {pair:?}");
        let plays = |board: &Board, who: &String| [&board.white, &board.black].contains(&who);
        let meets_again = self.boards().any(|board| plays(board, &white) && plays(board, &black));
        assert!(!meets_again, "{no}: once more: {pair:?}");
        let boards = &mut self.rounds[round].boards;
        let is_busy = boards.iter().any(|board| plays(board, &white) || plays(board, &black));
        assert!(!is_busy, "{no}: twice in round {round}: {pair:?}");
        let board = Board { pair: boards.len() + 1, white, black, game };
        assert!(boards.last().is_none_or(|last| last.game < game), "{no}: out of turn: {pair:?}");
        boards.push(board.clone());
        board
    }

    /// Every game of a league was told of.
    pub(super) fn check_league(&self) {
        let is_league = self.event.is_league();
        assert!(
            !is_league || self.boards().count() == self.league.count(),
            "untold games: {self:?}"
        );
    }

    /// Nobody is left over twice, unless the rules allow nothing else.
    fn check_byes(&self, told: &Round) {
        let is_bye = |name: &str| (name.to_owned(), Free::LeftOver);
        for (name, _) in told.free.iter().filter(|(_, why)| *why == Free::LeftOver) {
            let before = self.rounds.iter().any(|round| round.free.contains(&is_bye(name)));
            assert!(!before || told.is_given_up, "{}: {name} is left over twice", self.no);
        }
    }

    /// A manager takes the latest round back.
    pub(super) fn unpaired(&mut self, round: usize) {
        self.taken_back(round);
        self.is_paused = true;
        if round == 0 && self.is_round_robin() {
            // With newcomers it begins once more.
            self.former = std::mem::take(&mut self.starters);
        }
    }

    /// The first round of a round robin is taken back, which begins once more with whoever comes.
    pub(super) fn restarted(&mut self) {
        assert!(self.is_round_robin(), "{}: another one begins once more", self.no);
        self.taken_back(0);
        self.starters.clear();
    }

    fn taken_back(&mut self, round: usize) {
        let last = self.rounds.pop().expect("there is one to take back");
        assert_eq!(last.round, round, "{}: another round is taken back", self.no);
        self.undone.extend(last.boards.iter().map(|board| board.game));
        self.most_undone = self.most_undone.max(round + 1);
    }

    /// Somebody has entered.
    pub(super) fn entered(&mut self, name: &str) {
        if self.has_begun() && !self.starters.iter().any(|one| one == name) {
            let paired = self.rounds.len().max(self.most_undone);
            self.late.entry(name.to_owned()).or_insert(paired);
        }
        // Whoever comes back plays on.
        self.no_shows.remove(name);
    }
}

/// Those who begin: in a round robin in the order of their start numbers, as the Berger table of the first
/// round has it.
fn starters(first: &Round) -> Vec<String> {
    let of_boards = |take: fn(&Board) -> &String| first.boards.iter().map(take).cloned();
    let free = first.free.iter().map(|(name, _)| name.clone());
    let whites = of_boards(|board| &board.white);
    free.chain(whites).chain(of_boards(|board| &board.black).rev()).collect()
}

/// Returns who meets whom in a round of a round robin, both counted from 0; `None` for who meets nobody.
pub(super) fn opponent(at: usize, round: usize, players: usize) -> Option<usize> {
    let (number, round) = (at + 1, round + 1);
    let places = players + players % 2;
    let cycle = places - 1;
    let meets = |one: usize, other: usize| match (one == places, other == places) {
        (true, _) => 2 * other % cycle == (round + 1) % cycle,
        (_, true) => 2 * one % cycle == (round + 1) % cycle,
        _ => (one + other) % cycle == (round + 1) % cycle,
    };
    let found = (1..=places).find(|other| *other != number && meets(number, *other))?;
    (found <= players).then(|| found - 1)
}

#[test]
fn the_second_judge_knows_the_berger_table() {
    for (round, pairs) in [(0, [(1, 6), (2, 5), (3, 4)]), (2, [(2, 6), (3, 1), (4, 5)])] {
        for (one, other) in pairs {
            assert_eq!(opponent(one - 1, round, 6), Some(other - 1));
            let free = if other == 6 { None } else { Some(other - 1) };
            assert_eq!(opponent(one - 1, round, 5), free);
        }
    }
}
