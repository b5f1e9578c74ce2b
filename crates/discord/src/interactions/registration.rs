//! Tells Discord which commands and menu entries we offer, once they differ from those that it has.

use std::{sync::Arc, time::Duration};

use host::HostHandle;
use serde_json::Value;
use serenity::model::id::ApplicationId;
use sha2::{Digest, Sha256};

use super::menus;
use crate::{definitions, request::ApiCall, rest::Rest};

/// Under which key the hash of what Discord has is kept; the application stands behind it.
const KEPT: &str = "commands/hash/";

/// For how long the registration is tried. A start that fails leaves it to the next one.
const PATIENCE: Duration = Duration::from_secs(10 * 60);

/// Registers the commands of an application if Discord has others: it allows few registrations a day, and
/// every program that starts would use one up.
pub(crate) async fn register(host: HostHandle, rest: Arc<Rest>, application: ApplicationId) {
    let all: Vec<Value> = definitions().into_iter().chain(menus::definitions()).collect();
    let payload = Value::Array(all);
    let digest = Sha256::digest(payload.to_string());
    let hash: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    let key = format!("{KEPT}{application}");
    let kept = host.kept().await;
    if kept.iter().any(|(known, value)| *known == key && *value == hash) {
        return;
    }
    let call = ApiCall::Register { application, payload };
    match rest.call(&call, PATIENCE).await {
        Ok(_) => {
            tracing::info!("the slash commands are registered");
            host.keep(key, Some(hash)).await;
        }
        Err(error) => tracing::error!("the slash commands could not be registered: {error}"),
    }
}
