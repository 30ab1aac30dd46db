//! Candidate configurations of a sale: rows of merchants, acquirer profiles and terminals.

use super::*;
use crate::device::DeviceId;
use crate::merchant::MerchantId;
use crate::profile::ProfileId;
use crate::record::Record;
use crate::where_used::{By, TerminalUser};

fn config(id: u64, method: &str, aid: &str, cvm: u64) -> EmvConfig {
    let params = format!(r#"{{"aid":"{aid}","clFloorLimit":0,"clCVMLimit":{cvm},"clTransLimit":25000}}"#);
    let params = serde_json::Value::from(params);
    EmvConfig::read(&format!(
        r#"{{"id":{id},"emvName":"C{id}","paymentMethod":"{method}","params":{params}}}"#
    ))
    .unwrap()
}

fn merchants(names: &[&str]) -> Vec<Merchant> {
    let merchant = |name: &&str| {
        Merchant::read(&format!(
            r#"{{"mchId":"M","mchName":"{name}","supportedPaymentMethods":[{{"paymentMethod":"01","profileId":301}}]}}"#
        ))
        .unwrap()
    };
    names.iter().map(merchant).collect()
}

#[test]
fn the_merchants_profile_decides_then_the_aid_then_the_scheme() {
    let records = [
        config(11, "01", "A0000000031010", 2500),
        config(12, "01", "A0000000031010", 5000),
        config(13, "01", "A0000000032010", 9900),
        config(21, "02", "A0000000041010", 5000),
    ];
    let sale = |aid: &str| {
        Transaction::read(&format!(r#"{{"tranId":"T","mchName":"Café","aid":"{aid}","paymentMethod":"01"}}"#))
            .unwrap()
    };
    let acquirers =
        [Acquirer::read(r#"{"id":301,"profileName":"Rheinbank","emvList":{"01":[12]}}"#).unwrap()];
    let found = |aid: &str, names: &[&str]| {
        let merchants = merchants(names);
        let known = LinkedRecords { merchants: &merchants, acquirers: &acquirers, terminals: &[] };
        let found = candidates(&sale(aid), Scheme::Visa, &records, known);
        let ids: Vec<_> = found.configurations.iter().map(|(config, _)| config.id.to_string()).collect();
        (found.basis, ids.join(" "))
    };
    let profile = Basis::Profile("Rheinbank".to_owned(), Way::MerchantsName);
    assert_eq!(found("A0000000031010", &["Café"]), (profile, "12".to_owned()));
    // Two merchants of one name lead nowhere.
    assert_eq!(found("A0000000031010", &["Café", "Café"]), (Basis::Aid, "11 12".to_owned()));
    assert_eq!(found("A0000000032010", &[]), (Basis::Aid, "13".to_owned()));
    assert_eq!(found("", &["Kiosk"]), (Basis::Scheme, "11 12 13".to_owned()));
}

#[test]
fn each_limit_stands_for_itself_and_a_configuration_without_any_stays_a_candidate() {
    let config = |id: u64, limits: &str| {
        let params = serde_json::Value::from(format!(r#"{{"aid":"A0000000031010"{limits}}}"#));
        EmvConfig::read(&format!(r#"{{"id":{id},"emvName":"C{id}","paymentMethod":"01","params":{params}}}"#))
            .unwrap()
    };
    let acquirers =
        [Acquirer::read(r#"{"id":301,"profileName":"Rheinbank","emvList":{"01":[12]}}"#).unwrap()];
    let merchants = merchants(&["Café"]);
    let sale = r#"{"tranId":"T","mchName":"Café","aid":"A0000000031010","paymentMethod":"01"}"#;
    let known = LinkedRecords { merchants: &merchants, acquirers: &acquirers, terminals: &[] };
    for (limits, expected) in [
        ("", [None, None, None]),
        (r#","clCVMLimit":5000,"clTransLimit":9"#, [None, Some(5000), Some(9)]),
        (r#","clFloorLimit":50.5,"clCVMLimit":5000"#, [None, Some(5000), None]),
        (r#","clFloorLimit":0,"clCVMLimit":-1,"clTransLimit":"abc""#, [Some(0), None, None]),
    ] {
        let records = [config(11, r#","clCVMLimit":1"#), config(12, limits)];
        let found = candidates(&Transaction::read(sale).unwrap(), Scheme::Visa, &records, known);
        let [(_, candidate)] = found.configurations.as_slice() else { panic!("{found:?}") };
        let PartialLimits { floor, cvm, transaction } = candidate.limits;
        assert_eq!([floor, cvm, transaction], expected, "{limits}");
    }
    let found = candidates(&Transaction::read(sale).unwrap(), Scheme::Visa, &[config(11, "")], known);
    assert!(found.configurations.is_empty() && matches!(found.basis, Basis::Missing { .. }), "{found:?}");
}

fn terminal(id: &str, merchant: &str, profile: Option<&str>, params: &str) -> SaleTerminal {
    SaleTerminal {
        user: TerminalUser {
            merchant: MerchantId::parse(merchant).unwrap(),
            id: DeviceId::parse(id).unwrap(),
            name: format!("Till {id}"),
            profile: profile.and_then(ProfileId::parse),
            emv_params: Some(params.to_owned()),
        },
        merchant: "Café".to_owned(),
        by: By::TidAndMid,
        methods: Some(vec!["01".to_owned()]),
        is_phone: None,
    }
}

#[test]
fn the_terminal_leads_to_its_merchant_and_a_profile_that_it_names_comes_first() {
    let records = [
        config(11, "01", "A0000000031010", 2500),
        config(12, "01", "A0000000031010", 5000),
        config(13, "01", "A0000000031010", 9900),
    ];
    let sale = r#"{"tranId":"T","mchName":"Café","aid":"A0000000031010","paymentMethod":"01"}"#;
    let merchant = |id: &str, profile: u64| {
        Merchant::read(&format!(
            r#"{{"mchId":"{id}","mchName":"Café","supportedPaymentMethods":[{{"paymentMethod":"01","profileId":{profile}}}]}}"#
        ))
        .unwrap()
    };
    let bare = Merchant::read(r#"{"mchId":"M3","mchName":"Café"}"#).unwrap();
    let merchants = [merchant("M1", 301), merchant("M2", 302), bare];
    let acquirer = |id: u64, config: u64| {
        Acquirer::read(&format!(r#"{{"id":{id},"profileName":"A{id}","emvList":{{"01":[{config}]}}}}"#))
            .unwrap()
    };
    let acquirers = [acquirer(301, 11), acquirer(302, 12), acquirer(303, 13)];
    let found = |terminals: &[SaleTerminal]| {
        let known = LinkedRecords { merchants: &merchants, acquirers: &acquirers, terminals };
        let found = candidates(&Transaction::read(sale).unwrap(), Scheme::Visa, &records, known);
        let ids: Vec<_> = found.all().map(|config| config.id.to_string()).collect();
        (ids.join(" "), found.basis_words(Scheme::Visa))
    };
    let of = |id: &str, merchant: &str, profile: Option<&str>| terminal(id, merchant, profile, "{}");
    for (terminals, ids, words) in [
        // Two merchants and more of one name.
        (vec![], "11 12 13", "No acquirer profile leads to one configuration"),
        (vec![of("1", "M2", None)], "12", "“A302” (used by the terminal's merchant)"),
        (vec![of("1", "M1", Some("prof_retail"))], "11", "“A301” (used by the terminal's merchant)"),
        (vec![of("1", "M1", Some("303"))], "13", "“A303” (likely the terminal's profile)"),
        (vec![of("1", "M3", None)], "11 12 13", "No acquirer profile leads to one configuration"),
        (
            vec![of("1", "M2", None), of("2", "M2", None)],
            "12",
            "Terminal unclear: “Till 1” and “Till 2” have",
        ),
        (
            vec![of("1", "M1", None), of("2", "M2", None)],
            "11 12 13",
            "Terminal unclear: “Till 1” and “Till 2”",
        ),
        (vec![of("1", "M9", None)], "11 12 13", "Likely terminal “Till 1”"),
    ] {
        let (found, said) = found(&terminals);
        assert_eq!(found, ids, "{terminals:?}");
        assert!(said.contains(words), "{words} in {said}");
    }
    let sure = SaleTerminal { by: By::Id, methods: Some(vec!["02".to_owned()]), ..of("1", "M1", None) };
    assert_eq!(
        found(&[sure]).1,
        "Terminal “Till 1” of “Café” (same SDK id). It doesn't accept Visa now. \
         Acquirer profile “A301” (used by the terminal's merchant), Visa limits as they are now."
    );
}

#[test]
fn the_values_of_the_one_terminal_count_beside_those_of_each_configuration() {
    let records = [config(41, "04", "A00000002501", 5000)];
    let sale = r#"{"tranId":"T","aid":"A00000002501","paymentMethod":"04"}"#;
    let params = |terminals: &[SaleTerminal]| {
        let known = LinkedRecords { terminals, ..LinkedRecords::default() };
        let found = candidates(&Transaction::read(sale).unwrap(), Scheme::Amex, &records, known);
        let words = found.basis_words(Scheme::Amex);
        assert_eq!(words.contains("Its own EMV values count too"), terminals.len() == 1, "{words}");
        let [(_, candidate)] = found.configurations.as_slice() else { panic!("{found:?}") };
        let of = [
            "amexExReaderCapability",
            "terminalCapability",
            "terminalType",
            "amexReaderCapability",
            "txnCurrencyCode",
        ];
        of.map(|key| candidate.params.get(key).and_then(tapline_emv::Value::text).unwrap_or("-").to_owned())
            .join(" ")
    };
    let values = r#"{"amexExReaderCapability":"18E00003","terminalCapability":"0068C8","terminalType":"22","amexReaderCapability":"C8",
        "txnCurrencyCode":"0978"}"#;
    let one = || terminal("1", "M1", None, values);
    assert_eq!(params(&[one()]), "18E00003 0068C8 22 C8 -");
    assert_eq!(params(&[one(), one()]), "- - - - -", "which of them it was is not known");
    assert_eq!(params(&[]), "- - - - -");
}
