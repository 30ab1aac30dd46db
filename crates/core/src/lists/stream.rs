//! Reads a whole list from the connection into a table: received here, unpacked on one thread and decoded on another, with short
//! queues between them. The body is never held whole.
//!
//! The threads are their own ([`Thread`]): the page draws the first rows meanwhile, and goes before them. They start when the first
//! page is there. A side that stops closes its queue, which stops the others. Only the end of the body says that the list is
//! complete.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Duration;

use bytes::Bytes;
use tapline_contract::Failure;
use tapline_contract::wire::is_zero;
use tokio::sync::{mpsc, oneshot};

use super::List;
use super::judge::{self, Answer};
use super::kind::Loaded;
use super::list_reader::{Answered, ListReader, Stop};
use super::table::Table;
use super::thread::Thread;
use crate::http::unpack::{Packing, UnpackError, Unpacker};
use crate::http::{Client, Incoming, Passing, Size};

/// Pieces that may wait to be unpacked, and to be decoded.
const WIRE_QUEUE: usize = 16;
const TEXT_QUEUE: usize = 6;
/// How long the bytes that came wait for the first page. On two processors the threads would take both from it, for a tick of the
/// kernel (4 ms) or several.
const HEAD_START: Duration = Duration::from_millis(50);
/// Bytes that are unpacked at once; unpacked, they may be a thousand times as many.
const SLICE: usize = 8 << 10;

pub(super) struct Streamed {
    /// The records received, also when the answer broke off.
    pub(super) table: Table,
    /// The service said that the call succeeded.
    pub(super) confirmed: bool,
    pub(super) end: Result<Answer, Broken>,
}

/// Why the answer is not whole.
pub(super) enum Broken {
    Cancelled,
    Full,
    Failed(Failure),
}

/// Asks for a whole list and reads it into `table`. The sender of `first_page` is dropped when there is nothing to wait for.
pub(super) async fn stream<L: Loaded>(
    client: &Client,
    query: &L::Input,
    table: Table,
    list: &Arc<List>,
    first_page: oneshot::Receiver<()>,
) -> Streamed {
    let query = L::page(query, -1, None);
    let incoming = tokio::select! {
        biased;
        () = list.cancelled() => Err(Broken::Cancelled),
        incoming = client.stream::<L>(&(), &query) => incoming.map_err(Broken::Failed),
    };
    match incoming {
        Ok(incoming) => {
            tokio::select! {
                () = list.cancelled() => {}
                // An error is what it waits for: the sender never sends.
                _ = tokio::time::timeout(HEAD_START, first_page) => {}
            }
            receive(incoming, table, list).await
        }
        Err(broken) => Streamed { table, confirmed: false, end: Err(broken) },
    }
}

async fn receive(mut incoming: Incoming, table: Table, list: &Arc<List>) -> Streamed {
    let (wire, pieces) = mpsc::channel(WIRE_QUEUE);
    let (text, texts) = sync_channel(TEXT_QUEUE);
    let (packing, passing) = (incoming.packing, incoming.asked.scrub.passing());
    let unpacking = Thread::start(move || unpack(packing, passing, pieces, &text));
    let watched = Arc::clone(list);
    let reading = Thread::start(move || read(&texts, table, &watched));
    let received = tokio::select! {
        biased;
        () = list.cancelled() => Err(Broken::Cancelled),
        received = forward(&mut incoming, &wire, list) => received.map_err(Broken::Failed),
    };
    drop(wire);
    let unpacked = unpacking.join().await.map_err(|error| incoming.refused(&error.into()));
    let (table, answered, stopped) = reading.join().await;
    let asked = &incoming.asked;
    let end = match (received, unpacked, stopped) {
        (Err(broken), _, _) => Err(broken),
        (_, Err(failure), _) => Err(Broken::Failed(failure)),
        (_, _, Err(Stop::Full)) => Err(Broken::Full),
        (_, _, Err(stop)) => Err(Broken::Failed(incoming.failed(judge::stopped(asked, &stop)))),
        (_, _, Ok(())) => {
            judge::whole(asked, &answered).map_err(|failure| Broken::Failed(incoming.failed(failure)))
        }
    };
    Streamed { table, confirmed: answered.code.as_deref().is_some_and(is_zero), end }
}

/// Passes pieces on until the body ends or the receiver is gone.
async fn forward(
    incoming: &mut Incoming,
    wire: &mpsc::Sender<Option<Bytes>>,
    list: &List,
) -> Result<(), Failure> {
    loop {
        let piece = incoming.next_chunk().await?;
        list.progress(|progress| progress.wire_bytes = incoming.wire_bytes());
        let is_last = piece.is_none();
        if wire.send(piece).await.is_err() || is_last {
            return Ok(());
        }
    }
}

/// Unpacks the pieces. On both queues `None` is the end of the body.
fn unpack(
    packing: Packing,
    mut passing: Passing,
    mut pieces: mpsc::Receiver<Option<Bytes>>,
    text: &SyncSender<Option<Vec<u8>>>,
) -> Result<(), UnpackError> {
    let mut unpacker = Unpacker::new(packing, Size::WholeList);
    while let Some(piece) = pieces.blocking_recv() {
        let Some(piece) = piece else {
            // A receiver that is gone knows why.
            let mut last = passing.push(unpacker.finish()?);
            last.append(&mut passing.finish());
            let _ = text.send(Some(last)).and_then(|()| text.send(None));
            return Ok(());
        };
        for slice in piece.chunks(SLICE) {
            if text.send(Some(passing.push(unpacker.push(slice)?))).is_err() {
                return Ok(());
            }
        }
    }
    Ok(())
}

fn read(
    texts: &Receiver<Option<Vec<u8>>>,
    mut table: Table,
    list: &List,
) -> (Table, Answered, Result<(), Stop>) {
    let mut reader = ListReader::default();
    while let Ok(piece) = texts.recv() {
        let Some(piece) = piece else {
            let finished = reader.finish();
            return (table, reader.answered, finished);
        };
        let pushed = reader.push(&piece, &mut table);
        let fits = table.fits();
        list.progress(|progress| {
            progress.loaded = table.count().max(progress.loaded);
            progress.unreadable = table.unreadable_count();
            progress.total = judge::count(reader.answered.total.as_deref()).or(progress.total);
        });
        if let Err(stop) = pushed.and(if fits { Ok(()) } else { Err(Stop::Full) }) {
            return (table, reader.answered, Err(stop));
        }
        if list.is_cancelled() {
            break;
        }
    }
    // The other side, which hung up, says why.
    (table, reader.answered, Err(Stop::Damaged))
}
