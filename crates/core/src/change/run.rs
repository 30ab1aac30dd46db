//! The middle of a change: read, compare, send, read. What is concluded from what was seen is a table in [`Recipe::judge`];
//! what an answer means on its own is [`Failure::nothing_happened`].

use std::time::Duration;

use tapline_contract::endpoints::GetOwner;
use tapline_contract::guard::Guard;
use tapline_contract::history::OperationId;
use tapline_contract::seal::Seal;
use tapline_contract::wire::Payload as _;
use tapline_contract::{Call, Class, Doubt, Evidence, Failure, FailureKind, Outcome};

use super::gate;
use super::recipe::{Asked, Recipe, Stale, Verdict};
use super::{OutcomeOf, not_written, text, unknown};
use crate::http::{PERHAPS, Sent};
use crate::log;
use crate::running::Gate;
use crate::session_state::Open;
use crate::state::AppState;

/// Never fails: what went wrong is part of the outcome.
pub(super) async fn run<E: Recipe>(
    app: &AppState,
    open: &Open,
    operation: &OperationId,
    call: &Call<E>,
    gate: &Gate,
) -> OutcomeOf<E> {
    match attempt(app, open, operation, call, gate).await {
        Ok(outcome) => outcome,
        Err(failure) => Outcome::NotApplied { failure },
    }
}

/// `Err`: nothing was sent.
async fn attempt<E: Recipe>(
    app: &AppState,
    open: &Open,
    operation: &OperationId,
    call: &Call<E>,
    gate: &Gate,
) -> Result<OutcomeOf<E>, Failure> {
    let seal = app.journal.seal();
    let place = E::place(call);
    let asked =
        Asked::<E> { operation, id: &call.id, input: &call.input, place: place.as_deref(), seal: &seal };
    let look = E::look(&open.client, &asked).await.map_err(nothing_sent)?;
    let start = |look| {
        let base = E::before(call, look, &seal)?;
        E::affords(call, look, &open.session.connection).map(|()| base)
    };
    let base = match look.as_ref().map(start) {
        None => None,
        Some(Ok(base)) => Some(base),
        Some(Err(Stale::Changed(theirs))) => return Ok(Outcome::Conflict { theirs, sent: false }),
        Some(Err(Stale::NotListed)) => return Err(not_listed(E::NAME)),
        Some(Err(Stale::Refused { field, why })) => {
            return Err(
                Failure::new(FailureKind::BadInput, E::NAME, format!("{why} Nothing was sent.")).field(field)
            );
        }
    };
    let judge = |answered: Option<&E::Output>, look: Option<&E::Look>| match (&base, look) {
        (Some(base), Some(look)) => E::judge(&asked, base, answered, look),
        _ => Verdict::Unprovable,
    };
    let already = matches!(judge(None, look.as_ref()), Verdict::Target(_));
    let input = E::complete(call, look.as_ref(), operation)?;
    let written = base.as_ref().map(|base| text(E::NAME, base)).transpose()?;
    let committed = gate::pass::<E>(gate, app, open, operation, written.as_deref())?;
    app.journal.on_disk(committed).await.map_err(|error| not_written(E::NAME, &error))?;

    let since = app.ports.clock.timestamp();
    let sent = open.client.send::<E>(&call.id, &input).await;
    note::<E>(app, operation, &seal, &sent);
    if let Err(failure) = &sent {
        app.plans.hear(operation, failure);
    }
    Ok(match sent {
        Ok(mut sent) => {
            sent.output.cut();
            match E::look(&open.client, &asked).await {
                Ok(None) => done::<E>(Evidence::AnswerAlone, sent.output, E::Seen::default()),
                Ok(look) => confirmed::<E>(judge(Some(&sent.output), look.as_ref()), sent.output, since),
                Err(_) if stands_alone(E::CLASS) => {
                    done::<E>(Evidence::AnswerAlone, sent.output, E::Seen::default())
                }
                Err(failure) => {
                    let shows = format!("It could not be read back: {}", failure.sentence);
                    doubted::<E>(since, confirmation(E::NAME, E::DOING), Doubt::Unread, shows)
                }
            }
        }
        // A refusal stays one, whatever a read shows: that was someone else, or was there before.
        Err(failure) if failure.kind == FailureKind::Refused => {
            let verdict = E::look(&open.client, &asked).await.map(|look| judge(None, look.as_ref()));
            Outcome::NotApplied { failure: if already { failure } else { beside(failure, verdict.ok()) } }
        }
        Err(failure) if failure.kind == FailureKind::Unauthorized && E::PASSWORD => {
            Outcome::NotApplied { failure: token_or_password::<E>(open, failure).await }
        }
        Err(failure) if failure.nothing_happened() => Outcome::NotApplied { failure },
        Err(failure) if look.is_some() && is_told_by_reading(E::CLASS, &failure) => {
            answered_oddly::<E>(app, open, &asked, base.as_ref(), since, failure).await
        }
        Err(failure) if look.is_none() => traceless::<E>(since, failure),
        Err(failure) => unknown::<E>(since, failure),
    })
}

