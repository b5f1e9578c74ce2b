//! The requests to Discord's REST interface.

use std::{
    borrow::Cow,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    sync::Arc,
    time::Duration,
};

use reqwest::Method;
use serde_json::{Value, json};
use serenity::model::id::{
    ApplicationId, ChannelId, EmojiId, GuildId, InteractionId, MessageId, UserId,
};

use super::{
    interactions::Token,
    rate_limit::{OPEN_DM, Route},
};

/// The kinds of answers to an interaction that say nothing: an answer to come, a change to come, and completions.
const SILENT_ANSWERS: [u64; 3] = [5, 6, 8];

/// A request that can be made to Discord.
#[derive(Clone, Debug)]
pub(super) enum ApiCall {
    /// Asks for the gateway's address.
    Gateway,
    /// Asks for the same, and for the number of shards and of starts left today.
    GatewayBot,
    /// Asks who we are.
    OwnUser,
    /// Asks what the application may do.
    Application,
    /// Opens the private channel with a person.
    OpenDm(UserId),
    /// Leaves a server.
    Leave(GuildId),
    /// Asks for a channel: of which server it is, and who may do what there.
    Channel(ChannelId),
    /// Asks for a server with its roles.
    Server(GuildId),
    /// Asks for the channels of a server, without its threads.
    Channels(GuildId),
    /// Asks for a member of a server with their roles.
    Member {
        /// The server.
        server: GuildId,
        /// Whose membership is asked for.
        member: UserId,
    },
    /// Reads messages of a channel: those after a message, the oldest of them first to come, or the
    /// last ones.
    Messages {
        /// The channel that is read.
        channel: ChannelId,
        /// The message behind which to begin; `None` reads the last ones.
        after: Option<MessageId>,
        /// How many at most: 1 to 100.
        limit: u8,
    },
    /// Sends a message.
    Send {
        /// The channel that it goes to.
        channel: ChannelId,
        /// Everything but the file.
        payload: Value,
        /// The file, which the payload describes as attachment 0.
        file: Option<Attachment>,
    },
    /// Changes one of our own messages in a channel.
    Edit {
        /// The channel.
        channel: ChannelId,
        /// The message.
        message: MessageId,
        /// The changes.
        payload: Value,
    },
    /// Opens a thread at a message.
    OpenThread {
        /// The channel of the message.
        channel: ChannelId,
        /// The message.
        message: MessageId,
        /// The thread as it is to be.
        payload: Value,
    },
    /// Changes a channel or a thread.
    Change {
        /// The channel.
        channel: ChannelId,
        /// The changes.
        payload: Value,
    },
    /// Acknowledges an interaction, or answers it at once.
    Acknowledge {
        /// The interaction.
        id: InteractionId,
        /// The token that its answers need.
        token: Token,
        /// The whole answer.
        payload: Value,
    },
    /// Gives the deferred answer to an interaction.
    Answer {
        /// Our application.
        application: ApplicationId,
        /// The token that the interaction's answers need.
        token: Token,
        /// Which of its answers is changed; the deferred one if none is named.
        message: Option<u64>,
        /// Everything but the file.
        payload: Value,
        /// The file, which the payload describes as attachment 0.
        file: Option<Attachment>,
    },
    /// Reads what stands as the answer to an interaction.
    ReadAnswer {
        /// Our application.
        application: ApplicationId,
        /// The token that the interaction's answers need.
        token: Token,
    },
    /// Takes back what stands as the answer to an interaction, or only announces one.
    DeleteAnswer {
        /// Our application.
        application: ApplicationId,
        /// The token that the interaction's answers need.
        token: Token,
    },
    /// Says something more to an interaction.
    FollowUp {
        /// Our application.
        application: ApplicationId,
        /// The token that the interaction's answers need.
        token: Token,
        /// Everything but the file.
        payload: Value,
        /// The file, which the payload describes as attachment 0.
        file: Option<Attachment>,
    },
    /// Asks for the emojis of our application.
    Emojis(ApplicationId),
    /// Adds an emoji to our application.
    AddEmoji {
        /// Our application.
        application: ApplicationId,
        /// Its name and its picture.
        payload: Value,
    },
    /// Removes an emoji of our application.
    RemoveEmoji {
        /// Our application.
        application: ApplicationId,
        /// The emoji.
        emoji: EmojiId,
    },
    /// Sets the commands and menu entries that Discord offers, in place of all that it has.
    Register {
        /// Our application.
        application: ApplicationId,
        /// All definitions.
        payload: Value,
    },
}

