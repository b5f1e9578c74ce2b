//! Every setting, read once from the environment and `.env`.
//!
//! The environment takes precedence over the file, and an empty value counts as unset. A wrong value
//! keeps the program from starting: the message names the setting, what was read (never a secret)
//! and what is allowed.

use std::{
    collections::BTreeMap,
    ffi::OsString,
    fmt,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
    thread::available_parallelism,
};

use discord::DiscordToken;
use host::Operator;
use store::BackupFolder;
use tracing_subscriber::filter::Targets;

use crate::shared_log::LogAddress;

/// The settings of a run. `Debug` hides the token.
#[derive(Clone)]
pub(crate) struct Config {
    /// `DISCORD_TOKEN`, or what the file holds that `DISCORD_TOKEN_FILE` names: the bot's token; without one the program
    /// can only serve the local page.
    pub(crate) discord_token: Option<DiscordToken>,
    /// `DISCORD_API_URL`: a server to use in place of Discord's, for tests and compatible servers.
    pub(crate) discord_api_url: Option<String>,
    /// `COMMAND_PREFIX`: the text before commands in a public channel, `!` by default.
    pub(crate) command_prefix: String,
    /// `DATABASE_PATH`: the database file, `data/martian-cake.db` by default.
    pub(crate) database_path: PathBuf,
    /// `DATABASE_URL`, with `DATABASE_CA` and `DATABASE_STANDBY`: the server of the log that several processes share;
    /// `None` for a process that has its games to itself.
    pub(crate) log_address: Option<LogAddress>,
    /// `BACKUP_DIR`: the folder of the daily backups, by default `backups` beside the database; `None`
    /// if it is `off`.
    pub(crate) backup_dir: Option<PathBuf>,
    /// `BACKUP_KEEP`: how many daily backups are kept, 7 by default.
    pub(crate) backup_keep: usize,
    /// `LOCAL_LISTEN`: where the local page is served, `127.0.0.1:8080` by default.
    pub(crate) local_listen: SocketAddr,
    /// `BOT_THREADS`: how many searches run at the same time, at least 1. The default is one less
    /// than the number of cores.
    pub(crate) bot_threads: usize,
    /// `OWNER_NAME`, `OWNER_CONTACT`, `PRIVACY_URL`, `TERMS_URL`, `SUPPORT_URL`: whoever runs the bot, as people are
    /// told of them.
    pub(crate) operator: Operator,
    /// `OWNER_IDS`: the ids of the people who own the bot, beside those whom Discord tells.
    pub(crate) owner_ids: Vec<String>,
    /// `HEALTH_LISTEN`: where monitors are told how the program is; `None` for nowhere.
    pub(crate) health_listen: Option<SocketAddr>,
    /// `RUST_LOG`: what is logged, by level and module.
    pub(crate) log: Targets,
    /// `LOG_FORMAT`: the form of the log.
    pub(crate) log_format: LogFormat,
}

/// The form of the log's lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LogFormat {
    /// For people.
    Text,
    /// For programs: one object of JSON a line.
    Json,
}

impl fmt::Debug for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Config")
            .field("discord_token", &self.discord_token)
            .field("discord_api_url", &self.discord_api_url)
            .field("command_prefix", &self.command_prefix)
            .field("database_path", &self.database_path)
            .field("log_address", &self.log_address)
            .field("backup_dir", &self.backup_dir)
            .field("backup_keep", &self.backup_keep)
            .field("local_listen", &self.local_listen)
            .field("bot_threads", &self.bot_threads)
            .field("operator", &self.operator)
            .field("owner_ids", &self.owner_ids)
            .field("health_listen", &self.health_listen)
            .field("log", &self.log.to_string())
            .field("log_format", &self.log_format)
            .finish()
    }
}

/// The name of a setting and its default, as `.env.example` lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Setting {
    /// Its name in the environment and in `.env`.
    pub(crate) name: &'static str,
    /// Its default value; empty where there is none or where it depends on the machine.
    pub(crate) default: &'static str,
}

