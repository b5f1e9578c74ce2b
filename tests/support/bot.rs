//! The program itself as a process that plays on the stand-in for Discord.

use std::{
    fs::{self, OpenOptions},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use super::stand_in::TOKEN;

/// The program as a bot, which is killed when this is dropped.
pub(crate) struct Bot {
    child: Child,
}

impl Bot {
    /// Starts it on a database, for the platform at this address. Its log goes on in a file beside the
    /// database.
    #[allow(dead_code, reason = "a benchmark does not use it")]
    pub(crate) fn start(database: &Path, url: &str) -> Self {
        Self::spawn(database, url, |_| ())
    }

    /// Does the same with this filter of the log.
    #[allow(dead_code, reason = "a benchmark does not use it")]
    pub(crate) fn logging(database: &Path, url: &str, filter: &str) -> Self {
        Self::spawn(database, url, |command| {
            command.env("RUST_LOG", filter);
        })
    }

    /// Does the same with these settings.
    #[allow(dead_code, reason = "a benchmark does not use it")]
    pub(crate) fn with_settings(database: &Path, url: &str, settings: &[(&str, &str)]) -> Self {
        Self::spawn(database, url, |command| {
            command.envs(settings.iter().copied());
        })
    }

    /// Starts it under strace, which leaves a table of the system calls at the end of the log. The service manager
    /// is at a socket.
    #[allow(dead_code, reason = "a benchmark does not use it")]
    pub(crate) fn traced(database: &Path, url: &str, manager: &Path) -> Self {
        // As its grandchild strace lets the program itself be asked to end.
        let mut strace = Command::new("strace");
        strace.args(["-D", "-f", "-c", env!("CARGO_BIN_EXE_martian-cake")]);
        Self::run(strace, database, url, |command| {
            command.env("NOTIFY_SOCKET", manager);
        })
    }

    fn spawn(database: &Path, url: &str, settle: impl FnOnce(&mut Command)) -> Self {
        Self::run(Command::new(env!("CARGO_BIN_EXE_martian-cake")), database, url, settle)
    }

    fn run(
        mut command: Command,
        database: &Path,
        url: &str,
        settle: impl FnOnce(&mut Command),
    ) -> Self {
        let log = OpenOptions::new().create(true).append(true).open(log_of(database));
        command
            .arg("discord")
            .env("DATABASE_PATH", database)
            .env("DISCORD_TOKEN", TOKEN)
            .env("DISCORD_API_URL", url)
            .current_dir(database.parent().expect("the database lies in a folder"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log.expect("a file for the log"));
        settle(&mut command);
        Self { child: command.spawn().expect("the program starts") }
    }

    /// The memory that it uses now, in kilobytes as the system counts them.
    #[allow(dead_code, reason = "a test does not use it")]
    pub(crate) fn resident(&self) -> u64 {
        let path = format!("/proc/{}/status", self.child.id());
        let status = fs::read_to_string(path).unwrap_or_default();
        let kilobytes = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        kilobytes.and_then(|line| line.trim().split(' ').next()?.parse().ok()).unwrap_or(0)
    }

    /// Asks it to end, and waits until it has; its exit code, if no signal has killed it.
    #[allow(dead_code, reason = "a benchmark does not use it")]
    pub(crate) fn stop(&mut self) -> Option<i32> {
        self.signal("TERM");
        self.ended()
    }

    /// Sends it a signal.
    #[allow(dead_code, reason = "a benchmark does not use it")]
    pub(crate) fn signal(&self, signal: &str) {
        let kill = Command::new("kill").args(["-s", signal, &self.child.id().to_string()]).status();
        assert!(kill.is_ok_and(|status| status.success()), "it gets its {signal}");
    }

    /// Waits until it has ended; its exit code, if no signal has killed it.
    #[allow(dead_code, reason = "a benchmark does not use it")]
    pub(crate) fn ended(&mut self) -> Option<i32> {
        self.child.wait().expect("it ends").code()
    }

    /// The code with which it has ended; `None` while it runs.
    #[allow(dead_code, reason = "a benchmark does not use it")]
    pub(crate) fn code(&mut self) -> Option<i32> {
        self.child.try_wait().expect("it can be asked").and_then(|status| status.code())
    }

    /// Kills it at once, by SIGKILL.
    pub(crate) fn kill(&mut self) {
        // A process that has ended by itself is just as dead.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Returns where the log of the program on a database is.
pub(crate) fn log_of(database: &Path) -> PathBuf {
    database.with_extension("log")
}
