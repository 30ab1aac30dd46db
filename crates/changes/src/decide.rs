//! Outcome of a change, from the proof in the answer and the finding of a read: one table, without I/O and without words.
//!
//! Invariant: nothing happened only after a refusal in the documented shape that no read contradicts, or after whole answers of
//! another kind when complete reads agreed for long enough that it is absent. A read that shows the effect makes it applied, whatever
//! the answer was. Everything else is unknown: it holds its target and is settled by reading.

use tapline_contract::{Class, Doubt, Evidence, Failure};

use crate::recipe::Verdict;

/// The answer to a change, by what it proves on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// A success in the documented shape.
    Confirmed,
    /// A refusal in the documented shape.
    Refused,
    /// Whole, and not in the service's own shape: nothing is on its way any more.
    Odd,
    /// None, a part of one, or one of a gateway that did not wait: the change may still be under way.
    Lost,
}

impl Answer {
    /// `None`: it never left this computer.
    pub(crate) fn from_result<T>(sent: &Result<T, Failure>) -> Option<Answer> {
        match sent {
            Ok(_) => Some(Answer::Confirmed),
            Err(failure) if failure.is_refusal() => Some(Answer::Refused),
            Err(failure) if failure.nothing_happened() => None,
            Err(failure) if failure.is_whole_answer() => Some(Answer::Odd),
            Err(_) => Some(Answer::Lost),
        }
    }
}

/// Finding of a read after the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Read {
    Target,
    /// The goal, which was there before the change was sent.
    Already,
    Before,
    Other,
    /// New actions, none of which is this call's.
    Unrelated,
    Doubtful(Doubt),
    Unprovable,
    Failed,
    /// Nothing that can be read would show it.
    Traceless,
}

impl Read {
    pub(crate) fn from_verdict<R>(verdict: &Verdict<R>) -> Read {
        match verdict {
            Verdict::Target(_) => Read::Target,
            Verdict::Before => Read::Before,
            Verdict::Other(_) => Read::Other,
            Verdict::Unrelated(_) => Read::Unrelated,
            Verdict::Doubtful(doubt, _) => Read::Doubtful(*doubt),
            Verdict::Unprovable => Read::Unprovable,
        }
    }
}

/// The kind of an [`Outcome`](tapline_contract::Outcome).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    Applied(Evidence),
    NotApplied,
    Conflict,
    Unknown(Doubt),
}

/// Reads on schedule that must agree before absence proves that nothing happened; `None`: absence proves nothing. A late replacement
/// or deletion is seen by the person who repeats it; a late creation would add a second record.
const fn enough(class: Class) -> Option<u32> {
    match class {
        Class::Absolute | Class::Delete => Some(3),
        Class::Create => Some(5),
        Class::Money | Class::Effect | Class::Read => None,
    }
}

