//! Tests of texts in every script.

use proptest::prelude::*;
use rusttype::{GlyphId, Scale};

use super::*;

const FONT: Font = Font::narrow_bold(30);

/// The glyphs of a text from left to right, each with its face.
fn glyphs(text: &str) -> Vec<(Face, u16)> {
    FONT.set(text).glyphs.into_iter().map(|(glyph, _)| (glyph.face, glyph.id)).collect()
}

/// The glyphs that a face has for characters on their own.
fn alone(face: Face, characters: &str) -> Vec<(Face, u16)> {
    let id = |character| face.outlines().glyph(character).id().0;
    characters.chars().map(|character| (face, id(character))).collect()
}

#[track_caller]
fn assert_has_no_box(text: &str) {
    assert!(can_draw(text), "{text}");
    let lacking: Vec<_> = glyphs(text).into_iter().filter(|&(_, id)| id == 0).collect();
    assert!(lacking.is_empty(), "{text}: {lacking:?}");
}

#[test]
fn plain_letters_are_set_one_after_the_other() {
    let ascii: Vec<char> = (' '..='~').collect();
    let texts = ascii.iter().flat_map(|&one| ascii.iter().map(move |&two| format!("{one}{two}")));
    let texts: Vec<String> = texts.chain(["ĳ Ω Жы “é” … –".to_owned()]).collect();
    for font in [Font::narrow(9), Font::narrow(32), FONT, Font::narrow_bold(47)] {
        let file = font.family().outlines();
        let metrics = file.v_metrics_unscaled();
        let em = f32::from(file.units_per_em());
        let scale = Scale::uniform(f32::from(font.size) * (metrics.ascent - metrics.descent) / em);
        for text in &texts {
            let line = font.set(text);
            let mut pen: f32 = 0.0;
            for (character, (glyph, place)) in text.chars().zip(&line.glyphs) {
                let expected = file.glyph(character);
                assert_eq!(GlyphId(glyph.id), expected.id(), "{text}");
                assert_eq!(*place, [pen.floor() as i32, 0], "{text}");
                assert_eq!(glyph.subpixel, (pen.fract() * SUBPIXELS) as u8, "{text}");
                pen += expected.scaled(scale).h_metrics().advance_width;
            }
            assert_eq!((line.width, line.glyphs.len()), (pen, text.chars().count()), "{text}");
        }
    }
}

/// Both weights are of one family, and what it lacks is drawn in the same weight.
#[test]
fn all_is_written_in_one_family() {
    for (font, family, broad) in
        [(Font::narrow(30), Face::Narrow, Face::Broad), (FONT, Face::NarrowBold, Face::BroadBold)]
    {
        let faces = |text: &str| font.set(text).glyphs.into_iter().map(|(glyph, _)| glyph.face);
        let plain: String = (' '..='~').chain("×–…·½−éЖΩ".chars()).collect();
        assert!(faces(&plain).all(|face| face == family), "{family:?}");
        assert!(faces("①★→").all(|face| face == broad), "{broad:?}");
    }
}

#[test]
fn letters_of_the_family_stand_alike_beside_other_scripts() {
    let plain = FONT.set("Tofi AV");
    let mixed = FONT.set("Tofi AV ᠀🔥");
    assert_eq!(plain.glyphs[..], mixed.glyphs[..plain.glyphs.len()]);
}

#[test]
fn short_names_stay_and_long_ones_are_cut_by_width() {
    assert_eq!(FONT.fit("ann", 150.0), "ann");
    for name in [
        "wwwwwwwwwwwwwwww",
        "iiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiii",
        "Ω".repeat(200).as_str(),
        "王小明王小明王小明王小明",
        "ที่นี่มีน้ำที่นี่มีน้ำที่นี่มีน้ำ",
    ] {
        let cut = FONT.fit(name, 150.0);
        assert!(cut.ends_with('…'), "{cut}");
        let width = FONT.width(&cut);
        assert!(width <= 150.0 && width > 100.0, "{cut} is {width} wide");
    }
}

#[test]
fn a_name_is_cut_where_it_goes_on_and_never_within_a_letter() {
    let name = "عبد الرحمن بن محمد";
    let cut = FONT.fit(name, 150.0);
    let kept = cut.trim_start_matches('\u{2067}').trim_end_matches('\u{2069}');
    assert!(name.starts_with(kept.trim_end_matches('…')) && kept.ends_with('…'), "{kept}");
    let dots = alone(Face::NarrowBold, "…")[0];
    assert_eq!(glyphs(&cut).first(), Some(&dots), "it goes on at the left");
    let marked = "q\u{302}\u{323}".repeat(40);
    let cut = FONT.fit(&marked, 150.0);
    let letters = cut.trim_end_matches('…').graphemes(true);
    assert!(letters.into_iter().all(|letter| letter.chars().count() == 3), "{cut}");
}

