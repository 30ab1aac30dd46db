//! Proofs that money moved: one row a case, with its required end. The seeded runs of [`super::colleague`] mix all of it; here
//! each case has its name.

use tapline_contract::{Doubt, Evidence};
use tapline_scripted::Step;
use tapline_tests::reference::{Deed, Fate, Reasons, ShownState};

use super::colleague::play;
use super::story::{MONEY, Story, StoryAnswer, When};
use crate::test_core::{CallResult, PATIENT, TestCore};

const LOST: StoryAnswer = StoryAnswer::Nothing("reset", |_| vec![Step::Reset]);
const REFUSED: StoryAnswer = StoryAnswer::No(200, 7);

/// End of a case.
#[derive(Clone, Copy, Debug)]
enum Ends {
    Applied(Evidence),
    Refused,
    /// Nothing is known, for this reason.
    Open(Doubt),
}

use Ends::{Applied, Open, Refused};

fn same(name: &str) -> Deed {
    match name {
        "VoidTransaction" => Deed::Void,
        "RefundTransaction" => Deed::Refund { amount: 500, reason: "Guest complained" },
        "CaptureTransaction" => Deed::Capture(1500),
        _ => Deed::Settle,
    }
}

/// Cases of every call that moves money.
fn of_all(name: &str) -> Vec<(&'static str, Story, Ends)> {
    let plain = Story::plain(name);
    let by_others = |when| vec![(when, same(name))];
    let lost = Story { answer: LOST, ..plain.clone() };
    let not_done = Story { fate: Fate::NotDone, ..lost.clone() };
    let refused = Story { answer: REFUSED, fate: Fate::NotDone, ..plain.clone() };
    let hidden = Story { shown: ShownState::Hidden, ..plain.clone() };
    vec![
        ("confirmed and shown", plain.clone(), Applied(Evidence::Answer)),
        ("confirmed, unread at first", Story { silent: 3, ..plain.clone() }, Applied(Evidence::Answer)),
        ("lost and done", lost, Applied(Evidence::ReadBack)),
        ("lost and not done", not_done, Open(Doubt::Lost)),
        ("refused", refused.clone(), Refused),
        (
            "refused, and a read shows it all the same",
            Story { others: by_others(When::After), ..refused },
            // Only a refund is identified by its mark.
            if name == "RefundTransaction" { Refused } else { Applied(Evidence::ReadBack) },
        ),
        ("confirmed and never shown", hidden.clone(), Open(Doubt::NotShown)),
        (
            "confirmed and shown later",
            Story { later: Some((5, ShownState::Approved)), ..hidden },
            Applied(Evidence::Answer),
        ),
    ]
}

/// Cases of calls that leave an action with a status.
fn of_actions(name: &str) -> Vec<(&'static str, Story, Ends)> {
    let pending = Story { shown: ShownState::Pending, ..Story::plain(name) };
    let declined = Story { shown: ShownState::Declined, ..Story::plain(name) };
    let later = |shown| Story { later: Some((6, shown)), ..pending.clone() };
    let aside = Deed::Refund { amount: 333, reason: "Guest complained" };
    let beside = Story {
        answer: LOST,
        fate: Fate::NotDone,
        others: vec![(When::Before, aside)],
        ..Story::plain(name)
    };
    vec![
        ("pending", pending.clone(), Open(Doubt::Pending)),
        ("pending, then approved", later(ShownState::Approved), Applied(Evidence::Answer)),
        ("pending, then declined", later(ShownState::Declined), Open(Doubt::Declined)),
        ("declined", declined, Open(Doubt::Declined)),
        ("somebody else did another thing", beside, Open(Doubt::Another)),
    ]
}

/// Cases of two similar actions.
fn of_one() -> Vec<(&'static str, Story, Ends)> {
    let lost = |name, fate, reasons| Story {
        answer: LOST,
        fate,
        reasons,
        others: vec![(When::Before, same(name))],
        ..Story::plain(name)
    };
    let [void, refund, capture] = ["VoidTransaction", "RefundTransaction", "CaptureTransaction"];
    let state = |void_state| Story { void_state, ..Story::plain(void) };
    vec![
        ("the mark tells it", lost(refund, Fate::Done, Reasons::Told), Applied(Evidence::ReadBack)),
        ("another reason", lost(refund, Fate::NotDone, Reasons::Told), Open(Doubt::Another)),
        ("two without reasons", lost(refund, Fate::Done, Reasons::Absent), Open(Doubt::Another)),
        ("one without a reason", lost(refund, Fate::NotDone, Reasons::Absent), Applied(Evidence::ReadBack)),
        ("two captures", lost(capture, Fate::Done, Reasons::Told), Open(Doubt::Another)),
        ("one void, whoever did it", lost(void, Fate::NotDone, Reasons::Told), Applied(Evidence::ReadBack)),
        ("two voids", lost(void, Fate::Done, Reasons::Told), Open(Doubt::Another)),
        ("the answer says voided", state(4), Applied(Evidence::Answer)),
        ("the answer says under way", state(1), Applied(Evidence::Answer)),
        ("the answer says declined", state(3), Open(Doubt::Declined)),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn only_our_own_action_at_its_end_proves_that_money_moved() {
    let core = TestCore::new(PATIENT);
    let actions = MONEY.iter().filter(|name| **name != "Settle");
    let all = MONEY.iter().flat_map(|name| of_all(name));
    let cases = all.chain(actions.flat_map(|name| of_actions(name))).chain(of_one());
    let mut wrong = Vec::new();
    for (name, story, ends) in cases {
        let played = play(&core, &story).await;
        let right = match (ends, &played.settled) {
            (Applied(evidence), CallResult::Applied(result, _)) => evidence == *result,
            (Refused, CallResult::NotApplied(_)) => true,
            (Open(doubt), CallResult::Unknown { doubt: result, .. }) => doubt == *result,
            _ => false,
        };
        if !right || played.sends != 1 {
            wrong.push(format!("{name}, {ends:?}\n  {story}\n  {played:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} cases\n{}", wrong.len(), wrong.join("\n"));
}
