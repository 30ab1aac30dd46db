//! Components that are no crates: SQLite's C code in a crate, and the shared libraries of Debian that a program is linked to.
//!
//! Only libraries that a program names itself are listed; their own dependencies belong to their packages. Outside Debian and
//! its relatives the package of a library is unknown, and only its name is listed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::parts::Crates;
use crate::process;
use crate::stop::Stop;

const RELEASE: &str = "/etc/os-release";

pub(super) fn sqlite(parts: &Crates) -> Result<Option<Value>, Stop> {
    let Some((_, part)) = parts.iter().find(|(id, _)| id.name == "libsqlite3-sys") else { return Ok(None) };
    let header = part.folder.join("sqlite3/sqlite3.h");
    let text = fs::read_to_string(&header).map_err(Stop::file("read", &header))?;
    let version = sqlite_version(&text).ok_or(Stop::NoVersion { path: header })?;
    Ok(Some(json!({
        "type": "library",
        "bom-ref": format!("pkg:generic/sqlite@{version}"),
        "name": "sqlite",
        "version": version,
        "scope": "required",
        "cpe": format!("cpe:2.3:a:sqlite:sqlite:{version}:*:*:*:*:*:*:*"),
        "purl": format!("pkg:generic/sqlite@{version}"),
        "licenses": [{ "license": { "name": "Public domain" } }],
        "properties": properties("tapline:in", &part.within),
    })))
}

fn sqlite_version(header: &str) -> Option<&str> {
    let rest = header.lines().find_map(|line| line.strip_prefix("#define SQLITE_VERSION "))?;
    rest.trim().strip_prefix('"')?.strip_suffix('"')
}

pub(super) fn libraries(programs: &[&Path]) -> Vec<Value> {
    let mut needed: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for program in programs {
        let name = program.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        // readelf can't read a program of another system.
        let Some(output) = process::query("readelf", &["-dW", &program.to_string_lossy()]) else { continue };
        for library in needed_by(&output) {
            needed.entry(library.to_owned()).or_default().insert(name.clone());
        }
    }
    let mut packages: BTreeMap<String, Value> = BTreeMap::new();
    let debian = Debian::here();
    for (library, within) in needed {
        let package = debian.as_ref().and_then(|debian| debian.package(&library));
        let mut component = package.unwrap_or_else(|| json!({ "bom-ref": library, "name": library }));
        component["type"] = "library".into();
        component["scope"] = "required".into();
        // A package may have several of the libraries.
        let known = packages.entry(component["bom-ref"].to_string()).or_insert(component);
        for (name, values) in [("tapline:in", &within), ("tapline:library", &BTreeSet::from([library]))] {
            for property in properties(name, values) {
                add(known, property);
            }
        }
    }
    packages.into_values().collect()
}

fn add(component: &mut Value, property: Value) {
    if component["properties"].is_null() {
        component["properties"] = json!([]);
    }
    if let Some(list) = component["properties"].as_array_mut()
        && !list.contains(&property)
    {
        list.push(property);
    }
}

fn properties<T: AsRef<str>>(name: &str, values: &BTreeSet<T>) -> Vec<Value> {
    values.iter().map(|value| json!({ "name": name, "value": value.as_ref() })).collect()
}

/// Needed libraries from the output of `readelf -dW`.
fn needed_by(output: &str) -> Vec<&str> {
    let lines = output.lines().filter(|line| line.contains("(NEEDED)"));
    lines.filter_map(|line| Some(line.split_once('[')?.1.split_once(']')?.0)).collect()
}

/// The distribution of this machine and its processor.
struct Debian {
    id: String,
    version: String,
    arch: String,
}

impl Debian {
    fn here() -> Option<Debian> {
        let arch = process::query("dpkg", &["--print-architecture"])?;
        let release = fs::read_to_string(RELEASE).ok()?;
        Some(Debian { id: of_release(&release, "ID")?, version: of_release(&release, "VERSION_ID")?, arch })
    }

