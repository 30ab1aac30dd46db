//! P11: a list of 100,000 transactions as a file, from the call to the closed file, through core's door; against `DuckDB`'s COPY of the
//! same rows and members, from a table in memory that was filled before.
//!
//! Ours reads the list as it is held, shortens card numbers, writes amounts in major units and waits until the disk has the file;
//! `DuckDB` does none of it. No peer writes workbooks without the network, so XLSX is only told.

use std::fs;
use std::time::Instant;

use serde_json::json;
use tapline_contract::export::Format;

use super::figure;
use super::find::Node;
use crate::abba;
use crate::data::RECORDS;
use crate::ours::Desk;
use crate::report::{Figure, Row, Target};
use crate::stage::Stage;
use crate::stop::Stop;

const CSV: Figure = figure("P11", "core: 100k to a CSV file", "ms", "DuckDB COPY", Target::Ratio(0.8));
const XLSX: Figure = figure("P11", "core: 100k to an XLSX file", "ms", "", Target::None);
/// A workbook takes seconds.
const WORKBOOKS: usize = 3;
/// Beside its packages.
const SCRIPT: &str = "bench/duckdb/copy.mjs";

pub(crate) fn measure(stage: &Stage) -> Result<Vec<Row>, Stop> {
    let desk = Desk::at(&stage.service.address)?;
    let list = stage.runtime.block_on(desk.load())?;
    let ours = |format: Format| -> Result<Vec<f64>, Stop> {
        let begun = Instant::now();
        let file = stage.runtime.block_on(desk.export(&list, format))?;
        let took = begun.elapsed().as_secs_f64() * 1000.0;
        fs::remove_file(&file.path).map_err(Stop::at("the file cannot be removed"))?;
        if file.rows == RECORDS { Ok(vec![took]) } else { Err(Stop::new("rows are missing in the file")) }
    };
    let peer = || -> Result<Node, Stop> {
        let mut node = Node::start(SCRIPT, stage, &[json!({ "folder": desk.folder() })])?;
        // It fills its table before it answers.
        let (_, totals) = node.round()?;
        if totals.iter().map(|total| u64::from(*total)).eq([RECORDS]) {
            Ok(node)
        } else {
            Err(Stop::new("rows are missing in the file of DuckDB"))
        }
    };
    let csv = match peer() {
        Ok(mut node) => {
            let pairs = abba::run(stage.pairs, || ours(Format::Csv), || Ok(node.round()?.0))?;
            Row::new(CSV, pairs.figure(0))
        }
        Err(why) => {
            ours(Format::Csv)?;
            let alone: Vec<f64> =
                (0..stage.pairs).map(|_| Ok(ours(Format::Csv)?[0])).collect::<Result<_, Stop>>()?;
            Row::without_peer(CSV, alone, &why)
        }
    };
    ours(Format::Xlsx)?;
    let workbooks = (0..stage.few(WORKBOOKS)).map(|_| Ok(ours(Format::Xlsx)?[0]));
    Ok(vec![csv, Row::alone(XLSX, workbooks.collect::<Result<_, Stop>>()?)])
}
