//! When saving a connection leads to a new address or lowers what protects one: then a person agrees outside the page.
//!
//! Otherwise the page could remove a guard by itself and go on without it, or add a second connection next to the guarded one.

use tapline_address::BaseAddress;
use tapline_changes::{Question, Subject};
use tapline_contract::connection::{Connection, Environment, Safety};
use tapline_contract::shown::Shown;
use tapline_platform::words::visible;

use crate::agreed;
use crate::connections::{Protection, Saving, same_service};

/// The question for the person; `None` when the save leads nowhere new and lowers no protection. `agreed`: they agreed to the
/// address before.
pub(super) fn question(saving: &Saving, base: &BaseAddress, agreed: bool) -> Option<Question> {
    let Saving { before, after, is_known, by_others, by_earlier } = saving;
    let name = visible(&before.as_ref().unwrap_or(after).name);
    let lowered = before.as_ref().map(|before| lowered(before, after)).unwrap_or_default();
    let earlier: Vec<_> = earlier(*by_earlier, after).collect();
    let is_second = before.as_ref().is_none_or(|before| !same_service(before, after));
    let beside: Vec<_> = beside(*by_others, after).filter(|_| is_second).collect();
    let is_new = !is_known && !agreed;
    let (subject, title, agree) = if !lowered.is_empty() || !earlier.is_empty() {
        (Subject::Protection, format!("Lower the protection of {name}?"), "Change it")
    } else if !beside.is_empty() {
        (Subject::Address, format!("Add another connection to {}?", base.place()), "Add it")
    } else if is_new {
        return Some(agreed::question(base, after));
    } else {
        return None;
    };
    let new = is_new.then(|| agreed::new(base));
    let mut text = Shown::lines([lowered, earlier, beside].into_iter().flatten().chain(new));
    text.add(format_args!("Connection: {}.", before.as_ref().unwrap_or(after).label()));
    text.add("");
    text.add("Agree only if you changed this yourself.");
    Some(Question { subject, title: Shown::line(title), text, agree })
}

/// A sentence for each way in which the connection protects less than before.
fn lowered(before: &Connection, after: &Connection) -> Vec<String> {
    let was_live = before.environment == Environment::Live;
    let weaker = after.safety.strictness() < before.safety.strictness();
    let unmarked = was_live && after.environment != Environment::Live;
    let moved = was_live && before.base_address != after.base_address;
    let lines = [
        weaker.then(|| levels(before.safety, after.safety)),
        unmarked.then(|| "It is no longer marked as LIVE, so amounts are no longer retyped.".to_owned()),
        moved.then(|| {
            format!(
                "The address changes from {} to {}.",
                visible(&before.base_address),
                visible(&after.base_address)
            )
        }),
    ];
    lines.into_iter().flatten().collect()
}

fn levels(from: Safety, to: Safety) -> String {
    format!("The safety level changes from “{}” to “{}”.", from.words(), to.words())
}

/// A sentence for each way in which the connection protects less than an earlier one to its address did.
fn earlier(protection: Protection, after: &Connection) -> impl Iterator<Item = String> {
    let weaker = protection.safety.filter(|_| protection.is_stricter_than(after));
    let level = weaker.map(|safety| {
        format!(
            "An earlier connection to this address had the safety level “{}”, and this one has “{}”.",
            safety.words(),
            after.safety.words()
        )
    });
    let live = (protection.live && after.environment != Environment::Live)
        .then(|| "An earlier connection to this address was marked as LIVE. This one isn't.".to_owned());
    level.into_iter().chain(live)
}

/// A sentence about a guarded connection to the same service.
fn beside(protection: Protection, after: &Connection) -> impl Iterator<Item = String> {
    let live = protection.live.then(|| {
        "Another connection to this address is marked as LIVE. This one is opened as LIVE too, with the stricter safety level of both."
            .to_owned()
    });
    let weaker = protection.safety.filter(|_| protection.is_stricter_than(after) && !protection.live);
    let level = weaker.map(|safety| {
        format!(
            "Another connection to this address has the safety level “{}”, which applies to this one too.",
            safety.words()
        )
    });
    live.into_iter().chain(level)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_protects_less_is_asked_about() {
        let connection = |environment, safety, address: &str| Connection {
            environment,
            safety,
            base_address: address.to_owned(),
            ..Connection::example()
        };
        let (live, sandbox) = (Environment::Live, Environment::Sandbox);
        let (confirm, retype, read_only) = (Safety::Confirm, Safety::ConfirmAndRetype, Safety::ReadOnly);
        for (before, after, asked) in [
            ((live, confirm, "a"), (live, confirm, "a"), false),
            ((live, confirm, "a"), (live, retype, "a"), false),
            ((live, confirm, "a"), (live, read_only, "a"), false),
            ((live, retype, "a"), (live, confirm, "a"), true),
            ((live, read_only, "a"), (live, retype, "a"), true),
            ((sandbox, read_only, "a"), (sandbox, confirm, "a"), true),
            ((live, confirm, "a"), (live, confirm, "b"), true),
            ((sandbox, confirm, "a"), (sandbox, confirm, "b"), false),
            ((live, confirm, "a"), (sandbox, confirm, "a"), true),
            ((sandbox, confirm, "a"), (live, confirm, "b"), false),
        ] {
            let (was, is) = (connection(before.0, before.1, before.2), connection(after.0, after.1, after.2));
            assert_eq!(!lowered(&was, &is).is_empty(), asked, "{was:?} {is:?}");
        }
    }
}
