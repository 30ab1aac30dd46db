//! The page of one batch: its details, the comparison of its figures with its lines, and its actions.
//!
//! The head of a batch: its name, its read time and its actions. The head stays during a refresh, so that the keyboard focus stays.
//!
//! The totals of a batch: its figures next to the sums of its lines, and the lines by payment method.

use leptos::prelude::*;
use tapline_contract::allowed::{self, Sends};
use tapline_contract::amounts::Amounts;
use tapline_contract::batch_sums::{PartCheck, Verdict, checks};
use tapline_contract::endpoints::GetSettlement;
use tapline_contract::field::Number;
use tapline_contract::history::Change;
use tapline_contract::history_rows::asked;
use tapline_contract::record::Record as _;
use tapline_contract::settlement::{BatchId, BatchLine, Settlement};

use super::dialogs::{ReportDialog, ReportSubject, SettleDialog};
use super::month;
use crate::actions::Keys;
use crate::ipc::engine;
use crate::pages::transactions::type_words;
use crate::paths::Route;
use crate::record::raw::as_it_came;
use crate::record::request::{pretty, request};
use crate::record::tabs::RawTabs;
use crate::shell::{Shell, shell};
use crate::show::method_name;
use crate::widgets::copy::CopyButton;
use crate::widgets::facts::{Fact, group};
use crate::widgets::failure::ReadFailed;
use crate::widgets::icon::Icon;
use crate::widgets::links::Crumbs;
use crate::widgets::money::open::{OpenNotes, open_changes};
use crate::widgets::show::live;

#[component]
pub(crate) fn OneSettlement(id: BatchId) -> impl IntoView {
    let shell = shell();
    let state = super::state::settlements(shell);
    state.open(shell, id.clone());
    let again = Callback::new(move |()| state.reload(shell));
    // A running call blocks the action: another try would be a second call about the same money.
    let batch = StoredValue::new(id.to_string());
    let is_about = move |change: &Change| {
        change.endpoint == "Settle" && asked(change, "batchId").is_some_and(|id| id == batch.get_value())
    };
    let open = open_changes(shell).calls(shell, is_about, move || state.reload(shell));
    let of = id.clone();
    let record = Memo::new(move |_| state.record_of(&of));
    let reading = Signal::derive(move || state.one.reading());
    let first = Callback::new(move |()| record.get().map(|record| facts(shell, record)).into_any());
    let raw = Callback::new(move |()| {
        let as_read = |batch: Settlement| {
            as_it_came(
                &pretty(&batch, Settlement::is_exact),
                request::<GetSettlement>(Some(batch.batch_id.as_str()), None),
            )
        };
        record.get().map(as_read).into_any()
    });
    // The tabs stay during a refresh.
    let there = Memo::new(move |_| record.with(Option::is_some));
    let content = move || {
        if there.get() {
            view! { <RawTabs label="Batch" words="Details" first=first raw=raw/> }.into_any()
        } else {
            view! { <p class="muted" role="status">{move || reading.with(|reading| if reading.loading { "Loading…" } else { "" })}</p> }.into_any()
        }
    };
    let words = Callback::new(move |_| format!("Settle batch {}", batch.get_value()));
    view! {
        <div class="page">
            <Crumbs trail=vec![(Route::Settlements, "Settlements".to_owned())] here=id.to_string()/>
            <Head id=id record=record.into() open=open/>
            <ReadFailed reading=reading again=again/>
            <OpenNotes calls=open words=words/>
            {live(content)}
        </div>
    }
}

fn facts(shell: Shell, record: Settlement) -> AnyView {
    let amounts = shell.session.with(|session| {
        session.as_ref().map(|session| Amounts::new(&session.connection, record.currency.as_deref()))
    });
    let state = record.state.as_ref().map(|raw| match month::state(&record) {
        Some(mark) => format!("Likely {} ({raw})", mark.words.to_lowercase()),
        None => format!("{raw} (unclear)"),
    });
    let batch = vec![
        Fact::text("Merchant", record.mch_name.clone()),
        Fact::text("Status", state),
        Fact::moment("Created", record.created_at.clone()),
        Fact::moment("Changed", record.updated_at.clone()),
        Fact::moment("Settled", record.success_time.clone()),
        Fact::text("Currency", record.currency.clone()),
        Fact::id("UUID", record.uuid.clone()),
    ];
    let acquirer = vec![
        Fact::text("Profile", record.profile_name.clone()),
        Fact::text("Profile message", record.profile_message.clone()),
        Fact::id("Acquirer MID", record.acquirer_mid.clone()),
        Fact::id("Acquirer TID", record.acquirer_tid.clone()),
        Fact::id("Acquirer reference", record.acquirer_ref_no.clone()),
        Fact::code("Acquirer code", record.acquirer_code.clone()),
    ];
    view! {
        <div class="facts">
            {amounts.map(|amounts| view! { <Sums batch=record.clone() amounts=amounts/> })}
            {group("Batch", batch)}
            {group("At the acquirer", acquirer)}
        </div>
    }
    .into_any()
}

