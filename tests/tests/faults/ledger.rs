//! Carries out each row once, whoever asks for it, and adds up what was carried out.
//!
//! Each row is a test of its own; the sum is one more, which waits for those that run and runs those that do not. So a part of
//! the matrix can be run by name, and the sum is never told of rows that were skipped.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::{Mutex, OnceLock};
use std::time::Instant;

use crate::cell::words;
use crate::matrix::{MATRIX, Row};

/// Fewer cells than this, and something was forgotten.
const CELLS: usize = 744;

/// Carries out a row: how many cells there were.
pub(crate) type Run = fn() -> Pin<Box<dyn Future<Output = usize> + Send>>;

/// What became of a row: cells and seconds, or what failed.
type Carried = Result<(usize, f32), String>;

fn carried_out(number: u8) -> &'static Carried {
    static ROWS: OnceLock<Mutex<BTreeMap<u8, &'static OnceLock<Carried>>>> = OnceLock::new();
    let row = {
        let mut rows = ROWS.get_or_init(Mutex::default).lock().unwrap();
        // As many as there are rows, until the tests end.
        *rows.entry(number).or_insert_with(|| Box::leak(Box::default()))
    };
    row.get_or_init(|| {
        let run = Row::of(number).run.unwrap();
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
        let begun = Instant::now();
        let ended = runtime.unwrap().block_on(async { tokio::spawn(run()).await });
        let cells = ended.map_err(|panic| words(panic.into_panic().as_ref()).to_owned())?;
        let here = Row::of(number).cells_here().len();
        if cells != here {
            return Err(format!("F{number}: {cells} cells were carried out, and {here} are to be"));
        }
        Ok((cells, begun.elapsed().as_secs_f32()))
    })
}

macro_rules! rows {
    ($($name:ident $number:literal)*) => { $(
        #[test]
        fn $name() {
            if let Err(failed) = carried_out($number) {
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
fn the_sum_is_that_of_the_matrix() {
    let (mut here, mut elsewhere) = (0, 0);
    let (mut lines, mut failed) = (Vec::new(), Vec::new());
    for row in &MATRIX {
        let gone = row.cells().len() - row.cells_here().len();
        elsewhere += gone;
        let carried = row.run.map(|_| carried_out(row.number));
        let (cells, seconds) = match carried {
            None => (0, 0.0),
            Some(Ok(carried)) => *carried,
            Some(Err(why)) => {
                failed.push(format!("F{}: {}", row.number, why.lines().next().unwrap_or_default()));
                (0, 0.0)
            }
        };
        here += cells;
        lines.push(format!(
            "F{:<2} {cells:>3} here, {gone:>2} elsewhere {seconds:>6.1} s  {}",
            row.number, row.fault
        ));
    }
    println!("{}", lines.join("\n"));
    println!("{}", MATRIX.iter().flat_map(Row::lines_elsewhere).collect::<Vec<_>>().join("\n"));
    println!("{} cells: {here} carried out here, {elsewhere} named elsewhere", here + elsewhere);
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(here + elsewhere >= CELLS, "{} cells, and {CELLS} should be", here + elsewhere);
}