#[test]
fn odd_characters_are_left_out_or_boxed() {
    assert_eq!(FONT.fit("a\u{202e}b\u{0}c\u{feff}", 150.0), "abc");
    let boxed = FONT.set("𓀀");
    assert_eq!(boxed.glyphs.len(), 1);
    assert!(!pixels(boxed.glyphs[0].0, Rgb(0, 0, 0)).is_empty(), "the box has ink");
    assert!(FONT.set("").glyphs.is_empty());
    assert_eq!(FONT.fit("abc", 0.0), "…");
}

#[test]
fn capitals_are_as_high_as_the_layout_takes_them() {
    let line = Font::narrow_bold(100).set("H");
    let top = pixels(line.glyphs[0].0, Rgb(0, 0, 0)).iter().map(|dot| -dot.y).max();
    assert_eq!(top, Some((CAPITALS * 100.0).ceil() as i32));
}

#[test]
fn arabic_is_joined_and_begins_at_the_right() {
    let joined = glyphs("محمد");
    let unjoined = alone(Face::Arabic, "دمحم");
    assert_eq!(joined.len(), unjoined.len());
    assert!(joined.iter().zip(&unjoined).all(|(one, other)| one != other), "{joined:?}");
    let first_at_the_right = glyphs("دم");
    assert_eq!(first_at_the_right, alone(Face::Arabic, "مد"), "these two do not join");
    assert_eq!(glyphs("ﻣﺤﻤﺪ"), joined, "letters that come joined are joined afresh");
    assert_has_no_box("أحمد علی گل پژمان ١٢٣");
}

#[test]
fn hebrew_begins_at_the_right_and_its_numbers_do_not() {
    let (hebrew, plain) = (|text| alone(Face::Hebrew, text), |text| alone(Face::NarrowBold, text));
    assert_eq!(glyphs("דן 12"), [plain("12 "), hebrew("ןד")].concat());
    assert_has_no_box("שָׁלוֹם");
}

#[test]
fn syriac_is_joined_and_begins_at_the_right() {
    let (joined, unjoined) = (glyphs("ܡܠܟܐ"), alone(Face::Syriac, "ܐܟܠܡ"));
    assert_eq!(joined.len(), unjoined.len());
    assert!(joined.iter().zip(&unjoined).any(|(one, other)| one != other), "{joined:?}");
    assert_eq!(glyphs("ܐܕ"), alone(Face::Syriac, "ܕܐ"), "these two do not join");
    assert_has_no_box("ܡܰܪܝܰܡ ܐܦܪܝܡ ܣܘܪܝܝܐ");
}

#[test]
fn a_name_stays_where_it_stands_in_a_line() {
    let (hebrew, plain) = (|text| alone(Face::Hebrew, text), |text| alone(Face::NarrowBold, text));
    assert_eq!(glyphs("ann דן"), [plain("ann "), hebrew("ןד")].concat());
    assert_eq!(glyphs("דן wins"), [hebrew("ןד"), plain(" wins")].concat());
    let line = FONT.fit("דן", 150.0) + " · 3:00";
    assert_eq!(glyphs(&line), [hebrew("ןד"), plain(" · 3:00")].concat());
    for disorder in ["\u{202e}", "\u{202b}", "\u{2067}", "\u{200f}\u{202d}", "\u{2069}"] {
        let line = format!("1 {} 2:3", FONT.fit(&format!("ann{disorder}"), 150.0));
        assert_eq!(glyphs(&line), plain("1 ann 2:3"), "{disorder:?}");
        let line = format!("1 {} 2:3", FONT.fit(&format!("{disorder}ד"), 150.0));
        assert_eq!(glyphs(&line), [plain("1 "), hebrew("ד"), plain(" 2:3")].concat());
    }
}

