//! The image of a container: the program, the libraries that it loads, and the licences. Nothing else is in it, so
//! there is neither a shell nor a package that would have to be kept up to date.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use super::{copy, is_installed, root, run_tool, write, wrong};

/// The licences to which the copyright files of the C library and of GCC's refer.
const COMMON: [&str; 6] = ["Artistic", "GFDL-1.2", "GPL-2", "GPL-3", "LGPL", "LGPL-2.1"];

/// Stages the image, and builds it where the machine has a program for that.
pub(super) fn make(program: &Path, made: &Path) -> Result<(), String> {
    let staged = made.join("image");
    let files = staged.join("root");
    let data = staged.join("data");
    fs::create_dir_all(&data).map_err(|error| wrong(&data, &error))?;
    copy(&root().join("packaging/Containerfile"), &staged.join("Containerfile"))?;
    copy(program, &files.join("martian-cake"))?;
    for name in ["copyright", "third-party.txt", "rust-library.html"] {
        copy(&made.join(name), &files.join("licences").join(name))?;
    }
    let mut packages = BTreeSet::new();
    for library in libraries(program)? {
        copy(&library, &below(&files, &library))?;
        packages.insert(package_of(&library)?);
    }
    // Whoever hands them out owes their sources, of these versions.
    let versions = packages.iter().map(|package| told("dpkg-query", &["-W", package]));
    let versions = versions.collect::<Result<String, String>>()?;
    write(&files.join("licences/versions"), &versions)?;
    for package in packages {
        let copyright = Path::new("/usr/share/doc").join(&package).join("copyright");
        copy(&copyright, &files.join("licences").join(package))?;
    }
    for name in COMMON {
        copy(
            &Path::new("/usr/share/common-licenses").join(name),
            &files.join("licences").join(name),
        )?;
    }
    build(&staged, made)
}

/// A path of this machine, below the root of the image.
fn below(files: &Path, path: &Path) -> PathBuf {
    files.join(path.strip_prefix("/").unwrap_or(path))
}

/// The libraries that the loader of this machine finds for the program, and the loader itself.
fn libraries(program: &Path) -> Result<Vec<PathBuf>, String> {
    let told = told("ldd", &[&program.to_string_lossy()])?;
    // `libc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x…)`, and the loader without an arrow.
    let path =
        |line: &str| line.split_whitespace().find(|word| word.starts_with('/')).map(PathBuf::from);
    Ok(told.lines().filter_map(path).collect())
}

/// The Debian package that a library is from.
fn package_of(library: &Path) -> Result<String, String> {
    // Where /lib is a link to /usr/lib, packages know a file by either name.
    let other = Path::new("/usr").join(library.strip_prefix("/").unwrap_or(library));
    let found = told("dpkg", &["-S", &library.to_string_lossy()])
        .or_else(|_| told("dpkg", &["-S", &other.to_string_lossy()]))
        .map_err(|why| {
            format!(
                "{why}\nThe licences of the system's libraries are found on Debian and its kin."
            )
        })?;
    // Where a package has moved another one's file, that is told before its owner.
    let mut owners = found.lines().filter(|line| !line.starts_with("diversion by "));
    let owner = owners.next().and_then(|line| line.split(':').next());
    owner.map(str::to_owned).ok_or_else(|| format!("No package has {}.", library.display()))
}

/// The output of a program.
fn told(program: &str, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new(program).args(arguments).output();
    let output = output.map_err(|error| format!("{program} did not start: {error}"))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(format!("{program} {} failed.", arguments.join(" "))),
    }
}

/// Builds the image by the first program that is there, as an archive that each of them loads.
fn build(staged: &Path, made: &Path) -> Result<(), String> {
    let version = env!("CARGO_PKG_VERSION");
    let tag = format!("localhost/martian-cake:{version}");
    let archive = made.join(format!("martian-cake_{version}_image.tar"));
    let Some(builder) = ["podman", "buildah", "docker"].into_iter().find(|tool| is_installed(tool))
    else {
        println!(
            "The image is not built, since neither podman, buildah nor docker is here. On a machine that has one:\n  \
             podman build --format docker --tag {tag} {}",
            staged.display()
        );
        return Ok(());
    };
    run_tool(builder, |command| {
        // The form of OCI has no HEALTHCHECK.
        let format: &[&str] = if builder == "docker" { &[] } else { &["--format", "docker"] };
        command.arg("build").args(format).args(["--tag", &tag, "--file"]);
        command.arg(staged.join("Containerfile")).arg(staged);
    })?;
    run_tool(builder, |command| {
        match builder {
            "buildah" => command
                .args(["push", &tag])
                .arg(format!("docker-archive:{}:{tag}", archive.display())),
            _ => command.args(["save", "--output"]).arg(&archive).arg(&tag),
        };
    })?;
    println!("The image {tag} is in {}.", archive.display());
    Ok(())
}
