//! A file of an update, fetched whole: over HTTPS alone, with the roots of the computer, never more than so many bytes.

use std::time::Duration;

use reqwest::{Client, redirect, tls};

use super::roots;

/// From the address to where the files lie.
const REDIRECTS: usize = 5;

/// Why a file was not fetched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfetched {
    /// It has more bytes than it may have; what came was dropped.
    TooLarge,
    /// Not reached, not allowed, or it broke off.
    Failed,
}

/// The bytes behind an address, at most `most`, within `limit`. `extra_roots` (in DER) is for tests.
pub async fn fetch(
    address: &str,
    most: u64,
    limit: Duration,
    extra_roots: &[Vec<u8>],
) -> Result<Vec<u8>, Unfetched> {
    let builder = Client::builder()
        .user_agent(concat!("Tapline/", env!("CARGO_PKG_VERSION")))
        .timeout(limit)
        // Also after a redirection.
        .https_only(true)
        .redirect(redirect::Policy::limited(REDIRECTS))
        .tls_version_min(tls::Version::TLS_1_2);
    let client = roots::trusting(builder, extra_roots).map_err(|_| Unfetched::Failed)?.build();
    let sent = client.map_err(|_| Unfetched::Failed)?.get(address).send().await;
    let answered = sent.and_then(reqwest::Response::error_for_status);
    let mut response = answered.map_err(|_| Unfetched::Failed)?;
    let fits = |length: u64| if length > most { Err(Unfetched::TooLarge) } else { Ok(()) };
    fits(response.content_length().unwrap_or_default())?;
    let mut bytes = Vec::new();
    while let Some(piece) = response.chunk().await.map_err(|_| Unfetched::Failed)? {
        fits((bytes.len() + piece.len()) as u64)?;
        bytes.extend_from_slice(&piece);
    }
    Ok(bytes)
}
