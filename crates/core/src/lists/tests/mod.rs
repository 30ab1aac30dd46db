//! Lists from a service to windows: through the host, against real sockets.

mod cards;
mod cells;
mod columns;
mod cursor;
mod figures;
mod known;
mod loading;
mod paging;
mod reader;
mod replay;
mod sample;
mod service;
mod watching;
mod windows;

use std::sync::Arc;
use std::time::Duration;

use tapline_address::{BaseAddress, Namespace};
use tapline_contract::commands::{CancelList, GetListState, ListRows, OpenList};
use tapline_contract::connection::{AmountUnit, ConnectionId, Environment, Safety};
use tapline_contract::endpoints::ListTransactions;
use tapline_contract::list::{Filter, ListOf, ListOpening, ListState, LoadState, RowsQuery, Sort};
use tapline_contract::rows::Rows;
use tapline_contract::transaction::TransactionQuery;
use tapline_contract::{Command, Failure};
use tapline_http::Client;
use tapline_platform::clock::Clock;
use tapline_platform::clock::Pace;
use tapline_platform::network::Network;
use tapline_secrets::Token;
use tempfile::TempDir;
use zeroize::Zeroizing;

use self::service::Service;
use super::kind::WholeList as _;
use crate::attach::Attachment;
use crate::host::Host;
use crate::ports::Ports;

struct TestApp {
    host: Host,
    connection: ConnectionId,
    _folder: TempDir,
}

impl TestApp {
    /// With the service open.
    fn at(service: &Service) -> TestApp {
        let folder = tempfile::tempdir().unwrap();
        let ports = Ports {
            export_folders: Box::new({
                let path = folder.path().join("exports");
                move || vec![path.clone()]
            }),
            clock: Clock::fast(Pace { waits: 60_000, deadlines: 1, jitter: Some(1.0) }),
            ..Ports::headless()
        };
        let host = Host::open(folder.path(), ports).unwrap();
        let connection = attach(&host, service);
        TestApp { host, connection, _folder: folder }
    }

    /// The service as a list sees it, for lists of a test's own.
    fn client(service: &Service) -> Arc<Client> {
        let base = BaseAddress::parse(&service.address).unwrap();
        let token = Token::parse("some.token").unwrap();
        let clock = Clock::system();
        Arc::new(Client::new(base, Namespace::default(), Some(token), &Network::default(), clock).unwrap())
    }

    async fn ask<C: Command>(&self, input: C::Input) -> Result<C::Output, Failure> {
        let answer = self.host.answer(C::NAME, None, &serde_json::to_string(&input).unwrap()).await;
        answer.map(|bytes| C::read(&bytes).unwrap()).map_err(|text| serde_json::from_str(&text).unwrap())
    }

    async fn open(&self) -> ListState {
        let of = ListOf::Transactions(TransactionQuery::default());
        self.ask::<OpenList>(ListOpening { connection: self.connection.clone(), of }).await.unwrap()
    }

    /// State once `is` is true of it.
    async fn until(&self, list: &ListState, is: impl Fn(&ListState) -> bool) -> ListState {
        loop {
            let state = self.ask::<GetListState>(list.list).await.unwrap();
            if is(&state) {
                return state;
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }

    /// Opens a list and waits until it is not loading any more.
    async fn load(&self) -> ListState {
        let opened = self.open().await;
        self.until(&opened, |state| state.state != LoadState::Loading).await
    }

    async fn cancel(&self, list: &ListState) -> ListState {
        self.ask::<CancelList>(list.list).await.unwrap()
    }

    async fn rows(
        &self,
        list: &ListState,
        columns: &[&str],
        sort: Option<Sort>,
        filter: Option<Filter>,
    ) -> Result<Rows, Failure> {
        let columns = columns.iter().map(|column| (*column).to_owned()).collect();
        let (list, version) = (list.list, list.version);
        self.ask::<ListRows>(RowsQuery { list, version, first: 0, count: 500, columns, sort, filter }).await
    }

    /// A row of the list, with every column.
    async fn row(&self, list: &ListState, row: u32) -> Vec<Option<String>> {
        let columns = cells::columns(ListTransactions::SCHEMA).into_iter().map(str::to_owned).collect();
        let (list, version) = (list.list, list.version);
        let query = RowsQuery { list, version, first: row, count: 1, columns, sort: None, filter: None };
        let rows = self.ask::<ListRows>(query).await.unwrap();
        rows.row(0).map(|cell| cell.map(str::to_owned)).collect()
    }

    async fn ids(&self, list: &ListState) -> Vec<String> {
        let rows = self.rows(list, &["tranId"], None, None).await.unwrap();
        rows.column(0).flatten().map(str::to_owned).collect()
    }
}

fn attach(host: &Host, service: &Service) -> ConnectionId {
    host.attach(attachment(service)).unwrap().connection.id
}

fn attachment(service: &Service) -> Attachment {
    Attachment {
        base_address: service.address.clone(),
        namespace: "acme".to_owned(),
        token: Zeroizing::new("some.token".to_owned()),
        environment: Environment::Sandbox,
        safety: Safety::ReadOnly,
        currency: "EUR".to_owned(),
        unit: AmountUnit::Minor,
        unit_known: tapline_contract::unit::UnitKnown::Confirmed,
    }
}
