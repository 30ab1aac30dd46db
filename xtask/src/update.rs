//! Files for the updater of a release: a signature over a file *and* its version, and a list of versions (`latest.json`), signed
//! for each platform and with an expiry.
//!
//! The address and the public key go into the program when it is built. The secret key goes to the Tauri command line through the
//! environment of that one call. Linux is not involved: its packages are updated by the package manager.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use minisign_verify::{PublicKey, Signature};
use serde_json::{Map, Value, json};

use crate::key_folder::KeyFolder;
use crate::stop::Stop;
use crate::{npm, process, workspace};

/// Address of `latest.json`, next to the files. HTTPS.
const URL: &str = "TAPLINE_UPDATE_URL";
/// The public key, the one line that `tauri signer generate` writes.
const KEY: &str = "TAPLINE_UPDATE_KEY";
/// Public key of the versions after this one, while the key changes: this build gets it, and is signed with the present key.
const NEXT_KEY: &str = "TAPLINE_UPDATE_NEXT_KEY";
/// The secret key, in the same form.
const SECRET: &str = "TAPLINE_UPDATE_SECRET";
const PASSPHRASE: &str = "TAPLINE_UPDATE_PASSPHRASE";

/// A reserved domain: a test build finds nothing there.
const NOWHERE: &str = "https://updates.tapline.invalid/latest.json";

/// Validity of a list of versions, as for the index of apt.
const VALID: Duration = Duration::from_hours(24 * 120);

/// Largest file that the updater accepts, in bytes.
const LARGEST: u64 = 200_000_000;

/// Signer of updates, and their address.
pub(crate) struct Publisher {
    url: String,
    key: String,
    /// Public key built into the program.
    built_in: String,
    secret: String,
    passphrase: String,
}

impl Publisher {
    /// Without a secret key, a test build gets a throw-away key; any other build gets no publisher and has no updater.
    pub(crate) fn from_environment(test: bool) -> Result<Option<Publisher>, Stop> {
        let given = |name: &str| env::var(name).ok().filter(|value| !value.trim().is_empty());
        let needed = |name: &'static str| given(name).ok_or(Stop::Unset { name });
        let Some(secret) = given(SECRET) else {
            if !test {
                println!("\n{SECRET} is not set: this build has no updater.");
                return Ok(None);
            }
            println!("\n{SECRET} is not set: a test key signs updates, which are looked for at {NOWHERE}.");
            return Publisher::throw_away().map(Some);
        };
        let url = needed(URL)?;
        if !url.starts_with("https://") || !url.ends_with("/latest.json") {
            return Err(Stop::NotSo {
                what: format!("{URL} is an address of HTTPS that ends in /latest.json"),
            });
        }
        let passphrase = given(PASSPHRASE).unwrap_or_default();
        let key = needed(KEY)?.trim().to_owned();
        let built_in = given(NEXT_KEY).map_or_else(|| key.clone(), |next| next.trim().to_owned());
        Ok(Some(Publisher { url, key, built_in, secret: secret.trim().to_owned(), passphrase }))
    }

    fn throw_away() -> Result<Publisher, Stop> {
        let folder = KeyFolder::new()?;
        let file = folder.file("key");
        let mut generate = npm::tool("tauri");
        let made = process::quietly(
            generate.args(["signer", "generate", "--ci", "--password", "", "-w"]).arg(&file),
        );
        let read = |file: &Path| {
            fs::read_to_string(file).map(|text| text.trim().to_owned()).map_err(Stop::file("read", file))
        };
        let (secret, key) = made.and_then(|()| Ok((read(&file)?, read(&file.with_extension("pub"))?)))?;
        let built_in = key.clone();
        Ok(Publisher { url: NOWHERE.to_owned(), key, built_in, secret, passphrase: String::new() })
    }

