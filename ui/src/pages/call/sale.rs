//! A transaction by its id or by the last four digits of its card: among those that are loaded, else read by its id.

use leptos::prelude::*;
use tapline_contract::commands::ListRows;
use tapline_contract::endpoints::GetTransaction;
use tapline_contract::explained::Explained;
use tapline_contract::list::{Filter, ListState, RowsQuery};
use tapline_contract::transaction::{Transaction, TransactionId};

use super::{Way, close};
use crate::ipc;
use crate::pages::transactions;
use crate::paths::Route;
use crate::remote::Remote;
use crate::shell::{Shell, shell};
use crate::widgets::read_failed::ReadFailed;
use crate::widgets::reasons::Sure;

/// Transactions that are offered at most.
const MOST: u32 = 6;

/// What was found among the loaded transactions.
#[derive(Clone, Debug, Default, PartialEq)]
struct Hits {
    total: u32,
    /// Id, card, merchant, status.
    rows: Vec<[String; 4]>,
}

#[component]
pub(super) fn Sales(text: Memo<String>, way: Way) -> impl IntoView {
    let shell = shell();
    transactions::read_known(shell);
    let (hits, one) = (Remote::<Hits>::default(), Remote::<Option<Transaction>>::default());
    let loaded = transactions::loaded(shell);
    let look = move || {
        let (text, list) = (text.get(), loaded.get());
        one.clear();
        hits.read(shell.same_connection(), search(list, text));
    };
    Effect::new(move |_| look());
    // One that is meant is read whole: the list does not have the host's answer.
    let read = move |id: TransactionId| {
        let connection = shell.connection();
        let answer = async move { ipc::api::<GetTransaction>(connection, None, id, (), ()).await.map(Some) };
        one.read(shell.same_connection(), answer);
    };
    let meant = Memo::new(move |_| {
        let typed = text.get();
        hits.with(|hits| match hits.rows.as_slice() {
            [row] if hits.total == 1 => TransactionId::parse(&row[0]),
            _ if typed.len() > 4 && hits.rows.is_empty() && hits.reading_done(typed.as_str()) => {
                TransactionId::parse(&typed)
            }
            _ => None,
        })
    });
    Effect::new(move |_| {
        if let Some(id) = meant.get() {
            read(id);
        }
    });
    let list = move || {
        let found = hits.get();
        let rows = found.rows.into_iter().map(|[id, card, merchant, status]| {
            let words = format!("{id} · {card} · {merchant} · {status}");
            let id = TransactionId::parse(&id);
            let choose = move |_| {
                if let Some(id) = id.clone() {
                    read(id);
                }
            };
            view! { <li><button type="button" class="plain" on:click=choose>{words}</button></li> }
        });
        let rows = (found.total > 1).then(|| view! { <ul class="values">{rows.collect_view()}</ul> });
        let count = loaded.with(|list| list.as_ref().map(|list| list.loaded));
        let told = match (count, found.total) {
            (None, _) => "No transactions are loaded; an id is read from the service.".to_owned(),
            (Some(count), 0) => format!("None of the {count} transactions loaded has it."),
            (Some(count), total) => format!("{total} of the {count} transactions loaded."),
        };
        view! { {rows}<p class="muted caption">{told}</p> }
    };
    let again = Callback::new(move |()| {
        if let Some(id) = meant.get_untracked() {
            read(id);
        }
    });
    view! {
        {move || one.get().map(|record| said(shell, &record, way))}
        <ReadFailed reading=Signal::derive(move || one.reading()) again=again/>
        {list}
    }
}

impl Hits {
    /// Nothing was found, and not merely not yet.
    fn reading_done(&self, typed: &str) -> bool {
        self.total == 0 && !typed.is_empty()
    }
}

async fn search(list: Option<ListState>, text: String) -> Result<Hits, tapline_contract::Failure> {
    let Some(list) = list else { return Ok(Hits::default()) };
    let columns = ["tranId", "accountMasked", "mchName", "tranStatus"].map(str::to_owned).to_vec();
    let of = if text.len() == 4 { "accountMasked" } else { "tranId" };
    let query = RowsQuery {
        list: list.list,
        version: list.version,
        first: 0,
        count: MOST,
        columns,
        sort: None,
        filter: Some(Filter::Contains { columns: vec![of.to_owned()], text }),
    };
    let found = ipc::command::<ListRows>(query).await?;
    let cell = |column: usize, row: usize| {
        found.columns.get(column).and_then(|cells| cells.get(row)?.clone()).unwrap_or_default()
    };
    let rows = (0..found.rows.len()).map(|row| [0, 1, 2, 3].map(|column| cell(column, row))).collect();
    Ok(Hits { total: found.total, rows })
}

fn said(shell: Shell, record: &Transaction, way: Way) -> AnyView {
    let answer = transactions::explain(shell, record).answer;
    let id = record.tran_id.clone();
    let route = Route::Transaction(id.clone());
    let to = route.clone();
    way.set(Some(Callback::new(move |()| shell.nav.go(to.clone()))));
    let grounds = match &answer {
        Explained::Sentence(_) => None,
        Explained::Answer { why, .. } => {
            let rows = why.chain.iter().map(|reason| {
                view! { <li>{reason.words.clone()} " " <span class="muted">{reason.ground.clone()}</span></li> }
            });
            let change =
                why.change.as_ref().map(|change| view! { <p class="grounds">{change.words.clone()}</p> });
            Some(
                view! { <Sure certainty=why.certainty/><ul class="values">{rows.collect_view()}</ul>{change} },
            )
        }
    };
    let path = route.path();
    let go = move |event: web_sys::MouseEvent| {
        event.prevent_default();
        close(shell);
        shell.nav.go(route.clone());
    };
    view! {
        <section class="one">
            <p class="large">{answer.sentence().to_owned()}</p>
            {grounds}
            <p><a href=path on:click=go>{format!("Open {id}")}</a></p>
        </section>
    }
    .into_any()
}
