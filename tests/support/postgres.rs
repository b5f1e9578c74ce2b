//! Real PostgreSQL servers, which end with the test program however that ends.
//!
//! Each has a password, so that a test can look for it where it does not belong. PostgreSQL does not run as root: there
//! the servers are `nobody`'s. What is committed is not synced, since no test takes the power away.
#![allow(dead_code, reason = "each of the test programs that include this needs a part of it")]

use std::{
    env, fs,
    io::{BufRead as _, BufReader, Write as _},
    net::TcpListener,
    os::unix::{
        fs::{MetadataExt as _, chown},
        process::CommandExt as _,
    },
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    sync::{
        OnceLock,
        atomic::{AtomicU32, Ordering::Relaxed},
    },
    thread,
    time::Duration,
};

use postgres::{Client, NoTls};

/// If this is set, a machine without PostgreSQL fails the tests.
const REQUIRE: &str = "MARTIAN_CAKE_REQUIRE_POSTGRES";

/// The password of every server.
pub(crate) const PASSWORD: &str = "hush-hush-0815";

/// The name by which a standby is known to its primary.
pub(crate) const STANDBY: &str = "standby";

/// Has a server read its settings again.
const RELOAD: &str = "SELECT pg_reload_conf()";

/// How often something is looked for, and how many times: a minute, on a busy machine.
const PAUSE: Duration = Duration::from_millis(20);
const PATIENCE: usize = 3_000;

/// How often a server is started until it has a port.
const MOST_STARTS: usize = 20;

/// Runs a server in the folder `$0`. When the test program ends, or closes its end of the pipe, the server ends and the
/// folder goes; a line on the pipe leaves both alone. The number of the process is said first.
const KEEPER: &str = r#"
exec 3<&0
"$@" >>"$0/log" 2>&1 3<&- &
server=$!
echo "$server"
(
    read -r _ <&3 && exit
    kill -QUIT "$server"
    while kill -0 "$server"; do sleep 0.05; done
    rm -rf "$0"
) >/dev/null 2>&1 &
wait "$server"
"#;

/// A server with its own data.
pub(crate) struct Server {
    folder: PathBuf,
    port: u16,
    settings: Vec<String>,
    /// `None` while it is down.
    running: Option<Running>,
}

/// The processes of a server that is up.
struct Running {
    keeper: Child,
    postmaster: u32,
}

impl Server {
    /// Starts a server of its own with these settings, such as `max_connections=9`. `None`, and loudly so, where
    /// PostgreSQL is not installed.
    pub(crate) fn start(settings: &[&str]) -> Option<Self> {
        programs()?;
        let folder = new_folder();
        fs::write(folder.join("password"), PASSWORD).expect("a file for the password");
        let (data, password) = (path(&folder, "data"), path(&folder, "password"));
        let pwfile = format!("--pwfile={password}");
        // The password itself is sent, which costs less than proofs of it.
        let auth = ["-A", "password", "-U", "postgres", &pwfile];
        run("initdb", &[&["--no-sync", "--no-instructions", "-E", "UTF8", "-D", &data][..], &auth]);
        let mut server = Self {
            folder,
            port: 0,
            settings: settings.iter().map(|&setting| setting.to_owned()).collect(),
            running: None,
        };
        server.up();
        Some(server)
    }