impl ApiCall {
    /// Returns what limits this request.
    pub(super) fn route(&self) -> Route {
        let (kind, major) = match self {
            Self::Gateway => ("GET /gateway", 0),
            Self::GatewayBot => ("GET /gateway/bot", 0),
            Self::OwnUser => ("GET /users/@me", 0),
            Self::Application => ("GET /oauth2/applications/@me", 0),
            Self::OpenDm(_) => (OPEN_DM, 0),
            Self::Leave(_) => ("DELETE /users/@me/guilds", 0),
            Self::Channel(channel) => ("GET /channels", channel.get()),
            Self::Server(server) => ("GET /guilds", server.get()),
            Self::Channels(server) => ("GET /guilds/channels", server.get()),
            Self::Member { server, .. } => ("GET /guilds/members", server.get()),
            Self::Messages { channel, .. } => ("GET /channels/messages", channel.get()),
            Self::Send { channel, .. } => ("POST /channels/messages", channel.get()),
            Self::Edit { channel, .. } => ("PATCH /channels/messages", channel.get()),
            Self::OpenThread { channel, .. } => ("POST /channels/messages/threads", channel.get()),
            Self::Change { channel, .. } => ("PATCH /channels", channel.get()),
            Self::Acknowledge { id, .. } => ("POST /interactions/callback", id.get()),
            Self::Answer { token, .. } => ("PATCH /webhooks", major(token)),
            Self::ReadAnswer { token, .. } => ("GET /webhooks", major(token)),
            Self::DeleteAnswer { token, .. } => ("DELETE /webhooks", major(token)),
            Self::FollowUp { token, .. } => ("POST /webhooks", major(token)),
            Self::Emojis(_) => ("GET /applications/emojis", 0),
            Self::AddEmoji { .. } => ("POST /applications/emojis", 0),
            Self::RemoveEmoji { .. } => ("DELETE /applications/emojis", 0),
            Self::Register { .. } => ("PUT /applications/commands", 0),
        };
        Route { kind, major }
    }

    /// Returns `true` if the request is outside the limit over all routes, and never waits for others.
    pub(super) const fn is_apart(&self) -> bool {
        matches!(
            self,
            Self::Acknowledge { .. }
                | Self::Answer { .. }
                | Self::ReadAnswer { .. }
                | Self::DeleteAnswer { .. }
                | Self::FollowUp { .. }
        )
    }

    /// Returns how long its answer is waited for, if not as long as that of others: an acknowledgement that
    /// takes longer is worth another try.
    pub(super) fn patience(&self, usual: Duration) -> Duration {
        match self {
            Self::Acknowledge { .. } => usual.min(Duration::from_millis(1_000)),
            _ => usual,
        }
    }

    /// Returns `true` if nobody hears anything by it: it only asks, puts an answer off, or completes what somebody types.
    /// So it may go out while nothing may be said.
    pub(super) fn is_silent(&self) -> bool {
        match self {
            Self::Acknowledge { payload, .. } => {
                payload["type"].as_u64().is_some_and(|kind| SILENT_ANSWERS.contains(&kind))
            }
            other => other.method() == Method::GET,
        }
    }

    /// Returns how it is asked.
    pub(super) fn method(&self) -> Method {
        match self {
            Self::Gateway
            | Self::GatewayBot
            | Self::OwnUser
            | Self::Application
            | Self::Channel(_)
            | Self::Server(_)
            | Self::Channels(_)
            | Self::Member { .. }
            | Self::Messages { .. }
            | Self::ReadAnswer { .. }
            | Self::Emojis(_) => Method::GET,
            Self::OpenDm(_)
            | Self::Send { .. }
            | Self::OpenThread { .. }
            | Self::Acknowledge { .. }
            | Self::FollowUp { .. }
            | Self::AddEmoji { .. } => Method::POST,
            Self::Edit { .. } | Self::Change { .. } | Self::Answer { .. } => Method::PATCH,
            Self::Register { .. } => Method::PUT,
            Self::Leave(_) | Self::DeleteAnswer { .. } | Self::RemoveEmoji { .. } => Method::DELETE,
        }
    }

