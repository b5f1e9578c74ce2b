//! Compares the searches with plain ones without pruning, over every game and number of seats.

use games::{GameKind, Outcome, Roll, Rules, Seat, legal_moves, with_game};

use super::{
    EvalStyle, Job, Limit, Opponent, OpponentModel, SearchRequest, best_move, choose,
    duel::{
        BeginnerPlayer, GreedyPlayer, NoTimeLimit, Player, RandomPlayer, SearchPlayer, Turn,
        play_round,
    },
    evaluate::{Evaluate, Shares},
    expected_score,
    mate_distance::parent_value,
    max_n,
    random::SplitMix,
    scoring::{self, Share, end_value},
    search::{Budget, SearchSettings, search},
    transposition::TranspositionTable,
    value::WIN,
};

/// Runs a check on every game with every number of seats that it can have.
macro_rules! every_game_and_size {
    ($check:ident $(, $n:expr)?) => {
        for kind in GameKind::ALL {
            with_game!(kind, G => {
                for n in <G as Rules>::SEATS {
                    let options = <G as Rules>::with_seats(Default::default(), n).unwrap();
                    $check::<G>(&options $(, $n)?);
                }
            });
        }
    };
}

/// A position some random plies into a game that is not over.
fn random_position<G: Opponent>(options: &G::Options, random: &mut SplitMix) -> G {
    let mut spare = Vec::new();
    loop {
        let mut position = G::start(options);
        for _ in 0..random.below(60) {
            let mv = position.random_move(random, &mut spare).unwrap();
            let mut branches = Vec::new();
            position.branches(&mv, &mut branches);
            let roll = branches[random.below(branches.len() as u64) as usize].roll;
            position.apply(&mv, &roll);
            if position.outcome().is_some() || position.drawn_by_count(1).is_some() {
                break;
            }
        }
        if position.outcome().is_none() && position.drawn_by_count(1).is_none() {
            return position;
        }
    }
}

/// A search without any pruning, for one seat against all the others.
struct PlainParanoidSearch<'a, E> {
    eval: &'a E,
    me: Seat,
    /// Whether more than two sides play.
    is_multiplayer: bool,
}

impl<E> PlainParanoidSearch<'_, E> {
    /// The value of a position for the seat that searches.
    fn node<G: Rules>(&self, position: &G, depth: u32, left: u32) -> i32
    where
        E: Evaluate<G>,
    {
        if let Some(value) = end_value(self.eval, position, self.me, 0) {
            return value;
        }
        if position.drawn_by_count(1).is_some() {
            return scoring::fair_share(self.eval, position).value();
        }
        let ours = self.eval.allies(self.me).contains(position.to_move());
        let mut moves = legal_moves(position);
        let mut best = None;
        if depth == 0 {
            let static_value = match (self.is_multiplayer, ours) {
                (true, _) => 2 * self.eval.shares(position)[self.me.index()] - WIN,
                (false, true) => self.eval.value(position),
                (false, false) => -self.eval.value(position),
            };
            if left == 0 {
                return static_value;
            }
            best = Some(static_value);
            moves.retain(|mv| self.eval.is_noisy(position, mv));
        }
        let (depth, left) = if depth == 0 { (0, left - 1) } else { (depth - 1, left) };
        for mv in moves {
            let value = self.mean(position, &mv, depth, left, ours);
            best = Some(match best {
                Some(best) if ours => value.max(best),
                Some(best) => value.min(best),
                None => value,
            });
        }
        best.unwrap()
    }

    fn mean<G: Rules>(&self, position: &G, mv: &G::Move, depth: u32, left: u32, ours: bool) -> i32
    where
        E: Evaluate<G>,
    {
        let mut branches = Vec::new();
        position.branches(mv, &mut branches);
        let total: i64 = branches.iter().map(|branch| i64::from(branch.weight)).sum();
        let sum: i64 = branches
            .iter()
            .map(|branch| {
                let child = self.eval.play(position, mv, &branch.roll);
                let value = self.node(&child, depth, left);
                let value = if self.eval.counts_plies() { parent_value(value) } else { value };
                i64::from(branch.weight) * i64::from(value)
            })
            .sum();
        // Rounded down for the mover.
        (if ours { sum.div_euclid(total) } else { -(-sum).div_euclid(total) }) as i32
    }
}

