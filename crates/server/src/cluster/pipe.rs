//! A WebSocket that goes on over NATS, from the server a player is connected to, to the one that has the game.

use std::sync::Arc;
use std::time::Duration;

use async_nats::Subscriber;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use futures_util::StreamExt as _;
use tokio::time::timeout;

use super::parts::{Cutter, Joiner, Kind};
use super::{Cluster, SUBJECT};

/// How long a client may take to receive a message before it is given up.
const SENDING: Duration = Duration::from_secs(30);

/// What comes through a pipe, or over a WebSocket.
pub(crate) enum Heard {
    /// A message.
    Text(Utf8Bytes),
    /// Something that is no message.
    Binary,
    /// A question whether anybody is there.
    Ping,
    /// A sign of life.
    Pong,
    /// The other side has gone.
    End,
}

/// One end of a pipe.
pub(crate) struct Pipe {
    cluster: Arc<Cluster>,
    /// The server at the other end.
    peer: String,
    to: String,
    from: Subscriber,
    cutter: Cutter,
    joiner: Joiner,
}

/// The two directions of a pipe.
fn subjects(name: &str) -> (String, String) {
    (format!("{SUBJECT}.pipe.{name}.up"), format!("{SUBJECT}.pipe.{name}.down"))
}

impl Pipe {
    /// The player's end.
    pub(super) async fn edge(cluster: &Arc<Cluster>, name: &str, peer: &str) -> Option<Self> {
        let (up, down) = subjects(name);
        Self::new(cluster, peer, up, down).await
    }

    /// The game's end.
    pub(super) async fn holder(cluster: &Arc<Cluster>, name: &str, peer: &str) -> Option<Self> {
        let (up, down) = subjects(name);
        Self::new(cluster, peer, down, up).await
    }

    async fn new(cluster: &Arc<Cluster>, peer: &str, to: String, from: String) -> Option<Self> {
        let from = cluster.nats.subscribe(from).await.ok()?;
        // Just now it was there: it was asked, or asks.
        cluster.hear_of(peer);
        let (cluster, peer) = (Arc::clone(cluster), peer.to_owned());
        Some(Self { cluster, peer, to, from, cutter: Cutter::default(), joiner: Joiner::default() })
    }

    /// What comes next. Nothing is lost when the waiting is given up.
    pub(crate) async fn recv(&mut self) -> Heard {
        loop {
            let part = tokio::select! {
                part = self.from.next() => part,
                () = tokio::time::sleep(self.cluster.lease / 2) => {
                    if self.cluster.is_silent(&self.peer) {
                        return Heard::End;
                    }
                    continue;
                }
            };
            let Some(part) = part else { return Heard::End };
            match self.joiner.take(&part.payload) {
                Ok(None) => {}
                Ok(Some((Kind::Text, text))) => {
                    return Utf8Bytes::try_from(text).map_or(Heard::End, Heard::Text);
                }
                Ok(Some((Kind::Ping, _))) => return Heard::Ping,
                Ok(Some((Kind::Pong, _))) => return Heard::Pong,
                Ok(Some((Kind::Binary, _))) => return Heard::Binary,
                Ok(Some((Kind::More | Kind::End, _))) => return Heard::End,
                Err(()) => {
                    tracing::warn!(pipe = self.to, "a message between servers was lost");
                    return Heard::End;
                }
            }
        }
    }

    /// Sends a message.
    pub(crate) async fn send(&mut self, text: &str) -> Result<(), ()> {
        self.cutter.send(&self.cluster.nats, &self.to, Kind::Text, text.as_bytes()).await
    }

    /// Asks whether the player is there.
    pub(crate) async fn ping(&mut self) -> Result<(), ()> {
        self.signal(Kind::Ping).await
    }

    async fn signal(&mut self, kind: Kind) -> Result<(), ()> {
        self.cutter.send(&self.cluster.nats, &self.to, kind, b"").await
    }

    /// Joins a player's WebSocket to the pipe until either ends.
    pub(crate) async fn join(mut self, mut socket: WebSocket) {
        loop {
            let passed = tokio::select! {
                heard = socket.recv() => match heard {
                    Some(Ok(Message::Text(text))) => self.send(text.as_str()).await,
                    Some(Ok(Message::Binary(_))) => self.signal(Kind::Binary).await,
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => self.signal(Kind::Pong).await,
                    Some(Ok(Message::Close(_)) | Err(_)) | None => Err(()),
                },
                heard = self.recv() => {
                    let message = match heard {
                        Heard::Text(text) => Message::Text(text),
                        Heard::Ping => Message::Ping(axum::body::Bytes::new()),
                        Heard::Pong | Heard::Binary => continue,
                        Heard::End => break,
                    };
                    match timeout(SENDING, socket.send(message)).await {
                        Ok(Ok(())) => Ok(()),
                        _ => Err(()),
                    }
                }
            };
            if passed.is_err() {
                break;
            }
        }
        socket.send(Message::Close(None)).await.ok();
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        let (nats, to) = (self.cluster.nats.clone(), std::mem::take(&mut self.to));
        let parts: Vec<_> = self.cutter.cut(Kind::End, b"").collect();
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                for part in parts {
                    nats.publish(to.clone(), part.into()).await.ok();
                }
            });
        }
    }
}