/// `reads`: how many reads on schedule have shown nothing, this one included; 0 right after the answer.
pub(crate) fn decide(class: Class, answer: Answer, read: Read, reads: u32) -> Decision {
    use Decision::{Applied, Conflict, NotApplied, Unknown};
    // The answer to a creation or an effect is its proof, where no read contradicts it.
    let stands_alone = matches!(class, Class::Create | Class::Effect);
    match (answer, read) {
        (
            Answer::Refused,
            Read::Already
            | Read::Before
            | Read::Unrelated
            | Read::Doubtful(Doubt::Declined)
            | Read::Unprovable
            | Read::Failed
            | Read::Traceless,
        ) => NotApplied,
        (Answer::Confirmed, Read::Target | Read::Already) => Applied(Evidence::Answer),
        (_, Read::Target | Read::Already) => Applied(Evidence::ReadBack),

        (Answer::Confirmed, Read::Traceless) => Applied(Evidence::AnswerAlone),
        (Answer::Confirmed, read) if stands_alone && read != Read::Before => Applied(Evidence::AnswerAlone),
        (Answer::Confirmed, Read::Failed) => Unknown(Doubt::Unread),
        (Answer::Confirmed, Read::Before | Read::Unrelated | Read::Unprovable) => Unknown(Doubt::NotShown),

        (_, Read::Doubtful(doubt)) => Unknown(doubt),
        (_, Read::Other) => Conflict,
        (Answer::Odd, Read::Before) if enough(class).is_some_and(|enough| reads >= enough) => NotApplied,
        (_, Read::Unrelated) => Unknown(Doubt::Another),
        (_, Read::Before | Read::Unprovable | Read::Failed | Read::Traceless) => Unknown(Doubt::Lost),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLASSES: [Class; 5] = [Class::Absolute, Class::Create, Class::Delete, Class::Money, Class::Effect];
    const ANSWERS: [Answer; 4] = [Answer::Confirmed, Answer::Refused, Answer::Odd, Answer::Lost];
    const DOUBTS: [Doubt; 6] =
        [Doubt::Lost, Doubt::Unread, Doubt::NotShown, Doubt::Pending, Doubt::Declined, Doubt::Another];

    fn reads() -> Vec<Read> {
        let plain = [
            Read::Target,
            Read::Already,
            Read::Before,
            Read::Other,
            Read::Unrelated,
            Read::Unprovable,
            Read::Failed,
            Read::Traceless,
        ];
        plain.into_iter().chain(DOUBTS.map(Read::Doubtful)).collect()
    }

    /// Every cell, with the reads that have agreed so far.
    fn cells() -> impl Iterator<Item = (Class, Answer, Read, u32)> {
        CLASSES.into_iter().flat_map(|class| {
            ANSWERS.into_iter().flat_map(move |answer| {
                reads()
                    .into_iter()
                    .flat_map(move |read| (0..=15).map(move |count| (class, answer, read, count)))
            })
        })
    }

    #[test]
    fn a_read_that_shows_the_effect_makes_it_applied_whatever_the_answer_was() {
        for (class, answer, read, count) in cells().filter(|cell| cell.2 == Read::Target) {
            let decision = decide(class, answer, read, count);
            assert!(matches!(decision, Decision::Applied(_)), "{class:?} {answer:?}: {decision:?}");
        }
    }

    #[test]
    fn nothing_happened_is_said_only_with_proof() {
        for (class, answer, read, count) in cells() {
            if decide(class, answer, read, count) != Decision::NotApplied {
                continue;
            }
            let by_refusal = answer == Answer::Refused
                && !matches!(read, Read::Target | Read::Other)
                && !matches!(read, Read::Doubtful(doubt) if doubt != Doubt::Declined);
            let by_absence = answer == Answer::Odd
                && read == Read::Before
                && matches!((class, count), (Class::Absolute | Class::Delete, 3..) | (Class::Create, 5..));
            assert!(by_refusal || by_absence, "{class:?} {answer:?} {read:?} after {count} reads");
        }
    }

    #[test]
    fn applied_is_said_only_of_what_was_confirmed_or_seen() {
        for (class, answer, read, count) in cells() {
            let Decision::Applied(evidence) = decide(class, answer, read, count) else { continue };
            let seen = matches!(read, Read::Target | Read::Already);
            let alone = answer == Answer::Confirmed
                && read != Read::Before
                && (read == Read::Traceless || matches!(class, Class::Create | Class::Effect));
            let right = match evidence {
                Evidence::Answer => seen && answer == Answer::Confirmed,
                Evidence::ReadBack => seen && answer != Answer::Confirmed,
                Evidence::AnswerAlone => alone,
                Evidence::Person => false,
            };
            assert!(right, "{class:?} {answer:?} {read:?}: {evidence:?}");
        }
    }

    #[test]
    fn money_that_was_not_refused_is_never_settled_by_absence() {
        for (class, answer, read, count) in cells() {
            if matches!(class, Class::Money | Class::Effect) && answer != Answer::Refused {
                assert_ne!(decide(class, answer, read, count), Decision::NotApplied, "{answer:?} {read:?}");
            }
        }
    }

    #[test]
    fn a_third_value_is_a_conflict_unless_the_answer_made_it() {
        for (class, answer, _, count) in cells().filter(|cell| cell.2 == Read::Other) {
            let expected = match (class, answer) {
                (Class::Create | Class::Effect, Answer::Confirmed) => {
                    Decision::Applied(Evidence::AnswerAlone)
                }
                _ => Decision::Conflict,
            };
            assert_eq!(decide(class, answer, Read::Other, count), expected, "{class:?} {answer:?}");
        }
    }
}
