//! GNOME Keyring's dialog for a password, played on the session bus of a test: it stays invisible, and it answers as the test
//! says.
//!
//! The real one is gcr-prompter. The protocol is gcr's `org.gnome.keyring.internal.Prompter`: the keyring begins, learns that
//! the dialog is ready, asks, and gets the answer.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::Duration;

use zbus::blocking::{Connection, connection};
use zbus::message::Header;
use zbus::zvariant::{OwnedObjectPath, OwnedValue, Value};

const NAME: &str = "org.gnome.keyring.SystemPrompter";
const PATH: &str = "/org/gnome/keyring/Prompter";
const CALLBACK: &str = "org.gnome.keyring.internal.Prompter.Callback";

/// Longer than the bus needs to report to the keyring that its call has returned.
const RETURNED: Duration = Duration::from_millis(200);

/// Reaction of the person in front of the dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Person {
    Dismisses,
    /// Leaves it open, until [`Dialog::dismiss`].
    Waits,
}

/// Dialogs of this bus, until it is dropped.
pub(crate) struct Dialog {
    seen: Arc<Mutex<DialogLog>>,
    answers: mpsc::Sender<(Client, Answer)>,
    _bus: Connection,
}

#[derive(Default)]
struct DialogLog {
    dialogs: u32,
    open: Vec<Client>,
}

/// The part of the keyring that asks.
struct Client {
    sender: String,
    callback: OwnedObjectPath,
}

enum Answer {
    Ready,
    No,
    Done,
}

struct Prompter {
    person: Person,
    seen: Arc<Mutex<DialogLog>>,
    answers: mpsc::Sender<(Client, Answer)>,
}

impl Dialog {
    pub(crate) fn with(person: Person) -> Dialog {
        let seen = Arc::new(Mutex::new(DialogLog::default()));
        let (answers, to_send) = mpsc::channel();
        let prompter = Prompter { person, seen: Arc::clone(&seen), answers: answers.clone() };
        let builder = connection::Builder::session().unwrap();
        let bus = builder.serve_at(PATH, prompter).unwrap().name(NAME).unwrap().build().unwrap();
        let out = bus.clone();
        thread::spawn(move || {
            for (client, answer) in to_send {
                // The keyring drops an answer that comes before its own call has returned.
                thread::sleep(RETURNED);
                tell(&out, &client, &answer);
            }
        });
        Dialog { seen, answers, _bus: bus }
    }

    /// Number of dialogs shown.
    pub(crate) fn shown(&self) -> u32 {
        self.seen.lock().unwrap().dialogs
    }

    /// The person closes those that are open.
    pub(crate) fn dismiss(&self) {
        for client in self.seen.lock().unwrap().open.drain(..) {
            self.answers.send((client, Answer::No)).unwrap();
        }
    }
}

/// One that has gone needs no answer.
fn tell(bus: &Connection, client: &Client, answer: &Answer) {
    let to = Some(client.sender.as_str());
    let ready = |reply: &str| {
        let body = (reply, HashMap::<&str, Value<'_>>::new(), "");
        drop(bus.call_method(to, client.callback.as_str(), Some(CALLBACK), "PromptReady", &body));
    };
    match answer {
        Answer::Ready => ready(""),
        Answer::No => ready("no"),
        Answer::Done => {
            drop(bus.call_method(to, client.callback.as_str(), Some(CALLBACK), "PromptDone", &()));
        }
    }
}

impl Prompter {
    fn say(&self, header: &Header<'_>, callback: OwnedObjectPath, answer: Answer) {
        self.answers.send((client(header, callback), answer)).unwrap();
    }
}

fn client(header: &Header<'_>, callback: OwnedObjectPath) -> Client {
    Client { sender: header.sender().unwrap().to_string(), callback }
}

#[zbus::interface(name = "org.gnome.keyring.internal.Prompter")]
impl Prompter {
    fn begin_prompting(&self, callback: OwnedObjectPath, #[zbus(header)] header: Header<'_>) {
        self.say(&header, callback, Answer::Ready);
    }

    fn perform_prompt(
        &self,
        callback: OwnedObjectPath,
        kind: &str,
        properties: HashMap<String, OwnedValue>,
        exchange: &str,
        #[zbus(header)] header: Header<'_>,
    ) {
        // The texts of the dialog, and the key for typed text.
        let _ = (kind, properties, exchange);
        let mut seen = self.seen.lock().unwrap();
        seen.dialogs += 1;
        match self.person {
            Person::Dismisses => self.say(&header, callback, Answer::No),
            Person::Waits => seen.open.push(client(&header, callback)),
        }
    }

    fn stop_prompting(&self, callback: OwnedObjectPath, #[zbus(header)] header: Header<'_>) {
        self.say(&header, callback, Answer::Done);
    }
}
