//! The rules in short, and the boards that show them.

use insta::assert_snapshot;

use super::page::at;
use crate::{
    Play, Present, Roll, Rules,
    cyvasse::{Kind, Position, army::NAMED, help::LESSONS},
    testkit::{marked, moves_of},
};

/// The page of rules for players.
const PAGE: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rules/cyvasse.md"));

const TOPICS: &str = "cyvasse flanking capture tier terrain hill forest grassland fortress ruin \
                      corner crown king dragon hand promotion ports end draw pass setup bastion \
                      options turn typing moves check mountain horse light heavy v51";

#[test]
fn every_topic_has_words() {
    let kinds = Kind::ALL.into_iter().flat_map(|kind| {
        [kind.name().to_owned(), format!("{}s", kind.name()), kind.letter().to_string()]
    });
    let topics = TOPICS.split_whitespace().chain([""]).map(str::to_owned);
    let keys = Position::OPTION_LINES.iter().map(|line| line.key.to_owned());
    for topic in kinds.chain(topics).chain(keys) {
        let words = Position::rules_words(&topic).unwrap_or_else(|| panic!("{topic}"));
        assert!(words.len() < 1200 && !words.is_empty(), "{topic}: {}", words.len());
        assert!(words.lines().count() <= 6, "{topic}");
    }
    for unknown in ["general", "rabb", "not", "e4", "the", "x"] {
        assert_eq!(Position::rules_words(unknown), None, "{unknown}");
    }
    for line in Position::OPTION_LINES.iter().filter(|line| line.key != "preset") {
        assert!(Position::rules_words("options").unwrap().contains(line.key), "{}", line.key);
    }
    assert_snapshot!(Position::rules_words("dragon_entry").unwrap(), @"`dragon_entry=area|path`: the Dragon comes out within four hexes of the fortress, or only where it could fly from it; without a word it is `area`.");
}

/// Whoever types what the first words suggest, beside the start that they show, gets an answer.
#[test]
fn the_first_words_suggest_what_the_start_has() {
    let start = Position::start(&Default::default());
    let words = Position::rules_words("").unwrap();
    let mut tried = 0;
    for code in words.split('`').skip(1).step_by(2) {
        let fits = match code.split_once(' ') {
            Some(("legal", square)) => {
                start.moves_about(square).is_ok_and(|moves| !moves.is_empty())
            }
            Some(("why", square)) => start.why(square).is_ok(),
            Some(("rules", _)) => continue,
            _ => start.read(code).is_ok(),
        };
        assert!(fits, "{code}");
        tried += 1;
    }
    assert_eq!(tried, 3);
}

/// Whatever the first words point to is there.
#[test]
fn topics_that_are_named_exist() {
    let all = TOPICS.split_whitespace().chain([""]).filter_map(Position::rules_words);
    let mut seen = 0;
    for words in all {
        let named = words.split("`rules cyvasse ").skip(1);
        for topic in named.filter_map(|rest| rest.split('`').next()) {
            assert!(Position::rules_words(topic).is_some(), "{topic}");
            seen += 1;
        }
    }
    assert!(seen > 8, "{seen}");
}

