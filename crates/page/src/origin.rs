//! Where a request comes from: only requests of the page itself are answered.
//!
//! A browser also lets other sites send requests to a loopback address. Such requests are known by
//! their `Host` (a foreign name that was made to point here), and by `Origin`, `Sec-Fetch-Site` or
//! `Referer` (a foreign page). A link on another site may open the page itself, and nothing else. A
//! request in the absolute form names its host twice, and has to mean the same both times.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

use axum::http::{
    HeaderMap, Uri, header,
    uri::{Authority, Scheme},
};

/// The reason why a request is refused.
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

/// The kind of thing that a request asks for, as far as it matters where the request comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// The page, also by the address of a game or an event: a link on another site may lead to it.
    Page,
    /// Anything else, such as a picture or a script: nothing but the page fetches it.
    Part,
    /// The socket: only the page connects, and its browser says so.
    Socket,
}

impl Target {
    /// The target of a request by its path.
    pub(super) fn of(path: &str) -> Self {
        match path {
            "/socket" => Self::Socket,
            "/" => Self::Page,
            _ if path.starts_with("/game/") || path.starts_with("/event/") => Self::Page,
            _ => Self::Part,
        }
    }
}

/// Checks where a request comes from.
pub(super) fn check(
    uri: &Uri,
    headers: &HeaderMap,
    listen: SocketAddr,
) -> Result<(), ForeignRequest> {
    let target = Target::of(uri.path());
    let host = single(headers, &header::HOST).and_then(authority).ok_or(ForeignRequest::Host)?;
    if !host_is_ours(&host, listen) || !is_for(uri, &host) {
        return Err(ForeignRequest::Host);
    }
    let is_ours = |name, read: fn(&str) -> Option<Authority>| {
        let from = single(headers, name).and_then(read);
        from.is_some_and(|from| same_host_and_port(&from, &host))
    };
    let origin = headers.contains_key(header::ORIGIN);
    let foreign_origin = match origin {
        true => !is_ours(&header::ORIGIN, origin_authority),
        false => target == Target::Socket,
    };
    // The page sends no referrer, so this is a page that shows something of ours as its own.
    let foreign_page = target == Target::Part
        && headers.contains_key(header::REFERER)
        && !is_ours(&header::REFERER, url_authority);
    if foreign_origin || foreign_page || is_foreign_fetch(headers, target) {
        return Err(ForeignRequest::Origin);
    }
    Ok(())
}

/// Returns `true` if the browser says that another site sends this, other than by a link to the page.
fn is_foreign_fetch(headers: &HeaderMap, target: Target) -> bool {
    let says = |name: &'static str| headers.get(name).map(|value| value.as_bytes());
    match says("sec-fetch-site") {
        None | Some(b"same-origin" | b"none") => false,
        Some(_) => {
            let is_link = says("sec-fetch-mode") == Some(b"navigate")
                && says("sec-fetch-dest") == Some(b"document");
            !(is_link && target == Target::Page)
        }
    }
}

/// The value of a header; `None` if the header is missing, occurs twice or is not text.
fn single<'a>(headers: &'a HeaderMap, name: &header::HeaderName) -> Option<&'a str> {
    let mut all = headers.get_all(name).iter();
    let value = all.next()?.to_str().ok()?;
    all.next().is_none().then_some(value)
}

/// Returns `true` if a request's address names no host but this one. It names one in the absolute form, `GET
/// http://localhost:8080/`, which goes before the header (RFC 9112, section 3.2.2).
fn is_for(uri: &Uri, host: &Authority) -> bool {
    let names_host = |named: &Authority| {
        !named.as_str().contains('@')
            && uri.scheme() == Some(&Scheme::HTTP)
            && same_host_and_port(named, host)
    };
    uri.authority().is_none_or(names_host)
}

fn authority(text: &str) -> Option<Authority> {
    text.parse().ok().filter(|_| !text.contains('@'))
}

/// Host and port of an origin, which has nothing behind them (RFC 6454, section 7).
fn origin_authority(origin: &str) -> Option<Authority> {
    authority(origin.strip_prefix("http://")?)
}