/// An unknown outcome that no read can tell: nothing is read for it.
fn traceless<E: Recipe>(since: String, failure: Failure) -> OutcomeOf<E> {
    let what = failure.sentence.strip_suffix(PERHAPS).unwrap_or(&failure.sentence).trim_end();
    let sentence = format!(
        "{what} It may have been done all the same, and nothing that can be read shows it. Tapline does not send it again: find \
         out elsewhere whether it was done."
    );
    let failure = Failure { sentence, ..failure };
    let (doubt, shows) = (Doubt::Lost, String::new());
    Outcome::Unknown { since, checks: 0, given_up: true, doubt, shows, failure }
}

/// True if a read that shows everything as before tells that a change which failed this way was not applied. Money and effects
/// are never settled by absence.
pub(super) fn is_told_by_reading(class: Class, failure: &Failure) -> bool {
    shows_itself(class) && failure.is_whole_answer()
}

/// True if a read that shows everything as before says something of a change of this class.
pub(super) fn shows_itself(class: Class) -> bool {
    matches!(class, Class::Absolute | Class::Create | Class::Delete)
}

/// Seconds before each of the reads that have to agree on it.
const SOON: [u64; 2] = [0, 1];

/// An error page, a redirect or the like came in place of the service's answer: reading at once tells what became of it.
async fn answered_oddly<E: Recipe>(
    app: &AppState,
    open: &Open,
    asked: &Asked<'_, E>,
    base: Option<&E::Base>,
    since: String,
    failure: Failure,
) -> OutcomeOf<E> {
    for wait in SOON {
        app.ports.clock.sleep(Duration::from_secs(wait)).await;
        let (Some(base), Ok(Some(look))) = (base, E::look(&open.client, asked).await) else {
            return unknown::<E>(since, failure);
        };
        match E::judge(asked, base, None, &look) {
            Verdict::Before => {}
            Verdict::Target(record) => {
                return Outcome::Applied { evidence: Evidence::ReadBack, answer: None, record };
            }
            Verdict::Other(theirs) => return Outcome::Conflict { theirs, sent: true },
            Verdict::Doubtful(doubt, shows) => return doubted::<E>(since, failure, doubt, shows),
            Verdict::Unprovable => return unknown::<E>(since, failure),
        }
    }
    Outcome::NotApplied { failure: not_applied(failure) }
}

/// The failure of a change that a read shows not to have happened.
pub(super) fn not_applied(failure: Failure) -> Failure {
    let what = failure.sentence.strip_suffix(PERHAPS).unwrap_or(&failure.sentence).trim_end();
    let sentence = format!(
        "{what} A read since then shows everything as it was before: nothing was changed. Try again."
    );
    Failure { sentence, ..failure }
}

/// True if a confirmation counts without a read that shows it: effects and creations, whose answer is the proof. Money is
/// answered before it has moved: only a read says how it ended.
pub(super) fn stands_alone(class: Class) -> bool {
    matches!(class, Class::Effect | Class::Create)
}

fn done<E: Recipe>(evidence: Evidence, answer: E::Output, record: E::Seen) -> OutcomeOf<E> {
    Outcome::Applied { evidence, answer: Some(answer), record }
}

