//! The apt repository in a clean Debian: refusals, the installation, the program at work, the upgrade, the removal.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::folder;
use super::refusal::{copy, expect_refusal, flip, flip_all};
use super::release_files::ReleaseFiles;
use super::root::Root;
use super::table::Table;
use crate::dist::key::Key;
use crate::dist::release::{self, NAME, VERSION};
use crate::dist::{deb, repository};
use crate::stop::Stop;
use crate::{process, workspace};

/// A change to a copy of the repository.
type Change = fn(&Path, &Key) -> Result<(), Stop>;

/// Owner of the key that the administrator has set up.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Trusted {
    Release,
    /// The check itself: an expired index can only be signed with an available key.
    Check,
}

/// Changes that apt must refuse, each with the words of the refusal.
const REFUSALS: [(&str, Change, &[&str], Trusted); 6] = [
    ("a changed package", change_package, &["Hash Sum mismatch", "unexpected size"], Trusted::Release),
    ("a changed list of packages", change_list, &["Hash Sum mismatch", "unexpected size"], Trusted::Release),
    ("a changed index", change_index, &["BADSIG"], Trusted::Release),
    ("an index of another key", sign_with_another, &["NO_PUBKEY"], Trusted::Release),
    ("an index without a signature", unsign, &["is not signed"], Trusted::Release),
    ("an expired index", expire, &["is expired"], Trusted::Check),
];

/// Folder of the person's files in the root.
const DESK: &str = "/srv/desk";

pub(crate) fn run(table: &mut Table, files: &ReleaseFiles, previous: Option<&str>) {
    let made = table.step("a clean Debian, made with apt's verification", || {
        let root = Root::make(&folder().join("debian"), &field(&files.deb, "Depends")?)?;
        root.put(&workspace::debug_binary("installed")?, "/srv/installed")?;
        let person = ["install", "-d", "-o", "1000", "-g", "1000", DESK];
        process::run(&mut root.command(&person))?;
        let other = Key::throw_away("A key of the check, not of a release")?;
        let public = folder().join("check.asc");
        other.write_public(&public)?;
        Ok((root, other, public))
    });
    let Some((root, other, public)) = made else { return };
    table.step("the index of apt ends", || ends(&files.apt));
    for (name, change, words, trusted) in REFUSALS {
        table.step(&format!("apt refuses {name}"), || {
            let place = "/srv/changed";
            copy(&files.apt, &root.path(place))?;
            change(&root.path(place), &other)?;
            let key = if trusted == Trusted::Check { &public } else { &files.key };
            let source = source(&root, place, key)?;
            expect_refusal(attempt(&root, &source)?, words)?;
            expect_not_installed(&root)
        });
    }
    let earlier = table.step("the previous version, installed with apt", || {
        install_previous(&root, files, (&other, &public), previous)
    });
    table
        .step("the installed programs: a limit changed, reviewed, saved, undone", || at_work(&root, "first"));
    table.step("the upgrade with apt", || {
        let place = "/srv/repository";
        copy(&files.apt, &root.path(place).join(release::arch()?.deb))?;
        // As in docs/deploying.md: apt itself inserts the processor.
        let any_processor = format!("{place}/$(ARCH)");
        expect_success(attempt(&root, &source(&root, &any_processor, &files.key)?)?)?;
        let now = version(&root)?;
        println!("{} → {now}", earlier.unwrap_or_default());
        if now == VERSION { Ok(()) } else { Err(Stop::Unmet(format!("{now} is installed, not {VERSION}"))) }
    });
    table.step("connections, journal and settings after the upgrade", || at_work(&root, "later"));
    table.step("the removal leaves nothing but the person's files", || remove(&root));
}

fn install_previous(
    root: &Root,
    files: &ReleaseFiles,
    (key, public): (&Key, &Path),
    previous: Option<&str>,
) -> Result<String, Stop> {
    let package = match previous {
        Some(package) => PathBuf::from(package),
        None => lowered(&files.deb)?,
    };
    let place = "/srv/earlier";
    repository::apt(&root.path(place), &package, release::arch()?, key, &repository::end())?;
    expect_success(attempt(root, &source(root, place, public)?)?)?;
    version(root)
}

/// A package with the same content under a lower version.
fn lowered(package: &Path) -> Result<PathBuf, Stop> {
    let tree = folder().join("lowered");
    process::run(Command::new("dpkg-deb").arg("-R").arg(package).arg(&tree))?;
    let file = tree.join("DEBIAN/control");
    let control = release::read(&file)?;
    let (old, new) = (format!("Version: {VERSION}\n"), format!("Version: {VERSION}~previous\n"));
    release::write(&file, &control.replace(&old, &new))?;
    let lowered = folder().join("lowered.deb");
    deb::build(&tree, &lowered)?;
    Ok(lowered)
}

/// Runs the program of the tests in the root, as the person.
fn at_work(root: &Root, when: &str) -> Result<(), Stop> {
    let mut installed = root.as_person(&["/srv/installed", when, DESK]);
    installed.env("TAPLINE_BIN", "/usr/bin/tapline").env("HOME", "/home/tester");
    installed.env("CARGO_TARGET_DIR", "/srv/desk/evidence");
    process::run(&mut installed)
}

