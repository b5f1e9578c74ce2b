//! The state of the program, for those who watch over it: pages for monitors and containers, and words for the service
//! manager.
//!
//! Two things are told apart. The program is *alive* as long as the host's loop and the store's writer answer,
//! whatever Discord does: nothing but a restart helps one that is not. It is *ready* once it can be played with.
//!
//! Nothing here names anybody: there are counts and times alone.

mod ask;
mod checkup;
mod figures;
mod server;
mod service;

use std::{io, net::SocketAddr, sync::Arc};

use host::Clock;

pub use ask::{Unready, ask};
pub use checkup::Health;

/// The reason why nobody can be told how the program is.
#[derive(Debug, thiserror::Error)]
pub enum HealthError {
    /// The address is taken, or is not one of this machine.
    #[error("HEALTH_LISTEN: cannot listen on {0}: {1}")]
    Listen(SocketAddr, io::Error),
    /// The figures cannot be collected.
    #[error("the figures cannot be collected: {0}")]
    Figures(String),
}

/// Begins to tell how the program is, before anything of it runs: monitors at this address, if there is one, and the
/// service manager, if one has started the program. Has to be called on a tokio
/// runtime.
///
/// # Errors
/// [`HealthError`] if the address cannot be had.
pub async fn start(
    listen: Option<SocketAddr>,
    clock: Arc<dyn Clock>,
) -> Result<Health, HealthError> {
    let health = Health::watching(clock);
    if let Some(listen) = listen {
        health.listen(listen).await?;
    }
    service::start(health.clone());
    Ok(health)
}
