//! Notices of moderators: each is told to the person whom it concerns, alone, with their next command.

use table::ModWrite;

use crate::{
    handling::step::{Change, InternalError, Step, Write},
    message::{Audience, Incoming, Reply},
    world::World,
};

/// The step that answers a message, with what its writer is still to be told.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub(crate) fn with_notices(
    world: &dyn World,
    msg: &Incoming,
    step: Step,
) -> Result<Step, InternalError> {
    let (Step::Say(_) | Step::Change(_)) = &step else { return Ok(step) };
    let notices = world.moderation().notices(&msg.author.id)?;
    if notices.is_empty() {
        return Ok(step);
    }
    let mut change = match step {
        Step::Change(change) => change,
        Step::Say(replies) => Change { replies: as_said(msg, replies), ..Change::default() },
        other => return Ok(other),
    };
    let told = Reply {
        audience: Audience::Only(msg.author.id.clone()),
        reply_to: Some(msg.id.clone()),
        ..Reply::new(msg.place.clone(), notices.join("\n"))
    };
    change.replies.push(told);
    change.rows.push(Write::Moderation(ModWrite::Told(msg.author.id.clone())));
    Ok(Step::Change(change))
}

/// Answers that change nothing, as who sees them: those that follow a change are for everybody otherwise.
fn as_said(msg: &Incoming, mut replies: Vec<Reply>) -> Vec<Reply> {
    for reply in &mut replies {
        if reply.audience == Audience::Place && msg.is_answered_alone(reply) {
            reply.audience = Audience::Only(msg.author.id.clone());
        }
    }
    replies
}
