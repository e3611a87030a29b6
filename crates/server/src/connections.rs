//! Taking connections: so many at once, and each with a limit on how long its requests may take to arrive.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};

use crate::http::Peer;
use crate::limits::Limits;

/// What a caller hears for whom there is no room.
const FULL: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

/// The most bytes of a request before its body. Without it the limit is what happens to lie in the buffer, and a head
/// of half a megabyte that arrives at once is taken.
const LONGEST_HEAD: usize = 32 << 10;

/// Connections by address.
#[derive(Default)]
struct Open(Mutex<HashMap<IpAddr, usize>>);

/// One open connection; dropped when it ends. A WebSocket keeps it when it leaves HTTP behind.
pub(crate) struct Place {
    open: Arc<Open>,
    address: IpAddr,
}

impl Open {
    /// Takes a place, if there is one.
    fn enter(self: &Arc<Self>, address: IpAddr, limits: &Limits) -> Option<Place> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Behind a proxy everybody calls from this machine.
        let each = if limits.counts(address) { limits.connections_each } else { limits.connections };
        let total: usize = all.values().sum();
        let own = all.get(&address).copied().unwrap_or(0);
        if total >= limits.connections || own >= each {
            return None;
        }
        *all.entry(address).or_insert(0) += 1;
        Some(Place { open: Arc::clone(self), address })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut all = self.open.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = all.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                all.remove(&self.address);
            }
        }
    }
}

/// Takes connections for ever.
pub(crate) async fn accept(listener: TcpListener, router: Router, limits: Limits) {
    let open = Arc::new(Open::default());
    loop {
        let (stream, peer) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) => {
                // Out of file handles, perhaps: some may be free in a moment.
                tracing::warn!(%error, "a connection could not be taken");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        if let Some(place) = open.enter(peer.ip(), &limits) {
            tokio::spawn(serve(stream, peer, router.clone(), limits.head, place));
        } else {
            tracing::warn!(%peer, "too many connections");
            tokio::spawn(turn_away(stream));
        }
    }
}

async fn turn_away(mut stream: TcpStream) {
    let told = tokio::time::timeout(Duration::from_secs(1), stream.write_all(FULL)).await;
    // Whether they heard it or not: they are gone.
    drop(told);
}

async fn serve(stream: TcpStream, peer: SocketAddr, router: Router, head: Duration, place: Place) {
    let service = service_of(router, peer, Arc::new(place));
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head)
        .max_header_size(LONGEST_HEAD)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades()
        .await;
    if let Err(error) = served {
        tracing::debug!(%peer, %error, "a connection ended");
    }
}

/// The router as hyper wants it; every request carries where it comes from.
fn service_of(
    router: Router,
    peer: SocketAddr,
    place: Arc<Place>,
) -> impl hyper::service::Service<
    hyper::Request<hyper::body::Incoming>,
    Response = axum::response::Response,
    Error = std::convert::Infallible,
    Future: Send,
> {
    let inner = TowerToHyperService::new(router);
    hyper::service::service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
        request.extensions_mut().insert(Peer(peer));
        request.extensions_mut().insert(Arc::clone(&place));
        hyper::service::Service::call(&inner, request)
    })
}
