//! `cargo xtask package`: the Debian package and the image of a container, both with the program of the profile
//! `dist`. What they are made of lies in `packaging/`; what is made lies in `target/package/`.

mod image;
mod licences;

use std::{
    env,
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;

use super::{cargo, is_success, printed, root};

/// The version of cargo-deb, which writes the Debian package, and is installed where it is missing.
const CARGO_DEB: &str = "3.8.0";

/// All that is handed out can also share its games with a second machine.
const FEATURES: &str = "--features=postgres";

/// The settings that the unit has already.
const SET_BY_UNIT: [&str; 3] = ["DISCORD_TOKEN", "DISCORD_TOKEN_FILE", "DATABASE_PATH"];
const HEAD_OF_SETTINGS: &str = "\
# Settings of the service martian-cake; `systemctl restart martian-cake` applies a change. An empty value
# means the default, which stands here behind each name. The token does not belong here, where everybody can
# read it, but into /etc/martian-cake/discord-token (owner root, mode 600).
";

/// Builds the program, the package and the image.
///
/// # Errors
/// The step that failed, or the tools that this machine lacks.
pub(crate) fn run() -> Result<(), String> {
    demand_tools()?;
    let metadata = metadata()?;
    let made = root().join("target/package");
    if made.exists() {
        fs::remove_dir_all(&made).map_err(|error| wrong(&made, &error))?;
    }
    fs::create_dir_all(&made).map_err(|error| wrong(&made, &error))?;
    licences::write_all(&metadata, &made)?;
    let example = read(&root().join(".env.example"))?;
    write(&made.join("martian-cake.env"), &settings(&example))?;
    write(&made.join("changelog"), &changelog(&metadata)?)?;
    cargo("package", |command| {
        command.args(["build", "--profile", "dist", "--locked", FEATURES, "--bin", "martian-cake"]);
    })?;
    debian_package(&made)?;
    let target = text(&metadata, "target_directory")?;
    image::make(&Path::new(target).join("dist/martian-cake"), &made)
}

/// A compiler for SQLite, and what finds the libraries that the package depends on.
const TOOLS: [&str; 3] = ["cc", "strip", "dpkg-shlibdeps"];

/// Makes sure that the machine has what cargo does not bring.
fn demand_tools() -> Result<(), String> {
    let missing: Vec<&str> = TOOLS.into_iter().filter(|tool| !is_installed(tool)).collect();
    match missing.is_empty() {
        true => Ok(()),
        false => Err(format!(
            "Not found: {}. On Debian they come by: apt-get install gcc libc6-dev dpkg-dev",
            missing.join(", ")
        )),
    }
}

/// Returns `true` if there is a program of this name where the shell looks for programs.
fn is_installed(tool: &str) -> bool {
    let folders = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&folders).any(|folder| folder.join(tool).is_file())
}

/// All packages that cargo has resolved for this machine.
fn metadata() -> Result<Value, String> {
    let version = Command::new("rustc").arg("-vV").output();
    let version = version.map_err(|error| format!("rustc did not start: {error}"))?.stdout;
    let version = String::from_utf8_lossy(&version);
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.ok_or("rustc does not say for which machine it compiles.")?;
    let text = printed("metadata", |command| {
        command.args(["metadata", "--locked", FEATURES, "--format-version=1"]);
        command.args(["--filter-platform", host]);
    })?;
    serde_json::from_str(&text).map_err(|error| format!("metadata: {error}"))
}

/// The settings as `.env.example` has them, each commented out.
fn settings(example: &str) -> String {
    let name = |line: &str| line.split_once('=').map(|(name, _)| name.to_owned());
    let mut made = HEAD_OF_SETTINGS.to_owned();
    for paragraph in example.split("\n\n") {
        let setting = paragraph.lines().rfind(|line| !line.starts_with('#')).and_then(name);
        if setting.is_some_and(|setting| !SET_BY_UNIT.contains(&setting.as_str())) {
            made.push('\n');
            for line in paragraph.lines() {
                let mark = if line.starts_with('#') { "" } else { "#" };
                made += &format!("{mark}{line}\n");
            }
        }
    }
    made
}

/// The changelog in Debian's form, which names the version and leaves the rest to our own.
fn changelog(metadata: &Value) -> Result<String, String> {
    let output = |program: &str, arguments: &[&str]| {
        let output = Command::new(program).args(arguments).current_dir(root()).output().ok();
        let output = output.filter(|output| output.status.success())?.stdout;
        Some(String::from_utf8_lossy(&output).trim().to_owned())
    };
    let date = output("git", &["log", "-1", "--format=%aD"]).or_else(|| output("date", &["-R"]));
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let mut ours = packages.filter(|package| package["name"] == "martian-cake");
    let ours = ours.next().ok_or("The program is not in the workspace.")?;
    Ok(format!(
        "martian-cake ({}-1) unstable; urgency=medium\n\n  * All that has changed is in changelog.gz.\n\n \
         -- {}  {}\n",
        text(ours, "version")?,
        text(&ours["metadata"]["deb"], "maintainer")?,
        date.unwrap_or_default()
    ))
}

/// Writes the Debian package by cargo-deb, with what `package.metadata.deb` in `Cargo.toml` says.
fn debian_package(made: &Path) -> Result<(), String> {
    let tools = root().join("target/tools");
    let cargo_deb = tools.join("bin/cargo-deb");
    let version = Command::new(&cargo_deb).arg("--version").output();
    if !version.is_ok_and(|told| String::from_utf8_lossy(&told.stdout).contains(CARGO_DEB)) {
        println!("cargo-deb {CARGO_DEB} is built for the first time, which takes minutes.");
        cargo("cargo-deb", |command| {
            command.args(["install", "--locked", "cargo-deb", "--version", CARGO_DEB, "--root"]);
            command.arg(&tools);
        })?;
    }
    run_tool(&cargo_deb, |command| {
        command.args(["--no-build", "--profile=dist", "--output"]);
        command.arg(made);
    })
}

/// Runs a program at the root of the repository.
fn run_tool(program: impl AsRef<OsStr>, settle: impl FnOnce(&mut Command)) -> Result<(), String> {
    let mut command = Command::new(&program);
    command.current_dir(root());
    settle(&mut command);
    is_success(&program.as_ref().to_string_lossy(), command.status())
}

/// A text of a value of `cargo metadata`.
fn text<'v>(value: &'v Value, name: &str) -> Result<&'v str, String> {
    value[name].as_str().ok_or_else(|| format!("cargo metadata tells no {name}."))
}

fn read(path: &Path) -> Result<String, String> {
    let bytes = fs::read(path).map_err(|error| wrong(path, &error))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| wrong(path, &error))
}

/// Copies a file to where it may need a folder.
fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let folder: PathBuf = to.parent().unwrap_or(to).into();
    fs::create_dir_all(&folder).map_err(|error| wrong(&folder, &error))?;
    fs::copy(from, to).map(drop).map_err(|error| wrong(from, &error))
}

fn wrong(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", path.display())
}
