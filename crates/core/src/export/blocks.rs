//! Rows of a file as text: made on several threads, a block of rows at a time, and written in their order.

use std::io::{self, Write};
use std::num::NonZero;
use std::ops::Range;
use std::sync::mpsc::sync_channel;
use std::thread;

use super::Going;

/// Rows of a block: some half a megabyte of text.
const BLOCK: usize = 2048;
/// More threads than this wait for the one that writes.
const MOST_THREADS: usize = 4;

/// Writes what `append` makes of each block of rows. On an error, no further block begins.
pub(super) fn write(
    out: &mut impl Write,
    rows: usize,
    going: Going<'_>,
    append: impl Fn(Range<usize>, &mut Vec<u8>) -> io::Result<()> + Sync,
) -> io::Result<()> {
    let blocks = rows.div_ceil(BLOCK);
    let threads = thread::available_parallelism().map_or(1, NonZero::get).min(MOST_THREADS);
    thread::scope(|scope| {
        let append = &append;
        let makers: Vec<_> = (0..threads.min(blocks))
            .map(|first| {
                // One block waits while the next is made.
                let (hand_over, made) = sync_channel(1);
                scope.spawn(move || {
                    for from in (first..blocks).step_by(threads).map(|block| block * BLOCK) {
                        let mut text = Vec::new();
                        let text = append(from..rows.min(from + BLOCK), &mut text).map(|()| text);
                        if hand_over.send(text).is_err() {
                            // The export has ended.
                            return;
                        }
                    }
                });
                made
            })
            .collect();
        for made in makers.iter().cycle().take(blocks) {
            going()?;
            // A maker that ended before its last block panicked, and the scope panics too.
            let text = made.recv().map_err(io::Error::other)??;
            out.write_all(&text)?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn blocks_stand_in_their_order() {
        for rows in [0, 1, BLOCK, BLOCK + 1, 9 * BLOCK + 7] {
            let mut out = Vec::new();
            let make = |block: Range<usize>, text: &mut Vec<u8>| {
                block.into_iter().try_for_each(|row| writeln!(text, "{row}"))
            };
            write(&mut out, rows, &|| Ok(()), make).unwrap();
            let expected: Vec<_> = (0..rows).map(|row| format!("{row}\n")).collect();
            assert_eq!(String::from_utf8(out).unwrap(), expected.concat());
        }
    }

    #[test]
    fn an_error_ends_it() {
        let broken = || io::Error::other("broken");
        let (made, asked) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let count = |_: Range<usize>, _: &mut Vec<u8>| {
            made.fetch_add(1, Ordering::Relaxed);
            Ok(())
        };
        let going = || if asked.fetch_add(1, Ordering::Relaxed) == 2 { Err(broken()) } else { Ok(()) };
        assert!(write(&mut Vec::new(), 100 * BLOCK, &going, count).is_err());
        assert!(made.into_inner() < 50);
        let fail =
            |block: Range<usize>, _: &mut Vec<u8>| if block.start == 0 { Ok(()) } else { Err(broken()) };
        assert!(write(&mut Vec::new(), 3 * BLOCK, &|| Ok(()), fail).is_err());
    }
}
