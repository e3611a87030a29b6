//! The HTTP side of the protocol.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, Extension, Path, Query, Request, State, WebSocketUpgrade};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use axum::middleware::{self, Next};
use axum::routing::{any, get, post};
use grognard_engine::speech::ENGLISH;
use grognard_store::GameId;
use serde::Deserialize;
use serde_json::Value;
use tower_http::timeout::{RequestBodyTimeoutLayer, TimeoutLayer};
use tower_http::trace::TraceLayer;

use crate::accounts::Accounts;
use crate::assets::Assets;
use crate::connections::Place;
use crate::device::{self, Caller};
use crate::fault::{Fault, json};
use crate::guard::Guard;
use crate::host::{Host, Table};
use crate::input::{self, MAX_BYTES};
use crate::limits::Limits;
use crate::metrics::METRICS;
use crate::protocol::{
    Claim, Credentials, Invite, Me, PROTOCOL, QrText, RuleLine, RuleSection, Sit, Systems, ViewAs,
};
use crate::{network, openapi, socket};

/// At most so many rules are found at once.
const MAX_RULES: usize = 50;

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
        let secure = headers.get("x-forwarded-proto").is_some_and(|scheme| scheme == "https");
        let (mut device, cookie) = device::recognise(headers, secure)?;
        let local = self.is_local(peer, headers);
        let mut session = device::session_of(headers);
        if let Some(token) = &session {
            match self.accounts.holder(&self.host, token).await? {
                Some(account) => device = account,
                None => session = None,
            }
        }
        request.extensions_mut().insert(Caller { device, address: peer.ip(), local, session, secure });
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

type Answer = Response<Body>;

/// All addresses the server answers at.
pub(crate) fn router(app: Arc<App>) -> Router {
    let api = Router::new()
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
        .fallback(nothing_here);
    let limits = app.limits.clone();
    Router::new()
        .nest("/api", api)
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
                next.run(request).await
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

fn answer<T: serde::Serialize>(result: Result<T, Fault>) -> Answer {
    match result {
        Ok(value) => json(StatusCode::OK, &value),
        Err(fault) => fault.response(),
    }
}

/// A game's id out of an address.
fn game_id(text: &str) -> Result<GameId, Fault> {
    text.parse().map_err(|e: grognard_store::IdError| Fault::missing(e.to_string()))
}

/// A request's body.
fn body(bytes: Result<Bytes, BytesRejection>) -> Result<Bytes, Fault> {
    bytes.map_err(|rejection| {
        let what = match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => format!("the body is longer than {MAX_BYTES} bytes"),
            _ => rejection.body_text(),
        };
        Fault::new(rejection.status(), what)
    })
}

/// The language an address asks for.
#[derive(Deserialize)]
struct Spoken {
    #[serde(default)]
    lang: Option<String>,
}

impl Spoken {
    fn language(&self) -> &str {
        self.lang.as_deref().unwrap_or(ENGLISH)
    }
}

async fn systems(State(app): State<Arc<App>>, Query(spoken): Query<Spoken>) -> Answer {
    let (systems, languages) = (app.host.forms(spoken.language()), app.host.languages());
    answer(Ok(Systems { protocol: PROTOCOL, version: app.version.clone(), systems, languages }))
}

async fn lessons(
    State(app): State<Arc<App>>,
    Path(system): Path<String>,
    Query(spoken): Query<Spoken>,
) -> Answer {
    answer(app.host.lessons(&system, spoken.language()))
}

async fn documents(
    State(app): State<Arc<App>>,
    Path(system): Path<String>,
    Query(spoken): Query<Spoken>,
) -> Answer {
    answer(app.host.documents(&system, spoken.language()))
}

/// A value that was put together before.
fn value(result: Result<Arc<Value>, Fault>) -> Answer {
    match result {
        Ok(value) => json(StatusCode::OK, &*value),
        Err(fault) => fault.response(),
    }
}

