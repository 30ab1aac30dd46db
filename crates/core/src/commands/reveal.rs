//! One secret of a terminal, for a person who asked for it.
//!
//! The secret is read from the service for this, and extracted alone from the answer. The record of the look is on disk before
//! the value is returned; the value is kept nowhere. A copied value is remembered only to recognize it on the clipboard, and is
//! cleared unless something else is there.

use std::sync::Arc;
use std::time::Duration;

use tapline_changes::ask;
use tapline_changes::{Question, Subject};
use tapline_contract::commands::{CopyCode, CopySecret, RevealSecret};
use tapline_contract::connection::Session;
use tapline_contract::device::DeviceQuery;
use tapline_contract::endpoints::ListDevices;
use tapline_contract::reveal::{Copied as Answer, Reveal, Revealed, SECONDS};
use tapline_contract::secret::{Code, Secret};
use tapline_contract::shown::Shown;
use tapline_contract::{Command, Failure, FailureKind};
use tapline_http::walk;
use tapline_journal::Audit;
use tapline_platform::words::visible;

use super::failure;
use super::token::off_thread;
use crate::perform::Perform;
use crate::state::AppState;

impl Perform for RevealSecret {
    async fn perform(app: &Arc<AppState>, reveal: Reveal) -> Result<Revealed, Failure> {
        let text = take::<Self>(app, &reveal, "Revealed").await?;
        Ok(Revealed { text, seconds: SECONDS })
    }
}

impl Perform for CopySecret {
    async fn perform(app: &Arc<AppState>, reveal: Reveal) -> Result<Answer, Failure> {
        let secret = take::<Self>(app, &reveal, "Copied").await?;
        copy::<Self>(app, secret).await
    }
}

/// A code that the page once received: there is nothing to read for it, and nothing to write down.
impl Perform for CopyCode {
    async fn perform(app: &Arc<AppState>, Code(code): Code) -> Result<Answer, Failure> {
        copy::<Self>(app, code).await
    }
}

/// Puts it on the clipboard, out of its history, and takes it off again when its time is over.
async fn copy<C: Command>(app: &Arc<AppState>, secret: Secret) -> Result<Answer, Failure> {
    let number = app.clipboard.note(secret.clone());
    let written = off_thread::<C, _>(app, move |app| (app.ports.write_secret)(secret.expose())).await?;
    written.map_err(|why| {
        let sentence =
            format!("The clipboard can't be written: {} Try again, or reveal it instead.", visible(&why));
        failure::<C>(FailureKind::Desk, sentence)
    })?;
    // Whoever locked meanwhile did not find it there.
    if let Some(waiting) = app.locked() {
        off_thread::<C, _>(app, |app| app.clipboard.forget(&app.ports)).await?;
        return Err(app.open(&waiting.session.connection.id, C::NAME).err().unwrap_or_else(|| {
            failure::<C>(
                FailureKind::Locked,
                "Tapline was locked meanwhile, so nothing was copied. Try again.",
            )
        }));
    }
    forget_later(app, number);
    Ok(Answer { seconds: SECONDS })
}

/// Reads the one value, and writes down that it was read.
async fn take<C: Command>(app: &Arc<AppState>, reveal: &Reveal, done: &str) -> Result<Secret, Failure> {
    let mut open = app.open(&reveal.connection, C::NAME)?;
    if open.session.connection.confirms_outside() {
        ask(&app.changes, C::NAME, question(&open.session, reveal, done)).await?;
        open = app.open(&reveal.connection, C::NAME)?;
    }
    let query = DeviceQuery { mch_id: Some(reveal.mch_id.clone()), ..DeviceQuery::default() };
    let walked = walk::walk::<ListDevices>(&open.client, &query).await?;
    let (field, terminal) = (reveal.field, visible(reveal.device.as_str()));
    let Some(device) = walked.page.records.iter().find(|device| device.device_id == reveal.device) else {
        let sentence = format!(
            "The service no longer lists terminal {terminal} under this merchant. Refresh the terminals."
        );
        return Err(failure::<C>(FailureKind::Gone, sentence));
    };
    let Some(secret) = field.value_in(device).cloned() else {
        let sentence = format!("Terminal {terminal} has no {} now.", field.word());
        return Err(failure::<C>(FailureKind::Gone, sentence));
    };
    let token = &open.session.token;
    let audit = Audit {
        connection: &reveal.connection,
        at: app.ports.clock.timestamp(),
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
    app.journal.audit(&audit).map_err(|error| {
        let sentence = format!(
            "The journal in Tapline's data folder can't be written ({error}). Without a line in the history no secret is shown. \
             Check the disk, then try again."
        );
        failure::<C>(FailureKind::Journal, sentence)
    })?;
    // If Tapline locked during the read, the secret is for no one.
    app.open(&reveal.connection, C::NAME)?;
    Ok(secret)
}

fn question(session: &Session, reveal: &Reveal, done: &str) -> Question {
    let (field, terminal) = (reveal.field.word(), visible(reveal.device.as_str()));
    let will = if done == "Copied" { "copied" } else { "shown" };
    Question {
        subject: Subject::Secret,
        title: Shown::line(format_args!("Show the {field} of terminal {terminal}?")),
        text: Shown::lines([
            format!(
                "The {field} of terminal {terminal} is {will} for {SECONDS} seconds, on {}, owner {}.",
                session.connection.label(),
                visible(&session.owner)
            ),
            String::new(),
            "Agree only if you requested it.".to_owned(),
        ]),
        agree: "Show it",
    }
}

/// Takes it off the clipboard when its time is over, unless another copy was made meanwhile.
fn forget_later(app: &Arc<AppState>, number: u64) {
    let (waiting, clock) = (Arc::downgrade(app), app.ports.clock.clone());
    tokio::spawn(async move {
        clock.sleep(Duration::from_secs(u64::from(SECONDS))).await;
        let Some(app) = waiting.upgrade() else { return };
        if app.clipboard.is_last(number) {
            // A clipboard that does not answer keeps what it has.
            let _ = off_thread::<CopySecret, _>(&app, |app| app.clipboard.forget(&app.ports)).await;
        }
    });
}
