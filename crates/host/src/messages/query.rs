//! The questions that a surface asks without acting. The loop answers them beside its inputs, from the
//! committed state: no commit, picture or search is waited for, and nothing changes. Between two inputs
//! it answers one, in fair turns of those who ask.

use chat::{
    Action, Asker, Choice, EventEntry, EventView, FinishedGames, FinishedWanted, GameListRow,
    GameTime, HomeView, Incoming, InternalError, Modal, NewEvent, NewGameForm, OpenedModal,
    PersonView, TableView, Targets, Typing, World,
};
use games::Seat;
use table::{EditionNo, GameNo, Person, PersonId, PlaceId};
use tokio::sync::{mpsc, oneshot};

use crate::{handle::HostHandle, state::committed_state::CommittedState};

/// A question, with the way back for its answer.
#[derive(Debug)]
#[cfg_attr(not(feature = "testkit"), expect(unreachable_pub, reason = "public for tests only"))]
pub enum Query {
    /// The actions that fit now for a person in a place.
    Actions(PersonId, PlaceId, oneshot::Sender<Vec<Action>>),
    /// Where the man on a square of a game can go.
    Targets(PersonId, PlaceId, GameNo, String, oneshot::Sender<Targets>),
    /// The table of a game as a person in a place sees it, with the side of this seat at the bottom.
    Table(PersonId, PlaceId, GameNo, Option<Seat>, oneshot::Sender<Option<TableView>>),
    /// Why a text is not a legal move of a game; `None` if it is one.
    Illegal(PersonId, PlaceId, GameNo, String, oneshot::Sender<Option<String>>),
    /// The open games of a person.
    OpenGames(PersonId, oneshot::Sender<Vec<GameListRow>>),
    /// What a person sees in a place who has no game before them, where these people are present.
    Home(PersonId, PlaceId, Vec<PersonId>, oneshot::Sender<HomeView>),
    /// The choices of a form for a new game in a place, filled in from this game if there is one.
    NewGame(PersonId, PlaceId, Option<GameNo>, oneshot::Sender<NewGameForm>),
    /// Whoever has this name, as far as a person may know in a place where these people are present.
    Person(PersonId, PlaceId, String, Vec<Person>, oneshot::Sender<Option<PersonView>>),
    /// These finished games of a person.
    FinishedGames(PersonId, FinishedWanted, oneshot::Sender<FinishedGames>),
    /// When time is over in the running games of a person.
    Times(PersonId, oneshot::Sender<Vec<GameTime>>),
    /// The events that a person sees in a place.
    Events(PersonId, PlaceId, oneshot::Sender<Vec<EventEntry>>),
    /// All about one of them.
    Event(PersonId, PlaceId, EditionNo, oneshot::Sender<Option<EventView>>),
    /// The choices of a form for a new event in a place.
    EventForm(PersonId, PlaceId, oneshot::Sender<Option<NewEvent>>),
    /// The completions of the value that a person is typing.
    Completions(Typing, oneshot::Sender<Vec<Choice>>),
    /// The form that opens for whoever taps so.
    Modal(Box<Incoming>, Modal, oneshot::Sender<Option<OpenedModal>>),
}

impl Query {
    /// Whoever asks.
    pub(crate) const fn asker(&self) -> &PersonId {
        match self {
            Self::Actions(asker, ..)
            | Self::Targets(asker, ..)
            | Self::Table(asker, ..)
            | Self::Illegal(asker, ..)
            | Self::OpenGames(asker, _)
            | Self::Home(asker, ..)
            | Self::NewGame(asker, ..)
            | Self::Person(asker, ..)
            | Self::FinishedGames(asker, ..)
            | Self::Times(asker, _)
            | Self::Events(asker, ..)
            | Self::Event(asker, ..)
            | Self::EventForm(asker, ..) => asker,
            Self::Completions(typing, _) => &typing.who,
            Self::Modal(tap, ..) => &tap.author.id,
        }
    }
}

/// The channel by which the loop learns of questions.
pub(crate) type Queries = mpsc::UnboundedReceiver<Query>;

impl HostHandle {
    /// Returns what fits now for a person in a place; nothing if the host has stopped.
    pub async fn actions_at(&self, viewer: &PersonId, place: &PlaceId) -> Vec<Action> {
        self.ask(|back| Query::Actions(viewer.clone(), place.clone(), back)).await
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
        self.ask(|back| Query::Targets(viewer.clone(), place.clone(), game, square, back)).await
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
        self.ask(|back| Query::Table(viewer.clone(), place.clone(), game, below, back)).await
    }

    /// Returns why a text is not a legal move of a game now; `None` if it is one, or the game is not to be seen.
    pub async fn illegal(
        &self,
        viewer: &PersonId,
        place: &PlaceId,
        game: GameNo,
        text: String,
    ) -> Option<String> {
        self.ask(|back| Query::Illegal(viewer.clone(), place.clone(), game, text, back)).await
    }

    /// The offers and running games of a person, those that wait for them first.
    pub async fn open_games(&self, viewer: &PersonId) -> Vec<GameListRow> {
        self.ask(|back| Query::OpenGames(viewer.clone(), back)).await
    }

    /// What a person sees in a place who has no game before them; `present` are those who are there.
    pub async fn home(
        &self,
        viewer: &PersonId,
        place: &PlaceId,
        present: Vec<PersonId>,
    ) -> HomeView {
        self.ask(|back| Query::Home(viewer.clone(), place.clone(), present, back)).await
    }

