//! What interactions are answered: the first answer in time, what becomes of it, and further ones.

use axum::{
    http::{HeaderMap, StatusCode},
    response::{IntoResponse as _, Response},
};
use serde_json::{Value, json};

use super::{
    super::{
        Server, World,
        bodies::{self, Body, EPHEMERAL, Form, INVALID_FORM},
        commands::option,
        components::{check_modal, list, only},
        limits::Bucket,
        messages::Kept,
        own::{Answering, Own},
        rest::{Request, answer, refuse},
    },
    Acknowledgement, Hidden, Interaction, Kind, Shown,
};

/// The numbers of the first answers.
mod callback {
    pub(super) const MESSAGE: u64 = 4;
    pub(super) const MESSAGE_TO_COME: u64 = 5;
    pub(super) const CHANGE_TO_COME: u64 = 6;
    pub(super) const CHANGE: u64 = 7;
    pub(super) const CHOICES: u64 = 8;
    pub(super) const FORM: u64 = 9;
}

impl Request {
    /// The first answer to an interaction.
    pub(in super::super) async fn acknowledge(
        &self,
        server: &Server,
        id: &str,
        token: &str,
    ) -> Response {
        let body = match self.body(server).await {
            Ok(body) => body,
            Err(refused) => return refused,
        };
        let in_full = self.query.split('&').any(|pair| pair == "with_response=true");
        let answered = server.change(|world| {
            let mishap = world.answer_misbehaviours.pop_front();
            let held = id.parse().unwrap_or(0);
            world.unless(mishap, held, |world| world.acknowledge(id, token, body, in_full))
        });
        self.or_hang_up(answered).await
    }

    /// Returns what is done with the token of an interaction after its first answer.
    pub(in super::super) async fn by_token(
        &self,
        server: &Server,
        token: &str,
        rest: &[&str],
    ) -> Response {
        let has_body = matches!(self.method.as_str(), "POST" | "PATCH");
        let body = if has_body { self.body(server).await } else { Ok(Body::empty()) };
        let body = match body {
            Ok(body) => body,
            Err(refused) => return refused,
        };
        let answered = server.change(|world| {
            let mishap = world.answer_misbehaviours.pop_front();
            let index = world.interactions.iter().rposition(|one| one.token == token);
            let held = index.map_or(0, |index| world.interactions[index].id);
            world.unless(mishap, held, |world| match world.refusal_of_token(index) {
                Err(refused) => *refused,
                Ok((index, headers)) => {
                    let done = world.by_token(index, self.method.as_str(), rest, &body);
                    (headers, done).into_response()
                }
            })
        });
        self.or_hang_up(answered).await
    }
}

impl World {
    fn acknowledge(&mut self, id: &str, token: &str, body: Body, in_full: bool) -> Response {
        let now = self.clock.instant();
        let is_it = |one: &Interaction| one.token == token && one.id.to_string() == id;
        let Some(index) = self.interactions.iter().rposition(is_it) else {
            return refuse(404, 10_062, "Unknown interaction");
        };
        let one = &self.interactions[index];
        if one.acknowledged.is_some() {
            return refuse(400, 40_060, "Interaction has already been acknowledged.");
        }
        if now > one.created + self.rules.first_answer {
            return refuse(404, 10_062, "Unknown interaction");
        }
        let kind = body.payload["type"].as_u64().unwrap_or(0);
        let data = body.payload["data"].clone();
        let wrong = only(&body.payload, &["type", "data"]);
        let body = Body { payload: data.clone(), files: body.files };
        let wrong = wrong.map_err(|wrong| (INVALID_FORM, wrong));
        let wrong = wrong.and_then(|()| check_callback(one, kind, &body));
        let emojis = self.check_emojis(&body.payload["components"]);
        let wrong = wrong.and_then(|()| emojis.map_err(|wrong| (INVALID_FORM, wrong)));
        if let Err((code, wrong)) = wrong {
            self.object(format!("the answer {kind} to an interaction: {wrong}"));
            return refuse(400, code, "Invalid Form Body");
        }
        if let Some(refused) = self.refusal_of_files(&body) {
            return refused;
        }
        let on = one.on;
        match kind {
            callback::MESSAGE => {
                let shown = self.put_answer(index, &body, false);
                self.interactions[index].answer = Some(shown.id);
                self.interactions[index].original = Some(shown);
            }
            callback::MESSAGE_TO_COME => {
                let shown = self.put_answer(index, &body, true);
                self.interactions[index].answer = Some(shown.id);
            }
            callback::CHANGE_TO_COME => self.interactions[index].answer = on,
            callback::CHANGE => {
                self.interactions[index].answer = on;
                if let Err(refused) = self.change_answer(index, on.unwrap_or(0), &body) {
                    return *refused;
                }
            }
            _ => {}
        }
        let one = &mut self.interactions[index];
        one.acknowledged = Some(Acknowledgement { kind, data, at: now });
        if in_full { self.callback_response(index, kind) } else { no_content() }
    }

