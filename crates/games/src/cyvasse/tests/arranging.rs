//! Armies and arrangements: what is read and written, who sees what, and where it ends.

use proptest::prelude::*;

use super::page::options;
use crate::{
    ArrangementStep, Arranging, NotArranged, Rules, Seat,
    cyvasse::{Army, DragonStart, Figure, Hex, Position},
    random::Random,
};

const DRAGONS: [(&str, DragonStart); 3] = [
    ("dragon=choice", DragonStart::Choice),
    ("dragon=board", DragonStart::Board),
    ("dragon=hold", DragonStart::Hold),
];

type Armies = Box<dyn Arranging<Position>>;

fn screen(opts: &str) -> Armies {
    Position::arranging(&options(opts)).unwrap()
}

fn scattered(dragon: DragonStart, random: &mut Random) -> Army {
    Army::scattered(dragon, &mut |n| random.below(n))
}

/// Some text of the signs that armies are written with, and of others.
fn garbage(random: &mut Random) -> String {
    let signs: Vec<char> = "RKCSLTEHDMrkcsltehdm^019//////\u{e9}xZ+ @-\n".chars().collect();
    if random.below(2) == 0 {
        return (0..random.below(200)).map(|_| *random.pick(&signs)).collect();
    }
    // A good text with a few signs changed.
    let mut text: Vec<char> = scattered(DragonStart::Choice, random).to_string().chars().collect();
    for _ in 0..random.below(4) {
        let place = random.below(text.len());
        text[place] = *random.pick(&signs);
    }
    text.into_iter().collect()
}

/// A change that somebody asks for: of single men, of everything, or nonsense.
fn request(seat: Seat, random: &mut Random) -> String {
    let home: Vec<Hex> = crate::cyvasse::home(seat).collect();
    let [one, other] = [0; 2].map(|_| *random.pick(&home));
    match random.below(9) {
        0 => format!("move {one}-{other}"),
        1 => format!("swap {one}-{other}"),
        2 => format!("put {} {one}", random.pick(&Figure::ALL).letter()),
        3 => format!("remove {one}"),
        4 => (*random.pick(&["bastion", "vanguard", "harbour", "default"])).to_owned(),
        5 => (*random.pick(&["random", "mirror", "hold", "clear"])).to_owned(),
        6 => garbage(random),
        _ => format!("move {one} {other}"),
    }
}

/// Lets a seat change its draft so often, and then say that it is done or not.
fn drafts(screen: &mut Armies, seat: Seat, n: usize, done: Option<&Army>, random: &mut Random) {
    for _ in 0..n {
        let typed = request(seat, random);
        let Ok(text) = screen.changed(seat, &typed, &mut |n| random.below(n)) else { continue };
        screen.apply(seat, &ArrangementStep::Draft(text.clone())).unwrap();
        assert_eq!(screen.draft(seat), text);
    }
    if let Some(army) = done {
        screen.apply(seat, &ArrangementStep::Done(army.to_string())).unwrap();
        assert!(screen.is_done(seat));
    }
}

/// Returns what stands in a list of placings, as a step.
fn step(text: &str) -> ArrangementStep {
    if text == "hold" { ArrangementStep::Hold } else { ArrangementStep::Place(text.to_owned()) }
}

