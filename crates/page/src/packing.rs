//! Texts that are sent packed to browsers that can unpack them.

use std::io::{Read as _, Write as _};

use axum::{
    body::Bytes,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use flate2::{Compression, read::GzDecoder, write::GzEncoder};

/// A text packed with gzip; `None` if that fails.
pub(super) fn packed(text: &[u8], how: Compression) -> Option<Bytes> {
    let mut packer = GzEncoder::new(Vec::new(), how);
    packer.write_all(text).ok()?;
    packer.finish().ok().map(Bytes::from)
}

/// The word to browsers for what an address names for ever.
const FOR_EVER: &str = "private, max-age=31536000, immutable";

/// The answer with a packed text that an address names for ever: unpacked for who cannot do that.
pub(super) fn packed_answer(
    content_type: &'static str,
    packed: &[u8],
    headers: &HeaderMap,
) -> Response {
    let about = [
        (header::CONTENT_TYPE, content_type),
        (header::CACHE_CONTROL, FOR_EVER),
        (header::VARY, "accept-encoding"),
    ];
    if takes_gzip(headers) {
        return (about, [(header::CONTENT_ENCODING, "gzip")], packed.to_vec()).into_response();
    }
    let mut text = Vec::new();
    match GzDecoder::new(packed).read_to_end(&mut text) {
        Ok(_) => (about, text).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// A text with its packed form.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    text: Bytes,
    packed: Option<Bytes>,
}

impl Kept {
    pub(super) fn new(text: impl Into<Bytes>) -> Self {
        let text = text.into();
        Self { packed: packed(&text, Compression::best()), text }
    }

    /// The answer with it: packed if the browser takes that. One that `stays` is kept by browsers for ever.
    pub(super) fn answer(
        self,
        content_type: &'static str,
        stays: bool,
        headers: &HeaderMap,
    ) -> Response {
        let about = [
            (header::CONTENT_TYPE, content_type),
            (header::CACHE_CONTROL, if stays { FOR_EVER } else { "no-cache" }),
            (header::VARY, "accept-encoding"),
        ];
        match self.packed.filter(|_| takes_gzip(headers)) {
            Some(packed) => (about, [(header::CONTENT_ENCODING, "gzip")], packed).into_response(),
            None => (about, self.text).into_response(),
        }
    }
}

/// Returns `true` if a browser says that it takes gzip (RFC 9110, section 12.5.3).
pub(super) fn takes_gzip(headers: &HeaderMap) -> bool {
    let said = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|it| it.to_str().ok());
    said.flat_map(|said| said.split(',')).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let weight = weight.trim().strip_prefix("q=");
        let is_refused = weight.is_some_and(|q| q.trim_matches(['0', '.']).is_empty());
        name.trim().eq_ignore_ascii_case("gzip") && !is_refused
    })
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn only_who_takes_gzip_gets_it() {
        let takes = |said: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_str(said).unwrap());
            takes_gzip(&headers)
        };
        for said in ["gzip", "deflate, gzip, br", "br;q=1.0, GZIP ; q=0.5", "gzip;q=0.001"] {
            assert!(takes(said), "{said}");
        }
        for said in ["", "br", "gzip;q=0", "deflate, gzip; q=0.000", "x-gzipped", ";;,q=;"] {
            assert!(!takes(said), "{said}");
        }
        assert!(!takes_gzip(&HeaderMap::new()));
    }
}
