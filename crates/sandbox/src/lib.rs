//! The service in miniature: its documented operations over HTTP on this machine, with real state.
//!
//! Not a mock and no part of the desk: it knows the contract and a database and nothing of core. It listens on 127.0.0.1
//! alone and answers the bearer of its token alone. Questions that the service document leaves open are decided once, in the
//! head of the module concerned. Faults are provoked by values ([`sentinel`]), so that a demonstration can show them too.
//!
//! One owner has one token, so everything in the store is that owner's (service document, "EMV configuration", list).

mod acceptance;
mod acquirer;
mod answer;
mod card_data;
mod codes;
mod concurrent_editor;
mod cursor;
mod day;
mod decode;
mod device;
mod draft;
mod emv_config;
#[cfg(test)]
mod fixture;
mod gzip;
#[cfg(test)]
mod invariants;
mod jwt;
mod merchant;
mod middleware;
mod minted;
mod money;
pub mod money_sentinel;
mod owner;
mod page;
mod problem;
mod profile;
mod request_log;
mod rng;
mod router;
mod seed;
pub mod sentinel;
mod settlement;
mod shown;
mod state;
mod store;
mod terminal;
mod timestamp;
mod transaction;

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

pub use day::shift;
pub use money::ADMIN_PASSWORD;
pub use request_log::SeenRequest;
pub use shown::{FOREIGN_TERMINAL, Puzzle, puzzles};
use state::AppState;
use store::Store;

/// Path prefix before `/api/v1`. Choice: one fixed namespace, of the seeded owner.
pub(crate) const NAMESPACE: &str = "/acme";

/// The group that everything in the sandbox belongs to; also in the token.
pub(crate) const GROUP: &str = "grp-acme-0001";

/// Options for starting a sandbox.
#[derive(Clone, Debug)]
pub struct Options {
    /// 0 takes a free one.
    pub port: u16,
    /// File of the state; `None` keeps it in memory. A new file gets the demo data.
    pub db: Option<PathBuf>,
    /// The only token accepted; `None` mints a random one that is valid for 30 days.
    pub token: Option<String>,
    /// The clock. The demo data is of the weeks before the day on which it is made.
    pub now: fn() -> DateTime<Utc>,
    /// Number of transactions in the demo data: a believable month by default, up to 1,000,000.
    pub records: u32,
    /// Seed of the demo data: equal seeds make equal data.
    pub seed: u64,
    /// Added to each answer, as a network between would.
    pub delay: Duration,
}

/// Transactions of the demo month.
pub const MONTH: u32 = 2_000;

impl Default for Options {
    #[expect(clippy::disallowed_methods, reason = "the service has a clock of its own")]
    fn default() -> Options {
        Options {
            port: 0,
            db: None,
            token: None,
            now: Utc::now,
            records: MONTH,
            seed: 1,
            delay: Duration::ZERO,
        }
    }
}

/// Why a sandbox could not be started.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error(
        "The sandbox can't listen on 127.0.0.1:{port}: {cause}. Choose another port, or 0 for a free one."
    )]
    Listen { port: u16, cause: std::io::Error },
    #[error("The sandbox can't use its database {}: {cause}. Choose another file, or none.", path.display())]
    Database { path: PathBuf, cause: Box<dyn std::error::Error + Send + Sync> },
    #[error("The sandbox can't create a token: the operating system gives no random numbers ({0}).")]
    Random(String),
}

/// A running sandbox. Dropping it stops it.
#[derive(Debug)]
pub struct Sandbox {
    address: SocketAddr,
    app: Arc<AppState>,
    stop: oneshot::Sender<()>,
    server: JoinHandle<()>,
}

impl Sandbox {
    /// Listens on 127.0.0.1 and serves on the current tokio runtime.
    pub async fn start(options: Options) -> Result<Sandbox, StartError> {
        let listen = |cause| StartError::Listen { port: options.port, cause };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port)).await.map_err(listen)?;
        let address = listener.local_addr().map_err(listen)?;
        let store =
            Store::open(options.db.as_deref(), |store| seed::fill(store, &options)).map_err(|cause| {
                StartError::Database {
                    path: options.db.clone().unwrap_or_else(|| PathBuf::from("in memory")),
                    cause: Box::new(cause),
                }
            })?;
        let no_random = |cause: getrandom::Error| StartError::Random(cause.to_string());
        let token = match options.token {
            Some(text) => jwt::Token::given(text),
            None => jwt::Token::mint((options.now)(), GROUP).map_err(no_random)?,
        };
        let run = getrandom::u64().map_err(no_random)?;
        let mut app = AppState::new(store, token, address.port(), options.now, run);
        app.delay = options.delay;
        let app = Arc::new(app);

        let (stop, stopped) = oneshot::channel::<()>();
        let service = axum::serve(listener, router::router(Arc::clone(&app))).with_graceful_shutdown(async {
            // An error means that the sandbox was dropped: the same wish.
            let _ = stopped.await;
        });
        let server = tokio::spawn(async {
            if let Err(cause) = service.await {
                tracing::error!(kind = ?cause.kind(), "the sandbox stopped serving");
            }
        });
        Ok(Sandbox { address, app, stop, server })
    }

    /// Stops accepting, lets running requests end, and returns when the port is free.
    pub async fn stop(self) {
        drop(self.stop);
        // It cannot be cancelled by anyone else, and its failure is logged where it happens.
        let _ = self.server.await;
    }

    /// `http://127.0.0.1:PORT`
    pub fn base_address(&self) -> String {
        format!("http://{}", self.address)
    }

    pub fn token(&self) -> &str {
        self.app.token.text()
    }

    /// Path prefix before `/api/v1`.
    pub fn namespace(&self) -> &str {
        NAMESPACE
    }

    /// Number of receipts and reports sent by email; none of them leaves this computer.
    pub fn mails(&self) -> u64 {
        self.app.store().mails().unwrap_or(0)
    }

    /// Number of PUT requests that arrived, including refused ones.
    pub fn puts(&self) -> u64 {
        self.app.seen.puts()
    }

    /// The last 1000 requests that arrived, oldest first, refused ones included.
    pub fn requests(&self) -> Vec<SeenRequest> {
        self.app.seen.requests()
    }
}
