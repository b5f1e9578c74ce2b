//! What can be asked of Discord's REST interface.

use std::{
    hash::{DefaultHasher, Hash as _, Hasher as _},
    sync::Arc,
    time::Duration,
};

use serde_json::{Value, json};
use serenity::{
    builder::CreateAttachment,
    http::{LightMethod, Multipart, MultipartUpload, Request, Route as Path},
    model::id::{ApplicationId, ChannelId, EmojiId, GuildId, InteractionId, MessageId, UserId},
};

use super::{interactions::Token, rate_limit::Route};

/// What can be asked of Discord.
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
        /// What is to be different.
        payload: Value,
    },
    /// Opens a thread at a message.
    OpenThread {
        /// The channel of the message.
        channel: ChannelId,
        /// The message.
        message: MessageId,
        /// How the thread is to be.
        payload: Value,
    },
    /// Changes a channel or a thread.
    Change {
        /// The channel.
        channel: ChannelId,
        /// What is to be different.
        payload: Value,
    },
    /// Acknowledges an interaction, or answers it at once.
    Acknowledge {
        /// The interaction.
        id: InteractionId,
        /// What its answers need.
        token: Token,
        /// The whole answer.
        payload: Value,
    },
    /// Gives the deferred answer to an interaction.
    Answer {
        /// Our application.
        application: ApplicationId,
        /// What the interaction's answers need.
        token: Token,
        /// Everything but the file.
        payload: Value,
        /// The file, which the payload describes as attachment 0.
        file: Option<Attachment>,
    },
    /// Reads what stands as the answer to an interaction.
    ReadAnswer {
        /// Our application.
        application: ApplicationId,
        /// What the interaction's answers need.
        token: Token,
    },
    /// Says something more to an interaction.
    FollowUp {
        /// Our application.
        application: ApplicationId,
        /// What the interaction's answers need.
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
    /// What limits this request.
    pub(super) fn route(&self) -> Route {
        let (kind, major) = match self {
            Self::Gateway => ("GET /gateway", 0),
            Self::GatewayBot => ("GET /gateway/bot", 0),
            Self::OwnUser => ("GET /users/@me", 0),
            Self::Application => ("GET /oauth2/applications/@me", 0),
            Self::OpenDm(_) => ("POST /users/@me/channels", 0),
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
            Self::FollowUp { token, .. } => ("POST /webhooks", major(token)),
            Self::Emojis(_) => ("GET /applications/emojis", 0),
            Self::AddEmoji { .. } => ("POST /applications/emojis", 0),
            Self::RemoveEmoji { .. } => ("DELETE /applications/emojis", 0),
            Self::Register { .. } => ("PUT /applications/commands", 0),
        };
        Route { kind, major }
    }

    /// Whether the request is outside the limit over all routes, and never waits for others.
    pub(super) const fn is_apart(&self) -> bool {
        matches!(
            self,
            Self::Acknowledge { .. }
                | Self::Answer { .. }
                | Self::ReadAnswer { .. }
                | Self::FollowUp { .. }
        )
    }

    /// How long its answer is waited for, if not as long as that of others: an acknowledgement that
    /// takes longer is worth another try.
    pub(super) fn patience(&self, usual: Duration) -> Duration {
        match self {
            Self::Acknowledge { .. } => usual.min(Duration::from_millis(1_000)),
            _ => usual,
        }
    }

    /// The request as serenity builds it, without token and address.
    pub(super) fn request(&self) -> Request<'_> {
        let by = |method| Request::new(self.path(), method);
        match self {
            Self::Gateway
            | Self::GatewayBot
            | Self::OwnUser
            | Self::Application
            | Self::Channel(_)
            | Self::Server(_)
            | Self::Channels(_)
            | Self::Member { .. }
            | Self::ReadAnswer { .. }
            | Self::Emojis(_) => by(LightMethod::Get),
            Self::Messages { after, limit, .. } => {
                let mut params = vec![("limit", limit.to_string())];
                params.extend(after.map(|id| ("after", id.to_string())));
                by(LightMethod::Get).params(Some(params))
            }
            Self::OpenDm(user) => {
                let body = json!({ "recipient_id": user.get().to_string() });
                with_file(by(LightMethod::Post), &body, None)
            }
            Self::Send { payload, file, .. } | Self::FollowUp { payload, file, .. } => {
                with_file(by(LightMethod::Post), payload, file.as_ref())
            }
            Self::OpenThread { payload, .. }
            | Self::Acknowledge { payload, .. }
            | Self::AddEmoji { payload, .. } => with_file(by(LightMethod::Post), payload, None),
            Self::Answer { payload, file, .. } => {
                with_file(by(LightMethod::Patch), payload, file.as_ref())
            }
            Self::Edit { payload, .. } | Self::Change { payload, .. } => {
                with_file(by(LightMethod::Patch), payload, None)
            }
            Self::Register { payload, .. } => with_file(by(LightMethod::Put), payload, None),
            Self::RemoveEmoji { .. } => by(LightMethod::Delete),
        }
    }

    /// What the request is about.
    fn path(&self) -> Path<'_> {
        match self {
            Self::Gateway => Path::Gateway,
            Self::GatewayBot => Path::GatewayBot,
            Self::OwnUser => Path::UserMe,
            Self::Application => Path::Oauth2ApplicationCurrent,
            Self::OpenDm(_) => Path::UserMeDmChannels,
            Self::Channel(channel) | Self::Change { channel, .. } => {
                Path::Channel { channel_id: *channel }
            }
            Self::Server(server) => Path::Guild { guild_id: *server },
            Self::Channels(server) => Path::GuildChannels { guild_id: *server },
            Self::Member { server, member } => {
                Path::GuildMember { guild_id: *server, user_id: *member }
            }
            Self::Messages { channel, .. } | Self::Send { channel, .. } => {
                Path::ChannelMessages { channel_id: *channel }
            }
            Self::Edit { channel, message, .. } => {
                Path::ChannelMessage { channel_id: *channel, message_id: *message }
            }
            Self::OpenThread { channel, message, .. } => {
                Path::ChannelMessageThreads { channel_id: *channel, message_id: *message }
            }
            Self::Acknowledge { id, token, .. } => {
                Path::InteractionResponse { interaction_id: *id, token: token.reveal() }
            }
            Self::Answer { application, token, .. } | Self::ReadAnswer { application, token } => {
                let (application_id, token) = (*application, token.reveal());
                Path::WebhookOriginalInteractionResponse { application_id, token }
            }
            Self::FollowUp { application, token, .. } => {
                let (application_id, token) = (*application, token.reveal());
                Path::WebhookFollowupMessages { application_id, token }
            }
            Self::Emojis(application) | Self::AddEmoji { application, .. } => {
                Path::Emojis { application_id: *application }
            }
            Self::RemoveEmoji { application, emoji } => {
                Path::Emoji { application_id: *application, emoji_id: *emoji }
            }
            Self::Register { application, .. } => Path::Commands { application_id: *application },
        }
    }
}

/// The request with this body, and the file if there is one.
fn with_file<'r>(request: Request<'r>, payload: &Value, file: Option<&Attachment>) -> Request<'r> {
    match file {
        None => request.body(Some(payload.to_string().into_bytes())),
        Some(file) => request.multipart(Some(Multipart {
            upload: MultipartUpload::Attachments(vec![CreateAttachment::bytes(
                file.bytes.to_vec(),
                file.name.clone(),
            )]),
            fields: Vec::new(),
            payload_json: Some(payload.to_string()),
        })),
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
