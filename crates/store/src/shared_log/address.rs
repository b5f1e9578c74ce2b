//! The address of the database server, and connections to it: verified TLS beyond this machine, and a dead server is
//! found within five seconds.

use std::{
    fmt, iter,
    net::IpAddr,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc,
    },
    thread,
    time::Duration,
};

use postgres::{
    Client, Config, NoTls,
    config::{Host, SslMode},
    error::Severity,
};
use rustls::{
    ClientConfig, RootCertStore,
    crypto::ring,
    pki_types::{CertificateDer, pem::PemObject as _},
};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::LogError;

/// The time that a server has to answer a connection.
const CONNECT: Duration = Duration::from_secs(3);
/// The time that each of several servers has to say whether it can be written to.
const LOOK: Duration = Duration::from_secs(1);
/// The time for which what was sent may stay without an acknowledgement, and that for which a connection may be silent
/// before the other end is asked.
const UNACKNOWLEDGED: Duration = Duration::from_secs(5);
const SILENT: Duration = Duration::from_secs(2);
const ASKED_EVERY: Duration = Duration::from_secs(1);
const ASKED: u32 = 3;

/// The database server of a shared log. Its debug form shows no password.
#[derive(Clone)]
pub struct LogAddress {
    config: Config,
    tls: Option<MakeRustlsConnect>,
    needs_standby: bool,
    /// The number of answers so far, be it that nothing answers.
    answers: Arc<AtomicU64>,
}

/// A connection, and whether the server has warned of something since that was last asked.
pub(super) struct Connected {
    pub(super) client: Client,
    warned: Arc<AtomicBool>,
}

impl Connected {
    /// Returns `true` if the server has warned of something since this was last asked. A commit that came with a
    /// warning may be missing on the standby.
    pub(super) fn was_warned(&self) -> bool {
        self.warned.swap(false, Ordering::Relaxed)
    }
}

impl LogAddress {
    /// The servers that this URL names, `postgres://user:password@host1,host2/database`. Certificates are verified by
    /// the authorities in the file `ca`, or else by those that browsers trust. With `needs_standby` nobody is active
    /// on a server that does not wait for a standby.
    ///
    /// # Errors
    /// Says what is wrong with the URL or the file, without any part of the URL.
    pub fn new(url: &str, ca: Option<&Path>, needs_standby: bool) -> Result<Self, String> {
        const FORM: &str = "it must be postgres://USER:PASSWORD@HOST/DATABASE";
        if !url.starts_with("postgres://") && !url.starts_with("postgresql://") {
            return Err(FORM.to_owned());
        }
        // The words of the library may repeat a part of it.
        let mut config: Config = url.parse().map_err(|_| FORM.to_owned())?;
        if config.get_hosts().is_empty() || config.get_dbname().is_none() {
            return Err(FORM.to_owned());
        }
        // Where both are given, the address is the one that is gone to.
        let is_near = config.get_hosts().iter().all(is_this_machine)
            && config.get_hostaddrs().iter().all(IpAddr::is_loopback);
        let tls = (ca.is_some() || !is_near).then(|| tls(ca)).transpose()?;
        limit(&mut config);
        config.ssl_mode(if tls.is_some() { SslMode::Require } else { SslMode::Disable });
        Ok(Self { config, tls, needs_standby, answers: Arc::default() })
    }

    /// The number of answers so far, be it that a connection failed: as long as it does not grow, somebody waits in vain.
    #[must_use]
    pub fn answers(&self) -> u64 {
        self.answers.load(Ordering::Relaxed)
    }

    /// Counts an answer.
    pub(super) fn has_answered(&self) {
        self.answers.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) const fn needs_standby(&self) -> bool {
        self.needs_standby
    }

    /// A connection to the server that can be written to. One that hangs holds nobody up: all are asked at once, and
    /// none for longer than a while.
    pub(super) fn connect(&self) -> Result<Connected, LogError> {
        let (found, all) = mpsc::channel();
        for at in 0..self.config.get_hosts().len() {
            let (address, config, found) = (self.clone(), self.alone(at), found.clone());
            let look = move || {
                // Whoever waited may have found another one.
                let _ = found.send(address.connect_to_primary(config));
            };
            let thread = thread::Builder::new().name("database".into()).spawn(look);
            thread
                .map_err(|error| LogError::Away(format!("no thread to connect with: {error}")))?;
        }
        drop(found);
        let mut why = LogError::Away("no answer".to_owned());
        while let Ok(answer) = all.recv_timeout(CONNECT) {
            self.has_answered();
            match answer {
                Ok(connected) => return Ok(connected),
                // Of several reasons, the one that its owner can do something about.
                Err(error) if !matches!(why, LogError::Refused(_)) => why = error,
                Err(_) => {}
            }
        }
        self.has_answered();
        Err(why)
    }

    fn connect_to_primary(&self, config: Config) -> Result<Connected, LogError> {
        let mut connected = self.connect_by(config)?;
        let asked = connected.client.query_one("SELECT pg_is_in_recovery()", &[])?;
        if asked.get(0) {
            return Err(LogError::Away("none of its servers can be written to".to_owned()));
        }
        Ok(connected)
    }

