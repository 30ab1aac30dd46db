//! What is measured with: 100,000 transactions, the same in every run, in files below `target/bench/data`; for costs that grow, as many
//! as are asked for. They are made piece by piece: a million take no more memory than ten.
//!
//! The transactions are those of core's own tests: 24 members, escapes, signs beyond ASCII, long decimals.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
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
    folder: PathBuf,
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
            folder: folder.clone(),
            whole: file("transactions.json"),
            whole_gzip: file("transactions.json.gz"),
            first_gzip: file("first.json.gz"),
        };
        make(&data.whole, sample::body(RECORDS))?;
        make(&data.whole_gzip, sample::gzip(sample::body(RECORDS)))?;
        make(&data.first_gzip, gzip(&first_page(RECORDS)))?;
        Ok(data)
    }

    /// Makes the files of a list of so many records, and answers with its body.
    pub(crate) fn make_list(&self, records: u64) -> Result<PathBuf, Stop> {
        let (body, whole, first) = (self.list(records, "json"), self.whole(records), self.first(records));
        make(&body, sample::body(records))?;
        make(&whole, sample::gzip(sample::body(records)))?;
        make(&first, gzip(&first_page(records)))?;
        Ok(body)
    }

    /// Of such a list: all of it, packed.
    pub(crate) fn whole(&self, records: u64) -> PathBuf {
        self.list(records, "json.gz")
    }

    /// Of such a list: its first page, packed.
    pub(crate) fn first(&self, records: u64) -> PathBuf {
        self.list(records, "first.json.gz")
    }

    fn list(&self, records: u64, kind: &str) -> PathBuf {
        self.folder.join(format!("list-{records}.{kind}"))
    }
}

fn make(path: &Path, content: impl Iterator<Item = Vec<u8>>) -> Result<(), Stop> {
    if path.exists() {
        return Ok(());
    }
    // Under another name first: half a file would be used for ever.
    let half = path.with_extension("half");
    write(&half, content)
        .and_then(|()| fs::rename(&half, path))
        .map_err(Stop::at("the data cannot be written"))
}

fn write(path: &Path, mut content: impl Iterator<Item = Vec<u8>>) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    content.try_for_each(|piece| file.write_all(&piece))?;
    file.flush()
}

fn first_page(of: u64) -> String {
    let records: Vec<String> = (0..FIRST_PAGE).map(sample::transaction).collect();
    sample::list(&records, &of.to_string(), true)
}

fn gzip(text: &str) -> impl Iterator<Item = Vec<u8>> {
    sample::gzip(std::iter::once(text.as_bytes().to_vec()))
}
