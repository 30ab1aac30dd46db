//! The service itself: checks, carries out, answers, late or never on demand.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Map, Value};

use super::check;
use super::operation::Operation;
use super::world::{ReferenceCall, Reply, World};
use tapline_scripted::{Answer, Behavior, Gzip, Request, Step, decoded, gzip};

/// A JWT in shape; whoever has it is the owner.
pub const TOKEN: &str = "eyJhbGciOiJIUzI1NiJ9.eyJncm91cElkIjoiZ3JvdXAtNyJ9.cmVmZXJlbmNl";
/// The customer's, before `/api/v1`.
pub const NAMESPACE: &str = "north";

/// Fate of a request whose answer is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    Done,
    NotDone,
    /// Done right before so many reads from now are answered; the last of them shows it. 1 is the next read.
    DoneAtRead(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// It has arrived and was not carried out.
    Before,
    /// It was done, and its answer is written but not sent.
    After,
}

/// Holds a world of its own, with the same start each time.
#[derive(Debug)]
pub struct Reference(Mutex<State>);

#[derive(Debug)]
struct State {
    world: World,
    deviations: Vec<String>,
    late: Vec<Late>,
    due: Vec<Due>,
    hooks: Vec<Hook>,
    answers: u64,
    carried_out: Vec<&'static str>,
}

#[derive(Debug)]
struct Late {
    reads: usize,
    operation: &'static Operation,
    call: ReferenceCall,
}

/// A change that is carried out by time.
struct Due {
    comes: Box<dyn Fn() -> bool + Send>,
    operation: &'static Operation,
    call: ReferenceCall,
}

impl std::fmt::Debug for Due {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} by time", self.operation.name)
    }
}

struct Hook {
    moment: Moment,
    operation: &'static str,
    /// Calls still to come, including the one that is meant.
    left: usize,
    change: Box<dyn FnOnce(&mut World) + Send>,
}

impl std::fmt::Debug for Hook {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} {} in {}", self.moment, self.operation, self.left)
    }
}

impl Reference {
    pub fn start() -> Arc<Reference> {
        let world = World::new();
        Arc::new(Reference(Mutex::new(State {
            world,
            deviations: Vec::new(),
            late: Vec::new(),
            due: Vec::new(),
            hooks: Vec::new(),
            answers: 0,
            carried_out: Vec::new(),
        })))
    }

    /// Checks, carries out and answers.
    pub fn answer(&self, request: &Request) -> Answer {
        let mut state = self.state();
        state.answers += 1;
        state.carry_out_due(false);
        let (operation, call) = match state.checked(request) {
            Ok(checked) => checked,
            Err(refusal) => return answer(&refusal, request, state.answers),
        };
        // The owner of the token proves nothing about a change.
        if !operation.changes() && operation.name != "GetOwner" {
            state.catch_up();
        }
        state.run_hooks(Moment::Before, operation);
        let reply = state.carry_out(operation, &call);
        state.run_hooks(Moment::After, operation);
        answer(&reply, request, state.answers)
    }

    /// Decides the fate of a request that gets no answer from here.
    pub fn lose(&self, request: &Request, fate: Fate) {
        let mut state = self.state();
        let Ok((operation, call)) = state.checked(request) else { return };
        match fate {
            Fate::Done => drop(state.carry_out(operation, &call)),
            Fate::NotDone => {}
            Fate::DoneAtRead(reads) => state.late.push(Late { reads, operation, call }),
        }
    }

    /// Carries the request out as soon as `comes` is true, which is called before each later request.
    pub fn carry_out_later(&self, request: &Request, comes: impl Fn() -> bool + Send + 'static) {
        let mut state = self.state();
        let Ok((operation, call)) = state.checked(request) else { return };
        state.due.push(Due { comes: Box::new(comes), operation, call });
    }

    /// Carries out what is not due yet.
    pub fn finish(&self) {
        self.state().carry_out_due(true);
    }

    /// Number of requests of this operation that took effect.
    pub fn carried_out(&self, operation: &Operation) -> usize {
        self.state().carried_out.iter().filter(|name| **name == operation.name).count()
    }

    /// Somebody changes something at the `nth` call of an operation from now, from 1.
    pub fn at(
        &self,
        moment: Moment,
        operation: &'static str,
        nth: usize,
        change: impl FnOnce(&mut World) + Send + 'static,
    ) {
        let operation = Operation::named(operation).name;
        self.state().hooks.push(Hook { moment, operation, left: nth, change: Box::new(change) });
    }

    /// Looks at the world, or changes it as someone else would.
    pub fn world<T>(&self, look: impl FnOnce(&mut World) -> T) -> T {
        look(&mut self.state().world)
    }

