//! Connections: their making, their targets, and the longest wait for an answer on a connection.
//!
//! Two pools of the HTTP library: shared connections, and none kept at all. Neither follows redirects, repeats a request or
//! unpacks a body. Connecting is the only phase in which it is certain that nothing reached the service.

use std::future::{Future, pending};
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::task::{Context, Poll};

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::{ClientBuilder, redirect, retry, tls};
use tapline_platform::clock::Clock;
use tapline_platform::network::Network;
use tokio::sync::watch;
use tower_service::Service;

use super::BaseAddress;
use super::roots;
use super::sending::{CONNECT, Connection, IDLE, RESOLVE};

/// The connections to one address.
pub(super) struct Connections {
    shared: reqwest::Client,
    fresh: reqwest::Client,
}

/// The computer's trusted root certificates cannot be read.
#[derive(Debug)]
pub(super) struct NoRoots;

impl Connections {
    pub(super) fn to(base: &BaseAddress, network: &Network, clock: &Clock) -> Result<Connections, NoRoots> {
        let built = |builder: ClientBuilder| builder.build().map_err(|_| NoRoots);
        Ok(Connections {
            shared: built(builder(base, network, clock)?.pool_idle_timeout(IDLE))?,
            fresh: built(builder(base, network, clock)?.http1_only().pool_max_idle_per_host(0))?,
        })
    }

    pub(super) fn client(&self, kind: Connection) -> &reqwest::Client {
        match kind {
            Connection::Shared => &self.shared,
            Connection::Fresh => &self.fresh,
        }
    }
}

fn builder(base: &BaseAddress, network: &Network, clock: &Clock) -> Result<ClientBuilder, NoRoots> {
    let names = Names { network: network.clone(), clock: clock.clone(), only_loopback: !base.is_secure() };
    let builder = reqwest::Client::builder()
        .user_agent(concat!("Tapline/", env!("CARGO_PKG_VERSION")))
        .connect_timeout(clock.shortened(CONNECT))
        .connector_layer(tower_layer::layer_fn(Watched))
        .dns_resolver(names)
        .redirect(redirect::Policy::none())
        .retry(retry::never())
        .tls_version_min(tls::Version::TLS_1_2)
        .tls_info(true);
    let builder = if base.is_loopback() { builder.no_proxy() } else { builder };
    if !base.is_secure() {
        // Plain http needs no roots, so it works on a machine that has none.
        return Ok(builder.tls_certs_only([]));
    }
    roots::trusting(builder, &network.extra_roots)
}

/// Why a host name has no address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Unresolved {
    #[error("the host name is unknown")]
    Unknown,
    #[error("no name server answered")]
    Silent,
}

struct Names {
    network: Network,
    clock: Clock,
    /// Plain http was allowed because the name means this computer: no other address will do.
    only_loopback: bool,
}

impl Resolve for Names {
    fn resolve(&self, name: Name) -> Resolving {
        let (clock, only_loopback) = (self.clock.clone(), self.only_loopback);
        let found: tapline_platform::network::Resolving = match &self.network.resolver {
            Some(resolver) => resolver(name.as_str()),
            None => Box::pin(async move {
                let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
                Ok(found.map(|address| address.ip()).collect())
            }),
        };
        Box::pin(async move {
            let found = clock.timeout(RESOLVE, found).await.ok_or(Unresolved::Silent)?;
            let mut found = found.map_err(|_| Unresolved::Unknown)?;
            found.retain(|ip| !only_loopback || ip.is_loopback());
            if found.is_empty() {
                return Err(Unresolved::Unknown.into());
            }
            // The library puts the port of the address in the place of 0.
            Ok(Box::new(found.into_iter().map(|ip| SocketAddr::new(ip, 0))) as Addrs)
        })
    }
}

/// Present wait of an unanswered request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ConnectPhase {
    /// A connection. It has a limit of its own.
    Connecting,
    /// The answer.
    Sent,
}

tokio::task_local! {
    /// Phase of the request that a task is sending: the library makes connections inside of it.
    static PHASE: watch::Sender<ConnectPhase>;
}

/// Result of `sending`, or `None` when it has had a connection for `limit` and there is no answer.
pub(super) async fn answer_within<T>(
    clock: &Clock,
    limit: std::time::Duration,
    sending: impl Future<Output = T>,
) -> Option<T> {
    let (stage, mut seen) = watch::channel(ConnectPhase::Sent);
    let sending = pin!(PHASE.scope(stage, sending));
    let silence = async {
        loop {
            let now = *seen.borrow_and_update();
            let changed = seen.changed();
            let changed = match now {
                ConnectPhase::Connecting => changed.await,
                ConnectPhase::Sent => match clock.timeout(limit, changed).await {
                    Some(changed) => changed,
                    None => return,
                },
            };
            if changed.is_err() {
                // The sender lives as long as `sending`.
                return pending().await;
            }
        }
    };
    tokio::select! {
        biased;
        answer = sending => Some(answer),
        () = silence => None,
    }
}

/// Around the library's connector: says when connecting begins and ends.
#[derive(Clone)]
struct Watched<S>(S);

impl<S, Target> Service<Target> for Watched<S>
where
    S: Service<Target>,
    S::Future: Send + 'static,
{
    type Response = S::Response;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<S::Response, S::Error>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.0.poll_ready(context)
    }

    fn call(&mut self, target: Target) -> Self::Future {
        let connecting = Connecting::begin();
        let connected = self.0.call(target);
        Box::pin(async move {
            let connected = connected.await;
            drop(connecting);
            connected
        })
    }
}

/// Ends when it is dropped, so that a connection given up counts as made: the limit on the answer runs again.
struct Connecting(Option<watch::Sender<ConnectPhase>>);

impl Connecting {
    fn begin() -> Connecting {
        let stage = PHASE.try_with(watch::Sender::clone).ok();
        stage.as_ref().map(|stage| stage.send_replace(ConnectPhase::Connecting));
        Connecting(stage)
    }
}

impl Drop for Connecting {
    fn drop(&mut self) {
        if let Some(stage) = &self.0 {
            stage.send_replace(ConnectPhase::Sent);
        }
    }
}
