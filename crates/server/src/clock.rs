//! The host's clock and the host's randomness: the only places where the server asks the machine for either.

use std::time::{SystemTime, UNIX_EPOCH};

use grognard_store::Timestamp;

use crate::fault::Fault;

/// The time now.
pub(crate) fn now() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

/// Random bytes from the system.
pub(crate) fn random<const N: usize>() -> Result<[u8; N], Fault> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)
        .map_err(|e| Fault::broken(format!("the system gives no random numbers: {e}")))?;
    Ok(bytes)
}
