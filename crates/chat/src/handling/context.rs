//! The context of every handler: the message, the committed state, and helpers to answer with.

use std::{ops::Deref, sync::Arc};

use games::Seat;
use table::{Game, GameNo, Highlight, Millis, PersonId, PlaceId, Platform, SURE_WITHIN, ServerId};

use super::{
    cause::{Scope, reply_to},
    step::{Early, Handled, InternalError, Step},
};
use crate::{
    actions::action::{Action, Question, Weight},
    message::{Addressing, Audience, Incoming, Reply},
    naming::names::person_name,
    parse::plain_text::shown,
    pictures::picture,
    places::threads::channel_of_own_thread,
    text,
    world::game_list_row::GameListRow,
};

/// A message being handled.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    /// The committed state, and the message as the cause of what is done.
    pub(crate) scope: Scope<'a>,
    /// The message.
    pub(crate) msg: &'a Incoming,
    /// The prefix of commands in the place of the message; empty where none is needed.
    pub(crate) prefix: &'a str,
    /// Whether the message is surely meant for the bot: it has a prefix or mentions the bot.
    pub(crate) addressed: bool,
    /// The game of the board that the message replies to.
    pub(crate) replied_game: Option<GameNo>,
    /// The game whose board the author has before them, if they play in it.
    pub(crate) facing: Option<GameNo>,
}

impl<'a> Deref for Context<'a> {
    type Target = Scope<'a>;

    fn deref(&self) -> &Self::Target {
        &self.scope
    }
}