/// With more moves than this in a position the plain search does not look beyond its depth.
const WIDE: usize = 40;

fn pruned_is_plain<G: Opponent>(options: &G::Options, positions: u32) {
    let mut random = SplitMix::new(11);
    for i in 0..positions {
        let position = random_position::<G>(options, &mut random);
        let moves = legal_moves(&position);
        // Without pruning, quiescence would never end where many moves are possible.
        let short = i % 2 == 0 || moves.len() > WIDE;
        let eval =
            G::evaluator(if short { EvalStyle::WithoutTactics } else { EvalStyle::Full }, options);
        let budget = Budget { depth: 2, nodes: u64::MAX, stop: &|| false };
        let settings = SearchSettings { exact: true, margin: 60_000, ..SearchSettings::default() };
        let mut table = TranspositionTable::for_nodes(0);
        let report = search(&position, moves, &[], &eval, &budget, settings, &mut table).unwrap();
        let me = position.to_move();
        let is_multiplayer = scoring::n_sides(&eval, position.active()) > 2;
        let plain = PlainParanoidSearch { eval: &eval, me, is_multiplayer };
        if report.moves[0].value.abs() == WIN || report.moves[0].proven.is_some() {
            continue;
        }
        for root in report.moves.iter().filter(|root| root.exact) {
            let value = plain.mean(&position, &root.mv, 1, eval.quiescence_depth(), true);
            assert_eq!(root.value, value, "{position} {}", root.mv);
        }
    }
}

#[test]
fn pruned_search_is_plain_search() {
    every_game_and_size!(pruned_is_plain, 6);
}

#[test]
#[ignore = "second tier: cargo xtask long"]
fn pruned_search_is_plain_search_in_many_positions() {
    every_game_and_size!(pruned_is_plain, 48);
}

/// The shares of a position that is over, or those that the evaluation gives it.
fn static_shares<G: Rules, E: Evaluate<G>>(eval: &E, position: &G) -> Shares {
    let Some(outcome) = position.outcome() else { return eval.shares(position) };
    let mut shares = [0; Seat::MAX as usize];
    for seat in Seat::all(position.n_seats()) {
        shares[seat.index()] = scoring::share(eval, position, outcome, seat).millionths();
    }
    shares
}

/// The shares after the answers that max^n may choose: those that give the seat to move the
/// greatest share, and among them the leader the smallest. There may be several of equal worth.
fn answers<G: Rules, E: Evaluate<G>>(eval: &E, position: &G) -> Vec<Shares> {
    if position.outcome().is_some() {
        return vec![static_shares(eval, position)];
    }
    let mover = position.to_move();
    let others_most = |shares: &Shares| {
        (0..shares.len()).filter(|i| *i != mover.index()).map(|i| shares[i]).max()
    };
    let rank = |shares: &Shares| (shares[mover.index()], others_most(shares).map(|most| -most));
    let after = |mv| static_shares(eval, &eval.play(position, &mv, &Roll::NONE));
    let all: Vec<Shares> = legal_moves(position).into_iter().map(after).collect();
    let best = all.iter().map(rank).max();
    all.into_iter().filter(|shares| Some(rank(shares)) == best).collect()
}

fn max_n_is_plain<G: Opponent>(options: &G::Options) {
    let start = G::start(options);
    let eval = G::evaluator(EvalStyle::WithoutTactics, options);
    if scoring::n_sides(&eval, start.active()) < 3 {
        return;
    }
    let mut random = SplitMix::new(12);
    for _ in 0..6 {
        let position = random_position::<G>(options, &mut random);
        let budget = Budget { depth: 2, nodes: u64::MAX, stop: &|| false };
        let moves = legal_moves(&position);
        let found =
            max_n::search(&position, moves, &eval, &budget, SearchSettings::default(), usize::MAX)
                .unwrap();
        let mover = position.to_move().index();
        let (mut least, mut most) = (0, 0);
        for mv in legal_moves(&position) {
            let answers = answers(&eval, &eval.play(&position, &mv, &Roll::NONE));
            let mine = || answers.iter().map(|shares| shares[mover]);
            least = least.max(mine().min().unwrap());
            most = most.max(mine().max().unwrap());
        }
        let right = 2 * least - WIN..=2 * most - WIN;
        assert!(right.contains(&found.moves[0].value), "{position}: {right:?}");
    }
}

