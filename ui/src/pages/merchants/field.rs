//! A text of the form, by its row in the contract's table.

use leptos::prelude::*;
use tapline_contract::form::TextField as Row;
use tapline_contract::form::merchant::MerchantForm;
use tapline_contract::merchant::MerchantDraft;

use super::form::{element, put};
use super::known;
use crate::shell::{Shell, shell};
use crate::widgets::text_field::TextField;

#[component]
pub(super) fn Text(row: &'static Row<MerchantForm, MerchantDraft>) -> impl IntoView {
    let list = match row.wire {
        "mcc" => Some("known-mccs"),
        "timeZone" => Some("known-zones"),
        _ => None,
    };
    let hint = move |text: &str| match row.wire {
        "mcc" => known::mcc_name(text.trim()).unwrap_or("Four digits, the trade of the shop.").to_owned(),
        "timeZone" => "Name of the IANA list, for example Europe/Berlin.".to_owned(),
        "providerReference" => {
            "The provider's own name for it. By it a lost answer is found again.".to_owned()
        }
        _ => String::new(),
    };
    view! { <Typed wire=row.wire label=row.label get=row.get get_mut=row.get_mut list=list hint=Callback::new(move |text: String| hint(&text))/> }
}

/// A text of the form that has a name on the wire.
#[component]
pub(super) fn Typed(
    wire: &'static str,
    label: &'static str,
    get: fn(&MerchantForm) -> &String,
    get_mut: fn(&mut MerchantForm) -> &mut String,
    list: Option<&'static str>,
    hint: Callback<String, String>,
) -> impl IntoView {
    let shell = shell();
    let text = Signal::derive(move || {
        shell
            .merchants()
            .edit
            .with(|edit| edit.as_ref().map(|edit| get(&edit.form).clone()).unwrap_or_default())
    });
    view! {
        <TextField id=element(wire) label=label value=text list=list hint=Signal::derive(move || hint.run(text.get()))
            on_text=Callback::new(move |typed: String| put(shell, wire, |form| *get_mut(form) = typed))
            error=error_at(shell, wire) at_once=at_once(shell, wire)/>
    }
}

/// Why the text there cannot be used: the service's refusal, or the rule.
pub(super) fn error_at(shell: Shell, wire: impl Into<String>) -> Signal<Option<String>> {
    let wire = wire.into();
    Signal::derive(move || {
        shell.merchants().edit.with(|edit| {
            let edit = edit.as_ref()?;
            edit.refusal_at(&wire).or_else(|| edit.error_at(&wire))
        })
    })
}

/// Errors show before the field is left once the review was asked for, or when the service refused.
pub(super) fn at_once(shell: Shell, wire: impl Into<String>) -> Signal<bool> {
    let wire = wire.into();
    Signal::derive(move || {
        shell
            .merchants()
            .edit
            .with(|edit| edit.as_ref().is_some_and(|edit| edit.asked || edit.refusal_at(&wire).is_some()))
    })
}
