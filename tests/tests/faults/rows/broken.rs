//! F7 and F9: the connection breaks inside an answer, or the answer lies about its length.

use tapline_contract::FailureKind;
use tapline_scripted::{Answer, Framing, Step};
use tapline_tests::files_with;

use crate::cell::every;
use crate::fault::{Fault, Spoil};
use crate::test_core::{PATIENT, TestCore};

/// F7. Also an end in order where none belongs.
pub(crate) async fn reset() {
    every(7, |operation| async move {
        let core = TestCore::new(PATIENT);
        let cut: [(&str, Spoil); 6] = [
            ("reset instead of an answer", |_| vec![Step::Reset]),
            ("end instead of an answer", |_| vec![Step::Close]),
            ("reset in the headers", |answer| answer.cut_in_head(Step::Reset)),
            ("end in the headers", |answer| answer.cut_in_head(Step::Close)),
            ("reset in the body", |answer| longer(answer).cut_in_body(Step::Reset)),
            ("end in the body", |answer| longer(answer).cut_in_body(Step::Close)),
        ];
        for (name, spoil) in cut {
            Fault::new(name, FailureKind::Interrupted, spoil).passing().meets(&core, operation).await;
        }
        for secret in ["correct horse", tapline_tests::reference::TOKEN] {
            assert!(files_with(core.folder(), secret).is_empty(), "a secret rests on disk");
        }
    })
    .await;
}

/// An answer without a body has no middle.
fn longer(answer: &Answer) -> Answer {
    let mut answer = answer.clone();
    if answer.body.is_empty() {
        answer.body = b"          ".to_vec();
    }
    answer
}

/// F9. A part is never shown as the whole.
pub(crate) async fn framing() {
    every(9, |operation| async move {
        let core = TestCore::new(PATIENT);
        let announced = |answer: &Answer, more: usize| Framing::Claimed((answer.body.len() + more) as u64);
        Fault::new("announced too long", FailureKind::Interrupted, move |answer| {
            let steps = answer.clone().framed(announced(answer, 9)).steps();
            [steps, vec![Step::Close]].concat()
        })
        .passing()
        .meets(&core, operation)
        .await;
        Fault::new("chunks without end", FailureKind::Interrupted, |answer| {
            let steps = answer.clone().framed(Framing::EndlessChunks(7)).steps();
            [steps, vec![Step::Close]].concat()
        })
        .passing()
        .meets(&core, operation)
        .await;
        Fault::new("chunks", FailureKind::Interrupted, |answer| {
            answer.clone().framed(Framing::Chunks(7)).steps()
        })
        .harmless()
        .meets(&core, operation)
        .await;
        if operation.name != "DeleteEmv" {
            // The remaining bytes belong to no other answer either.
            Fault::new("announced too short", FailureKind::Malformed, |answer| {
                let plain = Answer { headers: plain(answer), body: text_of(answer), ..answer.clone() };
                let short = Framing::Claimed((plain.body.len() - 2) as u64);
                plain.framed(short).steps()
            })
            .meets(&core, operation)
            .await;
        }
    })
    .await;
}

fn plain(answer: &Answer) -> Vec<(String, String)> {
    answer.headers.iter().filter(|(name, _)| name != "Content-Encoding").cloned().collect()
}

/// Half a packed text is another fault.
fn text_of(answer: &Answer) -> Vec<u8> {
    if plain(answer).len() == answer.headers.len() {
        answer.body.clone()
    } else {
        super::unpacked(&answer.body)
    }
}
