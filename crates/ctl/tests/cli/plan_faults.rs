//! Plans at a service that fails: the report of each item is true, nothing is written twice, and a resume loses nothing.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::run::Service;
use crate::shop::{Fault, Shop, planned, truly};

const SIZE: u64 = 20;

/// One for the first change of each of these records.
fn faults(written: bool, status: Option<u16>, ids: &[u64]) -> BTreeMap<u64, Fault> {
    ids.iter().map(|id| (*id, Fault { written, status })).collect()
}

#[test]
fn what_is_told_of_each_item_is_so_whatever_the_service_answers() {
    let every = [3, 8, 13, 18];
    let mut cases: Vec<_> = [400, 409, 412, 422, 500, 502, 503, 504]
        .into_iter()
        .flat_map(|status| [(false, Some(status)), (true, Some(status))])
        .collect();
    cases.push((true, None));
    let run = |(written, status): (bool, Option<u16>)| {
        let what = format!("{status:?}, written: {written}");
        let (shop, fake) = Shop::with(SIZE, Duration::ZERO, faults(written, status, &every));
        let computer = fake.computer();
        let plan = planned(&computer, &[]);
        let ended = computer.run(&["apply", &plan, "--yes", "--failures", "100"]);
        let refused = status.is_some_and(|status| status < 500);
        // A refusal is believed also where the service wrote all the same: the result says what a read shows.
        if !(written && refused) {
            let counts = truly(&shop, &ended.lines(), &what);
            let expected = if written { 20 } else { 16 };
            assert_eq!(counts.get("applied"), Some(&expected), "{what}: {counts:?} {}", ended.err);
        }
        let resume = ["resume", &plan, "--yes", "--failures", "100"];
        let mut resumed = computer.run(&resume);
        // A gateway gave up waiting: what it passed on may still be done, so a person decides.
        if !written && matches!(status, Some(502 | 504)) {
            truly(&shop, &resumed.ends(3).says("4 unconfirmed").lines(), &what);
            resumed = computer.run(&[&resume[..], &["--again"]].concat());
        }
        assert_eq!(resumed.code, 0, "{what}: {} {}", resumed.out, resumed.err);
        assert_eq!((shop.writes(), shop.limits()), (vec![1; 20], vec![5000; 20]), "{what}");
    };
    std::thread::scope(|scope| {
        for case in cases {
            scope.spawn(move || run(case));
        }
    });
}

#[test]
fn a_token_that_is_refused_and_a_service_that_is_asked_too_often_stop_a_plan_that_goes_on_later() {
    for status in [401, 403, 429] {
        let (shop, fake) = Shop::with(SIZE, Duration::from_millis(5), faults(false, Some(status), &[4]));
        let computer = fake.computer();
        let plan = planned(&computer, &[]);
        let stopped = computer.run(&["apply", &plan, "--yes", "--failures", "100"]);
        let counts = truly(&shop, &stopped.lines(), &status.to_string());
        assert_ne!(stopped.code, 0);
        // Those that were on their way, and no further one.
        assert!(counts.get("waiting").is_some_and(|waiting| *waiting > 0), "{status}: {counts:?}");
        let resumed = computer.run(&["resume", &plan, "--yes", "--again"]);
        truly(&shop, &resumed.lines(), &status.to_string());
        assert_eq!(resumed.code, 0, "{status}: {} {}", resumed.out, resumed.err);
        assert_eq!(shop.writes(), [1; 20], "{status}");
    }
}

#[test]
fn a_change_that_never_arrived_is_sent_again_only_when_a_person_says_so() {
    let (shop, fake) = Shop::with(SIZE, Duration::ZERO, faults(false, None, &[7, 14]));
    let computer = fake.computer();
    let plan = planned(&computer, &[]);
    let apply = ["apply", &plan, "--yes", "--failures", "100"];
    let counts = truly(&shop, &computer.run(&apply).ends(3).lines(), "cut off");
    assert_eq!((counts["applied"], counts["unknown"]), (18, 2));
    assert_eq!(fake.changes(), 20);
    computer.run(&["resume", &plan, "--yes"]).ends(3).says("2 unconfirmed");
    assert_eq!(fake.changes(), 20);
    computer.run(&["resume", &plan, "--yes", "--again"]).ends(0).says("20 applied");
    assert_eq!((fake.changes(), shop.writes()), (22, vec![1; 20]));
}

