//! Contents of the packages: one table, and the folders packed from it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::notices;
use super::release::{self, VERSION};
use crate::parts::Crates;
use crate::stop::Stop;
use crate::{process, workspace};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Deb,
    Rpm,
}

#[derive(Clone, Copy)]
enum Source {
    /// A file of the release build.
    Built,
    /// A file made here, see [`make`].
    Made,
    Checkout,
}

struct ContentRow {
    /// Path in the package; a path that ends with a slash keeps the file's name.
    to: &'static str,
    from: (Source, &'static str),
    /// Kind of package, or `None` for both.
    only: Option<Kind>,
}

const fn row(to: &'static str, from: Source, path: &'static str, only: Option<Kind>) -> ContentRow {
    ContentRow { to, from: (from, path), only }
}

use Kind::{Deb, Rpm};
use Source::{Built, Checkout, Made};

/// All packaged files. A target that ends with `.gz` is compressed. Manual pages of the commands are added to
/// these.
const ROWS: [ContentRow; 20] = [
    row("usr/bin/", Built, "tapline", None),
    row("usr/bin/", Built, "taplinectl", None),
    row("usr/share/applications/", Checkout, "src-tauri/linux/app.tapline.desktop.desktop", None),
    row("usr/share/metainfo/", Made, "app.tapline.desktop.metainfo.xml", None),
    row("usr/share/icons/hicolor/32x32/apps/app.tapline.desktop.png", Checkout, "icons/32x32.png", None),
    row("usr/share/icons/hicolor/128x128/apps/app.tapline.desktop.png", Checkout, "icons/128x128.png", None),
    row(
        "usr/share/icons/hicolor/256x256/apps/app.tapline.desktop.png",
        Checkout,
        "icons/128x128@2x.png",
        None,
    ),
    row("usr/share/icons/hicolor/scalable/apps/app.tapline.desktop.svg", Checkout, "icons/icon.svg", None),
    row("usr/share/man/man1/tapline.1.gz", Made, "tapline.1", None),
    row("usr/share/bash-completion/completions/", Made, "taplinectl", None),
    row("usr/share/fish/vendor_completions.d/", Made, "taplinectl.fish", None),
    row("usr/share/zsh/vendor-completions/", Made, "_taplinectl", Some(Deb)),
    row("usr/share/zsh/site-functions/", Made, "_taplinectl", Some(Rpm)),
    row("usr/share/doc/tapline/", Checkout, "src-tauri/linux/copyright", Some(Deb)),
    row("usr/share/doc/tapline/third-party-notices.gz", Made, "third-party-notices", Some(Deb)),
    row("usr/share/doc/tapline/changelog.gz", Made, "changelog", Some(Deb)),
    row("usr/share/doc/tapline/NEWS.gz", Checkout, "CHANGELOG.md", Some(Deb)),
    row("usr/share/licenses/tapline/", Checkout, "LICENSE", Some(Rpm)),
    row("usr/share/licenses/tapline/", Made, "third-party-notices", Some(Rpm)),
    row("usr/share/doc/tapline/", Checkout, "CHANGELOG.md", Some(Rpm)),
];

const COMPLETIONS: [(&str, &str); 3] =
    [("bash", "taplinectl"), ("zsh", "_taplinectl"), ("fish", "taplinectl.fish")];

/// Makes the files that are neither built nor in the checkout.
pub(crate) fn make(parts: &Crates) -> Result<(), Stop> {
    let made = release::made();
    release::fresh(&made)?;
    let ctl = binary("taplinectl")?;
    for (shell, name) in COMPLETIONS {
        let script = process::stdout_of(Command::new(&ctl).args(["completions", shell]))?;
        release::write(&made.join(name), &script)?;
    }
    process::run(Command::new(&ctl).arg("manual").arg(made.join("manual")))?;
    let when = format!("@{}", release::moment());
    let day = release::date("+%Y-%m-%d", &when)?;
    for name in ["app.tapline.desktop.metainfo.xml", "tapline.1"] {
        let text = release::read(&Path::new("src-tauri/linux").join(name))?;
        let text = text.replace("@VERSION@", VERSION).replace("@DATE@", &day);
        release::write(&made.join(name), &text)?;
    }
    release::write(&made.join("changelog"), &changelog(&when)?)?;
    notices::write(&made.join("third-party-notices"), parts, &[])
}

/// Change log in Debian's form. The changes are in NEWS.
fn changelog(when: &str) -> Result<String, Stop> {
    let date = release::date("+%a, %d %b %Y %H:%M:%S %z", when)?;
    let by = release::MAINTAINER;
    Ok(format!(
        "tapline ({VERSION}) stable; urgency=medium\n\n  * NEWS.gz says what is new.\n\n -- {by}  {date}\n"
    ))
}

/// Lays out the files of one kind of package, in an empty folder.
pub(crate) fn lay_out(kind: Kind) -> Result<PathBuf, Stop> {
    let tree = release::made().join(format!("{kind:?}").to_lowercase());
    release::fresh(&tree)?;
    for row in ROWS.iter().filter(|row| row.only.is_none_or(|only| only == kind)) {
        let (from, path) = row.from;
        let source = match from {
            Built => binary(path)?,
            Made => release::made().join(path),
            Checkout => PathBuf::from(path),
        };
        let name = if row.to.ends_with('/') { source.file_name().unwrap_or_default() } else { "".as_ref() };
        put(&source, &tree.join(row.to.trim_end_matches('/')).join(name), matches!(from, Built))?;
    }
    let manual = release::made().join("manual");
    for page in release::files(&manual)? {
        put(&manual.join(&page), &tree.join(format!("usr/share/man/man1/{page}.gz")), false)?;
    }
    readable(&tree)?;
    Ok(tree)
}

/// Makes files readable for everyone, whatever the umask.
pub(crate) fn readable(tree: &Path) -> Result<(), Stop> {
    process::quietly(Command::new("chmod").args(["-R", "u=rwX,go=rX"]).arg(tree))
}

fn put(source: &Path, target: &Path, program: bool) -> Result<(), Stop> {
    let text = target.display().to_string();
    let text = text.trim_end_matches('/');
    let (plain, packed) = text.strip_suffix(".gz").map_or((text, false), |plain| (plain, true));
    let mode = if program { "755" } else { "644" };
    process::quietly(Command::new("install").args(["-D", "-m", mode]).arg(source).arg(plain))?;
    // Without name and time, so that the same text makes the same bytes.
    if packed { process::quietly(Command::new("gzip").args(["-9n", plain])) } else { Ok(()) }
}

/// A binary of the release build.
pub(crate) fn binary(name: &str) -> Result<PathBuf, Stop> {
    let path = workspace::target().join("release").join(name);
    fs::canonicalize(&path).map_err(Stop::file("found", &path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_from_the_checkout_is_there() {
        for row in &ROWS {
            if let (Checkout, path) = row.from {
                assert!(Path::new("..").join(path).is_file(), "{path}");
            }
        }
    }
}
