//! Messages that are read back late, after the program was away. What they do is done as if they had been
//! heard then; this says which of their answers are still worth giving, and puts the refusals of a
//! person into one.

use table::{MessageId, Millis};

use crate::{
    actions::action::Action,
    commands::{Effect, find_path},
    message::{Addressing, Audience, Incoming, Reply},
    naming::names::mention,
    parse::{
        self, Reading,
        plain_text::{echo, fold, without_prefix},
    },
    play::{
        arrange::redacted,
        moves::{is_full_move, is_like_move},
    },
    text,
};

/// The age up to which a question is still answered.
const ANSWERED_MILLIS: Millis = 600_000;

/// How many refusals one message tells; of further ones it gives the number.
const MOST_TOLD: usize = 10;

/// A message that is read back late could not be done.
#[derive(Clone, Debug)]
pub struct Refused {
    /// Its own id.
    pub message: MessageId,
    /// The line as typed, short and harmless.
    typed: String,
    /// The refusal.
    reply: Reply,
}

/// The fate of the answers to a message that was read back late and has changed nothing.
#[derive(Debug)]
pub enum LateAnswer {
    /// It asked for something to be done, and is refused.
    Refused(Box<Refused>),
    /// It was a question, and not long ago.
    Say(Vec<Reply>),
    /// It was a question that nobody waits for any more.
    Silent,
}

/// Returns `true` if a question of this message is still worth an answer.
#[must_use]
pub const fn is_fresh(msg: &Incoming, now: Millis) -> bool {
    !msg.late || now.saturating_sub(msg.at) <= ANSWERED_MILLIS
}

/// Returns what becomes of these answers to a message that was read back late, in a place with this prefix.
#[must_use]
pub fn late_answer(
    msg: &Incoming,
    prefix: &str,
    mut replies: Vec<Reply>,
    now: Millis,
) -> LateAnswer {
    let asked = asked_to_do(msg, prefix, &replies);
    match (asked, replies.len()) {
        (Some(typed), 1) if replies[0].place == msg.place => {
            let reply = replies.remove(0);
            LateAnswer::Refused(Box::new(Refused { message: msg.id.clone(), typed, reply }))
        }
        // What goes to several places is told at once.
        (Some(_), _) => LateAnswer::Say(replies),
        (None, _) if is_fresh(msg, now) => LateAnswer::Say(replies),
        (None, _) => LateAnswer::Silent,
    }
}

/// Returns what somebody has typed who wanted something to be done, short and harmless; `None` for a question
/// or talk.
fn asked_to_do(msg: &Incoming, prefix: &str, replies: &[Reply]) -> Option<String> {
    if let Some(named) = &msg.command {
        let info = find_path(&named.path)?;
        return (info.effect == Effect::Acts).then(|| echo(info.path));
    }
    let folded = fold(&msg.text);
    let line = without_prefix(&folded, prefix).unwrap_or(&folded);
    match parse::read(line) {
        Reading::Command(command) if command.info.effect == Effect::Acts => Some(shown(msg, line)),
        Reading::Other(_, words, _) => {
            let is_move = is_full_move(&words) || is_like_move(&words);
            // A short move is told from talk by the game that its answer is about.
            let is_about_game = replies.iter().any(|reply| reply.game.is_some());
            if is_move { Some(echo(line)) } else { is_about_game.then(|| shown(msg, line)) }
        }
        Reading::Command(_) | Reading::Bad(_) => None,
    }
}

/// A line as it may be repeated where it was typed: nothing of a set-up that others could read.
fn shown(msg: &Incoming, line: &str) -> String {
    let hidden = if msg.others_present { redacted(line) } else { None };
    hidden.unwrap_or_else(|| echo(line))
}

/// One message for all refusals of a person in a place: the refusal itself if there is one alone, otherwise
/// the first line of each. `None` without any.
#[must_use]
pub fn told_in_one(source: &Incoming, mut refused: Vec<Refused>) -> Option<Reply> {
    let is_open = source.addressing == Addressing::Channel;
    let who = if is_open { Some(mention(&source.author)) } else { None };
    let ping = if is_open { vec![source.author.id.clone()] } else { Vec::new() };
    if refused.len() == 1 {
        let Refused { typed, reply, .. } = refused.remove(0);
        let words = text::refused_late(who.as_deref(), &typed, &reply.text);
        return Some(Reply { text: words, ping, ..reply });
    }
    let last = refused.last()?;
    let audience = refused.iter().map(|one| &one.reply.audience);
    let alone = audience.clone().find(|audience| matches!(audience, Audience::Only(_)));
    let game =
        last.reply.game.filter(|_| refused.iter().all(|one| one.reply.game == last.reply.game));
    let lines: Vec<(&str, &str)> =
        refused.iter().take(MOST_TOLD).map(|one| (&*one.typed, &*one.reply.text)).collect();
    let more = refused.len() - lines.len();
    Some(Reply {
        audience: alone.cloned().unwrap_or(Audience::Place),
        reply_to: Some(last.message.clone()),
        ping,
        game,
        actions: Vec::<Action>::new(),
        ..Reply::new(
            last.reply.place.clone(),
            text::several_refused_late(who.as_deref(), &lines, more),
        )
    })
}
