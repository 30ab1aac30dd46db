//! Answers with a false length, and data that is not gzip.

use std::io::Read as _;

use flate2::read::{GzDecoder, MultiGzDecoder};
use tapline_scripted::{Answer, Behavior, Framing, Gzip, Server, Step, gzip, zeros};

use super::client::{exchange, get};

fn on_the_wire(steps: Vec<Step>) -> String {
    let server = Server::start(Behavior::respond(move |_| [steps.clone(), vec![Step::Close]].concat()));
    exchange(server.port(), &get("/")).0
}

#[test]
fn every_frame_is_written_as_named() {
    for (framing, expected) in [
        (Framing::Length, "Content-Length: 5\r\n\r\n12345"),
        (Framing::Claimed(9), "Content-Length: 9\r\n\r\n12345"),
        (Framing::Claimed(2), "Content-Length: 2\r\n\r\n12345"),
        (Framing::Chunks(3), "Transfer-Encoding: chunked\r\n\r\n3\r\n123\r\n2\r\n45\r\n0\r\n\r\n"),
        (Framing::EndlessChunks(3), "Transfer-Encoding: chunked\r\n\r\n3\r\n123\r\n2\r\n45\r\n"),
        (Framing::UntilClose, "Connection: close\r\n\r\n12345"),
    ] {
        let answer = Answer::typed(200, "text/plain", b"12345").framed(framing).with("Retry-After", "2");
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nRetry-After: 2\r\n";
        assert_eq!(on_the_wire(answer.steps()), format!("{head}{expected}"));
    }
}

#[test]
fn gzip_is_broken_in_the_way_it_is_named() {
    let plain = b"{\"msg\":\"SUCCESS\",\"code\":0}".repeat(20);
    let once = |packed: &[u8]| {
        let mut text = Vec::new();
        GzDecoder::new(packed).read_to_end(&mut text).map(|_| text)
    };
    assert_eq!(once(&gzip(&plain, Gzip::Whole)).unwrap(), plain);
    once(&gzip(&plain, Gzip::Truncated)).unwrap_err();
    once(&gzip(&plain, Gzip::Corrupt)).unwrap_err();
    assert_eq!(once(&once(&gzip(&plain, Gzip::Doubled)).unwrap()).unwrap(), plain);
    let members = gzip(&plain, Gzip::Members);
    assert_eq!(once(&members).unwrap(), plain[..plain.len() / 2]);
    let mut all = Vec::new();
    MultiGzDecoder::new(members.as_slice()).read_to_end(&mut all).unwrap();
    assert_eq!(all, plain);
}

#[test]
fn a_bomb_is_small_on_the_wire() {
    let bomb = zeros(10);
    assert!(bomb.len() < 1 << 15, "{} bytes", bomb.len());
    let unpacked = std::io::copy(&mut GzDecoder::new(bomb.as_slice()), &mut std::io::sink()).unwrap();
    assert_eq!(unpacked, (10 << 20) + r#"{"msg":"","code":0}"#.len() as u64);
}
