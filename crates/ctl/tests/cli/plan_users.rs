//! Plans of the records whose users are in one country, or count in one currency.

use std::time::Duration;

use serde_json::Value;
use tapline_scripted::{Answer, Request};

use crate::fake::{Fake, data, reply};
use crate::run::{Computer, Service};

/// Configurations 1 to 8, each used over the acquirer profile of its number by the merchant of its number; 8 without a
/// user.
fn answer(request: &Request) -> Answer {
    std::thread::sleep(Duration::from_millis(1));
    let (path, query) = request.target.split_once('?').unwrap_or((&request.target, ""));
    let list = |records: Vec<String>| {
        data(&format!(r#"{{"total":{},"hasNext":false,"records":[{}]}}"#, records.len(), records.join(",")))
    };
    let each = |one: &dyn Fn(u64) -> String| (1..=7).map(one).collect();
    match path {
        "/api/v2/emv" => list(
            (1..=8)
                .map(|id| {
                    format!(
                        r#"{{"id":{id},"emvName":"Shop {id}","paymentMethod":"01","params":"{{\"clCVMLimit\":2500}}"}}"#
                    )
                })
                .collect(),
        ),
        "/api/v2/acquirer" => list(each(&|id| {
            let currency = if id == 3 { "CHF" } else { "EUR" };
            format!(
                r#"{{"id":30{id},"profileName":"Bank {id}","currency":"{currency}","emvList":{{"01":[{id}]}}}}"#
            )
        })),
        "/api/v2/mchInfo" => list(each(&|id| {
            format!(
                r#"{{"mchId":"M{id}","mchName":"Merchant {id}","supportedPaymentMethods":[{{"paymentMethod":"01","profileId":30{id}}}]}}"#
            )
        })),
        "/api/v2/device" => match query.split("mchId=M").nth(1).and_then(|rest| rest.chars().next()) {
            Some('1' | '3') => list(vec![terminal("nl", "")]),
            // A terminal without a country.
            Some('2') => list(vec![terminal("", "0528"), terminal("", "")]),
            Some('4') => list(vec![terminal("nl", ""), terminal("de", "")]),
            Some('5') => list(vec![terminal("", "")]),
            Some('6') => reply(403, r#"{"msg":"Not allowed","code":1,"data":null}"#),
            _ => list(vec![terminal("de", "")]),
        },
        "/acme/api/v1/profiles" => {
            let profile = |id: &str| {
                format!(
                    r#"{{"profileId":"prof_{id}","profileName":"{id}","countryCode":"{}"}}"#,
                    id.to_uppercase()
                )
            };
            reply(
                200,
                format!(r#"{{"data":[{},{}],"hasMore":false,"hasNext":false}}"#, profile("nl"), profile("de")),
            )
        }
        _ => data(r#"{"groupId":"7"}"#),
    }
}

/// With its profile and its own code of a country.
fn terminal(profile: &str, code: &str) -> String {
    let mut members = vec![format!(r#""deviceId":"CD-T{profile}{code}""#)];
    if !profile.is_empty() {
        members.push(format!(r#""profileId":"prof_{profile}""#));
    }
    if !code.is_empty() {
        members.push(format!(r#""emvParams":{{"terminalCountryCode":"{code}"}}"#));
    }
    format!("{{{}}}", members.join(","))
}

/// The ids of the plan's items, and the notes.
fn planned(computer: &Computer, conditions: &str) -> (Vec<String>, String) {
    let plan = computer.run(&["plan", "--where", conditions, "--set", "cvm=50.00"]).ends(0);
    let items = plan.lines().into_iter().skip(1);
    let id = |item: Value| item["id"].as_str().unwrap().to_owned();
    (items.map(id).collect(), plan.err)
}

#[test]
fn a_plan_of_one_country_names_what_it_leaves_out() {
    let fake = Fake::new(answer);
    let computer = fake.computer();
    let (ids, told) = planned(&computer, "scheme=visa,country=NL");
    assert_eq!(ids, ["1", "2", "3"], "{told}");
    for expected in [
        "configuration 2 (Visa · Shop 2) is included, but the country of 1 terminal that uses it is unknown.",
        "configuration 4 (Visa · Shop 4) is left out: it is used with several countries: DE, NL.",
        "configuration 5 (Visa · Shop 5) is left out: its country is unknown",
        "configuration 6 (Visa · Shop 6) is left out: its usage isn't fully loaded",
        "Left out, because not of the country NL: 1 record.",
        "configuration 8 (Visa · Shop 8) is left out: nothing uses it.",
    ] {
        assert!(told.contains(expected), "{expected}: {told}");
    }
    let (ids, told) = planned(&computer, "country=528,currency=EUR");
    assert_eq!(ids, ["1", "2"], "{told}");
    let (ids, _) = planned(&computer, "country=DEU");
    assert_eq!(ids, ["7"]);
    assert_eq!(fake.changes(), 0);
}

#[test]
fn a_country_that_nobody_tells_makes_no_plan() {
    let fake = Fake::new(answer);
    let computer = fake.computer();
    let plan = |conditions: &str| computer.run(&["plan", "--where", conditions, "--set", "cvm=50.00"]);
    plan("country=FR")
        .ends(1)
        .says("not of the country FR: 5 records.")
        .says("No record matches all conditions");
    plan("country=Holland").ends(1).says("ISO 3166");
    plan("country=NL,country=DE").ends(1).says("one country");
}

/// Before anything is sent a second person reads what the window shows.
#[test]
fn a_single_record_is_told_in_the_currency_of_its_users() {
    let fake = Fake::new(answer);
    let computer = fake.computer();
    let set = |id: &str| computer.run(&["set", "emv", id, "cvm=50.00"]).ends(1).err;
    assert!(set("3").contains("2500 > 5000 (25.00 CHF > 50.00 CHF)"), "{}", set("3"));
    assert!(set("8").contains("2500 > 5000 (25.00 EUR > 50.00 EUR if used in EUR)"), "{}", set("8"));
}

#[test]
fn a_review_tells_effect_checks_and_users_where_a_service_is_named() {
    let service = Service::new();
    let computer = service.computer();
    let plan = computer.data().with_file_name("plan.jsonl").display().to_string();
    computer.run(&["plan", "--where", "scheme=visa,country=AT", "--set", "cvm=60.00", "-o", &plan]).ends(0);
    let told = computer.run(&["plan", "show", &plan]).ends(0).out;
    for expected in [
        " > 60.00 EUR",
        "  Effect: ",
        "  Warning: 60.00 EUR is above the EEA reference of 50.00 EUR",
        "(C19)",
        "  Used by: 1 acquirer profile, ",
    ] {
        assert!(told.contains(expected), "{expected}: {told}");
    }
    assert!(!told.contains("not known"), "{told}");
    let told = Computer::new().run(&["plan", "show", &plan]).ends(0).out;
    assert!(told.contains("Effect on sales, checks and usage unclear"), "{told}");
    assert!(!told.contains("Used by") && !told.contains("Effect: "), "{told}");
}

/// At the sandbox, from the choice to what the service has.
#[test]
fn every_visa_configuration_of_a_country_is_changed_and_no_other() {
    let service = Service::new();
    let computer = service.computer();
    let plan = computer.data().with_file_name("plan.jsonl").display().to_string();
    let set = ["--set", "cvm=41.00", "-o", &plan];
    let told = computer.run(&[&["plan", "--where", "scheme=visa,country=AT"][..], &set].concat()).ends(0).err;
    let before = computer.run(&["list", "emv", "--all"]).ends(0).lines();
    let items = std::fs::read_to_string(&plan).unwrap_or_else(|_| panic!("{told}"));
    let items: Vec<Value> = items.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(!items.is_empty() && items.len() < before.len());
    computer.run(&["apply", &plan, "--yes"]).ends(0);
    computer.run(&["verify", &plan]).ends(0);
    let after = computer.run(&["list", "emv", "--all"]).ends(0).lines();
    for (before, after) in before.iter().zip(&after) {
        let id = before["id"].to_string();
        let is_meant = items.iter().any(|item| item["id"].as_str() == Some(&id));
        assert_eq!(before != after, is_meant, "{after}");
    }
}
