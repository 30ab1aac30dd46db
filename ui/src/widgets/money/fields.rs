//! A field for an amount, with its currency and the number that the service gets.
//!
//! The admin password of a terminal: typed each time, kept in no signal, wiped as soon as it is passed on.
//!
//! Typing the value again before it is sent: on LIVE from an amount on, and always if the connection's safety level asks for it.
//!
//! Facts about the record, repeated in the dialog.
//!
//! Parts of a payment, as a picture and as figures: paid, already refunded, this refund, left after it.

use leptos::html;
use leptos::prelude::*;
use tapline_contract::amounts::Amounts;
use tapline_contract::connection::{AmountUnit, Connection, Environment, Safety};
use tapline_contract::secret::Secret;
use tapline_contract::shown::visible;
use tapline_emv::Currency;

use crate::shell::{Shell, shell};
use crate::widgets::copy;
use crate::widgets::show::{Show, live};
use crate::widgets::text_field::TextField;

/// A fact about the record, and its name.
pub(crate) type Restated = (&'static str, RestatedValue);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RestatedValue {
    Text(Option<String>),
    /// Each with a copy button.
    Ids(Vec<String>),
}

pub(super) fn restated(facts: Vec<Restated>) -> impl IntoView {
    let row = |(name, value): Restated| {
        let value = match value {
            RestatedValue::Text(Some(text)) => visible(&text).into_owned().into_any(),
            RestatedValue::Text(None) => "Not provided".into_any(),
            RestatedValue::Ids(ids) => {
                ids.into_iter().map(|id| copy::id(visible(&id).into_owned())).collect_view().into_any()
            }
        };
        view! { <div><dt>{name}</dt><dd>{value}</dd></div> }
    };
    view! { <dl class="restated">{facts.into_iter().map(row).collect_view()}</dl> }
}

#[component]
pub(crate) fn AmountField(
    value: RwSignal<String>,
    amounts: StoredValue<Amounts>,
    #[prop(into)] error: Signal<Option<String>>,
    /// The error is shown before the field is left.
    #[prop(into)]
    at_once: Signal<bool>,
    /// Beside the field, for example a button.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    let shell = shell();
    let (left, set_left) = signal(false);
    let shown = Memo::new(move |_| error.get().filter(|_| left.get() || at_once.get()));
    let code = amounts.with_value(|amounts| amounts.currency.code().to_owned());
    // Minor units are for engineers; an unconfirmed unit is for everyone.
    let tells = move || shell.shows_wire_names() || amounts.with_value(|amounts| amounts.unit.is_none());
    let hint = move || amounts.with_value(|amounts| tells().then(|| sent(amounts, &value.get())));
    let said = Memo::new(move |_| shown.get().or_else(hint));
    let described = move || said.with(Option::is_some).then_some("money-amount-says");
    view! {
        <div class="field">
            <label for="money-amount">"Amount"</label>
            <div class="field-body">
                <div class="row">
                    <span class="money" class:bad=move || shown.get().is_some()>
                        <input id="money-amount" type="text" inputmode="decimal" autocomplete="off" spellcheck="false" aria-describedby=described
                            aria-invalid=move || shown.get().map(|_| "true") prop:value=move || value.get()
                            on:input=move |event| value.set(event_target_value(&event)) on:blur=move |_| set_left.set(true)/>
                        <span class="unit">{code}</span>
                    </span>
                    {children.map(|children| children())}
                </div>
                <p id="money-amount-says" class="says" class:bad=move || shown.get().is_some()>{said}</p>
            </div>
        </div>
    }
}

/// "Sent as 2310 in minor units."
fn sent(amounts: &Amounts, typed: &str) -> String {
    let unit = match amounts.unit {
        Some(AmountUnit::Minor) => "minor units",
        Some(AmountUnit::Major) => "major units",
        None => "an unconfirmed unit",
    };
    match amounts.parse(typed) {
        Ok(Some(number)) => format!("Sent as {number} in {unit}."),
        Ok(None) | Err(_) => format!("Sent in {unit}."),
    }
}

/// The input element, the only place that holds the text.
pub(crate) type PasswordField = NodeRef<html::Input>;

/// True if the password is typed in the dialog outside the page, and no field for it is shown here.
pub(crate) fn is_outside(shell: Shell) -> bool {
    let strict =
        shell.session.with_untracked(|s| s.as_ref().is_some_and(|s| s.connection.confirms_outside()));
    strict && shell.core.with_untracked(|core| core.as_ref().is_some_and(|core| core.password_outside))
}

/// The text in the field.
pub(crate) fn read(field: PasswordField) -> Secret {
    field.get_untracked().map(|input| Secret::new(input.value())).unwrap_or_default()
}

/// Empties the field.
pub(crate) fn wipe(field: PasswordField) {
    if let Some(input) = field.get_untracked() {
        input.set_value("");
    }
}

