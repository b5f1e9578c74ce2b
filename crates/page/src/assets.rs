//! The files of the page, which are built into the program.

use std::{
    borrow::Cow,
    sync::{LazyLock, OnceLock},
};

use axum::{
    body::Bytes,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};

use super::{
    names,
    packing::{packed, takes_gzip},
    slim::slim,
};

/// A file of the page.
pub(super) struct Asset {
    /// Its address, `/script.js`.
    pub(super) path: &'static str,
    content_type: &'static str,
    text: &'static str,
    /// The file as it is sent, since somebody has first asked for it.
    sent: OnceLock<Cow<'static, str>>,
    /// The file packed with gzip, since somebody has first asked for it.
    packed: OnceLock<Option<Bytes>>,
}

impl Asset {
    const fn new(path: &'static str, content_type: &'static str, text: &'static str) -> Self {
        Self { path, content_type, text, sent: OnceLock::new(), packed: OnceLock::new() }
    }

    /// The file as it is sent.
    fn sent(&self) -> &str {
        let is_code = [SCRIPT, STYLE].contains(&self.content_type);
        self.sent.get_or_init(|| if is_code { slim(self.text) } else { self.text.into() })
    }

    /// The file packed with gzip; `None` if that fails.
    fn packed(&self) -> Option<Bytes> {
        self.packed
            .get_or_init(|| packed(self.sent().as_bytes(), flate2::Compression::best()))
            .clone()
    }
}

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