#[test]
fn max_n_is_plain_max_n() {
    every_game_and_size!(max_n_is_plain);
}

fn every_level_answers<G: Opponent>(options: &G::Options, positions: u32) {
    let mut random = SplitMix::new(13);
    for i in 0..positions {
        let position = random_position::<G>(options, &mut random);
        let limit = match i % 8 {
            0 => Limit::Nodes(300),
            7 => Limit::Depth(2),
            level => Limit::Level(level as u8),
        };
        let opponent_model = (i % 3 == 0).then_some(OpponentModel::MaxN { width: 2 });
        let ask = SearchRequest { opponent_model, ..SearchRequest::new(limit, 3, i) };
        let choose = || choose(std::slice::from_ref(&position), &ask, &|| false).unwrap();
        let choice = choose();
        assert_eq!(choice, choose(), "{position}");
        let chosen = &choice.report.moves[choice.chosen];
        assert!(position.is_legal(&chosen.mv), "{position} {}", chosen.mv);
        assert!(expected_score(chosen.value) <= 1_000_000);
        let mut next = position.clone();
        for mv in &chosen.line {
            assert!(next.is_legal(mv), "{position} {:?}", chosen.line);
            let mut branches = Vec::new();
            next.branches(mv, &mut branches);
            next.apply(mv, &branches[0].roll);
        }
    }
}

#[test]
fn every_level_of_every_game_answers() {
    every_game_and_size!(every_level_answers, 16);
}

#[test]
#[ignore = "second tier: cargo xtask long"]
fn every_level_of_every_game_answers_in_many_positions() {
    every_game_and_size!(every_level_answers, 80);
}

fn itself_is_fair<G: Opponent>(options: &G::Options) {
    let eval = G::evaluator(EvalStyle::Full, options);
    let start = G::start(options);
    let fair = scoring::fair_share(&eval, &start).sixtieths() * u64::from(start.n_seats());
    let level =
        || SearchPlayer { limit: Limit::Depth(1), opponent_model: None, clock: NoTimeLimit };
    for index in 0..2 {
        let total = |first: &mut dyn Player<G>, second: &mut dyn Player<G>| -> u64 {
            let round = play_round(options, &eval, None, [first, second], 5, index);
            assert_eq!(round.shares.len(), usize::from(start.n_seats()));
            assert_eq!(round.forfeits, []);
            round.shares.iter().map(|share| share.sixtieths()).sum()
        };
        assert_eq!(total(&mut RandomPlayer::default(), &mut RandomPlayer::default()), fair);
        assert_eq!(total(&mut level(), &mut level()), fair);
        // The greedy player is no better than chance in some games, so it only meets itself.
        assert_eq!(total(&mut GreedyPlayer, &mut GreedyPlayer), fair);
        assert!(total(&mut level(), &mut RandomPlayer::default()) >= fair);
    }
}

#[test]
fn a_player_among_its_likes_gets_its_fair_share() {
    every_game_and_size!(itself_is_fair);
}

/// The greatest chance, in hundredths, of a reply that wins the game at once; 0 after a move that throws dice or
/// ends the game.
fn danger<G: Opponent>(position: &G, eval: &G::Eval, mv: &G::Move) -> u32 {
    if !position.dice(mv).is_empty() {
        return 0;
    }
    let next = eval.play(position, mv, &Roll::NONE);
    let replies = if next.outcome().is_some() { Vec::new() } else { legal_moves(&next) };
    let chance = |reply: &G::Move| {
        let mut branches = Vec::new();
        next.branches(reply, &mut branches);
        let total: u32 = branches.iter().map(|branch| branch.weight).sum();
        let wins = |roll| {
            let end = eval.play(&next, reply, roll).outcome();
            matches!(end, Some(Outcome::Win(winners, _)) if winners.contains(next.to_move()))
        };
        let won = branches.iter().filter(|branch| wins(&branch.roll));
        100 * won.map(|branch| branch.weight).sum::<u32>() / total
    };
    replies.iter().map(chance).max().unwrap_or(0)
}

/// So many positions in which the game can be given away say enough.
const ENOUGH: u32 = 8;

