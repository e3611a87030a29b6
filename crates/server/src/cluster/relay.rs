//! Requests that one server passes on to another.

use std::sync::Arc;
use std::time::{Duration, Instant};

use async_nats::{StatusCode as Signal, Subscriber};
use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode, header};
use futures_util::StreamExt as _;
use grognard_store::GameId;
use serde::{Deserialize, Serialize};
use tokio::sync::Semaphore;
use tower::ServiceExt as _;

use super::parts::{Cutter, Joiner, Kind};
use super::pipe::Pipe;
use super::{Cluster, ELSEWHERE, Reached, life, subject_of};
use crate::device::{self, Caller, Device};
use crate::fault::Fault;
use crate::http::{App, relayed_routes};
use crate::input::MAX_BYTES;
use crate::socket::{self, Line};

/// Requests of others answered at once.
const AT_ONCE: usize = 512;

/// The longest answer that is passed on.
const MOST_ANSWER: usize = 64 * 1024 * 1024;

/// How long another server may think about a request beyond what a client may wait.
const GRACE: Duration = Duration::from_secs(5);

/// Why a call to another server came to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Missed {
    /// It is not there, or does not have the game: nothing was done.
    NotThere,
    /// It took the call and did not answer: nobody knows what was done.
    Uncertain,
}

/// What is asked of another server. The body of a request comes behind it.
#[derive(Serialize, Deserialize)]
struct Asked {
    /// Who asks.
    from: String,
    what: What,
}

#[derive(Serialize, Deserialize)]
enum What {
    /// A client's request.
    Request { caller: Caller, method: String, path: String },
    /// A client's WebSocket.
    Line { caller: Caller, game: String, pipe: String },
    /// A device's games belong to another.
    HandOver { game: String, from: Device, to: Device },
}

/// The head of an answer; its body comes behind it.
#[derive(Serialize, Deserialize)]
struct Head {
    status: u16,
    headers: Vec<(String, String)>,
}

/// Two texts in one message: the length of the first, then both.
fn packed(head: &impl Serialize, body: &[u8]) -> Option<Vec<u8>> {
    let head = serde_json::to_vec(head).ok()?;
    let length = u32::try_from(head.len()).ok()?;
    Some([&length.to_be_bytes(), &head[..], body].concat())
}

fn unpacked<T: for<'a> Deserialize<'a>>(message: &Bytes) -> Option<(T, Bytes)> {
    let (length, rest) = message.split_first_chunk::<4>()?;
    let length = u32::from_be_bytes(*length) as usize;
    let head = serde_json::from_slice(rest.get(..length)?).ok()?;
    Some((head, message.slice(4 + length..)))
}

impl Cluster {
    /// Asks another server for something and waits for its answer.
    async fn ask(
        &self,
        node: &str,
        what: What,
        body: Bytes,
        wait: Duration,
    ) -> Result<Response<Body>, Missed> {
        let asked = Asked { from: self.life().name().to_owned(), what };
        let message = packed(&asked, &body).ok_or(Missed::NotThere)?;
        let inbox = self.nats.new_inbox();
        let mut answers = self.nats.subscribe(inbox.clone()).await.map_err(|_| Missed::NotThere)?;
        let sent = self.nats.publish_with_reply(subject_of(node), inbox, message.into()).await;
        sent.map_err(|_| Missed::NotThere)?;
        let mut joiner = Joiner::default();
        let whole = async {
            loop {
                let part = tokio::select! {
                    part = answers.next() => part.ok_or(Missed::Uncertain)?,
                    () = tokio::time::sleep(self.lease) => {
                        if self.is_silent(node) {
                            return Err(Missed::Uncertain);
                        }
                        continue;
                    }
                };
                if part.status == Some(Signal::NO_RESPONDERS) {
                    return Err(Missed::NotThere);
                }
                match joiner.take(&part.payload) {
                    Ok(None) => {}
                    Ok(Some((Kind::Text, answer))) => return Ok(answer),
                    Ok(Some(_)) | Err(()) => return Err(Missed::Uncertain),
                }
            }
        };
        let answer = tokio::time::timeout(wait, whole).await.map_err(|_| Missed::Uncertain)??;
        let (head, body) = unpacked::<Head>(&answer).ok_or(Missed::Uncertain)?;
        let mut response = Response::new(Body::from(body));
        *response.status_mut() = StatusCode::from_u16(head.status).map_err(|_| Missed::Uncertain)?;
        for (name, value) in head.headers {
            if let (Ok(name), Ok(value)) = (name.parse::<header::HeaderName>(), HeaderValue::from_str(&value))
            {
                response.headers_mut().append(name, value);
            }
        }
        if response.status() == ELSEWHERE { Err(Missed::NotThere) } else { Ok(response) }
    }

    /// Gives a device's rights at a game that is played elsewhere to another device.
    pub(crate) async fn hand_over(
        self: &Arc<Self>,
        game: &GameId,
        from: &Device,
        to: &Device,
    ) -> Result<Reached<()>, Fault> {
        let call = |node: String| {
            let what = What::HandOver { game: game.to_string(), from: from.clone(), to: to.clone() };
            let cluster = Arc::clone(self);
            async move {
                let answer = cluster.ask(&node, what, Bytes::new(), GRACE).await?;
                if answer.status().is_success() { Ok(()) } else { Err(Missed::Uncertain) }
            }
        };
        self.reach(game, call).await
    }