    /// Installed package of a library.
    fn package(&self, library: &str) -> Option<Value> {
        let owners = process::query("dpkg-query", &["-S", &format!("*/{library}")])?;
        let package = owner(&owners, library, &self.arch)?;
        let qualified = format!("{package}:{}", self.arch);
        let known = process::query("dpkg-query", &["-W", "-f", "${Version} ${source:Package}", &qualified])
            .or_else(|| {
            process::query("dpkg-query", &["-W", "-f", "${Version} ${source:Package}", package])
        })?;
        let (version, source) = known.split_once(' ')?;
        Some(self.component(package, version, source))
    }

    fn component(&self, package: &str, version: &str, source: &str) -> Value {
        let encoded = version.replace('%', "%25").replace('+', "%2B").replace(':', "%3A");
        let purl = format!(
            "pkg:deb/{}/{package}@{encoded}?arch={}&distro={}-{}",
            self.id, self.arch, self.id, self.version
        );
        json!({
            "bom-ref": purl,
            "name": package,
            "version": version,
            "purl": purl,
            "properties": [{ "name": "tapline:source", "value": source }],
        })
    }
}

fn of_release(text: &str, key: &str) -> Option<String> {
    let value = text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix('='))?;
    Some(value.trim_matches('"').to_owned())
}

/// Package of this processor from lines such as `libc6:amd64: /lib/x86_64-linux-gnu/libc.so.6`.
fn owner<'s>(output: &'s str, library: &str, arch: &str) -> Option<&'s str> {
    let of_line = |line: &'s str| {
        let (packages, path) = line.split_once(": ")?;
        let first = packages.split(", ").next()?;
        let (name, its) = first.split_once(':').unwrap_or((first, arch));
        let fits = its == arch && path.rsplit('/').next() == Some(library) && !name.contains(' ');
        fits.then_some(name)
    };
    output.lines().find_map(of_line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_libraries_of_a_program_are_those_that_it_names() {
        let output = "Dynamic section at offset 0x24d40 contains 27 entries:\n\
                     0x0000000000000001 (NEEDED)             Shared library: [libgtk-3.so.0]\n\
                     0x000000000000000e (SONAME)             Library soname: [libown.so]\n\
                     0x0000000000000001 (NEEDED)             Shared library: [libc.so.6]\n";
        assert_eq!(needed_by(output), ["libgtk-3.so.0", "libc.so.6"]);
    }

    #[test]
    fn a_library_has_the_package_of_its_processor() {
        let output = "diversion by libx from: /lib/libc.so.6\nlibc6:i386: /lib/i386-linux-gnu/libc.so.6\n\
                    libc6:amd64: /lib/x86_64-linux-gnu/libc.so.6\n";
        assert_eq!(owner(output, "libc.so.6", "amd64"), Some("libc6"));
        assert_eq!(
            owner("libsnappy: /usr/lib/libsnappy.so.1\n", "libsnappy.so.1", "amd64"),
            Some("libsnappy")
        );
        assert_eq!(owner(output, "libc.so.6", "arm64"), None);
    }

    #[test]
    fn a_package_is_named_as_scanners_look_it_up() {
        let debian = Debian { id: "debian".to_owned(), version: "12".to_owned(), arch: "amd64".to_owned() };
        let package = debian.component("libdbus-1-3", "1:1.14.10-1~deb12u1+b1", "dbus");
        let purl = "pkg:deb/debian/libdbus-1-3@1%3A1.14.10-1~deb12u1%2Bb1?arch=amd64&distro=debian-12";
        assert_eq!(package["purl"], purl);
    }

    #[test]
    fn versions_and_names_are_read() {
        let header = "#define SQLITE_VERSION        \"3.54.1\"\n#define SQLITE_VERSION_NUMBER 3054001\n";
        assert_eq!(sqlite_version(header), Some("3.54.1"));
        let release = "PRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\nVERSION_ID=\"12\"\nID=debian\n";
        assert_eq!(of_release(release, "ID").as_deref(), Some("debian"));
        assert_eq!(of_release(release, "VERSION_ID").as_deref(), Some("12"));
    }
}
