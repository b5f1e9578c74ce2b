//! What can be asked of Discord's REST interface.

use std::sync::Arc;

use serde_json::{Value, json};
use serenity::{
    builder::CreateAttachment,
    http::{LightMethod, Multipart, MultipartUpload, Request, Route as Path},
    model::id::{ChannelId, MessageId, UserId},
};

use super::rate_limit::Route;

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
    /// Asks for a channel: of which server it is.
    Channel(ChannelId),
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
            Self::Messages { channel, .. } => ("GET /channels/messages", channel.get()),
            Self::Send { channel, .. } => ("POST /channels/messages", channel.get()),
        };
        Route { kind, major }
    }

    /// The request as serenity builds it, without token and address.
    pub(super) fn request(&self) -> Request<'static> {
        match self {
            Self::Gateway => Request::new(Path::Gateway, LightMethod::Get),
            Self::GatewayBot => Request::new(Path::GatewayBot, LightMethod::Get),
            Self::OwnUser => Request::new(Path::UserMe, LightMethod::Get),
            Self::Application => Request::new(Path::Oauth2ApplicationCurrent, LightMethod::Get),
            Self::OpenDm(user) => {
                let body = json!({ "recipient_id": user.get().to_string() });
                Request::new(Path::UserMeDmChannels, LightMethod::Post)
                    .body(Some(body.to_string().into_bytes()))
            }
            Self::Channel(channel) => {
                Request::new(Path::Channel { channel_id: *channel }, LightMethod::Get)
            }
            Self::Messages { channel, after, limit } => {
                let path = Path::ChannelMessages { channel_id: *channel };
                let mut params = vec![("limit", limit.to_string())];
                params.extend(after.map(|id| ("after", id.to_string())));
                Request::new(path, LightMethod::Get).params(Some(params))
            }
            Self::Send { channel, payload, file } => {
                let path = Path::ChannelMessages { channel_id: *channel };
                let request = Request::new(path, LightMethod::Post);
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
        }
    }
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
