//! Lists as a service gives them, and who is said to use what.

use tapline_contract::record::Record as _;
use tapline_contract::where_used::{UsersCountry, UsersCurrency};

use super::*;

fn lists() -> Lists {
    let acquirers = [
        r#"{"id":301,"profileName":"Rheinbank","currency":"EUR","emvList":{"01":[11,12],"02":[21]}}"#,
        r#"{"profileId":302,"profileName":"Nippon","currency":"JPY","emvList":"{\"01\":[13]}"}"#,
        r#"{"profileName":"no id","emvList":{"01":[11]}}"#,
    ];
    let merchants = [
        r#"{"mchId":"M1","mchName":"Café","supportedPaymentMethods":[{"paymentMethod":"VISA","profileId":301}]}"#,
        r#"{"mchId":"M2","supportedPaymentMethods":[{"paymentMethod":"02","profileId":301}]}"#,
        r#"{"mchId":"M3","supportedPaymentMethods":[{"profileId":301},{"paymentMethod":"01","profileId":302}]}"#,
        r#"{"mchId":"M4"}"#,
    ];
    let profile_of = r#"{"profileId":"prof_a","profileName":"Retail","currency":"EUR"}"#;
    Lists {
        acquirers: acquirers
            .iter()
            .filter_map(|text| AcquirerLink::from_record(&Acquirer::read(text).unwrap()))
            .collect(),
        merchants: merchants
            .iter()
            .map(|text| MerchantLink::from_record(&Merchant::read(text).unwrap()))
            .collect(),
        profiles: vec![profile(&Profile::read(profile_of).unwrap())],
        ..Lists::default()
    }
}

