//! The list of versions (`latest.json`): what the publisher signed for this computer. Reads nothing and asks no clock.
//!
//! A platform's list is a text and its signature, by the key that also signs the files. Invariants: nothing of the text counts
//! before its signature fits; a list past its end is refused whatever it announces, so that an attacker can't hold a computer at an
//! old version by repeating an old list for ever; no file is larger than its list says, nor than [`LARGEST`].

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use chrono::{DateTime, Utc};
use minisign_verify::{PublicKey, Signature};
use serde::Deserialize;
use serde_json::Value;

/// Largest file of a version, in bytes, whatever its list says.
const LARGEST: u64 = 200_000_000;

/// Largest list of versions, in bytes.
pub const LARGEST_LIST: u64 = 1 << 20;

/// A version that the publisher offers to this platform.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    /// The signed list, in the form that Tauri's updater reads.
    pub list: Value,
    /// Size of the file, in bytes.
    pub size: u64,
}

/// Why a list counts for nothing. Each is a sentence with what it means.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    #[error("The list of versions is unreadable.")]
    NoList,
    #[error("The list of versions has none for this computer.")]
    NotHere,
    #[error(
        "The list of versions was refused: its signature is wrong. Nothing was installed. Tell your support team."
    )]
    Signature,
    #[error(
        "The list of versions was refused: it ended on {0}. Check this computer's clock. If it's right, tell your support team. Nothing was installed."
    )]
    Expired(String),
    #[error(
        "Version {version} was refused: its file is larger than 200 MB. Nothing was installed. Tell your support team."
    )]
    TooLarge { version: String },
}

#[derive(Deserialize)]
struct Lists {
    platforms: BTreeMap<String, Signed>,
}

#[derive(Deserialize)]
struct Signed {
    /// A [`List`] as JSON.
    signed: String,
    /// Base64 of a signature file of minisign.
    signature: String,
}

#[derive(Deserialize)]
struct List {
    version: String,
    /// Seconds since 1970.
    expires: i64,
    platforms: BTreeMap<String, File>,
}

#[derive(Deserialize)]
struct File {
    size: u64,
}

impl Offer {
    /// `key` is base64, as `tauri signer generate` prints it; `platform` is named as in `linux-x86_64`.
    pub fn read(lists: &[u8], key: &str, platform: &str, now: DateTime<Utc>) -> Result<Offer, Refused> {
        let lists: Lists = serde_json::from_slice(lists).map_err(|_| Refused::NoList)?;
        let Signed { signed, signature } = lists.platforms.get(platform).ok_or(Refused::NotHere)?;
        verify(key, signature, signed.as_bytes()).ok_or(Refused::Signature)?;
        let list: List = serde_json::from_str(signed).map_err(|_| Refused::NoList)?;
        let file = list.platforms.get(platform).ok_or(Refused::NotHere)?;
        let end = DateTime::from_timestamp(list.expires, 0).ok_or(Refused::NoList)?;
        if end <= now {
            return Err(Refused::Expired(end.format("%-d %B %Y").to_string()));
        }
        if file.size > LARGEST {
            return Err(Refused::TooLarge { version: tapline_platform::words::visible(&list.version) });
        }
        let list = serde_json::from_str(signed).map_err(|_| Refused::NoList)?;
        Ok(Offer { list, size: file.size })
    }
}

fn verify(key: &str, signature: &str, bytes: &[u8]) -> Option<()> {
    let text = |base64: &str| String::from_utf8(BASE64_STANDARD.decode(base64.trim()).ok()?).ok();
    let key = PublicKey::decode(&text(key)?).ok()?;
    let signature = Signature::decode(&text(signature)?).ok()?;
    key.verify(bytes, &signature, false).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Signed by a key that was thrown away; valid until 15 January 2027.
    const LISTS: &str = include_str!("test.json");
    const KEY: &str = include_str!("test.pub");
    const HERE: &str = "windows-x86_64";

    fn read(lists: &str, platform: &str, now: &str) -> Result<Offer, Refused> {
        Offer::read(lists.as_bytes(), KEY, platform, now.parse().unwrap())
    }

    #[test]
    fn a_list_counts_until_its_end() {
        let offer = read(LISTS, HERE, "2027-01-15T07:59:59Z").unwrap();
        assert_eq!((offer.size, &offer.list["version"]), (LARGEST, &Value::from("0.2.0")));
        let ended = read(LISTS, HERE, "2027-01-15T08:00:00Z").unwrap_err();
        assert_eq!(ended, Refused::Expired("15 January 2027".to_owned()));
    }

    #[test]
    fn nothing_of_a_list_counts_unless_its_signature_fits() {
        const NOW: &str = "2026-11-27T12:00:00Z";
        let (expires, later) = (r#"\"expires\": 1800000000"#, r#"\"expires\": 1900000000"#);
        let longer = LISTS.replace(expires, later);
        assert_ne!(longer, LISTS);
        let spaced = LISTS.replace(expires, r#"\"expires\":  1800000000"#);
        let value: Value = serde_json::from_str(LISTS).unwrap();
        let mut exchanged = value.clone();
        exchanged["platforms"][HERE]["signature"] = value["platforms"]["darwin-aarch64"]["signature"].clone();
        let mut bare = value.clone();
        bare["platforms"][HERE]["signature"] = Value::from("");
        let first = value["platforms"][HERE]["signed"].as_str().unwrap();
        for (lists, expected) in [
            (longer.as_str(), Refused::Signature),
            (spaced.as_str(), Refused::Signature),
            (exchanged.to_string().as_str(), Refused::Signature),
            (bare.to_string().as_str(), Refused::Signature),
            // A list as Tauri has it, without a signature of its own.
            (first, Refused::NoList),
            ("", Refused::NoList),
            ("[]", Refused::NoList),
        ] {
            assert_eq!(read(lists, HERE, NOW).unwrap_err(), expected, "{lists}");
        }
        let other = Offer::read(LISTS.as_bytes(), "bm8ga2V5", HERE, NOW.parse().unwrap());
        assert_eq!(other, Err(Refused::Signature));
        for (platform, expected) in [
            ("darwin-aarch64", Refused::TooLarge { version: "0.2.0".to_owned() }),
            // The list of another platform under this one's name.
            ("darwin-x86_64", Refused::NotHere),
            ("linux-x86_64", Refused::NotHere),
        ] {
            assert_eq!(read(LISTS, platform, NOW).unwrap_err(), expected, "{platform}");
        }
    }
}
