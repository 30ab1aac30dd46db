//! The secret that was put on the clipboard last, while it may be there.

use std::sync::Mutex;

use tapline_contract::secret::Secret;

use crate::ports::Ports;
use crate::sync::locked;

#[derive(Default)]
pub(crate) struct Clipboard(Mutex<Option<Copied>>);

struct Copied {
    secret: Secret,
    /// Of one copy: a later one has its own time.
    number: u64,
}

impl Clipboard {
    /// Remembers what is about to be copied, and gives the number of the copy.
    pub(crate) fn note(&self, secret: Secret) -> u64 {
        let mut copied = locked(&self.0);
        let number = copied.as_ref().map_or(0, |copied| copied.number) + 1;
        *copied = Some(Copied { secret, number });
        number
    }

    pub(crate) fn is_last(&self, number: u64) -> bool {
        locked(&self.0).as_ref().is_some_and(|copied| copied.number == number)
    }

    /// Takes the copied secret off the clipboard, if it is still there. May block.
    pub(crate) fn forget(&self, ports: &Ports) {
        let Some(copied) = locked(&self.0).take() else { return };
        let now = (ports.read_clipboard)().map(zeroize::Zeroizing::new);
        match now {
            Ok(now) if *now == copied.secret.expose() => (ports.clear_clipboard)(),
            Ok(_) => {}
            // It may still be there: the next try, at the latest when Tapline closes, looks again.
            Err(_) => *locked(&self.0) = Some(copied),
        }
    }
}
