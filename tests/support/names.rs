//! Names of people as they come from platforms: of many scripts, as long as names get, and hard to tell apart.

/// Names of many scripts and lengths. Those that stand next to each other may differ at the end alone.
pub(crate) const NAMES: [&str; 20] = [
    "ann",
    "Zoë Müller-Lüdenscheidt",
    "maximilian-of-the-long-name-east",
    "maximilian-of-the-long-name-west",
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWM",
    "Ωμέγα και Άλφα",
    "Владимир Александрович",
    "王小明王小明王小明王小明王小明王小明王小明王小明王小明王小明王小",
    "王小明王小明王小明王小明王小明王小明王小明王小明王小明王小明王大",
    "さくらこ",
    "김민수",
    "عبد الرحمن بن محمد",
    "שלמה בן דוד",
    "ที่นี่มีน้ำที่นี่มีน้ำ",
    "अनुराधा शर्मा",
    "Jean-Baptiste 🔥 🎲",
    "iiiiiiiiiiiiiiiiiiiiiiiiiiiiiiil",
    "iiiiiiiiiiiiiiiiiiiiiiiiiiiiiiij",
    "Nguyễn Thị Minh Khai",
];