const DISCORD_TOKEN: Setting = Setting { name: "DISCORD_TOKEN", default: "" };
const DISCORD_TOKEN_FILE: Setting = Setting { name: "DISCORD_TOKEN_FILE", default: "" };
const DISCORD_API_URL: Setting = Setting { name: "DISCORD_API_URL", default: "" };
const COMMAND_PREFIX: Setting = Setting { name: "COMMAND_PREFIX", default: "!" };
const DATABASE_PATH: Setting = Setting { name: "DATABASE_PATH", default: "data/martian-cake.db" };
pub(crate) const DATABASE_URL: Setting = Setting { name: "DATABASE_URL", default: "" };
const DATABASE_CA: Setting = Setting { name: "DATABASE_CA", default: "" };
const DATABASE_STANDBY: Setting = Setting { name: "DATABASE_STANDBY", default: "" };
const BACKUP_DIR: Setting = Setting { name: "BACKUP_DIR", default: "" };
const BACKUP_KEEP: Setting = Setting { name: "BACKUP_KEEP", default: "7" };
const LOCAL_LISTEN: Setting = Setting { name: "LOCAL_LISTEN", default: "127.0.0.1:8080" };
const BOT_THREADS: Setting = Setting { name: "BOT_THREADS", default: "" };
const OWNER_NAME: Setting = Setting { name: "OWNER_NAME", default: "" };
const OWNER_CONTACT: Setting = Setting { name: "OWNER_CONTACT", default: "" };
const PRIVACY_URL: Setting = Setting { name: "PRIVACY_URL", default: "" };
const TERMS_URL: Setting = Setting { name: "TERMS_URL", default: "" };
const SUPPORT_URL: Setting = Setting { name: "SUPPORT_URL", default: "" };
const OWNER_IDS: Setting = Setting { name: "OWNER_IDS", default: "" };
// The libraries log only what goes wrong; the program itself logs what it does.
const RUST_LOG: Setting = Setting { name: "RUST_LOG", default: "warn,martian_cake=info" };

const LOG_FORMAT: Setting = Setting { name: "LOG_FORMAT", default: "text" };
pub(crate) const HEALTH_LISTEN: Setting = Setting { name: "HEALTH_LISTEN", default: "" };

/// Every setting, in the order of `.env.example`.
#[cfg(test)]
pub(crate) const SETTINGS: [Setting; 21] = [
    DISCORD_TOKEN,
    DISCORD_TOKEN_FILE,
    DISCORD_API_URL,
    COMMAND_PREFIX,
    DATABASE_PATH,
    DATABASE_URL,
    DATABASE_CA,
    DATABASE_STANDBY,
    BACKUP_DIR,
    BACKUP_KEEP,
    LOCAL_LISTEN,
    BOT_THREADS,
    OWNER_NAME,
    OWNER_CONTACT,
    PRIVACY_URL,
    TERMS_URL,
    SUPPORT_URL,
    OWNER_IDS,
    HEALTH_LISTEN,
    RUST_LOG,
    LOG_FORMAT,
];

/// The longest command prefix, in characters: people have to type it.
const MAX_PREFIX: usize = 5;

/// The greatest number of threads: more than any machine for this program has, so that a greater
/// number must be a typing mistake.
const MAX_BOT_THREADS: usize = 256;

/// The greatest number of daily backups: ten years of them.
const MAX_BACKUPS: usize = 3_660;

/// A setting that cannot be used. The message is for whoever started the program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub(crate) struct ConfigError(String);

impl Config {
    /// Reads the environment, and `.env` in the current folder where there is one.
    ///
    /// # Errors
    /// [`ConfigError`] names the first setting that is wrong.
    pub(crate) fn load() -> Result<Self, ConfigError> {
        let file = match std::fs::read(".env") {
            Ok(bytes) => read_env_file(&bytes)?,
            Err(err) if err.kind() == std::io::ErrorKind::NotFound => BTreeMap::new(),
            Err(err) => return Err(ConfigError(format!(".env cannot be read: {err}"))),
        };
        Self::from_lookup(|name| {
            let set = std::env::var_os(name).filter(|value| !value.is_empty());
            set.or_else(|| file.get(name).map(OsString::from))
        })
    }

    /// The folder of the backups, also where none are made any more.
    pub(crate) fn backup_folder(&self) -> BackupFolder {
        let database = &self.database_path;
        let folder = self.backup_dir.clone().unwrap_or_else(|| usual_backup_dir(database));
        BackupFolder::new(folder, database, self.backup_keep)
    }