#[test]
fn names_within_a_sentence_stay_where_they_stand() {
    let (hebrew, plain) = (|text| alone(Face::Hebrew, text), glyphs);
    let lines =
        |width| FONT.lines("\u{2067}דן\u{2069}, \u{2067}שלום רב\u{2069} 2 win", &[width; 3]).0;
    let [line] = &lines(500.0)[..] else { panic!("one line") };
    let names = [hebrew("ןד"), plain(", "), hebrew("בר"), plain(" "), hebrew("םולש")].concat();
    assert_eq!(glyphs(line), [names, plain(" 2 win")].concat());
    let parts = lines(FONT.width("דן, שלום "));
    assert_eq!(glyphs(&parts[0]), [hebrew("ןד"), plain(", "), hebrew("םולש")].concat());
    assert_eq!(glyphs(&parts[1]), [hebrew("בר"), plain(" 2 win")].concat(), "{parts:?}");
}

#[test]
fn indic_letters_are_combined_and_reordered() {
    assert_eq!(glyphs("क्ष").len(), 1, "a conjunct");
    let vowel_first = glyphs("कि");
    assert_eq!(vowel_first.last(), alone(Face::Devanagari, "क").first(), "the vowel stands before");
    assert_eq!(glyphs("கொ").len(), 3, "the vowel stands on both sides");
    assert_eq!(glyphs("கொ")[1], alone(Face::Tamil, "க")[0]);
    for name in ["क्षत्रिय", "रवींद्र", "রবীন্দ্রনাথ", "தமிழ்ச்செல்வன்"]
    {
        assert_has_no_box(name);
    }
}

#[test]
fn thai_marks_stand_above_and_take_no_room() {
    let (bare, marked) = (FONT.width("ท"), FONT.set("ที่"));
    assert_eq!((marked.glyphs.len(), marked.width), (3, bare));
    assert_has_no_box("สมชาย น้ำที่นี่");
}

#[test]
fn east_asian_names_have_their_letters() {
    let hangul: String = ('가'..='힣').collect();
    let chinese: String = ('一'..='龥').collect();
    let letters = hangul.chars().chain(chinese.chars());
    assert!(letters.into_iter().all(|letter| can_draw(letter.encode_utf8(&mut [0; 4]))));
    for name in ["김민준", "ㅋㅋㅋ", "さくら", "カタカナ・ｶﾅ", "王小明", "Ｗｉｄｅ"]
    {
        assert_has_no_box(name);
    }
    assert_eq!(glyphs("\u{1112}\u{1161}\u{11ab}"), glyphs("한"));
}

#[test]
fn one_letter_in_several_spellings_looks_the_same() {
    for (spelling, plain) in [
        ("Zoe\u{308}", "Zoë"),
        ("𝐀𝐧𝐧 𝟏", "Ann 1"),
        ("𝔸𝕟𝕟", "Ann"),
        ("\u{200b}an\u{feff}n", "ann"),
        ("☆\u{fe0f}", "☆"),
    ] {
        assert_eq!(FONT.set(spelling).glyphs, FONT.set(plain).glyphs, "{spelling}");
    }
    let more_than_letters = [alone(Face::NarrowBold, "½ ² № "), alone(Face::BroadBold, "①")];
    assert_eq!(glyphs("½ ² № ①"), more_than_letters.concat());
    let marked = FONT.set("q\u{302}");
    assert_eq!((marked.glyphs.len(), marked.width), (2, FONT.width("q")), "it is not dropped");
}

#[test]
fn emojis_are_drawn_in_one_colour() {
    assert_eq!(glyphs("🔥"), alone(Face::Emoji, "🔥"));
    assert_eq!(glyphs("👩\u{200d}💻").len(), 1, "one picture of several");
    assert_eq!(glyphs("👍🏽"), glyphs("👍"));
    assert_has_no_box("ann 😀🦊❤\u{fe0f}🇯🇵");
}

#[test]
fn what_no_font_has_is_known() {
    for name in ["ann", "Zoë", "Đặng", "Ян", "a ☆", "ⓐ", "გიორგი", "Հայկ"]
    {
        assert!(can_draw(name), "{name}");
    }
    for name in ["\u{2800}", "\u{3164}", "\u{ad}", "\u{ffa0}\u{3000}"] {
        assert!(!can_draw(name), "{name:?} is blank");
    }
    for name in ["", " ", "\u{200b}\u{202e}", "𓀀", "ann 𓀀", "a\u{e000}"] {
        assert!(!can_draw(name), "{name}");
    }
}

