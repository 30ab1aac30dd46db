//! F27 with someone else at the service: they void, refund, capture or settle the same record between our read, ours, and the
//! reads after it; and the service may say yes to an action that it then shows as pending, declined or not at all.
//!
//! The judgment here knows the state of the service and nothing of Tapline's own rule. Wrong is: "applied" although no
//! approved action of that kind and amount (of a refund: with our reason, if reasons are shown) is new there; "not applied"
//! although ours happened or was not refused; evidence of an answer that did not come or of a read that was not made; sent
//! twice.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tapline_contract::Evidence;
use tapline_scripted::PATIENCE;
use tapline_scripted::{Answer, Behavior};
use tapline_tests::cells;
use tapline_tests::reference::{Fate, Reasons, Reference, ShownState, World};

use super::lost::READS;
use super::seeded::seeded;
use super::story::{REFUSAL, Story, StoryAnswer, When, id_of};
use crate::test_core::{CallResult, TestCore, fresh, payload};

const SEED: u64 = 0x5eed_c011;

pub(super) async fn at_the_same_time() {
    seeded(cells::runs(600, 10_000), SEED, |core, number| async move {
        let story = Story::chosen(SEED, number);
        let played = play(&core, &story).await;
        played
            .wrong(&story)
            .map_or(Ok(()), |wrong| Err(format!("run {number}: {wrong}\n  {story}\n  {played:?}")))
    })
    .await;
}

/// Result of a story.
#[derive(Debug)]
pub(super) struct Played {
    result: CallResult,
    pub(super) settled: CallResult,
    pub(super) sends: usize,
    /// Reads after ours that were answered, until the first outcome and until the last.
    reads: [usize; 2],
    /// True if ours is approved at the service, shown or not.
    happened: bool,
    /// Approved new actions that are what ours should be; of a batch, whether it is settled.
    alike: usize,
    /// True if the refund has our mark.
    marked: bool,
    deviations: Vec<String>,
}

pub(super) async fn play(core: &TestCore, story: &Story) -> Played {
    let service = Reference::start();
    service.world(|world| {
        world.tell_reasons(story.reasons);
        world.void_state = story.void_state;
    });
    let before: Vec<_> = service.world(|world| world.actions(story.target())).iter().map(id_of).collect();
    let ours = Arc::new(Mutex::new((None, Value::Null)));
    let (reads, silent) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let server = core.new_service(|| {
        let (service, story, ours) = (Arc::clone(&service), story.clone(), Arc::clone(&ours));
        let (reads, silent) = (Arc::clone(&reads), Arc::clone(&silent));
        Behavior::respond(move |request| {
            if story.operation.takes(request) {
                let (action, steps) = story.plays(&service, request);
                *ours.lock().unwrap() = (action, serde_json::from_str(request.text()).unwrap());
                silent.store(story.silent, Ordering::SeqCst);
                reads.store(0, Ordering::SeqCst);
                return steps;
            }
            if silent.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_ok() {
                return Answer::json(503, "{}").steps();
            }
            reads.fetch_add(1, Ordering::SeqCst);
            service.answer(request).steps()
        })
    });
    let connection = core.attach(&server.http());
    let (payload, id) = (payload(&connection, story.operation), fresh());
    let result = core.send(story.operation, &payload, &id).await;
    let first = reads.load(Ordering::SeqCst);
    let settled = core.settled(story.operation, &payload, &id).await;
    let last = reads.load(Ordering::SeqCst);
    let (action, body) = ours.lock().unwrap().clone();
    let reason = body["refundReason"].as_str().unwrap_or_default();
    let (happened, alike) = service.world(|world| {
        let alike = alike(world, story, &before, reason);
        (happened(world, story, &before, action.as_deref(), reason), alike)
    });
    let sends = story.operation.sent(&server.seen());
    let mut deviations = service.deviations();
    // A pending action is read without end. It ends here, or its reads would use the time of all later runs.
    let begun = Instant::now();
    while let CallResult::Unknown { given_up: false, .. } = core.send(story.operation, &payload, &id).await {
        service.world(|world| {
            world.show(story.target(), action.as_deref().unwrap_or_default(), ShownState::Approved);
        });
        if begun.elapsed() > PATIENCE {
            deviations.push("read on although it was approved".to_owned());
            break;
        }
        tokio::time::sleep(Duration::from_millis(15)).await;
    }
    Played {
        result,
        settled,
        sends,
        reads: [first, last],
        happened,
        alike,
        marked: reason.contains("[tl-"),
        deviations,
    }
}

/// The kind of action that ours is, and its amount.
fn kind(story: &Story) -> (&'static str, Value) {
    match story.operation.name {
        "VoidTransaction" => ("VOID", json!(1250)),
        "RefundTransaction" => ("REFUND", json!(500)),
        _ => ("CAPTURE", json!(1500)),
    }
}

fn is_alike(story: &Story, action: &Value, reason: &str) -> bool {
    let (kind, amount) = kind(story);
    // A refund is identified by its reason, if the service shows it.
    let matches_mark = kind != "REFUND" || story.reasons != Reasons::Told || action["reason"] == reason;
    action["actionType"] == kind && action["amount"]["value"] == amount && matches_mark
}

