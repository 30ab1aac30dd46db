//! A service that loses the answers to calls that move money, and holds back its reads until released.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use tapline_scripted::{Answer, Behavior, Request, Server, Step};
use tapline_tests::reference::{Fate, Operation, Reference};

pub(crate) struct Losing {
    pub(crate) server: Server,
    pub(crate) service: Arc<Reference>,
    lost: Arc<Mutex<Vec<Request>>>,
    /// Reads fail.
    silent: Arc<AtomicBool>,
}

impl Losing {
    /// Loses the answers to `operation`; then `read` fails.
    pub(crate) fn new(operation: &'static str, read: &'static str) -> Losing {
        let service = Reference::start();
        let (lost, silent) = (Arc::new(Mutex::new(Vec::new())), Arc::new(AtomicBool::new(false)));
        let behavior = {
            let (service, lost, silent) = (Arc::clone(&service), Arc::clone(&lost), Arc::clone(&silent));
            Behavior::respond(move |request| {
                if Operation::named(operation).takes(request) {
                    lost.lock().expect("nobody panics while holding it").push(request.clone());
                    silent.store(true, Ordering::SeqCst);
                    return vec![Step::Close];
                }
                if silent.load(Ordering::SeqCst) && Operation::named(read).takes(request) {
                    return Answer::json(503, "{}").steps();
                }
                service.answer(request).steps()
            })
        };
        Losing { server: Server::start(behavior), service, lost, silent }
    }

    /// Reads are answered again; what was lost was done, or not.
    pub(crate) fn speak(&self, fate: Fate) {
        for request in self.lost.lock().expect("nobody panics while holding it").iter() {
            self.service.lose(request, fate);
        }
        self.silent.store(false, Ordering::SeqCst);
    }

    /// So often was it sent.
    pub(crate) fn sent(&self) -> usize {
        self.lost.lock().expect("nobody panics while holding it").len()
    }
}
