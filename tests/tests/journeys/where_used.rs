//! Users of a record: put together from lists, terminals read in the background, read again after a change of ours.

use tapline_contract::acquirer::{AcquirerId, AcquirerQuery};
use tapline_contract::commands::{FindAllUsers, FindCountries, FindSaleTerminals, FindUsage, FindUsers};
use tapline_contract::connection::ConnectionId;
use tapline_contract::emv_config::EmvId;
use tapline_contract::endpoints::{GetTransaction, ListAcquirers, UpdateAcquirer};
use tapline_contract::profile::ProfileId;
use tapline_contract::transaction::TransactionId;
use tapline_contract::where_used::{
    AllUsers, AllUsersQuery, By, CountriesQuery, SaleAt, SaleTerminalsQuery, UsageQuery, UsedRecord,
    UsersCountry, UsersCurrency, WhereUsed, WhereUsedQuery,
};
use tapline_contract::{Call, Endpoint as _};

use crate::test_core::{TestCore, eventually, operation};

fn query(connection: &ConnectionId, of: &UsedRecord, all_terminals: bool) -> WhereUsedQuery {
    WhereUsedQuery { connection: connection.clone(), of: of.clone(), again: false, all_terminals }
}

/// Asks until nothing is being read any more.
async fn users(core: &TestCore, connection: &ConnectionId, of: UsedRecord, all: bool) -> WhereUsed {
    let of = &of;
    eventually(|| async move {
        let found = core.command::<FindUsers>(query(connection, of, all)).await.unwrap();
        (!found.reading).then_some(found)
    })
    .await
}

#[tokio::test]
async fn a_configuration_leads_to_its_terminals() {
    let core = TestCore::new();
    let id = core.open_sandbox().await;
    let emv = |id: u64| UsedRecord::Emv(EmvId::from(id));
    for (of, expected) in [
        (emv(12), "1 acquirer profile, 2 profiles, 6 terminals of 3 merchants"),
        // The merchant runs Discover over it, and none of its terminals takes that.
        (emv(52), "1 acquirer profile, 1 merchant"),
        // Its acquirer profile is unused.
        (emv(33), "1 acquirer profile"),
        (emv(19), "no records"),
        (UsedRecord::Acquirer(AcquirerId::from(303)), "2 profiles, 4 terminals of 2 merchants"),
    ] {
        let found = users(&core, &id, of.clone(), false).await;
        assert_eq!(found.counts(), expected, "{of:?} {found:?}");
        assert!(found.is_whole() && found.progress().is_none(), "{found:?}");
    }
    let found = users(&core, &id, emv(12), false).await;
    let UsersCurrency::Agreed(currency) = found.currency() else { panic!("{found:?}") };
    assert_eq!(currency.code(), "EUR");
    assert_eq!(found.checked_terminals().unwrap().len(), 6);
}

/// One list for all of them, and what was read of single ones counts from then on.
#[tokio::test]
async fn the_users_of_all_configurations_come_at_once() {
    let core = TestCore::new();
    let id = core.open_sandbox().await;
    let all = || core.command::<FindAllUsers>(AllUsersQuery { connection: id.clone(), again: false });
    let said = |currency: UsersCurrency| match currency {
        UsersCurrency::Agreed(currency) => currency.code().to_owned(),
        other => format!("{other:?}"),
    };
    let found = all().await.unwrap();
    assert!(found.missing.is_empty());
    assert_eq!(said(found.currency(&EmvId::from(12))), "EUR");
    assert_eq!(found.currency(&EmvId::from(19)), UsersCurrency::Unused);
    let shares = |one: u64, other: u64| {
        let users = |id: u64| found.users(&EmvId::from(id)).cloned();
        found.share_profile(users(one).as_ref(), users(other).as_ref())
    };
    assert_eq!([shares(13, 18), shares(13, 33), shares(13, 19)], [Some(true), Some(false), Some(false)]);
    // Values that all terminals share are known once these were read.
    let agreeing = |found: &AllUsers| found.used.iter().filter(|one| !one.terminals.is_empty()).count();
    assert_eq!(agreeing(&found), 0);
    for one in &found.used {
        users(&core, &id, UsedRecord::Emv(one.id.clone()), false).await;
    }
    assert!(agreeing(&all().await.unwrap()) > 0);
}

#[tokio::test]
async fn the_countries_of_all_configurations_come_once_their_terminals_were_read() {
    let core = TestCore::new();
    let id = core.open_sandbox().await;
    let query = || CountriesQuery { connection: id.clone(), all_terminals: false };
    let first = core.command::<FindCountries>(query()).await.unwrap();
    assert!(first.reading && first.of.is_empty(), "{first:?}");
    let (core, query) = (&core, &query);
    let found = eventually(|| async move {
        let found = core.command::<FindCountries>(query()).await.unwrap();
        (!found.reading).then_some(found)
    })
    .await;
    assert!(found.missing.is_empty() && !found.too_many, "{found:?}");
    assert!(found.concerned > 0 && found.concerned == found.concerned_read, "{found:?}");
    let of =
        |id: u64| found.of.iter().find(|one| one.id == EmvId::from(id)).map(|one| (&one.country, one.whole));
    let agreed = UsersCountry::Agreed { country: "AT".to_owned(), untold: 0 };
    assert_eq!(of(13), Some((&agreed, true)));
    assert_eq!(of(12), Some((&UsersCountry::Differ("DE, NL".to_owned()), true)));
    // Its acquirer profile is unused; the other is in no list.
    assert_eq!(of(33), Some((&UsersCountry::Untold, true)));
    assert_eq!(of(19), None);
}

