//! Elements of a script.

use std::sync::Arc;
use std::time::Duration;

use super::{Gate, Identity};

/// Treatment of a connection before its first request.
#[derive(Clone, Debug)]
pub enum Greeting {
    /// Requests are read and answered.
    Serve,
    /// Answers behind TLS, with this certificate.
    Tls(Arc<Identity>),
    /// TLS no newer than 1.0.
    OldTls,
    /// Nothing is ever said: headers that never come, and a TLS handshake that stalls.
    Silent,
    /// Reset before a byte is read.
    Reset,
    /// Closed before a byte is read.
    Close,
    /// Steps without waiting for a request.
    Say(Vec<Step>),
}

/// A part of an answer. After the last one the next request is read, unless a step ended the connection.
#[derive(Clone, Debug)]
pub enum Step {
    Write(Vec<u8>),
    /// Repeats the bytes this many times; `u64::MAX` is without end.
    Repeat {
        bytes: Vec<u8>,
        times: u64,
    },
    /// Bytes made for each number from 0, on demand: a body that no memory holds.
    Each {
        times: u64,
        bytes: fn(u64) -> Vec<u8>,
    },
    /// One byte after the other, with a pause in real time before each.
    Drip {
        bytes: Vec<u8>,
        every: Duration,
    },
    /// A pause in real time.
    Pause(Duration),
    /// Until the test lets it through.
    Wait(Gate),
    /// Nothing more; the connection stays open until the client hangs up.
    Stall,
    /// The connection is torn down: the client reads "connection reset".
    Reset,
    /// The connection ends in order.
    Close,
}

impl Step {
    /// One byte each time the gate lets a step through.
    pub fn gated(bytes: &[u8], gate: &Gate) -> Vec<Step> {
        bytes.iter().flat_map(|byte| [Step::Wait(gate.clone()), Step::Write(vec![*byte])]).collect()
    }
}
