//! Bans, blocks and reports, read for handlers.

use chat::{InternalError, ModerationLog};
use table::{Asked, Ban, Forgotten, Millis, ModEntry, PersonId};

use super::committed_state::{CommittedState, internal_error};

impl ModerationLog for CommittedState {
    fn bans(&self, scope: &str, who: &PersonId) -> Result<Vec<Ban>, InternalError> {
        self.reader().bans(scope, who).map_err(internal_error)
    }

    fn mod_log(&self, scope: &str, limit: u32) -> Result<Vec<ModEntry>, InternalError> {
        self.reader().moderation(scope, limit).map_err(internal_error)
    }

    fn count_reports(&self, by: &PersonId, since: Millis) -> Result<usize, InternalError> {
        self.reader().count_reports(by, since).map_err(internal_error)
    }

    fn blocks(&self, person: &PersonId) -> Result<Vec<PersonId>, InternalError> {
        self.reader().blocks(person).map_err(internal_error)
    }

    fn has_blocked(&self, person: &PersonId, other: &PersonId) -> Result<bool, InternalError> {
        self.reader().has_blocked(person, other).map_err(internal_error)
    }

    fn asked(&self, by: &PersonId, whom: &PersonId) -> Result<Asked, InternalError> {
        self.reader().asked(by, whom).map_err(internal_error)
    }

    fn forgotten(&self, who: &PersonId) -> Result<Option<Forgotten>, InternalError> {
        self.reader().forgotten(who).map_err(internal_error)
    }

    fn notices(&self, person: &PersonId) -> Result<Vec<String>, InternalError> {
        self.reader().notices(person).map_err(internal_error)
    }
}
