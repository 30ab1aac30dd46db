//! The sales behind a number, one page at a time.

use leptos::prelude::*;
use tapline_contract::commands::ListReplaySales;
use tapline_contract::list::ListId;
use tapline_contract::replay::{
    Portion, Proposal, ReplayQuery, ReplaySale, ReplaySales, ReplaySalesQuery, Version,
};
use tapline_contract::transaction::TransactionId;
use tapline_contract::transaction_state::words_of;
use tapline_emv::tap::Presented;
use tapline_emv::{Currency, replay};
use tapline_explain::say::tap as say;

use super::words::number;
use crate::effect::effect;
use crate::ipc;
use crate::paths::Route;
use crate::remote::Remote;
use crate::shell::shell;
use crate::widgets::copy::{self, CopyButton};
use crate::widgets::failure::ReadFailed;
use crate::widgets::links::RouteLink;
use crate::widgets::show::{Show, live};
use crate::widgets::zones::Swatch;

/// Sales per page.
const PAGE: u32 = 25;

/// An opened number.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct OpenedCount {
    pub(super) query: ReplayQuery,
    pub(super) list: ListId,
    pub(super) version: u64,
    pub(super) effect: replay::Effect,
    pub(super) of: Portion,
    /// "57 sales would no longer need a PIN"
    pub(super) words: String,
}

#[component]
pub(super) fn SalesBehind(behind: OpenedCount, close: Callback<()>) -> impl IntoView {
    let shell = shell();
    let first = RwSignal::new(0_u32);
    let sales = Remote::<Option<ReplaySales>>::default();
    let words = behind.words.clone();
    let proposals = StoredValue::new(behind.query.proposals.clone());
    let turn = Trigger::new();
    effect(move || {
        turn.track();
        let OpenedCount { query, list, version, effect, of, .. } = behind.clone();
        let sales_query =
            ReplaySalesQuery { replay: query, list, version, effect, of, first: first.get(), count: PAGE };
        let answer = async move { ipc::command::<ListReplaySales>(sales_query).await.map(Some) };
        sales.read(shell.same_connection(), answer);
    });
    let total = Memo::new(move |_| sales.with(|sales| sales.as_ref().map_or(0, |sales| sales.total)));
    let rows = move || {
        sales.get().map(|found| {
            let rows = found.sales.into_iter();
            rows.map(|sale| proposals.with_value(|all| row(all, sale))).collect_view()
        })
    };
    let is_last = move || first.get() + PAGE >= total.get();
    let place = move || {
        let (first, total) = (first.get(), total.get());
        format!("{} to {} of {}", number(first + 1), number((first + PAGE).min(total)), number(total))
    };
    view! {
        <section class="past-behind" aria-label="Sales in this count">
            <div class="row"><h3>{words}</h3><span class="grow"></span>
                <button type="button" class="small" on:click=move |_| close.run(())>"Close"</button></div>
            <ReadFailed reading=Signal::derive(move || sales.reading()) again=Callback::new(move |()| turn.notify())/>
            <table class="around">
                <thead><tr><th scope="col">"Transaction"</th><th scope="col" class="number">"Amount"</th><th scope="col">"Merchant"</th>
                    <th scope="col">"Terminal"</th><th scope="col">"Status"</th><th scope="col">"With this change"</th><th scope="col">"Saved"</th></tr></thead>
                <tbody>{rows}</tbody>
            </table>
            <Show when=move || { total.get() > PAGE }>
                <div class="row"><span class="muted">{live(place)}</span>
                    <button type="button" class="small" disabled=move || first.get() == 0 title=move || (first.get() == 0).then_some("No earlier sales.") on:click=move |_| first.update(|first| *first = first.saturating_sub(PAGE))>"Previous"</button>
                    <button type="button" class="small" disabled=is_last title=move || is_last().then_some("No more sales.") on:click=move |_| first.update(|first| *first += PAGE)>"Next"</button>
                </div>
            </Show>
        </section>
    }
}

fn row(proposals: &[Proposal], sale: ReplaySale) -> AnyView {
    let of = proposals.get(sale.proposal as usize);
    let amount = of.map(|of| money(of, sale.amount));
    let presented = if sale.on_phone { Presented::Phone } else { Presented::Card };
    let outcome = |version: fn(&Proposal) -> &Version| {
        of.map(|of| {
            let decision = version(of).side(of.scheme).decide(sale.amount, presented);
            view! { <Swatch outcome=decision.outcome/>{say::result(decision.result).to_string()} }
        })
    };
    let id = match TransactionId::parse(&sale.id) {
        Some(id) => view! { <RouteLink route=Route::Transaction(id) words=sale.id.clone()/> }.into_any(),
        None => sale.id.clone().into_any(),
    };
    view! {
        <tr><td><span class="id">{id}<CopyButton text=sale.id.clone()/></span></td><td class="number">{amount}</td><td>{sale.merchant.clone()}</td><td>{sale.terminal.clone().map(copy::id)}</td>
            <td>{sale.status.as_deref().map(|raw| words_of(raw).to_owned())}</td><td>{outcome(|of| &of.after)}</td><td>{outcome(|of| &of.before)}</td></tr>
    }
    .into_any()
}

/// An amount in the currency of the limits, which the compared sales share.
fn money(of: &Proposal, amount: u64) -> String {
    Currency::new(&of.currency).map_or_else(|| amount.to_string(), |currency| currency.money(amount))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_stands_in_the_currency_of_the_limits_it_is_compared_with() {
        let limits = tapline_emv::Limits { floor: 0, cvm: 5_000, transaction: 30_000 };
        let version = Version::new(limits, &tapline_emv::Params::new());
        for (code, expected) in [("JPY", "6,200 JPY"), ("EUR", "62.00 EUR"), ("KWD", "6.200 KWD")] {
            let proposal = Proposal {
                scheme: tapline_emv::Scheme::Visa,
                currency: code.to_owned(),
                before: version.clone(),
                after: version.clone(),
                scope: tapline_contract::replay::ReplayScope::default(),
            };
            assert_eq!(money(&proposal, 6_200), expected);
        }
    }
}
