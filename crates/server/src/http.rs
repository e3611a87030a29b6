//! The HTTP side of the protocol.

mod games;
mod operating;
mod parts;
mod people;
mod systems;

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::routing::{any, get, post};
use tower_http::timeout::{RequestBodyTimeoutLayer, TimeoutLayer};
use tower_http::trace::TraceLayer;

use self::games::{
    create, delete, fork, list, open_socket, record, rematch, replay, report, summary, verify,
};
use self::operating::{docs, health, metrics, openapi_json, qr, ready, server_info};
use self::parts::Answer;
use self::people::{claim, invite, lobby, login, logout, me, register, sit};
use self::systems::{
    document, documents, lessons, rule, search_rules, sections, start_trial, systems, trial,
};
use crate::accounts::Accounts;
use crate::assets::Assets;
use crate::cluster;
use crate::device::{self, Caller};
use crate::fault::Fault;
use crate::guard::Guard;
use crate::host::Host;
use crate::input::MAX_BYTES;
use crate::limits::{Allowance, Limits};
use crate::metrics::METRICS;

/// What every handler needs.
pub(crate) struct App {
    pub(crate) host: Arc<Host>,
    pub(crate) assets: Assets,
    pub(crate) guard: Guard,
    pub(crate) version: String,
    pub(crate) limits: Limits,
    /// Where it listens.
    pub(crate) address: SocketAddr,
    pub(crate) accounts: Accounts,
    /// Requests each address may still make.
    pub(crate) requests: Allowance<IpAddr>,
}

/// Where a connection comes from.
#[derive(Clone, Copy)]
pub(crate) struct Peer(pub(crate) SocketAddr);

impl App {
    /// Notes with a request who sent it. A new device's key goes back in a cookie.
    async fn recognise(&self, request: &mut Request) -> Result<Option<HeaderValue>, Fault> {
        let peer = request.extensions().get::<Peer>().map(|peer| peer.0);
        let peer = peer.ok_or_else(|| Fault::broken("the request comes from nowhere"))?;
        let headers = request.headers();
        let address = Some(client_of(peer.ip(), headers)).filter(|address| self.limits.counts(*address));
        if let Some(address) = address {
            let wait = |wait: Duration| {
                let seconds = u32::try_from(wait.as_secs()).unwrap_or(u32::MAX).saturating_add(1);
                Fault::busy("your address sends too many requests; wait a little", seconds)
            };
            self.requests.take(address).map_err(wait)?;
        }
        let secure = headers.get("x-forwarded-proto").is_some_and(|scheme| scheme == "https");
        let (mut device, cookie) = device::recognise(headers, secure)?;
        // Among several servers nobody sits at the machine that has the games.
        let local = self.is_local(peer, headers) && self.host.cluster.is_none();
        let mut session = device::session_of(headers);
        if let Some(token) = &session {
            match self.accounts.holder(&self.host, token).await? {
                Some(account) => device = account,
                None => session = None,
            }
        }
        request.extensions_mut().insert(Caller { device, address, local, session, secure });
        Ok(cookie)
    }

    /// Whether somebody calls from this machine, without a proxy between.
    fn is_local(&self, peer: SocketAddr, headers: &HeaderMap) -> bool {
        let forwarded = ["forwarded", "x-forwarded-for", "x-forwarded-proto", "via"];
        let direct = forwarded.iter().all(|name| !headers.contains_key(*name));
        // Behind a proxy everybody seems to be here: a server that has a name is taken for one.
        peer.ip().is_loopback() && direct && self.guard.names.is_empty()
    }
}