fn remove(root: &Root) -> Result<(), Stop> {
    let listed = process::stdout_of(&mut root.command(&["dpkg", "--listfiles", NAME]))?;
    process::run(&mut root.command(&["apt-get", "purge", "-y", NAME]))?;
    let there = |path: &&str| fs::symlink_metadata(root.path(path)).is_ok_and(|found| !found.is_dir());
    let mut left: Vec<String> = listed.lines().filter(there).map(str::to_owned).collect();
    let find = "find /usr /etc /var /opt /home /root -iname '*tapline*' -not -path '/etc/apt/*' -not -path '/var/lib/apt/*'";
    left.extend(process::stdout_of(&mut root.command(&["sh", "-c", find]))?.lines().map(str::to_owned));
    if !left.is_empty() {
        return Err(Stop::Unmet(format!("After the removal this is still there:\n{}", left.join("\n"))));
    }
    let data = root.path(DESK).join("data/app.tapline.desktop");
    if data.is_dir() { Ok(()) } else { Err(Stop::Unmet("The removal took the person's files.".to_owned())) }
}

/// Writes a source that only this key is trusted for; returns its path.
fn source(root: &Root, place: &str, key: &Path) -> Result<String, Stop> {
    let (file, keyring) = ("/etc/apt/tapline.sources", "/etc/apt/keyrings/tapline.asc");
    process::quietly(Command::new("install").args(["-D", "-m", "644"]).arg(key).arg(root.path(keyring)))?;
    let suite = repository::SUITE;
    let text =
        format!("Types: deb\nURIs: file:{place}\nSuites: {suite}\nComponents: main\nSigned-By: {keyring}\n");
    root.write(file, &text)?;
    Ok(file.to_owned())
}

/// Runs `apt-get update` and `install` from this source alone.
fn attempt(root: &Root, source: &str) -> Result<(bool, String), Stop> {
    let list = format!("Dir::Etc::SourceList={source}");
    let options = ["-o", &list, "-o", "Dir::Etc::SourceParts=/nowhere", "-o", "APT::Update::Error-Mode=any"];
    let forget = "rm -rf /var/lib/apt/lists/* /var/cache/apt/archives/*.deb";
    process::quietly(&mut root.command(&["sh", "-c", forget]))?;
    let (updated, output) = process::output_of(root.command(&["apt-get", "update"]).args(options))?;
    if !updated {
        return Ok((false, output));
    }
    let install = ["apt-get", "install", "-y", "--no-install-recommends", NAME];
    process::output_of(root.command(&install).args(options))
}

fn expect_success((succeeded, output): (bool, String)) -> Result<(), Stop> {
    if succeeded { Ok(()) } else { Err(Stop::Unmet(format!("apt did not install it:\n{output}"))) }
}

fn expect_not_installed(root: &Root) -> Result<(), Stop> {
    let (known, output) = process::output_of(&mut root.command(&["dpkg-query", "-W", NAME]))?;
    if known {
        Err(Stop::Unmet(format!("It was refused, and yet it is installed: {output}")))
    } else {
        Ok(())
    }
}

fn version(root: &Root) -> Result<String, Stop> {
    let query = ["dpkg-query", "-W", "-f", "${Version}", NAME];
    Ok(process::stdout_of(&mut root.command(&query))?.trim().to_owned())
}

fn field(package: &Path, name: &str) -> Result<String, Stop> {
    process::stdout_of(Command::new("dpkg-deb").arg("--field").arg(package).arg(name))
}

fn change_package(repository: &Path, _: &Key) -> Result<(), Stop> {
    flip_all(repository, ".deb")
}

fn change_list(repository: &Path, _: &Key) -> Result<(), Stop> {
    let folder = repository.join("dists").join(repository::SUITE).join("main");
    release::files(&folder)?.iter().try_for_each(|name| flip(&folder.join(name)))
}

fn change_index(repository: &Path, _: &Key) -> Result<(), Stop> {
    for name in ["InRelease", "Release"] {
        let file = repository.join("dists").join(repository::SUITE).join(name);
        let text = release::read(&file)?;
        release::write(&file, &text.replace("\nComponents: main\n", "\nComponents: main more\n"))?;
    }
    Ok(())
}

fn sign_with_another(repository: &Path, other: &Key) -> Result<(), Stop> {
    repository::index_apt(repository, release::arch()?, other, &repository::end())
}

fn expire(repository: &Path, other: &Key) -> Result<(), Stop> {
    repository::index_apt(repository, release::arch()?, other, "now - 1 day")
}

/// Checks that the real index expires, as the refused one has.
fn ends(repository: &Path) -> Result<(), Stop> {
    let index = release::read(&repository.join("dists").join(repository::SUITE).join("InRelease"))?;
    match index.lines().find(|line| line.starts_with("Valid-Until: ")) {
        Some(line) => {
            println!("{line}");
            Ok(())
        }
        None => Err(Stop::Unmet("The index has no Valid-Until.".to_owned())),
    }
}

fn unsign(repository: &Path, _: &Key) -> Result<(), Stop> {
    for name in ["InRelease", "Release.gpg"] {
        let file = repository.join("dists").join(repository::SUITE).join(name);
        fs::remove_file(&file).map_err(Stop::file("removed", &file))?;
    }
    Ok(())
}
