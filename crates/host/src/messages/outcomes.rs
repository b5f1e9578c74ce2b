//! The ends of messages: each gets one, behind the last reply to it.

use std::collections::HashMap;

use table::MessageId;

use crate::{
    host_event::{HostEvent, MessageOutcome},
    queues::key_queues::Ticket,
};

/// The messages that have no end yet.
#[derive(Debug, Default)]
pub(crate) struct MessageOutcomes(HashMap<Ticket, Open>);

/// A message that has no end yet.
#[derive(Debug)]
struct Open {
    /// The id under which it was handed over.
    message: MessageId,
    /// How many replies to it have not been handed over.
    unsent: usize,
    /// Its end; `None` while it waits or its change is committed.
    end: Option<MessageOutcome>,
}

impl MessageOutcomes {
    /// A message has come in under this ticket.
    pub(crate) fn open(&mut self, ticket: Ticket, message: MessageId) {
        self.0.insert(ticket, Open { message, unsent: 0, end: None });
    }

    /// There is one more reply that comes before the end.
    pub(crate) fn reply_follows(&mut self, ticket: Ticket) {
        if let Some(open) = self.0.get_mut(&ticket) {
            open.unsent += 1;
        }
    }

    /// A reply has been handed over. Gives the message's end if it was the last one.
    #[must_use]
    pub(crate) fn reply_sent(&mut self, ticket: Ticket) -> Option<HostEvent> {
        let open = self.0.get_mut(&ticket)?;
        open.unsent = open.unsent.saturating_sub(1);
        self.ended(ticket)
    }

    /// A reply is dropped, since the host is to end. Gives the message's end if it was the last one.
    #[must_use]
    pub(crate) fn reply_dropped(&mut self, ticket: Ticket) -> Option<HostEvent> {
        self.0.get_mut(&ticket)?.end = Some(MessageOutcome::Dropped);
        self.reply_sent(ticket)
    }

    /// Nothing more is done about a message. Gives its end if no reply is still on its way.
    #[must_use]
    pub(crate) fn conclude(&mut self, ticket: Ticket, end: MessageOutcome) -> Option<HostEvent> {
        let open = self.0.get_mut(&ticket)?;
        open.end.get_or_insert(end);
        self.ended(ticket)
    }

    fn ended(&mut self, ticket: Ticket) -> Option<HostEvent> {
        let end = self.0.get(&ticket).filter(|open| open.unsent == 0)?.end?;
        let Open { message, .. } = self.0.remove(&ticket)?;
        Some(HostEvent::MessageOutcome { message, end })
    }

    /// The ends of all messages that are left when the host ends.
    pub(crate) fn drop_all(&mut self) -> Vec<HostEvent> {
        let mut left: Vec<(Ticket, Open)> = self.0.drain().collect();
        left.sort_unstable_by_key(|(ticket, _)| *ticket);
        let end = |(_, open): (_, Open)| HostEvent::MessageOutcome {
            message: open.message,
            end: open.end.unwrap_or(MessageOutcome::Dropped),
        };
        left.into_iter().map(end).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::Platform;

    fn id(key: &str) -> MessageId {
        MessageId::new(Platform::Local, key)
    }

    fn shown(event: Option<HostEvent>) -> Option<(String, MessageOutcome)> {
        match event? {
            HostEvent::MessageOutcome { message, end } => Some((message.key().to_owned(), end)),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_end_comes_behind_the_last_reply() {
        let (mut ends, ticket) = (MessageOutcomes::default(), Ticket(1));
        ends.open(ticket, id("1"));
        ends.reply_follows(ticket);
        ends.reply_follows(ticket);
        assert_eq!(shown(ends.reply_sent(ticket)), None);
        assert_eq!(shown(ends.conclude(ticket, MessageOutcome::Answered)), None);
        assert_eq!(shown(ends.reply_sent(ticket)), Some(("1".into(), MessageOutcome::Answered)));
        assert_eq!(
            shown(ends.conclude(ticket, MessageOutcome::Failed)),
            None,
            "there is no second end"
        );
    }

    #[test]
    fn a_message_without_replies_ends_at_once_and_the_first_end_counts() {
        let mut ends = MessageOutcomes::default();
        ends.open(Ticket(1), id("1"));
        ends.open(Ticket(2), id("2"));
        ends.open(Ticket(3), id("3"));
        assert_eq!(
            shown(ends.conclude(Ticket(2), MessageOutcome::Silent)),
            Some(("2".into(), MessageOutcome::Silent))
        );
        ends.reply_follows(Ticket(3));
        assert_eq!(shown(ends.conclude(Ticket(3), MessageOutcome::Failed)), None);
        assert_eq!(shown(ends.conclude(Ticket(3), MessageOutcome::Answered)), None);
        let left: Vec<_> = ends.drop_all().into_iter().map(|event| shown(Some(event))).collect();
        let end = |message: &str, end| Some((message.to_owned(), end));
        assert_eq!(left, [end("1", MessageOutcome::Dropped), end("3", MessageOutcome::Failed)]);
    }
}
