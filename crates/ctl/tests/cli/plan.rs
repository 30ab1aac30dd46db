//! Plans: made, applied, stopped, resumed, verified and undone.

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

use crate::run::Ended;
use crate::shop::{Fault, OTHER_OWNER, Shop, planned, until};

#[test]
fn a_plan_is_reviewed_applied_verified_and_taken_back() {
    let (shop, fake) = Shop::open(12, Duration::ZERO);
    let computer = fake.computer();
    let plan = planned(&computer, &["--where", "scheme=visa,name=shop", "--why", "NL"]);
    assert_eq!(fake.changes(), 0);
    let text = fs::read_to_string(&plan).unwrap();
    assert!(text.lines().count() == 7 && text.contains(r#""set":{"clCVMLimit":5000}"#), "{text}");
    let review = computer.run(&["plan", "show", &plan]).ends(0).out;
    assert!(review.contains("NL") && review.contains("clCVMLimit: 2500 > 5000"), "{review}");
    let review = computer.run(&["plan", "show", &plan, "--currency", "EUR"]).ends(0).out;
    assert!(review.contains("25.00 EUR > 50.00 EUR"), "{review}");
    computer.run(&["plan", "show", &plan, "--currency", "EURO"]).ends(1).says("Unknown currency");
    computer.run(&["apply", &plan]).ends(1).says("add --yes");
    computer.run(&["verify", &plan]).ends(2).says("6 not applied");
    computer.run(&["resume", &plan, "--yes"]).ends(1).says("Start it with `taplinectl apply`");
    assert_eq!(fake.changes(), 0);
    let told = computer.run(&["apply", &plan, "--yes"]).ends(0).says("6 applied");
    assert!(told.lines().iter().all(|line| line["state"] == "applied" && line["operation"].is_string()));
    assert_eq!(shop.written(), 6);
    computer.run(&["verify", &plan]).ends(0);
    computer.run(&["apply", &plan, "--yes"]).ends(0).says("6 applied").says("started before: 6 applied.");
    assert_eq!(shop.written(), 6, "nothing is sent twice");

    let back = format!("{plan}.back");
    computer.run(&["undo", &plan, "-o", &back]).ends(0);
    computer.run(&["apply", &back, "--yes"]).ends(0).says("6 applied");
    assert_eq!(shop.limits(), [2500; 12]);
    computer.run(&["verify", &plan]).ends(2);
    computer.run(&["undo", &plan]).ends(1).says("Changed again since");
}

#[test]
fn what_a_colleague_changed_stops_the_plan_and_stays() {
    let (shop, fake) = Shop::open(40, Duration::from_millis(5));
    let computer = fake.computer();
    let plan = planned(&computer, &[]);
    shop.meddle(1);
    computer.run(&["apply", &plan, "--yes"]).ends(2).says("has changed since the review").says("not begun");
    computer.run(&["apply", &plan, "--yes", "--over-conflicts"]).ends(2).says("39 applied, 1 in conflict");
    assert_eq!((shop.limits()[0], shop.writes()[0]), (1, 0));
    assert!(shop.writes()[1..].iter().all(|writes| *writes == 1));
}

#[test]
fn a_plan_is_for_one_service_and_a_broken_line_is_named() {
    let (_shop, fake) = Shop::open(2, Duration::ZERO);
    let (_other, elsewhere) = Shop::open(2, Duration::ZERO);
    let computer = fake.computer();
    let plan = planned(&computer, &[]);
    elsewhere
        .computer()
        .run(&["apply", &plan, "--yes"])
        .ends(1)
        .says("This change set is for http://127.0.0.1");
    let text = fs::read_to_string(&plan).unwrap();
    fs::write(&plan, text.replacen("\"id\":\"2\"", "\"id\":2", 1)).unwrap();
    computer.run(&["apply", &plan, "--yes"]).ends(1).says("Line 3: ");
    assert_eq!(fake.changes() + elsewhere.changes(), 0);
}

#[test]
fn a_plan_is_for_one_owner_and_is_not_resumed_with_the_token_of_another() {
    let (shop, fake) =
        Shop::with(4, Duration::ZERO, BTreeMap::from([(3, Fault { written: false, status: None })]));
    let computer = fake.computer();
    let other = computer.file("other", &format!("token-of-{OTHER_OWNER}"));
    let plan = planned(&computer, &[]);
    assert!(fs::read_to_string(&plan).unwrap().contains(r#""owner":"7""#));
    let with_other = |arguments: &[&str]| {
        let ended = computer.run(&[arguments, &["--token-file", &other]].concat());
        ended.ends(1).says("This change set belongs to another owner than this token. Nothing was sent.");
    };
    with_other(&["apply", &plan, "--yes"]);
    assert_eq!(fake.changes(), 0);
    computer.run(&["apply", &plan, "--yes"]).ends(3).says("3 applied, 1 unconfirmed");
    for arguments in [&["resume", &plan, "--yes", "--again"][..], &["verify", &plan], &["undo", &plan]] {
        with_other(arguments);
    }
    assert_eq!((fake.changes(), shop.written()), (4, 3));
    computer.run(&["resume", &plan, "--yes", "--again"]).ends(0);
    assert_eq!(shop.writes(), [1; 4]);
}

#[cfg(unix)]
#[test]
fn a_plan_that_was_stopped_goes_on() {
    let (shop, fake) = Shop::open(60, Duration::from_millis(20));
    let computer = fake.computer();
    let plan = planned(&computer, &[]);
    let child = computer.start(&["apply", &plan, "--yes"]);
    until(|| shop.written() > 4);
    std::process::Command::new("kill").arg(child.id().to_string()).status().unwrap();
    Ended::from(child.wait_with_output().unwrap()).ends(5).says("not begun");
    assert!(shop.writes().contains(&0));
    computer.run(&["resume", &plan, "--yes"]).ends(0).says("60 applied");
    assert_eq!(shop.writes(), [1; 60]);
}
