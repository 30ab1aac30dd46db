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

use super::decide::{Answer, Decision, Read, decide};
use super::recipe::{Asked, Recipe, Stale, Verdict};

use super::{OutcomeOf, allowed, gate, not_written, settle, target_on_disk, text, unknown};
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
    if matches!(E::CLASS, Class::Money | Class::Create) {
        settle::no_refusal_was_done(app, open, E::NAME, &open.service::<E>(), &target_on_disk(call)).await?;
    }
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
    let committed = {
        let unit_known = || allowed::unit_known::<E>(open, &call.input, look.as_ref());
        gate::pass::<E>(gate, app, open, operation, written.as_deref(), unit_known)?
    };
    app.journal.on_disk(committed).await.map_err(|error| not_written(E::NAME, &error))?;

    let since = app.ports.clock.timestamp();
    let sent = open.client.send::<E>(&call.id, &input).await;
    note::<E>(app, operation, &seal, &sent);
    let answer = Answer::of(&sent);
    let sent = match sent {
        Ok(mut sent) => {
            sent.output.cut();
            Ok(sent.output)
        }
        Err(failure) => {
            app.plans.hear(operation, &failure);
            match answer {
                None => return Err(failure),
                Some(_) if failure.status.is_some() => Err(failure),
                // Nothing came: the service may still be at it, and reads follow on schedule.
                Some(_) if look.is_none() => return Ok(traceless::<E>(since, failure)),
                Some(_) => return Ok(unknown::<E>(since, failure)),
            }
        }
    };
    let shown = match E::look(&open.client, &asked).await {
        Ok(None) if base.is_none() => Shown::without_record(Read::Traceless, String::new()),
        Ok(None) => Shown::without_record(
            Read::Failed,
            format!("It could not be read back: {}", settle::NOT_LISTED_NOW),
        ),
        Ok(now) => Shown::of(judge(sent.as_ref().ok(), now.as_ref()), already),
        Err(failure) => {
            Shown::without_record(Read::Failed, format!("It could not be read back: {}", failure.sentence))
        }
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

/// Finding of a read about a change, with the record and the words for it.
pub(super) struct Shown<S> {
    pub(super) read: Read,
    pub(super) record: S,
    pub(super) words: String,
}

impl<S: Default> Shown<S> {
    pub(super) fn without_record(read: Read, words: String) -> Shown<S> {
        Shown { read, record: S::default(), words }
    }

    /// `already`: the goal was there before the change was sent.
    pub(super) fn of(verdict: Verdict<S>, already: bool) -> Shown<S> {
        let read = match Read::of(&verdict) {
            Read::Target if already => Read::Already,
            read => read,
        };
        match verdict {
            Verdict::Target(record) | Verdict::Other(record) => Shown { read, record, words: String::new() },
            Verdict::Unrelated(words) | Verdict::Doubtful(_, words) => Shown::without_record(read, words),
            Verdict::Before => Shown::without_record(read, AS_BEFORE.to_owned()),
            Verdict::Unprovable => Shown::without_record(read, UNPROVABLE.to_owned()),
        }
    }
}

/// The outcome right after the answer.
fn concluded<E: Recipe>(
    answer: Answer,
    sent: Result<E::Output, Failure>,
    shown: Shown<E::Seen>,
    since: String,
) -> OutcomeOf<E> {
    match (decide(E::CLASS, answer, shown.read, 0), sent) {
        (Decision::Applied(evidence), sent) => {
            Outcome::Applied { evidence, answer: sent.ok(), record: shown.record }
        }
        (Decision::Conflict, _) => Outcome::Conflict { theirs: shown.record, sent: true },
        (Decision::NotApplied, Err(failure)) => Outcome::NotApplied { failure: beside(failure, &shown) },
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

/// True if the words for a read belong to the sentence of a change without confirmation.
pub(super) fn says_something(class: Class, read: Read) -> bool {
    match read {
        Read::Doubtful(_) | Read::Unrelated => true,
        Read::Before => shows_itself(class),
        _ => false,
    }
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

/// True if a read that shows everything as before says something of a change of this class.
fn shows_itself(class: Class) -> bool {
    matches!(class, Class::Absolute | Class::Create | Class::Delete)
}

/// The failure of a change that reads show not to have happened.
pub(super) fn not_applied(failure: Failure, shows: &str) -> Failure {
    let what = failure.sentence.strip_suffix(shows).unwrap_or(&failure.sentence).trim_end();
    let what = what.strip_suffix(PERHAPS).unwrap_or(what).trim_end();
    let sentence =
        format!("{what} Reads since then show everything as it was before: nothing was changed. Try again.");
    Failure { sentence, ..failure }
}

/// Said of a read that shows no trace of the change.
pub(super) const AS_BEFORE: &str = "A read shows everything as it was before.";

/// Said of a read that cannot show a trace of the change.
const UNPROVABLE: &str = "What can be read does not show whether it was done.";

/// Begins the sentence of an outcome that the service confirmed and no read did.
pub(super) fn confirmation(call: &str, words: &str) -> Failure {
    Failure::new(
        FailureKind::ServiceError,
        call,
        format!("{words}: the service confirmed it. Tapline does not send it again."),
    )
}

/// Begins the sentence of a refusal that a read contradicts in part.
pub(super) fn contradicted<E: Recipe>(refused: Failure) -> Failure {
    let sentence = format!("{}: the service refused it, and may have begun it all the same.", E::DOING);
    Failure { sentence, ..refused }
}

/// A refusal that no read contradicts any more.
pub(super) fn still_refused<E: Recipe>(refused: Failure) -> Failure {
    Failure {
        sentence: format!("{} failed: the service refused it. Nothing was changed.", E::DOING),
        ..refused
    }
}

/// An unknown outcome whose sentence ends with what a read shows.
fn doubted<E: Recipe>(since: String, said: Failure, doubt: Doubt, shows: String) -> OutcomeOf<E> {
    let failure = Failure { sentence: format!("{} {shows}", said.sentence).trim_end().to_owned(), ..said };
    Outcome::Unknown { since, checks: 0, given_up: false, doubt, shows, failure }
}

/// A refusal, together with the finding of a read.
fn beside<S>(refused: Failure, shown: &Shown<S>) -> Failure {
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
