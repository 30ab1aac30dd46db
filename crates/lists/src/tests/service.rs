//! A service that answers each request by what it asks for.

use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

pub(super) struct Service {
    pub(super) address: String,
    asked: Arc<Mutex<Vec<String>>>,
}

/// Path and query of a request, as written.
pub(super) type Asked<'a> = &'a str;

pub(super) struct Answer {
    status: u16,
    headers: String,
    pieces: Box<dyn Iterator<Item = Vec<u8>> + Send>,
    then: Then,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Then {
    /// The body is whole.
    End,
    /// The connection breaks in the middle of the body.
    Break,
    /// Nothing more comes.
    Hang,
}

impl Answer {
    pub(super) fn of(status: u16, body: impl Into<String>) -> Answer {
        Answer::in_pieces(std::iter::once(body.into().into_bytes()), Then::End).status(status)
    }

    pub(super) fn ok(body: impl Into<String>) -> Answer {
        Answer::of(200, body)
    }

    pub(super) fn in_pieces(pieces: impl Iterator<Item = Vec<u8>> + Send + 'static, then: Then) -> Answer {
        Answer { status: 200, headers: String::new(), pieces: Box::new(pieces), then }
    }

    pub(super) fn status(self, status: u16) -> Answer {
        Answer { status, ..self }
    }

    pub(super) fn gzip(self) -> Answer {
        Answer { headers: "Content-Encoding: gzip\r\n".to_owned(), ..self }
    }
}

impl Service {
    pub(super) async fn start(answer: impl Fn(Asked<'_>) -> Answer + Send + Sync + 'static) -> Service {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let (answer, asked) = (Arc::new(answer), Arc::<Mutex<Vec<String>>>::default());
        let service = Service { address, asked: Arc::clone(&asked) };
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (answer, asked) = (Arc::clone(&answer), Arc::clone(&asked));
                tokio::spawn(async move {
                    // A client that hung up is no matter here.
                    let _ = serve(stream, &*answer, &asked).await;
                });
            }
        });
        service
    }

    /// All of a list in one body, and a first page that never comes.
    pub(super) async fn of_whole(answer: impl Fn() -> Answer + Send + Sync + 'static) -> Service {
        Service::start(move |asked| {
            if is_whole(asked) { answer() } else { Answer::in_pieces(std::iter::empty(), Then::Hang) }
        })
        .await
    }

    pub(super) fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}

/// True if the whole list is requested.
pub(super) fn is_whole(asked: Asked<'_>) -> bool {
    asked.contains("pageSize=-1")
}

/// Requested page, counted from 1, and its size.
pub(super) fn page(asked: Asked<'_>) -> (usize, usize) {
    let number = |key: &str| asked.split(key).nth(1).and_then(|rest| rest.split('&').next()?.parse().ok());
    (number("pageNumber=").unwrap_or(1), number("pageSize=").unwrap_or(10))
}

async fn serve(
    mut stream: TcpStream,
    answer: &(impl Fn(Asked<'_>) -> Answer + Send + Sync),
    asked: &Mutex<Vec<String>>,
) -> std::io::Result<()> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await?);
    }
    let head = String::from_utf8(head).unwrap();
    let target = head.split(' ').nth(1).unwrap().to_owned();
    asked.lock().unwrap().push(target.clone());
    let Answer { status, headers, pieces, then } = answer(&target);
    let head = format!(
        "HTTP/1.1 {status} Words\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n{headers}\r\n"
    );
    stream.write_all(head.as_bytes()).await?;
    stream.set_nodelay(true)?;
    for piece in pieces.filter(|piece| !piece.is_empty()) {
        let chunk = [format!("{:x}\r\n", piece.len()).as_bytes(), &piece, b"\r\n"].concat();
        stream.write_all(&chunk).await?;
    }
    match then {
        Then::End => stream.write_all(b"0\r\n\r\n").await,
        Then::Break => Ok(()),
        Then::Hang => {
            while stream.read(&mut [0; 64]).await? > 0 {}
            Ok(())
        }
    }
}
