//! Accounts: for people who want their games on several devices. Nobody needs one.
//!
//! An account holds seats as a device does. Whoever logs in gets the key of a session in place of the device's key, and the games
//! of the device come along. Passwords are kept as argon2id hashes; hashing is slow on purpose, so it is done one at a time
//! and tries are counted.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use argon2::Argon2;
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use axum::http::StatusCode;
use grognard_store::{Account, StoreError};
use tokio::sync::Semaphore;
use tokio::task;

use crate::clock;
use crate::device::{self, Caller, Device};
use crate::fault::Fault;
use crate::host::{Host, clean_name};
use crate::limits::{Allowance, Limits};
use crate::protocol::{Credentials, Me};

/// How long a server believes what it knows of a session: another one may have ended it.
const BELIEVED: Duration = Duration::from_secs(10);

/// Sessions remembered at once.
const MOST_REMEMBERED: usize = 10_000;

/// What a name and a password may be.
const NAME: std::ops::RangeInclusive<usize> = 3..=24;
const PASSWORD: std::ops::RangeInclusive<usize> = 10..=200;

/// Whose a session is, and since when that is known.
type Known = (Option<Device>, Instant);

pub(crate) struct Accounts {
    known: Mutex<HashMap<String, Known>>,
    by_address: Allowance<IpAddr>,
    by_name: Allowance<String>,
    hashing: Semaphore,
    /// A hash nobody has the password of: an unknown name takes as long as a known one.
    nobody: Mutex<Option<String>>,
}