/// Every file of the page, the page itself first.
pub(super) static ASSETS: [Asset; 77] = [
    Asset::new("/", HTML, include_str!("page/index.html")),
    Asset::new("/style.css", STYLE, include_str!("page/style.css")),
    Asset::new("/new-game.css", STYLE, include_str!("page/new-game.css")),
    Asset::new("/icon.svg", "image/svg+xml", include_str!("page/icon.svg")),
    Asset::new("/script.js", SCRIPT, include_str!("page/script.js")),
    Asset::new("/actions.js", SCRIPT, include_str!("page/actions.js")),
    Asset::new("/address.js", SCRIPT, include_str!("page/address.js")),
    Asset::new("/beginning.js", SCRIPT, include_str!("page/beginning.js")),
    Asset::new("/board.js", SCRIPT, include_str!("page/board.js")),
    Asset::new("/box.js", SCRIPT, include_str!("page/box.js")),
    Asset::new("/buttons.js", SCRIPT, include_str!("page/buttons.js")),
    Asset::new("/cards.js", SCRIPT, include_str!("page/cards.js")),
    Asset::new("/choice.js", SCRIPT, include_str!("page/choice.js")),
    Asset::new("/coach.js", SCRIPT, include_str!("page/coach.js")),
    Asset::new("/device.js", SCRIPT, include_str!("page/device.js")),
    Asset::new("/dialogs.css", STYLE, include_str!("page/dialogs.css")),
    Asset::new("/dice.js", SCRIPT, include_str!("page/dice.js")),
    Asset::new("/dialogs.html", HTML, include_str!("page/dialogs.html")),
    Asset::new("/dom.js", SCRIPT, include_str!("page/dom.js")),
    Asset::new("/table-loader.js", SCRIPT, include_str!("page/table-loader.js")),
    Asset::new("/draw.js", SCRIPT, include_str!("page/draw.js")),
    Asset::new("/entering.js", SCRIPT, include_str!("page/entering.js")),
    Asset::new("/event-tables.js", SCRIPT, include_str!("page/event-tables.js")),
    Asset::new("/event.js", SCRIPT, include_str!("page/event.js")),
    Asset::new("/events.js", SCRIPT, include_str!("page/events.js")),
    Asset::new("/film.js", SCRIPT, include_str!("page/film.js")),
    Asset::new("/fitting.js", SCRIPT, include_str!("page/fitting.js")),
    Asset::new("/games.js", SCRIPT, include_str!("page/games.js")),
    Asset::new("/greeting.js", SCRIPT, include_str!("page/greeting.js")),
    Asset::new("/happens.js", SCRIPT, include_str!("page/happens.js")),
    Asset::new("/home.css", STYLE, include_str!("page/home.css")),
    Asset::new("/home.js", SCRIPT, include_str!("page/home.js")),
    Asset::new("/home-parts.js", SCRIPT, include_str!("page/home-parts.js")),
    Asset::new("/invite.js", SCRIPT, include_str!("page/invite.js")),
    Asset::new("/keep.js", SCRIPT, include_str!("page/keep.js")),
    Asset::new("/knock.js", SCRIPT, include_str!("page/knock.js")),
    Asset::new("/later.js", SCRIPT, include_str!("page/later.js")),
    Asset::new("/line.js", SCRIPT, include_str!("page/line.js")),
    Asset::new("/living.js", SCRIPT, include_str!("page/living.js")),
    Asset::new("/link.js", SCRIPT, include_str!("page/link.js")),
    Asset::new("/log.js", SCRIPT, include_str!("page/log.js")),
    Asset::new("/looks.js", SCRIPT, include_str!("page/looks.js")),
    Asset::new("/men.js", SCRIPT, include_str!("page/men.js")),
    Asset::new("/messages.js", SCRIPT, include_str!("page/messages.js")),
    Asset::new("/motion.js", SCRIPT, include_str!("page/motion.js")),
    Asset::new("/moves.js", SCRIPT, include_str!("page/moves.js")),
    Asset::new("/new-event.js", SCRIPT, include_str!("page/new-event.js")),
    Asset::new("/new-game.js", SCRIPT, include_str!("page/new-game.js")),
    Asset::new("/notice.js", SCRIPT, include_str!("page/notice.js")),
    Asset::new("/organise.js", SCRIPT, include_str!("page/organise.js")),
    Asset::new("/paced.js", SCRIPT, include_str!("page/paced.js")),
    Asset::new("/person.css", STYLE, include_str!("page/person.css")),
    Asset::new("/person.js", SCRIPT, include_str!("page/person.js")),
    Asset::new("/person-course.js", SCRIPT, include_str!("page/person-course.js")),
    Asset::new("/person-games.js", SCRIPT, include_str!("page/person-games.js")),
    Asset::new("/picture.js", SCRIPT, include_str!("page/picture.js")),
    Asset::new("/plans.js", SCRIPT, include_str!("page/plans.js")),
    Asset::new("/plates.js", SCRIPT, include_str!("page/plates.js")),
    Asset::new("/plies.js", SCRIPT, include_str!("page/plies.js")),
    Asset::new("/reading.css", STYLE, include_str!("page/reading.css")),
    Asset::new("/reading.js", SCRIPT, include_str!("page/reading.js")),
    Asset::new("/said.js", SCRIPT, include_str!("page/said.js")),
    Asset::new("/scribble.js", SCRIPT, include_str!("page/scribble.js")),
    Asset::new("/set-up.js", SCRIPT, include_str!("page/set-up.js")),
    Asset::new("/settings-sheet.js", SCRIPT, include_str!("page/settings-sheet.js")),
    Asset::new("/settings.js", SCRIPT, include_str!("page/settings.js")),
    Asset::new("/shown.js", SCRIPT, include_str!("page/shown.js")),
    Asset::new("/sound.js", SCRIPT, include_str!("page/sound.js")),
    Asset::new("/stage.js", SCRIPT, include_str!("page/stage.js")),
    Asset::new("/state.js", SCRIPT, include_str!("page/state.js")),
    Asset::new("/symbols.js", SCRIPT, include_str!("page/symbols.js")),
    Asset::new("/table.css", STYLE, include_str!("page/table.css")),
    Asset::new("/table.js", SCRIPT, include_str!("page/table.js")),
    Asset::new("/terms.js", SCRIPT, include_str!("page/terms.js")),
    Asset::new("/times.js", SCRIPT, include_str!("page/times.js")),
    Asset::new("/told.js", SCRIPT, include_str!("page/told.js")),
    Asset::new("/views.js", SCRIPT, include_str!("page/views.js")),
];

/// A tag for the page's files that changes whenever one of them has changed.
pub(super) fn build() -> &'static str {
    static BUILD: LazyLock<String> = LazyLock::new(|| {
        let all = ASSETS.iter().map(Asset::sent).collect::<String>();
        names::hex(&names::secret_hash(&all)[..8])
    });
    &BUILD
}

/// The scripts that a view of the page will need, in a word to the browser that asks for it (RFC 8288): it would learn of
/// each only from the one that imports it, a journey later.
pub(super) type Preloads = LazyLock<Option<HeaderValue>>;
pub(super) static HOME: Preloads = LazyLock::new(|| preloads(&["/script.js", "/home-parts.js"]));
pub(super) static TABLE: Preloads = LazyLock::new(|| preloads(&["/script.js", "/table.js"]));
pub(super) static ELSEWHERE: Preloads = LazyLock::new(|| preloads(&["/script.js"]));

fn preloads(paths: &[&str]) -> Option<HeaderValue> {
    let files = with_imports(paths.iter().filter_map(|path| file(path)).collect());
    let links = files.into_iter().map(|it| format!("<{}>;rel=modulepreload", it.path));
    // Nothing is seen before these.
    let styles = ["/style.css", "/home.css"].map(|path| format!("<{path}>;rel=preload;as=style"));
    HeaderValue::from_str(&styles.into_iter().chain(links).collect::<Vec<_>>().join(",")).ok()
}

