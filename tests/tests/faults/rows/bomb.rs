//! F15: a small answer that unpacks into ten gigabytes, and one text of a gigabyte. Both stop at the limits.
//!
//! In a process of its own, whose peak of memory is that of the bombs.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use tapline_contract::FailureKind;
use tapline_scripted::{Answer, Behavior, Framing, Server, Step};
use tapline_tests::reference::Reference;

use super::apart::{inside, this_program};
use super::peak::{BEYOND, BUDGET, MIB, forget_peak, peak};
use crate::cell::passed;
use crate::matrix::FaultRow;
use crate::test_core::{CallResult, PATIENT, TestCore};

pub(crate) async fn bombs() {
    if !tokio::task::block_in_place(|| inside(this_program(), "ledger::f15_bombs")) {
        return;
    }
    let member = packed(&vec![b' '; 16 << 20]);
    let zeros = packed(&vec![b'0'; 16 << 20]);
    let ten_gigabytes = |first: &[u8], member: &[u8]| bomb(first, member, 640);
    for cell in FaultRow::by_number(15).cells_here() {
        let operation = cell.operation.unwrap();
        let core = TestCore::new(PATIENT);
        let service = Reference::start();
        let server = Server::start(service.behavior());
        let connection = core.attach(&server.http());
        assert!(core.call(&connection, operation).await.is_success());
        forget_peak();
        let before = peak();
        for (name, script, kind) in [
            ("white space", ten_gigabytes(b"{\"code\":0,\"data\":[", &member), FailureKind::TooLarge),
            ("a text", ten_gigabytes(b"{\"code\":0,\"msg\":\"", &zeros), FailureKind::TooLarge),
            ("a text, not packed", plain_text(), FailureKind::TooLarge),
        ] {
            server.behave(Behavior::respond(move |_| script.clone()));
            let result = core.call(&connection, operation).await;
            let CallResult::Failed(failure) = &result else { panic!("{} {name}", operation.name) };
            assert_eq!(failure.kind, kind, "{} {name}: {failure:?}", operation.name);
        }
        let grown = peak().saturating_sub(before);
        assert!(grown <= BUDGET + BEYOND, "{}: {} MiB", operation.name, grown / MIB);
        server.behave(service.behavior());
        assert!(core.call(&connection, operation).await.is_success());
        passed(cell);
    }
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// So many times the same member, after a first one.
fn bomb(first: &[u8], member: &[u8], times: u64) -> Vec<Step> {
    let head = Answer::json(200, "").with("Content-Encoding", "gzip").framed(Framing::UntilClose).head();
    let begin = Step::Write([head, packed(first)].concat());
    vec![begin, Step::Repeat { bytes: member.to_vec(), times }, Step::Close]
}

/// A gigabyte.
fn plain_text() -> Vec<Step> {
    let head = Answer::json(200, "").framed(Framing::UntilClose).head();
    let begin = Step::Write([head, b"{\"code\":0,\"msg\":\"".to_vec()].concat());
    vec![begin, Step::Repeat { bytes: vec![b'x'; 1 << 16], times: 1 << 14 }, Step::Close]
}
