//! The yum repository in an empty root, with dnf: refusals, the installation, the removal.
//!
//! One package stands in for the libraries of a distribution by providing their names; so only taplinectl is started here, with
//! the libraries of this machine. Metadata of yum doesn't expire, so there is no expired index to refuse.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::folder;
use super::refusal::{copy, expect_refusal, flip_all};
use super::release_files::ReleaseFiles;
use super::table::Table;
use crate::dist::key::Key;
use crate::dist::release::{self, NAME, VERSION};
use crate::dist::{repository, rpm};
use crate::process;
use crate::stop::Stop;

type Change = fn(&Path, &Key) -> Result<(), Stop>;

/// Changes that dnf must refuse, each with the words of the refusal, and if the index is checked too: where the package was
/// changed, the changed index could not be signed with the release's key.
const REFUSALS: [(&str, Change, &str, &str); 7] = [
    ("a changed package", |folder, _| flip_all(folder, ".rpm"), "incorrect checksum", "1"),
    (
        "a changed list of packages",
        |folder, _| flip_all(folder, "primary.xml.gz"),
        "checksum doesn't match",
        "1",
    ),
    ("a changed index", change_index, "Bad GPG signature", "1"),
    ("an index of another key", repository::index_yum, "Bad GPG signature", "1"),
    ("an index without a signature", unsign, "GPG signature is not available", "1"),
    ("a package of another key", sign_package_with_another, "GPG check FAILED", "0"),
    ("a package without a signature", unsign_package, "is not signed", "0"),
];

pub(crate) fn run(table: &mut Table, files: &ReleaseFiles) {
    let made = table.step("an empty root for dnf, with a stand-in for the libraries", || {
        let other = Key::throw_away("A key of the check, not of a release")?;
        let libraries = stand_in(files, &other)?;
        Ok((Dnf::new(libraries)?, other))
    });
    let Some((dnf, other)) = made else { return };
    for (name, change, word, check_index) in REFUSALS {
        table.step(&format!("dnf refuses {name}"), || {
            let place = folder().join("changed-yum");
            copy(&files.yum, &place)?;
            change(&place, &other)?;
            expect_refusal(dnf.install(&place, &files.key, check_index)?, &[word])?;
            if dnf.program().exists() {
                Err(Stop::Unmet("It is installed all the same.".to_owned()))
            } else {
                Ok(())
            }
        });
    }
    table.step("the installation with dnf, gpgcheck and repo_gpgcheck on", || {
        // As in docs/deploying.md: dnf itself inserts the processor.
        let (installed, output) = dnf.install(&files.yum.with_file_name("$basearch"), &files.key, "1")?;
        if !installed {
            return Err(Stop::Unmet(format!("dnf did not install it:\n{output}")));
        }
        let version = process::stdout_of(Command::new(dnf.program()).arg("--version"))?;
        println!("{}", version.trim());
        let expected = format!("taplinectl {VERSION}");
        if version.trim() == expected {
            Ok(())
        } else {
            Err(Stop::Unmet(format!("{version} and not {expected}")))
        }
    });
    table.step("the removal with dnf leaves nothing", || dnf.remove());
}

struct Dnf {
    root: PathBuf,
    /// Repository of the stand-in package, with its own key.
    libraries: PathBuf,
}

impl Dnf {
    fn new(libraries: PathBuf) -> Result<Dnf, Stop> {
        let root = folder().join("rpm");
        release::fresh(&root)?;
        let root = std::path::absolute(&root).map_err(Stop::file("found", &root))?;
        Ok(Dnf { root, libraries })
    }

    fn program(&self) -> PathBuf {
        self.root.join("usr/bin/taplinectl")
    }

    /// Installs only from this repository and the stand-in's.
    fn install(&self, repository: &Path, key: &Path, check_index: &str) -> Result<(bool, String), Stop> {
        let section = |name: &str, folder: &Path, key: &Path, index: &str| {
            let absolute = |path: &Path| std::path::absolute(path).unwrap_or(path.to_owned());
            format!(
                "[{name}]\nname={name}\nbaseurl=file://{}\ngpgkey=file://{}\nenabled=1\nskip_if_unavailable=0\ngpgcheck=1\nrepo_gpgcheck={index}\n\n",
                absolute(folder).display(),
                absolute(key).display()
            )
        };
        let sources = sources();
        release::fresh(&sources)?;
        let mut text = section("tapline", repository, key, check_index);
        text.push_str(&section("libraries", &self.libraries, &self.libraries.join("key.asc"), "1"));
        release::write(&sources.join("tapline.repo"), &text)?;
        // Removes everything that an earlier attempt accepted.
        release::fresh(&cache())?;
        release::fresh(&self.root)?;
        process::output_of(self.dnf().args(["install", NAME]))
    }

