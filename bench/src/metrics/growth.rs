//! P14: what a row costs when there are ten and a hundred times as many: the store (P4), a list until it is complete and sorted and its
//! first rows (P5), and six questions of it (P10), all of core.
//!
//! No peer: a longer list of ours against a shorter one. Each run is a process of its own, so memory is that of one length, and the
//! lengths take turns. Time is processor time where there is enough to do, and what passes until the first rows.

use super::figure;
use crate::abba::Sample;
use crate::report::{Figure, Row, Target};
use crate::side;
use crate::stage::Stage;
use crate::stop::Stop;

/// What a process is warmed with.
pub(crate) const SMALL: u64 = 1000;
const SIZES: [Size; 3] = [Size::of(10_000, "10k"), Size::of(100_000, "100k"), Size::of(1_000_000, "1M")];
/// A run over all sizes takes most of half a minute.
const RUNS: usize = 5;
/// How much dearer a row may be.
const AIM: Target = Target::Ratio(1.3);

struct Size {
    rows: u64,
    name: &'static str,
}

impl Size {
    const fn of(rows: u64, name: &'static str) -> Size {
        Size { rows, name }
    }
}

/// What grows: what it is called with 100,000 and with 1,000,000 rows, and how it is told.
struct Grows {
    what: [&'static str; 2],
    unit: &'static str,
    /// Turns what a side tells into this unit; divided by the rows unless it is of the whole.
    factor: f64,
    is_of_a_row: bool,
}

const fn of_a_row(what: [&'static str; 2], unit: &'static str, factor: f64) -> Grows {
    Grows { what, unit, factor, is_of_a_row: true }
}

/// In the order of the figures that both sides tell.
const GROWING: [Grows; 7] = [
    of_a_row(["store: processor time a row, 100k", "store: processor time a row, 1M"], "µs", 1e3),
    of_a_row(["store: memory a row, 100k", "store: memory a row, 1M"], "B", 1e6),
    of_a_row(["list: processor time a row, 100k", "list: processor time a row, 1M"], "µs", 1e3),
    Grows {
        what: ["list: first rows, 100k", "list: first rows, 1M"],
        unit: "ms",
        factor: 1.0,
        is_of_a_row: false,
    },
    of_a_row(["find: processor time a row, 100k", "find: processor time a row, 1M"], "µs", 1e3),
    of_a_row(["list: memory a row, 100k", "list: memory a row, 1M"], "B", 1e6),
    of_a_row(["list and find: memory a row, 100k", "list and find: memory a row, 1M"], "B", 1e6),
];

pub(crate) fn measure(stage: &Stage) -> Result<Vec<Row>, Stop> {
    stage.data.make_list(SMALL)?;
    let bodies: Vec<_> =
        SIZES.iter().map(|size| stage.data.make_list(size.rows)).collect::<Result<_, _>>()?;
    let mut found: [Vec<Sample>; 3] = Default::default();
    for run in 0..stage.few(RUNS) {
        let mut order = [0, 1, 2];
        if run % 2 == 1 {
            order.reverse();
        }
        for at in order {
            let mut sample = side::PIECES.measure(&bodies[at].display().to_string())?;
            sample.extend(side::GROWTH.measure(&stage.service.with_rows(SIZES[at].rows))?);
            found[at].push(sample);
        }
    }
    Ok(GROWING.iter().enumerate().flat_map(|(at, grows)| rows(grows, at, &found)).collect())
}

/// Each size against each smaller one: the worst is among them.
fn rows(grows: &Grows, at: usize, found: &[Vec<Sample>; 3]) -> Vec<Row> {
    let values = |size: usize| -> Vec<f64> {
        let rows = if grows.is_of_a_row { count(SIZES[size].rows) } else { 1.0 };
        found[size].iter().map(|sample| sample[at] * grows.factor / rows).collect()
    };
    let row = |larger: usize, smaller: usize| {
        let figure: Figure = figure("P14", grows.what[larger - 1], grows.unit, SIZES[smaller].name, AIM);
        Row::new(figure, (values(larger), values(smaller)))
    };
    vec![row(2, 0), row(1, 0), row(2, 1)]
}

#[expect(clippy::cast_precision_loss, reason = "a number of rows that a float counts exactly")]
pub(super) fn count(rows: u64) -> f64 {
    rows as f64
}
