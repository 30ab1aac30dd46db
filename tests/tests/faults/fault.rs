//! A fault in the answers of one operation, and the whole of what must follow from it.
//!
//! Everything else answers well; afterwards so does this operation. A change is sent twice over, on two services: one did it
//! before its answer was spoiled, the other did not. Either way it was sent once, and reading finds the truth.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tapline_contract::{Evidence, FailureKind};
use tapline_scripted::{Answer, Server, Step};
use tapline_tests::reference::{Class, Deed, Fate, Operation, Reference};

use crate::test_core::{CallResult, TestCore, fresh, payload};

/// Makes the fault of the answer that would come.
pub(crate) type Spoil = fn(&Answer) -> Vec<Step>;

/// A spoiling that uses something it knows.
type Spoiling = dyn Fn(&Answer) -> Vec<Step> + Send + Sync;

#[derive(Clone)]
pub(crate) struct Fault {
    pub(crate) name: String,
    /// Makes the fault of the answer that would come.
    spoil: Arc<Spoiling>,
    read: Means,
    change: Means,
    /// For a read: the number of requests, and the nominal milliseconds between.
    sends: usize,
    waits: Vec<u64>,
    also: fn(&CallResult),
}

/// Meaning of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Means {
    Success,
    /// For a change: its outcome is unknown.
    Fails(FailureKind),
    /// For a change: it was refused. A read that shows it done all the same is believed more.
    Refuses(FailureKind),
}

impl Fault {
    /// Fails at once, and leaves the outcome of a change open.
    pub(crate) fn new(
        name: impl Into<String>,
        kind: FailureKind,
        spoil: impl Fn(&Answer) -> Vec<Step> + Send + Sync + 'static,
    ) -> Fault {
        let (read, change) = (Means::Fails(kind), Means::Fails(kind));
        Fault {
            name: name.into(),
            spoil: Arc::new(spoil),
            read,
            change,
            sends: 1,
            waits: Vec::new(),
            also: |_| (),
        }
    }

    /// May pass: a read is sent three times.
    pub(crate) fn passing(self) -> Fault {
        self.after([500, 1000])
    }

    /// A read is sent this often, without waiting.
    pub(crate) fn sends(self, sends: usize) -> Fault {
        Fault { sends, ..self }
    }

    /// Like [`Fault::passing`], with these waits.
    pub(crate) fn after(self, waits: [u64; 2]) -> Fault {
        Fault { sends: 3, waits: waits.to_vec(), ..self }
    }

    /// Silence: a read is sent twice.
    pub(crate) fn silent(self, wait: u64) -> Fault {
        Fault { sends: 2, waits: vec![wait], ..self }
    }

    /// The fault is harmless.
    pub(crate) fn harmless(self) -> Fault {
        Fault { read: Means::Success, change: Means::Success, ..self }
    }

    /// Says of a change that it did not happen.
    pub(crate) fn refusing(self, kind: FailureKind) -> Fault {
        Fault { change: Means::Refuses(kind), ..self }
    }

    /// Adds one more look at the outcome.
    pub(crate) fn also(self, also: fn(&CallResult)) -> Fault {
        Fault { also, ..self }
    }

    /// Runs it against one operation.
    pub(crate) async fn meets(&self, core: &TestCore, operation: &'static Operation) {
        if !operation.changes() {
            return self.read(core, operation).await;
        }
        if self.change != Means::Success {
            self.changes(core, operation, Fate::NotDone).await;
        }
        // A refused effect leaves no trace that could contradict it.
        if !(matches!(self.change, Means::Refuses(_)) && operation.class == Class::Effect) {
            self.changes(core, operation, Fate::Done).await;
        }
        if operation.class == Class::Money && matches!(self.change, Means::Fails(_)) {
            self.beside(core, operation).await;
        }
    }

    /// Ours was not done, and someone else did something of another kind to the same record, of another amount, or for another
    /// reason: that proves nothing about ours.
    async fn beside(&self, core: &TestCore, operation: &'static Operation) {
        let (service, spoil) = (Reference::start(), Arc::clone(&self.spoil));
        let doing = Arc::clone(&service);
        let server = Server::start(service.except(operation, move |_, _| {
            let theirs = match operation.name {
                "RefundTransaction" => Deed::Refund { amount: 500, reason: "Guest complained" },
                "VoidTransaction" => Deed::Refund { amount: 333, reason: "Guest complained" },
                "CaptureTransaction" => Deed::Capture(333),
                _ => Deed::Sell,
            };
            doing.world(|world| world.colleague(operation.id.unwrap_or("B17"), &theirs));
            Some(spoil(&operation.sample()))
        }));
        let connection = core.attach(&server.http());
        let (payload, id) = (payload(&connection, operation), fresh());
        let result = core.send(operation, &payload, &id).await;
        server.behave(service.behavior());
        let settled = core.settled(operation, &payload, &id).await;
        for result in [result, settled] {
            assert!(matches!(result, CallResult::Unknown { .. }), "{}, somebody else: {result:?}", self.name);
        }
        assert_eq!(operation.sent(&server.seen()), 1, "{}, somebody else", self.name);
    }

