//! F27: the answer to a change is lost, and nobody can know what became of it but by reading.
//!
//! Ten thousand runs, each from its own seed: the service did it, did not, or did it so many reads later. The rule is that of
//! money: sent once, whatever happens; "applied" only when it was done, "not applied" never, and what no read shows stays open.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tapline_contract::Evidence;
use tapline_core::Pace;
use tapline_tests::hostile::{Answer, Step};
use tapline_tests::reference::{Class, Fate, OPERATIONS, Operation, Reference};
use tokio::task::JoinSet;

use super::chance::Chance;
use crate::desk::{Desk, PATIENT, Told, fresh, payload};
use crate::fault::Spoil;
use crate::matrix::Row;

const RUNS: usize = 10_000;
const SEED: u64 = 0x5eed_f027;
/// So many at once: those whose answer never comes wait, and take no time of the others.
const DESKS: usize = 16;
/// Reads after which a change without trace is given up.
const READS: usize = 15;

pub(crate) async fn lost() -> usize {
    let next = Arc::new(AtomicUsize::new(0));
    let mut working = JoinSet::new();
    for _ in 0..DESKS {
        let next = Arc::clone(&next);
        working.spawn(async move {
            let desk = Desk::new(Pace { deadlines: 10, ..PATIENT });
            let mut wrong = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::SeqCst);
                if number >= RUNS {
                    return wrong;
                }
                wrong.extend(run(&desk, number).await.err());
            }
        });
    }
    let wrong: Vec<_> = working.join_all().await.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{} of {RUNS} runs, seed {SEED:#x}\n{}", wrong.len(), wrong.join("\n"));
    Row::of(27).cells_here().len()
}

/// One run, every operation in turn. What was wrong about it.
async fn run(desk: &Desk, number: usize) -> Result<(), String> {
    let mut chance = Chance::of(SEED, number);
    let changes: Vec<_> = OPERATIONS.iter().filter(|row| row.changes()).collect();
    let operation = Operation::named(changes[number % changes.len()].name);
    let fate = match chance.below(3) {
        0 => Fate::Done,
        1 => Fate::NotDone,
        // Later than anybody reads, too.
        _ => Fate::DoneAtRead(1 + chance.below(READS + 5)),
    };
    let (service, how) = (Reference::start(), how(&mut chance));
    let (doing, (name, spoil)) = (Arc::clone(&service), how);
    let server = desk.new_service(|| {
        let doing = Arc::clone(&doing);
        service.except(operation, move |_, request| {
            doing.lose(request, fate);
            Some(spoil(&operation.sample()))
        })
    });
    let connection = desk.attach(&server.http());
    let (payload, id) = (payload(&connection, operation), fresh());
    let told = desk.send(operation, &payload, &id).await;
    let settled = desk.settled(operation, &payload, &id).await;
    let sent = operation.sent(&server.seen());
    let here =
        format!("run {number} {} {name} {fate:?}: {sent} sends, {told:?}, then {settled:?}", operation.name);
    let found = match fate {
        _ if operation.class == Class::Effect => false,
        Fate::Done => true,
        Fate::NotDone => false,
        Fate::DoneAtRead(reads) => reads <= READS,
    };
    let right = match &settled {
        Told::Applied(Evidence::ReadBack, _) => found,
        Told::Unknown { given_up: true, .. } => !found,
        _ => false,
    };
    let open = matches!(told, Told::Unknown { .. });
    let document = service.deviations();
    if right && open && sent == 1 && document.is_empty() {
        Ok(())
    } else {
        Err(format!("{here} {document:?}"))
    }
}

/// A way to lose an answer.
fn how(chance: &mut Chance) -> (&'static str, Spoil) {
    const WAYS: [(&str, Spoil); 9] = [
        ("reset", |_| vec![Step::Reset]),
        ("closed", |_| vec![Step::Close]),
        ("reset in the head", |answer| answer.cut_in_head(Step::Reset)),
        ("closed in the head", |answer| answer.cut_in_head(Step::Close)),
        ("500", |_| Answer::json(500, "{}").steps()),
        ("504 of a proxy", |_| Answer::html(504, "<h1>timeout</h1>").steps()),
        ("429", |_| Answer::json(429, "{}").with("Retry-After", "5").steps()),
        ("a page", |_| Answer::html(200, "<h1>Sign in</h1>").steps()),
        ("half a text", |_| Answer::json(200, "{\"code\":0,").steps()),
    ];
    // Each of these waits for its deadline.
    if chance.below(100) == 0 { ("silence", |_| vec![Step::Stall]) } else { WAYS[chance.below(WAYS.len())] }
}
