//! Sums of attacks as they are written out.

use super::{super::sums, page::at};
use crate::cyvasse::Hex;

#[test]
fn sums_are_exact_and_name_the_bonus() {
    // From cases C14 to C29 and C68 of the rules page.
    let rows = [
        ("9/10/4Rc5/10/9/8/7/K5 w f1,a11 -", "-", "e6", "1", "the Crossbows have 2"),
        (
            "9/10/4RcR4/10/9/8/7/K5 w f1,a11 h=f6",
            "-",
            "e6",
            "1 + 1 = 2",
            "the Crossbows on the hill have 3",
        ),
        ("9/10/4CeR4/10/9/8/7/K5 w f1,a11 -", "-", "e6", "2 + ½ = 2½", "the Elephant has 3"),
        (
            "9/10/4CeR4/10/9/8/7/K5 w f1,a11 f=f6",
            "-",
            "g6",
            "1",
            "the Elephant in the forest has 4",
        ),
        (
            "9/5R4/1T3dC4/5R4/9/8/7/K5 w f1,a11 -",
            "-",
            "b6",
            "3 + ½ + ¼ + ¼ = 4",
            "the Dragon has 4",
        ),
        (
            "9/5R4/1T3dR4/5R4/9/8/7/K5 w f1,a11 -",
            "-",
            "b6",
            "3 + ¼ + ¼ + ¼ = 3¾",
            "the Dragon has 4",
        ),
        (
            "9/5R4/1T3dR4/5R4/9/8/7/K5 w f1,a11 -",
            "flanking=cascade",
            "b6",
            "3 + 1 = 4",
            "the Dragon has 4",
        ),
        ("9/10/4CeR4/10/9/8/7/K5 w f1,a11 -", "flanking=cascade", "e6", "2", "the Elephant has 3"),
        ("9/10/4Kd5/10/9/2T5/7/6 w e6,a11 -", "-", "e6", "3 + 1 = 4", "the Dragon has 4"),
        (
            "9/10/4KsR4/10/9/8/7/6 w e6,f6 -",
            "-",
            "g6",
            "1 + 1 = 2",
            "the Spears in the fortress have 3",
        ),
        (
            "9/10/4Kl5/10/9/8/7/6 w e6,a11 g=f6",
            "-",
            "e6",
            "1",
            "the Light Horse on the grassland has 3",
        ),
    ];
    for (board, options, from, strength, defence) in rows {
        let position = at(&format!("k5/7/8/{board} - 0 1"), options);
        let (from, target) = (Hex::parse(from).unwrap(), Hex::parse("f6").unwrap());
        let attack = position.attack(from, target).unwrap();
        assert_eq!(sums::strength_sum(&attack), strength, "{board} {options}");
        assert_eq!(sums::defence_words(&attack), defence, "{board} {options}");
    }
}