    async fn read(&self, core: &TestCore, operation: &'static Operation) {
        let name = &self.name;
        let (service, server) = self.serve(operation, Fate::Done);
        let connection = core.attach(&server.http());
        let earlier = core.clock.waits().len();
        let result = core.call(&connection, operation).await;
        (self.also)(&result);
        match self.read {
            Means::Success => assert!(result.is_success(), "{name}: {result:?}"),
            Means::Fails(kind) | Means::Refuses(kind) => {
                let CallResult::Failed(failure) = &result else { panic!("{name}: {result:?}") };
                assert_eq!(failure.kind, kind, "{name}: {failure:?}");
            }
        }
        assert_eq!(operation.sent(&server.seen()), self.sends, "{name}: {result:?}");
        let waits: Vec<_> = self.waits.iter().map(|wait| Duration::from_millis(*wait)).collect();
        assert_eq!(core.clock.waits()[earlier..], waits, "{name}");
        server.behave(service.behavior());
        let again = core.call(&connection, operation).await;
        assert!(again.is_success(), "{name}, then nothing wrong: {again:?}");
        assert_eq!(service.deviations(), [""; 0], "{name}");
    }

    /// Runs it against a change that the service did, or did not do.
    pub(crate) async fn changes(&self, core: &TestCore, operation: &'static Operation, fate: Fate) {
        let name = format!("{}, {fate:?}", self.name);
        let (service, server) = self.serve(operation, fate);
        let connection = core.attach(&server.http());
        let (payload, id) = (payload(&connection, operation), fresh());
        let result = core.send(operation, &payload, &id).await;
        assert_eq!(operation.sent(&server.seen()), 1, "{name}: {result:?}");
        let is_shown = fate == Fate::Done && operation.class != Class::Effect;
        match (self.change, &result) {
            (Means::Success, CallResult::Applied(..)) => {
                return assert_eq!(service.deviations(), [""; 0], "{name}");
            }
            // A read that shows it makes it applied, whatever the answer was.
            (Means::Fails(_) | Means::Refuses(_), CallResult::Applied(Evidence::ReadBack, _)) if is_shown => {
            }
            (Means::Fails(kind), CallResult::Unknown { failure, .. }) => {
                (self.also)(&result);
                assert_eq!(failure.kind, kind, "{name}: {failure:?}");
            }
            (Means::Refuses(kind), CallResult::NotApplied(failure)) if !is_shown => {
                (self.also)(&result);
                assert_eq!(failure.kind, kind, "{name}: {failure:?}");
            }
            _ => panic!("{name}: {result:?}"),
        }
        server.behave(service.behavior());
        settles(core, operation, &server, &payload, &id, fate, &name).await;
        assert_eq!(service.deviations(), [""; 0], "{name}");
    }

    /// Every answer of the operation is spoiled, until the server behaves otherwise.
    fn serve(&self, operation: &'static Operation, fate: Fate) -> (Arc<Reference>, Server) {
        let service = Reference::start();
        let (spoil, doing) = (Arc::clone(&self.spoil), Arc::clone(&service));
        let server = Server::start(service.except(operation, move |_, request| {
            let answer = match fate {
                Fate::NotDone => operation.sample(),
                Fate::Done | Fate::DoneAtRead(_) => doing.answer(request),
            };
            Some(spoil(&answer))
        }));
        (service, server)
    }
}

/// After an unknown outcome, with the service well again: what was done is found, what was not done can be sent anew, and
/// nothing is sent by itself.
pub(crate) async fn settles(
    core: &TestCore,
    operation: &'static Operation,
    server: &Server,
    payload: &str,
    id: &str,
    fate: Fate,
    name: &str,
) {
    let settled = core.settled(operation, payload, id).await;
    let traceless = operation.class == Class::Effect;
    let right = match &settled {
        CallResult::Applied(Evidence::ReadBack, _) => !traceless && fate != Fate::NotDone,
        CallResult::Unknown { given_up: true, checks, .. } => {
            traceless || (fate == Fate::NotDone && *checks == 15)
        }
        CallResult::NotApplied(_) => fate == Fate::NotDone,
        _ => false,
    };
    assert!(right, "{name}: in the end {settled:?}");
    assert_eq!(operation.sent(&server.seen()), 1, "{name}: sent again");
    if fate == Fate::NotDone {
        let mut payload = payload.to_owned();
        let holds = matches!(operation.class, Class::Money | Class::Create | Class::Effect);
        if holds && matches!(settled, CallResult::Unknown { .. }) {
            // A change that could happen twice holds its target, until a person goes on over it by name.
            let held = core.send(operation, &payload, &fresh()).await;
            assert!(
                matches!(&held, CallResult::Failed(failure) if failure.kind == FailureKind::Busy),
                "{name}: {held:?}"
            );
            let mut call: Value = serde_json::from_str(&payload).unwrap();
            call["supersedes"] = json!(id);
            payload = call.to_string();
        }
        let anew = core.send(operation, &payload, &fresh()).await;
        assert!(anew.is_success(), "{name}, then nothing wrong: {anew:?}");
        assert_eq!(operation.sent(&server.seen()), 2, "{name}");
    }
}
