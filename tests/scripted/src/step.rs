//! Elements of a script.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::{Answer, Gate, Identity};

/// Steps of one answer, in their order.
pub type Script = Vec<Step>;

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
    Say(Script),
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
    /// Bytes made on demand: a body that no memory holds.
    Each(Pieces),
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

/// Makes the bytes for each number from 0; `None` ends them.
#[derive(Clone)]
pub struct Pieces(Arc<dyn Fn(u64) -> Option<Vec<u8>> + Send + Sync>);

impl Pieces {
    pub(super) fn piece(&self, number: u64) -> Option<Vec<u8>> {
        (self.0)(number)
    }
}

impl fmt::Debug for Pieces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Pieces")
    }
}

impl From<Answer> for Script {
    fn from(answer: Answer) -> Script {
        answer.steps()
    }
}

impl From<Step> for Script {
    fn from(step: Step) -> Script {
        vec![step]
    }
}

impl Step {
    /// Bytes for so many numbers from 0.
    pub fn each(times: u64, bytes: impl Fn(u64) -> Vec<u8> + Send + Sync + 'static) -> Step {
        Step::Each(Pieces(Arc::new(move |number| (number < times).then(|| bytes(number)))))
    }

    /// Every piece as a chunk of the body, for one answer: clones share the pieces.
    pub fn chunks(pieces: impl Iterator<Item = Vec<u8>> + Send + 'static) -> Step {
        let pieces = Mutex::new(pieces.filter(|piece| !piece.is_empty()).map(|piece| chunk(&piece)));
        let next = move |_| pieces.lock().unwrap_or_else(PoisonError::into_inner).next();
        Step::Each(Pieces(Arc::new(next)))
    }

    /// One byte each time the gate lets a step through.
    pub fn gated(bytes: &[u8], gate: &Gate) -> Vec<Step> {
        bytes.iter().flat_map(|byte| [Step::Wait(gate.clone()), Step::Write(vec![*byte])]).collect()
    }
}

/// A chunk of a chunked body.
pub(super) fn chunk(bytes: &[u8]) -> Vec<u8> {
    [format!("{:x}\r\n", bytes.len()).as_bytes(), bytes, b"\r\n"].concat()
}
