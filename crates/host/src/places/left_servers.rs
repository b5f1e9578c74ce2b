//! Servers from which the bot was removed: what was chosen and decided there goes some time later, unless the bot is
//! there again. Their games stay with those who play them.

use chat::{PREFIX_SETTING, World as _};
use store::{Batch, RowWrite};
use table::{Area, DAY, Millis, ServerId, Setting};

use crate::{
    base::{Base, log_unwritten},
    connection::link::Link,
    input::{Input, IsInServer, LinkInput},
    or_log::OrLog as _,
    state::committed_state::CommittedState,
};

/// For how long the settings, bans and reports of a server are kept in which the bot is no more.
const KEPT_FOR: Millis = 30 * DAY;
/// The line in the log if it cannot be written in which servers the bot is.
const UNWRITTEN: &str = "in which servers the bot is could not be kept";

impl Link {
    /// The platform tells in which servers the bot is.
    pub(crate) fn hear_of_servers(&self, base: &Base, is_in: &IsInServer) {
        let known = base.state.reader().known_servers();
        for server in known.or_log("the servers cannot be read").into_iter().flatten() {
            match (is_in.0)(&server) {
                Some(true) => base.is_in_server(&server),
                Some(false) => base.put_left(server, Some(base.state.now())),
                None => {}
            }
        }
    }

    /// Deletes what was chosen and decided in servers in which the bot was not for so long. As long as it is not
    /// known where it is now, nothing goes.
    pub(crate) fn drop_left_servers(&self, base: &Base) {
        if self.contact.holds().has(&Area::Platform(self.platform())) {
            return;
        }
        let left = base.state.reader().left_servers();
        let left = left.or_log("the servers cannot be read").into_iter().flatten();
        let is_over = |since: Millis| since.saturating_add(KEPT_FOR) <= base.state.now();
        for (server, _) in left.filter(|(_, since)| is_over(*since)) {
            let rows = vec![RowWrite::DropServer(server.clone())];
            let throttle = base.store.throttle().clone();
            base.write(Batch { rows, ..base.batch() }, move |result| match result {
                Ok(()) => Some(Input::Link(LinkInput::ServerDropped(server))),
                Err(error) => {
                    log_unwritten(&throttle, UNWRITTEN, &error);
                    None
                }
            });
        }
    }
}

impl Base {
    /// The bot is in a server, perhaps again.
    pub(crate) fn is_in_server(&self, server: &ServerId) {
        let has_left = self.state.reader().has_left(server);
        if has_left.or_log("the servers cannot be read").unwrap_or(false) {
            self.put_left(server.clone(), None);
        }
    }

    /// Keeps since when the bot is not in a server, or that it is.
    fn put_left(&self, server: ServerId, since: Option<Millis>) {
        let rows = vec![RowWrite::Left(server, since)];
        self.write_unawaited(Batch { rows, ..self.batch() }, UNWRITTEN);
    }
}

impl CommittedState {
    /// Reads the prefix of a server anew, which may be gone.
    pub(crate) fn prefix_gone(&self, server: &ServerId) {
        let (scope, key) = (format!("server:{server}"), PREFIX_SETTING.to_owned());
        if let Some(value) = self.reader().setting(&scope, &key).or_log("a prefix cannot be read") {
            self.prefixes().learn(&Setting { scope, key, value });
        }
    }
}
