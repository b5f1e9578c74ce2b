//! Possible next actions, as data: a button on one platform, a line to tap on another.

use games::Seat;
use serde::{Deserialize, Serialize};
use table::{Game, GameNo, Millis, PersonId};

use super::action_label::label_of;

/// The prefix of the ids of moves.
pub(crate) const MOVE: &str = "move:";

/// Something that can be done next: it stands for a line that its reader could type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Action {
    /// The id: the verb and its arguments, `draw:accept` or `move:c2-c3`; a colon within a word is doubled.
    /// It is the same in every game.
    pub id: String,
    /// The line that it stands for, without the prefix of the place.
    pub line: String,
    /// The words on a button: a word or two that people would expect there, without the number of a game
    /// unless it stands beside the same words about another one.
    pub label: String,
    /// Its weight beside others.
    #[serde(default)]
    pub weight: Weight,
    /// Where its line is to be said.
    #[serde(default)]
    pub says: Says,
    /// The game or offer on which it acts, if it acts on one.
    #[serde(default)]
    pub game: Option<GameNo>,
    /// The number of that game's position when it was offered ([`Game::position_no`]); in another position it may
    /// not hold any more.
    #[serde(default)]
    pub ply: Option<u32>,
    /// The question to which it is the yes, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<Question>,
}

/// The question whether somebody is sure, which is asked before something that cannot be undone. It goes
/// with the yes, so that nothing has to be remembered of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// The person who was asked: nobody else's yes counts.
    pub asked: PersonId,
    /// Until when a yes counts.
    pub until: Millis,
}

/// The state of a game as somebody saw it who tapped: that of the message with the button, or of the board on
/// which a man was moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pressed {
    /// The number of the game.
    pub game: GameNo,
    /// The number of the position ([`Game::position_no`]).
    pub ply: u32,
    /// How often they had changed the army that they arrange unseen; `None` if that does not matter.
    #[serde(default)]
    pub drafts: Option<u32>,
}

impl Pressed {
    /// The state of a game as the person of a seat sees it now.
    #[must_use]
    pub fn now(game: &Game, seat: Option<Seat>) -> Self {
        let drafts = seat.map(|seat| game.drafts_of(seat));
        Self { game: game.no(), ply: game.position_no(), drafts }
    }

    /// Returns `true` if the game is still in this state.
    #[must_use]
    pub fn holds(self, game: &Game, seat: Option<Seat>) -> bool {
        let now = Self::now(game, seat);
        self.ply == now.ply && (self.drafts.is_none() || self.drafts == now.drafts)
    }
}

/// A list of actions to choose from, for surfaces on which one taps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pick {
    /// The choice to be made, in a few words.
    pub prompt: String,
    /// The options, at most [`MOST_OPTIONS`].
    pub options: Vec<PickOption>,
    /// The way back to what was chosen before, where nothing else leads there.
    pub back: Option<Action>,
}

/// The most options of a list: no platform shows more at once.
pub const MOST_OPTIONS: usize = 100;

/// One of the options of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PickOption {
    /// The action of choosing it.
    pub action: Action,
    /// A note about it, at most 100 characters; may be empty.
    pub note: String,
    /// The name of the picture of the piece that it is about, if it is about one.
    pub picture: Option<String>,
}

/// The importance of an action relative to the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Weight {
    /// The action that the reader is asked to take.
    Primary,
    /// One thing among others.
    #[default]
    Normal,
    /// An action that cannot be undone.
    Danger,
}

/// The place in which the line of an action is to be said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Says {
    /// In the place in which the action is offered.
    #[default]
    Here,
    /// In the reader's private chat with the bot.
    Private,
    /// In the place in which the game is played.
    AtGame,
}

impl Action {
    /// The action of a command, `draw accept`, which is its line as well; on its button stands what people
    /// call it.
    #[must_use]
    pub fn command(words: &str) -> Self {
        let id = words.replace(':', "::").replace(' ', ":");
        Self::new(id, words.to_owned(), label_of(words))
    }

