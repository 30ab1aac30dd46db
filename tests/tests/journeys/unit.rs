//! The unit of bare amounts: proven by an amount, confirmed by a person, or not known; and what moves money waits for it.

use std::sync::Arc;

use serde_json::{Value, json};
use tapline_contract::amounts::Amounts;
use tapline_contract::commands::{
    ConfirmUnit, Connect, FindUnit, GetDesk, GetListState, ListRows, NewConnection, OpenList, PasteToken,
    SaveConnection, SignOfLife, TestAmounts,
};
use tapline_contract::connection::{AmountUnit, Connection, ConnectionId, Safety};
use tapline_contract::endpoints::{GetTransaction, ListTransactions, RefundTransaction};
use tapline_contract::form::money::RefundForm;
use tapline_contract::list::{ListOf, ListOpening, RowsQuery};
use tapline_contract::presence::Hands;
use tapline_contract::secret::Secret;
use tapline_contract::transaction::{RefundDraft, Transaction, TransactionId, TransactionQuery};
use tapline_contract::unit::{UnitConfirmation, UnitKnown};
use tapline_contract::{Call, Failure, FailureKind};
use tapline_scripted::Server;
use tapline_tests::reference::{Operation, Reference, TOKEN};

use crate::test_core::{TestCore, eventually, operation, typed};

const SALE: &str = "T1002";

struct Run {
    service: Arc<Reference>,
    server: Server,
    core: TestCore,
    id: ConnectionId,
}

/// All amounts of the service, transactions and batches.
fn counts(service: &Reference, amount: &Value) {
    service.world(|world| {
        for transaction in &mut world.transactions {
            transaction["amount"]["value"] = amount.clone();
            transaction["actions"][0]["amount"]["value"] = amount.clone();
        }
    });
}

impl Run {
    /// A connection whose unit is unknown.
    async fn on(amount: Value) -> Run {
        let service = Reference::start();
        counts(&service, &amount);
        let server = Server::start(service.behavior());
        let core = TestCore::new();
        let id = core.command::<NewConnection>(()).await.unwrap();
        let run = Run { service, server, core, id };
        run.token(&run.core).await;
        let unknown = Connection { unit_known: UnitKnown::No, ..run.typed() };
        run.core.command::<SaveConnection>(unknown).await.unwrap();
        run.core.command::<Connect>(run.id.clone()).await.unwrap();
        run
    }

    fn typed(&self) -> Connection {
        typed(&self.id, &self.server.http(), Safety::Confirm)
    }

    async fn token(&self, core: &TestCore) {
        core.shell.copy(TOKEN);
        core.command::<PasteToken>(self.id.clone()).await.unwrap();
    }

    async fn saved(&self) -> Connection {
        let core = self.core.command::<GetDesk>(()).await.unwrap();
        core.connections.into_iter().find(|connection| connection.id == self.id).unwrap()
    }

    async fn confirm(&self, unit: AmountUnit) -> Result<UnitKnown, Failure> {
        let said = UnitConfirmation { connection: self.id.clone(), unit };
        Ok(self.core.command::<ConfirmUnit>(said).await?.connection.unit_known)
    }

    async fn sale(&self) -> Transaction {
        let id = TransactionId::parse(SALE).unwrap();
        let call = Call::<GetTransaction>::new(self.id.clone(), id, (), ());
        let text = serde_json::to_string(&call).unwrap();
        let answer = self.core.host.invoke("GetTransaction", None, &text).await.unwrap();
        serde_json::from_str(&answer).unwrap()
    }

    /// Amount typed in the window, as far as it becomes a number at all.
    fn draft(sale: &Transaction, typed: &str, connection: &Connection) -> Option<RefundDraft> {
        let form = RefundForm {
            amount: typed.to_owned(),
            reason: "Broken glass".to_owned(),
            admin_pwd: Secret::new("correct horse".to_owned()),
        };
        form.draft(sale, &Amounts::new(connection, Some("USD"))).ok()
    }

