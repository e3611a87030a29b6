//! Who may talk to the server at all.
//!
//! A web page of somebody else's must not play on a person's server. It can reach a loopback address from the person's
//! browser in two ways: by naming it outright, which the `Origin` header gives away, or by pointing a domain of its own
//! at 127.0.0.1 (DNS rebinding), which the `Host` header gives away. A numeric address cannot be rebound, so only names
//! need to be known.

use std::net::IpAddr;

use axum::http::{HeaderMap, header};

/// Names and origins that are welcome beside the obvious ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Guard {
    /// Host names under which the server is known, without ports.
    pub(crate) names: Vec<String>,
    /// Foreign origins that may call, such as a development server's.
    pub(crate) origins: Vec<String>,
}

impl Guard {
    /// Whether a request may pass; otherwise what is wrong and what would be right.
    pub(crate) fn check(&self, headers: &HeaderMap) -> Result<(), String> {
        let host = single(headers, header::HOST)?.ok_or("the request has no Host header")?;
        let name =
            name_of(host).ok_or_else(|| format!("the Host header `{}` cannot be read", short(host)))?;
        if !self.knows(name) {
            return Err(format!(
                "this server is not known as `{}`; call it by its address, or start it with that name (--host)",
                short(name)
            ));
        }
        let Some(origin) = single(headers, header::ORIGIN)? else { return Ok(()) };
        let same = origin.split_once("://").is_some_and(|(scheme, rest)| {
            matches!(scheme, "http" | "https") && rest.eq_ignore_ascii_case(host)
        });
        if same || self.origins.iter().any(|known| known == origin) {
            Ok(())
        } else {
            Err(format!("a page from `{}` may not call this server", short(origin)))
        }
    }

    fn knows(&self, name: &str) -> bool {
        let bare = name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(name);
        bare.parse::<IpAddr>().is_ok()
            || name.eq_ignore_ascii_case("localhost")
            || self.names.iter().any(|known| known.eq_ignore_ascii_case(name))
    }
}

/// A header that may be there once at most.
fn single(headers: &HeaderMap, name: header::HeaderName) -> Result<Option<&str>, String> {
    let mut values = headers.get_all(&name).iter();
    let first = values.next();
    if values.next().is_some() {
        return Err(format!("the request has several `{name}` headers"));
    }
    first
        .map(|value| value.to_str().map_err(|_| format!("the `{name}` header is not plain text")))
        .transpose()
}

/// The host without its port.
fn name_of(host: &str) -> Option<&str> {
    let (name, port) = if host.starts_with('[') {
        let end = host.find(']')? + 1;
        (&host[..end], host[end..].strip_prefix(':').or(host[end..].is_empty().then_some("0")))
    } else {
        match host.split_once(':') {
            Some((name, port)) => (name, Some(port)),
            None => (host, Some("0")),
        }
    };
    port?.parse::<u16>().ok()?;
    (!name.is_empty()).then_some(name)
}

/// A foreign text, cut to a printable length.
fn short(text: &str) -> String {
    text.chars().take(80).flat_map(char::escape_debug).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passes(guard: &Guard, host: &str, origin: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        guard.check(&headers).is_ok()
    }

    #[test]
    fn own_addresses_pass() {
        let guard = Guard { names: vec!["games.example.org".into()], origins: vec![] };
        for host in ["127.0.0.1:7777", "localhost:7777", "LocalHost", "[::1]:80", "192.168.1.5:7777"] {
            assert!(passes(&guard, host, None), "{host}");
            assert!(passes(&guard, host, Some(&format!("http://{host}"))), "{host}");
        }
        assert!(passes(&guard, "games.example.org", Some("https://games.example.org")));
    }

    #[test]
    fn rebound_names_and_foreign_pages_do_not() {
        let guard = Guard::default();
        let bad =
            ["evil.example", "evil.example:7777", "127.0.0.1.evil.example", "localhost.evil.example", ":80"];
        for host in bad.into_iter().chain(["[::1", "127.0.0.1:port", "127.0.0.1:99999", "[::1]x"]) {
            assert!(!passes(&guard, host, None), "{host}");
        }
        let here = "127.0.0.1:7777";
        for origin in
            ["http://evil.example", "null", "http://127.0.0.1:8888", "http://localhost:7777", "file://"]
        {
            assert!(!passes(&guard, here, Some(origin)), "{origin}");
        }
        assert!(!passes(&guard, "evil.example", Some("http://evil.example")));
        let open = Guard { origins: vec!["http://localhost:5173".into()], ..Guard::default() };
        assert!(passes(&open, here, Some("http://localhost:5173")));
    }

    #[test]
    fn doubled_and_missing_headers_do_not() {
        let mut headers = HeaderMap::new();
        assert!(Guard::default().check(&headers).is_err());
        headers.append(header::HOST, "127.0.0.1".parse().unwrap());
        headers.append(header::HOST, "evil.example".parse().unwrap());
        assert!(Guard::default().check(&headers).is_err());
    }
}
