//! Random games on the board that the page draws itself: behind each ply its film has the men of the game, and the page's
//! own scripts show them, forwards and backwards.

use std::collections::BTreeMap;

use dice::Secret;
use games::{GameKind, Seat, canonical_look, canonical_options, look_lines, seats};
use render::Theme;
use scene::Placed;
use serde::Deserialize;
use table::{
    BoardRecipe, Game, GameNo, NewGame, Occupant, OfferTerms, PlaceId, Platform, ShownSeats, Stamp,
};

use super::corner::Corner;
use crate::{
    random_games::options,
    support::{chance::Chance, pictures::renderer},
};

/// How many games of each kind, and how many plies of each at most.
type Extent = (u64, u32);
const FEW: Extent = (2, 24);
const MANY: Extent = (200, 120);

const STAMP: Stamp<'_> = Stamp { at: 2, salt: Some("m3") };

/// A man: his cell, and what he looks like.
type Man = [String; 2];

/// A game that was played at random.
struct Played {
    name: String,
    game: Game,
    side: Seat,
    /// The men before the first ply and behind each.
    men: Vec<Vec<Man>>,
}

/// The men of a film, and what it says of each ply.
#[derive(Deserialize)]
struct Film {
    start: Start,
    plies: Vec<Ply>,
}

#[derive(Deserialize)]
struct Start {
    men: Vec<Vec<String>>,
}

#[derive(Deserialize)]
struct Ply {
    #[serde(default)]
    off: Vec<String>,
    #[serde(default)]
    on: Vec<Vec<String>>,
}

/// Options that chance gives to a game for so many: those of its rules, and how it looks.
fn chosen(kind: GameKind, seats: usize, chance: &mut Chance) -> (String, String) {
    let typed = options(kind, seats, chance);
    let is_look = |word: &&str| look_lines(kind).iter().any(|line| word.starts_with(line.key));
    let (look, rules): (Vec<&str>, Vec<&str>) = typed.split_whitespace().partition(is_look);
    let seats = u8::try_from(seats).expect("they are few");
    (
        canonical_options(kind, &rules.join(","), seats).expect("they go together"),
        canonical_look(kind, &look.join(",")).expect("they go together"),
    )
}

impl Played {
    /// The game of a kind that a seed gives, for so many plies at most.
    fn of(kind: GameKind, seed: u64, most: u32) -> Self {
        let mut chance = Chance::new(seed);
        let numbers: Vec<usize> = seats(kind).map(usize::from).collect();
        let n = *chance.one_of(&numbers);
        let (options, look) = chosen(kind, n, &mut chance);
        let name = format!("{} {seed}: players={n} {options} {look}", kind.key());
        let new = NewGame {
            no: GameNo(7),
            kind,
            options,
            place: PlaceId::channel(Platform::Local, "channel"),
            server: None,
            seats: vec![Occupant::Bot(1); n],
            terms: OfferTerms { look, ..OfferTerms::default() },
            secret: Secret::from_bytes([seed.to_le_bytes()[0]; 32]),
            salt: "m1".to_owned(),
            at: 0,
        };
        let mut game = Game::offer(new).expect(&name);
        game.start(|_| 0, Stamp { at: 1, salt: Some("m2") }).expect(&name);
        while let Some(men) = game.position().arranging() {
            let seat = men.awaited().iter().next().expect("somebody is awaited");
            let army = men.changed(seat, "random", &mut |n| chance.below(n)).expect(&name);
            game.seal_army(seat, army, "ab".to_owned(), STAMP).expect(&name);
        }
        let side = Seat::from_index(u8::try_from(chance.below(n)).expect("it fits")).expect(&name);
        let mut played = Self { name, men: vec![men_of(&game, side)], game, side };
        while played.game.is_running() && played.game.position().ply() < most {
            let position = played.game.position();
            let moves = position.moves();
            let mv = position.legal_move(chance.one_of::<String>(&moves)).expect(&played.name);
            played.game.play(&mv, false, STAMP).expect(&played.name);
            played.men.push(men_of(&played.game, side));
        }
        played
    }