#[component]
pub(crate) fn Password(
    field: PasswordField,
    /// Why it cannot be sent, once it was asked for.
    #[prop(into)]
    error: Signal<Option<String>>,
) -> impl IntoView {
    let is_empty = RwSignal::new(true);
    let shown = Memo::new(move |_| error.get().filter(|_| is_empty.get()));
    on_cleanup(move || wipe(field));
    if is_outside(shell()) {
        return view! { <p class="muted">"You enter the admin password in the next dialog."</p> }.into_any();
    }
    view! {
        <div class="field">
            <label for="money-password">"Admin password"</label>
            <div class="field-body">
                <input id="money-password" type="password" autocomplete="off" spellcheck="false" node_ref=field
                    aria-describedby="money-password-says" aria-invalid=move || shown.get().map(|_| "true")
                    on:input=move |event| is_empty.set(event_target_value(&event).is_empty())/>
                <p id="money-password-says" class="says" class:bad=move || shown.get().is_some()>
                    {move || shown.get().unwrap_or_else(|| "Tapline doesn't store it. You can paste it.".to_owned())}
                </p>
            </div>
        </div>
    }
    .into_any()
}

/// Major units from which LIVE asks, in the connection's currency.
const FROM: u64 = 100;

/// Why it has to be typed again; `None` when it does not. `minor`: the amount in minor units, if it can be read.
pub(crate) fn reason(connection: &Connection, minor: Option<u64>) -> Option<String> {
    let currency = connection.currency();
    let from = FROM * currency.unit();
    match (connection.safety, connection.environment) {
        (Safety::ConfirmAndRetype, _) => Some("Required by this connection's safety level.".to_owned()),
        // An amount that cannot be read as whole minor units may be a large one.
        (_, Environment::Live) if minor.is_none_or(|minor| minor >= from) => {
            Some(format!("Required on LIVE from {}.", currency.money(from)))
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
        let connection = untrack(|| shell.opened());
        let reason = Signal::derive(move || {
            let reason = connection.as_ref().and_then(|connection| reason(connection, minor()));
            reason.filter(|_| can_be_typed())
        });
        let error = Signal::derive(move || {
            let again = currency.parse(&typed.get()).ok();
            let differs = again.is_none() || again != minor();
            (reason.with(Option::is_some) && differs)
                .then(|| "Retype the amount shown in the title.".to_owned())
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

/// Minor units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Share {
    pub(crate) paid: u64,
    pub(crate) before: u64,
    pub(crate) this: u64,
}

impl Share {
    fn left(self) -> u64 {
        self.paid.saturating_sub(self.before).saturating_sub(self.this)
    }

    /// True if more would be given back than was paid.
    fn is_over(self) -> bool {
        self.before.saturating_add(self.this) > self.paid
    }

    /// Percent of what was paid, rounded down to hundredths; for the picture only.
    fn width(self, part: u64) -> String {
        let whole = u128::from(self.paid.max(1));
        let share = (u128::from(part.min(self.paid)) * 10_000 / whole).min(10_000);
        format!("{}.{:02}%", share / 100, share % 100)
    }
}

#[component]
pub(crate) fn ShareBar(
    #[prop(into)] share: Signal<Option<Share>>,
    /// Money of minor units.
    money: Callback<u64, String>,
    /// Stands under the figures: how certain they are.
    #[prop(into)]
    words: String,
) -> impl IntoView {
    let words = StoredValue::new(words);
    live(move || {
        share.get().map(|share| {
            let parts = [
                ("paid", "paid", share.paid),
                ("before", "already refunded", share.before),
                ("this", "this refund", share.this),
                ("left", "remaining", share.left()),
            ];
            let figures = parts.map(|(class, name, minor)| {
                let swatch = format!("share-swatch share-{class}");
                view! { <div><dt><span class=swatch aria-hidden="true"></span>{name}</dt><dd>{money.run(minor)}</dd></div> }
            });
            view! {
                <div class="share">
                    <div class="share-bar" class:over=share.is_over() aria-hidden="true">
                        <span class="share-before" style:width=share.width(share.before)></span>
                        <span class="share-this" style:width=share.width(share.this)></span>
                    </div>
                    <dl>{figures.into_iter().collect_view()}</dl>
                    <p class="says">{words.get_value()}</p>
                </div>
            }
        })
    })
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

    #[test]
    fn the_parts_of_the_bar_are_shares_of_what_was_paid() {
        let share = Share { paid: 6240, before: 1500, this: 2310 };
        assert_eq!(
            (share.left(), share.width(share.before), share.width(share.this)),
            (2430, "24.03%".to_owned(), "37.01%".to_owned())
        );
        let over = Share { paid: 100, before: 80, this: 50 };
        assert_eq!((over.left(), over.width(500), over.is_over()), (0, "100.00%".to_owned(), true));
        assert!(!share.is_over() && !Share { this: 20, ..over }.is_over(), "all that is left");
        assert_eq!(Share { paid: 0, before: 0, this: 0 }.width(0), "0.00%");
    }
}
