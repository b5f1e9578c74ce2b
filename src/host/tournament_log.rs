//! What is kept about events, read for handlers, and written of what they do.

use super::committed_state::{CommittedState, internal_error};
use crate::{
    chat::{InternalError, Row, TournamentBrief, TournamentChange, TournamentLog},
    edition::{
        Board, GameResult, Results, Stage, Tournament, TournamentEntry, TournamentEvent, Who,
    },
    games::parse_result,
    store::{TournamentLogRow, TournamentRow, TournamentState, TournamentWrite},
    table::{Correction, Millis, PersonId, Platform, ServerId, TournamentNo},
    tournament::{dutch::Pairing, event::Event},
};

impl TournamentLog for CommittedState {
    fn tournament(&self, no: TournamentNo) -> Result<Option<Tournament>, InternalError> {
        let found = self.reader().tournament(no).map_err(internal_error)?;
        found.map(|(row, log)| replay(row, log)).transpose()
    }

    fn results(&self, no: TournamentNo) -> Result<Results, InternalError> {
        let rows = self.reader().tournament_games(no).map_err(internal_error)?;
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

    fn corrections(&self, no: TournamentNo) -> Result<Vec<(Millis, Correction)>, InternalError> {
        self.reader().tournament_corrections(no).map_err(internal_error)
    }

    fn held_in(
        &self,
        platform: Platform,
        server: Option<&ServerId>,
        most: u32,
    ) -> Result<Vec<TournamentBrief>, InternalError> {
        let rows = self.reader().tournaments_of(platform, server, most).map_err(internal_error)?;
        Ok(rows.into_iter().map(brief).collect())
    }

    fn lately_in(
        &self,
        platform: Platform,
        server: Option<&ServerId>,
        since: Millis,
        most: u32,
    ) -> Result<Vec<TournamentNo>, InternalError> {
        self.reader().tournaments_lately(platform, server, since, most).map_err(internal_error)
    }

    fn with(&self, who: &PersonId) -> Result<Vec<TournamentNo>, InternalError> {
        self.reader().tournaments_with(who).map_err(internal_error)
    }

    fn edition(
        &self,
        event: TournamentNo,
        edition: u32,
    ) -> Result<Option<TournamentNo>, InternalError> {
        self.reader().edition(event, edition).map_err(internal_error)
    }

    fn pairing(&self, no: TournamentNo, event: &Event) -> Option<Pairing> {
        self.pairings().of(no, event)
    }

    fn fresh(&self) -> TournamentNo {
        self.fresh_tournament()
    }
}

fn brief(row: TournamentRow) -> TournamentBrief {
    TournamentBrief {
        no: row.no,
        name: row.name,
        place: row.place,
        is_over: row.state == TournamentState::Over,
    }
}

fn replay(row: TournamentRow, log: Vec<TournamentLogRow>) -> Result<Tournament, InternalError> {
    let entry = |line: TournamentLogRow| {
        let event = TournamentEvent::parse(&line.text).ok_or_else(|| {
            InternalError(format!("line {} of the log of {} is not known", line.n, row.no))
        })?;
        Ok(TournamentEntry { at: line.at, by: line.by, event })
    };
    let log = log.into_iter().map(entry).collect::<Result<Vec<_>, InternalError>>()?;
    let (no, of, at) = (row.no, (row.event, row.edition), (row.place, row.server));
    Tournament::replay(no, of, at, log).map_err(|fault| InternalError(format!("{no}: {fault}")))
}

/// What the store is to write of an event; `None` for anything else.
pub(super) fn tournament_write(row: &Row) -> Option<TournamentWrite> {
    let Row::Tournament(change) = row else { return None };
    let TournamentChange { tournament, added, posts } = &**change;
    let first = tournament.log().len().saturating_sub(*added);
    let mut write = TournamentWrite {
        row: TournamentRow {
            no: tournament.no(),
            event: tournament.event(),
            edition: tournament.edition(),
            place: tournament.place().clone(),
            server: tournament.server().cloned(),
            name: tournament.settings().name.clone(),
            state: match tournament.stage() {
                Stage::Open => TournamentState::Open,
                Stage::Running => TournamentState::Running,
                Stage::Finished | Stage::Cancelled => TournamentState::Over,
            },
        },
        log: Vec::new(),
        games: Vec::new(),
        unpaired: Vec::new(),
        joined: Vec::new(),
        gone: Vec::new(),
        posts: posts.clone(),
    };
    for (entry, n) in tournament.log()[first..].iter().zip(first + 1..) {
        write.log.push(TournamentLogRow {
            n: u32::try_from(n).unwrap_or(u32::MAX),
            at: entry.at,
            by: entry.by.clone(),
            text: entry.event.text(),
        });
        add_consequences(&mut write, &entry.event);
        if matches!(entry.event, TournamentEvent::Started { .. }) {
            // Whoever was to check in and did not is no player.
            write.gone.extend(tournament.log().iter().filter_map(|entry| joined(&entry.event)));
        }
    }
    // Who came and went within the same change is where they are at its end.
    let takes_part = |who: &PersonId| tournament.entrant_of(who).is_some();
    write.joined.retain(takes_part);
    write.gone.retain(|who| !takes_part(who));
    Some(write)
}

/// The person who has entered by an event.
fn joined(event: &TournamentEvent) -> Option<PersonId> {
    match event {
        TournamentEvent::Joined { who: Who::Person(who), .. } => Some(who.clone()),
        _ => None,
    }
}

/// What of the other tables follows from an event.
fn add_consequences(write: &mut TournamentWrite, event: &TournamentEvent) {
    let round_row = |round: usize| u16::try_from(round + 1).unwrap_or(u16::MAX);
    match event {
        TournamentEvent::Joined { .. } => write.joined.extend(joined(event)),
        TournamentEvent::Went { who: Who::Person(who), .. } => write.gone.push(who.clone()),
        TournamentEvent::Paired { round, boards, .. } => {
            let row = |board: &Board| (round_row(*round), board.pair, board.game);
            write.games.extend(boards.iter().map(row));
        }
        TournamentEvent::Unpaired { round } => write.unpaired.push(round_row(*round)),
        _ => {}
    }
}
