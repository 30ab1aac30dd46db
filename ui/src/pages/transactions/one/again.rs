//! The second try of a sale: a decline that requested a PIN, and the sale with the PIN. Searched among the loaded transactions; without a
//! match nothing is shown. The rule is [`tapline_contract::explained::again`].

use leptos::prelude::*;
use tapline_contract::Failure;
use tapline_contract::commands::ListRows;
use tapline_contract::connection::ConnectionId;
use tapline_contract::endpoints::GetTransaction;
use tapline_contract::explained::again::{self, Again, MEMBERS, MOST_ROWS};
use tapline_contract::list::{Filter, ListId, RowsQuery};
use tapline_contract::transaction::Transaction;

use super::facts::TransactionLink;
use crate::effect::effect;
use crate::ipc;
use crate::pages::transactions;
use crate::remote::Remote;
use crate::shell::shell;
use crate::widgets::show::live;

/// The second try, for the sentence and for the handover.
pub(super) type SecondTrySearch = Remote<Option<Again>>;

/// Searches whenever the list has other rows.
pub(super) fn look_for(record: StoredValue<Transaction>) -> SecondTrySearch {
    let shell = shell();
    let found = SecondTrySearch::default();
    let loaded = transactions::loaded(shell);
    // Rows appended to the list don't change its version.
    let list = Memo::new(move |_| loaded.with(|list| list.as_ref().map(|list| (list.list, list.version))));
    if record.with_value(|record| again::wanted(record).is_some()) {
        effect(move || {
            let Some(list) = list.get() else { return };
            let (connection, of) = (shell.connection(), record.get_value());
            found.read(shell.same_connection(), async move { find(connection, list, of).await });
        });
    }
    found
}

#[component]
pub(super) fn SecondTry(record: StoredValue<Transaction>, found: SecondTrySearch) -> impl IntoView {
    let id = record.with_value(|record| record.tran_id.clone());
    live(move || {
        found.get().map(|again| {
            let other = again.other(&id).clone();
            view! { <p class="note-line">{again.from(&id)} " " <TransactionLink id=other/></p> }
        })
    })
}

async fn find(
    connection: ConnectionId,
    (list, version): (ListId, u64),
    of: Transaction,
) -> Result<Option<Again>, Failure> {
    let equals = |column: &str, value: Option<String>| Filter::Equals { column: column.to_owned(), value };
    let amount = of.amount.as_ref().and_then(|amount| amount.value.clone());
    let filters = vec![
        equals("accountMasked", of.account_masked.clone()),
        equals("mchName", of.mch_name.clone()),
        Filter::Between { column: "amount.value".to_owned(), least: amount.clone(), most: amount },
    ];
    let query = RowsQuery {
        list,
        version,
        first: 0,
        count: MOST_ROWS,
        columns: MEMBERS.map(str::to_owned).to_vec(),
        sort: None,
        filter: Some(Filter::All(filters)),
    };
    let window = ipc::command::<ListRows>(query).await?;
    let rows: Vec<Transaction> = (0..window.rows.len())
        .filter_map(|row| {
            let cells = window.row(row).map(|cell| cell.map(str::to_owned));
            again::of_row(&cells.collect::<Vec<_>>())
        })
        .collect();
    let mut whole = Vec::new();
    for id in again::may_be(&of, &rows) {
        // An unreadable transaction counts as no match.
        whole.extend(ipc::api::<GetTransaction>(connection.clone(), None, id, (), ()).await.ok());
    }
    Ok(again::nearest(&of, &whole))
}