    /// Signs a file for a version, verifies it with the public key in the program, and writes `FILE.sig` and a list of this
    /// version for these platforms next to it. The list is signed too.
    pub(crate) fn publish(&self, file: &Path, version: &str, platforms: &[&str]) -> Result<(), Stop> {
        let signature = self.sign(file, version)?;
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let base = self.url.rsplit_once('/').map_or(self.url.as_str(), |(base, _)| base);
        let size = fs::metadata(file).map_err(Stop::file("read", file))?.len();
        if size > LARGEST {
            return Err(Stop::NotSo { what: format!("{name} has at most {LARGEST} bytes") });
        }
        let one = json!({ "url": format!("{base}/{name}"), "signature": signature, "size": size });
        let each = |value: &Value| -> Map<String, Value> {
            platforms.iter().map(|platform| ((*platform).to_owned(), value.clone())).collect()
        };
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let list = json!({
            "version": version,
            "notes": notes(version)?,
            "expires": (now + VALID).as_secs(),
            "platforms": each(&one),
        });
        let list = list.to_string();
        // The signer needs a file.
        let signed_file = file.with_file_name("list.json");
        fs::write(&signed_file, &list).map_err(Stop::file("written", &signed_file))?;
        let signature = self.sign(&signed_file, version)?;
        for passing in [signed_file.with_extension("json.sig"), signed_file] {
            fs::remove_file(&passing).map_err(Stop::file("removed", &passing))?;
        }
        let list_file = file.with_file_name("latest.json");
        let lists = json!({ "platforms": each(&json!({ "signed": list, "signature": signature })) });
        let text = serde_json::to_string_pretty(&lists)
            .map_err(|cause| Stop::NotSo { what: format!("the list of versions is JSON ({cause})") })?;
        fs::write(&list_file, text + "\n").map_err(Stop::file("written", &list_file))
    }

    fn sign(&self, file: &Path, version: &str) -> Result<String, Stop> {
        let mut sign = npm::tool("tauri");
        sign.args(["signer", "sign", "--app-version", version]).arg(file);
        sign.env("TAURI_SIGNING_PRIVATE_KEY", &self.secret);
        sign.env("TAURI_SIGNING_PRIVATE_KEY_PASSWORD", &self.passphrase);
        process::quietly(&mut sign)?;
        let written = PathBuf::from(format!("{}.sig", file.display()));
        let signature = fs::read_to_string(&written).map_err(Stop::file("read", &written))?;
        let bytes = fs::read(file).map_err(Stop::file("read", file))?;
        verify(&self.key, signature.trim(), &bytes, version)
            .ok_or_else(|| Stop::Signature { file: file.to_owned() })?;
        Ok(signature.trim().to_owned())
    }
}

/// Gives a build of the program the address and the public key, or neither; the secret key never.
pub(crate) fn configure(build: &mut Command, publisher: Option<&Publisher>) {
    workspace::without_secrets(build);
    if let Some(publisher) = publisher {
        build.env(URL, &publisher.url).env(KEY, &publisher.built_in);
    }
}

/// Verifies as the updater in the program does.
fn verify(key: &str, signature: &str, bytes: &[u8], version: &str) -> Option<()> {
    let text = |base64: &str| String::from_utf8(STANDARD.decode(base64).ok()?).ok();
    let key = PublicKey::decode(&text(key)?).ok()?;
    let signature = Signature::decode(&text(signature)?).ok()?;
    key.verify(bytes, &signature, false).ok()?;
    let named = format!("version:{version}");
    signature.trusted_comment().split('\t').any(|field| field == named).then_some(())
}

/// Release notes from the change log.
fn notes(version: &str) -> Result<String, Stop> {
    let file = Path::new("CHANGELOG.md");
    let log = fs::read_to_string(file).map_err(Stop::file("read", file))?;
    Ok(section(&log, version))
}

fn section(log: &str, version: &str) -> String {
    let heading = format!("## {version}");
    let begins = |line: &str| {
        line.strip_prefix(&heading).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', ',']))
    };
    let lines = log.lines().skip_while(|line| !begins(line)).skip(1);
    lines.take_while(|line| !line.starts_with("## ")).collect::<Vec<_>>().join("\n").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_notes_are_those_of_the_version() {
        let log = "# Changelog\n\n## 1.2.30\n\n- later\n\n## 1.2.3, 2026-11-22\n\n- new\n- better\n\n## 1.2.2\n\n- old\n";
        assert_eq!(section(log, "1.2.3"), "- new\n- better");
        assert_eq!(section(log, "1.2.2"), "- old");
        assert_eq!(section(log, "9.9.9"), "");
    }

    #[test]
    fn a_signature_holds_for_its_file_version_and_key_alone() {
        // The public half of a discarded key.
        let key = STANDARD.encode(include_str!("update/test.pub"));
        let signature = STANDARD.encode(include_str!("update/test.sig"));
        let file = include_bytes!("update/test.pub");
        assert!(verify(&key, &signature, file, "0.2.0").is_some());
        assert!(verify(&key, &signature, file, "0.3.0").is_none());
        assert!(verify(&key, &signature, b"another", "0.2.0").is_none());
        assert!(verify("x", &signature, file, "0.2.0").is_none());
    }
}
