//! The totals of a batch: its figures next to the sums of its lines, and the lines by payment method.

use leptos::prelude::*;
use tapline_contract::amounts::Amounts;
use tapline_contract::batch_sums::{PartCheck, Verdict, checks};
use tapline_contract::field::Number;
use tapline_contract::settlement::{BatchLine, Settlement};
use tapline_emv::Scheme;

use crate::widgets::icon::Icon;

#[component]
pub(super) fn Sums(batch: Settlement, amounts: Amounts) -> impl IntoView {
    let checks = checks(&batch);
    let figures = {
        let figure = |words: &'static str, amount: &Option<Number>, count: &Option<Number>| {
            let check = checks.iter().find(|check| check.part.words() == words);
            row(words, amount.as_ref(), count.as_ref(), check, &amounts)
        };
        [
            figure("Payments", &batch.payment_amt, &batch.payment_count),
            figure("Refunds", &batch.refund_amt, &batch.refund_count),
            figure("Voids", &batch.void_amt, &batch.void_count),
        ]
        .collect_view()
    };
    let says = verdict(&checks);
    let lines = batch.transactions.clone().unwrap_or_default();
    view! {
        <section class="card whole-row" aria-label="Sums">
            <h2>"Sums"</h2>
            {says}
            <table class="small-table">
                <thead><tr><th scope="col">"Part"</th><th scope="col" class="number">"Amount of the batch"</th><th scope="col" class="number">"Count"</th>
                    <th scope="col" class="number">"Its lines"</th><th scope="col" class="number">"Count"</th><th scope="col">"Check"</th></tr></thead>
                <tbody>{figures}</tbody>
            </table>
        </section>
        <section class="card" aria-label="By method">
            <h2>"By payment method"</h2>
            {by_method(&lines, &amounts)}
        </section>
    }
}

fn row(
    words: &'static str,
    amount: Option<&Number>,
    count: Option<&Number>,
    check: Option<&PartCheck>,
    amounts: &Amounts,
) -> impl IntoView + use<> {
    let lines = check.and_then(|check| Some(amounts.money_of(check.line_amount?)));
    let counted = check.and_then(|check| check.line_count);
    let judged = check.map(|check| match check.verdict {
        Verdict::Agrees => {
            view! { <span class="with-icon good"><Icon name="check"/>"agrees"</span> }.into_any()
        }
        Verdict::Differs => {
            view! { <span class="with-icon bad"><Icon name="error"/>"differs"</span> }.into_any()
        }
        Verdict::NotComparable => view! { <span class="muted">"cannot be compared"</span> }.into_any(),
    });
    view! {
        <tr>
            <th scope="row">{words}</th>
            <td class="number">{money(amount, amounts)}</td>
            <td class="number">{count.map_or_else(|| "not told".to_owned(), ToString::to_string)}</td>
            <td class="number">{lines.unwrap_or_else(|| "not told".to_owned())}</td>
            <td class="number">{counted.map_or_else(|| "not told".to_owned(), |count| count.to_string())}</td>
            <td>{judged}</td>
        </tr>
    }
}

/// Result of the checks, in one sentence.
fn verdict(checks: &[PartCheck]) -> AnyView {
    let any = |verdict| checks.iter().any(|check| check.verdict == verdict);
    let (class, icon, words) = match () {
        () if checks.is_empty() => (
            "with-icon",
            "info",
            "The service tells no lines of this batch, so its figures cannot be checked.",
        ),
        () if any(Verdict::Differs) => (
            "with-icon bad",
            "error",
            "The lines do not add up to the figures of the batch. Ask the acquirer before settling.",
        ),
        () if any(Verdict::NotComparable) => {
            ("with-icon", "info", "Not every figure can be compared with the lines.")
        }
        () => ("with-icon good", "check", "The lines add up to the figures of the batch."),
    };
    view! { <p class=class><Icon name=icon/>{words}</p> }.into_any()
}

fn by_method(lines: &[BatchLine], amounts: &Amounts) -> AnyView {
    if lines.is_empty() {
        return view! { <p class="muted">"No lines."</p> }.into_any();
    }
    let rows = lines.iter().map(|line| {
        let method = line.payment_method.as_deref().unwrap_or("not told");
        let method = Scheme::recognize(method, "")
            .map_or_else(|| method.to_owned(), |scheme| format!("{} ({method})", scheme.name()));
        view! {
            <tr>
                <th scope="row">{method}</th>
                <td>{line.trans_type.clone().unwrap_or_else(|| "not told".to_owned())}</td>
                <td class="number">{money(line.amount.as_ref(), amounts)}</td>
                <td class="number">{line.count.as_ref().map_or_else(|| "not told".to_owned(), ToString::to_string)}</td>
            </tr>
        }
    });
    view! {
        <table class="small-table">
            <thead><tr><th scope="col">"Method"</th><th scope="col">"Kind"</th><th scope="col" class="number">"Amount"</th><th scope="col" class="number">"Count"</th></tr></thead>
            <tbody>{rows.collect_view()}</tbody>
        </table>
    }
    .into_any()
}

fn money(value: Option<&Number>, amounts: &Amounts) -> String {
    value.map_or_else(|| "not told".to_owned(), |value| amounts.money(value))
}