    /// Returns what a first answer gets back if it asks for it.
    fn callback_response(&self, index: usize, kind: u64) -> Response {
        let one = &self.interactions[index];
        let message = one.answer.and_then(|id| self.find_message(id));
        let hidden = message.is_some_and(|(_, seen_by)| seen_by.is_some());
        let mut out = json!({
            "interaction": {
                "id": one.id.to_string(), "type": one.kind.number(),
                "response_message_id": one.answer.map(|id| id.to_string()),
                "response_message_loading": kind == callback::MESSAGE_TO_COME,
                "response_message_ephemeral": hidden, "channel_id": one.channel.to_string(),
            },
            "resource": { "type": kind },
        });
        if let Some((kept, _)) = message {
            out["resource"]["message"] = self.message(kept, true);
        }
        answer(&out)
    }

    /// Puts an answer where it is seen.
    fn put_answer(&mut self, index: usize, body: &Body, is_loading: bool) -> Shown {
        let id = self.next_id();
        let one = &self.interactions[index];
        let mut own = Own::new(id, body);
        let mut metadata = one.metadata.clone();
        if let Some(original) = one.answer {
            metadata["original_response_message_id"] = json!(original.to_string());
        }
        let follows = one.answer.or(one.on);
        own.answers = Some(Answering { kind: one.kind.answer_type(), metadata, follows });
        own.is_loading = is_loading;
        let (is_hidden, channel, seen_by) = (own.is_ephemeral(), one.channel, one.who.id);
        let kept = Kept::own(id, channel, own);
        let message = self.message(&kept, true);
        if is_hidden {
            self.hidden.push(Hidden { kept, seen_by });
        } else {
            self.announce(&kept);
            self.keep(kept);
        }
        Shown { id, message, files: body.files.clone() }
    }

    /// Changes an answer, or the message whose button was pressed.
    fn change_answer(
        &mut self,
        index: usize,
        id: u64,
        body: &Body,
    ) -> Result<Value, Box<Response>> {
        let message = self.change_own(id, body, Form::ResponseEdit)?;
        let one = &mut self.interactions[index];
        let earlier = if one.answer == Some(id) {
            one.original.take()
        } else {
            one.follow_ups.iter().find(|shown| shown.id == id).cloned()
        };
        let mut files = earlier.map(|shown| shown.files).unwrap_or_default();
        let names = list(&message["attachments"]);
        files.retain(|file| names.iter().any(|shown| shown["filename"] == file.name.as_str()));
        files.extend(body.files.iter().cloned());
        let shown = Shown { id, message: message.clone(), files };
        if one.answer == Some(id) {
            one.original = Some(shown);
        } else if let Some(old) = one.follow_ups.iter_mut().find(|old| old.id == id) {
            *old = shown;
        }
        Ok(message)
    }

    /// Returns why a token cannot be used, if it cannot, or the headers of its bucket.
    fn refusal_of_token(
        &mut self,
        index: Option<usize>,
    ) -> Result<(usize, HeaderMap), Box<Response>> {
        let unknown = || Box::new(refuse(404, 10_015, "Unknown Webhook"));
        let index = index.ok_or_else(unknown)?;
        let one = &self.interactions[index];
        if self.clock.instant() > one.created + self.rules.token_life {
            return Err(refuse(401, 50_027, "Invalid Webhook Token").into());
        }
        if one.acknowledged.is_none() || one.kind == Kind::Typing {
            return Err(unknown());
        }
        let id = one.id;
        self.note_impatience(id);
        let headers = self.take_from_bucket(Bucket::Token(id))?;
        Ok((index, headers))
    }

