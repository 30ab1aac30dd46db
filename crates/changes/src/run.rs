//! The middle of a change: read, compare, send, read. What a read shows is a table in [`Recipe::judge`], what follows from
//! answer and read together is [`decide`]; here it gets its words.

use tapline_contract::endpoints::GetOwner;
use tapline_contract::guard::Guard;
use tapline_contract::history::OperationId;
use tapline_contract::seal::Seal;
use tapline_contract::wire::Payload as _;
use tapline_contract::{Call, Class, Doubt, Failure, FailureKind, Outcome};
use tapline_http::{PERHAPS, Sent};
use tapline_journal::cut_off_failure;
use tapline_platform::log;

use crate::decide::{Answer, Decision, Read, decide};
use crate::failures::{not_written, text};
use crate::finding::{ReadFinding, confirmation, contradicted, says_something};
use crate::gate::Gate;
use crate::outcome::{OutcomeOf, unknown};
use crate::recipe::{CallView, Recipe, Stale, Verdict, target_on_disk};
use crate::session::Open;
use crate::{Changes, gate, settle, unit};

/// Never fails: what went wrong is part of the outcome.
pub(crate) async fn run<E: Recipe>(
    changes: &Changes,
    open: &Open,
    operation: &OperationId,
    call: &Call<E>,
    gate: &Gate,
) -> OutcomeOf<E> {
    match attempt(changes, open, operation, call, gate).await {
        Ok(outcome) => outcome,
        Err(failure) => Outcome::NotApplied { failure },
    }
}

/// `Err`: nothing was sent.
async fn attempt<E: Recipe>(
    changes: &Changes,
    open: &Open,
    operation: &OperationId,
    call: &Call<E>,
    gate: &Gate,
) -> Result<OutcomeOf<E>, Failure> {
    if matches!(E::CLASS, Class::Money | Class::Create) {
        settle::no_refusal_was_done(changes, open, E::NAME, &open.service::<E>(), &target_on_disk(call))
            .await?;
    }
    let seal = changes.journal.seal();
    let place = E::place(call);
    let view =
        CallView::<E> { operation, id: &call.id, input: &call.input, place: place.as_deref(), seal: &seal };
    let look = E::look(&open.client, &view).await.map_err(nothing_sent)?;
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
        (Some(base), Some(look)) => E::judge(&view, base, answered, look),
        _ => Verdict::Unprovable,
    };
    let already = matches!(judge(None, look.as_ref()), Verdict::Target(_));
    let input = E::complete(call, look.as_ref(), operation)?;
    let written = base.as_ref().map(|base| text(E::NAME, base)).transpose()?;
    let committed = {
        let unit_known = || unit::unit_known::<E>(open, &call.input, look.as_ref());
        gate::pass::<E>(gate, changes, open, operation, written.as_deref(), unit_known)?
    };
    changes.journal.on_disk(committed).await.map_err(|error| not_written(E::NAME, &error))?;

    let since = changes.clock.timestamp();
    let sent = open.client.send::<E>(&call.id, &input).await;
    note::<E>(changes, operation, &seal, &sent);
    let answer = Answer::from_result(&sent);
    let sent = match sent {
        Ok(mut sent) => {
            sent.output.cut();
            Ok(sent.output)
        }
        Err(failure) => {
            changes.surroundings.heard(operation, &failure);
            match answer {
                None => return Err(failure),
                Some(_) if failure.status.is_some() => Err(failure),
                // Nothing came: the service may still be at it, and reads follow on schedule.
                Some(_) if look.is_none() => return Ok(traceless::<E>(since, failure)),
                Some(_) => return Ok(unknown::<E>(since, failure)),
            }
        }
    };
    let shown = match E::look(&open.client, &view).await {
        Ok(None) if base.is_none() => ReadFinding::without_record(Read::Traceless, String::new()),
        Ok(None) => ReadFinding::without_record(
            Read::Failed,
            format!("Tapline couldn't verify it: {}", settle::NOT_LISTED_NOW),
        ),
        Ok(now) => ReadFinding::from_verdict(judge(sent.as_ref().ok(), now.as_ref()), already),
        Err(failure) => ReadFinding::without_record(
            Read::Failed,
            format!("Tapline couldn't verify it: {}", failure.sentence),
        ),
    };
    let may_be_password = E::PASSWORD && shown.read != Read::Failed;
    let sent = match sent {
        Err(failure) if may_be_password && failure.kind == FailureKind::Unauthorized => {
            Err(token_or_password::<E>(open, failure).await)
        }
        sent => sent,
    };
    Ok(concluded::<E>(answer.unwrap_or(Answer::Lost), sent, shown, since))
}