async fn document(
    State(app): State<Arc<App>>,
    Path((system, kind)): Path<(String, String)>,
    Query(spoken): Query<Spoken>,
    bytes: Result<Bytes, BytesRejection>,
) -> Answer {
    let done = async {
        let open = input::read(&body(bytes)?, "the document").map_err(Fault::bad)?;
        app.host.document(system, kind, open, spoken.language().to_owned()).await
    };
    value(done.await)
}

async fn start_trial(
    State(app): State<Arc<App>>,
    Path(system): Path<String>,
    bytes: Result<Bytes, BytesRejection>,
) -> Answer {
    let done = async {
        let start = input::read(&body(bytes)?, "the trial").map_err(Fault::bad)?;
        app.host.start_trial(system, start).await
    };
    answer(done.await)
}

async fn trial(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answer {
    answer(app.host.trial(&id))
}

/// The whole rulebook as a list: sections by their names, each with the titles of its rules, those of the rulings last.
async fn sections(State(app): State<Arc<App>>, Path(system): Path<String>) -> Answer {
    answer(app.host.system(&system).map(|system| {
        let catalogue = system.catalogue();
        let mut sections: Vec<RuleSection> = Vec::new();
        for id in catalogue.rules.keys().chain(catalogue.rulings.keys()) {
            let code = grognard_engine::rule::section_of(id);
            let Some(page) = catalogue.page(id) else { continue };
            let line = RuleLine { id: id.clone(), title: page.title, status: page.status };
            if let Some(section) = sections.iter_mut().find(|section| section.code == code) {
                section.rules.push(line);
            } else {
                let title = page.section;
                sections.push(RuleSection { code: code.to_owned(), title, rules: vec![line] });
            }
        }
        let rules =
            |section: &RuleSection| section.rules.iter().any(|line| catalogue.rules.contains_key(&line.id));
        sections.sort_by_key(|section| (!rules(section), section.title.to_lowercase()));
        sections
    }))
}

async fn report(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Answer {
    let done = async {
        let id = game_id(&id)?;
        let live = app.host.open(&caller, &id).await?;
        let finished = live.with(move |table| table.postmortem(&caller.device)).await??;
        let work = move || {
            let report = finished.report()?;
            serde_json::to_value(report).map_err(|e| Fault::broken(e.to_string()))
        };
        app.host.jobs.run(&("report", id.as_str()), work).await
    };
    value(done.await)
}

#[derive(Deserialize)]
struct Search {
    #[serde(default)]
    q: String,
}

async fn search_rules(
    State(app): State<Arc<App>>,
    Path(system): Path<String>,
    Query(search): Query<Search>,
) -> Answer {
    answer(app.host.system(&system).map(|system| {
        let catalogue = system.catalogue();
        let found = catalogue.search(&search.q).into_iter().filter_map(|id| catalogue.page(id));
        found.take(MAX_RULES).collect::<Vec<_>>()
    }))
}

async fn rule(State(app): State<Arc<App>>, Path((system, rule)): Path<(String, String)>) -> Answer {
    answer(app.host.system(&system).and_then(|system| {
        let page = system.catalogue().page(&rule);
        page.ok_or_else(|| Fault::missing(format!("there is no rule `{}`", rule.escape_debug())))
    }))
}

/// Which part of a list an address asks for.
#[derive(Deserialize)]
struct Part {
    #[serde(default)]
    lang: Option<String>,
    #[serde(default)]
    after: Option<String>,
    #[serde(default)]
    limit: Option<String>,
}

/// How many games a page of the list has unless told otherwise.
const PAGE: usize = 50;

async fn list(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Query(part): Query<Part>,
) -> Answer {
    let done = async {
        let after = part.after.as_deref().map(game_id).transpose()?;
        let limit = part.limit.as_deref().map(str::parse).transpose();
        let limit = limit.map_err(|_| Fault::bad("limit: expected a number of games"))?.unwrap_or(PAGE);
        let language = part.lang.unwrap_or_else(|| ENGLISH.to_owned());
        app.host.list(&caller, after, limit, language).await
    };
    answer(done.await)
}

async fn create(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    bytes: Result<Bytes, BytesRejection>,
) -> Answer {
    let done = async {
        let create = input::read(&body(bytes)?, "the new game").map_err(Fault::bad)?;
        app.host.create(&caller, create).await
    };
    answer(done.await)
}

async fn summary(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    Query(spoken): Query<Spoken>,
) -> Answer {
    let done = async { app.host.one(&caller, game_id(&id)?, spoken.language().to_owned()).await };
    answer(done.await)
}

async fn invite(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    bytes: Result<Bytes, BytesRejection>,
) -> Answer {
    let done = async {
        let invite: Invite = input::read(&body(bytes)?, "the invitation").map_err(Fault::bad)?;
        app.host.invite(&caller, &game_id(&id)?, invite.seat).await
    };
    answer(done.await)
}

async fn claim(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    bytes: Result<Bytes, BytesRejection>,
) -> Answer {
    let done = async {
        let claim: Claim = input::read(&body(bytes)?, "the claim").map_err(Fault::bad)?;
        app.host.claim(&caller, &game_id(&id)?, claim.token, claim.name).await
    };
    answer(done.await)
}

async fn lobby(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Query(spoken): Query<Spoken>,
) -> Answer {
    answer(app.host.lobby(&caller, spoken.language().to_owned()).await)
}

async fn sit(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    bytes: Result<Bytes, BytesRejection>,
) -> Answer {
    let done = async {
        let sit: Sit = input::read(&body(bytes)?, "the request").map_err(Fault::bad)?;
        app.host.sit(&caller, &game_id(&id)?, sit.seat, sit.name).await
    };
    answer(done.await)
}

async fn rematch(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Answer {
    let done = async { app.host.rematch(&caller, &game_id(&id)?).await };
    answer(done.await)
}

/// Plays a finished record again, in the queue of long computations.
async fn verify(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Answer {
    let done = async {
        let id = game_id(&id)?;
        let live = app.host.open(&caller, &id).await?;
        let check = live.with(move |table| table.verification(&caller.device)).await??;
        let work = move || {
            let verified = check()?;
            serde_json::to_value(verified).map_err(|e| Fault::broken(e.to_string()))
        };
        app.host.jobs.run(&("verify", id.as_str()), work).await
    };
    value(done.await)
}

async fn server_info(State(app): State<Arc<App>>) -> Answer {
    answer(Ok(network::info(app.address)))
}

async fn qr(bytes: Result<Bytes, BytesRejection>) -> Answer {
    let done = || {
        let QrText { text } = input::read(&body(bytes)?, "the text").map_err(Fault::bad)?;
        network::qr(&text)
    };
    answer(done())
}

/// The process runs and answers.
async fn health() -> Answer {
    json(StatusCode::OK, &serde_json::json!({"ok": true}))
}

/// The store answers, too: this server can take players.
async fn ready(State(app): State<Arc<App>>) -> Answer {
    match app.host.is_ready().await {
        Ok(()) => json(StatusCode::OK, &serde_json::json!({"ok": true})),
        Err(fault) => {
            Fault { retry: Some(5), ..Fault::new(StatusCode::SERVICE_UNAVAILABLE, fault.what) }.response()
        }
    }
}

async fn docs() -> Answer {
    let mut response = Response::new(Body::from(openapi::page()));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    let policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    response
}

async fn openapi_json() -> Answer {
    json(StatusCode::OK, &openapi::document())
}

/// Figures for Prometheus, for whoever calls from this machine without a proxy between.
async fn metrics(State(app): State<Arc<App>>, request: Request) -> Answer {
    let peer = request.extensions().get::<Peer>().map(|peer| peer.0);
    if !peer.is_some_and(|peer| app.is_local(peer, request.headers())) {
        return nothing_here().await;
    }
    let mut response = Response::new(Body::from(METRICS.text(app.host.in_memory())));
    let kind = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
}

async fn me(State(app): State<Arc<App>>, Extension(caller): Extension<Caller>) -> Answer {
    answer(app.host.me(&caller).await)
}

async fn register(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    bytes: Result<Bytes, BytesRejection>,
) -> Answer {
    let done = async {
        let given: Credentials = input::read(&body(bytes)?, "the account").map_err(Fault::bad)?;
        app.accounts.register(&app.host, &caller, given).await
    };
    with_key(done.await, caller.secure)
}

async fn login(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    bytes: Result<Bytes, BytesRejection>,
) -> Answer {
    let done = async {
        let given: Credentials = input::read(&body(bytes)?, "the account").map_err(Fault::bad)?;
        app.accounts.login(&app.host, &caller, given).await
    };
    with_key(done.await, caller.secure)
}

async fn logout(State(app): State<Arc<App>>, Extension(caller): Extension<Caller>) -> Answer {
    with_key(app.accounts.logout(&app.host, &caller).await, caller.secure)
}

/// An answer that gives the browser another key.
fn with_key(done: Result<(Me, String), Fault>, secure: bool) -> Answer {
    let made = done.and_then(|(me, key)| Ok((me, device::cookie(&key, secure)?)));
    match made {
        Ok((me, cookie)) => {
            let mut response = json(StatusCode::OK, &me);
            response.headers_mut().append(header::SET_COOKIE, cookie);
            response
        }
        Err(fault) => fault.response(),
    }
}

async fn delete(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Answer {
    let done = async { app.host.delete(&caller, game_id(&id)?).await };
    match done.await {
        Ok(()) => {
            let mut response = Response::new(Body::empty());
            *response.status_mut() = StatusCode::NO_CONTENT;
            response
        }
        Err(fault) => fault.response(),
    }
}

#[derive(Deserialize)]
struct Frame {
    #[serde(default)]
    at: Option<String>,
    #[serde(default, rename = "as")]
    seat: Option<String>,
    #[serde(default)]
    lang: Option<String>,
}

async fn replay(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    Query(frame): Query<Frame>,
) -> Answer {
    let done = async {
        let at = frame.at.as_deref().unwrap_or("0");
        let at = at.parse().map_err(|_| Fault::bad("at: expected the number of a frame, from 0"))?;
        let view = match frame.seat {
            None => ViewAs::Public,
            Some(seat) => ViewAs::Seat { seat },
        };
        let live = app.host.open(&caller, &game_id(&id)?).await?;
        let language = frame.lang.unwrap_or_else(|| ENGLISH.to_owned());
        let look = move |table: &mut Table| {
            table.speak(&language);
            table.frame(&caller.device, at, &view)
        };
        live.with(look).await?
    };
    answer(done.await)
}

async fn record(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Answer {
    let done = async {
        let live = app.host.open(&caller, &game_id(&id)?).await?;
        live.with(move |table| table.record_file(&caller.device)).await?
    };
    match done.await {
        Ok(text) => {
            let mut response = Response::new(Body::from(text));
            let headers = response.headers_mut();
            let kind = HeaderValue::from_static("application/jsonl; charset=utf-8");
            headers.insert(header::CONTENT_TYPE, kind);
            let name = format!("attachment; filename=\"grognard-{id}.jsonl\"");
            if let Ok(name) = HeaderValue::from_str(&name) {
                headers.insert(header::CONTENT_DISPOSITION, name);
            }
            response
        }
        Err(fault) => fault.response(),
    }
}

async fn fork(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    bytes: Result<Bytes, BytesRejection>,
) -> Answer {
    let done = async {
        let fork = input::read(&body(bytes)?, "the fork").map_err(Fault::bad)?;
        app.host.fork(&caller, game_id(&id)?, fork).await
    };
    answer(done.await)
}

async fn open_socket(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Extension(place): Extension<Arc<Place>>,
    Path(id): Path<String>,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Answer {
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(rejection) => {
            let what = format!("this address speaks WebSocket: {}", rejection.body_text());
            return Fault::new(rejection.status(), what).response();
        }
    };
    let opened = async { app.host.open(&caller, &game_id(&id)?).await };
    match opened.await {
        Ok(live) => {
            let (version, ping) = (app.version.clone(), app.limits.ping);
            let upgrade = upgrade.max_message_size(MAX_BYTES).max_frame_size(MAX_BYTES);
            upgrade.on_upgrade(move |socket| async move {
                socket::serve(socket, live, caller.device, version, ping).await;
                drop(place);
            })
        }
        Err(fault) => fault.response(),
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
