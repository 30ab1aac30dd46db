//! When saving a connection lowers what protects it: then a person agrees outside the page.
//!
//! The page could otherwise take a guard away by itself and go on without it. A connection that is new has nothing to lower.

use tapline_contract::connection::{Connection, Environment};

use crate::ports::Question;
use crate::words::visible;

/// The question for the person; `None` when no protection is lowered.
pub(super) fn lowered(before: &Connection, after: &Connection) -> Option<Question> {
    let (name, was_live) = (visible(&before.name), before.environment == Environment::Live);
    let weaker = after.safety.strictness() < before.safety.strictness();
    let unmarked = was_live && after.environment != Environment::Live;
    let moved = was_live && before.base_address != after.base_address;
    let lines = [
        weaker.then(|| {
            format!("The safety level goes from “{}” to “{}”.", before.safety.words(), after.safety.words())
        }),
        unmarked.then(|| "It is no longer marked as LIVE, so amounts are no longer retyped.".to_owned()),
        moved.then(|| {
            format!(
                "The address goes from {} to {}.",
                visible(&before.base_address),
                visible(&after.base_address)
            )
        }),
    ];
    let lines: Vec<String> = lines.into_iter().flatten().collect();
    (!lines.is_empty()).then(|| Question {
        title: format!("Lower the protection of {name}?"),
        text: format!("{}\n\nAgree only if you changed this yourself.", lines.join("\n")),
        agree: "Change it",
    })
}

#[cfg(test)]
mod tests {
    use tapline_contract::connection::Safety;

    use super::*;
    use crate::connections::sample;

    #[test]
    fn only_what_protects_less_is_asked_about() {
        let connection = |environment, safety, address: &str| Connection {
            environment,
            safety,
            base_address: address.to_owned(),
            ..sample::connection()
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
            assert_eq!(lowered(&was, &is).is_some(), asked, "{was:?} {is:?}");
        }
    }
}
