//! The network of the computer: what tests put in its place, and the TLS provider of the process.
//!
//! Nothing here connects or sends; that is `tapline-http`.

use std::future::Future;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

/// What may stand in for the operating system between core and a service. The default, which every shell hands in, leaves
/// everything to the operating system; anything else is for tests.
#[derive(Clone, Default)]
pub struct Network {
    /// In the place of the operating system's name resolution.
    pub resolver: Option<Resolver>,
    /// Certificates in DER that are trusted beside the computer's own roots. No shell may fill it: it would trust for every
    /// connection, the live ones too.
    pub extra_roots: Vec<Vec<u8>>,
    /// How long one call may take, where a person says it; `None`: the table in `tapline-http` decides.
    pub patience: Option<Duration>,
}

/// From a host name to its addresses.
pub type Resolver = Arc<dyn Fn(&str) -> Resolving + Send + Sync>;

/// The answer of a [`Resolver`]; an error or no address at all means that the name is not known. It may never come.
pub type Resolving = Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send>>;

/// Makes ring the TLS provider of this process. Once is enough, more does no harm.
pub fn install_crypto() {
    // An error means that one is installed already.
    let _ = rustls::crypto::ring::default_provider().install_default();
}
