//! Reads a whole list from the connection into a table: received here, unpacked on one thread and decoded on another, with short
//! queues between them. The body is never held whole.
//!
//! Both threads run [in the background](in_background): the page draws the first rows meanwhile, and goes first. They start
//! after the first page. A side that stops closes its queue, which stops the others. Only the end of the body says that the list
//! is complete.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Duration;

use bytes::Bytes;
use tapline_contract::Failure;
use tapline_http::unpack::{Packing, UnpackError, Unpacker};
use tapline_http::{Client, Incoming, Passing, Size};
use tokio::sync::{mpsc, oneshot};

use super::answer::{Answer, Stop};
use super::list::List;
use super::list_reader::ListReader;
use super::schema::WholeList;
use super::table::Table;
use super::thread::in_background;

/// Pieces that may wait to be unpacked, and to be decoded.
const WIRE_QUEUE: usize = 16;
const TEXT_QUEUE: usize = 6;
/// Longest wait of the bytes that came for the first page. On two processors the threads would take both from it, for a tick of
/// the kernel (4 ms) or several.
const HEAD_START: Duration = Duration::from_millis(50);
/// Bytes that are unpacked at once; unpacked, they may be a thousand times as many.
const SLICE: usize = 8 << 10;

pub(super) struct Streamed {
    /// Records received, also when the answer broke off.
    pub(super) table: Table,
    /// True if the service said that the call succeeded.
    pub(super) confirmed: bool,
    pub(super) end: Result<Answer, StreamError>,
}

/// Reason why the answer is not whole.
pub(super) enum StreamError {
    Cancelled,
    Full,
    Failed(Failure),
}

/// Requests a whole list and reads it into `table`. The sender of `first_page` is dropped when there is nothing to wait for.
pub(super) async fn stream<L: WholeList>(
    client: &Client,
    query: &L::Input,
    table: Table,
    list: &Arc<List>,
    first_page: oneshot::Receiver<()>,
) -> Streamed {
    let query = L::page(query, -1, None);
    let incoming = tokio::select! {
        biased;
        () = list.cancelled() => Err(StreamError::Cancelled),
        incoming = client.stream::<L>(&(), &query) => incoming.map_err(StreamError::Failed),
    };
    match incoming {
        Ok(incoming) => {
            tokio::select! {
                () = list.cancelled() => {}
                // The sender never sends; this waits until it is dropped.
                _ = tokio::time::timeout(HEAD_START, first_page) => {}
            }
            receive(incoming, table, list).await
        }
        Err(error) => Streamed { table, confirmed: false, end: Err(error) },
    }
}

async fn receive(mut incoming: Incoming, table: Table, list: &Arc<List>) -> Streamed {
    let (wire, pieces) = mpsc::channel(WIRE_QUEUE);
    let (text, texts) = sync_channel(TEXT_QUEUE);
    let (packing, passing) = (incoming.packing, incoming.asked.scrub.passing());
    let unpacking = in_background(move || unpack(packing, passing, pieces, &text));
    let watched = Arc::clone(list);
    let decoding = in_background(move || decode(&texts, table, &watched));
    let received = tokio::select! {
        biased;
        () = list.cancelled() => Err(StreamError::Cancelled),
        received = forward(&mut incoming, &wire, list) => received.map_err(StreamError::Failed),
    };
    drop(wire);
    let unpacked = unpacking.await.map_err(|error| StreamError::Failed(incoming.refused(&error.into())));
    let (table, confirmed, decoded) = decoding.await;
    let decoded = decoded.map_err(|stop| match stop {
        Stop::Full => StreamError::Full,
        stop => StreamError::Failed(incoming.failed(stop.failure(&incoming.asked))),
    });
    Streamed { table, confirmed, end: received.and(unpacked).and(decoded) }
}

/// Passes pieces on until the body ends or the receiver is gone.
async fn forward(
    incoming: &mut Incoming,
    wire: &mpsc::Sender<Option<Bytes>>,
    list: &List,
) -> Result<(), Failure> {
    loop {
        let piece = incoming.next_chunk().await?;
        list.progress(|state| state.wire_bytes = incoming.wire_bytes());
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

/// Decodes texts up to the end of the body. Returns the table, and true if the service confirmed the answer.
fn decode(
    texts: &Receiver<Option<Vec<u8>>>,
    mut table: Table,
    list: &List,
) -> (Table, bool, Result<Answer, Stop>) {
    let mut reader = ListReader::default();
    // A queue that closes before the end of the body is explained by the side that closed it.
    let mut end = Err(Stop::Damaged);
    while let Ok(piece) = texts.recv() {
        let Some(piece) = piece else {
            end = reader.finish();
            break;
        };
        let pushed = reader.push(&piece, &mut table);
        let fits = table.fits();
        list.progress(|state| {
            state.loaded = table.count().max(state.loaded);
            state.unreadable = table.unreadable_count();
            state.total = reader.total.or(state.total);
        });
        if let Err(stop) = pushed.and(if fits { Ok(()) } else { Err(Stop::Full) }) {
            end = Err(stop);
            break;
        }
        if list.is_cancelled() {
            break;
        }
    }
    if let Ok(answer) = &end {
        list.progress(|state| state.total = answer.total.or(state.total));
    }
    (table, reader.is_confirmed(), end)
}
