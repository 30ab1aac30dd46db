//! Runs each row once, whoever asks for it, and adds up the cells that ran.
//!
//! Each row is a test of its own; the sum is one more, which waits for the rows that run and runs those that do not: the order
//! of the tests does not matter, and a row can be run by name. A cell counts once it reported that it passed, by
//! [`cells::ran`]. Cells of other programs are compared by `cargo xtask test` when all of them have ended.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::{Mutex, OnceLock};
use std::time::Instant;

use tapline_tests::cells;

use crate::cell::words;
use crate::matrix::{Cell, FaultRow, MATRIX};

/// The matrix has as many.
const CELLS: usize = 744;

/// Runs a row; its cells report themselves when they passed.
pub(crate) type Run = fn() -> Pin<Box<dyn Future<Output = ()> + Send>>;

/// Result of a row: seconds, or the failures.
type Ended = Result<f32, String>;

fn ended(number: u8) -> &'static Ended {
    static ROWS: OnceLock<Mutex<BTreeMap<u8, &'static OnceLock<Ended>>>> = OnceLock::new();
    let row = {
        let mut rows = ROWS.get_or_init(Mutex::default).lock().unwrap();
        #[expect(clippy::disallowed_methods, reason = "as many as there are rows, until the tests end")]
        *rows.entry(number).or_insert_with(|| Box::leak(Box::default()))
    };
    row.get_or_init(|| {
        let run = FaultRow::by_number(number).run.unwrap();
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
        let begun = Instant::now();
        let ended = runtime.unwrap().block_on(async { tokio::spawn(run()).await });
        ended.map_err(|panic| words(panic.into_panic().as_ref()).to_owned())?;
        match missing(FaultRow::by_number(number).cells_here(), cells::has_run) {
            none if none.is_empty() => Ok(begun.elapsed().as_secs_f32()),
            missing => Err(format!("did not run: {}", missing.join(", "))),
        }
    })
}

fn missing(cells: Vec<Cell>, has_run: impl Fn(&str) -> bool) -> Vec<String> {
    cells.iter().map(Cell::to_string).filter(|cell| !has_run(cell)).collect()
}

macro_rules! rows {
    ($($name:ident $number:literal)*) => { $(
        #[test]
        fn $name() {
            if let Err(failed) = ended($number) {
                panic!("{failed}");
            }
        }
    )* };
}

rows! {
    f01_connection_refused 1
    f02_no_such_name 2
    f03_unroutable 3
    f04_certificates 4
    f05_tls_stalls 5
    f06_headers_never_come 6
    f07_reset 7
    f08_body_stalls 8
    f09_framing 9
    f10_service_errors 10
    f11_too_many_requests 11
    f12_html 12
    f13_no_json 13
    f14_gzip 14
    f15_bombs 15
    f16_fields 16
    f17_codes 17
    f18_unauthorized 18
    f19_redirects 19
    f20_long_lists 20
    f21_shifting_pages 21
    f22_pages_without_end 22
    f23_totals 23
    f24_unknown_words 24
    f25_numbers 25
    f26_other_ids 26
    f27_lost_answers 27
    f29_twice 29
    f30_somebody_else 30
    f33_disk 33
    f34_second_start 34
    f35_clock 35
    f36_link 36
}

#[test]
fn the_sum_of_cells_that_ran_is_that_of_the_matrix() {
    let (mut here, mut elsewhere, mut open) = (0, 0, 0);
    let (mut lines, mut failed) = (Vec::new(), Vec::new());
    for row in &MATRIX {
        let ended = row.run.map_or(&Ok(0.0), |_| ended(row.number));
        if let Err(why) = ended {
            failed.push(format!("F{}: {}", row.number, why.lines().next().unwrap_or_default()));
        }
        let mine = row.cells_here();
        let ran = mine.len() - missing(mine, cells::has_run).len();
        let gone = if row.run.is_none() { row.cells().len() } else { 0 };
        here += ran;
        *(if row.is_open() { &mut open } else { &mut elsewhere }) += gone;
        let seconds = ended.as_ref().copied().unwrap_or_default();
        lines.push(format!(
            "F{:<2} {ran:>3} ran, {gone:>2} not here {seconds:>6.1} s  {}",
            row.number, row.fault
        ));
    }
    cells::declare(&MATRIX.iter().flat_map(FaultRow::declared).collect::<Vec<_>>());
    println!("{}", lines.join("\n"));
    println!("{}", MATRIX.iter().flat_map(FaultRow::lines_elsewhere).collect::<Vec<_>>().join("\n"));
    println!("{here} cells ran here, {elsewhere} are to run in another program, {open} run nowhere");
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert_eq!(here + elsewhere + open, CELLS);
}

#[test]
fn a_cell_that_did_not_run_is_named() {
    let ran = |cell: &str| cell != "F26 GetProfile";
    assert_eq!(missing(FaultRow::by_number(26).cells_here(), ran), ["F26 GetProfile"]);
}
