//! What the editions have to have come to: standings that are those of the records, and records of every game.

use std::{collections::BTreeMap, fs, path::Path, process::Command};

use chat::Attachment;
use table::{EditionNo, GameNo, LogEvent, MINUTE, record::Record};

use super::{
    edition::{Edition, Ended},
    news::{self, Line},
    report::{self, Results},
    weeks::{Deed, MANAGER, Playing},
};
use crate::support::simulation::DATABASE;

/// The most lines of a group that a message shows.
const SHOWN: usize = 12;

impl Playing {
    /// Compares the standings of an edition that is over with those from the records of its games.
    pub(super) fn compare(&mut self, no: EditionNo) {
        if !self.is_heard() {
            return self.plan(self.now() + MINUTE, Deed::Compare(no));
        }
        self.look();
        if self.story.editions[&no].ended == Some(Ended::Podium) {
            let boards = self.story.editions[&no].boards().map(|board| board.game);
            let record = |game| (game, Record::of_game(&self.stored(game).expect("a game")));
            let records = boards.map(record).collect();
            self.compare_with(no, &records);
        }
    }

    fn compare_with(&mut self, no: EditionNo, records: &BTreeMap<GameNo, Record>) {
        let edition = self.story.editions[&no].clone();
        let shown = self.ask(MANAGER, edition.event, &format!("!tournament standings {no}"));
        let file = self.ask(MANAGER, edition.event, &format!("!tournament export {no} trf"));
        let (Some(shown), Some(file)) = (shown.first(), file.first()) else {
            panic!("{no} has no standings, or is not exported");
        };
        let Some(Attachment::File(file)) = file.attachments.first() else { panic!("no file") };
        let shown = news::standings(&shown.text);
        for group in self.check_shown(no, &shown, records) {
            let exported = exported(&file.text, &group, edition.is_round_robin());
            assert_eq!(exported, sorted(group), "{no} as it is exported");
        }
        if edition.event.is_league() {
            self.check_groups(no, shown.into_iter().map(|(lines, _)| lines).collect());
        }
        self.story.figures.compared += 1;
    }

    /// Returns what is shown of the standings of an edition is what its records come to, which this gives.
    fn check_shown(
        &self,
        no: EditionNo,
        shown: &[(Vec<Line>, usize)],
        records: &BTreeMap<GameNo, Record>,
    ) -> Vec<Vec<Line>> {
        let edition = &self.story.editions[&no];
        let results = Results { records, corrected: &self.story.corrected };
        let groups = report::standings(edition, &results);
        assert_eq!(shown.len(), groups.len(), "{no}: {shown:?} {groups:?}");
        for group in &groups {
            let told =
                shown.iter().find(|(lines, _)| lines.iter().any(|line| group.contains(line)));
            let Some((lines, more)) = told else {
                panic!("{no}: nothing of {group:?} is shown in {shown:?}");
            };
            let fits = lines.iter().all(|line| group.contains(line))
                && lines.len() == group.len().min(SHOWN)
                && lines.len() + more == group.len()
                && lines.is_sorted_by_key(|line| line.place);
            assert!(fits, "{no}: {lines:?} instead of {group:?}\n{edition:?}");
        }
        groups
    }

    /// The standings below a podium are those of the records, too.
    pub(super) fn check_podium(&self, no: EditionNo, text: &str) {
        let boards = self.story.editions[&no].boards().map(|board| board.game);
        // While the program is killed nobody reads what it has stored.
        let records = boards.map(|game| Some((game, Record::of_game(&self.stored(game)?))));
        if let Some(records) = records.collect() {
            self.check_shown(no, &news::standings(text), &records);
        }
    }

    /// The groups of a league follow from how the league before it has ended: who stood higher is in no
    /// lower group, but for the last two of each group and the first two of the next one, who have changed
    /// places; and who is new is in no higher group than anybody else.
    fn check_groups(&mut self, no: EditionNo, groups: Vec<Vec<Line>>) {
        let edition = &self.story.editions[&no];
        let is_last = |one: &&Edition| {
            one.event.name == edition.event.name && one.edition + 1 == edition.edition
        };
        let names = |group: &Vec<Line>| group.iter().map(|line| line.name.clone()).collect();
        let last = self.story.editions.values().find(is_last);
        let order = last.map(|last| moved(last.groups.iter().map(names).collect()));
        let group_of = |name: &String| {
            groups.iter().position(|group| group.iter().any(|line| line.name == *name))
        };
        if let Some(order) = order.filter(|order| !order.is_empty()) {
            let known: Vec<usize> = order.iter().filter_map(group_of).collect();
            assert!(known.is_sorted(), "{no}: {known:?} of {order:?} in {groups:?}");
            let all = edition.starters.iter();
            let new: Vec<usize> =
                all.filter(|name| !order.contains(name)).filter_map(group_of).collect();
            let is_behind = known.last().is_none_or(|last| new.iter().all(|group| group >= last));
            assert!(is_behind, "{no}: {new:?} before {known:?} in {groups:?}");
        }
        self.story.editions.get_mut(&no).expect("it was announced").groups = groups;
    }