    /// Makes the settings from what `lookup` returns for each name.
    ///
    /// # Errors
    /// [`ConfigError`] names the first setting that is wrong.
    pub(crate) fn from_lookup(
        lookup: impl Fn(&str) -> Option<OsString>,
    ) -> Result<Self, ConfigError> {
        let read = |setting: Setting| match lookup(setting.name) {
            Some(value) => match value.into_string() {
                Ok(text) if text.trim().is_empty() => Ok(setting.default.to_owned()),
                Ok(text) => Ok(text.trim().to_owned()),
                Err(_) => Err(ConfigError(format!("{} is not UTF-8 text", setting.name))),
            },
            None => Ok(setting.default.to_owned()),
        };
        let present = |text: String| (!text.is_empty()).then_some(text);
        let address = |setting: Setting| {
            present(read(setting)?).map(|text| web_address(setting, text)).transpose()
        };
        let database_path = PathBuf::from(read(DATABASE_PATH)?);
        Ok(Self {
            log_address: log_address(
                &read(DATABASE_URL)?,
                present(read(DATABASE_CA)?).as_deref(),
                &read(DATABASE_STANDBY)?,
            )?,
            backup_dir: backup_dir(&read(BACKUP_DIR)?, &database_path),
            backup_keep: number(BACKUP_KEEP, &read(BACKUP_KEEP)?, MAX_BACKUPS)?,
            discord_token: match (read(DISCORD_TOKEN)?, read(DISCORD_TOKEN_FILE)?) {
                (told, file) if file.is_empty() => {
                    present(told).map(|told| token(DISCORD_TOKEN, told)).transpose()?
                }
                (told, file) if told.is_empty() => Some(token_in(&file)?),
                _ => return Err(two_tokens()),
            },
            discord_api_url: address(DISCORD_API_URL)?,
            command_prefix: prefix(read(COMMAND_PREFIX)?)?,
            database_path,
            local_listen: listen(LOCAL_LISTEN, &read(LOCAL_LISTEN)?, LOCAL_LISTEN.default)?,
            bot_threads: bot_threads(&read(BOT_THREADS)?)?,
            operator: Operator {
                name: present(read(OWNER_NAME)?),
                contact: present(read(OWNER_CONTACT)?),
                privacy_url: address(PRIVACY_URL)?,
                terms_url: address(TERMS_URL)?,
                support_url: address(SUPPORT_URL)?,
            },
            owner_ids: owner_ids(&read(OWNER_IDS)?)?,
            health_listen: match &*read(HEALTH_LISTEN)? {
                text if is_off(text) => None,
                text => Some(listen(HEALTH_LISTEN, text, "127.0.0.1:9464")?),
            },
            log: log_filter(&read(RUST_LOG)?)?,
            log_format: log_format(&read(LOG_FORMAT)?)?,
        })
    }
}

impl LogFormat {
    /// The form that the environment asks for, for what is said before the settings are read.
    pub(crate) fn of_environment() -> Self {
        let told = std::env::var(LOG_FORMAT.name).unwrap_or_default();
        log_format(told.trim()).unwrap_or(Self::Text)
    }
}

/// The settings that are missing without which people are not told who answers for a public bot, and by which papers.
pub(crate) fn missing_answers(operator: &Operator) -> Vec<&'static str> {
    let answers = [
        (OWNER_NAME, &operator.name),
        (OWNER_CONTACT, &operator.contact),
        (PRIVACY_URL, &operator.privacy_url),
        (TERMS_URL, &operator.terms_url),
    ];
    let missing = answers.iter().filter(|(_, answer)| answer.is_none());
    missing.map(|(setting, _)| setting.name).collect()
}

