//! Advanced settings of a connection: namespace, safety level, currency and unit, the test, and saving without connecting.

use std::collections::BTreeSet;

use leptos::prelude::*;
use tapline_contract::connection::{AmountUnit, Connection, Safety};
use tapline_contract::order::gathered;
use tapline_contract::unit::UnitKnown;
use tapline_emv::{iso, money};

use super::connection_form::ConnectionInput;
use super::connection_test::ConnectionTest;
use crate::effect::effect;
use crate::shell::shell;
use crate::show::currency_words;
use crate::widgets::choice::{Choice, ChoiceRow};
use crate::widgets::managed::{floor, managed};
use crate::widgets::show::live;
use crate::widgets::text_field::TextField;

#[component]
pub(super) fn Advanced(input: ConnectionInput, save: Callback<()>) -> impl IntoView {
    let shell = shell();
    let form = input.form;
    let policy = Memo::new(move |_| managed(shell));
    let least = move || policy.with(|policy| policy.as_ref().and_then(|policy| policy.safety_floor));
    // Core would raise the level anyway, so the form shows the raised level.
    effect(move || {
        let is_less = |safety: Safety| least().filter(|least| least.strictness() > safety.strictness());
        if let Some(least) = is_less(form.with(|form| form.safety)) {
            form.update(|form| form.safety = least);
        }
    });
    let levels = move || {
        let levels = Safety::ALL
            .into_iter()
            .filter(|level| least().is_none_or(|least| level.strictness() >= least.strictness()));
        levels.map(|value| Choice { value, words: value.words(), icon: "" }).collect::<Vec<_>>()
    };
    let safety_says = move || match form.with(|form| form.safety) {
        Safety::ReadOnly => "You can't change anything over this connection.",
        Safety::Confirm => "Each change is reviewed before it is saved.",
        Safety::ConfirmAndRetype => "You review each change and type the record's name to save it.",
    };
    let refused = input.refused("Namespace");
    let folded = NodeRef::<leptos::html::Details>::new();
    effect(move || {
        if let (Some(element), true) = (folded.get(), refused.with(Option::is_some)) {
            // Setting a plain attribute can't fail.
            let _ = element.set_attribute("open", "");
        }
    });
    // The fields of Advanced are below the fold of a small window.
    let show = move |_| {
        if let Some(element) = folded.get_untracked().filter(|element| element.has_attribute("open")) {
            element.scroll_into_view();
        }
    };
    view! {
        <details class="advanced" node_ref=folded on:toggle=show>
            <summary>"Advanced: "<span class="caption muted">"Namespace, safety level, currency, unit, test"</span></summary>
            <div class="form-body">
                <TextField id="connection-namespace" label="Namespace" mono=true value=input.text(|f| &f.namespace)
                    on_text=input.typed(|f| &mut f.namespace) error=refused at_once=true
                    hint=Signal::derive(|| "Needed for Profiles only. Placed before /api/v1.".to_owned())/>
                <div class="field"><span class="label">"Safety level"</span><div class="field-body">
                    {move || view! {
                        <ChoiceRow label="Safety level" name="safety" choices=levels()
                            choose=Callback::new(move |chosen| form.update(|form| form.safety = chosen))
                            chosen=Signal::derive(move || form.with(|form| form.safety))/>
                    }}
                    <p class="says">{live(safety_says)}
                        {move || least().map(|least| format!(" Set by your administrator: {}", floor(least)))}</p>
                </div></div>
                <Amounts form=form/>
                <div class="row"><button type="button" on:click=move |_| save.run(())>"Save without connecting"</button></div>
            </div>
            <ConnectionTest form=form/>
        </details>
    }
}

/// Currency of bare amounts, and the state of their unit.
#[component]
fn Amounts(form: RwSignal<Connection>) -> impl IntoView {
    let unit = move || {
        form.with(|form| match (form.unit_known, form.unit) {
            (UnitKnown::No, _) => "unit not known yet",
            (UnitKnown::Contradicted, _) => "unit contradicted by an amount",
            (UnitKnown::Proven, AmountUnit::Minor) => "minor units, proven",
            (UnitKnown::Proven, AmountUnit::Major) => "major units, proven by an amount with a fraction",
            (UnitKnown::Confirmed, AmountUnit::Minor) => "minor units, confirmed",
            (UnitKnown::Confirmed, AmountUnit::Major) => "major units, confirmed",
        })
    };
    let others = iso::currencies().filter(|code| !money::COMMON.contains(code));
    let others: BTreeSet<&str> = gathered(others);
    let options = money::COMMON.iter().copied().chain(others).map(|code| {
        view! { <option value=code selected=move || form.with(|form| form.currency == code)>{currency_words(code)}</option> }
    });
    view! {
        <div class="field"><label for="connection-currency">"Amounts"</label><div class="field-body">
            <div class="row">
                <select id="connection-currency" aria-label="Amounts: currency"
                    on:change=move |event| form.update(|form| form.currency = event_target_value(&event))>{options.collect_view()}</select>
                <span class="muted" role="status" aria-label="Unit">{live(unit)}</span>
            </div>
            <p class="says">"Tapline asks only if the unit is unclear."</p>
        </div></div>
    }
}
