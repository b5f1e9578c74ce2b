//! Who may see a game. A game of a server is seen in that server, a game of a private chat by its
//! players alone, and every game by its players anywhere. What counts is the place in which somebody
//! asks.
//!
//! [`may_see`] decides that for every way in which a game can be named, since whatever answers somebody
//! reads through [`SeenWorld`]: to it, a game that its asker may not see does not exist.

use std::sync::Arc;

use dice::Secret;
use games::{GameKind, Seat};
use signing::HostKey;
use table::{
    Game, GameNo, MessageId, Millis, Occupant, Person, PersonId, PlaceId, Platform, ScaleName,
    ServerId, StoredPlan,
};

use super::step::InternalError;
use crate::{
    events::EditionLog,
    message::Incoming,
    moderation::ModerationLog,
    operator::Operator,
    ratings::RatingLog,
    world::{
        PlaceSettings, World,
        game_list_row::GameListRow,
        game_summary::{GameSummary, GamesListed},
        server_summary::ServerSummary,
    },
};

/// Somebody who asks about games, and the place in which they ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asker<'a> {
    /// The person who asks.
    pub who: &'a PersonId,
    /// The place in which they ask.
    pub place: &'a PlaceId,
    /// The server to which that place belongs; `None` for a private chat, on a platform without
    /// servers, and where it is not known.
    pub server: Option<&'a ServerId>,
}

impl<'a> Asker<'a> {
    /// The person who wrote a message, in the place in which they wrote it.
    #[must_use]
    pub const fn of(message: &'a Incoming) -> Self {
        Self { who: &message.author.id, place: &message.place, server: message.server.as_ref() }
    }
}

/// The facts that decide who may see a game.
#[derive(Clone, Copy, Debug)]
pub struct Whereabouts<'a> {
    place: &'a PlaceId,
    server: Option<&'a ServerId>,
    seats: &'a [Occupant],
}

impl<'a> From<&'a Game> for Whereabouts<'a> {
    fn from(game: &'a Game) -> Self {
        Self { place: game.place(), server: game.server(), seats: game.seats() }
    }
}

impl<'a> From<&'a GameListRow> for Whereabouts<'a> {
    fn from(game: &'a GameListRow) -> Self {
        Self { place: &game.place, server: game.server.as_ref(), seats: &game.seats }
    }
}

/// Returns `true` if somebody may see a game or an offer from where they ask: as a player of it or as one who
/// is asked to play from anywhere, otherwise from its own place or its server, unless it was begun in a private
/// chat. A game whose server is not known is seen in its own place and by its players.
#[must_use]
pub fn may_see<'g>(game: impl Into<Whereabouts<'g>>, asker: Asker<'_>) -> bool {
    let Whereabouts { place, server, seats } = game.into();
    let plays = seats.iter().any(|seat| seat.is_or_asks(asker.who));
    plays || is_open_to(place, server, asker)
}

/// Returns `true` if somebody who does not play in a game may see it.
fn is_open_to(place: &PlaceId, server: Option<&ServerId>, asker: Asker<'_>) -> bool {
    let same_server = server.is_some() && server == asker.server;
    place.owner().is_none() && (place == asker.place || same_server)
}

/// The committed state as somebody may see it from where they ask.
pub(crate) struct SeenWorld<'a> {
    world: &'a dyn World,
    asker: Asker<'a>,
    /// The name of the asker's account, if the platform tells it.
    account: Option<&'a str>,
    /// A game that is played where they ask, whatever the world says.
    here: Option<GameNo>,
}

impl<'a> SeenWorld<'a> {
    /// Returns what this asker may see of the world.
    pub(crate) const fn new(world: &'a dyn World, asker: Asker<'a>) -> Self {
        Self { world, asker, account: None, here: None }
    }

    /// The world as the writer of a message may see it.
    pub(crate) fn of_writer(world: &'a dyn World, msg: &'a Incoming) -> Self {
        Self { account: msg.account.as_deref(), ..Self::new(world, Asker::of(msg)) }
    }

    /// The same, with a game that is played where they ask.
    pub(crate) fn with_game_here(self, no: GameNo) -> Self {
        Self { here: Some(no), ..self }
    }

    fn seen(&self, games: Vec<GameListRow>) -> Vec<GameListRow> {
        games.into_iter().filter_map(|game| self.seen_one(game)).collect()
    }