    /// A pipe to whoever has a game; the answer against it where the player is not let in.
    pub(crate) async fn line(
        self: &Arc<Self>,
        game: &GameId,
        caller: &Caller,
        wait: Duration,
    ) -> Result<Reached<Result<Pipe, Response<Body>>>, Fault> {
        let call = |node: String| {
            let (cluster, caller, game) = (Arc::clone(self), caller.clone(), game.to_string());
            async move {
                let name = device::token().map_err(|_| Missed::NotThere)?;
                let pipe = Pipe::edge(&cluster, &name, &node).await.ok_or(Missed::NotThere)?;
                let what = What::Line { caller, game, pipe: name };
                match cluster.ask(&node, what, Bytes::new(), wait).await {
                    Ok(answer) if answer.status().is_success() => Ok(Ok(pipe)),
                    Ok(refused) => Ok(Err(refused)),
                    // A line that nobody uses does no harm: it can be asked for again.
                    Err(_) => Err(Missed::NotThere),
                }
            }
        };
        self.reach(game, call).await
    }
}

/// The game a request is about, where only its holder can answer.
fn game_of(method: &Method, path: &str) -> Option<GameId> {
    let rest = path.strip_prefix("/api/games/")?;
    let (id, what) = rest.split_once('/').unwrap_or((rest, ""));
    // The line in the list comes from the store; a WebSocket goes its own way.
    let own = what == "ws" || (what.is_empty() && *method == Method::GET);
    id.parse().ok().filter(|_| !own)
}

/// The trial a request is about.
fn trial_of(path: &str) -> Option<&str> {
    path.strip_prefix("/api/trials/").filter(|id| !id.contains('/'))
}

/// The server that began a trial: its name is part of the trial's. It comes from a client, and becomes part of a subject.
fn begun_by(trial: &str) -> Option<&str> {
    trial.split_once('.').map(|(_, node)| node).filter(|node| life::is_name(node))
}

/// Answers a request at wherever its game is played; gives it back where that is here, or where it is about no game.
pub(crate) async fn relayed(
    app: &App,
    cluster: &Arc<Cluster>,
    request: Request,
) -> Result<Request, Response<Body>> {
    let path = request.uri().path();
    let (game, trial) = (game_of(request.method(), path), trial_of(path).map(str::to_owned));
    if game.is_none() && trial.as_ref().is_none_or(|trial| app.host.trial(trial).is_ok()) {
        return Ok(request);
    }
    let Some(caller) = request.extensions().get::<Caller>().cloned() else { return Ok(request) };
    if let Some(game) = &game {
        match cluster.claim(game).await {
            Ok(super::Where::Here(_)) => return Ok(request),
            Ok(super::Where::There { .. }) => {}
            // Its refusal is worded by whoever answers for games that are not there.
            Err(fault) if fault.status == StatusCode::NOT_FOUND => return Ok(request),
            Err(fault) => return Err(fault.response()),
        }
    }
    let (parts, body) = request.into_parts();
    let too_long = || {
        Fault::new(StatusCode::PAYLOAD_TOO_LARGE, format!("the body is longer than {MAX_BYTES} bytes"))
            .response()
    };
    let body = axum::body::to_bytes(body, MAX_BYTES).await.map_err(|_| too_long())?;
    let path = parts.uri.path_and_query().map_or("", axum::http::uri::PathAndQuery::as_str).to_owned();
    let what =
        || What::Request { caller: caller.clone(), method: parts.method.to_string(), path: path.clone() };
    let wait = app.limits.request + GRACE;
    let again = parts.method == Method::GET;
    let call = |node: String| {
        let (cluster, what, body) = (Arc::clone(cluster), what(), body.clone());
        async move {
            match cluster.ask(&node, what, body, wait).await {
                // Looking twice does no harm.
                Err(Missed::Uncertain) if again => Err(Missed::NotThere),
                answer => answer,
            }
        }
    };
    let Some(game) = game else {
        // A trial is at the server that began it, under that name unless it had to begin a new life since.
        if let Some(node) = trial.as_deref().and_then(begun_by) {
            let end = cluster.patience();
            loop {
                match cluster.ask(node, what(), body.clone(), wait).await {
                    Ok(answer) => return Err(answer),
                    Err(Missed::Uncertain) if Instant::now() < end => {}
                    Err(Missed::Uncertain) => return Err(super::silent().response()),
                    Err(Missed::NotThere) => break,
                }
            }
        }
        for node in cluster.others() {
            if let Ok(answer) = call(node).await
                && answer.status() != StatusCode::NOT_FOUND
            {
                return Err(answer);
            }
        }
        return Ok(Request::from_parts(parts, Body::from(body)));
    };
    match cluster.reach(&game, call).await {
        Ok(Reached::Here) => Ok(Request::from_parts(parts, Body::from(body))),
        Ok(Reached::There(answer)) => Err(answer),
        Err(fault) => Err(fault.response()),
    }
}

