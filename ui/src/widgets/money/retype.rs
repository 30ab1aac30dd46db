//! Typing the value again before it is sent: on LIVE from an amount on, and always if the connection's safety level asks for it.

use leptos::prelude::*;
use tapline_contract::connection::{Connection, Environment, Safety};
use tapline_emv::Currency;

use crate::shell::Shell;
use crate::widgets::show::Show;
use crate::widgets::text_field::TextField;

/// Major units from which LIVE asks, in the connection's currency.
const FROM: u64 = 100;

/// Why it has to be typed again; `None` when it does not. `minor`: the amount in minor units, if it can be read.
pub(crate) fn reason(connection: &Connection, minor: Option<u64>) -> Option<String> {
    let currency = connection.currency();
    let from = FROM * currency.unit();
    match (connection.safety, connection.environment) {
        (Safety::ConfirmAndRetype, _) => Some("Asked by this connection's safety level.".to_owned()),
        // An amount that cannot be read as whole minor units may be a large one.
        (_, Environment::Live) if minor.is_none_or(|minor| minor >= from) => {
            Some(format!("Asked on LIVE from {}.", currency.money(from)))
        }
        _ => None,
    }
}

/// A value that is typed again before it is sent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Again {
    pub(crate) typed: RwSignal<String>,
    /// Why it is asked; `None` while it is not.
    pub(crate) reason: Signal<Option<String>>,
    /// Why what is typed does not do.
    pub(crate) error: Signal<Option<String>>,
}

impl Again {
    /// An amount in minor units of `currency`, as it stands in the title. One that can be neither read nor typed is not asked for.
    pub(crate) fn amount(
        shell: Shell,
        currency: Currency,
        minor: impl Fn() -> Option<u64> + Copy + Send + Sync + 'static,
        can_be_typed: impl Fn() -> bool + Send + Sync + 'static,
    ) -> Again {
        let typed = RwSignal::new(String::new());
        let connection = shell.session.with_untracked(|s| s.as_ref().map(|s| s.connection.clone()));
        let reason = Signal::derive(move || {
            let reason = connection.as_ref().and_then(|connection| reason(connection, minor()));
            reason.filter(|_| can_be_typed())
        });
        let error = Signal::derive(move || {
            let again = currency.parse(&typed.get()).ok();
            let differs = again.is_none() || again != minor();
            (reason.with(Option::is_some) && differs)
                .then(|| "Retype the amount as it stands in the title.".to_owned())
        });
        Again { typed, reason, error }
    }
}

/// The field, while there is a reason for it.
#[component]
pub(crate) fn Retype(
    /// "amount", "batch id"
    what: &'static str,
    again: Again,
    #[prop(into)] at_once: Signal<bool>,
) -> impl IntoView {
    let Again { typed: value, reason, error } = again;
    // The next attempt asks for it anew.
    on_cleanup(move || drop(value.try_set(String::new())));
    let hint = move || {
        let why = reason.get().unwrap_or_default();
        if error.get().is_none() { format!("Matches. {why}") } else { why }
    };
    view! {
        <Show when=move || reason.get().is_some()>
            <TextField id="money-retype" label=format!("Retype {what}") value=value on_text=Callback::new(move |typed| value.set(typed))
                error=error at_once=at_once hint=Signal::derive(hint)/>
        </Show>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn live_asks_from_its_amount_and_the_strict_level_always() {
        let connection = |environment, safety| Connection { environment, safety, ..Connection::example() };
        for (environment, safety, minor, asked) in [
            (Environment::Live, Safety::Confirm, Some(9999), false),
            (Environment::Live, Safety::Confirm, Some(10_000), true),
            (Environment::Live, Safety::Confirm, None, true),
            (Environment::Sandbox, Safety::Confirm, Some(10_000), false),
            (Environment::Sandbox, Safety::ConfirmAndRetype, Some(1), true),
        ] {
            assert_eq!(reason(&connection(environment, safety), minor).is_some(), asked);
        }
    }
}
