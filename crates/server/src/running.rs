//! A server from its start to its end.

use std::future::Future;
use std::io::{self, Write as _};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};
use std::time::Duration;

use grognard_store::{MemoryStore, SqliteStore, Store, StoreError};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::accounts::Accounts;
use crate::assets::Assets;
use crate::browser;
use crate::cluster::Cluster;
use crate::config::{Config, StorePlace};
use crate::connections;
use crate::guard::Guard;
use crate::host::Host;
use crate::http::{App, router};
use crate::instance::{Claim, Instance};
use crate::limits::Allowance;
use crate::network;

/// How long a server that stops waits for its tables and its store. What was acknowledged is in the store anyway.
const DRAIN: Duration = Duration::from_secs(5);

/// Why a server did not start, or ended.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The store cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The store's directory cannot be claimed.
    #[error(
        "cannot keep games in {}: {}; name a folder you may write to with --store",
        path.display(),
        why(path, source)
    )]
    Claim {
        /// The directory.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The address cannot be listened at.
    #[error("cannot listen at {address}: {source}; choose another port (--port) or address (--listen)")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system said.
        source: io::Error,
    },
    /// The directory with the client is not there.
    #[error("there is no index.html in {}; build the client there first (npm run build in web/)", path.display())]
    Assets {
        /// The directory.
        path: PathBuf,
    },
    /// The other servers on the same games cannot be joined.
    #[error("{0}")]
    Others(String),
    /// The server broke down.
    #[error("the server stopped: {0}")]
    Stopped(#[from] io::Error),
}

/// Why a directory cannot be used, in words that say what is there.
fn why(path: &Path, source: &io::Error) -> String {
    let there = path.ancestors().find(|part| part.exists());
    if let Some(file) = there.filter(|part| !part.is_dir()) {
        return format!("{} is a file, not a folder", file.display());
    }
    match source.kind() {
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            format!("it may not be written to ({source})")
        }
        _ => source.to_string(),
    }
}

/// Says something to whoever started the server. A reader that has gone away must not end it.
fn tell(text: &str) {
    let _ = writeln!(io::stdout(), "{text}");
}

/// What starting came to.
#[derive(Debug)]
pub enum Started {
    /// This server runs.
    Here(Server),
    /// Another server runs on this store already, at this address.
    Elsewhere(String),
}

/// A running server. Dropping it stops it.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    host: Weak<Host>,
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<io::Result<()>>,
}

impl Server {
    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address for a browser.
    pub fn url(&self) -> String {
        url(self.address)
    }

    /// How many games are in memory now.
    pub fn games_in_memory(&self) -> usize {
        self.host.upgrade().map_or(0, |host| host.in_memory())
    }

    /// Stops it and waits until the store is free.
    pub async fn stop(mut self) -> Result<(), ServerError> {
        if let Some(stop) = self.stop.take() {
            stop.send(()).ok();
        }
        ended_well((&mut self.task).await)
    }
}

fn url(address: SocketAddr) -> String {
    // "Any address" is none a browser could go to.
    let shown = if address.ip().is_unspecified() {
        SocketAddr::new([127, 0, 0, 1].into(), address.port())
    } else {
        address
    };
    format!("http://{shown}/")
}

/// The address of the server that runs on the store in a directory, if one does.
pub fn running_at(dir: &Path) -> Result<Option<String>, ServerError> {
    match Instance::claim(dir) {
        Ok(Claim::Ours(_)) => Ok(None),
        Ok(Claim::Running(address)) => Ok(Some(address)),
        Err(source) => Err(ServerError::Claim { path: dir.to_owned(), source }),
    }
}

/// Starts a server in the current Tokio runtime, unless one runs on the same store.
pub async fn start(config: Config) -> Result<Started, ServerError> {
    let assets = match config.assets {
        None => Assets::Embedded,
        Some(dir) if dir.join("index.html").is_file() => Assets::Dir(dir),
        Some(path) => return Err(ServerError::Assets { path }),
    };
    let (store, instance): (Arc<dyn Store>, _) = match &config.store {
        StorePlace::Memory => (Arc::new(MemoryStore::new()), None),
        StorePlace::Url(url) => (grognard_store::open(url)?, None),
        StorePlace::Dir(dir) => {
            let claimed = Instance::claim(dir);
            let instance = match claimed.map_err(|source| ServerError::Claim { path: dir.clone(), source })? {
                Claim::Ours(instance) => instance,
                Claim::Running(address) => return Ok(Started::Elsewhere(address)),
            };
            (Arc::new(SqliteStore::open(dir)?), Some(instance))
        }
    };
    let joined = match &config.nats {
        None => None,
        Some(nats) => {
            let joined = Cluster::join(nats, Arc::clone(&store), config.limits.lease).await;
            Some(joined.map_err(ServerError::Others)?)
        }
    };
    let (cluster, asked) = joined.unzip();
    let listener = listen(config.listen, config.any_port).await?;
    let address = listener.local_addr()?;
    if let (Some(instance), StorePlace::Dir(path)) = (&instance, &config.store) {
        let announced = instance.announce(&url(address));
        announced.map_err(|source| ServerError::Claim { path: path.clone(), source })?;
    }
    let guard = Guard { names: config.hosts, origins: config.origins };
    let host = Host::new(config.systems, store, &config.limits, cluster);
    let accounts = Accounts::new(&config.limits);
    let app = Arc::new(App {
        host,
        assets,
        guard,
        version: config.version,
        requests: Allowance::new(config.limits.requests, config.limits.request_every),
        limits: config.limits,
        address,
        accounts,
    });
    tracing::info!(%address, "the server listens");
    let (stop, stopped) = oneshot::channel();
    let host = Arc::downgrade(&app.host);
    let task = tokio::spawn(serve(listener, app, instance, asked, async move {
        // Stopped by hand, or because nobody holds the server any more.
        stopped.await.ok();
    }));
    Ok(Started::Here(Server { address, host, stop: Some(stop), task }))
}