/// The same links as of each record alone, before and after the terminals were read.
#[tokio::test]
async fn usage_of_all_records_is_one_map() {
    let core = TestCore::new();
    let id = core.open_sandbox().await;
    let query = |has_map| UsageQuery { connection: id.clone(), again: false, all_terminals: false, has_map };
    let first = core.command::<FindUsage>(query(false)).await.unwrap();
    let map = first.map.as_ref().unwrap();
    assert!(first.reading && !first.is_whole() && map.merchants.len() == first.merchants, "{first:?}");
    let (core, query) = (&core, &query);
    let found = eventually(|| async move {
        let found = core.command::<FindUsage>(query(true)).await.unwrap();
        (!found.reading).then_some(found)
    })
    .await;
    assert!(found.is_whole(), "{found:?}");
    let map = found.map.unwrap();
    assert_eq!((map.acquirers.len(), map.merchants.len(), map.terminals.len()), (4, 8, 14));
    for (emv, counts) in [(12, (1, 3, 6)), (52, (1, 1, 0)), (33, (1, 0, 0))] {
        let of = map.configurations.iter().find(|one| one.id == EmvId::from(emv)).unwrap();
        assert_eq!((of.acquirers.len(), of.merchants.len(), of.terminals.len()), counts, "{emv}");
    }
    assert!(map.configurations.iter().all(|one| one.id != EmvId::from(19)), "in no list");
    assert!(map.terminals.iter().all(|one| one.acq_tid.is_some() && one.status.is_some()));
}

/// A transaction names an sdkId that no terminal's record has, and the TID and MID of one of them.
#[tokio::test]
async fn a_sale_leads_to_its_terminal() {
    let core = TestCore::new();
    let id = core.open_sandbox().await;
    let of = TransactionId::parse("T20261101000003").unwrap();
    let call = Call::<GetTransaction>::new(id.clone(), of, (), ());
    let answer = core.host.invoke(GetTransaction::NAME, None, &serde_json::to_string(&call).unwrap()).await;
    let sale = SaleAt::from_transaction(&serde_json::from_str(&answer.unwrap()).unwrap());
    let ask = |sale: SaleAt| SaleTerminalsQuery { connection: id.clone(), sale };
    let first = core.command::<FindSaleTerminals>(ask(sale.clone())).await.unwrap();
    assert!(first.reading && first.found.is_empty(), "{first:?}");
    let (core, ask) = (&core, &ask);
    let found = |sale: SaleAt| async move {
        let sale = &sale;
        eventually(|| async move {
            let found = core.command::<FindSaleTerminals>(ask(sale.clone())).await.unwrap();
            (!found.reading).then_some(found.found)
        })
        .await
    };
    let terminals = found(sale.clone()).await;
    let [one] = terminals.as_slice() else { panic!("{terminals:?}") };
    assert_eq!(
        (one.user.id.as_str(), &*one.merchant, one.by),
        ("CD-K9R4V7PC", "Brauhaus am Ring", By::TidAndMid)
    );
    assert!(one.params().contains_key("amexExReaderCapability"), "{one:?}");
    let elsewhere = SaleAt { acq_tid: "1".to_owned(), ..sale };
    assert!(found(elsewhere).await.is_empty());
}

#[tokio::test]
async fn terminals_of_everyone_are_read_only_when_asked_for() {
    let core = TestCore::new();
    let id = core.open_sandbox().await;
    let profile = || UsedRecord::Profile(ProfileId::parse("prof_retail_de").unwrap());
    let found = users(&core, &id, profile(), false).await;
    assert!(found.too_many && found.terminals.is_empty() && !found.is_whole(), "{found:?}");
    let found = users(&core, &id, profile(), true).await;
    assert_eq!(found.counts(), "4 terminals of 2 merchants", "{found:?}");
    assert!(!found.too_many && found.is_whole());
}

#[tokio::test]
async fn a_change_of_ours_is_seen() {
    let core = TestCore::new();
    let id = core.open_sandbox().await;
    let of = || UsedRecord::Emv(EmvId::from(19));
    assert_eq!(users(&core, &id, of(), false).await.counts(), "no records");
    let all = AcquirerQuery { page_size: Some(-1), ..AcquirerQuery::default() };
    let listed = core.read::<ListAcquirers>(&id, all).await.unwrap().records;
    let seen = listed.iter().find(|one| one.path_id() == Some(&AcquirerId::from(303))).unwrap();
    let mut draft = seen.draft();
    let visa = draft.emv_list.as_mut().unwrap().0.iter_mut().find(|(method, _)| method == "01").unwrap();
    visa.1.push(19_u64.into());
    let call = Call::<UpdateAcquirer>::new(id.clone(), AcquirerId::from(303), draft, Some(seen.clone()));
    let payload = serde_json::to_string(&call).unwrap();
    let outcome = core.host.invoke(UpdateAcquirer::NAME, Some(&operation().0), &payload).await.unwrap();
    assert!(outcome.contains("\"applied\""), "{outcome}");
    let found = users(&core, &id, of(), false).await;
    assert_eq!(found.counts(), "1 acquirer profile, 2 profiles, 4 terminals of 2 merchants");
}
