//! Users of the open record, next to it: a line with counts, and a link to usage.
//!
//! Sentences about the users of a record, and the currency of its amounts.

use leptos::prelude::*;
use tapline_contract::emv_config::EmvId;
use tapline_contract::where_used::{UsedRecord, UsersCurrency, WhereUsed};
use tapline_emv::Currency;

use super::{How, users};
use crate::paths::Route;
use crate::shell::{Shell, shell};
use crate::widgets::failure::ReadFailed;
use crate::widgets::icon::Icon;
use crate::widgets::links::RouteLink;
use crate::widgets::show::live;

/// Usage with the path of a record.
fn page_of(of: &UsedRecord) -> Route {
    match of {
        UsedRecord::Emv(id) => Route::UsersOf(id.clone()),
        UsedRecord::Acquirer(id) => Route::UsersOfAcquirer(id.clone()),
        UsedRecord::Profile(id) => Route::UsersOfProfile(id.clone()),
    }
}

/// The users of a record, or a view that says they are loading or failed.
fn state(shell: Shell, of: &UsedRecord) -> Result<WhereUsed, AnyView> {
    let users = users(shell);
    if let Some(found) = users.where_used(of) {
        return Ok(found);
    }
    Err(match users.reading().failure {
        Some(_) => view! {
            <ReadFailed reading=Signal::derive(move || users.reading()) again=Callback::new(move |()| users.open_all(shell))
                so=|| view! { <p>"Users not loaded."</p> }/>
        }
        .into_any(),
        None => view! { <p class="muted" role="status">"Loading users…"</p> }.into_any(),
    })
}

/// Note on what is still unknown, and a button to load it.
fn rest(shell: Shell, found: &WhereUsed) -> AnyView {
    let missing = found.missing.iter().map(|sentence| {
        view! { <p class="muted with-icon"><Icon name="warning"/><span>{sentence.clone()}</span></p> }
    });
    let unread = found.concerned - found.concerned_read.min(found.concerned);
    let more = found.too_many.then(|| {
        let words = match unread {
            1 => "Load the terminals of 1 merchant".to_owned(),
            many => format!("Load the terminals of {many} merchants"),
        };
        view! { <p><button type="button" class="small" on:click=move |_| users(shell).open_all(shell)>{words}</button></p> }
    });
    view! { {missing.collect_view()}{more} }.into_any()
}

/// A line for a review or a question.
#[component]
pub(crate) fn UsedLine(of: UsedRecord, how: How) -> impl IntoView {
    let shell = shell();
    users(shell).open(shell, of.clone(), how);
    live(move || match state(shell, &of) {
        Ok(found) => {
            let page = page_of(&of);
            view! {
                <div class="used-line">
                    <p role="status">{used_by(&found, how)} " " <RouteLink route=page words="Show usage"/></p>
                    {rest(shell, &found)}
                    {untold(&of)}
                </div>
            }
            .into_any()
        }
        Err(view) => view,
    })
}

/// Users that a change affects, for its review. A failed read is mentioned and blocks nothing.
pub(crate) fn touched(of: UsedRecord) -> AnyView {
    view! { <dl class="effects"><dt>"Affects"</dt><dd><UsedLine of=of how=How::Held/></dd></dl> }.into_any()
}

/// A panel with counts, and a link to usage.
#[component]
pub(crate) fn UsedBy(of: UsedRecord) -> impl IntoView {
    view! {
        <section class="panel" aria-labelledby="used-title"><h2 id="used-title">"Used by"</h2><UsedLine of=of how=How::Held/></section>
    }
}

/// Note on users that are missing from the list no matter how much was loaded.
fn untold(of: &UsedRecord) -> Option<AnyView> {
    matches!(of, UsedRecord::Profile(_)).then(|| {
        view! { <p class="muted with-icon"><Icon name="info"/><span>{UNTOLD_OF_PROFILE}</span></p> }
            .into_any()
    })
}

/// Currency of the open configuration's amounts, and where it comes from.
#[component]
pub(crate) fn CurrencyLine(id: EmvId) -> impl IntoView {
    let shell = shell();
    let of = UsedRecord::Emv(id);
    let words = move || {
        let users = users(shell);
        let reads = users.reading().failure.is_none();
        currency_line(users.where_used(&of).as_ref(), reads, &shell.form_currency())
    };
    view! { <p class="muted currency-line">{live(words)}</p> }
}