    /// The server that all tests of a program have together, for those that do no harm to it.
    pub(crate) fn shared() -> Option<&'static Self> {
        static SHARED: OnceLock<Option<Server>> = OnceLock::new();
        SHARED.get_or_init(|| Self::start(&[])).as_ref()
    }

    /// The URL of a new and empty database.
    pub(crate) fn database(&self) -> String {
        static NEXT: AtomicU32 = AtomicU32::new(1);
        let name = format!("test_{}", NEXT.fetch_add(1, Relaxed));
        self.admin().batch_execute(&format!("CREATE DATABASE {name}")).expect("a new database");
        self.url(&name)
    }

    /// The URL of a database of this server; one of its primary is here too.
    pub(crate) fn url(&self, database: &str) -> String {
        format!("postgres://postgres:{PASSWORD}@{}/{database}", self.host())
    }

    /// Its address, as it stands in URLs.
    pub(crate) fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// A connection to the database of this URL.
    pub(crate) fn client(&self, url: &str) -> Client {
        Client::connect(url, NoTls).expect("a connection")
    }

    /// A connection to a database that no test uses.
    pub(crate) fn admin(&self) -> Client {
        self.client(&self.url("postgres"))
    }

    /// The words of the server's own log.
    pub(crate) fn log(&self) -> String {
        fs::read_to_string(self.folder.join("log")).unwrap_or_default()
    }

    /// Kills it with all its processes, as it were by a loss of the machine. Its data and its port stay.
    pub(crate) fn crash(&mut self) {
        let Some(mut running) = self.running.take() else { return };
        let ended = [running.postmaster].into_iter().chain(children(running.postmaster));
        let ended: Vec<u32> = ended.collect();
        ended.iter().for_each(|&process| kill(process));
        running.leave();
        wait_until("all of a server's processes have ended", || {
            ended.iter().all(|&process| parent(process).is_none())
        });
    }

    /// Starts it again after a crash.
    pub(crate) fn restart(&mut self) {
        self.crash();
        for _ in 0..MOST_STARTS {
            if self.has_begun() {
                return;
            }
            thread::sleep(PAUSE);
        }
        panic!("the server does not start again:\n{}", self.log());
    }

    /// A second server that follows this one. From now on a commit waits for it.
    pub(crate) fn standby(&self) -> Self {
        let folder = new_folder();
        let from = format!(
            "host=127.0.0.1 port={} user=postgres password={PASSWORD} application_name={STANDBY}",
            self.port
        );
        let data = path(&folder, "data");
        run("pg_basebackup", &[&["--no-sync", "-c", "fast", "-R", "-D", &data, "-d", &from]]);
        let mut standby = Self { folder, port: 0, settings: self.settings.clone(), running: None };
        standby.up();
        let mut admin = self.admin();
        let named = format!("ALTER SYSTEM SET synchronous_standby_names = '{STANDBY}'");
        admin.batch_execute(&named).expect("a setting");
        admin.batch_execute(RELOAD).expect("the settings are read");
        wait_until("commits wait for the standby", || {
            let asked = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'";
            admin.query_one(asked, &[]).expect("an answer").get::<_, i64>(0) == 1
        });
        standby
    }

    /// Makes a standby a server that can be written to, which waits for nobody.
    pub(crate) fn promote(&self) {
        let promoted = self.admin().query_one("SELECT pg_promote()", &[]).expect("an answer");
        assert!(promoted.get::<_, bool>(0), "the standby was not promoted:\n{}", self.log());
    }

    /// Has a standby hear no more of its primary, whose commits wait from now on.
    pub(crate) fn cut_off(&self) {
        let mut admin = self.admin();
        admin.batch_execute("ALTER SYSTEM SET primary_conninfo = ''").expect("a setting");
        admin.batch_execute(RELOAD).expect("the settings are read");
        wait_until("the standby hears nothing", || {
            let asked = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'walreceiver'";
            admin.query_one(asked, &[]).expect("an answer").get::<_, i64>(0) == 0
        });
    }

    /// Starts it for the first time, at a port that nobody else has.
    fn up(&mut self) {
        for _ in 0..MOST_STARTS {
            self.port = free_port();
            if self.has_begun() {
                return;
            }
        }
        panic!("the server does not start:\n{}", self.log());
    }

    /// Starts it, and waits until it answers. Returns `false` if it ends instead, as where its port is taken.
    fn has_begun(&mut self) -> bool {
        let mut running = Running::new(&self.folder, self.port, &self.settings);
        for _ in 0..PATIENCE {
            if Client::connect(&self.url("postgres"), NoTls).is_ok() {
                self.running = Some(running);
                return true;
            }
            if running.keeper.try_wait().expect("its state").is_some() {
                running.leave();
                return false;
            }
            thread::sleep(PAUSE);
        }
        panic!("the server does not answer:\n{}", self.log());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        match self.running.take() {
            Some(mut running) => {
                drop(running.keeper.stdin.take());
                drop(running.keeper.wait());
            }
            None => drop(fs::remove_dir_all(&self.folder)),
        }
    }
}

impl Running {
    fn new(folder: &Path, port: u16, settings: &[String]) -> Self {
        let (port, data) = (format!("port={port}"), path(folder, "data"));
        let usual = [
            &*port,
            "listen_addresses=127.0.0.1",
            "unix_socket_directories=",
            "fsync=off",
            "shared_buffers=8MB",
            "max_wal_senders=4",
        ];
        let settings = usual.into_iter().chain(settings.iter().map(String::as_str));
        let mut keeper = of_nobody(Command::new("sh"))
            // A signal to all that the test program has started must not take the keeper before the server.
            .process_group(0)
            .args(["-c", KEEPER])
            .arg(folder)
            .arg(program("postgres"))
            .args(["-D", &data])
            .args(settings.flat_map(|setting| ["-c", setting]))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("a shell starts");
        let mut said = String::new();
        BufReader::new(keeper.stdout.take().expect("it has a stdout"))
            .read_line(&mut said)
            .expect("a line");
        Self { keeper, postmaster: said.trim().parse().expect("the number of a process") }
    }

