//! What is measured with: 100,000 transactions, the same in every run, in files below `target/bench/data`.
//!
//! The transactions are those of core's own tests: 24 members, escapes, signs beyond ASCII, long decimals.

use std::fs;
use std::path::{Path, PathBuf};

use crate::sample;
use crate::stop::Stop;

pub(crate) const RECORDS: u64 = 100_000;
/// Of the first page that core asks for beside the whole list.
const FIRST_PAGE: u64 = 200;
/// What changes when the data do: files of another number are not used.
const GENERATION: u32 = 1;

/// Paths of the files.
#[derive(Clone, Debug)]
pub(crate) struct Data {
    /// The body of the whole list.
    pub(crate) whole: PathBuf,
    pub(crate) whole_gzip: PathBuf,
    pub(crate) first_gzip: PathBuf,
}

impl Data {
    /// Makes what is not there yet.
    pub(crate) fn below(folder: &Path) -> Result<Data, Stop> {
        let folder = folder.join(format!("data-{GENERATION}"));
        fs::create_dir_all(&folder).map_err(Stop::at("the folder of the data cannot be made"))?;
        let file = |name: &str| folder.join(name);
        let data = Data {
            whole: file("transactions.json"),
            whole_gzip: file("transactions.json.gz"),
            first_gzip: file("first.json.gz"),
        };
        make(&data.whole, || sample::body(RECORDS).flatten().collect())?;
        make(&data.whole_gzip, || sample::gzip(sample::body(RECORDS)).flatten().collect())?;
        make(&data.first_gzip, || gzip(&first_page()))?;
        Ok(data)
    }
}

fn make(path: &Path, content: impl FnOnce() -> Vec<u8>) -> Result<(), Stop> {
    if path.exists() {
        return Ok(());
    }
    // Under another name first: half a file would be used for ever.
    let half = path.with_extension("half");
    fs::write(&half, content())
        .and_then(|()| fs::rename(&half, path))
        .map_err(Stop::at("the data cannot be written"))
}

fn first_page() -> String {
    let records: Vec<String> = (0..FIRST_PAGE).map(sample::transaction).collect();
    sample::list(&records, &RECORDS.to_string(), true)
}

fn gzip(text: &str) -> Vec<u8> {
    sample::gzip(std::iter::once(text.as_bytes().to_vec())).flatten().collect()
}
