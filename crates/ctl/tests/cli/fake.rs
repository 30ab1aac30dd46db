//! The scripted server as a service that answers as a test needs.

use tapline_scripted::{Answer, Behavior, Request, Script, Server};

use crate::run::Computer;

pub(crate) struct Fake {
    pub(crate) server: Server,
}

/// JSON text with this status.
pub(crate) fn reply(status: u16, text: impl AsRef<str>) -> Answer {
    Answer::json(status, text.as_ref()).with("x-service-request-id", "req_fake")
}

/// An envelope around a payload.
pub(crate) fn data(payload: &str) -> Answer {
    reply(200, format!(r#"{{"msg":"SUCCESS","code":0,"data":{payload}}}"#))
}

impl Fake {
    pub(crate) fn new<S: Into<Script>>(answer: impl Fn(&Request) -> S + Send + Sync + 'static) -> Fake {
        Fake { server: Server::start(Behavior::respond(answer)) }
    }

    pub(crate) fn computer(&self) -> Computer {
        Computer::at(&self.server.http(), "token-of-a-fake-service").with("TAPLINE_UNIT", "major")
    }

    pub(crate) fn requests(&self) -> Vec<Request> {
        self.server.requests()
    }

    /// Requests that changed something.
    pub(crate) fn changes(&self) -> usize {
        self.requests().iter().filter(|request| request.is_change()).count()
    }
}
