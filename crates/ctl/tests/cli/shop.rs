//! A service with configurations, for plans: it counts how often each was written, fails or falls silent where a test wants it,
//! and has a colleague.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tapline_scripted::{Request, Script, Step};

use crate::fake::{Fake, data, reply};
use crate::run::Computer;

/// The CVM limit before a plan, as a colleague changes it, and as [`planned`] changes it.
pub(crate) const BEFORE: u64 = 2500;
pub(crate) const COLLEAGUES: u64 = 1;
pub(crate) const PLANNED: u64 = 5000;

/// As many items of a plan are on their way at once.
const AT_ONCE: usize = 8;

/// A token with this in it belongs to another owner.
pub(crate) const OTHER_OWNER: &str = "another-owner";
/// Part of tokens whose owner the service does not name.
pub(crate) const NO_OWNER: &str = "no-owner";

pub(crate) struct Shop {
    rows: Mutex<Rows>,
    wait: Duration,
    /// Requests that are kept waiting.
    held: AtomicUsize,
}

#[derive(Default)]
struct Rows {
    records: BTreeMap<u64, Kept>,
    faults: BTreeMap<u64, Fault>,
    hold: Option<Hold>,
    /// Since the hold.
    lists: usize,
    changes: usize,
    /// The last record of the plan's order that a change came for.
    furthest: u64,
}

struct Kept {
    params: String,
    writes: usize,
    /// The limit last set by someone other than the plan.
    base: u64,
}

/// Fault at the first change of a record: if it is written, and the answer.
#[derive(Clone)]
pub(crate) struct Fault {
    pub(crate) written: bool,
    /// Nothing: the connection is cut.
    pub(crate) status: Option<u16>,
}

/// From where on the service keeps what comes waiting, without an answer.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Hold {
    /// From this list on, counted from 1: the run reads one, and each item one before its change and one after it.
    List(usize),
    /// Lists, once so many changes were answered.
    ListAfter(usize),
    /// From this change on, counted from 1; it is not written.
    Unwritten(usize),
    /// From this change on, counted from 1; it is written.
    Written(usize),
}

impl Hold {
    /// Returns the least number of requests waiting when nothing of a plan of this size goes on any more.
    fn waiting(self, size: usize) -> usize {
        let open = match self {
            Hold::List(1) => 1,
            Hold::List(list) => size.saturating_sub((list - 2) / 2),
            Hold::ListAfter(changes) => size - changes,
            Hold::Unwritten(change) | Hold::Written(change) => size + 1 - change,
        };
        open.clamp(1, AT_ONCE)
    }
}

impl Shop {
    pub(crate) fn open(size: u64, wait: Duration) -> (Arc<Shop>, Fake) {
        Shop::with(size, wait, BTreeMap::new())
    }

