//! The files of a release, and a person's verification after a download.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::folder;
use crate::dist::release::{self, named};
use crate::dist::{SUMS, repository};
use crate::process;
use crate::stop::Stop;

pub(crate) struct ReleaseFiles {
    pub(crate) deb: PathBuf,
    pub(crate) rpm: PathBuf,
    /// The public key.
    pub(crate) key: PathBuf,
    /// The repository of this processor.
    pub(crate) apt: PathBuf,
    pub(crate) yum: PathBuf,
    test: bool,
}

impl ReleaseFiles {
    pub(crate) fn find() -> Result<ReleaseFiles, Stop> {
        let dist = release::dist();
        let dist = std::path::absolute(&dist).map_err(Stop::file("found", &dist))?;
        let arch = release::arch()?;
        let test = dist.join(named(true, SUMS)).exists();
        let file = |name: &str| {
            let path = dist.join(named(test, name));
            if path.exists() { Ok(path) } else { Err(Stop::NotMade { file: path }) }
        };
        Ok(ReleaseFiles {
            deb: file(&release::deb_name(arch))?,
            rpm: file(&release::rpm_name(arch))?,
            key: file(repository::KEY_FILE)?,
            apt: dist.join("repository/apt").join(arch.deb),
            yum: dist.join("repository/yum").join(arch.rpm),
            test,
        })
    }

    /// Verifies the files as docs/deploying.md describes, with only the public key.
    pub(crate) fn verify(&self) -> Result<(), Stop> {
        let keyring = folder().join("keyring.gpg");
        let dearmor = ["--batch", "--yes", "--dearmor", "--output"];
        process::run(Command::new("gpg").args(dearmor).arg(&keyring).arg(&self.key))?;
        let sums = release::dist().join(named(self.test, SUMS));
        for file in [&sums, &self.deb, &self.rpm] {
            verify(&keyring, file)?;
        }
        let name = sums.file_name().unwrap_or_default();
        process::run(
            Command::new("sha256sum").current_dir(release::dist()).args(["--check", "--strict"]).arg(name),
        )?;
        let database = folder().join("rpmkeys");
        release::fresh(&database)?;
        let database = format!("_dbpath {}", std::path::absolute(&database).unwrap_or(database).display());
        let rpmkeys = |words: &[&str], file: &Path| {
            let level = ["--define", &database, "--define", "_pkgverify_level all"];
            process::run(Command::new("rpmkeys").args(level).args(words).arg(file))
        };
        rpmkeys(&["--import"], &self.key)?;
        rpmkeys(&["--checksig"], &self.rpm)
    }
}

fn verify(keyring: &Path, file: &Path) -> Result<(), Stop> {
    let keyring = std::path::absolute(keyring).map_err(Stop::file("found", keyring))?;
    let signature = format!("{}.asc", file.display());
    process::run(Command::new("gpgv").arg("--keyring").arg(keyring).arg(signature).arg(file))
}
