//! The book of set-ups.

use std::collections::BTreeSet;

use games::cyvasse::{Army, DragonStart, Figure, Kind, Options};

use crate::{
    levels::N_LEVELS,
    opponents::cyvasse::{BOOK, choose_army},
};

const DRAGONS: [&str; 3] = ["", "dragon=board", "dragon=hold"];

#[test]
fn the_texts_are_sound_and_all_different() {
    let texts: BTreeSet<&str> = BOOK.iter().copied().collect();
    assert!(texts.len() == BOOK.len() && BOOK.len() >= 12, "{}", BOOK.len());
    let read = |text: &&str| Army::read(text, DragonStart::Choice).unwrap();
    let armies: Vec<Army> = BOOK.iter().map(read).collect();
    for (text, army) in BOOK.iter().zip(&armies) {
        assert_eq!(army.to_string(), *text);
    }
    let on_board = armies.iter().filter(|army| army.count(Figure::Man(Kind::Dragon)) == 1);
    assert!((3..BOOK.len() - 2).contains(&on_board.count()));
}

#[test]
fn every_seed_gives_a_lawful_set_up_and_many_differ() {
    for text in DRAGONS {
        let options: Options = text.parse().unwrap();
        for level in [1, 2, N_LEVELS] {
            let draw = |seed| choose_army(&options, level, seed);
            let mut seen = BTreeSet::new();
            for seed in 0..1000 {
                let army = draw(seed);
                assert_eq!(army.faults(options.dragon()), [], "{text} {level} {seed}");
                assert_eq!(army, draw(seed));
                seen.insert(army.to_string());
            }
            assert!(seen.len() > 700, "{text} {level} {}", seen.len());
        }
    }
}

#[test]
fn strong_levels_keep_to_the_book() {
    // Two swaps move four figures at most; what is laid out by lot is far from every page.
    let options = Options::default();
    let distance = |army: &Army| {
        let text = |army: &Army| army.figures(games::Seat::FIRST).collect::<BTreeSet<_>>();
        let pages = BOOK.iter().filter_map(|text| Army::read(text, options.dragon()).ok());
        let pages = pages.flat_map(|page| [page, page.mirrored()]);
        pages.map(|page| text(army).difference(&text(&page)).count()).min()
    };
    assert!((0..200).all(|seed| distance(&choose_army(&options, 3, seed)) <= Some(4)));
    let far = (0..200).filter(|seed| distance(&choose_army(&options, 1, *seed)) > Some(4)).count();
    assert!((40..100).contains(&far), "{far}");
}
