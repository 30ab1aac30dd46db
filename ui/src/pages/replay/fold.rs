//! The counts, folded: each effect by scheme, merchant and amount, each number a link to its sales; and the sales that were not counted.

use leptos::prelude::*;
use tapline_contract::replay::{Apart, BANDS, EffectCount, Portion, Replayed};
use tapline_emv::Currency;

use super::ReplayAnswer;
use super::sales::{OpenedCount, SalesBehind};
use super::words::number;
use crate::effect;
use crate::widgets::show::live;

#[component]
pub(super) fn Fold(answered: Memo<Option<ReplayAnswer>>) -> impl IntoView {
    let behind = RwSignal::new(None::<OpenedCount>);
    // The opened sales belong to the earlier limits, so a new query closes them.
    effect::effect(move || {
        let now = answered.with(|answered| answered.as_ref().map(|it| it.query.clone()));
        let is_old = behind.with_untracked(|behind| {
            behind.as_ref().is_some_and(|behind| Some(&behind.query) != now.as_ref())
        });
        if is_old {
            behind.set(None);
        }
    });
    let table = move || answered.get().map(|answered| counts(&answered, behind));
    view! {
        <details class="past-fold">
            <summary>"Impact on past sales"</summary>
            {live(table)}
            {move || behind.get().map(|behind_now| view! { <SalesBehind behind=behind_now close=Callback::new(move |()| behind.set(None))/> })}
        </details>
    }
}

fn counts(answered: &ReplayAnswer, behind: RwSignal<Option<OpenedCount>>) -> Option<AnyView> {
    let found = answered.found.as_ref()?;
    let currency = answered.question.currency()?;
    let effects: Vec<_> =
        found.effects.iter().map(|one| effect(answered, found, one, currency, behind)).collect();
    let none = effects.is_empty().then(|| {
        view! { <p class="muted">"No loaded sale would change."</p> }
    });
    Some(
        view! {
            {none}
            <div class="past-effects">{effects}</div>
            {apart(&found.apart)}
            <p class="muted">"Same rules as What happens at. The card's own decision isn't included, and refused taps are often missing."</p>
        }
        .into_any(),
    )
}

fn effect(
    answered: &ReplayAnswer,
    found: &Replayed,
    one: &EffectCount,
    currency: &Currency,
    behind: RwSignal<Option<OpenedCount>>,
) -> AnyView {
    let effect = one.effect;
    let link = |count: u32, of: Portion, at: String| {
        let shown = OpenedCount {
            query: answered.query.clone(),
            list: found.list,
            version: found.version,
            effect,
            of,
            words: heading(count, &one.words, &at),
        };
        let label = shown.words.clone();
        let open = move |_| behind.set(Some(shown.clone()));
        view! { <button type="button" class="link number" aria-label=label on:click=open>{number(count)}</button> }
    };
    let row = |words: String, link: AnyView| view! { <tr><th scope="row">{words}</th><td class="number">{link}</td></tr> };
    let schemes = one.schemes.iter().map(|of| {
        let name = of.scheme.name();
        row(name.to_owned(), link(of.sales, Portion::Scheme(of.scheme), format!(" of {name}")).into_any())
    });
    let merchants = one.merchants.iter().map(|of| {
        let name = of.merchant.clone().unwrap_or_else(|| "merchant unknown".to_owned());
        row(
            name.clone(),
            link(of.sales, Portion::Merchant(of.merchant.clone()), format!(" at {name}")).into_any(),
        )
    });
    let (others, sales) = one.other_merchants;
    let others = (others > 0).then(|| {
        let merchants = if others == 1 { "merchant" } else { "merchants" };
        row(format!("{} other {merchants}", number(others)), number(sales).into_any())
    });
    let bands = one.bands.iter().enumerate().filter(|(_, count)| **count > 0).map(|(at, count)| {
        let words = band(at, answered.query.top, currency);
        let place = u32::try_from(at).unwrap_or_default();
        row(words.clone(), link(*count, Portion::Band(place), format!(", {words}")).into_any())
    });
    let group = |title: &'static str, rows: Vec<AnyView>| {
        view! { <tbody><tr><th colspan="2" scope="rowgroup" class="group-row">{title}</th></tr>{rows}</tbody> }
    };
    let schemes: Vec<AnyView> = schemes.map(IntoAny::into_any).collect();
    let merchants: Vec<AnyView> = merchants.chain(others).map(IntoAny::into_any).collect();
    let bands: Vec<AnyView> = bands.map(IntoAny::into_any).collect();
    view! {
        <table class="around past-effect">
            <caption>{link(one.sales, Portion::All, String::new())} " " {one.words.clone()}</caption>
            {group("By scheme", schemes)}
            {group("By merchant", merchants)}
            {group("By amount", bands)}
        </table>
    }
    .into_any()
}

/// "57 sales at Kiosk 7 would no longer need a PIN"
fn heading(count: u32, words: &str, at: &str) -> String {
    let sales = if count == 1 { "sale" } else { "sales" };
    let comma = if at.starts_with(',') { "," } else { "" };
    format!("{} {sales}{at}{comma} {words}", number(count))
}

/// "25.00 to 49.99 EUR"; above the axis "from 250.00 EUR".
fn band(at: usize, top: u64, currency: &Currency) -> String {
    let edge = |at: usize| (top * at as u64).div_ceil(BANDS as u64);
    if at >= BANDS {
        return format!("from {}", currency.money(top));
    }
    format!("{} to {}", currency.figure(edge(at)), currency.money(edge(at + 1).saturating_sub(1)))
}

/// Sales outside contactless limits, or outside these limits.
fn apart(apart: &[(Apart, u32)]) -> Option<AnyView> {
    if apart.is_empty() {
        return None;
    }
    let parts: Vec<String> =
        apart.iter().map(|(why, count)| format!("{} {}", number(*count), why.words())).collect();
    Some(view! { <p class="muted">"Not counted: " {parts.join("; ")} "."</p> }.into_any())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_meet_and_say_their_money() {
        let euro = Currency::euro();
        assert_eq!(band(0, 25_000, &euro), "0.00 to 24.99 EUR");
        assert_eq!(band(9, 25_000, &euro), "225.00 to 249.99 EUR");
        assert_eq!(band(10, 25_000, &euro), "from 250.00 EUR");
    }

    #[test]
    fn headings_read_as_sentences() {
        assert_eq!(heading(1, "would now need a PIN", ""), "1 sale would now need a PIN");
        assert_eq!(
            heading(1200, "would now be declined", ", 0.00 to 24.99 EUR"),
            "1,200 sales, 0.00 to 24.99 EUR, would now be declined"
        );
    }
}
