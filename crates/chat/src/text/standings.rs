//! The words of standings: how far they have come, and what their picture says.

use pairing::history::Number;
use scene::StandingsSheet;
use table::EditionNo;

/// The name of a player in a picture that cannot show the real one.
#[must_use]
pub fn numbered_player(number: Number) -> String {
    format!("Player {number}")
}

/// The point that an event has reached, for its standings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandingsStage {
    /// After so many rounds of so many.
    Rounds(usize, usize),
    /// After so many games of so many, which are all played at once.
    Games(usize, usize),
    /// All is played.
    Over,
    /// Called off after so many rounds.
    CalledOff(usize),
}

/// Returns how far an event has come, as it stands behind its name: `after round 3 of 5`.
#[must_use]
pub fn standings_stage(stage: StandingsStage) -> String {
    match stage {
        StandingsStage::Rounds(0, _) => "before the end of round 1".to_owned(),
        StandingsStage::Rounds(done, of) => format!("after round {done} of {of}"),
        StandingsStage::Games(done, of) => format!("after {done} of {of} games"),
        StandingsStage::Over => "at the end".to_owned(),
        StandingsStage::CalledOff(0) => "called off before the end of round 1".to_owned(),
        StandingsStage::CalledOff(done) => format!("called off after round {done}"),
    }
}

/// Returns what stands in small letters above the picture: `T7 · Game · after round 3 of 5`.
#[must_use]
pub fn standings_note(no: EditionNo, game: &str, stage: StandingsStage) -> String {
    format!("{no} · {game} · {}", standings_stage(stage))
}

/// Returns what stands above the points.
#[must_use]
pub fn points_head() -> String {
    "Pts".to_owned()
}

/// A group of a league, from 0.
#[must_use]
pub fn group_title(group: usize) -> String {
    format!("Group {}", group + 1)
}

/// So many players stand below the last one that is shown.
#[must_use]
pub fn more_below(count: usize) -> String {
    format!("And {count} more.")
}

/// Returns which groups are shown where there are more, each from 0.
#[must_use]
pub fn groups_shown(first: usize, last: usize, of: usize) -> String {
    format!("Groups {} to {} of {of}.", first + 1, last + 1)
}

/// Returns what signs without a box mean.
#[must_use]
pub fn without_box() -> String {
    "No box: a round without a game.".to_owned()
}

/// Returns what a picture of standings shows, for people who cannot see it, in at most so many characters.
#[must_use]
pub fn standings_alt(sheet: &StandingsSheet, most: usize) -> String {
    let mut alt = format!("Standings of {}, {}.", sheet.title, sheet.note.replace(" · ", ", "));
    // So much is kept free for the sentence that says how many have no room.
    let room = most.saturating_sub(40);
    let mut count = 0;
    for section in &sheet.sections {
        let mut lead = match section.title.as_str() {
            "" => " ".to_owned(),
            title => format!(" {title}: "),
        };
        let before = count;
        for row in &section.rows {
            let place = row.place.map(|place| format!("{place}. ")).unwrap_or_default();
            let line = format!("{lead}{place}{} {}", row.name, row.points);
            if alt.chars().count() + line.chars().count() > room {
                break;
            }
            alt.push_str(&line);
            "; ".clone_into(&mut lead);
            count += 1;
        }
        if count > before {
            alt.push('.');
        }
        if count - before < section.rows.len() {
            alt.push_str(" The others have no room here.");
            break;
        }
        if !section.more.is_empty() {
            alt.push_str(&format!(" {}", section.more));
        }
    }
    alt
}

#[cfg(test)]
mod tests {
    use super::*;
    use scene::{Honour, StandingsRow, StandingsSection};

    fn sheet(names: &[&str], sections: usize, more: &str) -> StandingsSheet {
        let row = |(name, place): (&&str, u32)| StandingsRow {
            place: Some(place),
            honour: Honour::None,
            name: (*name).to_owned(),
            results: Vec::new(),
            points: "2½".to_owned(),
            tie_breaks: Vec::new(),
        };
        let section = |at| StandingsSection {
            title: if sections > 1 { group_title(at) } else { String::new() },
            rounds: Vec::new(),
            points: points_head(),
            codes: Vec::new(),
            rows: names.iter().zip(1..).map(row).collect(),
            more: more.to_owned(),
        };
        StandingsSheet {
            title: "Friday".to_owned(),
            note: standings_note(EditionNo(7), "A game", StandingsStage::Rounds(3, 5)),
            sections: (0..sections).map(section).collect(),
            foot: Vec::new(),
        }
    }

    #[test]
    fn the_alt_text_says_who_stands_where() {
        assert_eq!(
            standings_alt(&sheet(&["ann", "ben"], 1, "And 5 more."), 1_024),
            "Standings of Friday, T7, A game, after round 3 of 5. 1. ann 2½; 2. ben 2½. And 5 more."
        );
        assert_eq!(
            standings_alt(&sheet(&["ann", "ben"], 2, ""), 1_024),
            "Standings of Friday, T7, A game, after round 3 of 5. Group 1: 1. ann 2½; 2. ben 2½. \
             Group 2: 1. ann 2½; 2. ben 2½."
        );
    }

    #[test]
    fn an_alt_text_ends_with_a_sentence_however_long_the_names_are() {
        let name = "n".repeat(64);
        let names = vec![name.as_str(); 20];
        for most in [200, 500, 1_024] {
            let alt = standings_alt(&sheet(&names, 2, ""), most);
            assert!(alt.chars().count() <= most, "{} of {most}", alt.chars().count());
            assert!(alt.ends_with(" The others have no room here."), "{alt}");
        }
    }

    #[test]
    fn how_far_it_has_come_is_said_in_words() {
        for (stage, words) in [
            (StandingsStage::Rounds(0, 3), "before the end of round 1"),
            (StandingsStage::Rounds(3, 5), "after round 3 of 5"),
            (StandingsStage::Games(12, 30), "after 12 of 30 games"),
            (StandingsStage::Over, "at the end"),
        ] {
            assert_eq!(standings_stage(stage), words);
        }
    }
}