    pub(crate) fn with(size: u64, wait: Duration, faults: BTreeMap<u64, Fault>) -> (Arc<Shop>, Fake) {
        let params = |id| format!(r#"{{"zz": 1.00,"clCVMLimit":{BEFORE},"clFloorLimit":{id}}}"#);
        let kept = |id| Kept { params: params(id), writes: 0, base: BEFORE };
        let records = (1..=size).map(|id| (id, kept(id))).collect();
        let rows = Mutex::new(Rows { records, faults, ..Rows::default() });
        let shop = Arc::new(Shop { rows, wait, held: AtomicUsize::new(0) });
        let serving = Arc::clone(&shop);
        (shop, Fake::new(move |request| serving.answer(request)))
    }

    fn answer(&self, request: &Request) -> Script {
        thread::sleep(self.wait);
        let path = request.path.as_str();
        if request.method == "PUT" {
            return self.change(path.rsplit('/').next().unwrap().parse().unwrap(), request.text());
        }
        if path == "/api/v2/emv" {
            return self.list();
        }
        if request.authorization().contains(NO_OWNER) {
            return data("{}").into();
        }
        let owner = if request.authorization().contains(OTHER_OWNER) { "8" } else { "7" };
        data(&format!(r#"{{"groupId":"{owner}"}}"#)).into()
    }

    fn change(&self, id: u64, body: &str) -> Script {
        let mut rows = self.rows.lock().unwrap();
        rows.changes += 1;
        rows.furthest = rows.furthest.max(id);
        let (held, writes) = match rows.hold {
            Some(Hold::Unwritten(from)) if rows.changes >= from => (true, false),
            Some(Hold::Written(from)) if rows.changes >= from => (true, true),
            _ => (false, true),
        };
        let fault = rows.faults.remove(&id);
        if writes && fault.as_ref().is_none_or(|fault| fault.written) {
            let body: Value = serde_json::from_str(body).unwrap();
            let record = rows.records.get_mut(&id).unwrap();
            record.params = body["params"].to_string();
            record.writes += 1;
        }
        if held {
            return self.keep_waiting();
        }
        if let Some(fault) = fault {
            let said = r#"{"msg":"Not today","code":1,"data":null}"#;
            return fault.status.map_or(Step::Close.into(), |status| reply(status, said).into());
        }
        data(&format!(r#"{{"id":{id}}}"#)).into()
    }

    fn list(&self) -> Script {
        let mut rows = self.rows.lock().unwrap();
        rows.lists += 1;
        let is_held = match rows.hold {
            Some(Hold::List(from)) => rows.lists >= from,
            Some(Hold::ListAfter(changes)) => rows.changes >= changes,
            _ => false,
        };
        if is_held {
            return self.keep_waiting();
        }
        let records: Vec<_> = rows
            .records
            .iter()
            .map(|(id, record)| {
                let (params, scheme) = (Value::from(record.params.as_str()), 1 + id % 2);
                format!(
                    r#"{{"id":{id},"emvName":"Shop {id}","paymentMethod":"0{scheme}","params":{params}}}"#
                )
            })
            .collect();
        let (total, records) = (records.len(), records.join(","));
        data(&format!(r#"{{"total":{total},"hasNext":false,"records":[{records}]}}"#)).into()
    }

    fn keep_waiting(&self) -> Script {
        self.held.fetch_add(1, Ordering::SeqCst);
        Step::Stall.into()
    }

    /// Counts from here on.
    pub(crate) fn hold(&self, hold: Option<Hold>) {
        let mut rows = self.rows.lock().unwrap();
        (rows.hold, rows.lists, rows.changes) = (hold, 0, 0);
        self.held.store(0, Ordering::SeqCst);
    }

    /// Waits until everything that goes on waits for the service.
    #[track_caller]
    pub(crate) fn until_held(&self, hold: Hold) {
        let waiting = hold.waiting(self.rows.lock().unwrap().records.len());
        until(|| self.held.load(Ordering::SeqCst) >= waiting);
    }

    fn each<T>(&self, of: impl Fn(&Kept) -> T) -> Vec<T> {
        self.rows.lock().unwrap().records.values().map(of).collect()
    }

    pub(crate) fn limits(&self) -> Vec<u64> {
        let limit = |kept: &Kept| {
            serde_json::from_str::<Value>(&kept.params).unwrap()["clCVMLimit"].as_u64().unwrap()
        };
        self.each(limit)
    }

    pub(crate) fn writes(&self) -> Vec<usize> {
        self.each(|kept| kept.writes)
    }

    pub(crate) fn written(&self) -> usize {
        self.writes().iter().sum()
    }

    /// Number of records that fail at their next change.
    pub(crate) fn faults(&self) -> usize {
        self.rows.lock().unwrap().faults.len()
    }

    /// Number of records that a colleague changed.
    pub(crate) fn meddled(&self) -> usize {
        self.rows.lock().unwrap().meddled()
    }

    /// A colleague saves another limit.
    pub(crate) fn meddle(&self, id: u64) {
        self.rows.lock().unwrap().meddle(id);
    }

    /// The parameters of a record as JSON text.
    pub(crate) fn params(&self, id: u64) -> String {
        self.rows.lock().unwrap().records[&id].params.clone()
    }

    /// Somebody saves these parameters.
    pub(crate) fn put(&self, id: u64, params: &str) {
        params.clone_into(&mut self.rows.lock().unwrap().records.get_mut(&id).unwrap().params);
    }

    /// Somebody deletes a record.
    pub(crate) fn remove(&self, id: u64) {
        self.rows.lock().unwrap().records.remove(&id);
    }

    /// A colleague saves another limit of a record that no change can be on its way to. A plan takes its items in their order, so
    /// many at once; it sends nothing for those that a colleague changed, and for those that an earlier run was killed at.
    pub(crate) fn meddle_ahead(&self, kills: usize, by: u64) {
        let mut rows = self.rows.lock().unwrap();
        let on_their_way = u64::try_from(AT_ONCE * (kills + 1) + rows.meddled()).unwrap();
        let id = rows.furthest + on_their_way + 1 + by;
        if rows.records.contains_key(&id) {
            rows.meddle(id);
        }
    }
}

impl Rows {
    fn meddled(&self) -> usize {
        self.records.values().filter(|record| record.base == COLLEAGUES).count()
    }

    fn meddle(&mut self, id: u64) {
        let record = self.records.get_mut(&id).unwrap();
        record.params = format!(r#"{{"clCVMLimit":{COLLEAGUES}}}"#);
        record.base = COLLEAGUES;
    }
}

/// Checks that the report of each item matches the service. Returns the number of items in each state.
#[track_caller]
pub(crate) fn truly(shop: &Shop, told: &[Value], what: &str) -> BTreeMap<String, usize> {
    let (writes, limits, bases) = (shop.writes(), shop.limits(), shop.each(|kept| kept.base));
    let mut counts = BTreeMap::new();
    for result in told {
        let at = result["id"].as_str().unwrap().parse::<usize>().unwrap() - 1;
        let state = result["state"].as_str().unwrap();
        let is_so = match state {
            "applied" => writes[at] == 1 && limits[at] == PLANNED,
            "unknown" => writes[at] <= 1,
            _ => writes[at] == 0 && limits[at] == bases[at],
        };
        assert!(is_so, "{what}: {result}, written {} times, limit {}", writes[at], limits[at]);
        *counts.entry(state.to_owned()).or_default() += 1;
    }
    assert_eq!(counts.values().sum::<usize>(), writes.len(), "{what}: an item has no result");
    counts
}

/// The file of a plan of all records, or of those that the arguments name.
pub(crate) fn planned(computer: &Computer, arguments: &[&str]) -> String {
    let path = computer.data().with_file_name("plan.jsonl").display().to_string();
    let plan = [&["plan", "--set", "cvm=50.00", "-o", &path], arguments].concat();
    computer.run(&plan).ends(0).says("Written to");
    path
}

#[track_caller]
pub(crate) fn until(mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_mins(5), "it never came");
        thread::sleep(Duration::from_millis(1));
    }
}
