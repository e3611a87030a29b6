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
}

impl Fault {
    /// The request makes no sense.
    pub(crate) fn bad(what: impl Into<String>) -> Self {
        Self { status: StatusCode::BAD_REQUEST, what: what.into() }
    }

    /// What is asked for is not there.
    pub(crate) fn missing(what: impl Into<String>) -> Self {
        Self { status: StatusCode::NOT_FOUND, what: what.into() }
    }

    /// The caller may not do this.
    pub(crate) fn forbidden(what: impl Into<String>) -> Self {
        Self { status: StatusCode::FORBIDDEN, what: what.into() }
    }

    /// The game is not in a state for this.
    pub(crate) fn conflict(what: impl Into<String>) -> Self {
        Self { status: StatusCode::CONFLICT, what: what.into() }
    }

    /// Something on this side is broken.
    pub(crate) fn broken(what: impl Into<String>) -> Self {
        Self { status: StatusCode::INTERNAL_SERVER_ERROR, what: what.into() }
    }

    /// As an HTTP answer.
    pub(crate) fn response(&self) -> Response<Body> {
        json(self.status, &ApiError { error: self.what.clone() })
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NoSuchGame { .. } => Self::missing(error.to_string()),
            StoreError::Conflict { .. } => Self::conflict(error.to_string()),
            other => Self::broken(other.to_string()),
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
