//! Truth of what is claimed of a change, whatever answer a network gives: every change × status × body × effect.
//!
//! [`play`] sends the change once to an independent service that answers as the cell says ([`answer`]), repeats it as a person
//! would, and lets all reads and late effects come to their end. [`judge`] compares the claims with the service's state. One
//! [`turn`](axes::turn) of the [`axes`] runs each time, all of them in the long run.

mod answer;
mod axes;
mod judge;
mod play;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use tapline_tests::cells;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use self::axes::{Cell, Effect, TURNS, dearest, turn};
use self::judge::{Fault, faults};
use self::play::{Conditions, Played, play};
use crate::cell::words;

#[test]
fn no_claim_says_more_than_was_seen() {
    let mut cells: Vec<_> = (0..cells::runs(1, TURNS)).flat_map(turn).collect();
    cells.extend(dearest());
    cells.sort();
    cells.dedup();
    judged(cells, Conditions::VirtualTime, 6);
}

/// The reads of a whole answer come within a second; the effect does not.
#[test]
fn no_claim_is_overtaken_by_a_late_effect_in_real_time() {
    let late = (0..cells::runs(1, TURNS)).flat_map(turn).filter(|cell| cell.effect == Effect::Late);
    let every = cells::runs(4, 1);
    judged(late.step_by(every).collect(), Conditions::RealTime, 60);
}

/// No answer of a gateway to a read counts as absence.
#[test]
fn no_claim_rests_on_a_read_that_is_blocked() {
    let cells = (0..cells::runs(1, TURNS)).flat_map(turn);
    judged(cells.step_by(cells::runs(4, 1)).collect(), Conditions::ReadsBlocked, 6);
}

#[expect(clippy::print_stdout, reason = "the log of a run has the figures")]
fn judged(cells: Vec<Cell>, conditions: Conditions, at_once: usize) {
    let begun = Instant::now();
    let count = cells.len();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let (played, broken) = runtime.block_on(all(cells, conditions, at_once));
    let mut rows: BTreeMap<Fault, Vec<String>> = BTreeMap::new();
    for played in &played {
        for fault in faults(played) {
            rows.entry(fault).or_default().push(format!("{fault:?} {played}"));
        }
    }
    let number = |fault| rows.get(&fault).map_or(0, Vec::len);
    let sum = format!(
        "{conditions:?}: {count} cells, {:.1} s: {} overclaims, {} effects doubled, {} lies of the service, {} doubled by them, \
         {} not found, {} refusals not believed, {} sent more than once, {} broken",
        begun.elapsed().as_secs_f32(),
        number(Fault::Overclaim),
        number(Fault::Doubled),
        number(Fault::Lie),
        number(Fault::DoubledByLie),
        number(Fault::NotFound),
        number(Fault::NotBelieved),
        number(Fault::SentTwice),
        broken.len(),
    );
    println!("{sum}");
    let ours = rows.iter().filter(|(fault, _)| fault.is_ours()).flat_map(|(_, rows)| rows);
    let wrong: Vec<_> = ours.chain(&broken).map(String::as_str).collect();
    println!("{}", wrong.join("\n"));
    assert!(wrong.is_empty(), "{sum}");
}

/// Those that were played, and what broke the others.
async fn all(cells: Vec<Cell>, conditions: Conditions, at_once: usize) -> (Vec<Played>, Vec<String>) {
    let slots = Arc::new(Semaphore::new(at_once));
    let mut running = JoinSet::new();
    for cell in cells {
        let slots = Arc::clone(&slots);
        running.spawn(async move {
            let _slot = slots.acquire_owned().await.unwrap();
            let ended = tokio::spawn(play(cell, conditions)).await;
            ended.map_err(|panic| format!("broken {cell}: {}", words(panic.into_panic().as_ref())))
        });
    }
    let (mut played, mut broken) = (Vec::new(), Vec::new());
    for ended in running.join_all().await {
        match ended {
            Ok(cell) => played.push(cell),
            Err(why) => broken.push(why),
        }
    }
    played.sort_by_key(|played| played.cell);
    broken.sort();
    (played, broken)
}