/// The outcome right after the answer.
fn concluded<E: Recipe>(
    answer: Answer,
    sent: Result<E::Output, Failure>,
    shown: ReadFinding<E::Seen>,
    since: String,
) -> OutcomeOf<E> {
    match (decide(E::CLASS, answer, shown.read, 0), sent) {
        (Decision::Applied(evidence), sent) => {
            Outcome::Applied { evidence, answer: sent.ok(), record: shown.record }
        }
        (Decision::Conflict, _) => Outcome::Conflict { theirs: shown.record, sent: true },
        (Decision::NotApplied, Err(failure)) => {
            Outcome::NotApplied { failure: with_finding(failure, &shown) }
        }
        (Decision::NotApplied, Ok(_)) => unknown::<E>(since, cut_off_failure(E::NAME)),
        (Decision::Unknown(doubt), Ok(_)) => {
            doubted::<E>(since, confirmation(E::NAME, E::DOING), doubt, shown.words)
        }
        (Decision::Unknown(_), Err(failure)) if shown.read == Read::Traceless => {
            traceless::<E>(since, failure)
        }
        (Decision::Unknown(doubt), Err(failure)) if answer == Answer::Refused => {
            doubted::<E>(since, contradicted::<E>(failure), doubt, shown.words)
        }
        (Decision::Unknown(doubt), Err(failure)) => {
            let words = if says_something(E::CLASS, shown.read) { shown.words } else { String::new() };
            doubted::<E>(since, failure, doubt, words)
        }
    }
}

/// An unknown outcome that no read can tell: nothing is read for it.
fn traceless<E: Recipe>(since: String, failure: Failure) -> OutcomeOf<E> {
    let what = failure.sentence.strip_suffix(PERHAPS).unwrap_or(&failure.sentence).trim_end();
    let sentence = format!(
        "{what} It may have gone through, and the service's records can't show it. Tapline doesn't send it again. Look it up elsewhere."
    );
    let failure = Failure { sentence, ..failure };
    let (doubt, shows) = (Doubt::Lost, String::new());
    Outcome::Unknown { since, checks: 0, given_up: true, doubt, shows, failure }
}

/// An unknown outcome whose sentence ends with what a read shows.
fn doubted<E: Recipe>(since: String, said: Failure, doubt: Doubt, shows: String) -> OutcomeOf<E> {
    let failure = Failure { sentence: format!("{} {shows}", said.sentence).trim_end().to_owned(), ..said };
    Outcome::Unknown { since, checks: 0, given_up: false, doubt, shows, failure }
}

/// A refusal, together with the finding of a read.
fn with_finding<S>(refused: Failure, shown: &ReadFinding<S>) -> Failure {
    match shown.read {
        Read::Unrelated | Read::Doubtful(_) => {
            Failure { sentence: format!("{} {}", refused.sentence, shown.words), ..refused }
        }
        _ => refused,
    }
}

/// A void or refund was refused in the documented shape of 401 or 403: the reason is the token or the admin password, and one
/// read distinguishes them. Nothing is repeated: the service may count wrong passwords.
async fn token_or_password<E: Recipe>(open: &Open, refused: Failure) -> Failure {
    if open.client.send::<GetOwner>(&(), &()).await.is_err() {
        return refused;
    }
    let sentence = format!(
        "{} failed: the admin password is likely wrong. Nothing was changed. Check the password before you try again: the \
         service may count wrong ones.",
        E::DOING
    );
    Failure { kind: FailureKind::Refused, sentence, field: Some("adminPwd".to_owned()), ..refused }
}

fn note<E: Recipe>(
    changes: &Changes,
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
    if changes.journal.answered(operation, E::CLASS, answer.as_deref(), request_id).is_err() {
        log::trouble("journal", "the answer to a change could not be written");
    }
}

fn nothing_sent(mut failure: Failure) -> Failure {
    failure.sentence.push_str(" Nothing was changed: this happened before anything was sent.");
    failure
}

fn not_listed(call: &str) -> Failure {
    let sentence = "The list is incomplete and lacks this record, so Tapline couldn't compare it. Nothing was sent. Refresh \
                    the list, then try again.";
    Failure::new(FailureKind::Malformed, call, sentence)
}