/// Service document, "Acceptance": it has payment methods, a message format and the ids at the host.
pub(crate) const UNTOLD_OF_PROFILE: &str = "Configurations of this profile's terminals: unclear.";

/// "3 acquirer profiles, 12 terminals of 4 merchants; terminals of 3 of 12 merchants loaded." A deletion has no heading above it.
fn used_by(found: &WhereUsed, how: How) -> String {
    let rest = found.progress().map(|progress| format!("; {progress}")).unwrap_or_default();
    if found.is_unused() && found.profiles.is_empty() && !found.is_whole() {
        return format!("No usage found so far{rest}.");
    }
    let used = if how == How::Anew || found.is_unused() { "Used by " } else { "" };
    format!("{used}{}{rest}.", found.counts())
}

/// Sentence about the currency of amounts, and where it comes from.
fn currency_line(found: Option<&WhereUsed>, reads: bool, shown: &Currency) -> String {
    let code = shown.code();
    let connections = |why: &str| format!("Amounts in {code}, the connection's currency: {why}.");
    let Some(found) = found else {
        return connections(if reads { "its users are loading" } else { "its users aren't loaded" });
    };
    match found.currency() {
        UsersCurrency::Agreed(currency) if currency == *shown => {
            format!(
                "Amounts in {code}, the currency of the profiles and terminals that use this configuration."
            )
        }
        UsersCurrency::Agreed(currency) => format!(
            "Amounts in {code}, as typed. Save or discard your edits to switch to {other}, the currency of the profiles and terminals that use this configuration.",
            other = currency.code()
        ),
        UsersCurrency::Differ(all) => {
            connections(&format!("the profiles and terminals that use this configuration differ ({all})"))
        }
        UsersCurrency::Untold => {
            connections("the profiles and terminals that use this configuration have no currency")
        }
        UsersCurrency::Unused if found.is_whole() => {
            format!("Amounts in {code}, the connection's currency. Nothing uses this configuration.")
        }
        UsersCurrency::Unused => connections("no loaded record uses it"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tapline_contract::acquirer::AcquirerId;
    use tapline_contract::where_used::AcquirerUser;

    fn used(codes: &[&str]) -> WhereUsed {
        let acquirers = (1..).zip(codes).map(|(id, code)| AcquirerUser {
            id: AcquirerId::from(id),
            name: "A".to_owned(),
            currency: Some((*code).to_owned()),
        });
        WhereUsed { acquirers: acquirers.collect(), ..WhereUsed::default() }
    }

    #[test]
    fn it_is_said_whose_currency_it_is() {
        let (euro, yen) = (Currency::euro(), Currency::new("JPY").unwrap());
        for (found, reads, shown, expected) in [
            (None, true, &euro, "Amounts in EUR, the connection's currency: its users are loading."),
            (None, false, &euro, "Amounts in EUR, the connection's currency: its users aren't loaded."),
            (
                Some(used(&[])),
                false,
                &euro,
                "Amounts in EUR, the connection's currency. Nothing uses this configuration.",
            ),
            (
                Some(used(&["JPY", "JPY"])),
                false,
                &yen,
                "Amounts in JPY, the currency of the profiles and terminals that use this configuration.",
            ),
            (
                Some(used(&["JPY", "EUR"])),
                false,
                &euro,
                "Amounts in EUR, the connection's currency: the profiles and terminals that use this configuration differ (EUR, JPY).",
            ),
        ] {
            assert_eq!(currency_line(found.as_ref(), reads, shown), expected);
        }
        assert!(currency_line(Some(&used(&["JPY"])), false, &euro).contains("Save or discard"));
    }

    #[test]
    fn what_is_not_read_yet_is_said() {
        let found = WhereUsed { concerned: 12, concerned_read: 3, ..used(&["EUR"]) };
        assert_eq!(used_by(&found, How::Held), "1 acquirer profile; terminals of 3 of 12 merchants loaded.");
    }
}