fn alike(world: &mut World, story: &Story, before: &[String], reason: &str) -> usize {
    if story.operation.name == "Settle" {
        return usize::from(
            world.batches.iter().any(|batch| batch["batchId"] == "B17" && batch["state"] == 2),
        );
    }
    let actions = world.actions(story.target());
    let new = actions.iter().filter(|action| !before.contains(&id_of(action)));
    new.filter(|action| action["actionStatus"] == "APPROVED" && is_alike(story, action, reason)).count()
}

fn happened(world: &mut World, story: &Story, before: &[String], action: Option<&str>, reason: &str) -> bool {
    match (story.fate, action) {
        (Fate::NotDone, _) => false,
        (Fate::Done, Some(action)) => {
            // Pending and declined moved nothing.
            let actions = world.actions(story.target());
            let stands = actions.iter().find(|there| there["actionId"] == action);
            stands.map_or(story.shown == ShownState::Hidden, |there| there["actionStatus"] == "APPROVED")
        }
        // It came late, if at all; a similar action of someone else counts for it here.
        _ => alike(world, story, before, reason) > 0,
    }
}

impl Played {
    fn wrong(&self, story: &Story) -> Option<&'static str> {
        let rules: [(bool, &str); 12] = [
            (self.sends != 1, "not sent once"),
            (!self.deviations.is_empty(), "not what the document says"),
            (story.operation.name == "RefundTransaction" && !self.marked, "a refund without a mark"),
            (self.outcomes().any(|result| matches!(result, CallResult::Conflict { .. })), "a conflict"),
            (self.applied().is_some() && self.alike == 0, "applied, and nothing of the kind is there"),
            (self.applied().is_some() && self.reads[1] == 0, "applied, and nobody read"),
            (
                matches!(self.result, CallResult::Applied(..)) && self.reads[0] == 0,
                "applied before anybody read",
            ),
            (!story.evidence_fits(self.applied()), "evidence of what was not there"),
            (
                self.not_applied() && (self.happened || !story.is_refused()),
                "not applied, and it may have been",
            ),
            (story.is_refused() && self.alike == 0 && !self.says_refused(), "refused, and not told so"),
            (self.falls_short(story), "it could have been found out"),
            (
                story.is_doubtful() && self.alike > 1 && self.applied().is_some(),
                "two of a kind, and one is ours",
            ),
        ];
        rules.iter().find(|(broken, _)| *broken).map(|(_, why)| *why)
    }

    fn outcomes(&self) -> impl Iterator<Item = &CallResult> {
        [&self.result, &self.settled].into_iter()
    }

    fn applied(&self) -> Option<Evidence> {
        self.outcomes().find_map(|result| match result {
            CallResult::Applied(evidence, _) => Some(*evidence),
            _ => None,
        })
    }

    fn not_applied(&self) -> bool {
        self.outcomes().any(|result| matches!(result, CallResult::NotApplied(_)))
    }

    fn says_refused(&self) -> bool {
        let says = |failure: &tapline_contract::Failure| failure.message.as_deref() == Some(REFUSAL);
        self.outcomes().all(|result| matches!(result, CallResult::NotApplied(failure) if says(failure)))
    }

    /// Acting alone, and with readable truth, Tapline must find it.
    fn falls_short(&self, story: &Story) -> bool {
        // The answer itself says that it was declined.
        let contradicts = story.void_state == 3 && matches!(story.answer, StoryAnswer::Yes);
        if !story.others.is_empty() || story.is_refused() || contradicts {
            return false;
        }
        let (found, late) = match (story.fate, story.shown, story.later) {
            (Fate::Done, ShownState::Approved, _) => (true, false),
            // A pending action is read for longer, and an answered one once more than a lost one.
            (Fate::DoneAtRead(read), ..) | (Fate::Done, _, Some((read, ShownState::Approved))) => {
                (read <= READS, read > READS)
            }
            (Fate::NotDone | Fate::Done, ..) => (false, false),
        };
        let open = matches!(self.settled, CallResult::Unknown { .. });
        if found { self.applied().is_none() } else { !late && !open }
    }
}

impl Story {
    fn is_refused(&self) -> bool {
        matches!(self.answer, StoryAnswer::No(..))
    }

    /// The answer was lost, ours was done at once, and someone did the like right then: nothing distinguishes them.
    fn is_doubtful(&self) -> bool {
        let at_once = self.others.iter().all(|(when, _)| matches!(when, When::Before | When::After));
        matches!(self.answer, StoryAnswer::Nothing(..))
            && self.fate == Fate::Done
            && self.shown == ShownState::Approved
            && at_once
    }

    fn evidence_fits(&self, evidence: Option<Evidence>) -> bool {
        match evidence {
            None | Some(Evidence::ReadBack) => true,
            Some(Evidence::Answer) => matches!(self.answer, StoryAnswer::Yes),
            // Money is answered before it has moved.
            Some(Evidence::AnswerAlone | Evidence::Person) => false,
        }
    }
}
