//! The tools of package-lock.json. They build and test and do not ship, which "excluded" means.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::licenses;
use crate::stop::Stop;

const LOCK: &str = "package-lock.json";

pub(super) fn tools() -> Result<Vec<Value>, Stop> {
    let text = fs::read_to_string(LOCK).map_err(Stop::file("read", Path::new(LOCK)))?;
    let lock: Value = serde_json::from_str(&text).map_err(Stop::json(LOCK))?;
    let packages = lock["packages"].as_object().into_iter().flatten();
    Ok(packages.filter_map(|(path, package)| component(path, package)).collect())
}

/// Component of a row; `None` for the row of this checkout.
fn component(path: &str, package: &Value) -> Option<Value> {
    let (_, name) = path.rsplit_once("node_modules/")?;
    let version = package["version"].as_str()?;
    let (group, own) = name.split_once('/').map_or((None, name), |(group, own)| (Some(group), own));
    let purl = format!("pkg:npm/{}@{version}", name.replace('@', "%40"));
    let mut component = json!({
        "type": "library",
        // A package may be in the lock file twice, at two places.
        "bom-ref": format!("{purl}?at={path}"),
        "name": own,
        "version": version,
        "scope": "excluded",
        "purl": purl,
    });
    if let Some(group) = group {
        component["group"] = group.into();
    }
    if let Some(license) = package["license"].as_str() {
        component["licenses"] = licenses(license);
    }
    if let Some(hash) = package["integrity"].as_str().and_then(hexadecimal) {
        component["hashes"] = json!([{ "alg": "SHA-512", "content": hash }]);
    }
    Some(component)
}

/// Hexadecimal form of `sha512-` and base64.
fn hexadecimal(integrity: &str) -> Option<String> {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let text = integrity.strip_prefix("sha512-")?.trim_end_matches('=');
    let mut hex = String::new();
    let (mut bits, mut count) = (0_u32, 0);
    for byte in text.bytes() {
        let digit = DIGITS.iter().position(|digit| *digit == byte)?;
        bits = ((bits << 6) | u32::try_from(digit).ok()?) & 0xFFFF;
        count += 6;
        if count >= 8 {
            count -= 8;
            write!(hex, "{:02x}", (bits >> count) & 0xFF).ok()?;
        }
    }
    (hex.len() == 128).then_some(hex)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tool_is_excluded_and_has_its_hash() {
        let package = json!({ "version": "2.12.3", "license": "MIT", "integrity":
            "sha512-f7/LsY74SVb1ChmOPw1ajOpxii0GSzDAgmWHRci8JUYuuai04rXsSbFobpmB0sP2DdlvMD/B5ZotEn8GOGMRUg==" });
        let cli = component("node_modules/@tauri-apps/cli", &package).unwrap();
        assert_eq!(
            (&cli["scope"], &cli["group"], &cli["name"]),
            (&json!("excluded"), &json!("@tauri-apps"), &json!("cli"))
        );
        assert_eq!(cli["purl"], "pkg:npm/%40tauri-apps/cli@2.12.3");
        let hash = cli["hashes"][0]["content"].as_str().unwrap();
        assert!(hash.starts_with("7fbfcbb18ef8") && hash.ends_with("38631152"), "{hash}");
        assert_eq!(component("", &package), None, "the checkout itself");
    }

    #[test]
    fn what_is_no_whole_hash_is_left_out() {
        for wrong in ["sha1-f7/L", "sha512-f7/L", "sha512-*", ""] {
            assert_eq!(hexadecimal(wrong), None, "{wrong}");
        }
    }
}
