//! Services that are not the sandbox: a raw HTTP client beside core, and a server that says the same to everyone.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use tapline_sandbox::Sandbox;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// A colleague's request to the sandbox, past core. Gives the body of the answer.
pub(crate) async fn colleague(sandbox: &Sandbox, method: &str, path: &str, body: &str) -> String {
    let address = sandbox.base_address().replace("http://", "");
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        sandbox.token(),
        body.len()
    );
    let mut stream = TcpStream::connect(&address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    answer.split_once("\r\n\r\n").unwrap().1.to_owned()
}

/// Answers every request with the same bytes, and closes.
pub(crate) struct Parrot {
    pub(crate) address: String,
    pub(crate) asked: Arc<AtomicUsize>,
    /// What it answers from now on.
    pub(crate) answer: Arc<Mutex<String>>,
}

impl Parrot {
    pub(crate) async fn start(answer: &str) -> Parrot {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let asked = Arc::new(AtomicUsize::new(0));
        let answer = Arc::new(Mutex::new(answer.to_owned()));
        let (counted, said) = (Arc::clone(&asked), Arc::clone(&answer));
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let mut head = Vec::new();
                while !head.ends_with(b"\r\n\r\n") {
                    let Ok(byte) = stream.read_u8().await else { break };
                    head.push(byte);
                }
                counted.fetch_add(1, Ordering::SeqCst);
                let answer = said.lock().unwrap().clone();
                // A client that hangs up is no matter here.
                let _ = stream.write_all(answer.as_bytes()).await;
            }
        });
        Parrot { address, asked, answer }
    }

    pub(crate) async fn with_body(status: &str, content_type: &str, body: &str) -> Parrot {
        Parrot::start(&whole(status, content_type, body)).await
    }
}

/// An answer after which the connection is closed.
pub(crate) fn whole(status: &str, content_type: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "HTTP/1.1 {status}\r\nContent-Type: {content_type}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    )
}

/// A port of this machine on which nothing listens.
pub(crate) async fn closed_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port()
}
