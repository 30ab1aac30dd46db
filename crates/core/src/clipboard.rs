//! The secret that was put on the clipboard last, as long as it may still be there.

use std::sync::Mutex;

use tapline_contract::secret::Secret;
use tapline_platform::sync::locked;

use crate::ports::Ports;

#[derive(Default)]
pub(crate) struct Clipboard(Mutex<Option<Copied>>);

struct Copied {
    secret: Secret,
    /// Number of the copy: each is cleared after its own time.
    number: u64,
}

impl Clipboard {
    /// Notes the text that is about to be copied; the number of the copy.
    pub(crate) fn note(&self, secret: Secret) -> u64 {
        let mut copied = locked(&self.0);
        let number = copied.as_ref().map_or(0, |copied| copied.number) + 1;
        *copied = Some(Copied { secret, number });
        number
    }

    pub(crate) fn is_last(&self, number: u64) -> bool {
        locked(&self.0).as_ref().is_some_and(|copied| copied.number == number)
    }

    /// Clears the copied secret from the clipboard if it is still there. May block.
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
