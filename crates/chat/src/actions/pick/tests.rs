//! Every legal move is found by choosing, in every game.

use std::{collections::BTreeSet, sync::OnceLock};

use dice::Secret;
use games::{
    ArrangementStep, GameKind, arranges, canonical_options, pieces, random::Random, seats,
};
use scene::Piece;
use table::{GameNo, NewGame, Occupant, OfferTerms, SeatChoice, Stamp};

use super::*;
use crate::tests::{channel, person};

/// How many plies of a random game are looked at.
const PLIES: usize = 60;

/// A running game in which every seat is another person's.
fn started(kind: GameKind, options: &str, n: u8) -> Game {
    let names: Vec<String> = (0..n).map(|seat| format!("player {seat}")).collect();
    let new = NewGame {
        no: GameNo(12),
        kind,
        options: canonical_options(kind, options, n).unwrap(),
        place: channel(),
        server: None,
        seats: names.iter().map(|name| Occupant::Person(person(name))).collect(),
        terms: OfferTerms { seat_choice: SeatChoice::White, ..OfferTerms::default() },
        secret: Secret::from_bytes([7; 32]),
        salt: "m1".to_owned(),
        at: 0,
    };
    let mut game = Game::offer(new).unwrap();
    game.start(|_| 0, Stamp { at: 0, salt: None }).unwrap();
    game
}

/// Returns what the pictures of all pieces are called.
fn known_pictures() -> &'static BTreeSet<String> {
    static NAMES: OnceLock<BTreeSet<String>> = OnceLock::new();
    NAMES.get_or_init(|| pieces().iter().map(Piece::picture_name).collect())
}

/// The moves that can be chosen, and the lists that lead to them checked on the way.
fn found(game: &Game) -> BTreeSet<String> {
    let seat = game.position().to_move();
    let who = game.people().find(|(of, _)| *of == seat).unwrap().1.id.clone();
    let (mut moves, mut asked, mut open) = (BTreeSet::new(), BTreeSet::new(), vec![String::new()]);
    while let Some(about) = open.pop() {
        let pick = pick(game, &who, &about).unwrap_or_else(|| panic!("nothing about {about:?}"));
        assert!((1..=MOST_OPTIONS).contains(&pick.options.len()));
        let ids: BTreeSet<&str> = pick.options.iter().map(|one| &*one.action.id).collect();
        assert_eq!(ids.len(), pick.options.len(), "each option stands once");
        for option in &pick.options {
            assert!(option.note.chars().count() <= MAX_NOTE && !option.action.label.is_empty());
            let is_without_man = ["hold", "pass"].contains(&&*option.action.line);
            let is_known = option.picture.as_ref().map(|name| known_pictures().contains(name));
            assert_eq!(is_known, (!is_without_man).then_some(true), "{:?}", option.action.line);
            if option.action.is_move() {
                moves.insert(option.action.line.clone());
            } else {
                let about = option.action.line.strip_prefix("legal ").unwrap().to_owned();
                assert!(asked.insert(about.clone()), "{about} leads in a circle");
                open.push(about);
            }
        }
    }
    moves
}

/// Plays or places something at random.
fn go_on(game: &mut Game, random: &mut Random) {
    let mv = random.pick(&game.position().moves()).clone();
    let stamp = Stamp { at: 0, salt: Some("m2") };
    if game.position().arranging().is_some() {
        let step = if mv == "hold" { ArrangementStep::Hold } else { ArrangementStep::Place(mv) };
        game.place_openly(step, stamp).unwrap();
    } else {
        let legal = game.position().legal_move(&mv).unwrap();
        game.play(&legal, false, stamp).unwrap();
    }
}

#[test]
fn every_move_can_be_chosen() {
    for kind in GameKind::ALL {
        for n in seats(kind) {
            let options = if arranges(kind) { "setup=open" } else { "" };
            for seed in 0..2 {
                let (mut random, mut game) = (Random::new(seed), started(kind, options, n));
                for _ in 0..PLIES {
                    let all: BTreeSet<String> = game.position().moves().into_iter().collect();
                    if all.is_empty() {
                        break;
                    }
                    assert_eq!(found(&game), all, "{kind:?} {n} {:?}", game.position().ply());
                    go_on(&mut game, &mut random);
                }
            }
        }
    }
}

#[test]
fn more_moves_than_a_list_has_room_for_are_chosen_part_by_part() {
    let kind = GameKind::ALL[0];
    let game = started(kind, "", *seats(kind).start());
    let moves: Vec<String> = (0..12)
        .flat_map(|file| (0..12).map(move |way| format!("a1b{file}xd{way}")))
        .flat_map(|mv| ["", "=K"].map(|more| format!("{mv}c1{more}")))
        .collect();
    let (mut found, mut open) = (BTreeSet::new(), vec!["a1".to_owned()]);
    let shown = PicturedGame::new(&game);
    while let Some(about) = open.pop() {
        let options = rest(&shown, &Begun::all(&moves, &about));
        assert!((1..=MOST_OPTIONS).contains(&options.len()), "{about}: {}", options.len());
        for option in options {
            match option.action.line.strip_prefix("legal ") {
                Some(more) if more.len() > about.len() => open.push(more.to_owned()),
                Some(more) => panic!("{about} leads to {more}"),
                None => drop(found.insert(option.action.line)),
            }
        }
    }
    assert_eq!(found, moves.into_iter().collect());
}