    fn remove(&self) -> Result<(), Stop> {
        let root = format!("--root={}", self.root.display());
        let listed = process::stdout_of(Command::new("rpm").args([&root, "-ql", NAME]))?;
        let (removed, output) = process::output_of(self.dnf().args(["remove", NAME]))?;
        if !removed {
            return Err(Stop::Unmet(format!("dnf did not remove it:\n{output}")));
        }
        let inside = |path: &str| self.root.join(path.trim_start_matches('/'));
        let left: Vec<&str> =
            listed.lines().filter(|path| fs::symlink_metadata(inside(path)).is_ok()).collect();
        let own: Vec<&str> = left.into_iter().filter(|path| path.to_lowercase().contains(NAME)).collect();
        if own.is_empty() { Ok(()) } else { Err(Stop::Unmet(format!("Still there: {}", own.join(", ")))) }
    }

    fn dnf(&self) -> Command {
        let mut dnf = Command::new("dnf");
        dnf.env("LC_ALL", "C.UTF-8").args(["--assumeyes", "--releasever=1"]);
        dnf.arg(format!("--installroot={}", self.root.display()));
        for (name, value) in [("reposdir", sources()), ("cachedir", cache()), ("logdir", cache())] {
            let value = std::path::absolute(&value).unwrap_or(value);
            dnf.arg(format!("--setopt={name}={}", value.display()));
        }
        dnf
    }
}

fn sources() -> PathBuf {
    folder().join("dnf-sources")
}

fn cache() -> PathBuf {
    folder().join("dnf-cache")
}

/// A repository with one package that provides all dependencies of Tapline's.
fn stand_in(files: &ReleaseFiles, key: &Key) -> Result<PathBuf, Stop> {
    let needed = process::stdout_of(Command::new("rpm").args(["-qp", "--requires"]).arg(&files.rpm))?;
    let mut provides: Vec<&str> = needed.lines().filter(|name| !name.starts_with("rpmlib(")).collect();
    provides.dedup();
    let provides: Vec<String> = provides.iter().map(|name| format!("Provides: {name}\n")).collect();
    let spec = folder().join("stand-in.spec");
    let text = format!(
        "Name: stand-in-for-libraries\nVersion: 1\nRelease: 1\nSummary: Names of libraries, for a check\nLicense: Apache-2.0\n\
         {}\n%description\nNothing but names.\n\n%files\n",
        provides.concat()
    );
    release::write(&spec, &text)?;
    let package = rpm::build(&spec, release::arch()?)?;
    key.sign_rpm(&package)?;
    let repository = folder().join("stand-in");
    repository::yum(&repository, &package, key)?;
    key.write_public(&repository.join("key.asc"))?;
    Ok(repository)
}

fn change_index(repository: &Path, _: &Key) -> Result<(), Stop> {
    let file = repository.join("repodata/repomd.xml");
    let text = release::read(&file)?;
    release::write(&file, &text.replace("<revision>", "<revision>1"))
}

fn unsign(repository: &Path, _: &Key) -> Result<(), Stop> {
    let file = repository.join("repodata/repomd.xml.asc");
    fs::remove_file(&file).map_err(Stop::file("removed", &file))
}

fn unsign_package(repository: &Path, other: &Key) -> Result<(), Stop> {
    for package in packages(repository)? {
        process::run(Command::new("rpmsign").arg("--delsign").arg(package))?;
    }
    repository::index_yum(repository, other)
}

fn sign_package_with_another(repository: &Path, other: &Key) -> Result<(), Stop> {
    unsign_package(repository, other)?;
    for package in packages(repository)? {
        other.sign_rpm(&package)?;
    }
    repository::index_yum(repository, other)
}

fn packages(repository: &Path) -> Result<Vec<PathBuf>, Stop> {
    let files = release::files(repository)?.into_iter().map(|name| repository.join(name));
    Ok(files.filter(|file| file.extension().is_some_and(|end| end == "rpm")).collect())
}