    /// Returns what it is about: the address below that of the interface.
    pub(super) fn path(&self) -> String {
        match self {
            Self::Gateway => "/gateway".to_owned(),
            Self::GatewayBot => "/gateway/bot".to_owned(),
            Self::OwnUser => "/users/@me".to_owned(),
            Self::Application => "/oauth2/applications/@me".to_owned(),
            Self::OpenDm(_) => "/users/@me/channels".to_owned(),
            Self::Leave(server) => format!("/users/@me/guilds/{server}"),
            Self::Channel(channel) | Self::Change { channel, .. } => format!("/channels/{channel}"),
            Self::Server(server) => format!("/guilds/{server}"),
            Self::Channels(server) => format!("/guilds/{server}/channels"),
            Self::Member { server, member } => format!("/guilds/{server}/members/{member}"),
            Self::Messages { channel, after, limit } => {
                let after = after.map(|id| format!("&after={id}")).unwrap_or_default();
                format!("/channels/{channel}/messages?&limit={limit}{after}")
            }
            Self::Send { channel, .. } => format!("/channels/{channel}/messages"),
            Self::Edit { channel, message, .. } => {
                format!("/channels/{channel}/messages/{message}")
            }
            Self::OpenThread { channel, message, .. } => {
                format!("/channels/{channel}/messages/{message}/threads")
            }
            Self::Acknowledge { id, token, .. } => {
                format!("/interactions/{id}/{}/callback", token.reveal())
            }
            Self::Answer { application, token, message: Some(message), .. } => {
                format!("/webhooks/{application}/{}/messages/{message}", token.reveal())
            }
            Self::Answer { application, token, .. }
            | Self::ReadAnswer { application, token }
            | Self::DeleteAnswer { application, token } => {
                format!("/webhooks/{application}/{}/messages/@original", token.reveal())
            }
            Self::FollowUp { application, token, .. } => {
                format!("/webhooks/{application}/{}", token.reveal())
            }
            Self::Emojis(application) | Self::AddEmoji { application, .. } => {
                format!("/applications/{application}/emojis")
            }
            Self::RemoveEmoji { application, emoji } => {
                format!("/applications/{application}/emojis/{emoji}")
            }
            Self::Register { application, .. } => format!("/applications/{application}/commands"),
        }
    }

    /// Returns what is said in it, beside a file.
    pub(super) fn payload(&self) -> Option<Cow<'_, Value>> {
        match self {
            Self::OpenDm(user) => Some(Cow::Owned(json!({ "recipient_id": user.to_string() }))),
            Self::Send { payload, .. }
            | Self::Edit { payload, .. }
            | Self::OpenThread { payload, .. }
            | Self::Change { payload, .. }
            | Self::Acknowledge { payload, .. }
            | Self::Answer { payload, .. }
            | Self::FollowUp { payload, .. }
            | Self::AddEmoji { payload, .. }
            | Self::Register { payload, .. } => Some(Cow::Borrowed(payload)),
            Self::Gateway
            | Self::GatewayBot
            | Self::OwnUser
            | Self::Application
            | Self::Leave(_)
            | Self::Channel(_)
            | Self::Server(_)
            | Self::Channels(_)
            | Self::Member { .. }
            | Self::Messages { .. }
            | Self::ReadAnswer { .. }
            | Self::DeleteAnswer { .. }
            | Self::Emojis(_)
            | Self::RemoveEmoji { .. } => None,
        }
    }

    /// The file that comes with it.
    pub(super) fn file(&self) -> Option<&Attachment> {
        match self {
            Self::Send { file, .. } | Self::Answer { file, .. } | Self::FollowUp { file, .. } => {
                file.as_ref()
            }
            _ => None,
        }
    }
}

/// A number that tells the limits of one interaction's answers from those of others.
fn major(token: &Token) -> u64 {
    let mut hasher = DefaultHasher::new();
    token.reveal().hash(&mut hasher);
    hasher.finish()
}

/// A file of a message.
#[derive(Clone, Debug)]
pub(super) struct Attachment {
    /// Its name, by which Discord tells pictures from other files.
    pub(super) name: String,
    /// Its content.
    pub(super) bytes: Arc<Vec<u8>>,
    /// The description of a picture; `None` for any other file.
    pub(super) alt: Option<String>,
}

impl Attachment {
    /// Returns what kind of file it is, by the end of its name.
    pub(super) fn kind(&self) -> &'static str {
        match self.name.rsplit_once('.') {
            Some((_, "png")) => "image/png",
            Some((_, "gif")) => "image/gif",
            Some((_, "txt")) => "text/plain",
            Some((_, "json")) => "application/json",
            _ => "application/octet-stream",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_says_what_kind_of_file_it_is() {
        let kind =
            |name: &str| Attachment { name: name.into(), bytes: Arc::default(), alt: None }.kind();
        assert_eq!(kind("board-12.png"), "image/png");
        assert_eq!(kind("replay.gif"), "image/gif");
        assert_eq!(kind("lyra-12.txt"), "text/plain");
        assert_eq!(kind("E1.json"), "application/json");
        assert_eq!(kind("E1.trf"), "application/octet-stream");
        assert_eq!(kind("png"), "application/octet-stream");
    }
}