/// The service said yes; `verdict` is what a read shows.
fn confirmed<E: Recipe>(verdict: Verdict<E::Seen>, answer: E::Output, since: String) -> OutcomeOf<E> {
    let (doubt, shows) = match (verdict, E::CLASS) {
        (Verdict::Target(record), _) => return done::<E>(Evidence::Answer, answer, record),
        (Verdict::Other(record), class) if stands_alone(class) => {
            return done::<E>(Evidence::AnswerAlone, answer, record);
        }
        (_, class) if stands_alone(class) => {
            return done::<E>(Evidence::AnswerAlone, answer, E::Seen::default());
        }
        (Verdict::Other(theirs), _) => return Outcome::Conflict { theirs, sent: true },
        (Verdict::Doubtful(doubt, shows), _) => (doubt, shows),
        (Verdict::Before, _) => (Doubt::NotShown, AS_BEFORE.to_owned()),
        (Verdict::Unprovable, _) => {
            (Doubt::NotShown, "What can be read does not show whether it was done.".to_owned())
        }
    };
    doubted::<E>(since, confirmation(E::NAME, E::DOING), doubt, shows)
}

/// Said of a read that shows no trace of the change.
pub(super) const AS_BEFORE: &str = "A read shows everything as it was before.";

/// Begins the sentence of an outcome that the service confirmed and no read did.
pub(super) fn confirmation(call: &str, words: &str) -> Failure {
    Failure::new(
        FailureKind::ServiceError,
        call,
        format!("{words}: the service confirmed it. Tapline does not send it again."),
    )
}

/// An unknown outcome whose sentence ends with what a read shows.
fn doubted<E: Recipe>(since: String, said: Failure, doubt: Doubt, shows: String) -> OutcomeOf<E> {
    let failure = Failure { sentence: format!("{} {shows}", said.sentence), ..said };
    Outcome::Unknown { since, checks: 0, given_up: false, doubt, shows, failure }
}

/// Adds to a refusal what a read showed after it.
fn beside<R>(refused: Failure, verdict: Option<Verdict<R>>) -> Failure {
    let shows = match verdict {
        Some(Verdict::Target(_)) => {
            "A read afterwards shows it as it was asked for all the same: look at it before you try again."
                .to_owned()
        }
        Some(Verdict::Doubtful(_, shows)) => shows,
        Some(Verdict::Other(_) | Verdict::Before | Verdict::Unprovable) | None => return refused,
    };
    Failure { sentence: format!("{} {shows}", refused.sentence), ..refused }
}

/// A void or refund was refused with 401 or 403: is it the token, or the admin password? One read tells. Nothing is repeated:
/// the service may count wrong passwords.
async fn token_or_password<E: Recipe>(open: &Open, refused: Failure) -> Failure {
    if open.client.send::<GetOwner>(&(), &()).await.is_err() {
        return refused;
    }
    let sentence = format!(
        "{} failed: the service refused it, although the token is accepted: the admin password is probably wrong. Nothing was \
         changed. Check the password before you try again: the service may count wrong ones.",
        E::DOING
    );
    Failure { kind: FailureKind::Refused, sentence, field: Some("adminPwd".to_owned()), ..refused }
}

fn note<E: Recipe>(
    app: &AppState,
    operation: &OperationId,
    seal: &Seal,
    sent: &Result<Sent<E::Output>, Failure>,
) {
    let (answer, request_id) = match sent {
        Ok(sent) => {
            let mut answer = sent.output.clone();
            answer.guard(Guard::Disk(seal));
            (serde_json::to_string(&answer).ok(), sent.request_id.as_deref())
        }
        Err(failure) => (None, failure.request_id.as_deref()),
    };
    if app.journal.answered(operation, E::CLASS, answer.as_deref(), request_id).is_err() {
        log::trouble("journal", "the answer to a change could not be written");
    }
}

fn nothing_sent(mut failure: Failure) -> Failure {
    failure.sentence.push_str(" Nothing was changed: Tapline reads before it sends a change, and sent none.");
    failure
}

fn not_listed(call: &str) -> Failure {
    let sentence = "The service gave only a part of its list, and this record is not in it, so it could not be compared with \
                    what you saw. Nothing was sent. Read the list again, then try again.";
    Failure::new(FailureKind::Malformed, call, sentence)
}
