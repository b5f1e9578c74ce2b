//! How messages that are there are changed and removed.

use axum::{
    http::StatusCode,
    response::{IntoResponse as _, Response},
};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::{
    Server, World,
    bodies::{Body, EMPTY, Form},
    limits::Bucket,
    messages::written_at,
    places::MANAGE_MESSAGES,
    rest::{Request, answer, pause, refuse},
    world::Post,
};

impl Request {
    pub(super) async fn edit(&self, server: &Server, channel: u64, message: u64) -> Response {
        let body = match self.body(server).await {
            Ok(body) => body,
            Err(refused) => return refused,
        };
        pause(server, channel).await;
        let edited = server.change(|world| {
            world.counted(Bucket::Change(channel), |world| {
                let mishap = world.edit_misbehaviours.pop_front();
                world.unless(mishap, channel, |world| world.edit(channel, message, body))
            })
        });
        self.or_hang_up(edited).await
    }

    pub(super) async fn remove(&self, server: &Server, channel: u64, message: u64) -> Response {
        pause(server, channel).await;
        let removed = server.change(|world| {
            world.counted(Bucket::Change(channel), |world| {
                let mishap = world.edit_misbehaviours.pop_front();
                world.unless(mishap, channel, |world| world.delete(channel, message))
            })
        });
        self.or_hang_up(removed).await
    }
}

impl World {
    fn edit(&mut self, channel: u64, id: u64, mut body: Body) -> Response {
        if let Some(refused) = self.refusal_of_place(channel) {
            return refused;
        }
        let Some(kept) = self.kept(channel, id) else {
            return refuse(404, 10_008, "Unknown Message");
        };
        if kept.as_own().is_none() {
            return refuse(403, 50_005, "Cannot edit a message authored by another user");
        }
        if let Some(refused) = self.refusal_of_old_edit(channel, id) {
            return refused;
        }
        let message = match self.change_own(id, &body, Form::Edit) {
            Ok(message) => message,
            Err(refused) => return *refused,
        };
        let file = (!body.files.is_empty()).then(|| body.files.remove(0));
        self.edits.push(Post { id, channel, payload: body.payload, file, at: Instant::now() });
        answer(&message)
    }

    /// Counts the change of a message that is old; an answer if there were too many.
    fn refusal_of_old_edit(&mut self, channel: u64, id: u64) -> Option<Response> {
        let age = u128::try_from(self.clock.now() - written_at(id)).unwrap_or(0);
        let (most, window) = self.rules.old_edits;
        if !self.ids_by_clock || age <= self.rules.old_message.as_millis() {
            return None;
        }
        let now = self.clock.instant();
        let counted = self.old_edits.entry(channel).or_default();
        counted.retain(|at| *at + window > now);
        if counted.len() < most {
            counted.push_back(now);
            return None;
        }
        let after = (counted[0] + window - now).as_secs_f64();
        let mut refused = refuse(
            429,
            30_046,
            "Maximum number of edits to messages older than 1 hour reached. Try again later.",
        );
        refused.headers_mut().insert("retry-after", after.ceil().to_string().parse().unwrap());
        Some(refused)
    }

    /// Changes a message of the bot's own as a request says, and tells of it.
    pub(super) fn change_own(
        &mut self,
        id: u64,
        body: &Body,
        form: Form,
    ) -> Result<Value, Box<Response>> {
        let Some((kept, seen_by)) = self.find_message(id) else {
            return Err(refuse(404, 10_008, "Unknown Message").into());
        };
        let mut kept = kept.clone();
        let is_hidden = seen_by.is_some();
        let is_stuck = (!is_hidden).then(|| self.refusal_of_change(kept.channel)).flatten();
        if let Some(refused) = is_stuck {
            return Err(refused.into());
        }
        let Some(own) = kept.as_own_mut() else {
            return Err(
                refuse(403, 50_005, "Cannot edit a message authored by another user").into()
            );
        };
        if let Err((code, wrong)) = self.check(body, form, &own.file_ids()) {
            self.object(format!("a change: {wrong}"));
            return Err(refuse(400, code, "Invalid Form Body").into());
        }
        if let Some(refused) = self.refusal_of_files(body) {
            return Err(refused.into());
        }
        own.edit(self.next_id(), body, self.clock.now());
        if own.is_empty() {
            self.object("a message that is empty once it is changed");
            return Err(refuse(400, EMPTY, "Cannot send an empty message").into());
        }
        let message = self.message(&kept, true);
        if is_hidden {
            let place = self.hidden.iter_mut().find(|hidden| hidden.kept.id == id);
            place.expect("it was found").kept = kept;
            return Ok(message);
        }
        let (open, blank) = (self.event(&kept, true), self.event(&kept, false));
        let channel = kept.channel;
        *self.kept_mut(channel, id).expect("it was found") = kept;
        self.tell_of_message("MESSAGE_UPDATE", channel, &open, &blank);
        Ok(message)
    }

    fn delete(&mut self, channel: u64, id: u64) -> Response {
        if let Some(refused) = self.refusal_of_place(channel) {
            return refused;
        }
        let Some(kept) = self.kept(channel, id) else {
            return refuse(404, 10_008, "Unknown Message");
        };
        if kept.as_own().is_none() && self.in_force(channel) & MANAGE_MESSAGES == 0 {
            return refuse(403, 50_013, "Missing Permissions");
        }
        self.remove_own(id);
        StatusCode::NO_CONTENT.into_response()
    }

    /// Takes a message away, and tells of it where others saw it.
    pub(super) fn remove_own(&mut self, id: u64) {
        let Some((kept, seen_by)) = self.find_message(id) else { return };
        let channel = kept.channel;
        self.removals.push(id);
        if seen_by.is_some() {
            self.hidden.retain(|hidden| hidden.kept.id != id);
            return;
        }
        self.remove(channel, id);
        let mut event = json!({ "id": id.to_string(), "channel_id": channel.to_string() });
        if let Some(guild) = self.guild_of(channel) {
            event["guild_id"] = json!(guild.to_string());
        }
        self.tell_of_message("MESSAGE_DELETE", channel, &event, &event);
    }
}