/// Answers with the page itself.
pub(super) fn page(preloads: &Preloads, headers: &HeaderMap) -> Response {
    let mut answer = asset(&ASSETS[0], headers);
    answer.headers_mut().extend((**preloads).clone().map(|links| (header::LINK, links)));
    answer
}

/// These files and all scripts that they import, each once.
fn with_imports(mut files: Vec<&'static Asset>) -> Vec<&'static Asset> {
    let mut at = 0;
    while let Some(asset) = files.get(at) {
        for needed in named(asset, "from \".").filter_map(file) {
            if files.iter().all(|known| known.path != needed.path) {
                files.push(needed);
            }
        }
        at += 1;
    }
    files
}

/// The addresses that stand in a file behind a sign, such as the beginning of an import.
fn named(asset: &Asset, sign: &'static str) -> impl Iterator<Item = &'static str> {
    // Comments name types, which no browser fetches.
    let code = asset.text.lines().filter(|line| !line.starts_with("/**"));
    let rests = code.flat_map(move |line| line.split(sign).skip(1));
    rests.filter_map(|rest| rest.split('"').next())
}

fn file(path: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.path == path)
}

/// Answers with a file of the page, or tells a browser that it already has the file of this build.
pub(super) fn asset(asset: &'static Asset, headers: &HeaderMap) -> Response {
    let packed = if takes_gzip(headers) { asset.packed() } else { None };
    // Two forms of one file are two things for a cache.
    let tag = format!("\"{}{}\"", build(), if packed.is_some() { "-gzip" } else { "" });
    let is_known =
        headers.get(header::IF_NONE_MATCH).is_some_and(|have| have.as_bytes() == tag.as_bytes());
    let about = [
        (header::CONTENT_TYPE, asset.content_type.to_owned()),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
        (header::VARY, "accept-encoding".to_owned()),
        (header::ETAG, tag),
    ];
    match packed {
        _ if is_known => (StatusCode::NOT_MODIFIED, about).into_response(),
        Some(packed) => (about, [(header::CONTENT_ENCODING, "gzip")], packed).into_response(),
        None => (about, asset.sent()).into_response(),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use flate2::read::GzDecoder;

    use super::*;

    /// The most that a first visit may fetch before Home stands, in bytes.
    const FIRST_VISIT: usize = 80_000;

    /// The same where a game is on the table.
    const AT_TABLE: usize = 80_000;

    /// The files that a browser fetches before somebody does anything: the page, and what it needs, and these.
    fn first_visit(more: &[&'static str]) -> Vec<&'static Asset> {
        let named = ["href=\"", "src=\""].into_iter().flat_map(|sign| named(&ASSETS[0], sign));
        let mut files: Vec<_> = named.chain(more.iter().copied()).filter_map(file).collect();
        files.retain(|asset| !asset.content_type.starts_with("image/"));
        files.push(&ASSETS[0]);
        with_imports(files)
    }

    #[test]
    fn every_script_and_style_is_sent_without_comments() {
        let code = ASSETS.iter().filter(|asset| [SCRIPT, STYLE].contains(&asset.content_type));
        for asset in code {
            assert!(asset.sent().len() < asset.text.len(), "{} stays as it is", asset.path);
            assert_eq!(asset.sent().lines().count(), asset.text.lines().count(), "{}", asset.path);
        }
    }

    #[test]
    fn a_first_visit_fetches_little() {
        fetches_at_most(first_visit(&["/home-parts.js"]), FIRST_VISIT);
        fetches_at_most(first_visit(&["/table.js", "/table.css"]), AT_TABLE);
    }

    fn fetches_at_most(files: Vec<&'static Asset>, most: usize) {
        let (mut plain, mut packed) = (0, 0);
        for asset in files {
            let bytes = asset.packed().unwrap();
            let mut text = String::new();
            GzDecoder::new(&bytes[..]).read_to_string(&mut text).unwrap();
            assert_eq!(text, asset.sent(), "{}", asset.path);
            plain += text.len();
            packed += bytes.len();
        }
        eprintln!("the files of the page: {packed} bytes packed, {plain} bytes as they are");
        assert!(plain > 100_000, "the scripts were not read");
        assert!(packed <= most, "{packed} bytes are more than {most}");
    }

    /// A script that is not there stops the whole page, or a part of it.
    #[test]
    fn every_script_that_another_one_needs_is_there() {
        let signs = ["from \".", "import(\"."];
        let needed = signs.map(|sign| ASSETS.iter().flat_map(move |asset| named(asset, sign)));
        let needed: Vec<_> = needed.into_iter().flatten().collect();
        assert!(needed.len() > 50, "the scripts were not read");
        for path in needed {
            assert!(file(path).is_some(), "{path} is needed");
        }
    }
}
