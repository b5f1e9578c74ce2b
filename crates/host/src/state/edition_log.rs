//! The stored events, read for handlers, and the rows of what handlers do.

use chat::{EditionChange, EditionListRow, EditionLog, InternalError};
use event::{Board, Edition, EditionEntry, EditionEvent, GameResult, Results, Stage, Who};
use games::parse_result;
use pairing::{dutch::Pairing, history::PairingHistory};
use store::{EditionLogRow, EditionRow, EditionState, EditionWrite};
use table::{Correction, EditionNo, Millis, PersonId, Platform, ServerId};

use super::committed_state::{CommittedState, internal_error};

impl EditionLog for CommittedState {
    fn edition(&self, no: EditionNo) -> Result<Option<Edition>, InternalError> {
        let found = self.reader().edition(no).map_err(internal_error)?;
        found.map(|(row, log)| replay(row, log)).transpose()
    }

    fn results(&self, no: EditionNo) -> Result<Results, InternalError> {
        let rows = self.reader().edition_games(no).map_err(internal_error)?;
        let result = |text: Option<String>| match text {
            None => Ok(None),
            Some(text) => parse_result(&text)
                .ok_or_else(|| InternalError(format!("`{text}` is no result of a game"))),
        };
        rows.into_iter()
            .map(|row| {
                let outcome = result(row.result)?;
                Ok((row.game, GameResult { outcome, plies: row.plies }))
            })
            .collect()
    }

    fn corrections(&self, no: EditionNo) -> Result<Vec<(Millis, Correction)>, InternalError> {
        self.reader().edition_corrections(no).map_err(internal_error)
    }

    fn held_in(
        &self,
        platform: Platform,
        server: Option<&ServerId>,
        most: u32,
    ) -> Result<Vec<EditionListRow>, InternalError> {
        let rows = self.reader().editions_of(platform, server, most).map_err(internal_error)?;
        Ok(rows.into_iter().map(game_list_row).collect())
    }

    fn lately_in(
        &self,
        platform: Platform,
        server: Option<&ServerId>,
        since: Millis,
        most: u32,
    ) -> Result<Vec<EditionNo>, InternalError> {
        self.reader().editions_lately(platform, server, since, most).map_err(internal_error)
    }

    fn with(&self, who: &PersonId) -> Result<Vec<EditionNo>, InternalError> {
        self.reader().editions_with(who).map_err(internal_error)
    }

    fn nth_edition(
        &self,
        event: EditionNo,
        ordinal: u32,
    ) -> Result<Option<EditionNo>, InternalError> {
        self.reader().nth_edition(event, ordinal).map_err(internal_error)
    }

    fn pairing(&self, no: EditionNo, event: &PairingHistory) -> Option<Pairing> {
        self.pairings().of(no, event)
    }

    fn fresh(&self) -> EditionNo {
        self.fresh_edition()
    }
}

fn game_list_row(row: EditionRow) -> EditionListRow {
    EditionListRow {
        no: row.no,
        name: row.name,
        place: row.place,
        is_running: row.state == EditionState::Running,
        is_over: row.state == EditionState::Over,
    }
}

fn replay(row: EditionRow, log: Vec<EditionLogRow>) -> Result<Edition, InternalError> {
    let entry = |line: EditionLogRow| {
        let event = EditionEvent::parse(&line.text).ok_or_else(|| {
            InternalError(format!("line {} of the log of {} is not known", line.n, row.no))
        })?;
        Ok(EditionEntry { at: line.at, by: line.by, event })
    };
    let log = log.into_iter().map(entry).collect::<Result<Vec<_>, InternalError>>()?;
    let (no, of, at) = (row.no, (row.event, row.ordinal), (row.place, row.server));
    Edition::replay(no, of, at, log).map_err(|fault| InternalError(format!("{no}: {fault}")))
}

/// Returns what the store is to write of a change to an event.
pub(crate) fn edition_write(change: &EditionChange) -> EditionWrite {
    let EditionChange { edition, added, posts } = change;
    let first = edition.log().len().saturating_sub(*added);
    let mut write = EditionWrite {
        row: EditionRow {
            no: edition.no(),
            event: edition.event(),
            ordinal: edition.ordinal(),
            place: edition.place().clone(),
            server: edition.server().cloned(),
            name: edition.settings().name.clone(),
            state: match edition.stage() {
                Stage::Open => EditionState::Open,
                Stage::Running => EditionState::Running,
                Stage::Finished | Stage::Cancelled => EditionState::Over,
            },
        },
        log: Vec::new(),
        games: Vec::new(),
        unpaired: Vec::new(),
        joined: Vec::new(),
        gone: Vec::new(),
        posts: posts.clone(),
    };
    for (entry, n) in edition.log()[first..].iter().zip(first + 1..) {
        write.log.push(EditionLogRow {
            n: u32::try_from(n).unwrap_or(u32::MAX),
            at: entry.at,
            by: entry.by.clone(),
            text: entry.event.text(),
        });
        add_consequences(&mut write, &entry.event);
        if matches!(entry.event, EditionEvent::Started { .. }) {
            // Whoever was to check in and did not is no player.
            write.gone.extend(edition.log().iter().filter_map(|entry| joined(&entry.event)));
        }
    }
    // Who came and went within the same change is where they are at its end.
    let takes_part = |who: &PersonId| edition.entrant_of(who).is_some();
    write.joined.retain(takes_part);
    write.gone.retain(|who| !takes_part(who));
    write
}

/// The person who has entered by an event.
fn joined(event: &EditionEvent) -> Option<PersonId> {
    match event {
        EditionEvent::Joined { who: Who::Person(who), .. } => Some(who.clone()),
        _ => None,
    }
}

/// The rows of the other tables that follow from an event.
fn add_consequences(write: &mut EditionWrite, event: &EditionEvent) {
    let round_row = |round: usize| u16::try_from(round + 1).unwrap_or(u16::MAX);
    match event {
        EditionEvent::Joined { .. } => write.joined.extend(joined(event)),
        EditionEvent::Went { who: Who::Person(who), .. } => write.gone.push(who.clone()),
        EditionEvent::Paired { round, boards, .. } => {
            let row = |board: &Board| (round_row(*round), board.pair, board.game);
            write.games.extend(boards.iter().map(row));
        }
        EditionEvent::Unpaired { round } => write.unpaired.push(round_row(*round)),
        _ => {}
    }
}
