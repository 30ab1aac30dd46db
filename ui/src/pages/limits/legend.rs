//! The legend of the axis behind "?": patterns, shapes of the limits, and the keys.

use leptos::prelude::*;
use tapline_emv::limits::Outcome;
use tapline_emv::{Currency, LimitKind};

use crate::shell::shell;
use crate::widgets::dialog::Popover;
use crate::widgets::icon::{Icon, limit_key};
use crate::widgets::zones::Swatch;

const WIDTH: u16 = 372;

#[component]
pub(super) fn LegendButton() -> impl IntoView {
    let open = RwSignal::new(false);
    view! {
        <Popover open=open label="How to read the axis" class="square" name=Some("How to read the axis") width=WIDTH
            face=|| view! { <Icon name="help"/> }><Legend open=open/></Popover>
    }
}

/// Condition of an outcome, in a few words.
fn condition(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::OfflinePossible => "Up to the floor limit",
        Outcome::OnlineNoCvm => "Below the CVM limit",
        Outcome::OnlineWithCvm => "CVM limit reached",
        Outcome::OfflineWithCvm => "Floor above CVM limit",
        Outcome::Declined => "Above the transaction limit",
    }
}

fn capitalized(words: &str) -> String {
    format!("{}{}", words[..1].to_uppercase(), &words[1..])
}

fn shape(limit: LimitKind) -> &'static str {
    match limit {
        LimitKind::Floor => "Flat bar",
        LimitKind::Cvm => "Circle",
        LimitKind::Transaction => "Flag",
    }
}

#[component]
fn Legend(open: RwSignal<bool>) -> impl IntoView {
    let currency = shell().currency();
    let outcomes = Outcome::ALL.map(|outcome| {
        view! { <li><Swatch outcome=outcome/><b>{capitalized(outcome.words())}</b><span>{condition(outcome)}</span></li> }
    });
    let limits = LimitKind::ALL.map(|limit| {
        let name = limit.label().trim_end_matches(" limit");
        view! { <li><Icon name=limit_key(limit)/><b>{name}</b><span>{shape(limit)}</span></li> }
    });
    let keys = keys(&currency).map(|(key, does)| view! { <li><kbd>{key}</kbd><span>{does}</span></li> });
    view! {
        <div class="legend">
            <header><h2>"How to read the axis"</h2>
                <button type="button" class="plain square" aria-label="Close" on:click=move |_| open.set(false)><Icon name="close"/></button></header>
            <h3>"Outcomes"</h3>
            <ul>{outcomes.collect_view()}
                <li><span class="swatch z-never" aria-hidden="true"></span><b>"Never reached"</b><span>"Hidden by another limit"</span></li></ul>
            <h3>"Limits"</h3>
            <ul>{limits.collect_view()}</ul>
            <h3>"Keyboard: axis"</h3>
            <ul class="legend-keys">{keys.collect_view()}</ul>
            <h3>"Keyboard: row"</h3>
            <ul class="legend-keys">
                <li><kbd>"→ ←"</kbd><span>"Open and close a group"</span></li>
                <li><kbd>"Space"</kbd><span>"Select"</span></li>
            </ul>
        </div>
    }
}

fn keys(currency: &Currency) -> [(&'static str, String); 3] {
    let step = currency.money(currency.unit());
    [("← →", step), ("+ −", "Zoom".to_owned()), ("Home", "Whole axis".to_owned())]
}