/// Answers what other servers ask, until this server's life is over.
pub(super) async fn answer(cluster: Arc<Cluster>, app: Arc<App>, mut asked: Subscriber) {
    let few = Arc::new(Semaphore::new(AT_ONCE));
    while let Some(message) = asked.next().await {
        let Some(reply) = message.reply else { continue };
        let Ok(place) = Arc::clone(&few).acquire_owned().await else { return };
        let (cluster, app) = (Arc::clone(&cluster), Arc::clone(&app));
        tokio::spawn(async move {
            let response = answer_one(&cluster, &app, &message.payload).await;
            drop(place);
            let headers = |headers: &HeaderMap| {
                let texts = headers.iter().filter_map(|(name, value)| {
                    let value = value.to_str().ok()?;
                    Some((name.to_string(), value.to_owned()))
                });
                texts.collect()
            };
            let head = Head { status: response.status().as_u16(), headers: headers(response.headers()) };
            let Ok(body) = axum::body::to_bytes(response.into_body(), MOST_ANSWER).await else { return };
            let Some(answer) = packed(&head, &body) else { return };
            Cutter::default().send(&cluster.nats, &reply, Kind::Text, &answer).await.ok();
        });
    }
}

async fn answer_one(cluster: &Arc<Cluster>, app: &Arc<App>, message: &Bytes) -> Response<Body> {
    let Some((asked, body)) = unpacked::<Asked>(message) else {
        return Fault::bad("the servers are of different versions").response();
    };
    cluster.hear_of(&asked.from);
    match asked.what {
        What::Request { caller, method, path } => {
            let request =
                Request::builder().method(method.as_str()).uri(path).extension(caller).body(Body::from(body));
            match request {
                Ok(request) => {
                    let answered = relayed_routes(app).oneshot(request).await;
                    answered.unwrap_or_else(|never| match never {})
                }
                Err(e) => Fault::bad(e.to_string()).response(),
            }
        }
        What::Line { caller, game, pipe } => {
            let opened = async {
                let game = game.parse().map_err(|_| Fault::missing("there is no such game"))?;
                let live = app.host.open(&caller, &game).await?;
                let pipe = Pipe::holder(cluster, &pipe, &asked.from).await;
                let pipe = pipe.ok_or_else(|| Fault::broken("NATS takes no more lines"))?;
                cluster.nats.flush().await.map_err(|e| Fault::broken(e.to_string()))?;
                Ok::<_, Fault>((live, pipe))
            };
            match opened.await {
                Ok((live, pipe)) => {
                    let (version, limits) = (app.version.clone(), app.limits.clone());
                    tokio::spawn(socket::serve(Line::Piped(pipe), live, caller.device, version, limits));
                    Response::new(Body::empty())
                }
                Err(fault) => fault.response(),
            }
        }
        What::HandOver { game, from, to } => {
            let done = async {
                let game = game.parse().map_err(|_| Fault::missing("there is no such game"))?;
                app.host.hand_over_here(&game, &from, &to).await
            };
            match done.await {
                Ok(()) => Response::new(Body::empty()),
                Err(fault) => fault.response(),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_about_games_go_to_their_holders() {
        let game = |method: Method, path: &str| game_of(&method, path).map(|game| game.to_string());
        assert_eq!(game(Method::POST, "/api/games/a/claim"), Some("a".into()));
        assert_eq!(game(Method::GET, "/api/games/a/replay"), Some("a".into()));
        assert_eq!(game(Method::DELETE, "/api/games/a"), Some("a".into()));
        for path in [
            "/api/games",
            "/api/games/a",
            "/api/games/a/ws",
            "/api/games/A/claim",
            "/api/lobby",
            "/games/a/b",
        ] {
            assert_eq!(game(Method::GET, path), None, "{path}");
        }
    }

    #[test]
    fn a_trial_names_the_server_that_began_it() {
        let name = "0123456789abcdef01234567";
        assert_eq!(begun_by(&format!("00ff.{name}")), Some(name));
        for none in
            ["00ff", "00ff.", "00ff.*", "00ff.0123456789abcdef0123456*", "0.a.0123456789abcdef01234567"]
        {
            assert_eq!(begun_by(none), None, "{none}");
        }
        assert_eq!(trial_of("/api/trials/00ff.a"), Some("00ff.a"));
        assert_eq!((trial_of("/api/trials/a/b"), trial_of("/api/games/a")), (None, None));
    }

    #[test]
    fn a_head_and_a_body_come_back() {
        let head = Head { status: 201, headers: vec![("a".into(), "b".into())] };
        let message = Bytes::from(packed(&head, b"body").unwrap());
        let (again, body) = unpacked::<Head>(&message).unwrap();
        assert_eq!((again.status, again.headers, &body[..]), (201, head.headers, &b"body"[..]));
        for cut in [0, 3, 4, 10] {
            assert!(unpacked::<Head>(&message.slice(..cut)).is_none(), "{cut}");
        }
        assert!(unpacked::<Head>(&Bytes::from_static(&[255, 255, 255, 255, 1])).is_none());
    }
}
