//! Plans: made, applied, killed in the middle, resumed, verified and taken back.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::fake::{Asked, Fake, Reply, data};
use crate::run::Computer;

/// A service that keeps configurations, and counts how often each was written.
pub(crate) struct Shop {
    records: Mutex<BTreeMap<u64, (String, usize)>>,
    wait: Duration,
    faults: Mutex<BTreeMap<u64, Fault>>,
}

/// Of the first change of a record: whether it is written, and what is answered then.
#[derive(Clone)]
pub(crate) struct Fault {
    pub(crate) written: bool,
    /// Nothing: the connection is cut.
    pub(crate) status: Option<u16>,
}

impl Shop {
    fn open(size: u64, wait: Duration) -> (Arc<Shop>, Fake) {
        Shop::with(size, wait, BTreeMap::new())
    }

    pub(crate) fn with(size: u64, wait: Duration, faults: BTreeMap<u64, Fault>) -> (Arc<Shop>, Fake) {
        let params = |id| format!(r#"{{"zz": 1.00,"clCVMLimit":2500,"clFloorLimit":{id}}}"#);
        let records = (1..=size).map(|id| (id, (params(id), 0))).collect();
        let shop = Arc::new(Shop { records: Mutex::new(records), wait, faults: Mutex::new(faults) });
        let serving = Arc::clone(&shop);
        (shop, Fake::new(move |asked| serving.answer(asked)))
    }

    fn answer(&self, asked: &Asked) -> Reply {
        thread::sleep(self.wait);
        let path = asked.path.split('?').next().unwrap_or_default();
        let mut records = self.records.lock().unwrap();
        if asked.method == "PUT" {
            let id: u64 = path.rsplit('/').next().unwrap().parse().unwrap();
            let body: Value = serde_json::from_str(&asked.body).unwrap();
            let fault = self.faults.lock().unwrap().remove(&id);
            if fault.as_ref().is_none_or(|fault| fault.written) {
                let record = records.get_mut(&id).unwrap();
                *record = (body["params"].to_string(), record.1 + 1);
            }
            if let Some(fault) = fault {
                let said = r#"{"msg":"Not today","code":1,"data":null}"#;
                return fault.status.map_or(Reply::Cut, |status| Reply::Json(status, said.to_owned()));
            }
            return data(&format!(r#"{{"id":{id}}}"#));
        }
        if path != "/api/v2/emv" {
            return data(r#"{"groupId":"7"}"#);
        }
        let records: Vec<_> = records
            .iter()
            .map(|(id, (params, _))| {
                let (params, scheme) = (Value::from(params.as_str()), 1 + id % 2);
                format!(
                    r#"{{"id":{id},"emvName":"Shop {id}","paymentMethod":"0{scheme}","params":{params}}}"#
                )
            })
            .collect();
        let (total, records) = (records.len(), records.join(","));
        data(&format!(r#"{{"total":{total},"hasNext":false,"records":[{records}]}}"#))
    }

    pub(crate) fn limits(&self) -> Vec<u64> {
        let records = self.records.lock().unwrap();
        let limit =
            |params: &String| serde_json::from_str::<Value>(params).unwrap()["clCVMLimit"].as_u64().unwrap();
        records.values().map(|(params, _)| limit(params)).collect()
    }

    pub(crate) fn writes(&self) -> Vec<usize> {
        self.records.lock().unwrap().values().map(|(_, writes)| *writes).collect()
    }

    /// A colleague saves another limit.
    fn meddle(&self, id: u64) {
        r#"{"clCVMLimit":1}"#.clone_into(&mut self.records.lock().unwrap().get_mut(&id).unwrap().0);
    }
}

pub(crate) fn planned(computer: &Computer, arguments: &[&str]) -> String {
    let path = computer.data().with_file_name("plan.jsonl").display().to_string();
    let plan = [&["plan", "--set", "cvm=50.00", "-o", &path], arguments].concat();
    computer.run(&plan).ends(0).says("Written to");
    path
}

#[test]
fn a_plan_is_reviewed_applied_verified_and_taken_back() {
    let (shop, fake) = Shop::open(12, Duration::ZERO);
    let computer = fake.computer();
    let plan = planned(&computer, &["--where", "scheme=visa,name=shop", "--why", "NL"]);
    assert_eq!(fake.changes(), 0);
    let text = std::fs::read_to_string(&plan).unwrap();
    assert!(text.lines().count() == 7 && text.contains(r#""set":{"clCVMLimit":5000}"#), "{text}");
    let review = computer.run(&["plan", "show", &plan]).ends(0).out;
    assert!(review.contains("NL") && review.contains("clCVMLimit: 2500 > 5000"), "{review}");
    let review = computer.run(&["plan", "show", &plan, "--currency", "EUR"]).ends(0).out;
    assert!(review.contains("25.00 EUR > 50.00 EUR"), "{review}");
    computer.run(&["plan", "show", &plan, "--currency", "EURO"]).ends(1).says("no currency of this code");
    computer.run(&["apply", &plan]).ends(1).says("add --yes");
    computer.run(&["verify", &plan]).ends(2).says("6 not applied");
    computer.run(&["resume", &plan, "--yes"]).ends(1).says("Begin it with `taplinectl apply`");
    assert_eq!(fake.changes(), 0);
    let told = computer.run(&["apply", &plan, "--yes"]).ends(0).says("6 applied");
    assert!(told.lines().iter().all(|line| line["state"] == "applied" && line["operation"].is_string()));
    assert_eq!(shop.writes().iter().sum::<usize>(), 6);
    computer.run(&["verify", &plan]).ends(0);
    computer
        .run(&["apply", &plan, "--yes"])
        .ends(0)
        .says("6 applied")
        .says("begun before on this computer: 6 applied.");
    assert_eq!(shop.writes().iter().sum::<usize>(), 6, "nothing is sent twice");

    let back = format!("{plan}.back");
    computer.run(&["undo", &plan, "-o", &back]).ends(0);
    computer.run(&["apply", &back, "--yes"]).ends(0).says("6 applied");
    assert_eq!(shop.limits(), [2500; 12]);
    computer.run(&["verify", &plan]).ends(2);
    computer.run(&["undo", &plan]).ends(1).says("changed again since");
}

#[test]
fn what_a_colleague_changed_stops_the_plan_and_stays() {
    let (shop, fake) = Shop::open(40, Duration::from_millis(5));
    let computer = fake.computer();
    let plan = planned(&computer, &[]);
    shop.meddle(1);
    computer.run(&["apply", &plan, "--yes"]).ends(2).says("not what was reviewed").says("not begun");
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
    elsewhere.computer().run(&["apply", &plan, "--yes"]).ends(1).says("This plan is for http://127.0.0.1");
    let text = std::fs::read_to_string(&plan).unwrap();
    std::fs::write(&plan, text.replacen("\"id\":\"2\"", "\"id\":2", 1)).unwrap();
    computer.run(&["apply", &plan, "--yes"]).ends(1).says("Line 3: ");
    assert_eq!(fake.changes() + elsewhere.changes(), 0);
}

#[cfg(unix)]
#[test]
fn a_plan_that_was_stopped_goes_on() {
    let (shop, fake) = Shop::open(60, Duration::from_millis(20));
    let computer = fake.computer();
    let plan = planned(&computer, &[]);
    let child = computer.start(&["apply", &plan, "--yes"]);
    until(|| shop.writes().iter().sum::<usize>() > 4);
    std::process::Command::new("kill").arg(child.id().to_string()).status().unwrap();
    crate::run::Ended::from(child.wait_with_output().unwrap()).ends(5).says("not begun");
    assert!(shop.writes().contains(&0));
    computer.run(&["resume", &plan, "--yes"]).ends(0).says("60 applied");
    assert_eq!(shop.writes(), [1; 60]);
}

/// xorshift
fn random(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

#[track_caller]
fn until(mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_mins(1), "it never came");
        thread::sleep(Duration::from_millis(1));
    }
}

/// Killed up to three times in the middle. Whether the last resume had to send something again.
fn killed(seed: u64, size: u64) -> bool {
    let (shop, fake) = Shop::open(size, Duration::from_millis(3));
    let computer = fake.computer();
    let plan = planned(&computer, &[]);
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    for _ in 0..=random(&mut state) % 3 {
        let mut apply = computer.command(&["apply", &plan, "--yes", "--failures", "10000"]);
        let mut child = apply.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let written = || shop.writes().iter().sum::<usize>();
        let at = written() + usize::try_from(random(&mut state) % (size / 3)).unwrap();
        until(|| written() >= at || child.try_wait().unwrap().is_some());
        thread::sleep(Duration::from_micros(random(&mut state) % 20_000));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    // Killed before anything was sent, there is nothing to resume.
    let begun = shop.writes().iter().any(|writes| *writes > 0);
    let how = if begun { "resume" } else { "apply" };
    let resume = [how, &plan, "--yes", "--failures", "10000"];
    let resumed = computer.run(&resume);
    assert!(shop.writes().iter().all(|writes| *writes <= 1), "seed {seed}: {:?}", shop.writes());
    let again = resumed.code == 3;
    if again {
        // A person agrees to send what was lost on its way.
        let unwritten = shop.writes().iter().filter(|writes| **writes == 0).count();
        resumed.says(&format!("{unwritten} unknown"));
        computer.run(&[&resume[..], &["--again"]].concat()).ends(0);
    } else {
        resumed.ends(0);
    }
    assert!(shop.writes().iter().all(|writes| *writes == 1), "seed {seed}: {:?}", shop.writes());
    let applied = shop.limits().iter().all(|limit| *limit == 5000);
    assert!(applied, "seed {seed}");
    computer.run(&["verify", &plan]).ends(0);
    again
}

#[test]
fn a_killed_plan_loses_nothing_and_writes_nothing_twice() {
    let long = std::env::var_os("TAPLINE_LONG").is_some();
    let (seeds, size) = if long { (1..=200, 500) } else { (1..=8, 60) };
    let run = |seed| {
        let again = killed(seed, size);
        if long {
            // So that it can be seen how many a run that was ended had done.
            println!("seed {seed} of {size} items: nothing lost, nothing written twice");
        }
        usize::from(again)
    };
    let again = seeds.map(run).sum::<usize>();
    println!("{again} plans had an item that was lost on its way");
    // A cell of the fault matrix, which another program counts (tests/src/cells.rs).
    if let Some(folder) = std::env::var_os("TAPLINE_CELLS") {
        let path = Path::new(&folder).join(format!("ran-{}", std::process::id()));
        fs::write(path, "F31 Tapline\n").unwrap();
    }
}