    /// The action of a move.
    #[must_use]
    pub fn of_move(mv: &str) -> Self {
        Self::new(format!("{MOVE}{mv}"), mv.to_owned(), mv.to_owned())
    }

    const fn new(id: String, line: String, label: String) -> Self {
        Self {
            id,
            label,
            line,
            weight: Weight::Normal,
            says: Says::Here,
            game: None,
            ply: None,
            question: None,
        }
    }

    /// The same action with another line.
    #[must_use]
    pub fn with_line(self, line: String) -> Self {
        Self { line, ..self }
    }

    /// The same action with other words on its button.
    #[must_use]
    pub fn with_label(self, label: &str) -> Self {
        Self { label: label.to_owned(), ..self }
    }

    /// The same action with this weight.
    #[must_use]
    pub fn weighing(self, weight: Weight) -> Self {
        Self { weight, ..self }
    }

    /// The same action, said elsewhere.
    #[must_use]
    pub fn said(self, says: Says) -> Self {
        Self { says, ..self }
    }

    /// The same action, on a game as it is now.
    #[must_use]
    pub fn about(self, game: &Game) -> Self {
        Self { game: Some(game.no()), ply: Some(game.position_no()), ..self }
    }

    /// The same action as the yes to a question.
    #[must_use]
    pub fn answering(self, question: Question) -> Self {
        Self { question: Some(question), ..self }
    }

    /// The same action about this game, whose number its line names.
    pub(crate) fn in_game(self, game: &Game) -> Self {
        let mut action = self.about(game);
        action.name_game(game);
        action
    }

    /// Adds the number of a game to the line: before a move, behind a command.
    pub(crate) fn name_game(&mut self, game: &Game) {
        let no = game.no();
        let words = std::mem::take(&mut self.line);
        self.line = if self.is_move() { format!("{no} {words}") } else { format!("{words} {no}") };
    }

    /// Returns `true` if it plays a move.
    #[must_use]
    pub fn is_move(&self) -> bool {
        self.id.starts_with(MOVE)
    }

    /// Adds the number of its game to each label that also stands for another game.
    pub(crate) fn tell_apart(actions: &mut [Self]) {
        let all: Vec<_> = actions.iter().map(|one| (one.label.clone(), one.game)).collect();
        for action in actions {
            let is_like = |(label, game): &(String, Option<GameNo>)| {
                *label == action.label && game.is_some() && *game != action.game
            };
            if let Some(no) = action.game.filter(|_| all.iter().any(is_like)) {
                action.label = format!("{} {no}", action.label);
            }
        }
    }

    /// The lines of several actions.
    #[must_use]
    pub fn lines(actions: &[Self]) -> Vec<String> {
        actions.iter().map(|action| action.line.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::Platform;

    #[test]
    fn an_action_is_stored_and_read_back() {
        let action = Action::command("resign yes")
            .with_line("resign #12 yes".to_owned())
            .with_label("Yes, resign #12")
            .weighing(Weight::Danger)
            .said(Says::AtGame)
            .answering(Question { asked: PersonId::new(Platform::Local, "ann"), until: 60_000 });
        let action = Action { game: Some(GameNo(12)), ply: Some(3), ..action };
        assert_eq!(action.id, "resign:yes");
        let json = serde_json::to_string(&action).unwrap();
        assert_eq!(serde_json::from_str::<Action>(&json).unwrap(), action);
        assert_eq!(Action::lines(&[action, Action::of_move("c2-c3")]), ["resign #12 yes", "c2-c3"]);
    }

    #[test]
    fn a_label_has_a_number_where_it_stands_for_two_games() {
        let of = |no: Option<u32>, words| Action { game: no.map(GameNo), ..Action::command(words) };
        let mut actions = [
            of(Some(1), "accept"),
            of(Some(1), "decline"),
            of(Some(2), "accept"),
            of(Some(2), "board"),
            of(Some(2), "board"),
            of(None, "help"),
        ];
        Action::tell_apart(&mut actions);
        let labels: Vec<&str> = actions.iter().map(|action| &*action.label).collect();
        assert_eq!(labels, ["Accept #1", "Decline", "Accept #2", "Board", "Board", "Help"]);
    }
}
