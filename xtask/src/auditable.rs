//! The list of crates inside a program, in the section `.dep-v0`, as `cargo auditable` writes it: `cargo audit bin`, Trivy, Grype
//! and others read it, years later and without the sources.
//!
//! It is added to the linked program, so that neither a build script nor another compiler wrapper is in the way of daily work.
//! What is written is read back.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::Command;

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use serde_json::{Value, json};

use crate::parts::{Id, Parts, Program};
use crate::process;
use crate::stop::Stop;

const SECTION: &str = ".dep-v0";

/// For programs of this system; those of another one have their own.
pub(crate) const OBJCOPY: &str = "objcopy";

/// Adds the list to the program, in the place of an older one. `objcopy` is the one of the program's system.
///
/// It also takes the symbols out: Tauri's command line keeps them on Linux, against the profile, for its own bundler.
pub(crate) fn embed(objcopy: &str, path: &Path, program: &Program, parts: &Parts) -> Result<(), Stop> {
    let list = list(program, parts).to_string();
    let (packed, back) = (path.with_extension("dep-v0"), path.with_extension("dep-v0-read"));
    fs::write(&packed, deflated(&list)?).map_err(Stop::file("written", &packed))?;
    let mut add = Command::new(objcopy);
    add.args(["--strip-all", "--remove-section", SECTION, "--add-section"]);
    add.arg(format!("{SECTION}={}", packed.display()));
    add.args(["--set-section-flags", &format!("{SECTION}=noload,readonly")]).arg(path);
    process::run(&mut add)?;
    let mut dump = Command::new(objcopy);
    // It would write the program anew, with another date.
    dump.arg("--dump-section").arg(format!("{SECTION}={}", back.display())).arg(path).arg(&packed);
    process::run(&mut dump)?;
    let read = fs::read(&back).map_err(Stop::file("read", &back))?;
    for file in [&packed, &back] {
        fs::remove_file(file).map_err(Stop::file("removed", file))?;
    }
    if inflated(&read).as_deref() == Some(list.as_str()) {
        Ok(())
    } else {
        Err(Stop::NotListed { path: path.to_owned() })
    }
}

/// The crates of one program; those that it uses stand as positions in the list.
fn list(program: &Program, parts: &Parts) -> Value {
    let own = reached(program, parts);
    let positions: BTreeMap<&Id, usize> = own.iter().enumerate().map(|(at, id)| (*id, at)).collect();
    let package = |id: &Id| {
        let part = &parts[id];
        let uses: Vec<_> = part.uses.iter().filter_map(|id| positions.get(id)).collect();
        let mut package = json!({ "name": id.name, "version": id.version });
        package["source"] = if part.checksum.is_some() { "crates.io" } else { "local" }.into();
        if !uses.is_empty() {
            package["dependencies"] = json!(uses);
        }
        if id.name == program.package {
            package["root"] = true.into();
        }
        package
    };
    json!({ "packages": own.iter().map(|id| package(id)).collect::<Vec<_>>() })
}

/// What it holds. The page's crates are no part of this: they are compiled into the wasm, and only the bill of materials has them.
fn reached<'p>(program: &Program, parts: &'p Parts) -> BTreeSet<&'p Id> {
    parts.iter().filter(|(_, part)| part.within.contains(program.name)).map(|(id, _)| id).collect()
}

fn deflated(text: &str) -> Result<Vec<u8>, Stop> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder
        .write_all(text.as_bytes())
        .and_then(|()| encoder.finish())
        .map_err(Stop::file("packed", Path::new(SECTION)))
}

fn inflated(bytes: &[u8]) -> Option<String> {
    let mut text = String::new();
    ZlibDecoder::new(bytes).read_to_string(&mut text).ok().map(|_| text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::PROGRAMS;
    use crate::parts::tests::sample;

    #[test]
    fn a_program_lists_its_own_crates_with_one_root() {
        let expected = json!({ "packages": [
            { "name": "one", "version": "1.2.3", "source": "crates.io" },
            { "name": "tapline", "version": "0.1.0", "source": "local", "dependencies": [0], "root": true },
        ] });
        assert_eq!(list(&PROGRAMS[0], &sample()), expected);
    }

    #[test]
    fn what_is_packed_is_read_back() {
        let text = list(&PROGRAMS[1], &sample()).to_string();
        assert_eq!(inflated(&deflated(&text).unwrap()), Some(text));
        assert_eq!(inflated(b"no zlib"), None);
    }
}