/// Every placing of the grammar.
fn all_placings() -> Vec<String> {
    let figures = Figure::ALL.into_iter();
    let texts = figures.flat_map(|it| Hex::all().map(move |hex| format!("{}@{hex}", it.letter())));
    texts.chain(["hold".to_owned()]).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    /// Random armies have no faults, their texts come back, and an army mirrored twice is itself.
    #[test]
    fn scattered_armies(seed: u64) {
        let mut random = Random::new(seed);
        for (_, dragon) in DRAGONS {
            let army = scattered(dragon, &mut random);
            prop_assert_eq!(army.faults(dragon), []);
            prop_assert_eq!(Army::read(&army.to_string(), dragon), Ok(army));
            prop_assert_eq!(Army::read(&army.to_string().to_lowercase(), dragon), Ok(army));
            prop_assert_eq!(army.mirrored().mirrored(), army);
            prop_assert_eq!(army.mirrored().faults(dragon), []);
            let rows = |army: &Army, turned: bool| -> Vec<String> {
                let text = army.to_string();
                let row = |row: &str| if turned { row.chars().rev().collect() } else { row.to_owned() };
                text.split('/').map(row).collect()
            };
            // A row of a full home has no number of two digits but the empty front row.
            if !army.to_string().starts_with("10/") {
                prop_assert_eq!(rows(&army.mirrored(), false), rows(&army, true));
            }
        }
    }

    /// Black's men stand as White's would, turned.
    #[test]
    fn one_army_for_both(seed: u64) {
        let mut random = Random::new(seed);
        let [white, black] = [0; 2].map(|_| scattered(DragonStart::Choice, &mut random));
        let start = Position::from_armies([&white, &black], &options(""));
        let exchanged = Position::from_armies([&black, &white], &options("")).turned();
        prop_assert_eq!(exchanged.after_null_move().key(), start.key());
        prop_assert_eq!(Position::from_position_text(&format!("{white}+{black}"), &options("")), Ok(start));
        prop_assert_eq!(Position::from_position_text(&start.to_string(), &options("")), Ok(start));
    }

    /// Whatever is typed as an army is read, or refused with few short faults.
    #[test]
    fn garbage_is_no_army(seed: u64) {
        let mut random = Random::new(seed);
        for (opts, dragon) in DRAGONS {
            let text = garbage(&mut random);
            match Army::read(&text, dragon) {
                Ok(army) => {
                    prop_assert_eq!(army.faults(dragon), []);
                    prop_assert_eq!(Army::read(&army.to_string(), dragon), Ok(army));
                }
                Err(faults) => {
                    prop_assert!((1..=12).contains(&faults.len()), "{}: {:?}", text, faults);
                    for fault in faults {
                        prop_assert!(fault.to_string().chars().count() <= 30, "{}: {}", text, fault);
                    }
                }
            }
            let typed = screen(opts).changed(Seat::FIRST, &text, &mut |_| 0);
            // All faults at once, in one message.
            if let Err(said) = &typed {
                prop_assert!(said.chars().count() <= 1_500, "{}: {}", text, said);
            }
        }
    }

    /// Two hidden arrangements that differ only in what a viewer may not know look the same.
    #[test]
    fn the_screen_is_tight(seed: u64, of in 0..3_usize, white: bool, own_done: bool, their_done: bool) {
        let mut random = Random::new(seed);
        let (opts, dragon) = DRAGONS[of];
        let (us, them) = if white { (Seat::FIRST, Seat::SECOND) } else { (Seat::SECOND, Seat::FIRST) };
        let own = own_done.then(|| scattered(dragon, &mut random));
        let (own_seed, n) = (random.next(), random.below(6));
        let mut arranged = || {
            let mut screen = screen(opts);
            drafts(&mut screen, us, n, own.as_ref(), &mut Random::new(own_seed));
            let theirs = their_done.then(|| scattered(dragon, &mut random));
            let changes = random.below(9);
            drafts(&mut screen, them, changes, theirs.as_ref(), &mut random);
            screen
        };
        let (one, other) = (arranged(), arranged());
        for facing in Seat::all(2) {
            for viewer in [Some(us), None] {
                prop_assert_eq!(one.seen_by(viewer, facing), other.seen_by(viewer, facing));
            }
            let told = |screen: &Armies| screen.seen_by(Some(them), facing);
            prop_assert_eq!(one.draft(them) == other.draft(them), told(&one) == told(&other));
        }
        prop_assert_eq!(one.awaited(), other.awaited());
        prop_assert_eq!((one.draft(us), one.faults(us)), (other.draft(us), other.faults(us)));
        for seat in Seat::all(2) {
            prop_assert_eq!(one.is_done(seat), other.is_done(seat));
            prop_assert_eq!(one.examples(seat), other.examples(seat));
        }
        prop_assert_eq!(one.names(), other.names());
        // Nothing is placed openly, so nobody is told what stands where.
        prop_assert_eq!((one.placings(), one.next_step("bastion")), (Vec::new(), None));
        for text in ["M@f3", "M@e9", "hold"] {
            prop_assert_eq!(one.read_placing(text), Err(NotArranged::NotAPlacing));
            prop_assert!(Seat::all(2).all(|seat| one.boxed().apply(seat, &step(text)).is_none()));
        }
        prop_assert_eq!(one.start().is_some(), own_done && their_done);
    }

    /// Behind the screen: spectators see no more than who is done, whoever has placed what.
    #[test]
    fn spectators_see_states_alone(seed: u64, of in 0..3_usize, done: [bool; 2]) {
        let mut random = Random::new(seed);
        let (opts, dragon) = DRAGONS[of];
        let mut arranged = || {
            let mut screen = screen(opts);
            for seat in Seat::all(2) {
                let army = done[seat.index()].then(|| scattered(dragon, &mut random));
                let changes = random.below(9);
                drafts(&mut screen, seat, changes, army.as_ref(), &mut random);
            }
            screen
        };
        let (one, other) = (arranged(), arranged());
        for facing in Seat::all(2) {
            prop_assert_eq!(one.seen_by(None, facing), other.seen_by(None, facing));
            prop_assert!(one.seen_by(None, facing).board.pieces.is_empty());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, ..ProptestConfig::default() })]

    /// Open placing: what is listed is taken and nothing else; the end is that of two texts.
    #[test]
    fn open_placing(seed: u64, of in 0..3_usize) {
        let mut random = Random::new(seed);
        let mut screen = screen(&format!("setup=open,{}", DRAGONS[of].0));
        let all = all_placings();
        let mut plies = 0;
        while let Some(seat) = screen.awaited().iter().next() {
            prop_assert_eq!(screen.start(), None);
            let listed = screen.placings();
            prop_assert!(!listed.is_empty());
            let tried = if plies % 5 == 0 || plies > 46 { &all } else { &listed };
            for text in tried {
                let is_listed = listed.contains(text);
                let step = step(text);
                prop_assert_eq!(screen.boxed().apply(seat, &step).is_some(), is_listed, "{}", text);
                prop_assert_eq!(screen.boxed().apply(seat.other(), &step), None, "{}", text);
                prop_assert_eq!(screen.read_placing(text).ok(), is_listed.then_some(step), "{}", text);
            }
            prop_assert!(listed.iter().all(|text| all.contains(text)));
            screen.apply(seat, &step(random.pick(&listed).as_str())).unwrap();
            plies += 1;
        }
        prop_assert!((50..=53).contains(&plies));
        prop_assert!(screen.placings().is_empty());
        let texts = [Seat::FIRST, Seat::SECOND].map(|seat| screen.draft(seat));
        let start = screen.start().unwrap();
        prop_assert_eq!(screen.start_of(&[&texts[0], &texts[1]]), Ok(start));
        let whole = Position::from_position_text(&texts.join("+"), start.options());
        prop_assert_eq!(whole, Ok(start));
    }

    /// Whoever has an army in mind gets there openly, step by step, the seats taking turns.
    #[test]
    fn towards_an_army(seed: u64, of in 0..3_usize) {
        let mut random = Random::new(seed);
        let (opts, dragon) = DRAGONS[of];
        let mut screen = screen(&format!("setup=open,{opts}"));
        let wanted = [0; 2].map(|_| scattered(dragon, &mut random).to_string());
        while let Some(seat) = screen.awaited().iter().next() {
            let step = screen.next_step(&wanted[seat.index()]).unwrap();
            screen.apply(seat, &step).unwrap();
        }
        prop_assert_eq!(Seat::all(2).map(|seat| screen.draft(seat)).collect::<Vec<_>>(), wanted.clone());
        prop_assert_eq!(screen.start().ok_or(()), screen.start_of(&[&wanted[0], &wanted[1]]).map_err(|_| ()));
    }
}
