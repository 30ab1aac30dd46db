//! A server that speaks TLS 1.0 and nothing newer, as far as a client lets it: up to its hello.

use std::io::{self, Read, Write};

/// RFC 2246, 7.4.1.3: version 1.0, no session, a suite of its time (`TLS_RSA_WITH_AES_128_CBC_SHA`), no compression.
const HELLO: [u8; 11] = [0x16, 3, 1, 0, 42, 2, 0, 0, 38, 3, 1];
const RANDOM: [u8; 32] = [7; 32];
const END: [u8; 4] = [0, 0x00, 0x2f, 0];

/// Reads the client's hello and answers it.
pub(super) fn answer(stream: &mut (impl Read + Write)) -> io::Result<()> {
    let mut head = [0; 5];
    stream.read_exact(&mut head)?;
    let mut hello = vec![0; usize::from(u16::from_be_bytes([head[3], head[4]]))];
    stream.read_exact(&mut hello)?;
    stream.write_all(&[HELLO.as_slice(), &RANDOM, &END].concat())
}
