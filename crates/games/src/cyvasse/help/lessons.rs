//! Boards that show what the words about a topic say.

use crate::Lesson;

/// All boards. Where a man is shown, he meets something that stops him, an enemy that he can
/// capture, and one that is too strong for him.
pub(in crate::cyvasse) const LESSONS: &[Lesson] = &[
    Lesson::new(&["rabble"], ["Rabble", "tier 1: one step"], RABBLE, "f5"),
    Lesson::new(&["king"], ["King", "tier 1: one step"], KING, "f5"),
    Lesson::new(&["crossbows"], ["Crossbows", "tier 2: up to three"], CROSSBOWS, "f6"),
    Lesson::new(&["spears"], ["Spears", "tier 2: up to two"], SPEARS, "e6"),
    Lesson::new(
        &["light horse", "horse", "horses"],
        ["Light Horse", "tier 2: rides up to three"],
        LIGHT,
        "g4",
    ),
    Lesson::new(&["trebuchet"], ["Trebuchet", "tier 3: any distance"], TREBUCHET, "f6"),
    Lesson::new(&["elephant"], ["Elephant", "tier 3: any distance"], ELEPHANT, "e6"),
    Lesson::new(&["heavy horse"], ["Heavy Horse", "tier 3: rides any distance"], HEAVY, "g4"),
    Lesson::new(&["dragon"], ["Dragon", "tier 4: flies up to four"], DRAGON, "f6"),
    Lesson::new(&["flanking"], ["Flanking", "3 + \u{bd} + \u{bc} + \u{bc} = 4"], FLANKING, "b6xf6"),
    Lesson::new(&["terrain"], ["Terrain", "3 against 3 + 1: too weak"], TERRAIN, "b6xf6"),
    Lesson::new(&["ruin"], ["Ruin", "Horses ride round k1"], RUIN, "h3"),
    Lesson::new(
        &["hand", "entry"],
        ["Dragon in hand", "comes out near the fortress"],
        HAND,
        "dragon",
    ),
];

const RABBLE: &str = "6/7/8/3k5/10/5r5/3^RR4/4c4/8/3K3/6 w h2,d8 - - 0 1";
const KING: &str = "6/7/3k4/9/10/4r^5/4Kc4/4R4/8/7/6 w h2,d9 - - 0 1";
const CROSSBOWS: &str = "6/7/3k4/5R3/10/3^1C2s2/10/9/5e2/3K3/6 w h2,d9 - - 0 1";
const SPEARS: &str = "6/7/3k4/3e5/3^^5/4S6/5r4/3R5/8/3K3/6 w h2,d9 - - 0 1";
const LIGHT: &str = "6/3k3/8/9/10/11/10/2^1L2e1/5r2/3K3/6 w h2,d10 - - 0 1";
const TREBUCHET: &str = "6/7/3k4/5R3/10/3^1T3e1/10/9/5d2/3K3/6 w h2,d9 - - 0 1";
const ELEPHANT: &str = "6/7/3k4/6h2/3^^5/4E6/10/d5R2/8/3K3/6 w h2,d9 - - 0 1";
const HEAVY: &str = "6/3k3/8/9/10/11/8e1/2^1H4/5r2/3K3/6 w h2,d10 - - 0 1";
const DRAGON: &str = "k5/7/8/9/4^^^3/5D1r3/4RR4/9/8/3K3/6 w h2,a11 - - 0 1";
const FLANKING: &str = "6/3k3/8/9/5R4/1T3dC4/5R4/9/8/3K3/6 w h2,d10 - - 0 1";
const TERRAIN: &str = "6/3k3/8/9/10/1T3t5/10/9/8/3K3/6 w h2,d10 h=f6 - 0 1";
const RUIN: &str = "6/3k3/8/9/10/11/10/9/4H3/4K2/6 w @k1,d10 - - 0 1";
const HAND: &str = "6/3k3/8/9/10/5r5/4RR4/9/3^4/3K3/6 w h2,d10 - D 0 1";