    /// Returns what a form for a new game offers in a place, filled in from this game if it is one that the person
    /// may see.
    pub async fn new_game_form(
        &self,
        viewer: &PersonId,
        place: &PlaceId,
        from: Option<GameNo>,
    ) -> NewGameForm {
        self.ask(|back| Query::NewGame(viewer.clone(), place.clone(), from, back)).await
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
        self.ask(|back| Query::Person(viewer.clone(), place.clone(), name, present, back)).await
    }

    /// These finished games of a person, the one that ended last first.
    pub async fn finished_games(&self, viewer: &PersonId, wanted: FinishedWanted) -> FinishedGames {
        self.ask(|back| Query::FinishedGames(viewer.clone(), wanted, back)).await
    }

    /// Returns when time is over in the running games of a person that have clocks.
    pub async fn times(&self, viewer: &PersonId) -> Vec<GameTime> {
        self.ask(|back| Query::Times(viewer.clone(), back)).await
    }

    /// The events that a person who asks in this place may see and that are not over, or have not been for
    /// long.
    pub async fn events(&self, viewer: &PersonId, place: &PlaceId) -> Vec<EventEntry> {
        self.ask(|back| Query::Events(viewer.clone(), place.clone(), back)).await
    }

    /// All about an event, as far as a person who asks in this place may know.
    pub async fn event(
        &self,
        viewer: &PersonId,
        place: &PlaceId,
        no: EditionNo,
    ) -> Option<EventView> {
        self.ask(|back| Query::Event(viewer.clone(), place.clone(), no, back)).await
    }

    /// Returns the form for a new event in a place, or who makes events there; `None` where no form is shown.
    pub async fn event_form(&self, viewer: &PersonId, place: &PlaceId) -> Option<NewEvent> {
        self.ask(|back| Query::EventForm(viewer.clone(), place.clone(), back)).await
    }

    /// Returns what completes the value of a parameter that a person is typing, the likeliest first.
    pub async fn completions(&self, typing: Typing) -> Vec<Choice> {
        self.ask(|back| Query::Completions(typing, back)).await
    }

    /// Returns what opens for whoever taps so, which is told by a message without words; nothing if the host
    /// has stopped.
    pub async fn open_modal(&self, tap: Incoming, wanted: Modal) -> Option<OpenedModal> {
        self.ask(|back| Query::Modal(Box::new(tap), wanted, back)).await
    }

    async fn ask<T: Default>(&self, query: impl FnOnce(oneshot::Sender<T>) -> Query) -> T {
        let (back, answer) = oneshot::channel();
        match self.queries.send(query(back)) {
            Ok(()) => answer.await.unwrap_or_default(),
            // A host that has stopped answers no more.
            Err(_) => T::default(),
        }
    }
}

impl CommittedState {
    /// Answers a question.
    pub(crate) fn answer(&self, query: Query) {
        self.reader().together(|| self.look_up(query));
    }

    fn look_up(&self, query: Query) {
        let world: &dyn World = self;
        // Whoever asks may be gone by now.
        match query {
            Query::Actions(viewer, place, back) => {
                let _ = back.send(found(chat::actions_at(world, &viewer, &place)));
            }
            Query::Targets(who, place, no, square, back) => {
                let asker = Asker { who: &who, place: &place, server: None };
                let _ = back.send(found(chat::targets(world, asker, no, &square)));
            }
            Query::Table(who, place, no, below, back) => {
                let asker = Asker { who: &who, place: &place, server: None };
                let _ = back.send(found(chat::table_view(world, asker, no, below)));
            }
            Query::Illegal(who, place, no, text, back) => {
                let asker = Asker { who: &who, place: &place, server: None };
                let _ = back.send(found(chat::illegal(world, asker, no, &text)));
            }
            Query::OpenGames(viewer, back) => {
                let _ = back.send(found(chat::open_games(world, &viewer)));
            }
            Query::Home(who, place, present, back) => {
                let asker = Asker { who: &who, place: &place, server: None };
                let _ = back.send(found(chat::home(world, asker, &present)));
            }
            Query::NewGame(who, place, from, back) => {
                let asker = Asker { who: &who, place: &place, server: None };
                let _ = back.send(found(chat::new_game_form(world, asker, from)));
            }
            Query::Person(who, place, name, present, back) => {
                let asker = Asker { who: &who, place: &place, server: None };
                let _ = back.send(found(chat::person_view(world, asker, &name, &present)));
            }
            Query::FinishedGames(viewer, wanted, back) => {
                let _ = back.send(found(chat::finished_games(world, &viewer, &wanted)));
            }
            Query::Times(viewer, back) => {
                let _ = back.send(found(chat::times(world, &viewer)));
            }
            Query::Events(who, place, back) => {
                let asker = Asker { who: &who, place: &place, server: None };
                let _ = back.send(found(chat::events(world, asker)));
            }
            Query::Event(who, place, no, back) => {
                let asker = Asker { who: &who, place: &place, server: None };
                let _ = back.send(found(chat::event(world, asker, no)));
            }
            Query::EventForm(who, place, back) => {
                let asker = Asker { who: &who, place: &place, server: None };
                let _ = back.send(found(chat::event_form(world, asker)));
            }
            Query::Completions(typing, back) => {
                let _ = back.send(found(chat::complete(world, &typing)));
            }
            Query::Modal(tap, wanted, back) => {
                let _ = back.send(found(chat::open_modal(world, &tap, wanted)));
            }
        }
    }
}

/// Returns what was found; nothing, and a line in the program's log, if it could not be read.
fn found<T: Default>(result: Result<T, InternalError>) -> T {
    result.unwrap_or_else(|InternalError(what)| {
        tracing::error!("a question is not answered: {what}");
        T::default()
    })
}
