//! The papers of whoever runs the bot, as pages: valid, whole, safe, and true of the database.

use std::{
    collections::BTreeSet,
    fs,
    path::Path,
    process::{Command, Output},
    time::Duration,
};

use scraper::{Html, Selector};
use serde_json::{Value, json};
use store::Store;

use crate::support::{
    bot::{Bot, log_of},
    program::without_settings,
    stand_in::StandIn,
};

const PAPERS: [&str; 2] = ["privacy.html", "terms.html"];
const ADDRESS: &str = "https://example.org/help?a=1&b=2";

/// Writes the papers into the folder `papers` of a folder, with these settings.
fn write(folder: &Path, settings: &[(&str, &str)]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_martian-cake"));
    without_settings(&mut program);
    program.current_dir(folder).args(["papers", "papers"]).envs(settings.iter().copied());
    program.output().expect("the program runs")
}

/// The papers with these settings, read as a browser reads them.
fn papers(settings: &[(&str, &str)]) -> [Html; 2] {
    let folder = tempfile::tempdir().expect("a folder");
    let output = write(folder.path(), settings);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(output.stdout, b"papers/privacy.html\npapers/terms.html\n");
    PAPERS.map(|name| {
        let page = fs::read_to_string(folder.path().join("papers").join(name));
        Html::parse_document(&page.expect("it is written"))
    })
}

/// The papers of somebody who has said everything.
fn usual_papers() -> [Html; 2] {
    papers(&[
        ("OWNER_NAME", "Ann Baker"),
        ("OWNER_CONTACT", "ann@example.org"),
        ("SUPPORT_URL", ADDRESS),
    ])
}

fn all<'p>(page: &'p Html, selector: &str) -> Vec<scraper::ElementRef<'p>> {
    page.select(&Selector::parse(selector).expect("a selector")).collect()
}

fn text(page: &Html) -> String {
    all(page, "main").iter().flat_map(|main| main.text()).collect()
}

/// The addresses to which a page links.
fn links(page: &Html) -> BTreeSet<&str> {
    all(page, "a").iter().map(|link| link.attr("href").expect("a link leads somewhere")).collect()
}

#[test]
fn papers_are_valid_pages_that_load_nothing() {
    for page in usual_papers() {
        assert_eq!(page.errors, Vec::<String>::new());
        for (selector, n) in [
            ("html[lang=en]", 1),
            ("head > title", 1),
            ("head > meta[charset=utf-8]", 1),
            ("head > meta[name=viewport]", 1),
            ("body > main > h1", 1),
            ("script, link, img, iframe, object, embed, form, base", 0),
            ("[style], [onload], [onclick], [src]", 0),
        ] {
            assert_eq!(all(&page, selector).len(), n, "{selector}");
        }
        let style: String = all(&page, "style").iter().flat_map(|style| style.text()).collect();
        assert!(style.contains("color-scheme: light dark"));
        assert!(!style.contains("url(") && !style.contains("@import"));
    }
}

#[test]
fn papers_say_who_answers_and_have_no_gaps() {
    let papers = usual_papers();
    for page in &papers {
        let text = text(page);
        assert!(text.contains("Ann Baker") && text.contains(env!("CARGO_PKG_VERSION")));
        assert!(!text.contains(['{', '}']) && !text.contains("martian-cake papers"), "{text}");
        let links = links(page);
        assert!(links.contains("mailto:ann@example.org") && links.contains(ADDRESS), "{links:?}");
        for link in links {
            let is_whole = ["https://", "mailto:"].iter().any(|scheme| link.starts_with(scheme));
            assert!(is_whole || PAPERS.contains(&link), "{link}");
        }
    }
    assert!(links(&papers[0]).contains("terms.html") && links(&papers[1]).contains("privacy.html"));
}