async fn listen(address: SocketAddr, any_port: bool) -> Result<TcpListener, ServerError> {
    match TcpListener::bind(address).await {
        Err(e) if any_port && e.kind() == io::ErrorKind::AddrInUse => {
            let free = SocketAddr::new(address.ip(), 0);
            TcpListener::bind(free).await.map_err(|source| ServerError::Listen { address: free, source })
        }
        bound => bound.map_err(|source| ServerError::Listen { address, source }),
    }
}

async fn serve(
    listener: TcpListener,
    app: Arc<App>,
    instance: Option<Instance>,
    asked: Option<async_nats::Subscriber>,
    stopped: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    // Not a graceful end that waits for connections: a browser keeps its WebSocket open for ever, and everything
    // acknowledged is in the store.
    let (host, limits) = (Arc::clone(&app.host), app.limits.clone());
    let among_others = {
        let (cluster, app) = (host.cluster.clone(), Arc::clone(&app));
        async move {
            match cluster.zip(asked) {
                Some((cluster, asked)) => cluster.live(app, asked).await,
                None => std::future::pending().await,
            }
        }
    };
    let mut tidy = tokio::time::interval((limits.idle_game / 4).max(Duration::from_millis(10)));
    tokio::select! {
        () = connections::accept(listener, router(app), limits) => {}
        () = async {
            loop {
                tidy.tick().await;
                host.put_away();
                if let Some(cluster) = &host.cluster {
                    cluster.give_back().await;
                }
            }
        } => {}
        () = among_others => {}
        () = stopped => {}
    }
    let farewell = async {
        host.close().await;
        if let Some(cluster) = &host.cluster {
            cluster.leave().await;
        }
    };
    if tokio::time::timeout(DRAIN, farewell).await.is_err() {
        tracing::warn!("the store does not answer: the server stops without telling everybody");
    }
    drop(instance);
    tracing::info!("the server has stopped");
    Ok(())
}

/// Runs a server until it is interrupted; says where it is and where games are kept.
pub fn run(config: Config) -> Result<(), ServerError> {
    let open_browser = config.open_browser;
    let place = match &config.store {
        StorePlace::Dir(dir) => format!("Games are kept in {}", dir.display()),
        // The address may have a password in it.
        StorePlace::Url(url) if url.starts_with("postgres") => "Games are kept in PostgreSQL".to_owned(),
        StorePlace::Url(url) => format!("Games are kept in {}", url.trim_start_matches("sqlite:")),
        StorePlace::Memory => "Games are kept in memory only and end with the program".to_owned(),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let ended = runtime.block_on(async move {
        let mut server = match start(config).await? {
            Started::Here(server) => server,
            Started::Elsewhere(address) => {
                tell(&format!("Grognard is running already: {address}"));
                tell(&place);
                if open_browser {
                    browser::open(&address);
                }
                return Ok(());
            }
        };
        let address = server.url();
        tell(&format!("Grognard is at {address}"));
        for other in network::addresses(server.address()) {
            tell(&format!("Others on this network open {other}"));
            tell("Everybody on this network can reach it, and nothing is encrypted: use it where you trust the network.");
        }
        tell(&place);
        if open_browser && !browser::open(&address) {
            tell("Open the address in a browser. Ctrl-C ends the program.");
        }
        tokio::select! {
            () = interrupted() => {}
            ended = &mut server.task => return ended_well(ended),
        }
        server.stop().await
    });
    // Everything acknowledged is in the store: nothing that still computes is worth waiting for.
    runtime.shutdown_background();
    ended
}

/// Waits until somebody wants the program to end.
async fn interrupted() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    tokio::signal::ctrl_c().await.ok();
}

fn ended_well(ended: Result<io::Result<()>, tokio::task::JoinError>) -> Result<(), ServerError> {
    match ended {
        Ok(ended) => Ok(ended?),
        Err(e) => Err(io::Error::other(e).into()),
    }
}
