//! What can go wrong for a caller, and with which status it is told.

use axum::body::Body;
use axum::http::{Response, StatusCode, header};
use grognard_store::StoreError;

use crate::protocol::ApiError;

/// Why a request was not done.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
pub(crate) struct Fault {
    /// The kind, as HTTP counts them.
    pub(crate) status: StatusCode,
    /// What was wrong, where, and what would be right.
    pub(crate) what: String,
    /// Seconds after which to try again, where that helps.
    pub(crate) retry: Option<u32>,
}

impl Fault {
    /// Anything.
    pub(crate) fn new(status: StatusCode, what: impl Into<String>) -> Self {
        Self { status, what: what.into(), retry: None }
    }

    /// The request makes no sense.
    pub(crate) fn bad(what: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, what)
    }

    /// Too much is asked for at once; it can be asked for again after so many seconds.
    pub(crate) fn busy(what: impl Into<String>, seconds: u32) -> Self {
        Self { retry: Some(seconds), ..Self::new(StatusCode::TOO_MANY_REQUESTS, what) }
    }

    /// What is asked for is not there.
    pub(crate) fn missing(what: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, what)
    }

    /// The caller may not do this.
    pub(crate) fn forbidden(what: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, what)
    }

    /// The game is not in a state for this.
    pub(crate) fn conflict(what: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, what)
    }

    /// Something on this side is broken.
    pub(crate) fn broken(what: impl Into<String>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, what)
    }

    /// As an HTTP answer.
    pub(crate) fn response(&self) -> Response<Body> {
        let mut response = json(self.status, &ApiError { error: self.what.clone() });
        if let Some(seconds) = self.retry {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NoSuchGame { .. } => Self::missing(error.to_string()),
            StoreError::Conflict { .. } => Self::conflict(error.to_string()),
            StoreError::Elsewhere { .. } => Self::new(crate::cluster::ELSEWHERE, error.to_string()),
            // The whole story names files of this machine: it is for whoever runs the server.
            other => {
                tracing::error!(error = %other, "the store failed");
                Self::broken("the store failed; nothing was changed, and the server's log says why")
            }
        }
    }
}

/// A JSON answer.
pub(crate) fn json(status: StatusCode, value: &impl serde::Serialize) -> Response<Body> {
    let (status, body) = match serde_json::to_vec(value) {
        Ok(body) => (status, body),
        Err(e) => {
            let error = ApiError { error: format!("the answer cannot be written: {e}") };
            (StatusCode::INTERNAL_SERVER_ERROR, serde_json::to_vec(&error).unwrap_or_default())
        }
    };
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, header::HeaderValue::from_static("application/json"));
    headers.insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
    response
}