    /// Lets its keeper go without an effect on the data of a server that has ended.
    fn leave(&mut self) {
        let mut pipe = self.keeper.stdin.take().expect("it has a stdin");
        pipe.write_all(b"leave\n").expect("its keeper reads");
        drop(pipe);
        self.keeper.wait().expect("its keeper ends");
    }
}

/// Waits until this is so.
pub(crate) fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    for _ in 0..PATIENCE {
        if is_so() {
            return;
        }
        thread::sleep(PAUSE);
    }
    panic!("never so: {what}");
}

/// The folder of PostgreSQL's programs; `None`, and loudly so, where it is not installed.
fn programs() -> Option<&'static Path> {
    static PROGRAMS: OnceLock<Option<PathBuf>> = OnceLock::new();
    let found = PROGRAMS.get_or_init(found_programs).as_deref();
    if found.is_none() {
        assert!(env::var_os(REQUIRE).is_none(), "{REQUIRE} is set, but there is no PostgreSQL");
        // Standard error itself: the test program keeps back what `eprintln!` says in a test that passes.
        let said =
            "\n*** SKIPPED: no PostgreSQL (initdb), so the tests of a shared log did not run ***\n";
        drop(std::io::stderr().write_all(said.as_bytes()));
    }
    found
}

fn found_programs() -> Option<PathBuf> {
    let has_all = |folder: &PathBuf| {
        ["initdb", "postgres", "pg_basebackup"].iter().all(|name| folder.join(name).is_file())
    };
    // Debian puts each version into a folder of its own, outside of the path.
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut versions: Vec<(u32, PathBuf)> = versions
        .filter_map(|entry| {
            Some((entry.file_name().to_str()?.parse().ok()?, entry.path().join("bin")))
        })
        .collect();
    versions.sort();
    let in_path: Vec<PathBuf> =
        env::var_os("PATH").map(|path| env::split_paths(&path).collect()).unwrap_or_default();
    in_path.into_iter().chain(versions.into_iter().rev().map(|(_, bin)| bin)).find(has_all)
}

fn program(name: &str) -> PathBuf {
    programs().expect("PostgreSQL is installed").join(name)
}

/// Runs one of PostgreSQL's programs to its end.
fn run(name: &str, args: &[&[&str]]) {
    let mut command = of_nobody(Command::new(program(name)));
    let Output { status, stdout, stderr } =
        command.args(args.concat()).stdin(Stdio::null()).output().expect("it starts");
    let said = String::from_utf8_lossy(&stdout) + String::from_utf8_lossy(&stderr);
    assert!(status.success(), "{name}: {status}\n{said}");
}

/// Has a command run as `nobody` if this is root.
fn of_nobody(mut command: Command) -> Command {
    if let Some((user, group)) = nobody() {
        command.uid(user).gid(group);
    }
    // Where the tests are need not be open to everybody.
    command.current_dir("/");
    command
}

/// The user and group of `nobody`; `None` if this is not root.
fn nobody() -> Option<(u32, u32)> {
    if fs::metadata("/proc/self").expect("this process").uid() != 0 {
        return None;
    }
    let users = fs::read_to_string("/etc/passwd").expect("the users");
    let line = users.lines().find(|line| line.starts_with("nobody:")).expect("there is a nobody");
    let number = |at: usize| line.split(':').nth(at).and_then(|field| field.parse().ok());
    Some((number(2).expect("a user"), number(3).expect("a group")))
}

/// A new folder for a server.
fn new_folder() -> PathBuf {
    let folder = tempfile::Builder::new().prefix("postgres-").tempdir().expect("a folder").keep();
    if let Some((user, group)) = nobody() {
        chown(&folder, Some(user), Some(group)).expect("nobody gets it");
    }
    folder
}

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).into_os_string().into_string().expect("a path of UTF-8")
}

/// A port that nobody has, below those that the system gives to connections: none of these takes it while a server is
/// down.
pub(crate) fn free_port() -> u16 {
    let ports = (0..PATIENCE).map(|_| rand::random_range(10_000..32_000));
    let mut free = ports.filter(|&port| TcpListener::bind(("127.0.0.1", port)).is_ok());
    free.next().expect("a free port")
}

fn kill(process: u32) {
    // It may have ended.
    let script = format!("kill -KILL {process} 2>/dev/null");
    Command::new("sh").args(["-c", &script]).status().expect("a shell starts");
}

/// The parent of a process; `None` if it has ended.
fn parent(process: u32) -> Option<u32> {
    let told = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let mut fields = told.rsplit_once(") ")?.1.split(' ');
    fields.next().filter(|&state| state != "Z")?;
    fields.next()?.parse().ok()
}

fn children(of: u32) -> Vec<u32> {
    let all = fs::read_dir("/proc").expect("the processes").flatten();
    let numbers = all.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    numbers.filter(|&process| parent(process) == Some(of)).collect()
}
