//! P3: bytes of the page's wasm, as it is and packed by brotli, against the page of an empty window built with the same flags.

use std::path::Path;
use std::process::Command;

use super::figure;
use crate::report::{Figure, Row, Target};
use crate::stage::Stage;
use crate::stop::Stop;

const PEER: &str = "blank page";
const PACKED: Figure = figure("P3", "wasm, brotli", "KB", PEER, Target::Most(280.0));
const RAW: Figure = figure("P3", "wasm, raw", "KB", PEER, Target::Most(900.0));

const OURS: &str = "ui/dist/tapline_ui_bg.wasm";
/// Node is there for the tools of package.json, and has brotli.
const PACK: &str = "const { readFileSync: read } = require('node:fs'); const { brotliCompressSync: pack } = require('node:zlib'); \
                    console.log(pack(read(process.argv[1])).length)";

pub(crate) fn measure(stage: &Stage) -> Result<Vec<Row>, Stop> {
    let blank = stage.made("blank/blank_bg.wasm");
    let ours = Path::new(OURS);
    Ok(vec![
        Row::new(PACKED, (vec![packed(ours)?], vec![packed(&blank)?])),
        Row::new(RAW, (vec![raw(ours)?], vec![raw(&blank)?])),
    ])
}

fn raw(path: &Path) -> Result<f64, Stop> {
    let length = std::fs::metadata(path).map_err(Stop::at("the wasm is not built"))?.len();
    Ok(f64::from(u32::try_from(length).unwrap_or(u32::MAX)) / 1000.0)
}

/// At the highest quality, which is what brotli takes by itself.
fn packed(path: &Path) -> Result<f64, Stop> {
    let output = Command::new("node")
        .args(["-e", PACK])
        .arg(path)
        .output()
        .map_err(Stop::at("node does not start"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    text.trim().parse::<f64>().map(|bytes| bytes / 1000.0).map_err(Stop::at("node packs nothing"))
}
