//! Signatures for Windows, by osslsigncode or by a command from the environment.
//!
//! The programs, the uninstaller (NSIS makes it and requests its signature meanwhile) and the installer go through one shell
//! script, which is made here. Keys from the environment, and the throw-away one, are in a [`KeyFolder`].

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::key_folder::KeyFolder;
use crate::process;
use crate::stop::Stop;

/// The certificate and its chain up to the root, as PEM.
const CERTIFICATE: &str = "TAPLINE_WINDOWS_CERTIFICATE";
/// Its private key, as PEM.
const KEY: &str = "TAPLINE_WINDOWS_KEY";
const PASSPHRASE: &str = "TAPLINE_WINDOWS_KEY_PASSPHRASE";
/// Signs the file `%1` in place, for keys that never leave their device or service.
const COMMAND: &str = "TAPLINE_WINDOWS_SIGN_COMMAND";
/// Address of an RFC 3161 service. A signature without a timestamp expires with its certificate.
const TIMESTAMP: &str = "TAPLINE_TIMESTAMP_URL";
/// The root certificates that the signature and its timestamp are verified against, as PEM.
const ROOTS: &str = "TAPLINE_WINDOWS_ROOTS";

const PASSPHRASE_FILE: &str = "passphrase";

pub(super) struct Signer {
    folder: KeyFolder,
    /// True if a certificate was made for this run: every name then says TEST.
    pub(super) test: bool,
}

fn given(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.trim().is_empty())
}

impl Signer {
    /// True if no signing variable is set, so that a throw-away certificate will sign.
    pub(super) fn is_test() -> bool {
        given(COMMAND).is_none() && given(CERTIFICATE).is_none()
    }

    pub(super) fn from_environment() -> Result<Signer, Stop> {
        let needed = |name: &'static str| given(name).ok_or(Stop::Unset { name });
        if let Some(command) = given(COMMAND) {
            let signer = Signer::new(false)?;
            signer.folder.write("roots.pem", &needed(ROOTS)?)?;
            signer.script(&command.replace("%1", "\"$1\""))?;
            return Ok(signer);
        }
        if let Some(certificate) = given(CERTIFICATE) {
            let signer = Signer::new(false)?;
            signer.folder.write("roots.pem", &needed(ROOTS)?)?;
            signer.folder.write("certificate.pem", &certificate)?;
            signer.folder.write("key.pem", &needed(KEY)?)?;
            if let Some(passphrase) = given(PASSPHRASE) {
                signer.folder.write(PASSPHRASE_FILE, &passphrase)?;
            }
            signer.script(&signer.osslsigncode(Some(&needed(TIMESTAMP)?)))?;
            return Ok(signer);
        }
        println!(
            "\nNeither {COMMAND} nor {CERTIFICATE} is set: a throw-away certificate signs, and names say TEST."
        );
        let signer = Signer::new(true)?;
        signer.throw_away()?;
        signer.script(&signer.osslsigncode(None))?;
        Ok(signer)
    }

    fn new(test: bool) -> Result<Signer, Stop> {
        Ok(Signer { folder: KeyFolder::new()?, test })
    }

    /// Makes a certificate for this run alone, its own root.
    fn throw_away(&self) -> Result<(), Stop> {
        let mut openssl = Command::new("openssl");
        openssl.args(["req", "-x509", "-newkey", "rsa:3072", "-nodes", "-days", "2", "-keyout"]);
        openssl.arg(self.file("key.pem")).arg("-out").arg(self.file("certificate.pem"));
        openssl.args(["-subj", "/CN=Tapline TEST, trust it nowhere"]);
        openssl.args(["-addext", "keyUsage=critical,digitalSignature"]);
        openssl.args(["-addext", "extendedKeyUsage=codeSigning"]).stderr(Stdio::null());
        process::run(&mut openssl)?;
        let (from, to) = (self.file("certificate.pem"), self.file("roots.pem"));
        fs::copy(&from, &to).map_err(Stop::file("copied", &from)).map(drop)
    }

    /// Script that writes next to the file and replaces it: osslsigncode does not sign in place.
    fn osslsigncode(&self, timestamp: Option<&str>) -> String {
        let file = |name| self.file(name).display().to_string();
        let mut more = timestamp.map_or_else(String::new, |url| format!(" -ts {}", shell(url)));
        if self.file(PASSPHRASE_FILE).exists() {
            more.push_str(" -readpass ");
            more.push_str(&shell(&file(PASSPHRASE_FILE)));
        }
        format!(
            "osslsigncode sign -certs {} -key {} -h sha256 -n Tapline{more} \
             -in \"$1\" -out \"$1.signed\" > /dev/null\nmv -f \"$1.signed\" \"$1\"",
            shell(&file("certificate.pem")),
            shell(&file("key.pem")),
        )
    }

    fn script(&self, lines: &str) -> Result<(), Stop> {
        self.folder.write("sign", &format!("set -e\n{lines}\n"))
    }

    /// A script for sh that signs the file it is given.
    pub(super) fn script_file(&self) -> PathBuf {
        self.file("sign")
    }

    pub(super) fn sign(&self, file: &Path) -> Result<(), Stop> {
        process::run(Command::new("sh").arg(self.script_file()).arg(file))?;
        self.verify(file)
    }

    pub(super) fn verify(&self, file: &Path) -> Result<(), Stop> {
        if self.accepts(file)? { Ok(()) } else { Err(Stop::Signature { file: file.to_owned() }) }
    }

    /// True if the file has a signature that leads to the roots.
    pub(super) fn accepts(&self, file: &Path) -> Result<bool, Stop> {
        let mut verify = Command::new("osslsigncode");
        verify.arg("verify").arg("-CAfile").arg(self.file("roots.pem"));
        verify.arg("-TSA-CAfile").arg(self.file("roots.pem")).arg("-in").arg(file);
        Ok(process::status(verify.stdout(Stdio::null()).stderr(Stdio::null()))?.success())
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.file(name)
    }
}

/// Quotes a word for a shell.
pub(super) fn shell(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::shell;

    #[test]
    fn a_word_stays_one_word() {
        assert_eq!(shell("a b"), "'a b'");
        assert_eq!(shell("it's $1"), r"'it'\''s $1'");
    }
}
