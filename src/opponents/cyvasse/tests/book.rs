//! The book of set-ups.

use std::collections::BTreeSet;

use crate::{
    engine::levels::N_LEVELS,
    games::cyvasse::{DragonStart, Figure, Kind, Options, Setup},
    opponents::cyvasse::{BOOK, set_up},
};

const DRAGONS: [&str; 3] = ["", "dragon=board", "dragon=hold"];

#[test]
fn the_texts_are_sound_and_all_different() {
    let texts: BTreeSet<&str> = BOOK.iter().copied().collect();
    assert!(texts.len() == BOOK.len() && BOOK.len() >= 12, "{}", BOOK.len());
    let read = |text: &&str| Setup::read(text, DragonStart::Choice).unwrap();
    let setups: Vec<Setup> = BOOK.iter().map(read).collect();
    for (text, setup) in BOOK.iter().zip(&setups) {
        assert_eq!(setup.to_string(), *text);
    }
    let on_board = setups.iter().filter(|setup| setup.count(Figure::Man(Kind::Dragon)) == 1);
    assert!((3..BOOK.len() - 2).contains(&on_board.count()));
}

#[test]
fn every_seed_gives_a_lawful_set_up_and_many_differ() {
    for text in DRAGONS {
        let options: Options = text.parse().unwrap();
        for level in [1, 2, N_LEVELS] {
            let draw = |seed| set_up(&options, level, seed);
            let mut seen = BTreeSet::new();
            for seed in 0..1000 {
                let setup = draw(seed);
                assert_eq!(setup.faults(options.dragon()), [], "{text} {level} {seed}");
                assert_eq!(setup, draw(seed));
                seen.insert(setup.to_string());
            }
            assert!(seen.len() > 700, "{text} {level} {}", seen.len());
        }
    }
}

#[test]
fn strong_levels_keep_to_the_book() {
    // Two swaps move four figures at most; what is laid out by lot is far from every page.
    let options = Options::default();
    let distance = |setup: &Setup| {
        let text =
            |setup: &Setup| setup.figures(crate::games::Seat::FIRST).collect::<BTreeSet<_>>();
        let pages = BOOK.iter().filter_map(|text| Setup::read(text, options.dragon()).ok());
        let pages = pages.flat_map(|page| [page, page.mirrored()]);
        pages.map(|page| text(setup).difference(&text(&page)).count()).min()
    };
    assert!((0..200).all(|seed| distance(&set_up(&options, 3, seed)) <= Some(4)));
    let far = (0..200).filter(|seed| distance(&set_up(&options, 1, *seed)) > Some(4)).count();
    assert!((40..100).contains(&far), "{far}");
}
