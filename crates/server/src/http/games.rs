//! Games: set up, listed, looked at again, deleted, and their lines.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Extension, Query, State, WebSocketUpgrade};
use axum::http::{HeaderValue, Response, StatusCode, header};
use serde::{Deserialize, Serialize};

use super::parts::{Answer, Game, Given, Kept, Reply, Served, Spoken, Told, game_id, spoken};
use crate::cluster::Reached;
use crate::connections::Place;
use crate::device::Caller;
use crate::fault::Fault;
use crate::host::Table;
use crate::input::MAX_BYTES;
use crate::protocol::{CreateGame, Created, ForkGame, GameSummary, Games, ReplayFrame, ViewAs};
use crate::socket::{self, Line};

/// Which part of a list an address asks for.
#[derive(Deserialize)]
pub(super) struct Part {
    #[serde(default)]
    lang: Option<String>,
    #[serde(default)]
    after: Option<String>,
    #[serde(default)]
    limit: Option<String>,
}

/// What a line reads at once. Messages of clients are short, and each line keeps a buffer of this size: the 128 KB it would
/// have otherwise are more than its game takes.
const READ_BUFFER: usize = 4096;

/// How many games a page of the list has unless told otherwise.
const PAGE: usize = 50;

pub(super) async fn list(State(app): Served, caller: Caller, Query(part): Query<Part>) -> Reply<Games> {
    let after = part.after.as_deref().map(game_id).transpose()?;
    let limit = part.limit.as_deref().map(str::parse).transpose();
    let limit = limit.map_err(|_| Fault::bad("limit: expected a number of games"))?.unwrap_or(PAGE);
    app.host.list(&caller, after, limit, spoken(part.lang)).await.map(Told)
}

pub(super) async fn create(
    State(app): Served,
    caller: Caller,
    Given(create): Given<CreateGame>,
) -> Reply<Created> {
    app.host.create(&caller, create).await.map(Told)
}

pub(super) async fn summary(
    State(app): Served,
    caller: Caller,
    Game(id): Game,
    Query(spoken): Query<Spoken>,
) -> Reply<GameSummary> {
    app.host.one(&caller, id, spoken.language()).await.map(Told)
}

pub(super) async fn delete(State(app): Served, caller: Caller, Game(id): Game) -> Result<StatusCode, Fault> {
    app.host.delete(&caller, id).await.map(|()| StatusCode::NO_CONTENT)
}

pub(super) async fn fork(
    State(app): Served,
    caller: Caller,
    Game(id): Game,
    Given(fork): Given<ForkGame>,
) -> Reply<Created> {
    app.host.fork(&caller, id, fork).await.map(Told)
}

pub(super) async fn rematch(State(app): Served, caller: Caller, Game(id): Game) -> Reply<Created> {
    app.host.rematch(&caller, &id).await.map(Told)
}

#[derive(Deserialize)]
pub(super) struct Frame {
    #[serde(default)]
    at: Option<String>,
    #[serde(default, rename = "as")]
    seat: Option<String>,
    #[serde(default)]
    lang: Option<String>,
}

pub(super) async fn replay(
    State(app): Served,
    caller: Caller,
    Game(id): Game,
    Query(frame): Query<Frame>,
) -> Reply<ReplayFrame> {
    let at = frame.at.as_deref().unwrap_or("0");
    let at = at.parse().map_err(|_| Fault::bad("at: expected the number of a frame, from 0"))?;
    let view = frame.seat.map_or(ViewAs::Public, |seat| ViewAs::Seat { seat });
    let live = app.host.open(&caller, &id).await?;
    let language = spoken(frame.lang);
    let look = move |table: &mut Table| {
        table.speak(&language);
        table.frame(&caller.device, at, &view)
    };
    live.with(look).await?.map(Told)
}

pub(super) async fn record(State(app): Served, caller: Caller, Game(id): Game) -> Result<Answer, Fault> {
    let live = app.host.open(&caller, &id).await?;
    let text = live.with(move |table| table.record_file(&caller.device)).await??;
    let mut response = Response::new(Body::from(text));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/jsonl; charset=utf-8"));
    let name = format!("attachment; filename=\"grognard-{id}.jsonl\"");
    if let Ok(name) = HeaderValue::from_str(&name) {
        headers.insert(header::CONTENT_DISPOSITION, name);
    }
    Ok(response)
}

/// How the chances stood in a finished game, in the queue of long computations.
pub(super) async fn report(State(app): Served, caller: Caller, Game(id): Game) -> Result<Kept, Fault> {
    let live = app.host.open(&caller, &id).await?;
    let finished = live.with(move |table| table.postmortem(&caller.device)).await??;
    app.host.jobs.run(&("report", id.as_str()), move || written(&finished.report()?)).await.map(Kept)
}

/// Plays a finished record again, in the queue of long computations.
pub(super) async fn verify(State(app): Served, caller: Caller, Game(id): Game) -> Result<Kept, Fault> {
    let live = app.host.open(&caller, &id).await?;
    let check = live.with(move |table| table.verification(&caller.device)).await??;
    app.host.jobs.run(&("verify", id.as_str()), move || written(&check()?)).await.map(Kept)
}

fn written(value: &impl Serialize) -> Result<serde_json::Value, Fault> {
    serde_json::to_value(value).map_err(|e| Fault::broken(e.to_string()))
}

pub(super) async fn open_socket(
    State(app): Served,
    caller: Caller,
    Extension(place): Extension<Arc<Place>>,
    game: Result<Game, Fault>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Answer, Fault> {
    let upgrade = upgrade.map_err(|rejection| {
        let what = format!("this address speaks WebSocket: {}", rejection.body_text());
        Fault::new(rejection.status(), what)
    })?;
    let upgrade = upgrade.max_message_size(MAX_BYTES).max_frame_size(MAX_BYTES).read_buffer_size(READ_BUFFER);
    let Game(id) = game?;
    if let Some(cluster) = &app.host.cluster
        && let Reached::There(opened) = cluster.line(&id, &caller, app.limits.request).await?
    {
        return Ok(match opened {
            Ok(pipe) => upgrade.on_upgrade(move |socket| async move {
                pipe.join(socket).await;
                drop(place);
            }),
            Err(refused) => refused,
        });
    }
    let live = app.host.open(&caller, &id).await?;
    let (version, limits) = (app.version.clone(), app.limits.clone());
    Ok(upgrade.on_upgrade(move |socket| async move {
        socket::serve(Line::Web(Box::new(socket)), live, caller.device, version, limits).await;
        drop(place);
    }))
}
