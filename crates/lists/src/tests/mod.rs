//! Lists from a service to windows, against real sockets.

mod cells;
mod columns;
mod days;
mod figures;
mod loading;
mod paging;
mod reader;
mod sample;
mod waiting;
mod windows;

use std::sync::Arc;
use std::time::Duration;

use tapline_address::{BaseAddress, Namespace};
use tapline_contract::endpoints::ListTransactions;
use tapline_contract::list::{Filter, ListState, LoadState, RowsQuery, Sort};
use tapline_contract::rows::Rows;
use tapline_contract::transaction::TransactionQuery;
use tapline_http::Client;
use tapline_platform::clock::{Clock, Pace};
use tapline_platform::network::{Network, install_crypto};
use tapline_scripted::listing::Service;
use tapline_secrets::Token;

use super::schema::WholeList as _;
use super::{BadQuery, List, Lists};

struct TestLists {
    lists: Lists,
    client: Arc<Client>,
}

impl TestLists {
    /// Lists of this service.
    fn at(service: &Service) -> TestLists {
        TestLists { lists: Lists::default(), client: TestLists::client(service) }
    }

    fn client(service: &Service) -> Arc<Client> {
        let base = BaseAddress::parse(&service.address).unwrap();
        let token = Token::parse("some.token").unwrap();
        install_crypto();
        let clock = Clock::fast(Pace { waits: 60_000, deadlines: 1, jitter: Some(1.0) });
        Arc::new(Client::new(base, Namespace::default(), Some(token), &Network::default(), clock).unwrap())
    }

    fn open(&self) -> ListState {
        self.lists.open_transactions(Arc::clone(&self.client), TransactionQuery::default())
    }

    fn list(&self, list: &ListState) -> Arc<List> {
        self.lists.get(list.list).unwrap()
    }

    /// State once `is` is true of it.
    async fn until(&self, list: &ListState, is: impl Fn(&ListState) -> bool) -> ListState {
        loop {
            let state = self.list(list).state();
            if is(&state) {
                return state;
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }

    /// Opens a list and waits until it is not loading any more.
    async fn load(&self) -> ListState {
        let opened = self.open();
        self.until(&opened, |state| state.state != LoadState::Loading).await
    }

    async fn cancel(&self, list: &ListState) -> ListState {
        self.list(list).stop().await;
        self.list(list).state()
    }

    /// `None` for a version that is gone.
    fn window(&self, query: &RowsQuery) -> Option<Result<Rows, BadQuery>> {
        Some(self.lists.get(query.list)?.version(query.version)?.window(query))
    }

    fn rows(
        &self,
        list: &ListState,
        columns: &[&str],
        sort: Option<Sort>,
        filter: Option<Filter>,
    ) -> Option<Result<Rows, BadQuery>> {
        let columns = columns.iter().map(|column| (*column).to_owned()).collect();
        let (list, version) = (list.list, list.version);
        self.window(&RowsQuery { list, version, first: 0, count: 500, columns, sort, filter })
    }

    /// A row of the list, with every column.
    fn row(&self, list: &ListState, row: u32) -> Vec<Option<String>> {
        let columns = cells::columns(ListTransactions::SCHEMA).into_iter().map(str::to_owned).collect();
        let (list, version) = (list.list, list.version);
        let query = RowsQuery { list, version, first: row, count: 1, columns, sort: None, filter: None };
        let rows = self.window(&query).unwrap().unwrap();
        rows.row(0).map(|cell| cell.map(str::to_owned)).collect()
    }

    fn ids(&self, list: &ListState) -> Vec<String> {
        let rows = self.rows(list, &["tranId"], None, None).unwrap().unwrap();
        rows.column(0).flatten().map(str::to_owned).collect()
    }
}
