//! The questions that a surface asks without acting. The loop answers them beside its inputs, from the
//! committed state: no commit, picture or search is waited for, and nothing changes. Between two inputs
//! it answers one, in fair turns of those who ask.

use std::fmt;

use chat::{
    Action, Asker, Choice, EventEntry, EventView, FinishedGames, FinishedWanted, GameListRow,
    GameTime, HomeView, Incoming, InternalError, Modal, NewEvent, NewGameForm, OpenedModal,
    PersonView, TableView, Targets, Typing, World,
};
use games::Seat;
use table::{EditionNo, GameNo, Person, PersonId, PlaceId};
use tokio::sync::{mpsc, oneshot};

use crate::{handle::HostHandle, or_log::OrLog as _, state::committed_state::CommittedState};

/// Looks the answer up in the committed state, and sends it back.
type Answer = Box<dyn FnOnce(&dyn World) + Send>;

/// A question, with the way back for its answer.
#[cfg_attr(not(feature = "testkit"), expect(unreachable_pub, reason = "public for tests only"))]
pub struct Query {
    /// Whoever asks.
    pub(crate) asker: PersonId,
    answer: Answer,
}

impl fmt::Debug for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Query").field("asker", &self.asker).finish_non_exhaustive()
    }
}

/// The channel by which the loop learns of questions.
pub(crate) type Queries = mpsc::UnboundedReceiver<Query>;

impl HostHandle {
    /// Returns what fits now for a person in a place; nothing if the host has stopped.
    pub async fn actions_at(&self, viewer: &PersonId, place: &PlaceId) -> Vec<Action> {
        self.ask_at(viewer, place, |world, asker| chat::actions_at(world, asker.who, asker.place))
            .await
    }

    /// Returns where the man on a square of a game can go, as far as a person who looks at it in this place may
    /// know.
    pub async fn targets(
        &self,
        viewer: &PersonId,
        place: &PlaceId,
        game: GameNo,
        square: &str,
    ) -> Targets {
        let square = square.to_owned();
        self.ask_at(viewer, place, move |world, asker| chat::targets(world, asker, game, &square))
            .await
    }

    /// The table of a game as a person who asks in this place may see it; `None` if there is none for them. The side
    /// of the seat `below` is at the bottom, or without one their own.
    pub async fn table(
        &self,
        viewer: &PersonId,
        place: &PlaceId,
        game: GameNo,
        below: Option<Seat>,
    ) -> Option<TableView> {
        self.ask_at(viewer, place, move |world, asker| chat::table_view(world, asker, game, below))
            .await
    }

    /// Returns why a text is not a legal move of a game now; `None` if it is one, or the game is not to be seen.
    pub async fn illegal(
        &self,
        viewer: &PersonId,
        place: &PlaceId,
        game: GameNo,
        text: String,
    ) -> Option<String> {
        self.ask_at(viewer, place, move |world, asker| chat::illegal(world, asker, game, &text))
            .await
    }

    /// The offers and running games of a person, those that wait for them first.
    pub async fn open_games(&self, viewer: &PersonId) -> Vec<GameListRow> {
        self.ask(viewer, chat::open_games).await
    }

    /// What a person sees in a place who has no game before them; `present` are those who are there.
    pub async fn home(
        &self,
        viewer: &PersonId,
        place: &PlaceId,
        present: Vec<PersonId>,
    ) -> HomeView {
        self.ask_at(viewer, place, move |world, asker| chat::home(world, asker, &present)).await
    }

    /// Returns what a form for a new game offers in a place, filled in from this game if it is one that the person
    /// may see.
    pub async fn new_game_form(
        &self,
        viewer: &PersonId,
        place: &PlaceId,
        from: Option<GameNo>,
    ) -> NewGameForm {
        self.ask_at(viewer, place, move |world, asker| chat::new_game_form(world, asker, from))
            .await
    }

