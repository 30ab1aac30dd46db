//! Transactions: the list. A transaction opens next to it, and as a separate page.

mod columns;
mod one;
mod side_by_side;
mod state;
mod strip;

use leptos::prelude::*;
use tapline_contract::emv_config::EmvId;
use tapline_contract::list::{ListOf, ListState};
use tapline_contract::transaction::{Transaction, TransactionId, TransactionQuery};

pub(crate) use self::columns::{cvm_words, status_mark, type_words};
pub(crate) use self::one::{
    CardPlace, Journal, SecondTrySearch, answered, configurations, deciding_fields, details, handed,
    look_for, sale_card,
};
use crate::effect::effect;
use crate::parts::part;
use crate::paths::Route;
use crate::shell::areas::Area;
use crate::shell::{Shell, shell};
use crate::used;
use crate::widgets::grid::address::filtered;
use crate::widgets::grid::column::ListSpec;
use crate::widgets::grid::filter::filters_now;
pub(crate) use crate::widgets::grid::in_core::Coming;
use crate::widgets::grid::page::ListPage;
use crate::widgets::grid::view::GridView;

pub(crate) const AREA: Area = Area {
    place: Route::Transactions,
    icon: "card",
    title: "Transactions",
    by_id: Some(("transaction", |id| TransactionId::parse(id).map(Route::Transaction))),
    ahead: Some(|| ListOf::Transactions(TransactionQuery::default())),
    page: part!(money, page),
    inner: None,
};

/// The loaded transactions, for searches among them.
pub(crate) fn loaded(shell: Shell) -> Signal<Option<ListState>> {
    let list = state::transactions(shell).list;
    Signal::derive(move || list.loaded())
}

/// Loading state of the list.
pub(crate) fn coming(shell: Shell) -> Signal<Coming> {
    let list = state::transactions(shell).list;
    Signal::derive(move || list.coming_now())
}

/// Reads the list for a search, unless it is loaded or loading.
pub(crate) fn read_for_search(shell: Shell) {
    let transactions = state::transactions(shell);
    if untrack(|| shell.session.with(Option::is_some)) && !transactions.list.is_requested() {
        let query = untrack(|| service_query(shell, transactions.view));
        transactions.list.read(shell, ListOf::Transactions(query));
    }
}

/// Loads the transactions again.
pub(crate) fn refresh(shell: Shell) {
    state::transactions(shell).list.reload(shell);
}

/// Days and other filters of the service in the loaded list, as the query has them.
pub(crate) fn query(shell: Shell) -> Option<TransactionQuery> {
    state::transactions(shell).list.query()
}

/// The list with the sales of one merchant, as a query loaded them.
pub(crate) fn of_merchant(name: &str, query: &TransactionQuery) -> String {
    let mut all = columns::filters(query);
    all.push(("mchName", name.to_owned()));
    let all: Vec<_> = all.iter().map(|(key, value)| (*key, value.as_str())).collect();
    filtered(&all)
}

/// Reads the records that connect a transaction with its configurations.
pub(crate) fn read_known(shell: Shell) {
    one::state::open_transaction(shell).read_known(shell);
    used::read_all(shell);
}

/// Opens a field of a configuration that may have decided this transaction.
pub(crate) fn open_field(shell: Shell, record: &Transaction, id: &EmvId, key: &str) {
    one::open_field(shell, record, id, key);
}

fn page(route: Route) -> AnyView {
    match route {
        Route::Transaction(id) => view! { <one::OneTransaction id=id/> }.into_any(),
        _ => view! { <Transactions/> }.into_any(),
    }
}

const LIST: ListSpec = ListSpec {
    id: "transactions",
    title: "Transactions",
    noun: ["transaction", "transactions"],
    find: "Filter by id, card, amount…",
    none_yet: "No transactions yet. The first payment on one of this owner's terminals appears here.",
    filters: columns::FILTERS,
    renamed: &[],
};

#[component]
pub(crate) fn Transactions() -> impl IntoView {
    let shell = shell();
    let transactions = state::transactions(shell);
    let view = transactions.view;
    let reload = Callback::new(move |()| transactions.list.reload(shell));
    let source = transactions
        .list
        .source(&LIST, columns::COLUMNS, view, reload)
        .with_beside(&side_by_side::BESIDE)
        .with_days(Signal::derive(move || transactions.list.days_line(view.order.with(Option::is_some))));
    // Another query is another list.
    let query = Memo::new(move |_| service_query(shell, view));
    effect(move || transactions.list.read(shell, ListOf::Transactions(query.get())));
    transactions.list.read_days(shell);
    let above = move || view! { <strip::AmountStrip view=view list=transactions.list source=source/> };
    view! { <ListPage list=&LIST view=view source=source route=route pane=Some(pane) note=above/> }
}

/// Query for the service, with the days that the filters mean now.
fn service_query(shell: Shell, view: GridView) -> TransactionQuery {
    view.filters.with(|set| columns::query(&filters_now(&LIST, set, shell.time())))
}

fn route(key: &str) -> Route {
    TransactionId::parse(key).map_or(Route::Transactions, Route::Transaction)
}

fn pane(key: String) -> AnyView {
    TransactionId::parse(&key).map(|id| view! { <one::TransactionPane id=id/> }).into_any()
}
