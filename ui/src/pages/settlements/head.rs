//! The head of a batch: its name, its read time and its actions. The head stays during a refresh, so that the keyboard focus stays.

use leptos::prelude::*;
use tapline_contract::allowed::{self, Sends};
use tapline_contract::amounts::Amounts;
use tapline_contract::settlement::{BatchId, Settlement};

use super::report::{ReportDialog, Reported};
use super::settle::SettleDialog;
use crate::ipc::engine;
use crate::shell::shell;
use crate::widgets::copy::CopyButton;
use crate::widgets::icon::Icon;
use crate::widgets::money::open::OpenCalls;
use crate::widgets::show::live;

const READ_ONLY: &str = "This connection is read only. Choose another safety level for it.";
const WAITS: &str =
    "What became of an earlier call is not known yet. Check it, or close it by hand, before settling.";

/// The open dialog, with the batch as of its opening.
#[derive(Clone)]
enum BatchDialog {
    Settle(Box<Settlement>),
    Report(Reported),
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
    open: OpenCalls,
) -> impl IntoView {
    let shell = shell();
    let state = super::state::settlements(shell);
    let read = move || state.one.reading().words();
    let name = move || record.with(|record| record.as_ref()?.mch_name.clone());
    let known = Memo::new(move |_| record.with(|record| record.as_ref().map(allowed::settle)));
    let hint = move || known.with(|allowed| allowed.as_ref()?.hint().map(str::to_owned));
    // Reason why the unit of amounts forbids settling, by core's rule.
    let money_refused = move || {
        let connection = shell.session.with(|session| Some(session.as_ref()?.connection.clone()))?;
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
        if !open.get().is_empty() {
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
        open.read(shell);
        if let Some(button) = from {
            engine::focus_soon(0, button, "main h1");
        }
    });
    let report = |batch: Settlement| {
        BatchDialog::Report(Reported { batches: vec![batch.batch_id], merchant: batch.mch_name })
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
    let actions = move || {
        is_there.get().then(|| {
            view! {
                <button type="button" id="act-report" disabled=move || read_only().is_some() title=read_only
                    on:click=move |_| ask(report)>"Send report…"</button>
                <button type="button" id="act-settle" class="primary" disabled=move || refusal.get().is_some()
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
            <button type="button" class="plain" on:click=move |_| state.reload(shell)><Icon name="reload"/>"Reload" <kbd aria-hidden="true">"F5"</kbd></button>
            {live(actions)}
        </div>
        <p id="batch-refusal" class="refusals muted">{move || refusal.get()}</p>
        {move || hint().map(|hint| view! { <p class="muted with-icon"><Icon name="info"/>{hint}</p> })}
        {live(dialog)}
    }
}