/// Reads an address to listen on, `127.0.0.1:8080`, `[::1]:8080` or `localhost:8080`.
///
/// # Errors
/// A clause that says what is allowed, to stand after a semicolon.
pub(crate) fn parse_listen(text: &str) -> Result<SocketAddr, String> {
    const ALLOWED: &str = "it must be an address of this machine, a colon and a port";
    let (host, port) = text.rsplit_once(':').ok_or(ALLOWED)?;
    if port.is_empty() || !port.bytes().all(|b| b.is_ascii_digit()) {
        return Err(ALLOWED.to_owned());
    }
    let port: u16 = port.parse().map_err(|_| "the port must be 0 to 65535")?;
    let host: IpAddr = match host {
        "localhost" => Ipv4Addr::LOCALHOST.into(),
        _ => {
            // An IPv6 address stands in brackets, so that its colons are not the port's.
            let inner = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
            match inner {
                Some(v6) => IpAddr::V6(v6.parse().map_err(|_| ALLOWED)?),
                None => IpAddr::V4(host.parse().map_err(|_| ALLOWED)?),
            }
        }
    };
    Ok(SocketAddr::new(host, port))
}

/// A setting that is an address to listen on.
fn listen(setting: Setting, text: &str, example: &str) -> Result<SocketAddr, ConfigError> {
    parse_listen(text).map_err(|allowed| wrong(setting, text, &allowed, example))
}

/// The error about a setting whose value, `read`, is not allowed.
fn wrong(setting: Setting, read: &str, allowed: &str, example: &str) -> ConfigError {
    let name = setting.name;
    ConfigError(format!("{name} is \"{}\"; {allowed}. Example: {name}={example}", shown(read)))
}

/// The form in which a message shows a value: its beginning, without anything that could garble a
/// terminal.
fn shown(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut shown: String = text
        .chars()
        .take(LONGEST)
        .map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c })
        .collect();
    if text.chars().count() > LONGEST {
        shown.push('…');
    }
    shown
}

/// The token in a file, as credentials of a service and secrets of a container come.
fn token_in(file: &str) -> Result<DiscordToken, ConfigError> {
    let name = DISCORD_TOKEN_FILE.name;
    let cannot = |error| format!("{name}: {} cannot be read: {error}", shown(file));
    let read = std::fs::read_to_string(file).map_err(|error| ConfigError(cannot(error)))?;
    let line = read.strip_suffix('\n').unwrap_or(&read);
    let line = line.strip_suffix('\r').unwrap_or(line);
    if line.is_empty() {
        return Err(ConfigError(format!("{name}: {} is empty; put the token in it", shown(file))));
    }
    token(DISCORD_TOKEN_FILE, line.to_owned())
}

fn two_tokens() -> ConfigError {
    let [told, file] = [DISCORD_TOKEN, DISCORD_TOKEN_FILE].map(|setting| setting.name);
    ConfigError(format!("{told} and {file} are both set; leave one of them out"))
}

fn token(setting: Setting, text: String) -> Result<DiscordToken, ConfigError> {
    // A token travels in a header. A slip in copying it (a line end, a quotation mark left over) is
    // easier to understand here than as a refusal by Discord.
    if text.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-".contains(&b)) {
        Ok(DiscordToken::new(text))
    } else {
        let (name, what) = match setting {
            DISCORD_TOKEN_FILE => (setting.name, "holds no token"),
            _ => (setting.name, "is not a token"),
        };
        Err(ConfigError(format!(
            "{name} {what} (what was read is not shown here); it must be letters, digits, \
             dots, dashes and underscores only. Copy it again from the Developer Portal, page Bot"
        )))
    }
}

/// The address of a page or a server.
fn web_address(setting: Setting, text: String) -> Result<String, ConfigError> {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let sound = rest.is_some_and(|rest| {
        !rest.is_empty()
            && !rest.starts_with('/')
            && rest.bytes().all(|b| b.is_ascii_graphic() && b != b'<' && b != b'>')
    });
    if sound {
        Ok(text)
    } else {
        let allowed = "it must begin with http:// or https:// and a host";
        Err(wrong(setting, &text, allowed, "https://discord.com"))
    }
}

fn prefix(text: String) -> Result<String, ConfigError> {
    let visible = |c: char| !c.is_whitespace() && !c.is_control() && c != '`';
    if text.chars().count() <= MAX_PREFIX && text.chars().all(visible) {
        Ok(text)
    } else {
        let allowed =
            format!("it must be 1 to {MAX_PREFIX} characters without spaces and backticks");
        Err(wrong(COMMAND_PREFIX, &text, &allowed, COMMAND_PREFIX.default))
    }
}

