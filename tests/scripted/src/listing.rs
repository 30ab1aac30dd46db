//! A service that answers each request by its path and query, for the tests of lists.

use super::{Behavior, Script, Server, Step};

pub struct Service {
    pub address: String,
    server: Server,
}

/// Path and query of a request, as written.
pub type PathAndQuery<'a> = &'a str;

pub struct Answer {
    status: u16,
    headers: &'static str,
    pieces: Step,
    then: Then,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Then {
    /// The body is whole.
    End,
    /// The connection breaks in the middle of the body.
    Break,
    /// Nothing more comes.
    Hang,
}

impl Answer {
    pub fn new(status: u16, body: impl Into<String>) -> Answer {
        Answer::in_pieces(std::iter::once(body.into().into_bytes()), Then::End).status(status)
    }

    pub fn ok(body: impl Into<String>) -> Answer {
        Answer::new(200, body)
    }

    pub fn in_pieces(pieces: impl Iterator<Item = Vec<u8>> + Send + 'static, then: Then) -> Answer {
        Answer { status: 200, headers: "", pieces: Step::chunks(pieces), then }
    }

    #[must_use]
    pub fn status(self, status: u16) -> Answer {
        Answer { status, ..self }
    }

    #[must_use]
    pub fn gzip(self) -> Answer {
        Answer { headers: "Content-Encoding: gzip\r\n", ..self }
    }

    fn script(self) -> Script {
        let Answer { status, headers, pieces, then } = self;
        let head = format!(
            "HTTP/1.1 {status} Words\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n{headers}\r\n"
        );
        let mut script = vec![Step::Write(head.into_bytes()), pieces];
        match then {
            Then::End => script.extend([Step::Write(b"0\r\n\r\n".to_vec()), Step::Close]),
            Then::Break => script.push(Step::Close),
            Then::Hang => script.push(Step::Stall),
        }
        script
    }
}

impl Service {
    #[expect(clippy::unused_async, reason = "its tests need not know that the server has threads of its own")]
    pub async fn start(answer: impl Fn(PathAndQuery<'_>) -> Answer + Send + Sync + 'static) -> Service {
        let server = Server::start(Behavior::respond(move |request| answer(&request.target).script()));
        Service { address: server.http(), server }
    }

    /// All of a list in one body, and a first page that never comes.
    pub async fn of_whole(answer: impl Fn() -> Answer + Send + Sync + 'static) -> Service {
        Service::start(move |asked| {
            if is_whole(asked) { answer() } else { Answer::in_pieces(std::iter::empty(), Then::Hang) }
        })
        .await
    }

    pub fn requests(&self) -> Vec<String> {
        self.server.requests().into_iter().map(|request| request.target).collect()
    }
}

/// True if the whole list is requested.
pub fn is_whole(asked: PathAndQuery<'_>) -> bool {
    asked.contains("pageSize=-1")
}

/// Requested page, counted from 1, and its size.
pub fn page(asked: PathAndQuery<'_>) -> (usize, usize) {
    let number = |key: &str| asked.split(key).nth(1).and_then(|rest| rest.split('&').next()?.parse().ok());
    (number("pageNumber=").unwrap_or(1), number("pageSize=").unwrap_or(10))
}