impl Accounts {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            known: Mutex::default(),
            by_address: Allowance::new(limits.logins.saturating_mul(4), limits.login_every / 4),
            by_name: Allowance::new(limits.logins, limits.login_every),
            hashing: Semaphore::new(1),
            nobody: Mutex::default(),
        }
    }

    /// The account a session belongs to.
    pub(crate) async fn holder(&self, host: &Arc<Host>, token: &str) -> Result<Option<Device>, Fault> {
        if let Some((holder, at)) = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(token)
            && at.elapsed() < BELIEVED
        {
            return Ok(holder.clone());
        }
        let wanted = token.to_owned();
        let found = host.stored(move |store| store.session(&wanted)).await?;
        let holder = found.map(|account| Device::of_account(&account.id));
        self.remember(token, holder.clone());
        Ok(holder)
    }

    fn remember(&self, token: &str, holder: Option<Device>) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST_REMEMBERED {
            known.retain(|_, (_, at)| at.elapsed() < BELIEVED);
        }
        known.insert(token.to_owned(), (holder, Instant::now()));
    }

    /// Makes an account; the caller has logged in to it then. Returns the new key.
    pub(crate) async fn register(
        &self,
        host: &Arc<Host>,
        caller: &Caller,
        given: Credentials,
    ) -> Result<(Me, String), Fault> {
        let shown = self.may_try(caller, &given)?;
        let password = self.hash(given.password).await?;
        let id = device::token()?[..32].to_owned();
        let account = Account { id, name: shown.to_lowercase(), shown, password };
        let (new, at) = (account.clone(), clock::now());
        // Named as the store names it: that a name is taken is told.
        host.stored(move |store| match store.add_account(&new, at) {
            Err(StoreError::NameTaken { name }) => Ok(Err(name)),
            other => other.map(Ok),
        })
        .await?
        .map_err(|name| Fault::conflict(format!("the name `{name}` is taken")))?;
        self.open(host, caller, account).await
    }

    /// Logs in. Returns the new key.
    pub(crate) async fn login(
        &self,
        host: &Arc<Host>,
        caller: &Caller,
        given: Credentials,
    ) -> Result<(Me, String), Fault> {
        let shown = self.may_try(caller, &given)?;
        let name = shown.to_lowercase();
        let found = host.stored(move |store| store.account(&name)).await?;
        let hash = match &found {
            Some(account) => account.password.clone(),
            None => self.nobodys().await?,
        };
        let right = self.verify(given.password, hash).await?;
        match found {
            Some(account) if right => self.open(host, caller, account).await,
            _ => Err(Fault::new(
                StatusCode::UNAUTHORIZED,
                "this name and this password do not belong together",
            )),
        }
    }

    /// Ends the caller's session. Returns a fresh key of a device.
    pub(crate) async fn logout(&self, host: &Arc<Host>, caller: &Caller) -> Result<(Me, String), Fault> {
        if let Some(token) = caller.session.clone() {
            self.remember(&token, None);
            host.stored(move |store| store.end_session(&token)).await?;
        }
        Ok((Me::default(), device::token()?))
    }

    /// Opens a session; the games of the device come along.
    async fn open(&self, host: &Arc<Host>, caller: &Caller, account: Account) -> Result<(Me, String), Fault> {
        let (key, stored) = device::session_key()?;
        let (id, at) = (account.id.clone(), clock::now());
        host.stored(move |store| store.add_session(&stored, &id, at)).await?;
        if caller.session.is_none() {
            host.hand_over(&caller.device, &Device::of_account(&account.id)).await?;
        }
        tracing::info!(account = account.id, "a session was opened");
        Ok((Me { name: Some(account.shown) }, key))
    }

    /// Checks form and allowance of a try, and returns the name as it will be shown.
    fn may_try(&self, caller: &Caller, given: &Credentials) -> Result<String, Fault> {
        let wait = |wait: Duration| {
            let seconds = u32::try_from(wait.as_secs()).unwrap_or(u32::MAX).saturating_add(1);
            Fault::busy("too many tries; wait a little", seconds)
        };
        // Behind a proxy everybody calls from this machine.
        if let Some(address) = caller.address {
            self.by_address.take(address).map_err(wait)?;
        }
        let shown = clean_name(&given.name)?;
        if !NAME.contains(&shown.chars().count()) || !PASSWORD.contains(&given.password.chars().count()) {
            return Err(Fault::bad(format!(
                "a name has {} to {} characters, a password {} to {}",
                NAME.start(),
                NAME.end(),
                PASSWORD.start(),
                PASSWORD.end()
            )));
        }
        self.by_name.take(shown.to_lowercase()).map_err(wait)?;
        Ok(shown)
    }

    async fn nobodys(&self) -> Result<String, Fault> {
        let kept = self.nobody.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(hash) = kept {
            return Ok(hash);
        }
        let hash = self.hash(device::token()?).await?;
        *self.nobody.lock().unwrap_or_else(PoisonError::into_inner) = Some(hash.clone());
        Ok(hash)
    }

    async fn hash(&self, password: String) -> Result<String, Fault> {
        let salt = clock::random::<16>()?;
        self.slowly(move || {
            let salt = SaltString::encode_b64(&salt).map_err(|e| e.to_string())?;
            let hash = Argon2::default().hash_password(password.as_bytes(), &salt);
            Ok(hash.map_err(|e| e.to_string())?.to_string())
        })
        .await
    }

    async fn verify(&self, password: String, hash: String) -> Result<bool, Fault> {
        self.slowly(move || {
            let hash = PasswordHash::new(&hash).map_err(|e| e.to_string())?;
            Ok(Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
        })
        .await
    }

    /// Does something that takes its time, one at a time.
    async fn slowly<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, String> + Send + 'static,
    ) -> Result<T, Fault> {
        let broken = |what: String| Fault::broken(format!("the password cannot be checked: {what}"));
        let _turn = self.hashing.acquire().await.map_err(|e| broken(e.to_string()))?;
        task::spawn_blocking(work).await.map_err(|e| broken(e.to_string()))?.map_err(broken)
    }
}

impl Host {
    /// The caller's account.
    pub(crate) async fn me(self: &Arc<Self>, caller: &Caller) -> Result<Me, Fault> {
        let Some(token) = caller.session.clone() else { return Ok(Me::default()) };
        let found = self.stored(move |store| store.session(&token)).await?;
        Ok(Me { name: found.map(|account| account.shown) })
    }
}