    fn seen_one(&self, game: GameListRow) -> Option<GameListRow> {
        if !may_see(&game, self.asker) {
            return None;
        }
        let is_here = self.here == Some(game.no);
        Some(if is_here { GameListRow { place: self.asker.place.clone(), ..game } } else { game })
    }
}

impl World for SeenWorld<'_> {
    fn whole(&self) -> &dyn World {
        self.world
    }

    fn now(&self) -> Millis {
        self.world.now()
    }

    fn settings(&self, place: &PlaceId, server: Option<&ServerId>) -> PlaceSettings {
        self.world.settings(place, server)
    }

    fn channel_of(&self, place: &PlaceId) -> Option<PlaceId> {
        self.world.channel_of(place)
    }

    fn game_list_row(&self, no: GameNo) -> Result<Option<GameListRow>, InternalError> {
        Ok(self.world.game_list_row(no)?.and_then(|game| self.seen_one(game)))
    }

    /// Decided from the brief: a game that is not seen is not replayed either, so that its answer
    /// takes no longer than one about a game that does not exist.
    fn game(&self, no: GameNo) -> Result<Option<Arc<Game>>, InternalError> {
        match self.game_list_row(no)? {
            Some(_) if self.here == Some(no) => Ok(self.world.game(no)?.map(|game| {
                let mut game = Game::clone(&game);
                game.move_to(self.asker.place.clone());
                Arc::new(game)
            })),
            Some(_) => self.world.game(no),
            None => Ok(None),
        }
    }

    fn open_games_of(&self, who: &PersonId) -> Result<Vec<GameListRow>, InternalError> {
        Ok(self.seen(self.world.open_games_of(who)?))
    }

    fn count_running(&self, who: &PersonId) -> Result<usize, InternalError> {
        self.world.count_running(who)
    }

    fn running_games_of(&self, server: Option<&ServerId>) -> Result<Vec<GameNo>, InternalError> {
        self.world.running_games_of(server)
    }

    fn open_games_at(&self, place: &PlaceId) -> Result<Vec<GameListRow>, InternalError> {
        Ok(self.seen(self.world.open_games_at(place)?))
    }

    fn finished_games_of(&self, who: &PersonId) -> Result<Vec<GameListRow>, InternalError> {
        Ok(self.seen(self.world.finished_games_of(who)?))
    }

    fn finished_games_in(
        &self,
        server: Option<&ServerId>,
    ) -> Result<Vec<GameListRow>, InternalError> {
        Ok(self.seen(self.world.finished_games_in(server)?))
    }

    fn game_summaries(
        &self,
        which: GamesListed<'_>,
        other: &PersonId,
    ) -> Result<Vec<GameSummary>, InternalError> {
        let mut games = self.world.game_summaries(which, other)?;
        let whose = match which {
            GamesListed::OpenOf(person) | GamesListed::FinishedOf(person) => person,
            GamesListed::OpenAt(_) => other,
        };
        let Asker { who, place, .. } = self.asker;
        games.retain_mut(|game| {
            if self.here == Some(game.no) {
                game.place = place.clone();
            }
            let plays =
                who == whose && !game.seats.is_empty() || who == other && !game.others.is_empty();
            plays || is_open_to(&game.place, game.server.as_ref(), self.asker)
        });
        Ok(games)
    }

    fn newest_board(
        &self,
        no: GameNo,
        place: &PlaceId,
    ) -> Result<Option<MessageId>, InternalError> {
        match self.game_list_row(no)? {
            Some(_) => self.world.newest_board(no, place),
            None => Ok(None),
        }
    }

    fn game_of_message(&self, message: &MessageId) -> Result<Option<GameNo>, InternalError> {
        let Some(no) = self.world.game_of_message(message)? else { return Ok(None) };
        Ok(self.game_list_row(no)?.map(|game| game.no))
    }

    fn people_named(&self, platform: Platform, name: &str) -> Result<Vec<Person>, InternalError> {
        self.world.people_named(platform, name)
    }

    fn can_draw(&self, name: &str) -> bool {
        self.world.can_draw(name)
    }

    /// The asker's is known before it is kept.
    fn account(&self, who: &PersonId) -> Option<String> {
        let own = self.account.filter(|_| who == self.asker.who);
        own.map(str::to_owned).or_else(|| self.world.account(who))
    }

    fn setting(&self, scope: &str, key: &str) -> Result<Option<String>, InternalError> {
        self.world.setting(scope, key)
    }

    /// A game that gets its place by being named has stood in the outages of the place where it was.
    fn outages(&self, place: &PlaceId, from: Millis) -> Vec<(Millis, Option<Millis>)> {
        let mut outages = self.world.outages(place, from);
        if let Some(no) = self.here.filter(|_| place == self.asker.place)
            && let Ok(Some(game)) = self.world.game_list_row(no)
        {
            outages.extend(self.world.outages(&game.place, from));
        }
        outages
    }

    fn vacations(
        &self,
        who: &PersonId,
        scope: &str,
        from: Millis,
    ) -> Result<Vec<(Millis, Millis)>, InternalError> {
        self.world.vacations(who, scope, from)
    }

    fn editions(&self) -> &dyn EditionLog {
        self.world.editions()
    }

    fn ratings(&self) -> &dyn RatingLog {
        self.world.ratings()
    }

    fn moderation(&self) -> &dyn ModerationLog {
        self.world.moderation()
    }

    fn data_of(&self, who: &PersonId) -> Result<String, InternalError> {
        self.world.data_of(who)
    }

    fn operator(&self) -> &Operator {
        self.world.operator()
    }

    fn is_owner(&self, who: &PersonId) -> bool {
        self.world.is_owner(who)
    }

    fn servers(&self) -> Result<Vec<ServerSummary>, InternalError> {
        self.world.servers()
    }

    /// Also of other seats: a move is answered by what its opponent has registered.
    fn plan(&self, game: GameNo, seat: Seat) -> Result<Option<StoredPlan>, InternalError> {
        self.world.plan(game, seat)
    }

    fn heard_until(&self, place: &PlaceId) -> Millis {
        self.world.heard_until(place)
    }

    fn host_key(&self) -> &HostKey {
        self.world.host_key()
    }

    fn fresh_no(&self) -> GameNo {
        self.world.fresh_no()
    }

    fn fresh_secret(&self) -> Result<Secret, InternalError> {
        self.world.fresh_secret()
    }

    fn random_below(&self, n: u32) -> u32 {
        self.world.random_below(n)
    }

    fn page_owner(&self) -> Result<Option<PersonId>, InternalError> {
        self.world.page_owner()
    }

    fn page_heir(&self) -> Result<Option<PersonId>, InternalError> {
        self.world.page_heir()
    }

    fn bot_rating(&self, scale: &ScaleName, level: u8) -> Option<u16> {
        self.world.bot_rating(scale, level)
    }

    fn bot_army(&self, kind: GameKind, options: &str, level: u8, seed: u64) -> Option<String> {
        self.world.bot_army(kind, options, level, seed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{channel, person, started};

    #[test]
    fn a_game_is_seen_in_its_server_and_by_its_players_anywhere() {
        let [ours, theirs] = ["1", "2"].map(|key| ServerId::new(Platform::Discord, key));
        let elsewhere = PlaceId::channel(Platform::Discord, "2");
        let mut game = started(&["ann", "ben"]);
        let sees = |game: &Game, name: &str, place: &PlaceId, server: Option<&ServerId>| {
            may_see(game, Asker { who: &person(name).id, place, server })
        };
        let private = person("carl").id.private_place();
        // Until the server is known, in its own place and by its players.
        for server in [None, Some(&ours), Some(&theirs)] {
            assert!(sees(&game, "carl", &channel(), server), "{server:?}");
            assert!(sees(&game, "ann", &elsewhere, server), "{server:?}");
            assert!(!sees(&game, "carl", &elsewhere, server), "{server:?}");
        }
        game.learn_server(&ours);
        assert!(sees(&game, "carl", &elsewhere, Some(&ours)));
        for (place, server) in [(&elsewhere, Some(&theirs)), (&elsewhere, None), (&private, None)] {
            assert!(!sees(&game, "carl", place, server), "{place} {server:?}");
            assert!(sees(&game, "ben", place, server), "{place} {server:?}");
        }
    }

    #[test]
    fn a_game_of_a_private_chat_is_its_players_alone() {
        let (ann, carl) = (person("ann"), person("carl"));
        let place = ann.id.private_place();
        let server = ServerId::new(Platform::Discord, "1");
        let seats = [Occupant::Person(ann.clone()), Occupant::Asked(person("ben")), Occupant::Open];
        let game = Whereabouts { place: &place, server: Some(&server), seats: &seats };
        for (who, sees) in [(&ann, true), (&person("ben"), true), (&carl, false)] {
            for (from, server) in [(&place, None), (&channel(), Some(&server))] {
                let asker = Asker { who: &who.id, place: from, server };
                assert_eq!(may_see(game, asker), sees, "{} from {from}", who.name);
            }
        }
    }
}