const READ_ONLY: &str = "This connection is read only. Change its safety level first.";
const WAITS: &str = "Resolve the earlier settlement first.";

/// The open dialog, with the batch as of its opening.
#[derive(Clone)]
enum BatchDialog {
    Settle(Box<Settlement>),
    Report(ReportSubject),
}

impl BatchDialog {
    /// Target of the focus after the dialog closes.
    fn button(&self) -> &'static str {
        match self {
            BatchDialog::Settle(_) => "#act-settle:enabled",
            BatchDialog::Report(_) => "#act-report:enabled",
        }
    }
}

#[component]
pub(super) fn Head(
    id: BatchId,
    /// The batch, once loaded.
    record: Signal<Option<Settlement>>,
    open: Memo<Vec<Change>>,
) -> impl IntoView {
    let shell = shell();
    let state = super::state::settlements(shell);
    let read = move || state.one.reading().words();
    let name = move || record.with(|record| record.as_ref()?.mch_name.clone());
    let known = Memo::new(move |_| record.with(|record| record.as_ref().map(allowed::settle)));
    let hint = move || known.with(|allowed| allowed.as_ref()?.hint().map(str::to_owned));
    // Reason why the unit of amounts forbids settling, by core's rule.
    let money_refused = move || {
        let connection = shell.opened()?;
        record.with(|record| {
            let sums =
                record.iter().flat_map(|batch| [&batch.payment_amt, &batch.refund_amt, &batch.void_amt]);
            let code = record.as_ref().and_then(|batch| batch.currency.as_deref());
            let amounts = Amounts::new(&connection, code);
            allowed::money_after(&connection, Sends::Nothing, amounts.known_currency(), sums.flatten())
                .reason()
                .map(str::to_owned)
        })
    };
    let refusal = Memo::new(move |_| {
        if shell.is_read_only() {
            return Some(READ_ONLY.to_owned());
        }
        if let Some(reason) = money_refused() {
            return Some(reason);
        }
        if open.with(|open| !open.is_empty()) {
            return Some(WAITS.to_owned());
        }
        known.with(|allowed| allowed.as_ref()?.reason().map(str::to_owned))
    });
    let read_only = move || shell.is_read_only().then_some(READ_ONLY);
    let open_dialog = RwSignal::new(None::<BatchDialog>);
    let ask = move |which: fn(Settlement) -> BatchDialog| open_dialog.set(record.get_untracked().map(which));
    let close = Callback::new(move |()| {
        let from = open_dialog.get_untracked().map(|open_dialog| open_dialog.button());
        open_dialog.set(None);
        if let Some(button) = from {
            engine::focus_soon(0, button, "main h1");
        }
    });
    let report = |batch: Settlement| {
        BatchDialog::Report(ReportSubject { batches: vec![batch.batch_id], merchant: batch.mch_name })
    };
    let dialog = move || {
        open_dialog.get().map(|open_dialog| match open_dialog {
            BatchDialog::Settle(batch) => view! { <SettleDialog batch=*batch on_close=close/> }.into_any(),
            BatchDialog::Report(reported) => {
                view! { <ReportDialog reported=reported on_close=close/> }.into_any()
            }
        })
    };
    let text = id.to_string();
    let is_there = Memo::new(move |_| record.with(Option::is_some));
    let is_settled =
        move || record.with(|record| record.as_ref()?.success_time.clone()).is_some_and(|at| !at.is_empty());
    let actions = move || {
        is_there.get().then(|| {
            view! {
                <button type="button" id="act-report" disabled=move || read_only().is_some() title=read_only
                    on:click=move |_| ask(report)>"Send report…"</button>
                <button type="button" id="act-settle" class:primary=move || !is_settled() disabled=move || refusal.get().is_some()
                    title=move || refusal.get() aria-describedby="batch-refusal"
                    on:click=move |_| ask(|batch| BatchDialog::Settle(Box::new(batch)))>"Settle…"</button>
            }
        })
    };
    view! {
        <div class="page-head">
            <div>
                <h1 tabindex="-1">"Batch "{text.clone()}</h1>
                <p class="muted row"><span>{live(name)}</span><span>"batch id "</span><code>{text.clone()}</code><CopyButton text=text/><span>{live(read)}</span></p>
            </div>
            <span class="grow"></span>
            <button type="button" class="plain" on:click=move |_| state.reload(shell)><Icon name="reload"/>"Refresh" <Keys id="reload"/></button>
            {live(actions)}
        </div>
        <p id="batch-refusal" class="refusals muted">{move || refusal.get()}</p>
        {move || hint().map(|hint| view! { <p class="muted with-icon"><Icon name="info"/>{hint}</p> })}
        {live(dialog)}
    }
}

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
        <section class="card whole-row" aria-label="Totals"> <h2>"Totals"</h2>
            {says}
            <table class="small-table">
                <thead><tr><th scope="col">"Type"</th><th scope="col" class="number">"Batch total"</th><th scope="col" class="number">"Count"</th>
                    <th scope="col" class="number">"Sum of lines"</th><th scope="col" class="number">"Count"</th><th scope="col">"Check"</th></tr></thead>
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
            view! { <span class="with-icon good"><Icon name="check"/>"matches"</span> }.into_any()
        }
        Verdict::Differs => {
            view! { <span class="with-icon bad"><Icon name="error"/>"differs"</span> }.into_any()
        }
        Verdict::NotComparable => view! { <span class="muted">"Unclear"</span> }.into_any(),
    });
    view! {
        <tr>
            <th scope="row">{words}</th>
            <td class="number">{money(amount, amounts)}</td>
            <td class="number">{count.map_or_else(|| "Not provided".to_owned(), ToString::to_string)}</td>
            <td class="number">{lines.unwrap_or_else(|| "Not provided".to_owned())}</td>
            <td class="number">{counted.map_or_else(|| "Not provided".to_owned(), |count| count.to_string())}</td>
            <td>{judged}</td>
        </tr>
    }
}

