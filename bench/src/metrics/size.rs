//! P3: bytes of the page's wasm, as it is and packed by brotli and by gzip, against the page of an empty window built with the same flags.

use std::path::Path;
use std::process::Command;

use super::figure;
use crate::report::{Figure, Row, Target};
use crate::stage::Stage;
use crate::stop::Stop;

const PEER: &str = "blank page";
const PACKED: Figure = figure("P3", "wasm, brotli", "KB", PEER, Target::Most(280.0));
const RAW: Figure = figure("P3", "wasm, raw", "KB", PEER, Target::Most(900.0));

const GZIPPED: Figure = figure("P3", "wasm, gzip", "KB", PEER, Target::Most(1500.0));

const OURS: &str = "ui/dist/tapline_ui_bg.wasm";
/// Node is there for the tools of package.json, and has brotli.
const PACK: &str = "const { readFileSync: read } = require('node:fs'); const pack = require('node:zlib')[process.argv[2]]; \
                    console.log(pack(read(process.argv[1])).length)";
/// Functions of Node's zlib, at the settings that they take by themselves; of brotli that is the highest quality.
const BROTLI: &str = "brotliCompressSync";
const GZIP: &str = "gzipSync";

pub(crate) fn measure(stage: &Stage) -> Result<Vec<Row>, Stop> {
    let blank = stage.made("blank/blank_bg.wasm");
    let ours = Path::new(OURS);
    Ok(vec![
        Row::new(PACKED, (vec![packed(ours, BROTLI)?], vec![packed(&blank, BROTLI)?])),
        Row::new(GZIPPED, (vec![packed(ours, GZIP)?], vec![packed(&blank, GZIP)?])),
        Row::new(RAW, (vec![raw(ours)?], vec![raw(&blank)?])),
    ])
}

fn raw(path: &Path) -> Result<f64, Stop> {
    let length = std::fs::metadata(path).map_err(Stop::at("the wasm is not built"))?.len();
    Ok(f64::from(u32::try_from(length).unwrap_or(u32::MAX)) / 1000.0)
}

fn packed(path: &Path, by: &str) -> Result<f64, Stop> {
    let output = Command::new("node")
        .args(["-e", PACK])
        .arg(path)
        .arg(by)
        .output()
        .map_err(Stop::at("node does not start"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    text.trim().parse::<f64>().map(|bytes| bytes / 1000.0).map_err(Stop::at("node packs nothing"))
}
