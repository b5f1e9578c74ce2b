//! Slash commands, menus and buttons: each stands for a message that the host handles like a typed one.
//!
//! - `read`: an interaction as Discord sends it. `incoming`: the message that it stands for. `menus`: the
//!   entries of the menus of people and messages. `buttons`: the actions of a reply as buttons.
//!   `form`: the form in which a set-up is typed.
//! - `in_progress`: takes interactions in, and brings what is said because of them to them.
//! - `conversation`: one interaction from its acknowledgement to its last answer. `follow_up`: how it is said.
//! - `older`: which messages of each game have buttons, and what is left of them.
//! - `registration`: what Discord is told to offer.
//!
//! # Choices
//!
//! **Handed over at once, acknowledged beside it.** What somebody presses counts when they press it, also
//! while Discord's other interface is slow. One that comes more than seconds late, as after a resume, is
//! acknowledged first: if Discord does not want it any more, it has told its author that it failed, and
//! doing it all the same would surprise them.
//!
//! **Private by default.** What only answers somebody, and all that is for one person, goes into the
//! interaction, where nobody else sees it. What changes a game is said in its place, as an ordinary message:
//! a reply to it can be read without the message-content intent, and it has no time limit.

mod buttons;
mod conversation;
mod follow_up;
mod form;
mod in_progress;
mod incoming;
mod menus;
mod older;
mod read;
mod registration;

pub(super) use self::{
    buttons::rows,
    incoming::number,
    older::{Clearing, NewestButtons, Spot, is_alone, of_earlier_run},
    read::{Interaction, Token},
};
pub(super) use crate::interactions::in_progress::Interactions;
