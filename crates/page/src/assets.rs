//! The files of the page, which are built into the program.

use axum::{
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};

use super::names;

/// A file of the page.
pub(super) struct Asset {
    /// Its address, `/script.js`.
    pub(super) path: &'static str,
    content_type: &'static str,
    text: &'static str,
}

const SCRIPT: &str = "text/javascript; charset=utf-8";

/// Every file of the page.
pub(super) static ASSETS: [Asset; 23] = [
    Asset {
        path: "/",
        content_type: "text/html; charset=utf-8",
        text: include_str!("page/index.html"),
    },
    Asset {
        path: "/style.css",
        content_type: "text/css; charset=utf-8",
        text: include_str!("page/style.css"),
    },
    Asset { path: "/icon.svg", content_type: "image/svg+xml", text: include_str!("page/icon.svg") },
    Asset { path: "/script.js", content_type: SCRIPT, text: include_str!("page/script.js") },
    Asset { path: "/board.js", content_type: SCRIPT, text: include_str!("page/board.js") },
    Asset { path: "/box.js", content_type: SCRIPT, text: include_str!("page/box.js") },
    Asset { path: "/buttons.js", content_type: SCRIPT, text: include_str!("page/buttons.js") },
    Asset { path: "/cards.js", content_type: SCRIPT, text: include_str!("page/cards.js") },
    Asset { path: "/device.js", content_type: SCRIPT, text: include_str!("page/device.js") },
    Asset { path: "/draw.js", content_type: SCRIPT, text: include_str!("page/draw.js") },
    Asset { path: "/event.js", content_type: SCRIPT, text: include_str!("page/event.js") },
    Asset { path: "/events.js", content_type: SCRIPT, text: include_str!("page/events.js") },
    Asset { path: "/keep.js", content_type: SCRIPT, text: include_str!("page/keep.js") },
    Asset { path: "/link.js", content_type: SCRIPT, text: include_str!("page/link.js") },
    Asset { path: "/log.js", content_type: SCRIPT, text: include_str!("page/log.js") },
    Asset { path: "/new-event.js", content_type: SCRIPT, text: include_str!("page/new-event.js") },
    Asset { path: "/notice.js", content_type: SCRIPT, text: include_str!("page/notice.js") },
    Asset { path: "/organise.js", content_type: SCRIPT, text: include_str!("page/organise.js") },
    Asset { path: "/paced.js", content_type: SCRIPT, text: include_str!("page/paced.js") },
    Asset { path: "/plates.js", content_type: SCRIPT, text: include_str!("page/plates.js") },
    Asset { path: "/table.js", content_type: SCRIPT, text: include_str!("page/table.js") },
    Asset { path: "/said.js", content_type: SCRIPT, text: include_str!("page/said.js") },
    Asset { path: "/times.js", content_type: SCRIPT, text: include_str!("page/times.js") },
];

/// A tag for the page's files that changes whenever one of them has changed.
pub(super) fn build() -> &'static str {
    static BUILD: std::sync::LazyLock<String> = std::sync::LazyLock::new(|| {
        let all = ASSETS.iter().map(|asset| asset.text).collect::<String>();
        names::hex(&names::secret_hash(&all)[..8])
    });
    &BUILD
}

/// Answers with a file of the page, or tells a browser that it already has the file of this build.
pub(super) fn asset(asset: &'static Asset, headers: &HeaderMap) -> Response {
    let tag = format!("\"{}\"", build());
    let known =
        headers.get(header::IF_NONE_MATCH).is_some_and(|have| have.as_bytes() == tag.as_bytes());
    let about = [
        (header::CONTENT_TYPE, asset.content_type.to_owned()),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
        (header::ETAG, tag),
    ];
    if known {
        (StatusCode::NOT_MODIFIED, about).into_response()
    } else {
        (about, asset.text).into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::ASSETS;

    /// A script that is not there stops the whole page.
    #[test]
    fn every_script_that_another_one_needs_is_there() {
        let is_there =
            |name: &str| ASSETS.iter().any(|asset| asset.path.trim_start_matches('/') == name);
        let mut needed = 0;
        for asset in &ASSETS {
            for rest in asset.text.split("from \"./").skip(1) {
                let name = rest.split('"').next().unwrap_or_default();
                assert!(is_there(name), "{} needs {name}", asset.path);
                needed += 1;
            }
        }
        assert!(needed > 8, "the scripts were not read");
    }
}