    /// Its film as the page gets it.
    fn film(&self, theme: Theme) -> String {
        page::testkit::film(&renderer(), &self.game, self.side, theme).expect(&self.name)
    }

    /// The film has the men of each ply: whoever leaves stood there, and whoever comes finds the cell empty.
    fn is_filmed(&self) {
        let film = self.film(Theme::Wood);
        let Film { start, plies } = serde_json::from_str(&film).expect(&self.name);
        assert_eq!(plies.len() + 1, self.men.len(), "{}", self.name);
        let mut now: BTreeMap<String, String> = BTreeMap::new();
        let start = Ply { off: Vec::new(), on: start.men };
        for (at, (ply, men)) in [start].into_iter().chain(plies).zip(&self.men).enumerate() {
            for cell in ply.off {
                assert!(now.remove(&cell).is_some(), "{}, ply {at}: nobody on {cell}", self.name);
            }
            for man in ply.on {
                let had = now.insert(man[0].clone(), man[1..].join(" "));
                assert_eq!(had, None, "{}, ply {at}: {man:?} comes", self.name);
            }
            let men: BTreeMap<_, _> = men.iter().cloned().map(<(String, String)>::from).collect();
            assert_eq!(now, men, "{}, ply {at}", self.name);
        }
    }
}

/// The men of a game as its rules have them, for a side.
fn men_of(game: &Game, side: Seat) -> Vec<Man> {
    let recipe = BoardRecipe::of(game, side, 1, ShownSeats::default());
    let board = &recipe.scene().expect("a board").board;
    let man = |placed: &Placed| {
        let badges = placed.badges.iter();
        let badges: String = badges.map(|badge| badge.letter.to_ascii_uppercase()).collect();
        let look = format!("{} {badges}", render::man_symbol(board, placed));
        [placed.at.to_string(), look.trim_end().to_owned()]
    };
    board.pieces.iter().map(man).collect()
}

fn are_filmed((games, most): Extent) {
    let mut plies = 0;
    for kind in GameKind::ALL {
        for seed in 0..games {
            let played = Played::of(kind, seed, most);
            played.is_filmed();
            plies += played.men.len() - 1;
        }
        eprintln!("{plies} plies with {}", kind.key());
    }
}

async fn are_seen((games, most): Extent) {
    let Some(corner) = Corner::open().await else { return };
    let mut steps = 0;
    for kind in GameKind::ALL {
        for seed in 0..games {
            let played = Played::of(kind, seed, most);
            let recipe = BoardRecipe::of(&played.game, played.side, 1, ShownSeats::default());
            let scene = recipe.scene().expect("a board");
            let theme = scene.face;
            let sheet = format!("/men/{}/{}.svg", theme.key(), kind.key());
            let board =
                page::testkit::board(&renderer(), scene, theme, (sheet, "/ground".to_owned()));
            let men = serde_json::to_string(&played.men).expect("they can be written");
            let asked = format!(
                "corner.goesThrough({:?}, {}, {men})",
                board.expect("a board"),
                played.film(theme)
            );
            let answer = corner.asks(&asked).await;
            assert_eq!(answer["faults"], 0, "{}: {answer}", played.name);
            assert_eq!(answer["steps"], 2 * played.men.len() - 1, "{}", played.name);
            steps += 2 * played.men.len() - 1;
        }
        eprintln!("{steps} steps with {}", kind.key());
    }
    corner.close().await;
}

#[test]
fn films_have_the_men_of_each_ply() {
    are_filmed(FEW);
}

#[tokio::test]
async fn films_are_seen_ply_by_ply() {
    are_seen(FEW).await;
}

#[test]
#[ignore = "second tier: cargo xtask long"]
fn films_of_many_games_have_the_men_of_each_ply() {
    are_filmed(MANY);
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn films_of_many_games_are_seen_ply_by_ply() {
    are_seen(MANY).await;
}
