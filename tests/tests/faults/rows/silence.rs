//! F6 and F8: the service stops talking, before its answer or inside it. Time is the clock's, a few times faster.

use std::time::Duration;

use tapline_contract::FailureKind;
use tapline_platform::clock::Pace;
use tapline_scripted::{Answer, Framing, Step};

use crate::cell::every_waiting;
use crate::fault::{Fault, Spoil};
use crate::test_core::{HURRIED, TestCore};

/// So much of the clock's time, for a server that lives in real time.
fn nominal(seconds: u64) -> Duration {
    Duration::from_secs(seconds) / HURRIED.deadlines
}

/// F6. A read is sent twice; a change once.
pub(crate) async fn headers() {
    every_waiting(6, |operation| async move {
        let core = TestCore::new(Pace { deadlines: 2, ..HURRIED });
        let silent = Fault::new("headers never come", FailureKind::Timeout, |_| vec![Step::Stall]);
        silent.silent(250).meets(&core, operation).await;
    })
    .await;
}

/// F8. At least one KiB in any twenty seconds is enough.
pub(crate) async fn body() {
    every_waiting(8, |operation| async move {
        let core = TestCore::new(HURRIED);
        let stalls: [(&str, Spoil); 2] = [
            ("stalls", |answer| long(answer).cut_in_body(Step::Stall)),
            ("drips", |answer| {
                let answer = long(answer);
                let drip = Step::Drip { bytes: answer.body.clone(), every: nominal(30) };
                vec![Step::Write(answer.head()), drip]
            }),
        ];
        let slow: [(&str, Spoil); 2] = [
            ("slow", |answer| {
                let answer = long(answer);
                let parts = answer.body.chunks(answer.body.len().div_ceil(4).max(512));
                let slowly = |part: &[u8]| [Step::Pause(nominal(5)), Step::Write(part.to_vec())];
                [vec![Step::Write(answer.head())], parts.flat_map(slowly).collect()].concat()
            }),
            ("recovers", |answer| {
                let answer = long(answer);
                let (first, rest) = answer.body.split_at(answer.body.len() / 2);
                let rest = vec![Step::Pause(nominal(9)), Step::Write(rest.to_vec())];
                [vec![Step::Write([&answer.head(), first].concat())], rest].concat()
            }),
        ];
        for (name, spoil) in slow {
            Fault::new(name, FailureKind::Timeout, spoil).harmless().meets(&core, operation).await;
        }
        for (name, spoil) in stalls {
            Fault::new(name, FailureKind::Timeout, spoil).silent(250).meets(&core, operation).await;
        }
    })
    .await;
}

/// Its text, not packed, followed by white space up to two KiB.
fn long(answer: &Answer) -> Answer {
    let mut answer = Answer { framing: Framing::Length, ..answer.clone() };
    if answer.headers.iter().any(|(name, _)| name == "Content-Encoding") {
        answer.headers.retain(|(name, _)| name != "Content-Encoding");
        answer.body = super::unpacked(&answer.body);
    }
    let missing = 2048_usize.saturating_sub(answer.body.len());
    answer.body.extend(std::iter::repeat_n(b' ', missing));
    answer
}
