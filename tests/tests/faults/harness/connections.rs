//! Connections, requests and bytes are counted exactly.

use std::io::{ErrorKind, Write as _};
use std::time::Duration;

use tapline_scripted::{Answer, Behavior, Gate, Greeting, Server, Step};

use super::client::{answer, connect, exchange, get, rest, silent, take};

fn always(answer: &Answer) -> Behavior {
    let steps = answer.steps();
    Behavior::respond(move |_| steps.clone())
}

#[test]
fn requests_are_taken_apart_and_counted() {
    let server = Server::start(always(&Answer::json(200, "{}")));
    let mut stream = connect(server.port());
    let body = "{\"a\":\"ü\"}";
    let head = format!(
        "PUT /api/v2/emv/1%202?pageSize=-1&mchName=A+%26%20B HTTP/1.1\r\nHost: x\r\nauthorization: Bearer t\r\n\
         Content-Length: {}\r\n\r\n",
        body.len()
    );
    for part in [&head[..20], &head[20..], &body[..5], &body[5..]] {
        stream.write_all(part.as_bytes()).unwrap();
    }
    assert_eq!(answer(&mut stream), (200, b"{}".to_vec()));
    stream.write_all(get("/second").as_bytes()).unwrap();
    let seen = server.wait(|seen| seen.requests.len() == 2);
    let first = &seen.requests[0];
    assert_eq!((first.method.as_str(), first.path.as_str()), ("PUT", "/api/v2/emv/1%202"));
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!(first.query, [pair("pageSize", "-1"), pair("mchName", "A & B")]);
    assert_eq!(first.header("Authorization"), Some("Bearer t"));
    assert_eq!(first.text(), body);
    assert_eq!(seen.requests[1].connection, 0, "on the same connection");
    assert_eq!(seen.received, (head.len() + body.len() + get("/second").len()) as u64);
    assert_eq!(seen.requests_to("GET", "/second").len(), 1);
    assert_eq!((seen.connections, seen.ended), (1, 0));
    drop(stream);
    assert_eq!(server.wait(|seen| seen.ended == 1).broken, [""; 0]);
}

#[test]
fn a_request_that_breaks_off_is_none() {
    let server = Server::start(always(&Answer::empty(200)));
    for part in
        ["GET /x HT", "GET /x HTTP/1.1\r\nHost: x\r\n", "PUT /x HTTP/1.1\r\nContent-Length: 5\r\n\r\n1234"]
    {
        connect(server.port()).write_all(part.as_bytes()).unwrap();
    }
    connect(server.port()).write_all(b"hello\r\n\r\n").unwrap();
    drop(connect(server.port()));
    let seen = server.wait(|seen| seen.ended == 5);
    assert_eq!((seen.connections, seen.requests.len(), seen.broken.len()), (5, 0, 4), "{seen:?}");
}

#[test]
fn a_connection_ends_as_the_script_says() {
    let whole = Answer::json(200, "{\"code\":0}");
    let (head, body) = (whole.head(), whole.framed_body());
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    for (steps, expected, end) in [
        (vec![Step::Close], String::new(), None),
        (vec![Step::Reset], String::new(), Some(ErrorKind::ConnectionReset)),
        (whole.cut_in_head(Step::Reset), text(&head[..head.len() / 2]), Some(ErrorKind::ConnectionReset)),
        (whole.cut_in_body(Step::Close), text(&[&head[..], &body[..5]].concat()), None),
        (
            whole.cut_in_body(Step::Reset),
            text(&[&head[..], &body[..5]].concat()),
            Some(ErrorKind::ConnectionReset),
        ),
    ] {
        let script = steps.clone();
        let server = Server::start(Behavior::respond(move |_| script.clone()));
        let (came, ended) = exchange(server.port(), &get("/"));
        assert_eq!(came, expected, "{steps:?}");
        assert_eq!(ended.err().map(|cause| cause.kind()), end, "{steps:?}");
        let seen = server.wait(|seen| seen.ended == 1);
        assert_eq!((seen.requests.len(), seen.sent), (1, expected.len() as u64), "{steps:?}");
    }
}