    async fn refund(&self, draft: RefundDraft) -> Result<String, Failure> {
        let id = TransactionId::parse(SALE).unwrap();
        let call = Call::<RefundTransaction>::new(self.id.clone(), id, draft, None);
        let text = serde_json::to_string(&call).unwrap();
        let answer = self.core.host.invoke("RefundTransaction", Some(&operation().0), &text).await;
        answer.map_err(|text| serde_json::from_str(&text).unwrap())
    }

    fn sent(&self) -> Vec<String> {
        let seen = self.server.seen();
        let refunds = seen.requests_to("POST", &format!("/api/v2/order/refund/{SALE}"));
        refunds.iter().map(|request| String::from_utf8(request.body.clone()).unwrap()).collect()
    }
}

fn dime() -> RefundDraft {
    serde_json::from_value(
        json!({"refundAmount": 10, "refundReason": "Broken glass", "adminPwd": "correct horse"}),
    )
    .unwrap()
}

/// The hostile story: under minor units "0.10" would be sent as 10.
#[tokio::test]
async fn a_service_that_sends_fractions_gets_ten_cents_and_not_ten() {
    let run = Run::on(json!(13.34)).await;
    let unknown = run.saved().await;
    assert_eq!(unknown.unit_known, UnitKnown::No);
    let sale = run.sale().await;
    assert!(Run::draft(&sale, "0.10", &unknown).is_none(), "typed money is no number without a unit");
    assert_eq!(run.refund(dime()).await.unwrap_err().kind, FailureKind::UnitNotKnown);
    assert_eq!(run.sent(), [""; 0]);

    let found = run.core.command::<FindUnit>(run.id.clone()).await.unwrap();
    assert_eq!(found.session.connection.unit, AmountUnit::Major);
    let proven = run.saved().await;
    assert_eq!((proven.unit, proven.unit_known), (AmountUnit::Major, UnitKnown::Proven));
    run.refund(Run::draft(&sale, "0.10", &proven).unwrap()).await.unwrap();
    assert!(run.sent()[0].starts_with(r#"{"refundAmount":0.10,"#), "{:?}", run.sent());
    assert_eq!(run.service.deviations(), [""; 0]);
    run.core.forget(&run.id).await;
}

#[tokio::test]
async fn whole_numbers_prove_nothing_and_money_waits_for_a_person() {
    let run = Run::on(json!(1334)).await;
    let before = run.core.command::<TestAmounts>(run.typed()).await.unwrap();
    assert_eq!((before.proven, before.samples.len()), (None, 1), "the same amount is shown once");
    assert_eq!(before.samples[0].both(&run.typed()).unwrap(), ("13.34 EUR".into(), "1,334.00 EUR".into()));
    let found = run.core.command::<FindUnit>(run.id.clone()).await.unwrap();
    assert_eq!(found.session.connection.unit_known, UnitKnown::No);
    assert_eq!(run.refund(dime()).await.unwrap_err().kind, FailureKind::UnitNotKnown);

    assert_eq!(run.confirm(AmountUnit::Minor).await.unwrap(), UnitKnown::Confirmed);
    assert_eq!(run.saved().await.unit_known, UnitKnown::Confirmed);
    run.refund(dime()).await.unwrap();
    assert_eq!(run.sent().len(), 1);
    run.core.forget(&run.id).await;
}

/// Without transactions, batches show the unit; without either, a person may still enter it.
#[tokio::test]
async fn batches_tell_where_there_are_no_transactions() {
    let run = Run::on(json!(1334)).await;
    run.service.world(|world| world.transactions.clear());
    let found = run.core.command::<FindUnit>(run.id.clone()).await.unwrap();
    assert!(found.samples.iter().all(|sample| sample.of.starts_with("batch ")), "{found:?}");
    assert!(!found.samples.is_empty());
    run.service.world(|world| world.batches.clear());
    assert_eq!(run.core.command::<FindUnit>(run.id.clone()).await.unwrap().samples, []);
    assert_eq!(run.confirm(AmountUnit::Major).await.unwrap(), UnitKnown::Confirmed);
    assert_eq!(run.service.deviations(), [""; 0]);
    run.core.forget(&run.id).await;
}

/// Seen in an answer or in the rows of a list: it stops money at once, and after a restart.
#[tokio::test]
async fn a_fraction_seen_later_stops_money_until_a_person_looks() {
    for in_rows in [false, true] {
        let mut run = Run::on(json!(1334)).await;
        run.confirm(AmountUnit::Minor).await.unwrap();
        counts(&run.service, &json!(13.34));
        if in_rows {
            rows(&run).await;
        } else {
            let query = TransactionQuery::default();
            run.core.read::<ListTransactions>(&run.id, query).await.unwrap();
        }
        let attention = run.core.command::<SignOfLife>(Hands::Active).await.unwrap();
        assert!(attention.unit_contradicted, "{in_rows}");
        let refused = run.refund(dime()).await.unwrap_err();
        assert_eq!(refused.kind, FailureKind::UnitNotKnown);
        assert!(refused.sentence.contains("amount with a fraction"), "{}", refused.sentence);
        assert_eq!(run.confirm(AmountUnit::Minor).await.unwrap_err().kind, FailureKind::BadInput);

        let Run { service, server, core, id } = run;
        run = Run { service, server, core: core.restarted(), id };
        run.token(&run.core).await;
        run.core.command::<Connect>(run.id.clone()).await.unwrap();
        assert_eq!(run.saved().await.unit_known, UnitKnown::Contradicted);
        assert_eq!(run.refund(dime()).await.unwrap_err().kind, FailureKind::UnitNotKnown);
        assert_eq!(run.sent(), [""; 0]);
        assert_eq!(run.confirm(AmountUnit::Major).await.unwrap(), UnitKnown::Confirmed);
        assert_eq!(run.saved().await.unit, AmountUnit::Major);
        run.core.forget(&run.id).await;
    }
}

/// The rows that a window would show.
async fn rows(run: &Run) {
    let opening =
        ListOpening { connection: run.id.clone(), of: ListOf::Transactions(TransactionQuery::default()) };
    let opened = run.core.command::<OpenList>(opening).await.unwrap();
    let state = eventually(async || {
        let state = run.core.command::<GetListState>(opened.list).await.unwrap();
        (state.rows > 0).then_some(state)
    });
    let state = state.await;
    let query = RowsQuery {
        list: state.list,
        version: state.version,
        first: 0,
        count: 10,
        columns: vec!["tranId".to_owned(), "amount.value".to_owned()],
        sort: None,
        filter: None,
    };
    run.core.command::<ListRows>(query).await.unwrap();
}

/// The amount is read again right before a refund is sent: what it says then counts too.
#[tokio::test]
async fn a_fraction_in_the_last_read_before_a_refund_stops_it() {
    let run = Run::on(json!(1334)).await;
    run.confirm(AmountUnit::Minor).await.unwrap();
    counts(&run.service, &json!(13.34));
    let outcome = run.refund(dime()).await;
    let told = outcome.clone().unwrap_or_else(|failure| failure.sentence);
    assert!(told.contains("amount with a fraction") || told.contains("More than the original"), "{told}");
    assert_eq!(run.sent(), [""; 0]);
    assert_eq!(run.saved().await.unit_known, UnitKnown::Contradicted);
    run.core.forget(&run.id).await;
}

/// Another service counts as it will, whatever the form still says.
#[tokio::test]
async fn a_new_address_forgets_the_unit() {
    let run = Run::on(json!(1334)).await;
    run.confirm(AmountUnit::Minor).await.unwrap();
    let moved = Connection { namespace: "elsewhere".to_owned(), ..run.saved().await };
    run.core.command::<SaveConnection>(moved.clone()).await.unwrap();
    assert_eq!(run.saved().await.unit_known, UnitKnown::No);
    // Said once more, it is of the new one.
    run.core.command::<SaveConnection>(moved).await.unwrap();
    assert_eq!(run.saved().await.unit_known, UnitKnown::Confirmed);
    assert_eq!(Operation::named("RefundTransaction").sent(&run.server.seen()), 0);
    run.core.forget(&run.id).await;
}