impl Context<'_> {
    /// The id of the person who wrote the message.
    pub(crate) const fn author(&self) -> &PersonId {
        &self.msg.author.id
    }

    /// Returns when the message was written, which is never later than now. By this it is decided whether an
    /// offer was still open, since a message that was written in time may come in late.
    pub(crate) fn written_at(&self) -> Millis {
        self.msg.at.min(self.world.now())
    }

    /// The question whether the author is sure, as it is asked now: of one who is heard late not before
    /// they are heard.
    pub(crate) fn question(&self) -> Question {
        let from = if self.msg.late { self.world.now() } else { self.msg.at };
        Question { asked: self.author().clone(), until: from.saturating_add(SURE_WITHIN) }
    }

    /// The name of the person who wrote the message, harmless to show.
    pub(crate) fn author_name(&self) -> String {
        shown(&self.msg.author.name)
    }

    /// The name of that person in a text about a game.
    pub(crate) fn name_in(&self, game: &Game) -> String {
        person_name(game.seats(), &self.msg.author)
    }

    /// Returns `true` if the message was written in a private chat with the bot.
    pub(crate) fn is_private(&self) -> bool {
        self.msg.addressing == Addressing::Private
    }

    /// Returns `true` if the message was written on the page.
    pub(crate) fn is_on_page(&self) -> bool {
        self.msg.place.platform() == Platform::Local
    }

    /// Returns `true` if nobody else reads the message and its answer: it is said in private, or it is a
    /// command or a button of a platform that shows the answer to its author alone. A line that is typed where
    /// others are is read by them, whoever sees the answer.
    pub(crate) fn is_unseen(&self) -> bool {
        let is_pressed = self.msg.pressed.is_some() || self.msg.is_tapped();
        let is_line =
            self.msg.command.is_none() && !(is_pressed && self.msg.place.platform().has_servers());
        self.is_private() || self.msg.private_answers && !is_line
    }

    /// Refuses in these words what is nobody else's affair where others read it.
    pub(crate) fn check_unseen(self, words: fn() -> String) -> Handled<()> {
        if self.is_unseen() { Ok(()) } else { Err(self.refuse(words())) }
    }

    /// Returns `true` if the message may be a command: it is surely meant for the bot, nothing needs to stand before
    /// commands where it was written, or it replies to a board.
    pub(crate) const fn takes_commands(&self) -> bool {
        self.addressed || self.prefix.is_empty() || self.replied_game.is_some()
    }

    /// An answer to the message, without picture, file or ping.
    pub(crate) fn reply(&self, words: String) -> Reply {
        reply_to(self.msg, words)
    }

    /// The answer `words`; nothing changes.
    pub(crate) fn say(&self, words: String) -> Handled {
        Ok(Step::Say(vec![self.reply(words)]))
    }

    /// The answer `words` about a game, so that a reply to it names that game; nothing changes.
    pub(crate) fn say_about(&self, no: GameNo, words: String) -> Handled {
        Ok(Step::Say(vec![self.reply_about(no, words)]))
    }

    /// The answer `words` about a game where the message is surely meant for the bot; silence where
    /// it may be talk.
    pub(crate) fn say_about_if_addressed(&self, no: GameNo, words: String) -> Handled {
        if self.addressed { self.say_about(no, words) } else { Ok(Step::Silent) }
    }

    /// An answer about a game, without picture, file or ping.
    pub(crate) fn reply_about(&self, no: GameNo, words: String) -> Reply {
        Reply { game: Some(no), ..self.reply(words) }
    }

    /// The answer `words`, for the author alone.
    pub(crate) fn say_to_author(&self, words: String) -> Handled {
        Ok(Step::Say(vec![self.reply_to_author(words)]))
    }

    /// An answer for the author alone, also where it follows a change.
    pub(crate) fn reply_to_author(&self, words: String) -> Reply {
        let audience = Audience::Only(self.author().clone());
        Reply { audience, ..self.reply(words) }
    }

    /// The answer `words`; where the message may be read by others and nothing says that it is meant for the bot,
    /// for the author alone.
    pub(crate) fn say_aside(&self, words: String) -> Handled {
        if self.addressed { self.say(words) } else { self.say_to_author(words) }
    }

    /// The answer `words`, where the message is surely meant for the bot; silence where it may be
    /// talk.
    pub(crate) fn say_if_addressed(&self, words: impl FnOnce() -> String) -> Handled {
        if self.addressed { self.say(words()) } else { Ok(Step::Silent) }
    }

    /// An answer about a game, with its picture.
    pub(crate) fn reply_with_board(
        &self,
        game: &Game,
        words: String,
        facing: Seat,
        highlight: Highlight<'_>,
    ) -> Reply {
        Reply {
            attachments: vec![picture(self.world, game, facing, highlight, &words)],
            game: Some(game.no()),
            ..self.reply(words)
        }
    }

    /// Asks the author, for them alone, whether they are sure, with a button for the line that says so.
    pub(crate) fn ask_if_sure(&self, line: &str, label: &str, words: String) -> Handled {
        let yes = Action::command(line).with_label(label).weighing(Weight::Danger);
        let actions = vec![yes.answering(self.question())];
        Ok(Step::Say(vec![Reply { actions, ..self.reply_to_author(words) }]))
    }

    /// Ends the handler with the answer `words`.
    pub(crate) fn refuse(&self, words: String) -> Early {
        Early::Answered(Step::Say(vec![self.reply(words)]))
    }

    /// Ends the handler with the answer `words` about a game.
    pub(crate) fn refuse_about(&self, no: GameNo, words: String) -> Early {
        Early::Answered(Step::Say(vec![self.reply_about(no, words)]))
    }

    /// Ends the handler: with the answer `words` where the message is surely meant for the bot,
    /// silently where it may be talk.
    pub(crate) fn refuse_if_addressed(&self, words: impl FnOnce() -> String) -> Early {
        if self.addressed { self.refuse(words()) } else { Early::Answered(Step::Silent) }
    }

    /// Drops a refusal where the message may be talk.
    pub(crate) fn unless_talk(&self, stop: Early) -> Early {
        match stop {
            Early::Answered(_) if !self.addressed => Early::Answered(Step::Silent),
            stop => stop,
        }
    }

    /// The game or offer that the message names: by number, by the board on which it was made, or by its
    /// reply to one.
    pub(crate) fn named(&self, no: Option<GameNo>) -> Option<GameNo> {
        no.or(self.msg.pressed.map(|at| at.game)).or(self.replied_game)
    }

    /// The game in which the author acts: the one that the message names, else the one that they have before
    /// them.
    pub(crate) fn game_to_act(&self, no: Option<GameNo>) -> Option<GameNo> {
        self.named(no).or(self.facing)
    }

    /// The game that a question is about: the one that the message names, else the one that the author has
    /// before them, if the answer may tell of it.
    pub(crate) fn game_to_tell(&self, no: Option<GameNo>) -> Result<Option<GameNo>, InternalError> {
        let named = self.named(no);
        let Some(facing) = self.facing.filter(|_| named.is_none()) else { return Ok(named) };
        let row = self.world.game_list_row(facing)?;
        let told = row.filter(|game| self.may_tell_of(&game.place, game.server.as_ref()));
        Ok(told.map(|game| game.no))
    }

    /// The game with this number.
    pub(crate) fn game(&self, no: GameNo) -> Handled<Arc<Game>> {
        let found = self.world.game(no)?;
        found.ok_or_else(|| self.refuse(text::no_such_game(no, self.prefix)))
    }

    /// Returns `true` if a game is played in the place of the message.
    pub(crate) fn is_here(&self, game: &GameListRow) -> bool {
        game.place == self.msg.place
    }

    /// Returns `true` if other people than the author read the answer.
    pub(crate) const fn others_read(&self) -> bool {
        self.msg.others_present && !self.msg.private_answers
    }

    /// Returns `true` if the answer may tell of a game of this place and server that was not named by number:
    /// what is played in a private chat with the bot is no business of those who read elsewhere.
    pub(crate) fn may_tell_of(&self, place: &PlaceId, server: Option<&ServerId>) -> bool {
        !self.others_read() || !place.is_private(server) || *place == self.msg.place
    }

    /// An answer about the author's games, with a word on those of which it may not tell here, whether
    /// there are any or not.
    pub(crate) fn say_of_own_games(&self, mut words: String) -> Handled {
        if self.others_read() {
            words.push('\n');
            words.push_str(&text::without_private_games());
        }
        self.say_to_author(words)
    }

    /// The author's running games, wherever they are played.
    pub(crate) fn all_running_games(&self) -> Result<Vec<GameListRow>, InternalError> {
        let mut games = self.world.open_games_of(self.author())?;
        games.retain(|game| game.is_running() && game.has(self.author()));
        Ok(games)
    }

    /// The author's running games that could be meant here: those of this place; if there are none, in a
    /// private chat all, and in a channel those in threads that were opened for them there, of which
    /// somebody who still looks at the channel may not know.
    pub(crate) fn running_games(&self) -> Result<Vec<GameListRow>, InternalError> {
        let games = self.all_running_games()?;
        let here: Vec<GameListRow> =
            games.iter().filter(|game| self.is_here(game)).cloned().collect();
        match (here.is_empty(), self.is_private()) {
            (false, _) => Ok(here),
            (true, true) => Ok(games),
            (true, false) => self.in_threads_of_here(games),
        }
    }

    /// Those of these games that are played in threads which were opened for games in the place of the message.
    fn in_threads_of_here(
        &self,
        games: Vec<GameListRow>,
    ) -> Result<Vec<GameListRow>, InternalError> {
        let mut below = Vec::new();
        for game in games {
            if channel_of_own_thread(self.world, &game.place)?.as_ref() == Some(&self.msg.place) {
                below.push(game);
            }
        }
        Ok(below)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        actions::action::Pressed,
        handling::cause::Cause,
        tests::{NewWorld, channel, message},
    };

    #[test]
    fn the_game_before_the_author_counts_where_none_is_named() {
        let world = NewWorld::default();
        let mut msg = message("ann", channel(), Addressing::Open);
        let games = |msg: &Incoming, replied: Option<u32>, no: Option<u32>| {
            let ctx = Context {
                scope: world.scope(Cause::Message(msg)),
                msg,
                prefix: "",
                addressed: false,
                replied_game: replied.map(GameNo),
                facing: Some(GameNo(4)),
            };
            let no = no.map(GameNo);
            (ctx.named(no).map(|no| no.0), ctx.game_to_act(no).map(|no| no.0))
        };
        assert_eq!(games(&msg, None, None), (None, Some(4)));
        assert_eq!(games(&msg, Some(3), None), (Some(3), Some(3)));
        msg.pressed = Some(Pressed { game: GameNo(2), ply: 0, drafts: None });
        assert_eq!(games(&msg, Some(3), None), (Some(2), Some(2)));
        assert_eq!(games(&msg, Some(3), Some(1)), (Some(1), Some(1)));
    }
}
