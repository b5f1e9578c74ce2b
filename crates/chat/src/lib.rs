//! The chat: the table of commands, how messages are read and handled, and every sentence that the
//! bot says.
//!
//! [`handle`] is a function from the committed state and a message to a [`Step`]: nothing here
//! stores, renders, sends or waits.
//!
//! # Layout
//! - `parse` reads a line, and `commands` is the table of all commands;
//! - `handling` finds the handler of a message and has what handlers share;
//! - the handlers stand in the folders of their subjects: `play`, `offers`, `time`, `places`, `events`,
//!   `ratings`, `questions`, `moderation`; what the owner of the bot says is read and done in `owner`;
//! - `actions` says what can be done next, `pictures` what is drawn, `naming` what people and games are
//!   called, and [`text`] has the sentences;
//! - `message` and `world` are the borders: messages as data, and the state as a handler may ask for it.

mod actions;
mod commands;
mod events;
mod handling;
mod message;
mod moderation;
mod naming;
mod offers;
mod operator;
mod owner;
mod parse;
mod personal_data;
mod pictures;
mod places;
mod play;
mod questions;
mod ratings;
#[cfg(test)]
mod tests;
pub mod text;
mod time;
mod world;

pub use actions::action::{
    Action, MOST_OPTIONS, Pick, PickOption, Pressed, Question, Says, Weight,
};
pub use actions::action_line::{action_line, depends_on_ply};
pub use actions::modal::{Modal, OpenedModal, open_modal};
pub use actions::place_actions::actions_at;
pub use actions::{View, actions, add_actions};
pub use commands::complete::{MOST_CHOICES, Typing, complete};
pub use commands::{
    Choice, ChoiceWord, CommandInfo, Form, GROUPS, Games, HELP, Parameter, ParameterKind, SeenBy,
    Shown, Where, Who, commands,
};
pub use events::{
    CellKind, CellView, EditionListRow, EditionLog, EventEntry, EventForm, EventTable, EventView,
    GameChoice, GroupView, LineView, NewEvent, OwnGame, PairView, PlayerView, RoundView,
    TieBreakHead, after_games, event, event_form, events,
};
pub use handling::cause::{Cause, Delivery, Scope};
pub use handling::checking::{asks_to_check, asks_to_manage, channel_to_check, channel_to_set};
pub use handling::delivery::delivered;
pub use handling::dispatch::{
    brings_record, handle, invites_bot, is_command, only_asks, takes_file, verified,
};
pub use handling::finished::{FinishedGame, FinishedGames, FinishedWanted, finished_games};
pub use handling::home::{GameTile, HomeView, LastTerms, OpenOffer, Presence, home};
pub use handling::late::{LateAnswer, Refused, is_fresh, late_answer, told_in_one};
pub use handling::new_game::{
    FilledIn, NewGameForm, OptionChoice, PlayableGame, ValueChoice, new_game_form,
};
pub use handling::person::{PersonView, RatingShown, person_view};
pub use handling::privacy::{Asker, Whereabouts, may_see};
pub use handling::query::{GameTime, Targets, illegal, open_games, targets, times};
pub use handling::step::{Change, EditionChange, GameChange, InternalError, Step, Write};
pub use handling::table_view::{
    ClockView, TableMove, TablePly, TableProposal, TableView, table_view,
};
pub use handling::verification::{Checked, Verification};
pub use message::placeholder::{Placeholder, date, next_placeholder, replace_placeholders};
pub use message::{
    Addressing, Attached, Attachment, Audience, Consent, Drawing, Fallback, Incoming, Outgoing,
    Picture, Receipt, Reply, TextFile, WeakReceipt,
};
pub use moderation::ModerationLog;
pub use operator::Operator;
pub use owner::{Alarm, BANNED_SERVERS, is_server_banned, server_of_ban};
pub use pairing::ratings::FORMULAS as RATING_FORMULAS;
pub use parse::BOT_NAME;
pub use parse::named_command::{NamedCommand, NamedValues};
pub use pictures::boards::style_boards;
pub use places::channel_lost::{place_gone, rehoused};
pub use places::place_report::{
    ClosedPlace, Findings, Invite, OpenPlace, Permission, PlaceReport, Standing,
};
pub use places::server_settings::{PREFIX_SETTING, Threads, server_of_prefix, threads};
pub use places::threads::{
    LostThread, NewThread, NoThread, Opening, ThreadWork, add_threads, channel_of_own_thread,
    thread_lost, thread_opened,
};
pub use play::arrange::redacted;
pub use play::draws::answer_draw_for_bot;
pub use play::plans::{PlanLine, PlanView};
pub use play::plies::{announce_plies, bot_ply};
pub use play::results::Fared;
pub use ratings::{
    ANNULLED as RATED_ANNULLED, RatingHistory, RatingLog, Renewal, all_ratings,
    at_ends as rated_at_ends, judge as judge_rated, period_of as rating_period, ratings_of,
    renewal,
};
pub use time::deadlines::next_deadline;
pub use time::due::due;
pub use time::time_left::deadline;
pub use world::game_list_row::GameListRow;
pub use world::game_summary::{GameSummary, GamesListed};
pub use world::server_summary::ServerSummary;
pub use world::{PlaceSettings, World};