/// Result of the checks, in one sentence.
fn verdict(checks: &[PartCheck]) -> AnyView {
    let any = |verdict| checks.iter().any(|check| check.verdict == verdict);
    let (class, icon, words) = match () {
        () if checks.is_empty() => {
            ("with-icon", "info", "No lines provided, so the totals can't be checked.")
        }
        () if any(Verdict::Differs) => (
            "with-icon bad",
            "error",
            "The lines don't add up to the batch's totals. Ask the acquirer which is right.",
        ),
        () if any(Verdict::NotComparable) => {
            ("with-icon", "info", "Some totals can't be compared with the lines.")
        }
        () => ("with-icon good", "check", "The lines add up to the batch's totals."),
    };
    view! { <p class=class><Icon name=icon/>{words}</p> }.into_any()
}

fn by_method(lines: &[BatchLine], amounts: &Amounts) -> AnyView {
    if lines.is_empty() {
        return view! { <p class="muted">"No lines."</p> }.into_any();
    }
    let rows = lines.iter().map(|line| {
        let method = line.payment_method.as_deref().map_or_else(|| "Not provided".to_owned(), method_name);
        let kind = line.trans_type.as_deref().map_or("Not provided", type_words).to_owned();
        view! {
            <tr>
                <th scope="row">{method}</th>
                <td>{kind}</td>
                <td class="number">{money(line.amount.as_ref(), amounts)}</td>
                <td class="number">{line.count.as_ref().map_or_else(|| "Not provided".to_owned(), ToString::to_string)}</td>
            </tr>
        }
    });
    view! {
        <table class="small-table">
            <thead><tr><th scope="col">"Method"</th><th scope="col">"Type"</th><th scope="col" class="number">"Amount"</th><th scope="col" class="number">"Count"</th></tr></thead>
            <tbody>{rows.collect_view()}</tbody>
        </table>
    }
    .into_any()
}

fn money(value: Option<&Number>, amounts: &Amounts) -> String {
    value.map_or_else(|| "Not provided".to_owned(), |value| amounts.money(value))
}