fn terminals() -> Terminals {
    let of = |rows: &[&str]| {
        rows.iter().map(|text| TerminalLink::from_record(&Device::read(text).unwrap())).collect::<Vec<_>>()
    };
    let merchant = |id: &str| MerchantId::parse(id).unwrap();
    Terminals::from([
        (
            merchant("M1"),
            of(&[
                r#"{"deviceId":"CD-1","profileId":"prof_a","methodList":"[\"01\",\"02\"]","emvParams":{"terminalType":22}}"#,
                r#"{"deviceId":"CD-2","profileId":"prof_b","methodList":"[\"02\"]"}"#,
                r#"{"deviceId":"CD-3","methodList":"x"}"#,
                r#"{"deviceId":"CD-4","deviceStatus":3}"#,
            ]),
        ),
        (merchant("M2"), of(&[r#"{"deviceId":"CD-5","profileId":"prof_a"}"#])),
    ])
}

fn summary(of: &UsedRecord) -> String {
    let found = answer(&lists(), &terminals(), of);
    let ids = |ids: Vec<String>| ids.join(" ");
    format!(
        "{} | {} | {} | {} | {} of {}",
        ids(found.acquirers.iter().map(|one| one.name.clone()).collect()),
        ids(found.merchants.iter().map(|one| one.id.to_string()).collect()),
        ids(found.terminals.iter().map(|one| one.id.to_string()).collect()),
        ids(found.profiles.iter().map(|one| one.name.clone()).collect()),
        found.concerned_read,
        found.concerned,
    )
}

#[test]
fn users_are_those_that_run_the_method_over_an_acquirer_profile_that_names_it() {
    let emv = |id: u64| UsedRecord::Emv(EmvId::from(id));
    // M3 does not say which method it runs over 301: it counts. Its terminals were not read.
    assert_eq!(summary(&emv(11)), "Rheinbank | M1 M3 | CD-1 CD-3 | Retail | 1 of 2");
    assert_eq!(summary(&emv(21)), "Rheinbank | M2 M3 | CD-5 | Retail | 1 of 2");
    assert_eq!(summary(&emv(13)), "Nippon | M3 |  |  | 0 of 1");
    assert_eq!(summary(&emv(99)), " |  |  |  | 0 of 0");
}

#[test]
fn all_at_once_is_told_what_each_is_told_alone() {
    let all = answer_all(&lists(), &terminals());
    let said: Vec<_> =
        all.used.iter().map(|one| (one.id.to_string(), UsersCurrency::from_codes(&one.currencies))).collect();
    let alone = |id: u64| answer(&lists(), &terminals(), &UsedRecord::Emv(EmvId::from(id))).currency();
    let expected = [11, 12, 13, 21].map(|id| (id.to_string(), alone(id)));
    assert_eq!(said, expected);
}

#[test]
fn what_terminals_tell_alike_is_told_once_all_were_read() {
    let told = |terminals: &Terminals| {
        let all = answer_all(&lists(), terminals).used.into_iter();
        all.map(|one| (one.id.to_string(), one.terminals)).collect::<BTreeMap<_, _>>()
    };
    let of = |text: &str| TerminalLink::from_record(&Device::read(text).unwrap());
    let merchant = |id: &str| MerchantId::parse(id).unwrap();
    let online_only =
        || of(r#"{"deviceId":"CD-6","methodList":"[\"02\"]","emvParams":{"terminalType":"21"}}"#);
    let mut read = Terminals::from([(merchant("M2"), vec![online_only()])]);
    assert!(told(&read).values().all(BTreeMap::is_empty), "M3 was not read");
    read.insert(merchant("M3"), vec![online_only()]);
    let expected = BTreeMap::from([("terminalType".to_owned(), "21".to_owned())]);
    assert_eq!(told(&read)["21"], expected);
    assert!(told(&read)["11"].is_empty(), "M1 was not read");
    read.insert(merchant("M3"), vec![of(r#"{"deviceId":"CD-7"}"#)]);
    assert!(told(&read)["21"].is_empty(), "they differ");
}

#[test]
fn the_countries_of_all_are_told_with_what_was_read() {
    let mut lists = lists();
    lists.profiles[0].country = Some("NL".to_owned());
    let told = countries(&lists, &terminals());
    let agreed = |untold| UsersCountry::Agreed { country: "NL".to_owned(), untold };
    let expected = [(11, agreed(1)), (12, agreed(1)), (13, UsersCountry::Untold), (21, agreed(0))];
    // M3 may use all of them, and its terminals were not read.
    let expected = expected.map(|(id, country)| EmvCountry { id: EmvId::from(id), country, whole: false });
    assert_eq!(told, expected);
    assert_eq!(concerned_by_any(&lists).len(), 3, "M4 runs nothing over them");
    let mut all = terminals();
    all.insert(MerchantId::parse("M3").unwrap(), Vec::new());
    assert!(countries(&lists, &all).iter().all(|one| one.whole));
}

#[test]
fn an_acquirer_profile_is_used_by_merchants_and_a_profile_by_terminals() {
    let acquirer = UsedRecord::Acquirer(AcquirerId::from(301));
    // CD-2 takes Mastercard only, which M1 does not run over it.
    assert_eq!(summary(&acquirer), " | M1 M2 M3 | CD-1 CD-3 CD-5 | Retail | 2 of 3");
    let profile = UsedRecord::Profile(ProfileId::parse("prof_a").unwrap());
    assert_eq!(summary(&profile), " | M1 M2 | CD-1 CD-5 |  | 2 of 4");
    let other = UsedRecord::Profile(ProfileId::parse("prof_b").unwrap());
    assert_eq!(summary(&other), " | M1 | CD-2 |  | 2 of 4");
}

#[test]
fn the_map_has_the_links_of_each_record_alone() {
    let map = usage_map(&lists(), &terminals());
    let ids = |all: &[u32]| {
        all.iter().map(|at| map.terminals[*at as usize].id.to_string()).collect::<Vec<_>>().join(" ")
    };
    let lines: Vec<_> = map
        .configurations
        .iter()
        .map(|one| format!("{} {:?} {:?} {}", one.id, one.acquirers, one.merchants, ids(&one.terminals)))
        .collect();
    assert_eq!(
        lines,
        ["11 [0] [0, 2] CD-1 CD-3", "12 [0] [0, 2] CD-1 CD-3", "13 [1] [2] ", "21 [0] [1, 2] CD-5",]
    );
    let nippon = &map.acquirers[1];
    assert_eq!((nippon.user.name.as_str(), nippon.merchants.as_slice()), ("Nippon", &[2][..]));
    assert_eq!(ids(&map.acquirers[0].terminals), "CD-1 CD-3 CD-5", "CD-2 takes no method over it");
    let read: Vec<_> = map.merchants.iter().map(|one| (one.id.as_str(), one.is_read)).collect();
    assert_eq!(read, [("M1", true), ("M2", true), ("M3", false), ("M4", false)]);
    // A decommissioned terminal is listed, and uses nothing.
    let ended: Vec<_> =
        map.terminals.iter().filter(|one| one.is_ended()).map(|one| one.id.as_str()).collect();
    assert_eq!(ended, ["CD-4"]);
}