    fn by_token(&mut self, index: usize, method: &str, rest: &[&str], body: &Body) -> Response {
        if let ("POST", []) = (method, rest) {
            return self.follow_up(index, body);
        }
        let ["messages", which] = rest else { return refuse(404, 0, "404: Not Found") };
        let one = &self.interactions[index];
        let further: Vec<u64> = one.follow_ups.iter().map(|shown| shown.id).collect();
        let (first, is_gone) = (one.answer, one.deleted);
        let id = if *which == "@original" { first } else { which.parse().ok() };
        let of_this = |id: &u64| Some(*id) == first && !is_gone || further.contains(id);
        let known = id.filter(of_this).filter(|id| self.find_message(*id).is_some());
        let Some(id) = known else { return refuse(404, 10_008, "Unknown Message") };
        match method {
            "GET" => {
                let shown = self.find_message(id).map(|(kept, _)| self.message(kept, true));
                answer(&json!(shown))
            }
            "PATCH" => match self.change_answer(index, id, body) {
                Ok(message) => answer(&message),
                Err(refused) => *refused,
            },
            "DELETE" => {
                self.remove_own(id);
                let one = &mut self.interactions[index];
                one.deleted |= first == Some(id);
                no_content()
            }
            _ => refuse(405, 0, "405: Method Not Allowed"),
        }
    }

    fn follow_up(&mut self, index: usize, body: &Body) -> Response {
        if let Err((code, wrong)) = self.check(body, Form::FollowUp, &[]) {
            self.object(wrong);
            return refuse(400, code, "Invalid Form Body");
        }
        if let Some(refused) = self.refusal_of_files(body) {
            return refused;
        }
        // The first one takes the place of an answer that was only announced.
        let first = self.interactions[index].answer.and_then(|id| self.find_message(id));
        let loading = first.filter(|(kept, _)| kept.as_own().is_some_and(|own| own.is_loading));
        if let Some(id) = loading.map(|(kept, _)| kept.id) {
            let mut payload = body.payload.clone();
            if let Some(fields) = payload.as_object_mut() {
                ["tts", "poll", "flags"].iter().for_each(|name| drop(fields.remove(*name)));
            }
            let body = Body { payload, files: body.files.clone() };
            return self.change_answer(index, id, &body).map_or_else(|it| *it, |it| answer(&it));
        }
        let shown = self.put_answer(index, body, false);
        let message = shown.message.clone();
        self.interactions[index].follow_ups.push(shown);
        answer(&message)
    }
}

fn no_content() -> Response {
    StatusCode::NO_CONTENT.into_response()
}

/// Checks a first answer; an error has the platform's code and what is wrong.
fn check_callback(one: &Interaction, kind: u64, body: &Body) -> Result<(), (u64, String)> {
    let of_component = matches!(one.kind, Kind::Button | Kind::Select);
    let fits = match kind {
        callback::MESSAGE | callback::MESSAGE_TO_COME => one.kind != Kind::Typing,
        callback::CHANGE_TO_COME | callback::CHANGE => {
            of_component || one.kind == Kind::Form && one.on.is_some()
        }
        callback::CHOICES => one.kind == Kind::Typing,
        callback::FORM => !matches!(one.kind, Kind::Typing | Kind::Form),
        _ => false,
    };
    let invalid = |wrong: String| (INVALID_FORM, wrong);
    if !fits {
        return Err(invalid(format!("it does not fit {:?}", one.kind)));
    }
    let has_files = !body.files.is_empty();
    if has_files && !matches!(kind, callback::MESSAGE | callback::CHANGE) {
        return Err(invalid("files without a message".to_owned()));
    }
    let data = &body.payload;
    match kind {
        callback::MESSAGE => bodies::check(body, Form::Response, &[]),
        callback::MESSAGE_TO_COME if data.is_null() => Ok(()),
        callback::MESSAGE_TO_COME => {
            only(data, &["flags"]).map_err(invalid)?;
            let flags = data["flags"].as_u64().is_some_and(|flags| flags & !EPHEMERAL == 0);
            if flags { Ok(()) } else { Err(invalid(format!("flags {data}"))) }
        }
        callback::CHANGE_TO_COME if data.is_null() => Ok(()),
        callback::CHANGE_TO_COME => Err(invalid(format!("data {data}"))),
        callback::CHOICES => check_choices(one, data).map_err(invalid),
        callback::FORM => check_modal(data).map_err(invalid),
        // What a message has already is known where it is changed.
        _ => Ok(()),
    }
}

fn check_choices(one: &Interaction, data: &Value) -> Result<(), String> {
    only(data, &["choices"])?;
    let mut options = list(&one.data["options"]);
    while let [only] = options {
        if !only["options"].is_array() {
            break;
        }
        options = list(&only["options"]);
    }
    let focused = options.iter().find(|option| option["focused"] == true);
    let kind = focused.and_then(|option| option["type"].as_u64()).unwrap_or(option::TEXT);
    if !data["choices"].is_array() {
        return Err("choices that are no list".to_owned());
    }
    option::check_choices(&data["choices"], kind)
}