/// Host and port of a page's address.
fn url_authority(url: &str) -> Option<Authority> {
    let rest = url.strip_prefix("http://")?;
    authority(rest.split(['/', '?', '#']).next()?)
}

fn same_host_and_port(a: &Authority, b: &Authority) -> bool {
    a.host().eq_ignore_ascii_case(b.host())
        && a.port_u16().unwrap_or(80) == b.port_u16().unwrap_or(80)
}

/// Returns `true` if a host is a loopback name or the listen address. Where the program listens on every
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

/// The address by which other machines open the page that is served here; `None` if they cannot, or if this
/// machine is in no network.
pub(super) fn from_elsewhere(listen: SocketAddr) -> Option<String> {
    let ip = if listen.ip().is_unspecified() { own_number() } else { Some(listen.ip()) };
    let ip = ip.filter(|ip| !ip.is_loopback() && !ip.is_unspecified())?;
    Some(format!("http://{}", SocketAddr::new(ip, listen.port())))
}

/// The number from which this machine would send to others. To find it out, nothing is sent.
fn own_number() -> Option<IpAddr> {
    /// An address that nobody has (RFC 5737).
    const NOBODY: Ipv4Addr = Ipv4Addr::new(192, 0, 2, 1);
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((NOBODY, 9)).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_for_others_is_one_by_which_they_come_in() {
        let found = |listen: &str| from_elsewhere(listen.parse().unwrap());
        assert_eq!(found("127.0.0.1:8080"), None);
        assert_eq!(found("192.168.1.5:8080").as_deref(), Some("http://192.168.1.5:8080"));
        if let Some(address) = found("0.0.0.0:8080") {
            let host = address.trim_start_matches("http://");
            assert_eq!(verdict("0.0.0.0:8080", host, Some(&address), Target::Socket), None);
            assert!(!host.starts_with("127.") && host.ends_with(":8080"), "{address}");
        }
    }

    fn verdict(
        listen: &str,
        host: &str,
        origin: Option<&str>,
        target: Target,
    ) -> Option<ForeignRequest> {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        check(&path(target), &headers, listen.parse().unwrap()).err()
    }

    /// The address of something of this kind.
    fn path(target: Target) -> Uri {
        Uri::from_static(match target {
            Target::Page => "/game/12",
            Target::Part => "/board/12.png",
            Target::Socket => "/socket",
        })
    }

    #[test]
    fn knows_its_own_addresses() {
        for host in ["localhost:8080", "LOCALHOST", "127.0.0.1:8080", "127.9.9.9", "[::1]:8080"] {
            assert_eq!(verdict("127.0.0.1:8080", host, None, Target::Page), None, "{host}");
        }
        assert_eq!(verdict("192.168.1.5:8080", "192.168.1.5:8080", None, Target::Page), None);
        assert_eq!(verdict("0.0.0.0:8080", "192.168.1.5:8080", None, Target::Page), None);
    }

    #[test]
    fn refuses_foreign_hosts() {
        for host in ["evil.example", "localhost.evil.example:8080", "a@localhost", "10.0.0.1", ""] {
            assert_eq!(
                verdict("127.0.0.1:8080", host, None, Target::Page),
                Some(ForeignRequest::Host),
                "{host}"
            );
        }
        assert_eq!(
            verdict("0.0.0.0:80", "evil.example", None, Target::Page),
            Some(ForeignRequest::Host)
        );
        let mut two = HeaderMap::new();
        two.append(header::HOST, "localhost".parse().unwrap());
        two.append(header::HOST, "evil.example".parse().unwrap());
        for headers in [HeaderMap::new(), two] {
            let found = check(&path(Target::Page), &headers, "127.0.0.1:1".parse().unwrap());
            assert_eq!(found, Err(ForeignRequest::Host));
        }
    }

    #[test]
    fn refuses_a_foreign_host_in_the_absolute_form() {
        let at = |uri: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, "localhost:8080".parse().unwrap());
            check(&uri.parse().unwrap(), &headers, "127.0.0.1:8080".parse().unwrap())
        };
        for own in ["/", "http://localhost:8080/", "http://LocalHost:8080/game/12", "*"] {
            assert_eq!(at(own), Ok(()), "{own}");
        }
        for foreign in [
            "http://other.example/",
            "http://other.example:8080/script.js",
            "https://localhost:8080/",
            "http://localhost/",
            "http://127.0.0.1:8080/",
            "http://ann@localhost:8080/",
            "other.example:80",
            "localhost:8080",
        ] {
            assert_eq!(at(foreign), Err(ForeignRequest::Host), "{foreign}");
        }
    }

    /// What belongs to the page alone is everything but the addresses of the page itself.
    #[test]
    fn knows_what_a_link_may_open() {
        for (path, target) in [
            ("/", Target::Page),
            ("/game/12", Target::Page),
            ("/event/7", Target::Page),
            ("/socket", Target::Socket),
            ("/picture/12.png", Target::Part),
            ("/board/12.png", Target::Part),
            ("/cover/lyra.png", Target::Part),
            ("/piece/lyra/captain/wood.svg", Target::Part),
            ("/script.js", Target::Part),
            ("//", Target::Part),
            ("/Game/12", Target::Part),
        ] {
            assert_eq!(Target::of(path), target, "{path}");
        }
    }

    #[test]
    fn refuses_foreign_origins() {
        let at = |origin, target| verdict("127.0.0.1:8080", "localhost:8080", origin, target);
        assert_eq!(at(Some("http://localhost:8080"), Target::Socket), None);
        assert_eq!(at(None, Target::Page), None);
        assert_eq!(at(None, Target::Socket), Some(ForeignRequest::Origin));
        for origin in [
            "http://localhost:9999",
            "http://127.0.0.1:8080",
            "https://localhost:8080",
            "http://evil.example",
            "http://localhost:8080/",
            "http://localhost:8080/path",
            "http://localhost:8080?query",
            "http://localhost:8080#part",
            "http://localhost:8080 ",
            "http://ann@localhost:8080",
            "http://",
            "null",
            "file://",
        ] {
            assert_eq!(at(Some(origin), Target::Socket), Some(ForeignRequest::Origin), "{origin}");
            assert_eq!(at(Some(origin), Target::Page), Some(ForeignRequest::Origin), "{origin}");
        }
    }

    #[test]
    fn refuses_what_browsers_call_foreign() {
        let at = |target, more: &[(&'static str, &str)]| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, "localhost:8080".parse().unwrap());
            for (name, value) in more {
                headers.insert(*name, value.parse().unwrap());
            }
            check(&path(target), &headers, "127.0.0.1:8080".parse().unwrap()).is_ok()
        };
        let link = |site| {
            [
                ("sec-fetch-site", site),
                ("sec-fetch-mode", "navigate"),
                ("sec-fetch-dest", "document"),
            ]
        };
        for target in [Target::Page, Target::Part] {
            assert!(at(target, &[("sec-fetch-site", "same-origin")]));
            assert!(at(target, &[("sec-fetch-site", "none")]));
            for site in ["cross-site", "same-site", "anything"] {
                assert!(!at(target, &[("sec-fetch-site", site)]), "{target:?} {site}");
                assert_eq!(at(target, &link(site)), target == Target::Page, "{target:?} {site}");
            }
        }
        let frame = [("sec-fetch-mode", "navigate"), ("sec-fetch-dest", "iframe")];
        assert!(!at(Target::Page, &[("sec-fetch-site", "cross-site"), frame[0], frame[1]]));
        assert!(at(Target::Part, &[("referer", "http://localhost:8080/?a#b")]));
        for page in
            ["http://evil.example/", "http://localhost:8081/", "https://localhost:8080/", "x"]
        {
            assert!(!at(Target::Part, &[("referer", page)]), "{page}");
            assert!(at(Target::Page, &[("referer", page)]), "a link from {page}");
        }
    }
}
