//! Commands of lists through the door, against real sockets. How lists load, sort and filter: `tapline-lists` tests that.

mod cards;
mod cursor;
mod rows;
mod watching;

use std::sync::Arc;
use std::time::Duration;

use tapline_address::{BaseAddress, Namespace};
use tapline_contract::commands::{GetListState, OpenList};
use tapline_contract::connection::{AmountUnit, ConnectionId, Environment, Safety};
use tapline_contract::list::{ListOf, ListOpening, ListState, LoadState};
use tapline_contract::settlement::SettlementQuery;
use tapline_contract::transaction::TransactionQuery;
use tapline_contract::unit::UnitKnown;
use tapline_contract::{Command, Failure};
use tapline_http::Client;
use tapline_lists::{Lists, RowSource};
use tapline_platform::clock::{Clock, Pace};
use tapline_platform::network::{Network, install_crypto};
use tapline_scripted::listing::{Answer, Service};
use tapline_secrets::Token;
use tempfile::TempDir;
use zeroize::Zeroizing;

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
}

fn attach(host: &Host, service: &Service) -> ConnectionId {
    let attachment = Attachment {
        base_address: service.address.clone(),
        namespace: "acme".to_owned(),
        token: Zeroizing::new("some.token".to_owned()),
        environment: Environment::Sandbox,
        safety: Safety::ReadOnly,
        currency: "EUR".to_owned(),
        unit: AmountUnit::Minor,
        unit_known: UnitKnown::Confirmed,
    };
    host.attach(attachment).unwrap().connection.id
}

/// A page of these records, as JSON.
fn body(records: &[impl AsRef<str>]) -> String {
    let records: Vec<_> = records.iter().map(AsRef::as_ref).collect();
    let (count, records) = (records.len(), records.join(","));
    format!(r#"{{"code":0,"data":{{"total":{count},"records":[{records}],"hasNext":false}}}}"#)
}

/// Rows of a list of these records, without a host.
pub(crate) async fn loaded(of: ListOf, records: &[impl AsRef<str>]) -> Arc<RowSource> {
    let body = body(records);
    let service = Service::of_whole(move || Answer::ok(body.clone())).await;
    let base = BaseAddress::parse(&service.address).unwrap();
    let (token, clock) = (Token::parse("some.token").unwrap(), Clock::system());
    install_crypto();
    let client = Client::new(base, Namespace::default(), Some(token), &Network::default(), clock).unwrap();
    let lists = Lists::default();
    let opened = match of {
        ListOf::Settlements(query) => lists.open_settlements(Arc::new(client), query),
        ListOf::Transactions(query) => lists.open_transactions(Arc::new(client), query),
        ListOf::Activity => panic!("the history is not loaded"),
    };
    let list = lists.get(opened.list).unwrap();
    while list.state().state == LoadState::Loading {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    let (state, rows) = list.now();
    assert_eq!((state.state, state.rows as usize), (LoadState::Complete, records.len()));
    rows
}

fn transactions() -> ListOf {
    ListOf::Transactions(TransactionQuery::default())
}

fn settlements() -> ListOf {
    ListOf::Settlements(SettlementQuery::default())
}
