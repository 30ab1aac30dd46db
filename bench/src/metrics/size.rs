//! P3: bytes of the page's wasm, of its first part and of all, against the page of an empty window built with the same flags.

use std::path::Path;
use std::process::Command;

use super::figure;
use crate::report::{Figure, Row, Target};
use crate::stage::Stage;
use crate::stop::Stop;

const PEER: &str = "blank page";
const PACKED: Figure = figure("P3", "wasm of the first part, brotli", "KB", PEER, Target::None);
const RAW: Figure = figure("P3", "wasm of the first part", "KB", PEER, Target::Most(700.0));
const ALL: Figure = figure("P3", "wasm of all parts", "KB", PEER, Target::Most(2400.0));

const FOLDER: &str = "ui/dist";
const FIRST: &str = "tapline_ui_bg.wasm";
/// Node is there for the tools of package.json, and has brotli; this is its highest quality.
const PACK: &str = "const { readFileSync: read } = require('node:fs'); \
                    console.log(require('node:zlib').brotliCompressSync(read(process.argv[1])).length)";

pub(crate) fn measure(stage: &Stage) -> Result<Vec<Row>, Stop> {
    let blank = stage.made("blank/blank_bg.wasm");
    let first = Path::new(FOLDER).join(FIRST);
    let peer = raw(&blank)?;
    Ok(vec![
        Row::new(RAW, (vec![raw(&first)?], vec![peer])),
        Row::new(ALL, (vec![all()?], vec![peer])),
        Row::new(PACKED, (vec![packed(&first)?], vec![packed(&blank)?])),
    ])
}

fn raw(path: &Path) -> Result<f64, Stop> {
    let length = std::fs::metadata(path).map_err(Stop::at("the wasm is not built"))?.len();
    Ok(f64::from(u32::try_from(length).unwrap_or(u32::MAX)) / 1000.0)
}

fn all() -> Result<f64, Stop> {
    let mut sum = 0.0;
    for entry in std::fs::read_dir(FOLDER).map_err(Stop::at("the page is not built"))? {
        let path = entry.map_err(Stop::at("the page cannot be read"))?.path();
        if path.extension().is_some_and(|kind| kind == "wasm") {
            sum += raw(&path)?;
        }
    }
    Ok(sum)
}

fn packed(path: &Path) -> Result<f64, Stop> {
    let output = Command::new("node")
        .args(["-e", PACK])
        .arg(path)
        .output()
        .map_err(Stop::at("node does not start"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    text.trim().parse::<f64>().map(|bytes| bytes / 1000.0).map_err(Stop::at("node packs nothing"))
}
