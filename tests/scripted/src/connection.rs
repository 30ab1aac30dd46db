//! One connection: its greeting, then request and answer in turn.

use std::io::{self, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use rustls::{ServerConnection, StreamOwned};
use socket2::SockRef;

use super::server::{Shared, TICK};
use super::{Greeting, Identity, Request, Step, old_tls};

/// The socket, with its bytes counted.
struct Wire<'s> {
    socket: Arc<TcpStream>,
    shared: &'s Shared,
}

impl Read for Wire<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = (&*self.socket).read(buffer)?;
        self.shared.log.note(|seen| seen.received += read as u64);
        Ok(read)
    }
}

impl Write for Wire<'_> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let written = (&*self.socket).write(buffer)?;
        self.shared.log.note(|seen| seen.sent += written as u64);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        (&*self.socket).flush()
    }
}

enum Stream<'s> {
    Plain(Wire<'s>),
    Tls(Box<StreamOwned<ServerConnection, Wire<'s>>>),
}

impl Read for Stream<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Stream::Plain(wire) => wire.read(buffer),
            Stream::Tls(tls) => tls.read(buffer),
        }
    }
}

impl Write for Stream<'_> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        match self {
            Stream::Plain(wire) => wire.write(buffer),
            Stream::Tls(tls) => tls.write(buffer),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Stream::Plain(wire) => wire.flush(),
            Stream::Tls(tls) => tls.flush(),
        }
    }
}

/// Next step of a script, if any.
#[derive(PartialEq, Eq)]
enum Next {
    GoOn,
    Ended,
}

pub(super) fn serve(number: usize, socket: Arc<TcpStream>, shared: &Shared) {
    let wire = Wire { socket: Arc::clone(&socket), shared };
    if let Err(cause) = greet(number, wire, &socket, shared)
        && !shared.stopped.load(Ordering::SeqCst)
    {
        shared.log.note(|seen| seen.broken.push(format!("connection {number}: {cause}")));
    }
    // Closed before anyone hears that it has ended.
    drop(socket);
    shared.log.note(|seen| seen.ended += 1);
}

fn greet(number: usize, mut wire: Wire<'_>, socket: &TcpStream, shared: &Shared) -> io::Result<()> {
    match shared.greeting(number) {
        Greeting::Serve => talk(number, Stream::Plain(wire), socket, shared),
        Greeting::Tls(identity) => talk(number, behind_tls(&identity, wire)?, socket, shared),
        Greeting::OldTls => {
            old_tls::answer(&mut wire)?;
            drain(&mut wire);
            Ok(())
        }
        Greeting::Silent => {
            drain(&mut wire);
            Ok(())
        }
        Greeting::Reset => reset(socket),
        Greeting::Close => {
            socket.shutdown(Shutdown::Write)?;
            drain(&mut wire);
            Ok(())
        }
        Greeting::Say(steps) => {
            play(&steps, &mut BufReader::new(Stream::Plain(wire)), socket, shared);
            Ok(())
        }
    }
}

fn behind_tls<'s>(identity: &Identity, wire: Wire<'s>) -> io::Result<Stream<'s>> {
    let tls = ServerConnection::new(identity.config()).map_err(io::Error::other)?;
    let mut stream = StreamOwned::new(tls, wire);
    while stream.conn.is_handshaking() {
        stream.conn.complete_io(&mut stream.sock)?;
    }
    Ok(Stream::Tls(Box::new(stream)))
}

fn talk(number: usize, stream: Stream<'_>, socket: &TcpStream, shared: &Shared) -> io::Result<()> {
    let mut stream = BufReader::new(stream);
    while let Some(request) = Request::read(number, &mut stream)? {
        // Noted only after the steps are decided: a waiting test may then change the behavior.
        let steps = shared.steps(&request);
        shared.log.note(|seen| seen.requests.push(request));
        if play(&steps, &mut stream, socket, shared) == Next::Ended {
            break;
        }
    }
    Ok(())
}

/// A client that hangs up ends the script; that is its right.
fn play(steps: &[Step], stream: &mut BufReader<Stream<'_>>, socket: &TcpStream, shared: &Shared) -> Next {
    for step in steps {
        match step_of(step, stream, socket, shared) {
            Ok(Next::GoOn) => {}
            Ok(Next::Ended) | Err(_) => return Next::Ended,
        }
    }
    Next::GoOn
}

fn step_of(
    step: &Step,
    stream: &mut BufReader<Stream<'_>>,
    socket: &TcpStream,
    shared: &Shared,
) -> io::Result<Next> {
    match step {
        Step::Write(bytes) => write(stream, bytes)?,
        Step::Repeat { bytes, times } => {
            for _ in 0..*times {
                write(stream, bytes)?;
            }
        }
        Step::Each(pieces) => {
            let mut numbers = 0..;
            while let Some(bytes) = numbers.next().and_then(|number| pieces.piece(number)) {
                write(stream, &bytes)?;
            }
        }
        Step::Drip { bytes, every } => {
            for byte in bytes {
                pause(*every, shared);
                write(stream, &[*byte])?;
            }
        }
        Step::Pause(time) => pause(*time, shared),
        Step::Wait(gate) => {
            if !gate.pass(&shared.stopped) {
                return Ok(Next::Ended);
            }
        }
        Step::Stall => {
            drain(stream);
            return Ok(Next::Ended);
        }
        Step::Reset => {
            reset(socket)?;
            return Ok(Next::Ended);
        }
        Step::Close => {
            if let Stream::Tls(tls) = stream.get_mut() {
                tls.conn.send_close_notify();
                stream.get_mut().flush()?;
            }
            // Not closed at once: unread bytes of the client would make a reset of it.
            socket.shutdown(Shutdown::Write)?;
            drain(stream);
            return Ok(Next::Ended);
        }
    }
    Ok(Next::GoOn)
}

fn write(stream: &mut BufReader<Stream<'_>>, bytes: &[u8]) -> io::Result<()> {
    stream.get_mut().write_all(bytes)?;
    stream.get_mut().flush()
}

/// Reads until the client hangs up, or the server stops.
fn drain(stream: &mut impl Read) {
    let mut waste = [0; 4096];
    while stream.read(&mut waste).is_ok_and(|read| read > 0) {}
}

/// The next close of the socket is a reset; whoever calls this is about to drop it.
fn reset(socket: &TcpStream) -> io::Result<()> {
    SockRef::from(socket).set_linger(Some(Duration::ZERO))
}

fn pause(time: Duration, shared: &Shared) {
    let end = Instant::now() + time;
    while !shared.stopped.load(Ordering::SeqCst) {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return;
        }
        thread::sleep(left.min(TICK));
    }
}
