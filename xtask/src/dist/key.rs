//! The key that signs a release, and the `gpg` that holds it.
//!
//! A key from the environment, or a test key, lives in a [`KeyFolder`]; a key named by its id stays with the person's agent. No
//! secret becomes an argument.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::key_folder::KeyFolder;
use crate::process;
use crate::stop::Stop;

/// An armored secret key, as `gpg --armor --export-secret-keys` prints it.
const SECRET: &str = "TAPLINE_SIGNING_KEY";
const PASSPHRASE: &str = "TAPLINE_SIGNING_PASSPHRASE";
/// The id or fingerprint of a key that gpg already has.
const ID: &str = "TAPLINE_SIGNING_KEY_ID";

/// RSA, because the rpm of older systems supports nothing newer.
const ALGORITHM: &str = "rsa3072";

pub(crate) struct Key {
    fingerprint: String,
    home: Option<KeyFolder>,
    /// True for a key made for this run. Every file that it signs says TEST.
    pub(crate) test: bool,
}

fn given(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.trim().is_empty())
}

impl Key {
    /// True if a key is given, so that this will be a release and no test build.
    pub(crate) fn is_given() -> bool {
        given(SECRET).is_some() || given(ID).is_some()
    }

    pub(crate) fn from_environment() -> Result<Key, Stop> {
        if let Some(secret) = given(SECRET) {
            let home = fresh_home(&given(PASSPHRASE).unwrap_or_default())?;
            let mut key = Key { fingerprint: String::new(), home: Some(home), test: false };
            process::run_with_input(key.gpg().arg("--import"), &secret)?;
            key.fingerprint = key.first_fingerprint(None)?;
            return Ok(key);
        }
        if let Some(id) = given(ID) {
            let mut key = Key { fingerprint: String::new(), home: None, test: false };
            key.fingerprint = key.first_fingerprint(Some(&id))?;
            return Ok(key);
        }
        println!("\nNeither {SECRET} nor {ID} is set: a test key signs, and every file name says TEST.");
        Key::throw_away("Tapline TEST key, trust it nowhere")
    }

    /// Makes a key for this run alone.
    pub(crate) fn throw_away(name: &str) -> Result<Key, Stop> {
        let mut key = Key { fingerprint: String::new(), home: Some(fresh_home("")?), test: true };
        process::run(key.gpg().args(["--quick-generate-key", name, ALGORITHM, "sign", "never"]))?;
        key.fingerprint = key.first_fingerprint(None)?;
        Ok(key)
    }

    pub(crate) fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// Writes `FILE.asc` next to the file.
    pub(crate) fn sign(&self, file: &Path) -> Result<PathBuf, Stop> {
        let signature = PathBuf::from(format!("{}.asc", file.display()));
        let mut gpg = self.signer(&signature);
        process::run(gpg.args(["--armor", "--detach-sign"]).arg(file))?;
        Ok(signature)
    }

    pub(crate) fn sign_into(&self, file: &Path, signature: &Path) -> Result<(), Stop> {
        process::run(self.signer(signature).args(["--armor", "--detach-sign"]).arg(file))
    }

    /// Writes text and signature into one file.
    pub(crate) fn clear_sign(&self, file: &Path, signed: &Path) -> Result<(), Stop> {
        process::run(self.signer(signed).arg("--clear-sign").arg(file))
    }

    /// Signs the package itself, as rpm and dnf check it.
    pub(crate) fn sign_rpm(&self, package: &Path) -> Result<(), Stop> {
        let mut rpmsign = Command::new("rpmsign");
        if let Some(home) = &self.home {
            rpmsign.env("GNUPGHOME", home.path());
        }
        // Debian's rpm looks for gpg under another name.
        for (name, value) in [("__gpg", "/usr/bin/gpg"), ("_gpg_name", self.fingerprint.as_str())] {
            rpmsign.args(["--define", &format!("{name} {value}")]);
        }
        process::run(rpmsign.arg("--addsign").arg(package))
    }

    pub(crate) fn write_public(&self, file: &Path) -> Result<(), Stop> {
        process::run(self.gpg().args(["--armor", "--export", "--output"]).arg(file).arg(&self.fingerprint))
    }

    fn signer(&self, output: &Path) -> Command {
        let mut gpg = self.gpg();
        gpg.args(["--local-user", &self.fingerprint, "--digest-algo", "SHA256", "--output"]).arg(output);
        gpg
    }

    fn gpg(&self) -> Command {
        let mut gpg = Command::new("gpg");
        if let Some(home) = &self.home {
            gpg.env("GNUPGHOME", home.path());
        }
        gpg.args(["--batch", "--yes", "--quiet"]);
        gpg
    }

    fn first_fingerprint(&self, id: Option<&str>) -> Result<String, Stop> {
        let mut gpg = self.gpg();
        let listed = process::stdout_of(gpg.args(["--with-colons", "--list-secret-keys"]).args(id));
        let listed = listed.unwrap_or_default();
        let found = listed.lines().find_map(|line| line.strip_prefix("fpr:::::::::"));
        found.map(|rest| rest.trim_end_matches(':').to_owned()).ok_or(Stop::NoSigningKey)
    }
}

impl Drop for Key {
    fn drop(&mut self) {
        if let Some(home) = &self.home {
            // Ends the agent of this folder. If this program is killed, the agent notices that its folder is gone and ends on its
            // own.
            let _ = Command::new("gpgconf").env("GNUPGHOME", home.path()).args(["--kill", "all"]).status();
        }
    }
}

/// Makes a folder for gpg, with its settings.
fn fresh_home(passphrase: &str) -> Result<KeyFolder, Stop> {
    let home = KeyFolder::new()?;
    home.write("passphrase", passphrase)?;
    let file = home.file("passphrase");
    let settings = format!("no-tty\npinentry-mode loopback\npassphrase-file {}\n", file.display());
    home.write("gpg.conf", &settings)?;
    Ok(home)
}