/// Every kind has a board on which something can be taken or reached, and it says what it shows.
#[test]
fn boards_show_what_the_words_say() {
    for kind in Kind::ALL {
        let lesson =
            Position::rules_diagram(kind.name()).unwrap_or_else(|| panic!("{}", kind.name()));
        assert_eq!(lesson.headline, kind.name());
        assert!(lesson.note.starts_with(&format!("tier {}", kind.tier())), "{}", lesson.note);
        assert!(lesson.alt.starts_with(&format!("White's {} on", kind.name())), "{}", lesson.alt);
        assert!(lesson.alt.chars().count() <= 1024, "{}: {}", kind.name(), lesson.alt.len());
    }
    for topic in ["flanking", "hill", "ruin", "hand"] {
        assert!(Position::rules_diagram(topic).unwrap().alt.chars().count() <= 1024);
    }
    assert_eq!(Position::rules_diagram("typing"), None);
    assert_eq!(Position::rules_diagram(""), None);
    let shown = |topic: &str| {
        let lesson = Position::rules_diagram(topic).unwrap();
        format!(
            "{}: {}\n{}\n{}",
            lesson.headline,
            lesson.note,
            lesson.alt,
            marked(&lesson.board.marks)
        )
    };
    assert_snapshot!(shown("rabble"), @"
    Rabble: tier 1: one step
    White's Rabble on f5 (tier 1) moves one step to a neighbouring hex. From here it can go to f4 and e6, or take the Crossbows on g4 (1 + 1 = 2 with the Rabble on g5) and the Rabble on f6. In the way: own man on g5; the mountain on e5. Black's Rabble on f6 can take it: 1 against 1. White: King h2; Rabble f5, g5. Black: King d8; Crossbows g4; Rabble f6. White's fortress h2; Black's fortress d8. Mountains e5.
    focus f5, step f4, step e6, attack g4, flank g5 g4, attack f6, block e5, block g5
    ");
    assert_snapshot!(shown("king"), @"
    King: tier 1: one step
    White's King on f5 (tier 1) moves one step to a neighbouring hex. From here it can go to f4 and e5, or take the Crossbows on g5 (1 + 1 = 2 with the Rabble on g4) and the Rabble on e6. In the way: own man on g4; the mountain on f6. Black's Rabble on e6 can take it: 1 against 1. White: King f5; Rabble g4. Black: King d9; Crossbows g5; Rabble e6. White's fortress h2; Black's fortress d9. Mountains f6.
    focus f5, step f4, step e5, attack g5, flank g4 g5, attack e6, block g4, block f6
    ");
    assert_snapshot!(shown("crossbow"), @"
    Crossbows: tier 2: up to three
    White's Crossbows on f6 (tier 2) move up to three steps in a straight line. From here they can go to f3, f4, h4, f5, g5, e6, g6, h6, e7, f7, d8 and c9, or take the Spears on i6. The Elephant on i3 (2 against 3) is within reach but too strong for them. In the way: own man on f8; the mountain on d6. White: King h2; Crossbows f6; Rabble f8. Black: King d9; Elephant i3; Spears i6. White's fortress h2; Black's fortress d9. Mountains d6.
    focus f6, step f3, step f4, step h4, step f5, step g5, step e6, step g6, step h6, step e7, step f7, step d8, step c9, attack i6, too strong i3, block d6, block f8
    ");
    assert_snapshot!(shown("spears"), @"
    Spears: tier 2: up to two
    White's Spears on e6 (tier 2) move one or two steps diagonally, from hex to hex of one colour. From here they can go to c4, d5, c7, f7, a8 and g8, or take the Rabble on g5. The Elephant on d8 (2 against 3) is within reach but too strong for them. In the way: own man on f4. Black's Elephant on d8 can take them: 3 against 2. White: King h2; Spears e6; Rabble f4. Black: King d9; Elephant d8; Rabble g5. White's fortress h2; Black's fortress d9. Mountains d7, e7.
    focus e6, step c4, step d5, step c7, step f7, step a8, step g8, attack g5, too strong d8, block f4
    ");
    assert_snapshot!(shown("light"), @"
    Light Horse: tier 2: rides up to three
    White's Light Horse on g4 (tier 2) moves up to three steps round a fortress, keeping the distance to it. Its rings: round White's fortress h2 at distance 2 and round Black's fortress d10 at distance 6. From here it can go to f2, f3, f4, h4 and i4, or take the Rabble on i3. The Elephant on j4 (2 against 3) is within reach but too strong for it. In the way: the mountain on e4. White: King h2; Light Horse g4. Black: King d10; Elephant j4; Rabble i3. White's fortress h2; Black's fortress d10. Mountains e4.
    focus g4, way f4 g4, way f3 f4, way f2 f3, way g4 h4, way i3 h4, way h4 i4, way i4 j4, step f2, step f3, step f4, step h4, step i4, attack i3, too strong j4, block e4
    ");
    assert_snapshot!(shown("trebuchets"), @"
    Trebuchet: tier 3: any distance
    White's Trebuchet on f6 (tier 3) moves any number of steps in a straight line. From here it can go to f1, f2, f3, f4, h4, f5, g5, e6, g6, h6, i6, e7, f7, d8, c9, b10 and a11, or take the Elephant on j6. The Dragon on i3 (3 against 4) is within reach but too strong for it. In the way: own man on f8; the mountain on d6. Black's Dragon on i3 can take it: 4 against 3. White: King h2; Trebuchet f6; Rabble f8. Black: King d9; Dragon i3; Elephant j6. White's fortress h2; Black's fortress d9. Mountains d6.
    focus f6, step f1, step f2, step f3, step f4, step h4, step f5, step g5, step e6, step g6, step h6, step i6, step e7, step f7, step d8, step c9, step b10, step a11, attack j6, too strong i3, block d6, block f8
    ");
    assert_snapshot!(shown("e"), @"
    Elephant: tier 3: any distance
    White's Elephant on e6 (tier 3) moves any number of steps diagonally, from hex to hex of one colour. From here it can go to g2, f4, d5, g5, c7, f7, a8, d8 and c10, or take the Heavy Horse on g8. The Dragon on c4 (3 against 4) is within reach but too strong for it. In the way: own man on i4. Black's Heavy Horse on g8 can take it: 3 against 3. White: King h2; Elephant e6; Rabble i4. Black: King d9; Dragon c4; Heavy Horse g8. White's fortress h2; Black's fortress d9. Mountains d7, e7.
    focus e6, step g2, step f4, step d5, step g5, step c7, step f7, step a8, step d8, step c10, attack g8, too strong c4, block i4
    ");
    assert_snapshot!(shown("Heavy Horse"), @"
    Heavy Horse: tier 3: rides any distance
    White's Heavy Horse on g4 (tier 3) moves any number of steps round a fortress, keeping the distance to it. Its rings: round White's fortress h2 at distance 2 and round Black's fortress d10 at distance 6. From here it can go to g1, f2, f3, f4, h4, i4 and j4, or take the Rabble on i3 and the Elephant on j5. In the way: the mountain on e4. White: King h2; Heavy Horse g4. Black: King d10; Elephant j5; Rabble i3. White's fortress h2; Black's fortress d10. Mountains e4.
    focus g4, way f4 g4, way f3 f4, way f2 f3, way g1 f2, way g4 h4, way i3 h4, way h4 i4, way i4 j4, way j4 j5, step g1, step f2, step f3, step f4, step h4, step i4, step j4, attack i3, attack j5, block e4
    ");
    assert_snapshot!(shown("dragon"), @"
    Dragon: tier 4: flies up to four
    White's Dragon on f6 (tier 4) moves up to four steps with any bends, over mountains but not through men. From here it can go to e3, f3, g3, h3, i3, j3, d4, e4, f4, g4, h4, i4, j4, c5, d5, e5, h5, i5, j5, b6, c6, d6, e6, g6, i6, b7, c7, d7, h7, i7, b8, c8, d8, e8, f8, g8, h8, b9, c9, d9, e9, f9, g9, b10, c10, d10, e10 and f10, or take the Rabble on h6. White: King h2; Dragon f6; Rabble f5, g5. Black: King a11; Rabble h6. White's fortress h2; Black's fortress a11. Mountains e7, f7, g7.
    focus f6, step e3, step f3, step g3, step h3, step i3, step j3, step d4, step e4, step f4, step g4, step h4, step i4, step j4, step c5, step d5, step e5, step h5, step i5, step j5, step b6, step c6, step d6, step e6, step g6, step i6, step b7, step c7, step d7, step h7, step i7, step b8, step c8, step d8, step e8, step f8, step g8, step h8, step b9, step c9, step d9, step e9, step f9, step g9, step b10, step c10, step d10, step e10, step f10, attack h6
    ");
    assert_snapshot!(shown("flanking"), @"
    Flanking: 3 + ½ + ¼ + ¼ = 4
    White's Trebuchet on b6 (tier 3) bears on the Dragon on f6. The Rabble on g5 (¼), the Crossbows on g6 (½) and the Rabble on f7 (¼) help. The strength is 3 + ½ + ¼ + ¼ = 4, the Dragon has 4: enough. White: King h2; Trebuchet b6; Crossbows g6; Rabble g5, f7. Black: King d10; Dragon f6. White's fortress h2; Black's fortress d10.
    focus b6, arrow b6 f6, attack f6, flank g5 f6, flank g6 f6, flank f7 f6
    ");
    assert_snapshot!(shown("terrain"), @"
    Terrain: 3 against 3 + 1: too weak
    White's Trebuchet on b6 (tier 3) bears on the Trebuchet on f6. The strength is 3, the Trebuchet on the hill has 4: too weak. 1 is missing: one more man of tier 3, or the King, aiming at f6 would do. White: King h2; Trebuchet b6. Black: King d10; Trebuchet f6. White's fortress h2; Black's fortress d10. Hills f6.
    focus b6, arrow b6 f6, too strong f6
    ");
    assert_snapshot!(shown("ruin"), @"
    Ruin: Horses ride round k1
    White's Heavy Horse on h3 (tier 3) moves any number of steps round a fortress, keeping the distance to it. Its rings: round White's ruin k1 at distance 3 and round Black's fortress d10 at distance 7. From here it can go to h1, h2, d3, e3, f3, g3, i3, j3, k3, c4, h4, i4, j4, k4, b5, k5, a6 and k6. White: King i2; Heavy Horse h3. Black: King d10. White's fortress ruined, its centre k1; Black's fortress d10.
    focus h3, way h2 h3, way h1 h2, way h3 h4, way h4 i4, way i4 j4, way j4 k4, way h3 i3, way i3 j3, way j3 k3, way k3 k4, way k4 k5, way k5 k6, way g3 h3, way f3 g3, way e3 f3, way d3 e3, way d3 c4, way c4 b5, way b5 a6, step h1, step h2, step d3, step e3, step f3, step g3, step i3, step j3, step k3, step c4, step h4, step i4, step j4, step k4, step b5, step k5, step a6, step k6
    ");
    assert_snapshot!(shown("hand"), @"
    Dragon in hand: comes out near the fortress
    White's Dragon is in hand. Bringing it out is a whole turn, typed `D@h6`: on any hex within four steps of h2, whatever stands between, but not on a mountain or an own man. It could take the Rabble on f6. White: King h2; Rabble f5, g5; Dragon in hand. Black: King d10; Rabble f6. White's fortress h2; Black's fortress d10. Mountains g3.
    focus h2, step f1, step g1, step h1, step i1, step j1, step k1, step e2, step f2, step g2, step i2, step j2, step k2, step d3, step e3, step f3, step h3, step i3, step j3, step k3, step d4, step e4, step f4, step g4, step h4, step i4, step j4, step d5, step e5, step h5, step i5, step d6, step e6, step g6, step h6, attack f6
    ");
}

/// The lines of the page that begin so: the position, and what follows the colon behind it.
fn told(start: &str) -> impl Iterator<Item = (Position, &'static str)> {
    let lines = PAGE.lines().filter_map(move |line| line.strip_prefix(start));
    lines.map(|line| {
        let (given, told) = line.split_once("`: ").unwrap_or_else(|| panic!("{line}"));
        let mut given = given.split('`').filter(|part| !part.is_empty() && *part != ", ");
        (at(given.next().unwrap(), given.next().unwrap_or_default()), told)
    })
}

#[test]
fn examples_of_the_page_are_true() {
    let mut seen = 0;
    for (position, told) in told("- Example ") {
        let (from, told) = told.strip_prefix("moves from ").unwrap().split_once(": ").unwrap();
        let listed = told.split_once('.').unwrap().0.replace('`', "");
        let moves: Vec<String> =
            moves_of(&position).into_iter().filter(|mv| mv.starts_with(from)).collect();
        assert_eq!(moves.join(" "), listed, "{position} {from}");
        seen += 1;
    }
    assert_eq!(seen, 12);
    let mut verdicts = [0, 0];
    for (position, told) in told("- Turn ") {
        let (mv, verdict) = told.strip_prefix('`').unwrap().split_once("` ").unwrap();
        let can = verdict.starts_with("can be played.");
        assert!(can || verdict.starts_with("cannot be played."), "{verdict}");
        assert_eq!(moves_of(&position).iter().any(|listed| listed == mv), can, "{position} {mv}");
        verdicts[usize::from(can)] += 1;
    }
    assert!(verdicts.iter().all(|n| *n > 5), "{verdicts:?}");
}

#[test]
fn the_first_plies_of_the_page_are_legal() {
    let game = PAGE.lines().find_map(|line| line.strip_prefix("The first turns of a game from "));
    let (start, plies) = game.unwrap().split_once(": ").unwrap();
    let mut play = Play::new(at(start.trim_matches('`'), ""));
    let plies: Vec<&str> = plies.trim_end_matches('.').split(", ").collect();
    assert_eq!(plies.len(), 4);
    for mv in plies {
        play.play(&mv.trim_matches('`').parse().unwrap(), &Roll::NONE).unwrap();
    }
}

/// The page has every option, every named army, the start, and the picture of every board.
#[test]
fn the_page_is_complete() {
    for line in Position::OPTION_LINES {
        assert!(PAGE.contains(&format!("| `{}` |", line.key)), "{}", line.key);
    }
    for (name, army) in NAMED {
        assert!(PAGE.contains(&format!("| `{name}` | `{army}` |")), "{name}");
    }
    assert!(PAGE.contains(&format!("\n`{}`\n", at("bastion+bastion", ""))));
    for lesson in LESSONS {
        let told = format!("--position \"{}\" --why {} -o ", lesson.position, lesson.asked);
        assert!(PAGE.contains(&told), "{told}");
    }
}
