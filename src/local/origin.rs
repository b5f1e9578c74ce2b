//! Where a request comes from: only requests of the page itself are answered.
//!
//! A browser also lets other sites send requests to a loopback address. Such requests are known by
//! their `Host` (a foreign name that was made to point here) and `Origin` (a foreign page).

use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, header, uri::Authority};

/// Why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ForeignRequest {
    /// Its `Host` is not a name of this machine, or is missing.
    Host,
    /// It was sent by another page, or does not say by which page.
    Origin,
}

impl ForeignRequest {
    /// The reason as a sentence, for whoever reads the answer.
    pub(super) const fn text(self) -> &'static str {
        match self {
            Self::Host => {
                "This address is not known here. Open the page by the address that martian-cake \
                 prints when it starts.\n"
            }
            Self::Origin => "Requests from other pages are refused.\n",
        }
    }
}

/// Checks `Host`, and also `Origin` if there is one or if `origin_needed`.
pub(super) fn check(
    headers: &HeaderMap,
    listen: SocketAddr,
    origin_needed: bool,
) -> Result<(), ForeignRequest> {
    let host = single(headers, &header::HOST).and_then(authority).ok_or(ForeignRequest::Host)?;
    if !host_is_ours(&host, listen) {
        return Err(ForeignRequest::Host);
    }
    match headers.get(header::ORIGIN) {
        None if origin_needed => Err(ForeignRequest::Origin),
        None => Ok(()),
        Some(_) => match single(headers, &header::ORIGIN).and_then(origin_authority) {
            Some(origin) if same_host_and_port(&origin, &host) => Ok(()),
            _ => Err(ForeignRequest::Origin),
        },
    }
}

/// The value of a header; `None` if the header is missing, occurs twice or is not text.
fn single<'a>(headers: &'a HeaderMap, name: &header::HeaderName) -> Option<&'a str> {
    let mut all = headers.get_all(name).iter();
    let value = all.next()?.to_str().ok()?;
    all.next().is_none().then_some(value)
}

fn authority(text: &str) -> Option<Authority> {
    text.parse().ok().filter(|_| !text.contains('@'))
}

fn origin_authority(origin: &str) -> Option<Authority> {
    origin.strip_prefix("http://").and_then(authority)
}

fn same_host_and_port(a: &Authority, b: &Authority) -> bool {
    a.host().eq_ignore_ascii_case(b.host())
        && a.port_u16().unwrap_or(80) == b.port_u16().unwrap_or(80)
}

/// Whether a host is a loopback name or the listen address. Where the program listens on every
/// address, any number is fine, because only a name can be made to point elsewhere.
fn host_is_ours(host: &Authority, listen: SocketAddr) -> bool {
    let name = host.host();
    if name.eq_ignore_ascii_case("localhost") {
        return true;
    }
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    let Ok(ip) = bare.parse::<IpAddr>() else { return false };
    ip.is_loopback() || ip == listen.ip() || listen.ip().is_unspecified()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(
        listen: &str,
        host: &str,
        origin: Option<&str>,
        needed: bool,
    ) -> Option<ForeignRequest> {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        check(&headers, listen.parse().unwrap(), needed).err()
    }

    #[test]
    fn knows_its_own_addresses() {
        for host in ["localhost:8080", "LOCALHOST", "127.0.0.1:8080", "127.9.9.9", "[::1]:8080"] {
            assert_eq!(verdict("127.0.0.1:8080", host, None, false), None, "{host}");
        }
        assert_eq!(verdict("192.168.1.5:8080", "192.168.1.5:8080", None, false), None);
        assert_eq!(verdict("0.0.0.0:8080", "192.168.1.5:8080", None, false), None);
    }

    #[test]
    fn refuses_foreign_hosts() {
        for host in ["evil.example", "localhost.evil.example:8080", "a@localhost", "10.0.0.1", ""] {
            assert_eq!(
                verdict("127.0.0.1:8080", host, None, false),
                Some(ForeignRequest::Host),
                "{host}"
            );
        }
        assert_eq!(verdict("0.0.0.0:80", "evil.example", None, false), Some(ForeignRequest::Host));
        let nothing = HeaderMap::new();
        assert_eq!(
            check(&nothing, "127.0.0.1:1".parse().unwrap(), false),
            Err(ForeignRequest::Host)
        );
        let mut two = HeaderMap::new();
        two.append(header::HOST, "localhost".parse().unwrap());
        two.append(header::HOST, "evil.example".parse().unwrap());
        assert_eq!(check(&two, "127.0.0.1:1".parse().unwrap(), false), Err(ForeignRequest::Host));
    }

    #[test]
    fn refuses_foreign_origins() {
        let at = |origin, needed| verdict("127.0.0.1:8080", "localhost:8080", origin, needed);
        assert_eq!(at(Some("http://localhost:8080"), true), None);
        assert_eq!(at(None, false), None);
        assert_eq!(at(None, true), Some(ForeignRequest::Origin));
        for origin in [
            "http://localhost:9999",
            "http://127.0.0.1:8080",
            "https://localhost:8080",
            "http://evil.example",
            "null",
            "file://",
        ] {
            assert_eq!(at(Some(origin), false), Some(ForeignRequest::Origin), "{origin}");
        }
    }
}
