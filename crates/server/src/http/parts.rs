//! What handlers take out of requests and give back.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, FromRequestParts, Path, Request, State};
use axum::http::request::Parts;
use axum::http::{Response, StatusCode};
use axum::response::IntoResponse;
use grognard_engine::speech::ENGLISH;
use grognard_store::GameId;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::App;
use crate::device::Caller;
use crate::fault::{Fault, json};
use crate::input::{self, MAX_BYTES};
use crate::protocol::{
    Claim, CreateGame, Credentials, ForkGame, Invite, OpenDocument, QrText, Sit, StartTrial,
};

/// What every handler needs.
pub(super) type Served = State<Arc<App>>;

/// An answer.
pub(super) type Answer = Response<Body>;

/// A value as JSON, or why there is none.
pub(super) type Reply<T> = Result<Told<T>, Fault>;

/// A value that goes out as JSON.
pub(super) struct Told<T>(pub(super) T);

impl<T: Serialize> IntoResponse for Told<T> {
    fn into_response(self) -> Answer {
        json(StatusCode::OK, &self.0)
    }
}

/// A value that was put together before.
pub(super) struct Kept(pub(super) Arc<Value>);

impl IntoResponse for Kept {
    fn into_response(self) -> Answer {
        json(StatusCode::OK, &*self.0)
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Answer {
        self.response()
    }
}

/// The game an address names.
pub(super) struct Game(pub(super) GameId);

impl<S: Send + Sync> FromRequestParts<S> for Game {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Fault> {
        let named = Path::<String>::from_request_parts(parts, state).await;
        let Path(text) = named.map_err(|rejection| Fault::missing(rejection.body_text()))?;
        game_id(&text).map(Self)
    }
}

/// A game's id.
pub(super) fn game_id(text: &str) -> Result<GameId, Fault> {
    text.parse().map_err(|e: grognard_store::IdError| Fault::missing(e.to_string()))
}

impl<S: Send + Sync> FromRequestParts<S> for Caller {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Fault> {
        let caller = parts.extensions.get::<Self>().cloned();
        caller.ok_or_else(|| Fault::broken("the request comes from nobody"))
    }
}

/// What comes in the body of a request, and what it is called in complaints.
pub(super) trait Sent: DeserializeOwned {
    const NAME: &'static str;
}

macro_rules! sent {
    ($($kind:ty: $name:literal),* $(,)?) => { $(impl Sent for $kind { const NAME: &'static str = $name; })* };
}

sent! {
    Claim: "the claim",
    CreateGame: "the new game",
    Credentials: "the account",
    ForkGame: "the fork",
    Invite: "the invitation",
    OpenDocument: "the document",
    QrText: "the text",
    Sit: "the request",
    StartTrial: "the trial",
}

/// The body of a request, read.
pub(super) struct Given<T>(pub(super) T);

impl<T: Sent, S: Send + Sync> FromRequest<S> for Given<T> {
    type Rejection = Fault;

    async fn from_request(request: Request, state: &S) -> Result<Self, Fault> {
        let bytes = Bytes::from_request(request, state).await.map_err(|rejection| {
            let what = match rejection.status() {
                StatusCode::PAYLOAD_TOO_LARGE => format!("the body is longer than {MAX_BYTES} bytes"),
                _ => rejection.body_text(),
            };
            Fault::new(rejection.status(), what)
        })?;
        input::read(&bytes, T::NAME).map(Self).map_err(Fault::bad)
    }
}

/// The language an address asks for.
#[derive(Deserialize)]
pub(super) struct Spoken {
    #[serde(default)]
    lang: Option<String>,
}

impl Spoken {
    pub(super) fn language(self) -> String {
        spoken(self.lang)
    }
}

/// A language that was asked for, or English.
pub(super) fn spoken(language: Option<String>) -> String {
    language.unwrap_or_else(|| ENGLISH.to_owned())
}