/// The address of a shared log. No message repeats the URL, which may hold a password.
fn log_address(
    url: &str,
    ca: Option<&str>,
    standby: &str,
) -> Result<Option<LogAddress>, ConfigError> {
    let needs_standby = match standby {
        "" => true,
        none if none.eq_ignore_ascii_case("none") => false,
        other => {
            let allowed = "it must be none, or be left out";
            return Err(wrong(DATABASE_STANDBY, other, allowed, "none"));
        }
    };
    if url.is_empty() {
        return Ok(None);
    }
    let address = LogAddress::new(url, ca.map(Path::new), needs_standby);
    address.map(Some).map_err(|what| {
        let (name, ca) = (DATABASE_URL.name, DATABASE_CA.name);
        ConfigError(format!(
            "{name} or {ca} cannot be used (what was read is not shown here): {what}"
        ))
    })
}

/// The folder of the backups where none is named.
fn usual_backup_dir(database: &Path) -> PathBuf {
    database.parent().unwrap_or(Path::new("")).join("backups")
}

/// Returns `true` for a word that leaves something out, or no word at all.
fn is_off(text: &str) -> bool {
    ["", "off", "none"].iter().any(|off| text.eq_ignore_ascii_case(off))
}

/// The folder of the backups; `None` for none.
fn backup_dir(text: &str, database: &Path) -> Option<PathBuf> {
    match text {
        "" => Some(usual_backup_dir(database)),
        off if is_off(off) => None,
        folder => Some(PathBuf::from(folder)),
    }
}

/// A setting that is a number from 1 on.
fn number(setting: Setting, text: &str, most: usize) -> Result<usize, ConfigError> {
    match text.parse() {
        Ok(n) if (1..=most).contains(&n) && text.bytes().all(|b| b.is_ascii_digit()) => Ok(n),
        _ => {
            let example = if setting.default.is_empty() { "2" } else { setting.default };
            let allowed = format!("it must be a number from 1 to {most}");
            Err(wrong(setting, text, &allowed, example))
        }
    }
}

/// Ids that are joined by commas.
fn owner_ids(text: &str) -> Result<Vec<String>, ConfigError> {
    let ids = text.split(',').map(str::trim).filter(|id| !id.is_empty());
    let ids: Vec<String> = ids.map(str::to_owned).collect();
    let is_id = |id: &String| !id.contains(|c: char| c.is_whitespace() || c.is_control());
    if ids.iter().all(is_id) {
        return Ok(ids);
    }
    let allowed = "it must be ids, joined by commas";
    Err(wrong(OWNER_IDS, text, allowed, "123456789012345678,234567890123456789"))
}

fn bot_threads(text: &str) -> Result<usize, ConfigError> {
    if text.is_empty() {
        // One core stays free for the host, so that a thinking bot never delays an answer.
        return Ok(available_parallelism().map_or(1, |n| n.get().saturating_sub(1).max(1)));
    }
    number(BOT_THREADS, text, MAX_BOT_THREADS)
}

/// The start of what the log calls a library of ours: `martian_cake_discord`.
const LOG_PREFIX: &str = "martian_cake";

/// A filter in which the names that the modules of the program had before they were libraries still
/// mean the same: `martian_cake::discord`, and `local` for the page.
///
/// `martian_cake` alone needs nothing: a filter holds for each target that begins with it.
fn with_present_names(text: &str) -> String {
    const RENAMED: [(&str, &str); 4] = [
        ("local", "page"),
        ("edition", "event"),
        ("tournament", "pairing"),
        ("opponents", "engine"),
    ];
    let directive = |directive: &str| {
        let old =
            directive.trim().strip_prefix(LOG_PREFIX).and_then(|rest| rest.strip_prefix("::"));
        let Some(rest) = old else { return directive.to_owned() };
        let end = rest.find([':', '=']).unwrap_or(rest.len());
        let (module, rest) = rest.split_at(end);
        if ["cli", "config"].contains(&module) {
            return directive.to_owned();
        }
        let name = RENAMED.iter().find(|(old, _)| *old == module).map_or(module, |(_, new)| new);
        format!("{LOG_PREFIX}_{name}{rest}")
    };
    text.split(',').map(directive).collect::<Vec<_>>().join(",")
}

fn log_filter(text: &str) -> Result<Targets, ConfigError> {
    with_present_names(text).parse().map_err(|_| {
        let allowed = "it must be levels (error, warn, info, debug, trace, off), alone or as \
                       module=level, joined by commas";
        wrong(RUST_LOG, text, allowed, RUST_LOG.default)
    })
}

