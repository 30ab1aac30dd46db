//! One secret of a terminal, for a person who asked for it.
//!
//! It is read from the service for this, and taken alone out of the answer. That somebody looked is on disk before the value is
//! told; the value is in nothing that is kept. What was copied is remembered only to know it again on the clipboard, and is taken
//! off it unless something else is there.

use std::sync::Arc;
use std::time::Duration;

use tapline_contract::commands::{CopyCode, CopySecret, RevealSecret};
use tapline_contract::device::DeviceQuery;
use tapline_contract::endpoints::ListDevices;
use tapline_contract::reveal::{Copied as Answer, Reveal, Revealed, SECONDS};
use tapline_contract::secret::{Code, Secret};
use tapline_contract::{Command, Failure, Kind};

use super::failure;
use super::token::off_thread;
use crate::dispatch::Perform;
use crate::host::{Inner, locked};
use crate::journal::Audit;
use crate::walk;
use crate::words::visible;

/// What was put on the clipboard.
pub(crate) struct Copied {
    secret: Secret,
    /// Of one copy: a later one has its own time.
    number: u64,
}

impl Perform for RevealSecret {
    async fn perform(desk: &Arc<Inner>, reveal: Reveal) -> Result<Revealed, Failure> {
        let text = take::<Self>(desk, &reveal, "Revealed").await?;
        Ok(Revealed { text, seconds: SECONDS })
    }
}

impl Perform for CopySecret {
    async fn perform(desk: &Arc<Inner>, reveal: Reveal) -> Result<Answer, Failure> {
        let secret = take::<Self>(desk, &reveal, "Copied").await?;
        copy::<Self>(desk, secret).await
    }
}

/// A code that the page was told once: there is nothing to read for it, and nothing to write down.
impl Perform for CopyCode {
    async fn perform(desk: &Arc<Inner>, Code(code): Code) -> Result<Answer, Failure> {
        copy::<Self>(desk, code).await
    }
}

/// Puts it on the clipboard, out of its history, and takes it off again when its time is over.
async fn copy<C: Command>(desk: &Arc<Inner>, secret: Secret) -> Result<Answer, Failure> {
    let number = {
        let mut copied = locked(&desk.copied);
        let number = copied.as_ref().map_or(0, |copied| copied.number) + 1;
        *copied = Some(Copied { secret: secret.clone(), number });
        number
    };
    let written = off_thread::<C, _>(desk, move |desk| (desk.ports.write_secret)(secret.expose())).await?;
    written.map_err(|why| {
        let sentence =
            format!("The clipboard cannot be written: {} Try again, or reveal it instead.", visible(&why));
        failure::<C>(Kind::Desk, sentence)
    })?;
    // Whoever locked meanwhile did not find it there.
    if let Some(waiting) = desk.locked() {
        off_thread::<C, _>(desk, Inner::forget_copied).await?;
        return Err(desk.open(&waiting.session.connection.id, C::NAME).err().unwrap_or_else(|| {
            failure::<C>(Kind::Locked, "Tapline was locked meanwhile, so nothing was copied. Try again.")
        }));
    }
    forget_later(desk, number);
    Ok(Answer { seconds: SECONDS })
}

/// Reads the one value, and writes down that it was read.
async fn take<C: Command>(desk: &Arc<Inner>, reveal: &Reveal, done: &str) -> Result<Secret, Failure> {
    let open = desk.open(&reveal.connection, C::NAME)?;
    let query = DeviceQuery { mch_id: Some(reveal.mch_id.clone()), ..DeviceQuery::default() };
    let walked = walk::walk::<ListDevices>(&open.client, &query).await?;
    let (field, terminal) = (reveal.field, visible(reveal.device.as_str()));
    let Some(device) = walked.page.records.iter().find(|device| device.device_id == reveal.device) else {
        let sentence = format!(
            "The service does not list terminal {terminal} under this merchant any more, so there is nothing to show. Load the \
             terminals again."
        );
        return Err(failure::<C>(Kind::Gone, sentence));
    };
    let Some(secret) = field.of(device).cloned() else {
        let sentence = format!("Terminal {terminal} has no {} at the service now.", field.word());
        return Err(failure::<C>(Kind::Gone, sentence));
    };
    let token = &open.session.token;
    let audit = Audit {
        connection: &reveal.connection,
        at: desk.ports.clock.timestamp(),
        call: C::NAME,
        target: format!("terminal {terminal}"),
        id: serde_json::json!(reveal.device).to_string(),
        detail: serde_json::json!({
            "field": field.word(),
            "mchId": reveal.mch_id,
            "owner": open.session.owner,
            "tokenEndsIn": token.last_four,
        })
        .to_string(),
        note: format!("{done} {} of terminal {terminal}", field.word()),
    };
    desk.journal.audit(&audit).map_err(|error| {
        let sentence = format!(
            "The journal in Tapline's data folder cannot be written ({error}). Without a line in the history no secret is shown. \
             Check the disk, then try again."
        );
        failure::<C>(Kind::Journal, sentence)
    })?;
    // Locked while it was read: then it is for nobody.
    desk.open(&reveal.connection, C::NAME)?;
    Ok(secret)
}

/// Takes it off the clipboard when its time is over, unless another copy was made meanwhile.
fn forget_later(desk: &Arc<Inner>, number: u64) {
    let (waiting, clock) = (Arc::downgrade(desk), desk.ports.clock.clone());
    tokio::spawn(async move {
        clock.sleep(Duration::from_secs(u64::from(SECONDS))).await;
        let Some(desk) = waiting.upgrade() else { return };
        if locked(&desk.copied).as_ref().is_some_and(|copied| copied.number == number) {
            // A clipboard that does not answer keeps what it has.
            let _ = off_thread::<CopySecret, _>(&desk, Inner::forget_copied).await;
        }
    });
}

impl Inner {
    /// Takes the copied secret off the clipboard, if it is still there. May block.
    pub(crate) fn forget_copied(&self) {
        let Some(copied) = locked(&self.copied).take() else { return };
        let now = (self.ports.read_clipboard)().map(zeroize::Zeroizing::new);
        match now {
            Ok(now) if *now == copied.secret.expose() => (self.ports.clear_clipboard)(),
            Ok(_) => {}
            // It may still be there: the next try, at the latest when Tapline closes, looks again.
            Err(_) => *locked(&self.copied) = Some(copied),
        }
    }
}
