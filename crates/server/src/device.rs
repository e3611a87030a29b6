//! Who calls: a device, known by a key in a cookie.
//!
//! A browser is given a key of 32 random bytes with its first request. Seats belong to devices. The key itself is never
//! stored; games note its hash, so that a copy of the store lets nobody in. A browser that has logged in to an account has the
//! key of a session instead, which stands for the account: see `accounts`.

use std::net::IpAddr;

use axum::http::{HeaderMap, HeaderValue, header};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::clock;
use crate::fault::Fault;

/// The cookie's name.
const COOKIE: &str = "grognard";

/// How long a browser keeps the key, in seconds: a year after its last visit.
const KEPT: u32 = 365 * 24 * 60 * 60;

/// A device as games know it: the hash of its key.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct Device(String);

impl Device {
    /// The name under which the store lists its games.
    pub(crate) fn member(&self) -> String {
        self.0.clone()
    }

    fn of_key(key: &str) -> Self {
        Self(hashed("device", key))
    }

    /// An account, which holds seats as a device does.
    pub(crate) fn of_account(id: &str) -> Self {
        Self(format!("account-{id}"))
    }
}

/// The stored form of a token: enough to recognise it, not enough to use it.
pub(crate) fn hashed(kind: &str, token: &str) -> String {
    let mut hash = Sha256::new();
    hash.update(b"grognard ");
    hash.update(kind.as_bytes());
    hash.update([0]);
    hash.update(token.as_bytes());
    hex(&hash.finalize())
}

/// A fresh token of 32 random bytes.
pub(crate) fn token() -> Result<String, Fault> {
    Ok(hex(&clock::random::<32>()?))
}

fn hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .map(|d| char::from(b"0123456789abcdef"[d as usize]))
        .collect()
}

/// Whoever sent a request.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Caller {
    /// The device.
    pub(crate) device: Device,
    /// The address it is counted under, where that says anything.
    pub(crate) address: Option<IpAddr>,
    /// It sits at the server's own machine, and no proxy stands between: games without an owner are its.
    pub(crate) local: bool,
    /// The stored form of its session's key, if it has logged in.
    pub(crate) session: Option<String>,
    /// It called over TLS, as the proxy says.
    pub(crate) secure: bool,
}

/// What the key of a session begins with.
const SESSION: char = 's';

/// A fresh key of a session, and its stored form.
pub(crate) fn session_key() -> Result<(String, String), Fault> {
    let key = format!("{SESSION}{}", token()?);
    let stored = hashed("session", &key);
    Ok((key, stored))
}

/// The stored form of the session a request belongs to.
pub(crate) fn session_of(headers: &HeaderMap) -> Option<String> {
    key_of(headers).filter(|key| key.starts_with(SESSION)).map(|key| hashed("session", key))
}

/// The key a request carries.
fn key_of(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs = cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let mut keys = pairs.filter(|(name, _)| *name == COOKIE).map(|(_, key)| key);
    let hex = |key: &str| key.len() == 64 && key.bytes().all(|b| b.is_ascii_hexdigit());
    keys.next().filter(|key| hex(key) || key.strip_prefix(SESSION).is_some_and(hex))
}

/// The value of `Set-Cookie` that gives a browser a key.
pub(crate) fn cookie(key: &str, secure: bool) -> Result<HeaderValue, Fault> {
    let secure = if secure { "; Secure" } else { "" };
    let cookie = format!("{COOKIE}={key}; HttpOnly; SameSite=Strict; Path=/; Max-Age={KEPT}{secure}");
    HeaderValue::from_str(&cookie).map_err(|e| Fault::broken(e.to_string()))
}

/// Recognises the device of a request. A new one gets a key, which goes back as the value of `Set-Cookie`.
pub(crate) fn recognise(headers: &HeaderMap, secure: bool) -> Result<(Device, Option<HeaderValue>), Fault> {
    if let Some(key) = key_of(headers) {
        return Ok((Device::of_key(key), None));
    }
    let key = token()?;
    Ok((Device::of_key(&key), Some(cookie(&key, secure)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(cookie: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, cookie.parse().unwrap());
        headers
    }

    #[test]
    fn a_key_is_drawn_once_and_recognised_after() {
        let (device, cookie) = recognise(&HeaderMap::new(), true).unwrap();
        let cookie = cookie.unwrap().to_str().unwrap().to_owned();
        for part in ["HttpOnly", "SameSite=Strict", "Secure"] {
            assert!(cookie.contains(part), "{cookie}");
        }
        let pair = cookie.split(';').next().unwrap();
        let (again, none) = recognise(&headers(&format!("theme=dark; {pair}")), true).unwrap();
        assert!(again == device && none.is_none());
        assert!(!pair.contains(&device.member()), "the stored form is not the key");
        for bad in ["grognard=", "grognard=abc", "grognard", &format!("grognard={}", "g".repeat(64))] {
            assert!(recognise(&headers(bad), false).unwrap().1.is_some(), "{bad}");
        }
    }
}
