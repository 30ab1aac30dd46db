//! P14 in the window: a million transactions opened, asked for, scrolled and kept in memory, beside a hundred thousand.
//!
//! No peer: the longer list of ours against the shorter one, in turns. Each look is a window of its own.

use super::growth::count;
use super::{figure, find, load, scroll, start};
use crate::abba;
use crate::report::{Figure, Row, Target};
use crate::stage::Stage;
use crate::stop::Stop;

const LONG: u64 = 1_000_000;
const SHORT: u64 = 100_000;
const BESIDE: &str = "100k";
/// How much dearer a row may be.
const AIM: Target = Target::Ratio(1.3);
/// What core lets all lists take, in MB.
const BUDGET: Target = Target::Over(537.0);

/// In the order of what [`opened`] tells.
const OPENED: [Figure; 3] = [
    figure("P14", "window: list painted, a row, 1M", "µs", BESIDE, AIM),
    figure("P14", "window: first rows painted, 1M", "ms", BESIDE, AIM),
    figure("P14", "window: a question repainted, a row, 1M", "µs", BESIDE, AIM),
];
const MEMORY: Figure = figure("P14", "window: memory with 1M rows on the screen", "MB", BESIDE, BUDGET);
const LATE: Figure =
    figure("P14", "window: frames above 33 ms while 1M scroll", "%", BESIDE, Target::Most(1.0));
const LONGEST: Figure =
    figure("P14", "window: longest frame while 1M scroll", "ms", BESIDE, Target::Most(100.0));

/// A window with a million rows takes most of half a minute.
const WINDOWS: usize = 3;

pub(crate) fn measure(stage: &Stage) -> Result<Vec<Row>, Stop> {
    for rows in [LONG, SHORT] {
        stage.data.make_list(rows)?;
    }
    let windows = stage.few(WINDOWS);
    let (long, short) = (stage.service.with_rows(LONG), stage.service.with_rows(SHORT));
    let asked = [find::of(stage, &long)?, find::of(stage, &short)?];
    let opened = |address: &str, asked, rows| -> Result<Vec<f64>, Stop> {
        let told = load::window(stage, address, asked)?;
        let told = load::told_of(&told, &["whole", "first", "round"])?;
        let micros = 1000.0 / count(rows);
        Ok(vec![told[0] * micros, told[1], told[2] / find::QUESTIONS * micros])
    };
    let opened = abba::run(windows, || opened(&long, &asked[0], LONG), || opened(&short, &asked[1], SHORT))?;
    let scrolled = abba::run(windows, || scroll::ours(stage, &long), || scroll::ours(stage, &short))?;
    let memory = abba::run(
        windows,
        || start::listed(stage, &long).map(|taken| vec![taken]),
        || start::listed(stage, &short).map(|taken| vec![taken]),
    )?;
    let mut rows: Vec<Row> =
        (0..).zip(OPENED).map(|(at, figure)| Row::new(figure, opened.figure(at))).collect();
    rows.push(Row::new(LATE, scrolled.figure(0)));
    rows.push(Row::new(LONGEST, scrolled.figure(2)));
    rows.push(Row::new(MEMORY, memory.figure(0)));
    Ok(rows)
}
