//! Amounts among the arguments: major units everywhere, minor units under the names of the wire alone, and every echo has the currency.

use std::time::Duration;

use crate::run::Computer;
use crate::shop::Shop;

const EXPLAIN: [(&str, &str); 4] =
    [("--floor", "0"), ("--cvm", "50"), ("--trans", "200"), ("--amount", "60")];

/// A line of `explain` in which one option has this text.
fn explained(computer: &Computer, option: &str, text: &str, currency: &str) -> crate::run::Ended {
    let mut line = vec!["explain", "--scheme", "visa", "--currency", currency];
    for (name, usual) in EXPLAIN {
        line.extend([name, if name == option { text } else { usual }]);
    }
    computer.run(&line)
}

/// Every option that takes an amount reads the same text in the same way.
#[test]
fn one_text_is_one_amount_in_every_option() {
    let computer = Computer::new();
    let (_shop, fake) = Shop::open(1, Duration::ZERO);
    let on_service = fake.computer();
    for (text, currency, money, minor) in [
        ("5000", "EUR", "5,000.00 EUR", Some("500000")),
        ("50.00", "EUR", "50.00 EUR", Some("5000")),
        ("50,00", "EUR", "50.00 EUR", Some("5000")),
        ("50,5", "EUR", "50.50 EUR", Some("5050")),
        ("1.234,50", "EUR", "1,234.50 EUR", Some("123450")),
        ("1'234.50", "EUR", "1,234.50 EUR", Some("123450")),
        ("58", "JPY", "58 JPY", None),
        ("1,5", "KWD", "1.500 KWD", None),
        ("1.234", "KWD", "1.234 KWD", None),
    ] {
        for (option, _) in EXPLAIN {
            let text_of = explained(&computer, option, text, currency).ends(0).out;
            assert!(text_of.contains(money), "{option} {text}: {text_of}");
        }
        let Some(minor) = minor else { continue };
        for short in ["floor", "cvm", "trans"] {
            let plan = on_service.run(&["plan", "--set", &format!("{short}={text}")]).ends(0).says(money);
            assert!(plan.out.contains(&format!(":{minor}}}")), "{short}={text}: {}", plan.out);
            let set = on_service.run(&["set", "emv", "1", &format!("{short}={text}")]).ends(1).says(money);
            assert!(set.err.contains(&format!("> {minor} ")), "{short}={text}: {}", set.err);
        }
    }
    assert_eq!(fake.changes(), 0);
}

#[test]
fn what_has_two_readings_or_none_is_refused_in_every_option() {
    let computer = Computer::new();
    let (_shop, fake) = Shop::open(1, Duration::ZERO);
    let on_service = fake.computer();
    for (text, currency, words) in [
        ("1,234", "KWD", "Which is meant by 1,234: 1.234 KWD or 1234 KWD?"),
        ("1,234", "EUR", "1,234 has 3 decimals, and EUR has 2"),
        ("1.234", "EUR", "1.234 has 3 decimals, and EUR has 2"),
        ("5e3", "EUR", "Enter an amount such as 50.00"),
        ("+5", "EUR", "Enter an amount such as 50.00"),
        ("1,23,4", "EUR", "after one point or comma"),
        ("58,5", "JPY", "JPY has none"),
        ("10000000000", "EUR", "Enter at most"),
    ] {
        for (option, _) in EXPLAIN {
            explained(&computer, option, text, currency).ends(1).says(&format!("{option}: ")).says(words);
        }
        if currency == "EUR" {
            for short in ["floor", "cvm", "trans"] {
                let assigned = format!("{short}={text}");
                on_service.run(&["plan", "--set", &assigned]).ends(1).says(&format!("{short}: ")).says(words);
                on_service
                    .run(&["set", "emv", "1", &assigned])
                    .ends(1)
                    .says(&format!("{short}: "))
                    .says(words);
            }
        }
    }
}

#[test]
fn a_limit_under_the_name_of_the_wire_is_in_minor_units_and_is_told_as_money() {
    let (_shop, fake) = Shop::open(1, Duration::ZERO);
    let computer = fake.computer();
    let plan = computer.run(&["plan", "--set", "clCVMLimit=5000"]).ends(0).says("clCVMLimit: 50.00 EUR");
    assert!(plan.out.contains(r#""set":{"clCVMLimit":5000}"#), "{}", plan.out);
    let file = computer.file("plan.jsonl", &plan.out);
    let offline = Computer::new();
    let shown = offline.run(&["plan", "show", &file]).ends(0).out;
    assert!(shown.contains("clCVMLimit: 2500 > 5000 minor units"), "{shown}");
    let shown = offline.run(&["plan", "show", &file, "--currency", "JPY"]).ends(0).out;
    assert!(shown.contains("2,500 JPY > 5,000 JPY"), "{shown}");
    let told = "2500 > 5000 (25.00 EUR > 50.00 EUR if used in EUR)";
    computer.run(&["set", "emv", "1", "clCVMLimit=5000"]).ends(1).says(told);
}

#[test]
fn an_amount_says_in_which_currency_it_is_read_where_the_users_tell_none() {
    let (_shop, fake) = Shop::open(1, Duration::ZERO);
    let computer = fake.computer();
    let plan = computer.run(&["plan", "--where", "cvm=25.00", "--set", "cvm=50.00"]).ends(0);
    assert!(plan.err.contains("clCVMLimit: 50.00 EUR if used in EUR, 5000 in minor units"), "{}", plan.err);
    assert!(plan.out.contains(r#""set":{"clCVMLimit":5000}"#), "{}", plan.out);
    computer.run(&["plan", "--where", "cvm=2500", "--set", "cvm=50.00"]).ends(1).says("No record matches");
    computer.run(&["plan", "--where", "cvm=25.001", "--set", "cvm=50.00"]).ends(1).says("cvm: ");
}

#[test]
fn a_plan_is_shown_in_the_currency_of_the_connection_that_is_saved_for_its_service() {
    let (_shop, fake) = Shop::open(1, Duration::ZERO);
    let plan = fake.computer().run(&["plan", "--set", "clCVMLimit=5000"]).ends(0).out;
    let head: serde_json::Value = serde_json::from_str(plan.lines().next().unwrap()).unwrap();
    let saved = Computer::new();
    let file = saved.file("plan.jsonl", &plan);
    let connection = serde_json::json!([{
        "id": "connection-0000000000000001", "name": "Desk", "environment": "LIVE", "baseAddress": head["service"], "namespace": "",
        "safety": "confirm", "currency": "KWD", "unit": "minor", "unitKnown": "no", "owner": null, "lastUsed": null,
    }]);
    std::fs::create_dir_all(saved.data()).unwrap();
    std::fs::write(saved.data().join("connections.json"), connection.to_string()).unwrap();
    let shown = saved.run(&["plan", "show", &file]).ends(0).out;
    assert!(shown.contains("2.500 KWD > 5.000 KWD if used in KWD"), "{shown}");
}