fn log_format(text: &str) -> Result<LogFormat, ConfigError> {
    match text {
        text if text.eq_ignore_ascii_case("json") => Ok(LogFormat::Json),
        text if text.eq_ignore_ascii_case(LOG_FORMAT.default) => Ok(LogFormat::Text),
        text => Err(wrong(LOG_FORMAT, text, "it must be text or json", "json")),
    }
}

fn read_env_file(bytes: &[u8]) -> Result<BTreeMap<String, String>, ConfigError> {
    let text = std::str::from_utf8(bytes)
        .map_err(|_| ConfigError(".env is not UTF-8 text; save it as UTF-8".to_owned()))?;
    let text = text.trim_start_matches('\u{feff}');
    let mut settings = BTreeMap::new();
    for item in dotenvy::from_read_iter(text.as_bytes()) {
        match item {
            Ok((name, value)) => {
                settings.insert(name, value);
            }
            // The line itself may hold the token, so the message gives only its number.
            Err(dotenvy::Error::LineParse(line, _)) => {
                let read = line.lines().next().unwrap_or_default().trim();
                let at = text.lines().position(|line| line.trim().ends_with(read));
                let at = at.filter(|_| !read.is_empty());
                let at = at.map_or_else(String::new, |i| format!(", line {}", i + 1));
                return Err(ConfigError(format!(
                    ".env{at}: a line must be NAME=value; a value with spaces or special \
                     characters stands in single quotation marks"
                )));
            }
            Err(_) => return Err(ConfigError(".env cannot be read".to_owned())),
        }
    }
    Ok(settings)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(name: &str, value: &str) -> Result<Config, ConfigError> {
        Config::from_lookup(|asked| (asked == name).then(|| value.into()))
    }

    fn message(name: &str, value: &str) -> String {
        with(name, value).unwrap_err().to_string()
    }

    #[test]
    fn defaults() {
        let config = Config::from_lookup(|_| None).unwrap();
        assert!(config.discord_token.is_none() && config.discord_api_url.is_none());
        assert_eq!(config.command_prefix, "!");
        assert_eq!(config.database_path, PathBuf::from("data/martian-cake.db"));
        assert_eq!(config.backup_dir, Some(PathBuf::from("data/backups")));
        assert_eq!(config.backup_keep, 7);
        assert_eq!(config.local_listen.to_string(), "127.0.0.1:8080");
        assert!(config.bot_threads >= 1);
        assert!(config.health_listen.is_none() && config.log_format == LogFormat::Text);
    }

    #[test]
    fn backups_go_beside_the_database_or_where_they_are_told_or_nowhere() {
        let dir = |value: &str| with("BACKUP_DIR", value).unwrap().backup_dir;
        assert_eq!(dir("usb/copies"), Some(PathBuf::from("usb/copies")));
        assert!(["off", "Off", "none"].into_iter().all(|value| dir(value).is_none()));
        let beside = with("DATABASE_PATH", "elsewhere/games.db").unwrap().backup_dir;
        assert_eq!(beside, Some(PathBuf::from("elsewhere/backups")));
        let here = with("DATABASE_PATH", "games.db").unwrap().backup_dir;
        assert_eq!(here, Some(PathBuf::from("backups")));
        assert_eq!(with("BACKUP_KEEP", "30").unwrap().backup_keep, 30);
        assert_eq!(
            message("BACKUP_KEEP", "0"),
            "BACKUP_KEEP is \"0\"; it must be a number from 1 to 3660. Example: BACKUP_KEEP=7"
        );
    }

    #[test]
    fn empty_values_are_none() {
        for setting in SETTINGS {
            for empty in ["", "  "] {
                let config = with(setting.name, empty).unwrap();
                assert!(config.discord_token.is_none() && config.command_prefix == "!");
            }
        }
    }

    #[test]
    fn wrong_values_are_named_with_what_is_allowed() {
        assert_eq!(
            message("LOCAL_LISTEN", "127.0.0.1:80800"),
            "LOCAL_LISTEN is \"127.0.0.1:80800\"; the port must be 0 to 65535. \
             Example: LOCAL_LISTEN=127.0.0.1:8080"
        );
        assert_eq!(
            message("BOT_THREADS", "0"),
            "BOT_THREADS is \"0\"; it must be a number from 1 to 256. Example: BOT_THREADS=2"
        );
        assert_eq!(
            message("COMMAND_PREFIX", "a b"),
            "COMMAND_PREFIX is \"a b\"; it must be 1 to 5 characters without spaces and \
             backticks. Example: COMMAND_PREFIX=!"
        );
        assert!(message("DISCORD_API_URL", "discord.com").contains("http:// or https://"));
        assert!(message("RUST_LOG", "martian_cake=loud").starts_with("RUST_LOG is \"martian"));
        let long = message("BOT_THREADS", &"9\u{1b}".repeat(999));
        assert!(long.len() < 300 && !long.contains('\u{1b}'), "{long}");
    }

    #[test]
    fn owners_are_listed_with_commas() {
        assert_eq!(with("OWNER_IDS", " 12, 34,").unwrap().owner_ids, ["12", "34"]);
        assert!(
            message("OWNER_IDS", "12 34").starts_with("OWNER_IDS is \"12 34\"; it must be ids")
        );
    }

    #[test]
    fn monitors_are_told_at_an_address_and_logs_have_two_forms() {
        let listens = |text| with("HEALTH_LISTEN", text).unwrap().health_listen;
        assert_eq!(listens("[::]:9464"), Some("[::]:9464".parse().unwrap()));
        assert_eq!(listens("OFF"), None);
        assert_eq!(
            message("HEALTH_LISTEN", "9464"),
            "HEALTH_LISTEN is \"9464\"; it must be an address of this machine, a colon and a port. \
             Example: HEALTH_LISTEN=127.0.0.1:9464"
        );
        assert_eq!(with("LOG_FORMAT", "JSON").unwrap().log_format, LogFormat::Json);
        assert_eq!(
            message("LOG_FORMAT", "xml"),
            "LOG_FORMAT is \"xml\"; it must be text or json. Example: LOG_FORMAT=json"
        );
    }

    #[test]
    fn addresses() {
        for (good, same) in [
            ("127.0.0.1:0", "127.0.0.1:0"),
            ("localhost:80", "127.0.0.1:80"),
            ("[::1]:65535", "[::1]:65535"),
        ] {
            assert_eq!(parse_listen(good).unwrap().to_string(), same);
        }
        for bad in ["", ":", "8080", "::1:80", "[::1]", "[127.0.0.1]:80", "a:80", "1.2.3.4:+80"] {
            assert!(parse_listen(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_token_may_lie_in_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("token");
        let read = |held: &[u8]| {
            std::fs::write(&file, held).unwrap();
            with("DISCORD_TOKEN_FILE", file.to_str().unwrap())
        };
        for held in ["abc.def-1_2", "abc.def-1_2\n", "abc.def-1_2\r\n"] {
            let config = read(held.as_bytes()).unwrap();
            assert_eq!(config.discord_token.unwrap().reveal(), "abc.def-1_2", "{held:?}");
        }
        for (held, why) in [
            (&b"abc.def\n\n"[..], "holds no token"),
            (b"abc def", "holds no token"),
            (b"\n", "is empty"),
            (b"abc\xff", "cannot be read"),
        ] {
            let error = read(held).unwrap_err().to_string();
            assert!(error.contains(why) && !error.contains("abc"), "{error}");
        }
        std::fs::remove_file(&file).unwrap();
        assert!(message("DISCORD_TOKEN_FILE", file.to_str().unwrap()).contains("cannot be read"));
        let both =
            Config::from_lookup(|name| name.starts_with("DISCORD_TOKEN").then(|| "a".into()));
        let both = both.unwrap_err().to_string();
        assert_eq!(
            both,
            "DISCORD_TOKEN and DISCORD_TOKEN_FILE are both set; leave one of them out"
        );
    }

    #[test]
    fn the_token_is_never_shown() {
        let config = with("DISCORD_TOKEN", "abc.def-1_2").unwrap();
        assert_eq!(config.discord_token.as_ref().unwrap().reveal(), "abc.def-1_2");
        assert!(!format!("{config:?}").contains("abc"));
        assert!(!message("DISCORD_TOKEN", "abc def").contains("abc"));
        let file = read_env_file(b"A=1\nDISCORD_TOKEN=abc def\n").unwrap_err().to_string();
        assert!(file.starts_with(".env, line 2:") && !file.contains("abc"), "{file}");
    }

    #[test]
    fn old_names_in_log_filters_mean_the_same() {
        use tracing::Level;

        let shows = |filter: &str, target: &str| {
            with("RUST_LOG", filter).unwrap().log.would_enable(target, &Level::INFO)
        };
        for (filter, target) in [
            ("warn,martian_cake=info", "martian_cake_discord::sender"),
            ("martian_cake::discord=info", "martian_cake_discord::gateway::shard"),
            ("warn, martian_cake::discord::sender=info", "martian_cake_discord::sender"),
            ("martian_cake::local=debug", "martian_cake_page::socket"),
            ("martian_cake_host=info", "martian_cake_host::event_loop"),
            ("martian_cake::cli=info", "martian_cake::cli::output"),
        ] {
            assert!(shows(filter, target), "{filter} hides {target}");
        }
        assert!(!shows("martian_cake::discord=info", "martian_cake_host::event_loop"));
        assert!(!shows("martian_cake::discord::sender=info", "martian_cake_discord::queues"));
    }

    #[test]
    #[cfg(feature = "postgres")]
    fn the_servers_of_a_log_are_named_without_their_password() {
        let url = "postgres://cake:hush-hush@db1.example.org,db2.example.org/games";
        let with_url = |name: &str, value: &str| {
            Config::from_lookup(|asked| match asked {
                "DATABASE_URL" => Some(url.into()),
                _ => (asked == name).then(|| value.into()),
            })
        };
        let config = with_url("DATABASE_STANDBY", "").unwrap();
        let shown = format!("{config:?}");
        assert!(shown.contains("db2.example.org") && !shown.contains("hush"), "{shown}");
        assert!(with_url("DATABASE_STANDBY", "NONE").unwrap().log_address.is_some());
        for (name, value, why) in [
            ("DATABASE_STANDBY", "off", "DATABASE_STANDBY is \"off\"; it must be none"),
            ("DATABASE_CA", "/nowhere/ca.pem", "DATABASE_CA cannot be used"),
        ] {
            let error = with_url(name, value).unwrap_err().to_string();
            assert!(error.contains(why) && !error.contains("hush"), "{error}");
        }
        for wrong in ["mysql://cake:hush-hush@db/games", "postgres://cake:hush-hush@db"] {
            let error = message("DATABASE_URL", wrong);
            assert!(error.contains("postgres://USER") && !error.contains("hush"), "{error}");
        }
    }

    #[test]
    #[cfg(not(feature = "postgres"))]
    fn a_program_without_postgresql_says_so() {
        let error = message("DATABASE_URL", "postgres://cake:hush-hush@db/games");
        assert!(error.contains("built without PostgreSQL") && !error.contains("hush"), "{error}");
    }

    #[test]
    fn env_files() {
        let read = |text: &str| read_env_file(text.as_bytes());
        let settings = read("\u{feff}# note\r\nCOMMAND_PREFIX='%'\r\n\r\nBOT_THREADS=3").unwrap();
        assert_eq!(settings["COMMAND_PREFIX"], "%");
        assert_eq!(settings["BOT_THREADS"], "3");
        assert!(read_env_file(b"\xff=1").is_err());
    }

    #[test]
    fn the_example_file_lists_every_setting_with_its_default() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/.env.example");
        let text = std::fs::read_to_string(path).unwrap();
        let listed: Vec<(&str, &str)> = text
            .lines()
            .filter(|line| !line.starts_with('#') && !line.is_empty())
            .map(|line| line.split_once('=').unwrap())
            .collect();
        let known: Vec<(&str, &str)> = SETTINGS.iter().map(|s| (s.name, s.default)).collect();
        assert_eq!(listed, known);
        // Copied as it is, the file changes nothing.
        let file = read_env_file(text.as_bytes()).unwrap();
        let copied = Config::from_lookup(|name| file.get(name).map(OsString::from)).unwrap();
        let default = Config::from_lookup(|_| None).unwrap();
        assert_eq!(format!("{copied:?}"), format!("{default:?}"));
    }
}