    /// Returns what a person who asks in this place may know about whoever has this name, of those who are known or
    /// `present`; `None` if nobody has it.
    pub async fn person(
        &self,
        viewer: &PersonId,
        place: &PlaceId,
        name: String,
        present: Vec<Person>,
    ) -> Option<PersonView> {
        self.ask_at(viewer, place, move |world, asker| {
            chat::person_view(world, asker, &name, &present)
        })
        .await
    }

    /// These finished games of a person, the one that ended last first.
    pub async fn finished_games(&self, viewer: &PersonId, wanted: FinishedWanted) -> FinishedGames {
        self.ask(viewer, move |world, who| chat::finished_games(world, who, &wanted)).await
    }

    /// Returns when time is over in the running games of a person that have clocks.
    pub async fn times(&self, viewer: &PersonId) -> Vec<GameTime> {
        self.ask(viewer, chat::times).await
    }

    /// The events that a person who asks in this place may see and that are not over, or have not been for
    /// long.
    pub async fn events(&self, viewer: &PersonId, place: &PlaceId) -> Vec<EventEntry> {
        self.ask_at(viewer, place, |world, asker| chat::events(world, asker)).await
    }

    /// All about an event, as far as a person who asks in this place may know.
    pub async fn event(
        &self,
        viewer: &PersonId,
        place: &PlaceId,
        no: EditionNo,
    ) -> Option<EventView> {
        self.ask_at(viewer, place, move |world, asker| chat::event(world, asker, no)).await
    }

    /// Returns the form for a new event in a place, or who makes events there; `None` where no form is shown.
    pub async fn event_form(&self, viewer: &PersonId, place: &PlaceId) -> Option<NewEvent> {
        self.ask_at(viewer, place, |world, asker| chat::event_form(world, asker)).await
    }

    /// Returns what completes the value of a parameter that a person is typing, the likeliest first.
    pub async fn completions(&self, typing: Typing) -> Vec<Choice> {
        let asker = typing.who.clone();
        self.ask(&asker, move |world, _| chat::complete(world, &typing)).await
    }

    /// Returns what opens for whoever taps so, which is told by a message without words; nothing if the host
    /// has stopped.
    pub async fn open_modal(&self, tap: Incoming, wanted: Modal) -> Option<OpenedModal> {
        let asker = tap.author.id.clone();
        self.ask(&asker, move |world, _| chat::open_modal(world, &tap, wanted)).await
    }

    /// The answer to what a person asks in a place.
    async fn ask_at<T: Default + Send + 'static>(
        &self,
        viewer: &PersonId,
        place: &PlaceId,
        look_up: impl FnOnce(&dyn World, Asker<'_>) -> Result<T, InternalError> + Send + 'static,
    ) -> T {
        let place = place.clone();
        let at_place = move |world: &dyn World, who: &PersonId| {
            look_up(world, Asker { who, place: &place, server: None })
        };
        self.ask(viewer, at_place).await
    }

    /// The answer to what a person asks; nothing, and a line in the program's log, if it cannot be read.
    async fn ask<T: Default + Send + 'static>(
        &self,
        asker: &PersonId,
        look_up: impl FnOnce(&dyn World, &PersonId) -> Result<T, InternalError> + Send + 'static,
    ) -> T {
        let (back, answered) = oneshot::channel();
        let who = asker.clone();
        let answer = Box::new(move |world: &dyn World| {
            let found = look_up(world, &who).or_log("a question is not answered");
            // Whoever asks may be gone by now.
            let _ = back.send(found.unwrap_or_default());
        });
        // A host that has stopped takes no question, or drops it.
        let _ = self.queries.send(Query { asker: asker.clone(), answer });
        answered.await.unwrap_or_default()
    }
}

impl CommittedState {
    /// Answers a question.
    pub(crate) fn answer(&self, query: Query) {
        self.reader().together(|| (query.answer)(self));
    }
}
