//! F27: the answer to a change is lost, and only a read can show its fate.
//!
//! Ten thousand runs in the long run, each from its own seed: the service did it, did not, or did it so many reads later. The
//! rule is that of money: sent once, whatever happens; "applied" only if it was done, "not applied" never, and a change that no
//! read shows stays open. A whole answer that is not the service's (an error page) is another case where no money moves:
//! nothing is on its way any more, and reads that agree for long enough show that it was not done. Runs in which someone else
//! moves money too are in [`super::colleague`].

use std::sync::Arc;

use tapline_contract::Evidence;
use tapline_scripted::{Answer, Step};
use tapline_tests::cells;
use tapline_tests::reference::{Class, Fate, Reference};

use super::chance::Chance;
use super::colleague;
use super::seeded::seeded;
use crate::cell::passed;
use crate::fault::Spoil;
use crate::matrix::FaultRow;
use crate::test_core::{CallResult, TestCore, fresh, payload};

const SEED: u64 = 0x5eed_f027;
/// Reads after which a change without trace is given up.
pub(super) const READS: usize = 15;

pub(crate) async fn lost() {
    // A hundred of each operation, where it is not the long run.
    seeded(cells::runs(2100, 10_000), SEED, |core, number| async move { run(&core, number).await }).await;
    colleague::at_the_same_time().await;
}

/// One run, every operation in turn. Returns the fault.
async fn run(core: &TestCore, number: usize) -> Result<(), String> {
    let mut chance = Chance::new(SEED, number);
    let cells = FaultRow::by_number(27).cells_here();
    let cell = cells[number % cells.len()];
    let operation = cell.operation.unwrap();
    let fate = match chance.below(3) {
        0 => Fate::Done,
        1 => Fate::NotDone,
        // Later than anybody reads, too.
        _ => Fate::DoneAtRead(1 + chance.below(READS + 5)),
    };
    let (name, spoil) = how(&mut chance);
    let settling = matches!(operation.class, Class::Absolute | Class::Create | Class::Delete);
    let proves_absence = settling && WHOLE.contains(&name);
    // Whoever has answered is done with the change soon.
    let fate = match fate {
        Fate::DoneAtRead(read) if proves_absence => Fate::DoneAtRead(read.min(LATEST)),
        fate => fate,
    };
    let service = Reference::start();
    let doing = Arc::clone(&service);
    let server = core.new_service(|| {
        let doing = Arc::clone(&doing);
        service.except(operation, move |_, request| {
            doing.lose(request, fate);
            Some(spoil(&operation.sample()))
        })
    });
    let connection = core.attach(&server.http());
    let (payload, id) = (payload(&connection, operation), fresh());
    let result = core.send(operation, &payload, &id).await;
    let settled = core.settled(operation, &payload, &id).await;
    let sent = operation.sent(&server.seen());
    let here = format!(
        "run {number} {} {name} {fate:?}: {sent} sends, {result:?}, then {settled:?}",
        operation.name
    );
    let found = match fate {
        _ if operation.class == Class::Effect => false,
        Fate::Done => true,
        Fate::NotDone => false,
        // An answered change is read once more, at once.
        Fate::DoneAtRead(reads) => reads <= READS + usize::from(ANSWERED.contains(&name)),
    };
    let right = match (&result, &settled) {
        (CallResult::Applied(Evidence::ReadBack, _), CallResult::Applied(Evidence::ReadBack, _)) => {
            found && ANSWERED.contains(&name)
        }
        (CallResult::Unknown { .. }, CallResult::Applied(Evidence::ReadBack, _)) => found,
        (CallResult::Unknown { .. }, CallResult::NotApplied(_)) => proves_absence && !found,
        (CallResult::Unknown { .. }, CallResult::Unknown { given_up: true, .. }) => !proves_absence && !found,
        _ => false,
    };
    let document = service.deviations();
    if right && sent == 1 && document.is_empty() {
        passed(cell);
        Ok(())
    } else {
        Err(format!("{here} {document:?}"))
    }
}

/// Those of the ways in which a whole answer came.
const WHOLE: [&str; 3] = ["500", "429", "a page"];
/// Those in which a status came.
const ANSWERED: [&str; 5] = ["500", "429", "a page", "504 of a proxy", "half a text"];
/// The last read at which an effect may come that follows a whole answer.
const LATEST: usize = 3;

/// A way to lose an answer.
pub(super) fn how(chance: &mut Chance) -> (&'static str, Spoil) {
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
