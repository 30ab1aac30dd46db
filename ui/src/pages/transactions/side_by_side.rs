//! Two transactions side by side: the difference that likely explains the others, then all other differences. Both are loaded whole,
//! because a list has no host code.

use leptos::prelude::*;
use tapline_contract::endpoints::GetTransaction;
use tapline_contract::explained::again::again;
use tapline_contract::explained::{self, Pair, Side};
use tapline_contract::transaction::{Transaction, TransactionId};

use super::one::{Journal, answered, configurations};
use crate::remote::Remote;
use crate::shell::{Shell, shell};
use crate::widgets::copy::CopyButton;
use crate::widgets::facts::{differing, folded};
use crate::widgets::failure::ReadFailed;
use crate::widgets::grid::source::Beside;
use crate::widgets::show::live;
use crate::{ipc, used};

/// Columns of the list that this page covers.
const COVERED: &[&str] = &[
    "amount.value",
    "tranStatus",
    "tranType",
    "entryMode",
    "cvmPerformed",
    "mchName",
    "acqTid",
    "sdkId",
    "aid",
    "tvr",
    "tsi",
];

pub(super) static BESIDE: Beside = Beside { draw: side_by_side, covered: COVERED };

fn side_by_side(keys: [String; 2]) -> AnyView {
    let [one, other] = keys.map(|key| TransactionId::parse(&key));
    match (one, other) {
        (Some(one), Some(other)) => view! { <SideBySide ids=[one, other]/> }.into_any(),
        _ => ().into_any(),
    }
}

#[component]
fn SideBySide(ids: [TransactionId; 2]) -> impl IntoView {
    let shell = shell();
    super::read_known(shell);
    used::read_all(shell);
    let both = Remote::<Option<[Transaction; 2]>>::default();
    let read = move || {
        let (connection, [one, other]) = (shell.connection(), ids.clone());
        both.read(shell.same_connection(), async move {
            let one = ipc::api::<GetTransaction>(connection.clone(), None, one, (), ()).await?;
            let other = ipc::api::<GetTransaction>(connection, None, other, (), ()).await?;
            for record in [&one, &other] {
                used::read_sale_terminals(shell, record);
            }
            Ok(Some([one, other]))
        });
    };
    read();
    let journal = Journal::read(shell, move || {
        let of = |record: &Transaction| configurations(shell, record);
        both.with(|both| both.iter().flatten().flat_map(of).collect())
    });
    let reading = move || {
        let wait = both.with(Option::is_none) && both.reading().loading;
        wait.then(|| view! { <p class="muted" role="status">"Loading both…"</p> })
    };
    view! {
        {live(reading)}
        <ReadFailed reading=Signal::derive(move || both.reading()) again=Callback::new(move |()| read())/>
        {move || both.get().and_then(|both| comparison(shell, &both, journal))}
    }
}

fn comparison(shell: Shell, both: &[Transaction; 2], journal: Journal) -> Option<AnyView> {
    let again = again(&both[0], &both[1]);
    let answer = |at: usize| answered(shell, &both[at], journal, again.as_ref());
    let answers = [answer(0)?, answer(1)?];
    let connection = shell.opened()?;
    let side = |at: usize| Side { record: &both[at], answer: &answers[at].answer, found: &answers[at].found };
    let beside = explained::Beside::new(&connection, [side(0), side(1)]);
    let names = [&both[0], &both[1]].map(|record| record.tran_id.to_string());
    let text = beside.text([&names[0], &names[1]]);
    let notes = [beside.again.clone(), beside.blamed.clone()].into_iter().flatten();
    let notes = notes.map(|sentence| view! { <p class="note-line">{sentence}</p> }).collect_view();
    let differs = beside.differs.into_iter().map(|Pair { label, both }| (label, both)).collect::<Vec<_>>();
    let same = beside.same.into_iter().map(|Pair { label, both: [text, _] }| (label, text)).collect();
    let differs = if differs.is_empty() {
        view! { <p>"No difference explains the results."</p> }.into_any()
    } else {
        differing("Why the results differ", "Explain", names, differs)
    };
    Some(
        view! {
            <section aria-label="Explained side by side">
                <p class="row"><b>"Why the results differ"</b><CopyButton text=text what="the comparison"/></p>
                {notes}
                {differs}
                {folded("Causes that are the same", same)}
            </section>
        }
        .into_any(),
    )
}