    /// Lets what is away come back, and compares everything with the records of all games.
    pub(super) fn finish(&mut self) {
        self.mend();
        assert!(self.page.open.is_empty(), "without an end: {:?}", self.page.open);
        let records = self.exported_records();
        let all: Vec<EditionNo> = self.story.editions.keys().copied().collect();
        for no in all {
            self.check_records(no, &records);
            if self.story.editions[&no].ended == Some(Ended::Podium) {
                self.compare_with(no, &records);
            }
            let edition = &self.story.editions[&no];
            let players = edition.starters.len() + edition.late.len();
            self.story.figures.players += players;
            self.story.figures.most_players = self.story.figures.most_players.max(players);
            let posts = ["announcement", "end"];
            assert!(posts.iter().all(|post| edition.has_posted(post)), "{edition:?}");
        }
        for record in records.values() {
            let is_ply = |event: &&LogEvent| event.is_ply();
            self.story.figures.plies += record.events.iter().filter(is_ply).count();
            let is_drawn = matches!(record.result, Some(games::Outcome::Draw(_)));
            self.story.figures.draws += usize::from(is_drawn);
        }
    }

    /// Every pair has one game, and its record says so; and no other game is of the edition.
    fn check_records(&self, no: EditionNo, records: &BTreeMap<GameNo, Record>) {
        let edition = &self.story.editions[&no];
        let tag = |record: &Record, name: &str| {
            let found = record.other_tags.iter().find(|(tag, _)| tag == name);
            found.map(|(_, value)| value.clone())
        };
        let is_here = |record: &&Record| tag(record, "Event") == Some(no.to_string());
        let n = records.values().filter(is_here).count();
        assert_eq!(n, edition.boards().count() + edition.undone.len(), "{no} has other games");
        for board in edition.boards() {
            let record = &records[&board.game];
            let (round, _) = edition.board(board.game).expect("it is one of them");
            let place = format!("{}.{}", round + 1, board.pair);
            assert!(is_here(&record), "{record:?}");
            assert_eq!(tag(record, "Round"), Some(place), "{}", board.game);
            assert_eq!(record.names, [board.white.clone(), board.black.clone()]);
        }
        let rows = self.committed().edition_games(no).expect("it is read");
        assert_eq!(rows.len(), edition.boards().count(), "{no}: games in the store");
    }

    /// The records of all games, as the program exports them while it runs.
    fn exported_records(&self) -> BTreeMap<GameNo, Record> {
        let folder = self.folder.path();
        let mut command = Command::new(env!("CARGO_BIN_EXE_martian-cake"));
        command.current_dir(folder).env("DATABASE_PATH", DATABASE);
        let output = command.args(["db", "export", "records"]).output().expect("it runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let files = fs::read_dir(folder.join("records")).expect("a folder");
        files.map(|file| read_record(&file.expect("a file").path())).collect()
    }
}

/// A record with its number, which stands in the name of its file.
fn read_record(file: &Path) -> (GameNo, Record) {
    let name = file.file_stem().and_then(|name| name.to_str()).expect("a name");
    let no = name.rsplit('-').next().and_then(|no| no.parse().ok()).expect("a number");
    let text = fs::read_to_string(file).expect("a text");
    (GameNo(no), Record::parse(&text).expect("it is a record"))
}

/// Groups one behind the other, of whose neighbours the last two and the first two have changed places; of
/// small ones at most half.
fn moved(mut groups: Vec<Vec<String>>) -> Vec<String> {
    for at in 1..groups.len() {
        let n = 2.min(groups[at - 1].len() / 2).min(groups[at].len() / 2);
        for mover in 0..n {
            let from = groups[at - 1].len() - n + mover;
            let up = std::mem::take(&mut groups[at][mover]);
            groups[at][mover] = std::mem::replace(&mut groups[at - 1][from], up);
        }
    }
    groups.concat()
}

fn sorted(mut lines: Vec<Line>) -> Vec<Line> {
    lines.sort();
    lines
}

/// The standings of a group by the file that the bot has exported.
fn exported(file: &str, group: &[Line], is_round_robin: bool) -> Vec<Line> {
    let is_theirs = |line: &&str| {
        let name = line.get(14..47).map(str::trim_end);
        !line.starts_with("001 ")
            || name.is_some_and(report::is_filler)
            || group.iter().any(|one| Some(&*one.name) == name)
    };
    let lines: Vec<&str> = file.lines().filter(is_theirs).collect();
    let name = |row: &str| row.get(14..47).map(|name| name.trim_end().to_owned());
    let rank = |row: &str| row.get(85..89)?.trim().parse::<usize>().ok();
    let rows: Vec<_> = lines.iter().filter_map(|row| Some((name(row)?, rank(row)))).collect();
    for one in group {
        let (_, rank) = rows.iter().find(|(name, _)| *name == one.name).expect("a row");
        assert_eq!(*rank, Some(one.place), "{} in {file}", one.name);
    }
    let mut fillers = rows.iter().filter(|(name, _)| report::is_filler(name));
    assert!(fillers.all(|(_, rank)| rank.is_none()), "a bot that fills up has no rank: {file}");
    sorted(report::of_file(&(lines.join("\n") + "\n"), is_round_robin))
}