    fn connect_by(&self, mut config: Config) -> Result<Connected, LogError> {
        let warned = Arc::new(AtomicBool::new(false));
        let heard = Arc::clone(&warned);
        config.notice_callback(move |notice| {
            if matches!(notice.parsed_severity(), Some(Severity::Warning)) {
                heard.store(true, Ordering::Relaxed);
            }
        });
        let client = match &self.tls {
            Some(tls) => config.connect(tls.clone()),
            None => config.connect(NoTls),
        };
        Ok(Connected { client: client?, warned })
    }

    /// How many of the servers can be written to, as far as they answer: more than one is no cluster any more.
    pub(super) fn writable(&self) -> usize {
        let n = self.config.get_hosts().len();
        if n < 2 {
            return n;
        }
        let (found, all) = mpsc::channel();
        for at in 0..n {
            let (address, config, found) = (self.clone(), self.alone(at), found.clone());
            let look = move || {
                let _ = found.send(address.connect_to_primary(config).is_ok());
            };
            // Where the system has no thread to spare, nothing is known of this one.
            drop(thread::Builder::new().name("database".into()).spawn(look));
        }
        drop(found);
        let answers = iter::from_fn(|| all.recv_timeout(LOOK).ok());
        answers.filter(|is_so| *is_so).count()
    }

    /// The same for one of the servers alone.
    fn alone(&self, at: usize) -> Config {
        let mut one = Config::new();
        let all = &self.config;
        if let Some(user) = all.get_user() {
            one.user(user);
        }
        if let Some(password) = all.get_password() {
            one.password(password);
        }
        if let Some(options) = all.get_options() {
            one.options(options);
        }
        if let Some(name) = all.get_dbname() {
            one.dbname(name);
        }
        match &all.get_hosts()[at] {
            Host::Tcp(host) => one.host(host),
            Host::Unix(path) => one.host_path(path),
        };
        if let Some(address) = all.get_hostaddrs().get(at) {
            one.hostaddr(*address);
        }
        let ports = all.get_ports();
        if let Some(port) = ports.get(at).or_else(|| ports.first()) {
            one.port(*port);
        }
        limit(&mut one);
        one.ssl_mode(all.get_ssl_mode());
        one
    }
}

impl fmt::Debug for LogAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hosts = self.config.get_hosts();
        f.debug_struct("LogAddress").field("hosts", &hosts).finish_non_exhaustive()
    }
}

/// Sets by when a dead server has to be found.
fn limit(config: &mut Config) {
    config
        .application_name("martian-cake")
        .connect_timeout(CONNECT)
        .tcp_user_timeout(UNACKNOWLEDGED)
        .keepalives(true)
        .keepalives_idle(SILENT)
        .keepalives_interval(ASKED_EVERY)
        .keepalives_retries(ASKED);
}

/// Returns `true` if what is sent there does not leave this machine.
fn is_this_machine(host: &Host) -> bool {
    match host {
        Host::Unix(_) => true,
        Host::Tcp(name) => {
            name == "localhost" || name.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
        }
    }
}

/// TLS that verifies the server's name.
fn tls(ca: Option<&Path>) -> Result<MakeRustlsConnect, String> {
    let mut roots = RootCertStore::empty();
    match ca {
        None => roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned()),
        Some(file) => {
            let unread = |error: &dyn fmt::Display| format!("{}: {error}", file.display());
            let all = CertificateDer::pem_file_iter(file).map_err(|error| unread(&error))?;
            for one in all {
                roots.add(one.map_err(|error| unread(&error))?).map_err(|error| unread(&error))?;
            }
            if roots.is_empty() {
                return Err(unread(&"there is no certificate in it"));
            }
        }
    }
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| error.to_string())?;
    Ok(MakeRustlsConnect::new(config.with_root_certificates(roots).with_no_client_auth()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_part_of_a_url_is_shown() {
        let url = "postgres://cake:hush-hush@db.example.org,127.0.0.1/games";
        let address = LogAddress::new(url, None, true).unwrap();
        let shown = format!("{address:?}");
        assert!(!shown.contains("hush"), "{shown}");
        for wrong in [
            "postgres://cake:hush-hush@/games",
            "mysql://hush-hush",
            "postgres://a:hush-hush@b:c/d",
        ] {
            let error = LogAddress::new(wrong, None, true).unwrap_err();
            assert!(!error.contains("hush"), "{error}");
        }
    }

    #[test]
    fn only_this_machine_goes_without_tls() {
        let mode = |hosts: &str| {
            let address = LogAddress::new(&format!("postgres://a@{hosts}/d"), None, true).unwrap();
            address.config.get_ssl_mode()
        };
        for near in
            ["localhost", "127.0.0.1:5433", "[::1]", "%2Frun%2Fpostgresql", "localhost,127.0.0.2"]
        {
            assert_eq!(mode(near), SslMode::Disable, "{near}");
        }
        for far in [
            "db",
            "10.0.0.1",
            "localhost/d?hostaddr=10.0.0.1&application_name=",
            "localhost,10.0.0.1",
            "localhost.example.org",
        ] {
            assert_eq!(mode(far), SslMode::Require, "{far}");
        }
    }
}
