//! Runs both halves of the adapter: what comes in from Discord, and what goes out to it.

use std::{
    future::Future,
    pin::{Pin, pin},
    sync::Arc,
    time::Duration,
};

use host::{Clock, HostHandle, Outbox};
use serenity::model::id::UserId;
use table::{PersonId, Platform};
use tokio::{
    sync::{mpsc, watch},
    task::JoinHandle,
};

use super::{
    DiscordError, Settings,
    application::Application,
    catch_up::{CatchUp, NewlyKnown},
    gateway::{self, Receiving},
    inbound::{Inbound, SharedState},
    interactions::Interactions,
    payload,
    request::ApiCall,
    rest::Rest,
    sender::Sender,
    text,
};
use crate::backfill_hold::BackfillKeeper;

/// How long the start waits for Discord to say who we are.
const INTRODUCED_WITHIN: Duration = Duration::from_secs(3);

/// Connects to Discord, hands every message to the host, and sends what comes out of it, until
/// `shutdown` completes or the host is gone.
///
/// A reply is acknowledged when Discord has it or will never take it. If Discord does not answer,
/// the reply stays unacknowledged and comes again after a restart.
///
/// # Errors
///
/// [`DiscordError`] if trying again would not help.
// Nothing here is generic and the future is boxed, so that all of it is compiled in this crate, which a
// release build optimises, and not in the program, which it does not.
#[must_use = "nothing runs before it is awaited"]
pub fn run(
    settings: Settings,
    clock: Arc<dyn Clock>,
    host: HostHandle,
    outbox: Outbox,
    shutdown: Pin<Box<dyn Future<Output = ()> + Send>>,
) -> Pin<Box<dyn Future<Output = Result<(), DiscordError>> + Send>> {
    Box::pin(run_until(shutdown, settings, clock, host, outbox))
}

/// Does what [`run`] says.
async fn run_until(
    mut shutdown: Pin<Box<dyn Future<Output = ()> + Send>>,
    settings: Settings,
    clock: Arc<dyn Clock>,
    host: HostHandle,
    outbox: Outbox,
) -> Result<(), DiscordError> {
    let rest = Arc::new(Rest::new(&settings, Arc::clone(&clock))?);
    let (leave, leaving) = watch::channel(false);
    let (stop, stopped) = watch::channel(false);
    // Asking for the gateway finds a wrong token before anything is sent with it.
    let advice = tokio::select! {
        found = gateway::find(&rest, &*clock, settings.pace.first_contact) => found?,
        () = &mut shutdown => return Ok(()),
    };
    let Parts { inbound, gates, interactions, sender, shared, unread } =
        Parts::new(&settings, &clock, &host, &rest)?;
    let mut sender = tokio::spawn(sender.run(outbox, stopped));
    tokio::select! {
        told = introduce(&rest, &inbound, &interactions, &*clock, settings.pace.first_contact) => {
            tokio::spawn(learn_owners(told, Arc::clone(&rest), host.clone(), settings.pace.patience));
        }
        () = &mut shutdown => {
            stop.send_replace(true);
            finish(sender, &*clock, settings.pace.shutdown_grace).await;
            return Ok(());
        }
    }
    let (catch_up, sessions) = CatchUp::new(
        host.clone(),
        inbound.clone(),
        gates,
        Arc::clone(&shared),
        Arc::clone(&rest),
        Arc::clone(&clock),
    );
    let answers = Arc::clone(&interactions);
    let reading = tokio::spawn(Arc::clone(&catch_up).run(sessions, unread));
    let receiving = Receiving {
        settings: &settings,
        clock: Arc::clone(&clock),
        rest: Arc::clone(&rest),
        inbound,
        catch_up,
        interactions,
        host,
        shared,
        advice,
    };
    let listening = gateway::listen(receiving, leaving);
    let mut listening = pin!(listening);
    let ended = tokio::select! {
        ended = &mut listening => ended,
        () = rest.token_refused() => Err(DiscordError::WrongToken),
        _ = &mut sender => Ok(()),
        () = &mut shutdown => {
            leave.send_replace(true);
            // The sender goes on meanwhile: it hears what has become of the last messages.
            listening.await
        }
    };
    reading.abort();
    leave.send_replace(true);
    stop.send_replace(true);
    finish(sender, &*clock, settings.pace.shutdown_grace).await;
    let _ = host::timeout(&*clock, settings.pace.shutdown_grace, answers.stop()).await;
    ended
}

