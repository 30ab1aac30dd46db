//! Every sale of the demo month leads to the configurations that decided it, over the documented links: terminal, merchant, acquirer
//! profile, configuration. Puzzles are marked.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use tapline_contract::field::Number;
use tapline_contract::params::ParamsField;
use tapline_contract::record::Record as _;
use tapline_contract::transaction::Transaction;
use tapline_contract::where_used::{By, SaleAt, TerminalPlace};
use tapline_emv::check::limits_of;
use tapline_emv::{Aid, Limits, Outcome, Scheme, aid, limits};

use super::{app, detail, list, text, value};
use crate::seed::{acquirers, devices, emv, merchants};
use crate::shown::SHOWN;
use crate::{FOREIGN_TERMINAL, MONTH, puzzles};

pub(super) fn is_puzzle(sale: &Value) -> bool {
    let card = text(sale, "accountMasked");
    text(sale, "sdkId") == FOREIGN_TERMINAL
        || puzzles()
            .any(|puzzle| card.ends_with(puzzle.sale.0) && Ok(value(sale)) == u64::try_from(puzzle.sale.1))
}

/// Limits of the configurations that take the card of a sale, found as a reader of the interface document would.
fn limits_for(sale: &Value) -> Vec<Limits> {
    let record = Transaction::read(&sale.to_string()).unwrap();
    let sale_at = SaleAt::from_transaction(&record);
    let devices = devices::devices();
    let own: Vec<_> = devices
        .iter()
        .filter(|(_, device)| {
            let ext = device.ext().unwrap();
            let (id, merchant) = (device.device_id.as_str(), &*text(sale, "mchName"));
            sale_at.by(&TerminalPlace {
                id,
                acq_tid: ext.acq_tid.as_deref(),
                acq_mid: ext.acq_mid.as_deref(),
                merchant,
            }) == Some(By::TidAndMid)
        })
        .collect();
    let [(merchant, _)] = own[..] else { panic!("{} terminals took {sale}", own.len()) };
    let merchants = merchants::merchants();
    let merchant = merchants.iter().find(|known| known.mch_id.as_str() == *merchant).unwrap();
    let method = text(sale, "paymentMethod");
    let methods = merchant.supported_payment_methods.as_ref().unwrap();
    let over = methods.iter().find(|known| known.payment_method.as_deref() == Some(&method)).unwrap();
    let profile = over.profile_id.as_ref().and_then(Number::whole);
    let acquirers = acquirers::acquirers();
    let (_, acquirer) = acquirers.iter().find(|(id, _)| Some(u64::from(*id)) == profile).unwrap();
    let ids: BTreeSet<_> =
        acquirer.emv_lists().unwrap().get(&method).unwrap().iter().filter_map(Number::whole).collect();
    let card = Aid::parse(&text(sale, "aid")).unwrap();
    let takes = |config: &crate::store::NewConfig| {
        let aids = config.aid.as_deref().unwrap_or_default();
        config.id.is_some_and(|id| ids.contains(&u64::from(id)))
            && aid::parse_list(aids).iter().flatten().any(|aid| card.starts_with(aid))
    };
    let read = |config: crate::store::NewConfig| {
        limits_of(&ParamsField::read(&config.params).readable().unwrap().values())
    };
    emv::configs().into_iter().filter(takes).filter_map(read).collect()
}

/// True if limits alone decide as the sale went, for a card that was tapped.
fn fits(sale: &Value, limits: Limits) -> bool {
    let outcome =
        limits::outcome(Scheme::from_method(&text(sale, "paymentMethod")).unwrap(), limits, value(sale));
    match (&*text(sale, "tranStatus"), &*text(sale, "cvmPerformed")) {
        // A phone checks its owner at any amount; a decline has other causes too.
        ("DECLINED", _) | (_, "CDCVM") => true,
        (_, "NO_CVM") => outcome != Outcome::Declined && !outcome.asks_cvm(),
        _ => outcome.asks_cvm(),
    }
}

#[test]
fn every_sale_leads_to_a_configuration_that_decides_as_it_went() {
    let mut known = BTreeMap::new();
    for seed in 1..4 {
        for sale in list(&app(MONTH, seed), json!({})) {
            if sale["tranType"] == "REFUND" || is_puzzle(&sale) {
                continue;
            }
            let way = ["acqTid", "paymentMethod", "aid"].map(|key| text(&sale, key));
            let limits = known.entry(way).or_insert_with(|| limits_for(&sale));
            assert!(!limits.is_empty(), "no configuration takes the card: {sale}");
            let is_asked_otherwise = SHOWN.iter().any(|shown| {
                text(&sale, "accountMasked").ends_with(shown.card[1])
                    && Ok(value(&sale)) == u64::try_from(shown.amount)
            });
            assert!(
                is_asked_otherwise || limits.iter().any(|limits| fits(&sale, *limits)),
                "{sale} {limits:?}"
            );
        }
    }
}

#[test]
fn a_month_has_every_sale_that_a_demonstration_tells_of() {
    for seed in 1..4 {
        let app = app(MONTH, seed);
        let all = list(&app, json!({ "createdStart": "2026-11-18" }));
        for shown in &SHOWN {
            let found: Vec<_> = all
                .iter()
                .filter(|sale| {
                    text(sale, "accountMasked").ends_with(shown.card[1])
                        && text(sale, "atc") == format!("{:04X}", shown.atc)
                        && Ok(value(sale)) == u64::try_from(shown.amount)
                })
                .collect();
            let [sale] = found[..] else { panic!("{}: {shown:?}", found.len()) };
            assert_eq!(text(sale, "sdkId"), shown.sdk_id);
            assert_eq!(text(sale, "tranStatus"), shown.state.name());
            let actions = detail(&app, &text(sale, "tranId"))["actions"].take();
            let codes: Vec<_> =
                actions.as_array().unwrap().iter().map(|action| text(action, "hostRespCode")).collect();
            assert_eq!(codes, shown.answers.iter().map(|(code, _)| *code).collect::<Vec<_>>(), "{sale}");
        }
        let puzzling: BTreeSet<_> = puzzles().map(|puzzle| puzzle.sale).collect();
        assert_eq!(puzzling.len(), puzzles().count());
        let tries: Vec<_> = all
            .iter()
            .filter(|sale| value(sale) == 2310 && text(sale, "accountMasked").ends_with("2941"))
            .collect();
        let [second, first] = tries[..] else { panic!("{tries:?}") };
        let number = |sale: &Value| text(sale, "trace").parse::<u64>().unwrap();
        assert_eq!(number(second), number(first) + 1);
    }
}

#[test]
fn a_small_month_has_only_ordinary_sales() {
    let all = list(&app(200, 1), json!({ "createdStart": "2026-11-18" }));
    assert!(!all.is_empty() && all.iter().all(|sale| !text(sale, "accountMasked").ends_with("2941")));
}
