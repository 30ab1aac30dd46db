//! Refuses calls before anything of them is read: the page is not trusted.

use tapline_contract::history::OperationId;
use tapline_contract::record::is_nested_at_most;
use tapline_contract::{Class, Failure, FailureKind};

use tapline_contract::commands::COMMANDS;
use tapline_contract::endpoints::ENDPOINTS;
use tapline_platform::words::visible;

/// Longest payload, in bytes.
const LONGEST: usize = 256 * 1024;
/// Longest payload of `ExportTable`, which carries a list, and of the calls that carry a plan.
const LONGEST_LIST: usize = 32 << 20;
/// Deepest nesting of a payload.
const DEEPEST: usize = 32;

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
enum Refusal {
    #[error("Tapline knows no call of this name.")]
    Name,
    #[error("The call is larger than 256 KiB, so nothing was sent. Shorten what was typed.")]
    TooLong,
    #[error(
        "The list is larger than 32 MiB, so it wasn't exported. Narrow its filter, or leave columns out."
    )]
    ListTooLong,
    #[error("The change set is larger than 32 MiB, so nothing was sent. Make two change sets.")]
    PlanTooLong,
    #[error("The call is nested too deeply, so nothing was sent. Simplify what was typed.")]
    TooDeep,
    #[error(
        "The call changes something and has no operation id, so nothing was sent. Repeat it from the review page."
    )]
    NoOperation,
    #[error("The call changes nothing and doesn't accept an operation id.")]
    NeedlessOperation,
    #[error("The operation id isn't 32 hex digits, so nothing was sent. Repeat it from the review page.")]
    BadOperation,
}

/// The operation id, of a call that may go on.
pub(crate) fn check(
    name: &str,
    operation: Option<&str>,
    payload: &str,
) -> Result<Option<OperationId>, Failure> {
    judge(name, operation, payload)
        .map_err(|refusal| Failure::new(FailureKind::BadInput, &visible(name), refusal.to_string()))
}

fn judge(name: &str, operation: Option<&str>, payload: &str) -> Result<Option<OperationId>, Refusal> {
    let endpoint = ENDPOINTS.iter().find(|(known, ..)| *known == name);
    if endpoint.is_none() && !COMMANDS.contains(&name) {
        return Err(Refusal::Name);
    }
    let (longest, refusal) = match name {
        "ExportTable" => (LONGEST_LIST, Refusal::ListTooLong),
        "MakePlan" | "ReadPlan" | "RunPlan" | "VerifyPlan" | "UndoPlan" | "SavePlan" => {
            (LONGEST_LIST, Refusal::PlanTooLong)
        }
        _ => (LONGEST, Refusal::TooLong),
    };
    if payload.len() > longest {
        return Err(refusal);
    }
    if !is_nested_at_most(DEEPEST, payload) {
        return Err(Refusal::TooDeep);
    }
    let changes = endpoint.is_some_and(|(_, class, _)| *class != Class::Read);
    match (changes, operation) {
        (true, Some(text)) => OperationId::parse(text).map(Some).ok_or(Refusal::BadOperation),
        (true, None) => Err(Refusal::NoOperation),
        (false, Some(_)) => Err(Refusal::NeedlessOperation),
        (false, None) => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_not_pass() {
        let id = "0123456789abcdef0123456789abcdef";
        let long = " ".repeat(LONGEST + 1);
        let deep = "[".repeat(DEEPEST + 1);
        for (name, operation, payload, expected) in [
            ("ListEmv", None, "", Ok(None)),
            ("GetDesk", None, "null", Ok(None)),
            ("UpdateEmv", Some(id), "{}", Ok(OperationId::parse(id))),
            ("updateEmv", Some(id), "{}", Err(Refusal::Name)),
            ("", None, "", Err(Refusal::Name)),
            ("UpdateEmv", None, "{}", Err(Refusal::NoOperation)),
            ("UpdateEmv", Some(""), "{}", Err(Refusal::BadOperation)),
            ("UpdateEmv", Some(&id.to_uppercase()), "{}", Err(Refusal::BadOperation)),
            ("ListEmv", Some(id), "{}", Err(Refusal::NeedlessOperation)),
            ("GetDesk", Some(id), "null", Err(Refusal::NeedlessOperation)),
            ("ListEmv", None, long.as_str(), Err(Refusal::TooLong)),
            ("ExportTable", None, long.as_str(), Ok(None)),
            ("ListEmv", None, deep.as_str(), Err(Refusal::TooDeep)),
        ] {
            assert_eq!(judge(name, operation, payload), expected, "{name} {operation:?}");
        }
    }
}