/// The parts for what comes in, for what goes out and for answering interactions, with what they share.
struct Parts {
    inbound: Inbound,
    gates: Arc<BackfillKeeper>,
    interactions: Arc<Interactions>,
    sender: Sender,
    shared: Arc<SharedState>,
    unread: mpsc::UnboundedReceiver<NewlyKnown>,
}

impl Parts {
    fn new(
        settings: &Settings,
        clock: &Arc<dyn Clock>,
        host: &HostHandle,
        rest: &Arc<Rest>,
    ) -> Result<Self, DiscordError> {
        let (signs_in, signs) = mpsc::unbounded_channel();
        let shared = Arc::new(SharedState::new(signs_in));
        let (give_back, returned) = mpsc::unbounded_channel();
        let inbound = Inbound::new(
            settings,
            host.clone(),
            Arc::clone(&shared),
            Arc::clone(clock),
            Arc::clone(rest),
        )?;
        let gates = BackfillKeeper::new(
            host.clone(),
            inbound.clone(),
            Arc::clone(&shared),
            Arc::clone(clock),
        );
        let gates = Arc::new(gates);
        let interactions = Arc::new(Interactions::new(
            settings,
            host.clone(),
            Arc::clone(rest),
            Arc::clone(clock),
            Arc::clone(&shared),
            Arc::clone(&gates),
            give_back,
        ));
        let (rest, probe) = (Arc::clone(rest), inbound.probe());
        let (unread_in, unread) = mpsc::unbounded_channel();
        let sender = Sender::new(
            settings,
            rest,
            probe,
            Arc::clone(&interactions),
            returned,
            signs,
            unread_in,
        );
        Ok(Self { inbound, gates, interactions, sender, shared, unread })
    }
}

/// Learns who we are, and sees to it that Discord offers our commands. The first event of a new session
/// tells the same, but a resumed one has none. Returns our application, if Discord has told of it.
async fn introduce(
    rest: &Rest,
    inbound: &Inbound,
    interactions: &Interactions,
    clock: &dyn Clock,
    first_contact: Duration,
) -> Option<Application> {
    let patience = first_contact.min(INTRODUCED_WITHIN);
    let own_id = async {
        let answer = rest.call(&ApiCall::OwnUser, patience).await.ok()?;
        answer["id"].as_str().and_then(payload::snowflake)
    };
    let asked = async { tokio::join!(own_id, application(rest, patience)) };
    // A request that hangs is not waited for either.
    let told = host::timeout(clock, patience, asked).await;
    let (Some(own), Some(application)) = told? else { return None };
    inbound.learn_own_id(own.into(), application.id);
    interactions.register(application.id);
    Some(application)
}

/// Tells the host who owns the application, and the log which papers it lacks. If Discord has not told that yet, it
/// is asked again.
async fn learn_owners(
    told: Option<Application>,
    rest: Arc<Rest>,
    host: HostHandle,
    patience: Duration,
) {
    let told = match told {
        Some(told) => Some(told),
        None => application(&rest, patience).await,
    };
    let Some(Application { owners, missing_papers, .. }) = told else { return };
    let owner = |id: UserId| PersonId::new(Platform::Discord, id.to_string());
    host.owners(owners.into_iter().map(owner).collect());
    if !missing_papers.is_empty() {
        tracing::warn!("{}", text::missing_papers(&missing_papers));
    }
}

/// Asks Discord what our application is.
async fn application(rest: &Rest, patience: Duration) -> Option<Application> {
    Application::read(&rest.call(&ApiCall::Application, patience).await.ok()?)
}

/// Waits for the replies that are on their way; the others come again after a restart.
async fn finish(mut sender: JoinHandle<()>, clock: &dyn Clock, shutdown_grace: Duration) {
    if !sender.is_finished() {
        let _ = host::timeout(clock, shutdown_grace, &mut sender).await;
        sender.abort();
    }
}
