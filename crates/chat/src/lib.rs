//! The chat: the table of commands, how messages are read and handled, and every sentence that the
//! bot says.
//!
//! [`handle`] is a function from the committed state and a message to a [`Step`]: nothing here
//! stores, renders, sends or waits. `dispatch` stands on top and finds the handler; below it are
//! the handlers (`moves`, `offers`, `arrange`, `draws`, `takeback`, `resign`, `notices`, `vacation`, `questions`), then what they
//! share (`context`, `selection`, `announcements`), and at the bottom the sentences (`text`).

mod action;
mod action_label;
mod action_line;
mod actions;
mod announcements;
mod arrange;
mod boards;
mod brief;
mod cause;
mod changes;
mod checking;
mod clocks;
mod closed_place;
mod command;
mod commands;
mod complete;
mod context;
mod correct;
mod delivery;
mod dispatch;
mod draws;
mod due;
mod events;
mod glance;
mod idle;
mod inset;
mod late;
mod message;
mod move_parts;
mod moves;
mod named;
mod names;
mod notices;
mod offers;
mod parse;
mod people;
mod pick;
mod pictures;
mod place_actions;
mod place_report;
mod plain_text;
mod plans;
mod plies;
mod pressed;
mod privacy;
mod proposals;
mod query;
mod questions;
mod ratings;
mod refusals;
mod rehouse;
mod resign;
mod results;
mod scopes;
mod selection;
mod server_settings;
mod sheets;
mod slips;
mod speaking;
mod step;
mod stored_reply;
mod takeback;
mod talk;
#[cfg(test)]
mod tests;
pub mod text;
mod threads;
mod time_left;
mod timing;
mod titles;
mod vacation;
mod verification;
mod world;

pub use action::{Action, MOST_OPTIONS, Pick, PickOption, Pressed, Question, Says, Weight};
pub use action_line::{action_line, depends_on_ply};
pub use actions::{View, actions, add_actions};
pub use arrange::redacted;
pub use boards::style_boards;
pub use brief::Brief;
pub use cause::{Cause, Delivery, Scope};
pub use checking::{asks_to_check, asks_to_manage, channel_to_check};
pub use commands::{
    Choice, ChoiceWord, CommandInfo, Form, GROUPS, Games, Parameter, ParameterKind, SeenBy, Shown,
    Where, Who, commands,
};
pub use complete::{MOST_CHOICES, Typing, complete};
pub use delivery::delivered;
pub use dispatch::{brings_record, handle, invites_bot, takes_file, verified};
pub use draws::answer_draw_for_bot;
pub use due::due;
pub use events::{
    CellKind, CellView, EditionBrief, EditionLog, EventEntry, EventTable, EventView, GroupView,
    LineView, OwnGame, PairView, PlayerView, RoundView, TieBreakHead, after_games, event, events,
};
pub use glance::{Glance, Glanced};
pub use inset::{Inset, date, next_inset, replace_insets};
pub use late::{LateAnswer, Refused, is_fresh, late_answer, told_in_one};
pub use message::{
    Addressing, Attached, Attachment, Audience, Consent, Drawing, Fallback, Incoming,
    MOST_ATTACHED, Outgoing, Picture, Reply, TextFile,
};
pub use named::{NamedCommand, NamedValues};
pub use parse::BOT_NAME;
pub use place_actions::actions_at;
pub use place_report::{
    ClosedPlace, Findings, Invite, OpenPlace, Permission, PlaceReport, Standing,
};
pub use plies::{announce_plies, bot_ply};
pub use privacy::{Asker, Whereabouts, may_see};
pub use query::{GameTime, Targets, open_games, targets, times};
pub use ratings::{
    ANNULLED as RATED_ANNULLED, RatingHistory, RatingLog, Renewal, at_ends as rated_at_ends,
    judge as judge_rated, period_of as rating_period, ratings_of, renewal,
};
pub use rehouse::{place_gone, rehoused};
pub use server_settings::{PREFIX_SETTING, Threads, server_of_prefix, threads};
pub use sheets::{OpenedSheet, Sheet, open_sheet};
pub use step::{Change, EditionChange, GameChange, InternalError, Row, Step};
pub use threads::{
    LostThread, NewThread, NoThread, Opening, ThreadWork, add_threads, channel_of_own_thread,
    thread_lost, thread_opened,
};
pub use time_left::deadline;
pub use timing::next_wake;
pub use verification::{Checked, Verification};
pub use world::{PlaceSettings, World};
