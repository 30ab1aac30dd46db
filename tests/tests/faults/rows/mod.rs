//! Faults and their required results: one function a row of the matrix.

mod apart;
pub(crate) mod body;
pub(crate) mod bomb;
pub(crate) mod broken;
mod chance;
pub(crate) mod clock;
mod colleague;
pub(crate) mod connecting;
pub(crate) mod disk;
pub(crate) mod envelope;
pub(crate) mod field;
pub(crate) mod held;
mod joined;
pub(crate) mod link;
pub(crate) mod lost;
pub(crate) mod page;
mod peak;
mod proofs;
pub(crate) mod redirect;
mod seeded;
pub(crate) mod silence;
pub(crate) mod start;
pub(crate) mod status;
mod story;
pub(crate) mod theirs;
pub(crate) mod tls;
pub(crate) mod twice;
pub(crate) mod unauthorized;
pub(crate) mod value;
mod volume;

use std::io::Read as _;

use flate2::read::GzDecoder;

/// The text in a packed body.
fn unpacked(packed: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    GzDecoder::new(packed).read_to_end(&mut text).unwrap();
    text
}
