//! For whoever runs the server: health, figures, the description of the API, links for others.

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Response, StatusCode, header};
use serde_json::{Value, json};

use super::parts::{Answer, Given, Reply, Served, Told};
use super::{Peer, nothing_here};
use crate::fault::Fault;
use crate::metrics::METRICS;
use crate::protocol::{Qr, QrText, ServerInfo};
use crate::{network, openapi};

pub(super) async fn server_info(State(app): Served) -> Told<ServerInfo> {
    Told(network::info(app.address))
}

pub(super) async fn qr(Given(QrText { text }): Given<QrText>) -> Reply<Qr> {
    network::qr(&text).map(Told)
}

/// The process runs and answers.
pub(super) async fn health() -> Told<Value> {
    Told(json!({"ok": true}))
}

/// The store answers, too: this server can take players.
pub(super) async fn ready(State(app): Served) -> Reply<Value> {
    app.host.is_ready().await.map_err(|fault| Fault {
        retry: Some(5),
        ..Fault::new(StatusCode::SERVICE_UNAVAILABLE, fault.what)
    })?;
    Ok(Told(json!({"ok": true})))
}

pub(super) async fn docs() -> Answer {
    let mut response = Response::new(Body::from(openapi::page()));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    let policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    response
}

pub(super) async fn openapi_json() -> Told<utoipa::openapi::OpenApi> {
    Told(openapi::document())
}

/// Figures for Prometheus, for whoever calls from this machine without a proxy between.
pub(super) async fn metrics(State(app): Served, request: Request) -> Answer {
    let peer = request.extensions().get::<Peer>().map(|peer| peer.0);
    if !peer.is_some_and(|peer| app.is_local(peer, request.headers())) {
        return nothing_here().await;
    }
    let mut response = Response::new(Body::from(METRICS.text(app.host.in_memory())));
    let kind = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
}