#[test]
fn the_policy_names_every_table_of_the_database() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("new.db");
    drop(Store::open(&path).expect("a new store opens"));
    let db = rusqlite::Connection::open(&path).expect("the database opens");
    let mut tables = db
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        .expect("the schema can be read");
    let tables = tables.query_map([], |row| row.get(0)).expect("the schema can be read");
    let tables: BTreeSet<String> = tables.collect::<Result<_, _>>().expect("names of tables");
    let [policy, _] = usual_papers();
    let list = *all(&policy, "h3 + p + ul").first().expect("the list of the tables");
    let code = Selector::parse("code").expect("a selector");
    let named: BTreeSet<String> = list.select(&code).map(|code| code.inner_html()).collect();
    assert_eq!(named, tables);
}

#[test]
fn nothing_that_an_owner_writes_becomes_markup() {
    let name = r#"<script>alert(1)</script> *Ann* [x](javascript:1) {VERSION} & "B" 'C' </main>"#;
    for contact in [
        "javascript:alert(1)@example.org",
        r#"https://a.example/"onclick="alert(1)"#,
        r#"ann@example.org"><img src=x onerror=alert(1)>"#,
        "`<b>`@example.org",
    ] {
        for page in papers(&[("OWNER_NAME", name), ("OWNER_CONTACT", contact)]) {
            assert_eq!(page.errors, Vec::<String>::new(), "{contact}");
            assert!(all(&page, "script, img, [onclick], [onerror], main b").is_empty());
            let text = text(&page);
            assert!(text.contains(name) && text.contains(contact), "{contact}: {text}");
            let links = links(&page);
            let is_safe = |link: &&str| link.starts_with("https://") || link.starts_with("mailto:");
            assert!(links.iter().all(|link| is_safe(link) || PAPERS.contains(link)), "{links:?}");
        }
    }
}

#[test]
fn papers_that_would_name_nobody_are_not_written() {
    let (name, contact) = (("OWNER_NAME", "Ann"), ("OWNER_CONTACT", "ann@example.org"));
    for (settings, missing) in [
        (&[] as &[_], "OWNER_NAME, OWNER_CONTACT is not set"),
        (&[name], "OWNER_CONTACT is not set"),
        (&[contact], "OWNER_NAME is not set"),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let output = write(folder.path(), settings);
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{told}");
        assert!(told.contains(missing), "{told}");
        assert!(!folder.path().join("papers").exists());
    }
    // Whoever has no place for help gives it themselves.
    let [policy, _] = papers(&[name, contact]);
    assert!(text(&policy).contains("Help with the bot: ann@example.org."));
}

/// The warnings of a start with these settings, on a Discord that tells this of the application.
async fn warnings(settings: &[(&str, &str)], application: Value) -> Vec<String> {
    let (discord, folder) = (StandIn::start().await, tempfile::tempdir().expect("a folder"));
    let Value::Object(application) = application else { panic!("no object") };
    discord.world().application = application;
    let database = folder.path().join("test.db");
    let _bot = Bot::with_settings(&database, &discord.url, settings);
    let log = || fs::read_to_string(log_of(&database)).unwrap_or_default();
    let connected = async {
        while !log().contains("connected to Discord as") {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(120), connected).await.expect("it connects");
    log().lines().filter(|line| line.contains(" WARN ")).map(str::to_owned).collect()
}

#[tokio::test]
async fn a_start_on_discord_says_what_is_missing_for_a_public_bot() {
    let none = warnings(&[], json!({})).await;
    for missing in [
        "not set: OWNER_NAME, OWNER_CONTACT, PRIVACY_URL, TERMS_URL.",
        "no Privacy Policy URL and no Terms of Service URL:",
    ] {
        assert!(none.iter().any(|line| line.contains(missing)), "{none:?}");
    }
    let settings = [
        ("OWNER_NAME", "Ann"),
        ("OWNER_CONTACT", "ann@example.org"),
        ("PRIVACY_URL", "https://a.example/privacy.html"),
        ("TERMS_URL", "https://a.example/terms.html"),
    ];
    let links = json!({ "privacy_policy_url": "https://a.example/privacy.html",
        "terms_of_service_url": "https://a.example/terms.html" });
    let all = warnings(&settings, links.clone()).await;
    assert!(!all.iter().any(|line| line.contains("papers DIR")), "{all:?}");
    let one = warnings(&settings[..3], links).await;
    assert!(one.iter().any(|line| line.contains("not set: TERMS_URL.")), "{one:?}");
}