#[test]
fn lines_end_at_spaces_and_between_letters_that_have_none() {
    let font = Font::narrow(20);
    let wrapped = |text: &str, width: f32, most: usize| font.lines(text, &vec![width; most]).0;
    assert_eq!(wrapped("one two three", font.width("one two "), 3), ["one two", "three"]);
    assert_eq!(wrapped("one two three", font.width("one two "), 1), ["one tw…"]);
    let long = font.width("Ωmaximilian-");
    assert_eq!(
        wrapped("maximilian-of-the-west wins", long, 3),
        ["maximilian-", "of-the-west", "wins"]
    );
    assert_eq!(wrapped("maximilian-of-the-west", long, 1), ["maximilian…"]);
    assert_eq!(wrapped("王小明王小明", 65.0, 2), ["王小明", "王小明"]);
    assert_eq!(wrapped("王小明、王小明", 65.0, 2), ["王小", "明、…"]);
    assert!(wrapped(" ", 65.0, 2).is_empty());
}

#[test]
fn a_name_is_broken_where_words_end_and_within_none_that_fits_a_line() {
    let font = Font::narrow(20);
    let name = |name: &str, room: &str, lines: usize| {
        let (lines, harm) = font.name_lines(name, "", &vec![font.width(room) + 1.0; lines]);
        (lines.join("|"), harm)
    };
    let whole = |text: &str| (text.to_owned(), Harm::None);
    assert_eq!(name("anna-maria schmidt", "anna-maria", 2), whole("anna-maria|schmidt"));
    assert_eq!(name("anna-maria", "anna-mar", 2), whole("anna-|maria"));
    assert_eq!(name("ש-אבגדהוז", "אבגדהוז-", 2).1, Harm::None);
    // Not behind what belongs to a letter or to what follows.
    assert_eq!(name("o'connor", "o'conn", 2), ("o'conn|or".to_owned(), Harm::Split));
    assert_eq!(name("abcq\u{302}def", "abcq\u{302}de", 2).0, "abcq\u{302}de|f");
    // It is rather cut than broken beside a hyphen.
    let (cut, harm) = name("bartholomew-montgomery-fitzgerald", "bartholomew-mon", 2);
    assert!(cut.starts_with("bartholomew-|montgomery-") && harm == Harm::Cut, "{cut}");
    let (filled, harm) = name("von maximiliansburgerhausen", "von maximiliansb", 2);
    assert_eq!((&*filled, harm), ("von maximiliansb|urgerhausen", Harm::Split));
}

#[test]
fn lines_of_several_widths_hold_what_fits_them() {
    let font = Font::narrow(20);
    let widths = ["Elephant d", "takes the", "King"].map(|text| font.width(text) + 1.0);
    let (lines, harm) = font.lines("Elephant takes the King", &widths);
    assert_eq!(
        (lines, harm),
        (["Elephant", "takes the", "King"].map(str::to_owned).to_vec(), Harm::None)
    );
    assert_eq!(font.lines("a takes Elephant", &widths[1..]).1, Harm::Cut);
    // A sign within a word is no place to break it while another line holds the word.
    let (lines, harm) = font.lines("d10×h2 pass", &[font.width("d10×") + 1.0, widths[0]]);
    assert_eq!((lines.len(), harm), (2, Harm::Split));
}

/// Texts of all kinds of characters: anything, whole scripts, marks, joiners and direction marks.
fn any_text() -> impl Strategy<Value = String> {
    let kinds = [
        "[\u{0}-\u{10ffff}]{0,12}",
        "[a-z א-ת،-ۿ0-9()…]{0,30}",
        "[ऀ-\u{dff}\u{e00}-\u{e7f}\u{200c}\u{200d}]{0,30}",
        "[a-z\u{300}-\u{36f}\u{591}-\u{5c7}\u{64b}-\u{65f}]{0,30}",
        "[a-zא-ת\u{200b}-\u{200f}\u{202a}-\u{202e}\u{2060}-\u{206f}]{0,30}",
        "[ᄀ-ᇿ가-힣ぁ-ヿ一-龥、。 ]{0,60}",
        "[🇦-🇿🏻-🏿😀-🙏👨👩💻\u{200d}\u{fe0f}\u{e0020}-\u{e007f}]{0,20}",
    ];
    proptest::strategy::Union::new(kinds)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn any_text_is_set_in_its_room(text in any_text(), size in 1_u16..60, room in 0.0_f32..400.0) {
        let font = Font::narrow(size);
        let line = font.set(&text);
        prop_assert!((line.width - font.width(&text)).abs() < 0.1);
        for fitted in font.lines(&text, &[room; 3]).0.into_iter().chain([font.fit(&text, room)]) {
            prop_assert!(font.width(&fitted) <= room || fitted == "…", "{fitted:?}");
        }
    }
}