/// As in the window.
#[test]
fn a_plan_stops_at_its_first_failure_unless_more_are_allowed() {
    let (_shop, fake) = Shop::with(60, Duration::from_millis(5), faults(false, Some(400), &[3, 33, 58]));
    let computer = fake.computer();
    let plan = planned(&computer, &[]);
    let stopped = computer.run(&["apply", &plan, "--yes"]).ends(6);
    stopped.says("Stopped after 1 item that was not applied or unconfirmed, the last one ");
    assert!(fake.changes() < 60, "no further item began");
}

/// Two failures are as many as may be, and more records fail.
#[test]
fn a_plan_stops_after_as_many_failures_as_were_allowed_and_goes_on_when_it_is_resumed() {
    // A lost answer is looked for by reading first, which keeps the eight that are on their way.
    let lost: Vec<u64> = (3..=10).collect();
    for (status, ids, code, state) in
        [(Some(400), &[3, 8, 33, 58][..], 6, "notApplied"), (None, &lost, 3, "unknown")]
    {
        let (shop, fake) = Shop::with(60, Duration::from_millis(5), faults(false, status, ids));
        let computer = fake.computer();
        let plan = planned(&computer, &[]);
        let stopped = computer.run(&["apply", &plan, "--yes", "--failures", "2"]).ends(code);
        let stopped =
            stopped.says("Stopped after 2 items that were not applied or unconfirmed, the last one ");
        let counts = truly(&shop, &stopped.lines(), state);
        // The second item, already on its way, went on to its end; no further item began.
        let failed = counts[state];
        assert!((2..=ids.len()).contains(&failed), "{counts:?}");
        assert_eq!(fake.changes(), counts["applied"] + failed, "{counts:?}");
        assert_eq!(counts["waiting"], 60 - fake.changes(), "{counts:?}");
        assert!(counts["waiting"] > 0, "{counts:?}");

        let resume = ["resume", &plan, "--yes", "--failures", "100", "--again"];
        if shop.faults() > 0 {
            let resumed = computer.run(&resume).ends(code);
            assert!(!truly(&shop, &resumed.lines(), state).contains_key("waiting"));
        }
        computer.run(&resume).ends(0).says("60 applied");
        assert_eq!(shop.writes(), [1; 60]);
    }
}

/// A plan of acquirer profiles, at the sandbox.
#[test]
fn a_plan_of_acquirer_profiles_is_applied_and_taken_back() {
    let service = Service::new();
    let computer = service.computer();
    let listed = || computer.run(&["list", "acquirers", "--all"]).ends(0).lines();
    let timeouts = || listed().iter().map(|record| record["connTimeout"].clone()).collect::<Vec<_>>();
    let before = timeouts();
    assert!(!before.is_empty() && before.iter().all(|timeout| *timeout != 41), "{before:?}");
    let file = |name: &str| computer.data().with_file_name(name).display().to_string();
    let (plan, back) = (file("plan.jsonl"), file("back.jsonl"));
    computer.run(&["plan", "--kind", "acquirer", "--set", "connTimeout=41", "-o", &plan]).ends(0);
    let applied = computer.run(&["apply", &plan, "--yes"]).ends(0).lines();
    assert!(applied.len() == before.len() && applied.iter().all(|line| line["state"] == "applied"));
    assert!(timeouts().iter().all(|timeout| *timeout == 41), "{:?}", timeouts());
    computer.run(&["verify", &plan]).ends(0);
    computer.run(&["undo", &plan, "-o", &back]).ends(0);
    computer.run(&["apply", &back, "--yes"]).ends(0);
    assert_eq!(timeouts(), before);
}