/// Whom a request comes from: the proxy at this machine says for whom it calls. The last name counts, which is the one that
/// the proxy itself wrote; those before it are the client's own words.
fn client_of(peer: IpAddr, headers: &HeaderMap) -> IpAddr {
    let forwarded = headers.get_all("x-forwarded-for").iter().next_back();
    let named = forwarded.and_then(|value| value.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
    named.filter(|_| peer.is_loopback()).unwrap_or(peer)
}

/// What clients call.
fn api() -> Router<Arc<App>> {
    Router::new()
        .route("/systems", get(systems))
        .route("/systems/{system}/rules", get(search_rules))
        .route("/systems/{system}/rules/{rule}", get(rule))
        .route("/systems/{system}/sections", get(sections))
        .route("/systems/{system}/lessons", get(lessons))
        .route("/systems/{system}/documents", get(documents))
        .route("/systems/{system}/documents/{kind}", post(document))
        .route("/systems/{system}/trials", post(start_trial))
        .route("/trials/{id}", get(trial))
        .route("/server", get(server_info))
        .route("/health", get(health))
        .route("/ready", get(ready))
        .route("/docs", get(docs))
        .route("/docs/openapi.json", get(openapi_json))
        .route("/qr", post(qr))
        .route("/me", get(me))
        .route("/account", post(register))
        .route("/login", post(login))
        .route("/logout", post(logout))
        .route("/lobby", get(lobby))
        .route("/games", get(list).post(create))
        .route("/games/{id}", get(summary).delete(delete))
        .route("/games/{id}/replay", get(replay))
        .route("/games/{id}/record", get(record))
        .route("/games/{id}/report", get(report))
        .route("/games/{id}/fork", post(fork))
        .route("/games/{id}/invite", post(invite))
        .route("/games/{id}/claim", post(claim))
        .route("/games/{id}/sit", post(sit))
        .route("/games/{id}/rematch", post(rematch))
        .route("/games/{id}/verify", get(verify))
        .route("/games/{id}/ws", any(open_socket))
        .method_not_allowed_fallback(wrong_method)
        .fallback(nothing_here)
}

/// What another server passes on: its clients were recognised there.
pub(crate) fn relayed_routes(app: &Arc<App>) -> Router {
    Router::new()
        .nest("/api", api())
        .layer(DefaultBodyLimit::max(MAX_BYTES))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, app.limits.request))
        .with_state(Arc::clone(app))
}

/// All addresses the server answers at.
pub(crate) fn router(app: Arc<App>) -> Router {
    let limits = app.limits.clone();
    Router::new()
        .nest("/api", api())
        .route("/metrics", get(metrics))
        .fallback(page)
        .layer(middleware::from_fn_with_state(Arc::clone(&app), guarded))
        .layer(DefaultBodyLimit::max(MAX_BYTES))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, limits.request))
        .layer(RequestBodyTimeoutLayer::new(limits.body))
        .layer(TraceLayer::new_for_http().make_span_with(span_of))
        .with_state(app)
}

/// What the log says of a request: never its query, its cookies or its body.
fn span_of(request: &Request) -> tracing::Span {
    tracing::info_span!("request", method = %request.method(), path = request.uri().path())
}

/// Lets nobody in whom the guard does not know, recognises devices, and marks every answer as nobody else's business.
async fn guarded(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Answer {
    let mut given = None;
    let mut response = match app.guard.check(request.headers()) {
        Ok(()) if request.uri().path().starts_with("/api/") => match app.recognise(&mut request).await {
            Ok(cookie) => {
                given = cookie;
                match passed_on(&app, request).await {
                    Ok(request) => next.run(request).await,
                    Err(answer) => answer,
                }
            }
            Err(fault) => fault.response(),
        },
        Ok(()) => next.run(request).await,
        Err(why) => Fault::forbidden(why).response(),
    };
    METRICS.answered(response.status());
    let headers = response.headers_mut();
    // A login has its own.
    if let Some(cookie) = given.filter(|_| !headers.contains_key(header::SET_COOKIE)) {
        headers.append(header::SET_COOKIE, cookie);
    }
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    response
}

/// Has the server answer that has the game; a request for this one comes back.
async fn passed_on(app: &App, request: Request) -> Result<Request, Answer> {
    match &app.host.cluster {
        Some(cluster) => cluster::relayed(app, cluster, request).await,
        None => Ok(request),
    }
}

async fn wrong_method() -> Answer {
    Fault::new(StatusCode::METHOD_NOT_ALLOWED, "this address does not take that method").response()
}

async fn nothing_here() -> Answer {
    Fault::missing("there is nothing at this address; docs/protocol.md lists what there is").response()
}

async fn page(State(app): State<Arc<App>>, request: Request) -> Answer {
    if request.uri().path().starts_with("/api/") {
        return nothing_here().await;
    }
    app.assets.serve(request.method(), request.uri().path())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proxy_at_this_machine_says_for_whom_it_calls() {
        let client = |peer: &str, forwarded: &[&str]| {
            let mut headers = HeaderMap::new();
            for value in forwarded {
                headers.append("x-forwarded-for", value.parse().unwrap());
            }
            client_of(peer.parse().unwrap(), &headers).to_string()
        };
        assert_eq!(client("127.0.0.1", &[]), "127.0.0.1");
        assert_eq!(client("127.0.0.1", &["10.0.0.7"]), "10.0.0.7");
        assert_eq!(
            client("127.0.0.1", &["1.2.3.4, 10.0.0.7"]),
            "10.0.0.7",
            "the first is the client's own word"
        );
        assert_eq!(client("127.0.0.1", &["1.2.3.4", "10.0.0.7"]), "10.0.0.7");
        assert_eq!(client("127.0.0.1", &["nonsense"]), "127.0.0.1");
        assert_eq!(client("10.0.0.9", &["1.2.3.4"]), "10.0.0.9", "a stranger names nobody else");
    }
}