/// Returns in how many of these random positions some moves lose the game to a reply, more likely than not, and
/// others do not; [`ENOUGH`] of them are looked at.
fn game_is_not_given_away<G: Opponent>(positions: u32) -> u32 {
    let options = G::Options::default();
    let eval = G::evaluator(EvalStyle::Full, &options);
    let mut random = SplitMix::new(17);
    let mut n_risky = 0;
    for _ in 0..positions {
        if n_risky == ENOUGH {
            break;
        }
        let position = random_position::<G>(&options, &mut random);
        let dangers: Vec<_> = legal_moves(&position)
            .into_iter()
            .map(|mv| (danger(&position, &eval, &mv), mv))
            .collect();
        if dangers.iter().all(|(danger, _)| *danger > 0)
            || dangers.iter().all(|(danger, _)| *danger < 50)
        {
            continue;
        }
        n_risky += 1;
        for (level, seed) in [2, 3].into_iter().flat_map(|level| (0..8).map(move |s| (level, s))) {
            let ask = SearchRequest::new(Limit::Level(level), seed, 30);
            let chosen = choose(std::slice::from_ref(&position), &ask, &|| false).unwrap();
            let mv = chosen.into_move();
            let (danger, _) = dangers.iter().find(|(_, other)| *other == mv).unwrap();
            assert!(*danger < 50, "{position} {mv} level {level} seed {seed}");
        }
    }
    n_risky
}

#[test]
fn no_level_but_the_first_gives_the_game_away() {
    let risky = GameKind::ALL.map(|kind| with_game!(kind, G => game_is_not_given_away::<G>(2000)));
    // Where no reply ends the game, none can be given away.
    assert!(risky.into_iter().filter(|n| *n == ENOUGH).count() >= 3, "{risky:?}");
}

fn beginner_is_repeatable<G: Opponent>(options: &G::Options) {
    let mut random = SplitMix::new(19);
    let mut n_different = 0;
    for _ in 0..40 {
        let position = random_position::<G>(options, &mut random);
        let positions = std::slice::from_ref(&position);
        let chosen = |seed| {
            let turn = Turn { position: &position, positions, ply: 0, seed };
            BeginnerPlayer.choose(&turn).unwrap()
        };
        let moves: Vec<_> = (0..6).map(chosen).collect();
        assert_eq!(moves, (0..6).map(chosen).collect::<Vec<_>>());
        n_different += u32::from(moves.iter().any(|mv| *mv != moves[0]));
    }
    assert!(n_different > 0, "the seed decides what is overlooked");
}

#[test]
fn the_beginner_overlooks_what_the_seed_says() {
    every_game_and_size!(beginner_is_repeatable);
}

/// Plays the first move of the start position again and again, which soon becomes illegal.
struct Cheat;

impl<G: Rules> Player<G> for Cheat {
    fn choose(&mut self, turn: &Turn<'_, G>) -> Result<G::Move, String> {
        Ok(legal_moves(&turn.positions[0]).swap_remove(0))
    }
}

fn cheats_leave<G: Opponent>(options: &G::Options) {
    let eval = G::evaluator(EvalStyle::Full, options);
    let round = play_round(options, &eval, None, [&mut Cheat, &mut RandomPlayer::default()], 1, 0);
    let n_seats = usize::from(G::start(options).n_seats());
    assert_eq!(round.shares, vec![Share::LOSS; n_seats]);
    assert!(round.forfeits.iter().all(|(player, _)| *player == 1));
    assert_eq!(round.forfeits.len(), n_seats);
}

#[test]
fn an_illegal_move_loses_and_the_others_play_on() {
    every_game_and_size!(cheats_leave);
}

#[test]
fn a_job_of_texts_is_searched() {
    for kind in GameKind::ALL {
        with_game!(kind, G => {
            let options = <G as Rules>::Options::default();
            let job = |positions: Vec<String>| Job {
                kind,
                options: options.to_string(),
                positions,
                limit: Limit::Level(3),
                seed: 1,
                ply: 9,
            };
            let best = best_move(&job(vec![<G as Rules>::start(&options).to_string()]), &|| false);
            assert!(best.unwrap().mv.parse::<<G as Rules>::Move>().is_ok());
            for positions in [vec![], vec!["garbage".to_owned()]] {
                assert_eq!(best_move(&job(positions), &|| false), None);
            }
        });
    }
}
