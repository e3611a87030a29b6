//! The HTTP side of the protocol.

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, Path, Query, Request, State, WebSocketUpgrade};
use axum::http::{HeaderValue, Response, StatusCode, header};
use axum::middleware::{self, Next};
use axum::routing::{any, get, post};
use grognard_engine::speech::ENGLISH;
use grognard_store::GameId;
use serde::Deserialize;

use crate::assets::Assets;
use crate::fault::{Fault, json};
use crate::guard::Guard;
use crate::host::{Host, Table};
use crate::input::{self, MAX_BYTES};
use crate::protocol::{Created, Games, PROTOCOL, RuleLine, RuleSection, Systems, ViewAs};
use crate::socket;

/// At most so many rules are found at once.
const MAX_RULES: usize = 50;

/// What every handler needs.
pub(crate) struct App {
    pub(crate) host: Arc<Host>,
    pub(crate) assets: Assets,
    pub(crate) guard: Guard,
    pub(crate) version: String,
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
        .route("/games", get(list).post(create))
        .route("/games/{id}", get(summary).delete(delete))
        .route("/games/{id}/replay", get(replay))
        .route("/games/{id}/record", get(record))
        .route("/games/{id}/report", get(report))
        .route("/games/{id}/fork", post(fork))
        .route("/games/{id}/ws", any(open_socket))
        .method_not_allowed_fallback(wrong_method)
        .fallback(nothing_here);
    Router::new()
        .nest("/api", api)
        .fallback(page)
        .layer(middleware::from_fn_with_state(Arc::clone(&app), guarded))
        .layer(DefaultBodyLimit::max(MAX_BYTES))
        .with_state(app)
}

/// Lets nobody in whom the guard does not know, and marks every answer as nobody else's business.
async fn guarded(State(app): State<Arc<App>>, request: Request, next: Next) -> Answer {
    let mut response = match app.guard.check(request.headers()) {
        Ok(()) => next.run(request).await,
        Err(why) => Fault::forbidden(why).response(),
    };
    let headers = response.headers_mut();
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
        Fault { status: rejection.status(), what }
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
    answer(done.await)
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

async fn report(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answer {
    let done = async {
        let live = app.host.open(&game_id(&id)?).await?;
        let finished = live.with(|table| table.postmortem()).await??;
        let made = tokio::task::spawn_blocking(move || finished.report()).await;
        made.unwrap_or_else(|_| {
            Err(Fault::broken("the rules broke down in the report; the game is unharmed"))
        })
    };
    answer(done.await)
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

async fn list(State(app): State<Arc<App>>, Query(spoken): Query<Spoken>) -> Answer {
    answer(app.host.list(spoken.language().to_owned()).await.map(|games| Games { games }))
}

async fn create(State(app): State<Arc<App>>, bytes: Result<Bytes, BytesRejection>) -> Answer {
    let done = async {
        let create = input::read(&body(bytes)?, "the new game").map_err(Fault::bad)?;
        Ok(Created { id: app.host.create(create).await?.to_string() })
    };
    answer(done.await)
}

async fn summary(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(spoken): Query<Spoken>,
) -> Answer {
    let done = async { app.host.one(game_id(&id)?, spoken.language().to_owned()).await };
    answer(done.await)
}

async fn delete(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answer {
    let done = async { app.host.delete(game_id(&id)?).await };
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

async fn replay(State(app): State<Arc<App>>, Path(id): Path<String>, Query(frame): Query<Frame>) -> Answer {
    let done = async {
        let at = frame.at.as_deref().unwrap_or("0");
        let at = at.parse().map_err(|_| Fault::bad("at: expected the number of a frame, from 0"))?;
        let view = match frame.seat {
            None => ViewAs::Public,
            Some(seat) => ViewAs::Seat { seat },
        };
        let live = app.host.open(&game_id(&id)?).await?;
        let language = frame.lang.unwrap_or_else(|| ENGLISH.to_owned());
        let look = move |table: &mut Table| {
            table.speak(&language);
            table.frame(at, &view)
        };
        live.with(look).await?
    };
    answer(done.await)
}

async fn record(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answer {
    let done = async {
        let live = app.host.open(&game_id(&id)?).await?;
        live.with(|table| table.record_file()).await
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
    Path(id): Path<String>,
    bytes: Result<Bytes, BytesRejection>,
) -> Answer {
    let done = async {
        let fork = input::read(&body(bytes)?, "the fork").map_err(Fault::bad)?;
        Ok(Created { id: app.host.fork(game_id(&id)?, fork).await?.to_string() })
    };
    answer(done.await)
}

async fn open_socket(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Answer {
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(rejection) => {
            let what = format!("this address speaks WebSocket: {}", rejection.body_text());
            return Fault { status: rejection.status(), what }.response();
        }
    };
    let opened = async { app.host.open(&game_id(&id)?).await };
    match opened.await {
        Ok(live) => {
            let version = app.version.clone();
            let upgrade = upgrade.max_message_size(MAX_BYTES).max_frame_size(MAX_BYTES);
            upgrade.on_upgrade(move |socket| socket::serve(socket, live, version))
        }
        Err(fault) => fault.response(),
    }
}

async fn wrong_method() -> Answer {
    Fault { status: StatusCode::METHOD_NOT_ALLOWED, what: "this address does not take that method".into() }
        .response()
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