    /// Everything that came and is not in the document.
    pub fn deviations(&self) -> Vec<String> {
        self.state().deviations.clone()
    }

    /// Answers everything well.
    pub fn behavior(self: &Arc<Self>) -> Behavior {
        let service = Arc::clone(self);
        Behavior::respond(move |request| service.answer(request).steps())
    }

    /// Answers everything well, except where `fault` has other steps for a call of this operation. It gets the number of the
    /// call, from 0; the service has not seen the request then.
    pub fn except(
        self: &Arc<Self>,
        operation: &'static Operation,
        fault: impl Fn(usize, &Request) -> Option<Vec<Step>> + Send + Sync + 'static,
    ) -> Behavior {
        let (service, calls) = (Arc::clone(self), AtomicUsize::new(0));
        Behavior::respond(move |request| {
            let faulty = operation.takes(request).then(|| calls.fetch_add(1, Ordering::SeqCst));
            let steps = faulty.and_then(|number| fault(number, request));
            steps.unwrap_or_else(|| service.answer(request).steps())
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Operation {
    /// Answer of a new service to the sample.
    pub fn sample(&self) -> Answer {
        Reference::start().answer(&self.request())
    }
}

impl State {
    fn checked(&mut self, request: &Request) -> Result<(&'static Operation, ReferenceCall), Reply> {
        let Some(operation) = Operation::from_request(request) else {
            self.deviations.push(format!("{} {}: no such operation", request.method, request.path));
            return Err(Reply::missing());
        };
        let deviations = check::deviations(operation, request);
        let refused = !deviations.is_empty();
        self.deviations.extend(deviations);
        if !check::knows_token(request) {
            return Err(Reply::refused(401, "UNAUTHORIZED"));
        }
        if refused {
            return Err(Reply::refused(400, "BAD_REQUEST"));
        }
        Ok((operation, parsed_call(operation, request)))
    }

    /// Late changes come nearer by one read; those that are due are carried out.
    fn catch_up(&mut self) {
        let (due, later): (Vec<_>, Vec<_>) = self.late.drain(..).partition(|late| late.reads <= 1);
        self.late = later.into_iter().map(|late| Late { reads: late.reads - 1, ..late }).collect();
        for late in due {
            self.carry_out(late.operation, &late.call);
        }
    }

    fn carry_out(&mut self, operation: &'static Operation, call: &ReferenceCall) -> Reply {
        let reply = (operation.act)(&mut self.world, call);
        if operation.changes() && reply.status == operation.status {
            self.carried_out.push(operation.name);
        }
        reply
    }

    fn carry_out_due(&mut self, all: bool) {
        let (due, later): (Vec<_>, Vec<_>) = self.due.drain(..).partition(|due| all || (due.comes)());
        self.due = later;
        for due in due {
            self.carry_out(due.operation, &due.call);
        }
    }

    fn run_hooks(&mut self, moment: Moment, operation: &Operation) {
        for hook in std::mem::take(&mut self.hooks) {
            let meant = hook.moment == moment && hook.operation == operation.name;
            match hook.left {
                1 if meant => (hook.change)(&mut self.world),
                left => self.hooks.push(Hook { left: left - usize::from(meant), ..hook }),
            }
        }
    }
}

fn parsed_call(operation: &Operation, request: &Request) -> ReferenceCall {
    let id = decoded(operation.segment(&request.path).unwrap_or_default());
    let text = request.text().to_owned();
    let texts = || {
        let pairs = request.query.iter();
        pairs.map(|(name, value)| (name.clone(), Value::from(value.as_str()))).collect::<Map<_, _>>()
    };
    let body = serde_json::from_str(&text);
    ReferenceCall { id, input: body.unwrap_or_else(|_| Value::Object(texts())), text }
}

/// Profiles have a request id, and are packed for those who can unpack.
fn answer(reply: &Reply, request: &Request, number: u64) -> Answer {
    let mut answer = match &reply.body {
        Some(body) => Answer::json(reply.status, &body.to_string()),
        None => Answer::empty(reply.status),
    };
    if !request.path.starts_with(&format!("/{NAMESPACE}/")) {
        return answer;
    }
    if let Some(location) = &reply.location {
        answer = answer.with("Location", location);
    }
    if request.header("Accept-Encoding").is_some_and(|accepted| accepted.contains("gzip")) {
        answer.body = gzip(&answer.body, Gzip::Whole);
        answer = answer.with("Content-Encoding", "gzip");
    }
    answer.with("x-service-request-id", &format!("req_{number:08}"))
}