#[test]
fn greetings_come_before_any_request() {
    for (greeting, end) in [
        (Greeting::Reset, Some(ErrorKind::ConnectionReset)),
        (Greeting::Close, None),
        (Greeting::Say(vec![Step::Write(b"220 mail".to_vec()), Step::Close]), None),
    ] {
        let server = Server::start(Behavior::greet(greeting.clone()));
        let (came, ended) = rest(&mut connect(server.port()));
        assert_eq!(ended.err().map(|cause| cause.kind()), end, "{greeting:?}");
        assert_eq!(came, if matches!(greeting, Greeting::Say(_)) { "220 mail" } else { "" });
        assert_eq!(server.seen().requests.len(), 0);
    }
    let server = Server::start(Behavior::greet(Greeting::Silent));
    let mut stream = connect(server.port());
    stream.write_all(get("/").as_bytes()).unwrap();
    silent(&mut stream);
    let seen = server.wait(|seen| seen.received > 0);
    assert_eq!((seen.connections, seen.requests.len(), seen.sent), (1, 0, 0));
}

#[test]
fn one_connection_can_differ_from_the_others() {
    let first_fails = |number| if number == 0 { Greeting::Reset } else { Greeting::Serve };
    let server = Server::start(always(&Answer::empty(200)).after(first_fails));
    exchange(server.port(), "").1.unwrap_err();
    let mut stream = connect(server.port());
    stream.write_all(get("/").as_bytes()).unwrap();
    assert_eq!(answer(&mut stream).0, 200);
}

#[test]
fn it_can_become_well_again() {
    let server = Server::start(Behavior::respond(|_| vec![Step::Stall]));
    let mut ill = connect(server.port());
    ill.write_all(get("/").as_bytes()).unwrap();
    server.wait(|seen| seen.requests.len() == 1);
    server.behave(always(&Answer::empty(200)));
    let mut well = connect(server.port());
    well.write_all(get("/").as_bytes()).unwrap();
    assert_eq!(answer(&mut well).0, 200);
    // Exchanges already begun go on as they began.
    silent(&mut ill);
}

#[test]
fn bytes_come_when_the_test_lets_them() {
    let gate = Gate::default();
    let steps = Step::gated(b"abcdef", &gate);
    let server = Server::start(Behavior::respond(move |_| steps.clone()));
    let mut stream = connect(server.port());
    stream.write_all(get("/").as_bytes()).unwrap();
    silent(&mut stream);
    gate.let_through(2);
    assert_eq!(take(&mut stream, 2), "ab");
    silent(&mut stream);
    gate.open();
    assert_eq!(take(&mut stream, 4), "cdef");
    let drip = vec![Step::Drip { bytes: b"xy".to_vec(), every: Duration::from_millis(1) }, Step::Close];
    server.behave(Behavior::respond(move |_| drip.clone()));
    assert_eq!(exchange(server.port(), &get("/")).0, "xy");
}

#[test]
fn a_server_that_is_dropped_is_gone_whatever_it_was_doing() {
    let gate = Gate::default();
    for steps in [
        vec![Step::Stall],
        vec![Step::Wait(gate)],
        vec![Step::Pause(Duration::from_hours(1))],
        vec![Step::Repeat { bytes: vec![b'x'; 4096], times: u64::MAX }],
    ] {
        let server = Server::start(Behavior::respond(move |_| steps.clone()));
        let mut stream = connect(server.port());
        stream.write_all(get("/").as_bytes()).unwrap();
        server.wait(|seen| seen.requests.len() == 1);
        let port = server.port();
        drop(server);
        // By an end or a reset: it ends.
        let _ = rest(&mut stream);
        std::net::TcpStream::connect(("127.0.0.1", port)).unwrap_err();
    }
}

/// The clock of the test does not move while the server works.
#[tokio::test(start_paused = true)]
async fn waiting_for_it_leaves_a_paused_clock_alone() {
    let server = Server::start(always(&Answer::empty(200)));
    let (port, begun) = (server.port(), tokio::time::Instant::now());
    let client = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        connect(port).write_all(get("/").as_bytes()).unwrap();
    });
    let timer = tokio::spawn(tokio::time::sleep(Duration::from_mins(10)));
    server.until(|seen| seen.requests.len() == 1).await;
    assert_eq!(begun.elapsed(), Duration::ZERO);
    client.join().unwrap();
    timer.await.unwrap();
}
