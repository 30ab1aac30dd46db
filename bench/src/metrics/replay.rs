//! P16: what proposed limits would have done to 100,000 loaded transactions, through core's door, against a loop over an array of
//! objects in Node.
//!
//! Ours twice: with the sales to be read first, as when an editor is opened, and with other limits for the same sales, as while a
//! limit is dragged. Both sides must count the same.

use std::time::Instant;

use serde_json::json;
use tapline_contract::replay::{ReplayQuery, ReplayScope};

use super::figure;
use super::find::Node;
use crate::abba;
use crate::ours::Desk;
use crate::report::{Figure, Row, Target};
use crate::stage::Stage;
use crate::stop::Stop;

const FIRST: Figure =
    figure("P16", "core: replay of 100k, sales read first", "ms", "Node", Target::Most(100.0));
const AGAIN: Figure = figure("P16", "core: replay of 100k, a limit moved", "ms", "Node", Target::Most(100.0));
const SCRIPT: &str = "bench/js/replay.mjs";
const BEFORE: [u64; 3] = [0, 5_000, 200_000];
const AFTER: [u64; 3] = [1_000, 250_000, 600_000];

pub(crate) fn measure(stage: &Stage) -> Result<Vec<Row>, Stop> {
    let mut node = Node::start(SCRIPT, stage, &[json!({ "before": BEFORE, "after": AFTER })])?;
    let desk = Desk::at(&stage.service.address)?;
    stage.runtime.block_on(desk.load())?;
    let mut turn = 0_u64;
    let mut round = |is_first: bool| -> Result<(f64, Vec<u32>), Stop> {
        turn += 1;
        // Another scope than before is read anew; it leaves nothing out.
        let scope = if is_first {
            ReplayScope { terminals: Vec::new(), merchants: Vec::new(), aids: vec!["A000000003".to_owned()] }
        } else {
            ReplayScope::default()
        };
        let asked = query(&desk, BEFORE, &scope)?;
        if !is_first {
            stage.runtime.block_on(desk.replay(&asked))?;
        }
        let asked = query(&desk, AFTER, &scope)?;
        let begun = Instant::now();
        let found = stage.runtime.block_on(desk.replay(&asked))?;
        let took = begun.elapsed().as_secs_f64() * 1000.0;
        if is_first {
            // So that the next first one finds other sales kept.
            stage.runtime.block_on(desk.replay(&query(&desk, BEFORE, &ReplayScope::default())?))?;
        }
        Ok((took, found))
    };
    let (found, expected) = (round(true)?.1, node.round()?.1);
    if found != expected {
        return Err(Stop::new(format!("the sides count differently: {found:?} and {expected:?}")));
    }
    let pairs = abba::run(
        stage.pairs,
        || Ok(vec![round(true)?.0, round(false)?.0]),
        || {
            let took = node.round()?.0[0];
            Ok(vec![took, took])
        },
    )?;
    Ok(vec![Row::new(FIRST, pairs.figure(0)), Row::new(AGAIN, pairs.figure(1))])
}

fn query(desk: &Desk, after: [u64; 3], scope: &ReplayScope) -> Result<ReplayQuery, Stop> {
    let version = |[floor, cvm, transaction]: [u64; 3]| json!({ "limits": { "floor": floor, "cvm": cvm, "transaction": transaction }, "params": {} });
    let query = json!({
        "connection": desk.connection(),
        "proposals": [{
            "scheme": "visa",
            "currency": "EUR",
            "before": version(BEFORE),
            "after": version(after),
            "scope": scope,
        }],
        "top": 1_000_000,
    });
    serde_json::from_value(query).map_err(|error| Stop::new(format!("the question is not one: {error}")))
}
