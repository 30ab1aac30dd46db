//! The least that a server can do: it reads up to the empty line and sends the same bytes again. What it reaches is all that the
//! generator of load and the machine leave to any server.

use std::fs;
use std::io::{self, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;

use crate::stop::Stop;

/// More than a request of the generator has.
const LONGEST: usize = 4 << 10;

/// Serves this file on this port until it is ended.
pub(crate) fn serve(file: &str, port: &str) -> Result<(), Stop> {
    let body = fs::read(file).map_err(Stop::at("the answer cannot be read"))?;
    let port: u16 = port.parse().map_err(Stop::at("the port is a number"))?;
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    let answer: Arc<[u8]> = [head.as_bytes(), &body].concat().into();
    let listener = TcpListener::bind(("127.0.0.1", port)).map_err(Stop::at("the port is not free"))?;
    for stream in listener.incoming().flatten() {
        let answer = Arc::clone(&answer);
        // Whoever hung up wants nothing more.
        thread::spawn(move || answered(stream, &answer));
    }
    Ok(())
}

fn answered(mut stream: TcpStream, answer: &[u8]) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let mut heard = [0; LONGEST];
    let mut end = 0;
    loop {
        match stream.read(&mut heard[end..])? {
            0 => return Ok(()),
            more => end += more,
        }
        // The next request comes after the answer.
        if heard[..end].ends_with(b"\r\n\r\n") {
            stream.write_all(answer)?;
            end = 0;
        }
    }
}
