//! P10: filter and sort 100,000 rows, then hand out the first 60: through core's door, against objects in an array in Node.
//!
//! Six questions make a round, more than core keeps orders of, so that each is answered anew. Both sides are asked in turns and
//! must find the same number of rows.
//!
//! And in the window: words typed and a heading pressed at once, until the rows are painted; then a key pressed in the rows, until
//! the next one is painted as the current one. Its questions are those that the
//! page can ask, Node's are the same.

use std::io::{BufRead as _, BufReader, Lines, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;

use serde_json::{Value, json};
use tapline_contract::field::Number;
use tapline_contract::list::{Filter, Sort};

use super::{figure, load};
use crate::abba::{self, Sample};
use crate::ours::{self, Desk};
use crate::report::{Figure, Row, Target};
use crate::stage::Stage;
use crate::stop::Stop;

const FIGURE: Figure =
    figure("P10", "core: filter, sort, window; six of them", "ms", "Node", Target::Ratio(0.10));
const PAINTED: Figure =
    figure("P10", "window: one of them, repainted", "ms", "Node", Target::Most(TWO_FRAMES));
const KEY: Figure = figure("P10", "window: a key to the painted row, in 100k", "ms", "", Target::Most(50.0));
/// Of sixty a second, in milliseconds.
const TWO_FRAMES: f64 = 33.4;
/// A window is started anew for each.
const WINDOWS: usize = 5;
/// In a round.
pub(super) const QUESTIONS: f64 = 6.0;
const SCRIPT: &str = "bench/js/find.mjs";

/// A script of the bench in Node, over the same transactions: asked for a round, it answers with its time and its counts.
pub(super) struct Node {
    child: Child,
    ask: ChildStdin,
    answers: Lines<BufReader<ChildStdout>>,
}

pub(crate) fn measure(stage: &Stage) -> Result<Vec<Row>, Stop> {
    let questions = questions()?;
    let mut node = Node::start(SCRIPT, stage, &for_node(&questions))?;
    let desk = Desk::at(&stage.service.address)?;
    let list = stage.runtime.block_on(desk.load())?;
    let round = || -> Result<(Sample, Vec<u32>), Stop> {
        let begun = Instant::now();
        let mut totals = Vec::new();
        for (sort, filter) in &questions {
            let query = ours::window(&list, Some(sort.clone()), Some(filter.clone()));
            let text = stage.runtime.block_on(desk.rows_text(&query))?;
            // What the page would decode; here only its count is looked at.
            totals.push(total(&text)?);
        }
        Ok((vec![begun.elapsed().as_secs_f64() * 1000.0], totals))
    };
    let (found, expected) = (round()?.1, node.round()?.1);
    if found != expected {
        return Err(Stop::new(format!("the sides find different rows: {found:?} and {expected:?}")));
    }
    let pairs = abba::run(stage.pairs, || Ok(round()?.0), || Ok(node.round()?.0))?;
    drop((node, desk));
    let mut rows = painted(stage)?;
    rows.push(Row::new(FIGURE, pairs.figure(0)));
    Ok(rows)
}

/// Words, the column that is pressed, and its heading.
const ASKED: [[&str; 3]; 6] = [
    ["declined", "amount.value", "Amount"],
    ["bäck", "tranId", "Transaction"],
    ["signature", "rrn", "RRN"],
    ["kiosk", "accountMasked", "Card"],
    ["online_pin", "sdkId", "Terminal"],
    ["zzz", "mchName", "Merchant"],
];

/// Means of the questions of a round, and the median of the keys that were pressed after it.
fn painted(stage: &Stage) -> Result<Vec<Row>, Stop> {
    let asked = ASKED.map(|[words, column, _]| {
        json!({
            "sort": { "column": column, "descending": false }, "columns": ours::COLUMNS,
            "filter": { "contains": { "columns": super::EVERY, "text": words } },
        })
    });
    let mut node = Node::start(SCRIPT, stage, &asked)?;
    let totals = node.round()?.1;
    let questions = for_page(&totals);
    let pairs = abba::run(
        stage.few(WINDOWS),
        || {
            let told =
                load::told_of(&load::window(stage, &stage.service.address, &questions)?, &["round", "key"])?;
            Ok(vec![told[0] / QUESTIONS, told[1]])
        },
        || Ok(node.round()?.0.iter().map(|sum| sum / QUESTIONS).collect()),
    )?;
    Ok(vec![Row::new(PAINTED, pairs.figure(0)), Row::alone(KEY, pairs.figure(1).0)])
}

/// What the page asks, with the numbers of rows that it shall find.
fn for_page(totals: &[u32]) -> Value {
    ASKED
        .iter()
        .zip(totals)
        .map(|([words, _, heading], total)| json!({ "words": words, "heading": heading, "total": total }))
        .collect()
}

/// The same of another service, where core without a window counts the rows.
pub(super) fn of(stage: &Stage, address: &str) -> Result<Value, Stop> {
    let desk = Desk::at(address)?;
    let list = stage.runtime.block_on(desk.load())?;
    let totals: Vec<u32> = ASKED
        .iter()
        .map(|[words, column, _]| {
            let sort = Sort { column: (*column).to_owned(), descending: false };
            let columns = super::EVERY.map(str::to_owned).to_vec();
            let filter = Filter::Contains { columns, text: (*words).to_owned() };
            let query = ours::window(&list, Some(sort), Some(filter));
            total(&stage.runtime.block_on(desk.rows_text(&query))?)
        })
        .collect::<Result<_, _>>()?;
    Ok(for_page(&totals))
}

/// As the script of Node reads them.
fn for_node(questions: &[(Sort, Filter)]) -> Vec<Value> {
    let question =
        |(sort, filter): &(Sort, Filter)| json!({ "sort": sort, "filter": filter, "columns": ours::COLUMNS });
    questions.iter().map(question).collect()
}

/// All six of a round.
pub(crate) fn questions() -> Result<Vec<(Sort, Filter)>, Stop> {
    let number = |text| Number::parse(text).ok_or_else(|| Stop::new("a number of the questions is none"));
    let contains = |columns: &[&str], text: &str| Filter::Contains {
        columns: columns.iter().map(|column| (*column).to_owned()).collect(),
        text: text.to_owned(),
    };
    let equals = |column: &str, value: &str| Filter::Equals {
        column: column.to_owned(),
        value: Some(value.to_owned()),
    };
    let between = Filter::Between {
        column: "amount.value".to_owned(),
        least: Some(number("1000")?),
        most: Some(number("500000")?),
    };
    let questions = [
        ("amount.value", true, equals("tranStatus", "DECLINED")),
        ("tranId", true, contains(&["mchName"], "bäck")),
        ("rrn", false, between),
        ("accountMasked", false, contains(&["tranId", "rrn", "accountMasked", "mchName"], "77")),
        ("mchName", true, equals("cvmPerformed", "ONLINE_PIN")),
        ("acqTid", false, contains(&["tranId", "rrn", "accountMasked", "mchName"], "zzz")),
    ];
    let question = |(column, descending, filter): (&str, bool, Filter)| {
        (Sort { column: column.to_owned(), descending }, filter)
    };
    Ok(questions.into_iter().map(question).collect())
}

/// Of an answer, without decoding its rows.
fn total(text: &str) -> Result<u32, Stop> {
    #[derive(serde::Deserialize)]
    struct Total {
        total: u32,
    }
    serde_json::from_str::<Total>(text).map(|found| found.total).map_err(Stop::at("the window has no total"))
}

impl Node {
    pub(super) fn start(script: &str, stage: &Stage, questions: &[Value]) -> Result<Node, Stop> {
        let mut child = Command::new("node")
            .arg(script)
            .arg(&stage.data.whole)
            .arg(Value::from(questions.to_vec()).to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(Stop::at("node does not start"))?;
        let (Some(ask), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Stop::new("node has no pipes"));
        };
        Ok(Node { child, ask, answers: BufReader::new(output).lines() })
    }

    pub(super) fn round(&mut self) -> Result<(Sample, Vec<u32>), Stop> {
        writeln!(self.ask, "go").map_err(Stop::at("node does not listen"))?;
        let line = self.answers.next().ok_or_else(|| Stop::new("node has ended"))?;
        let told: Value = serde_json::from_str(&line.map_err(Stop::at("node"))?).map_err(Stop::at("node"))?;
        let totals = serde_json::from_value(told["totals"].clone()).map_err(Stop::at("node"))?;
        Ok((vec![told["ms"].as_f64().unwrap_or_default()], totals))
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
