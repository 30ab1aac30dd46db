//! System packages that Tapline needs under Linux, by Debian's names, and the proof that they are installed.
//!
//! The proof is the thing used (a program on the PATH, a library that pkg-config knows), not its origin: a
//! Node from elsewhere is as good as Debian's.

use crate::process;

/// Purpose of a command; each purpose adds its packages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// Compiling the native crates.
    Build,
    /// Driving the real window in a virtual display.
    Window,
    /// The tools of package.json.
    Npm,
    /// Packing, indexing and signing.
    Dist,
    /// Trying the packages, in roots of their own.
    DistCheck,
    /// Measuring.
    Bench,
    /// Building and signing for Windows.
    Windows,
    /// Trying the build for Windows.
    Wine,
}

#[derive(Debug)]
enum Proof {
    Program(&'static str),
    Library(&'static str),
    /// Data without a program: only dpkg knows. On other systems it counts as installed.
    Package,
}

#[derive(Debug)]
pub(crate) struct Package {
    pub(crate) name: &'static str,
    purposes: &'static [Purpose],
    proof: Proof,
}

use Proof::{Library, Program};
use Purpose::{Bench, Build, Dist, DistCheck, Npm, Window, Windows, Wine};

const fn row(name: &'static str, purposes: &'static [Purpose], proof: Proof) -> Package {
    Package { name, purposes, proof }
}

/// All packages. No tray and no OpenSSL in the graph, so neither libayatana-appindicator3-dev nor libssl-dev.
const PACKAGES: [Package; 41] = [
    // SQLite and ring are compiled from C.
    row("gcc", &[Build, Windows], Program("cc")),
    row("binutils", &[Build], Program("readelf")),
    row("libc6-dev", &[Build, Windows], Proof::Package),
    row("pkg-config", &[Build], Program("pkg-config")),
    row("libwebkit2gtk-4.1-dev", &[Build], Library("webkit2gtk-4.1")),
    row("libgtk-3-dev", &[Build], Library("gtk+-3.0")),
    row("libdbus-1-dev", &[Build], Library("dbus-1")),
    row("webkit2gtk-driver", &[Window], Program("WebKitWebDriver")),
    row("xvfb", &[Window], Program("Xvfb")),
    // xvfb-run needs it.
    row("xauth", &[Bench], Program("xauth")),
    // The browser for the dashboard that Tapline is measured against.
    row("chromium", &[Bench], Program("chromium")),
    row("curl", &[Bench], Program("curl")),
    row("dbus-daemon", &[Window], Program("dbus-daemon")),
    // gnome-keyring depends on any session bus; without this choice apt would install a login manager.
    row("dbus-x11", &[Window], Program("dbus-launch")),
    row("gnome-keyring", &[Window], Program("gnome-keyring-daemon")),
    row("imagemagick", &[Window], Program("import")),
    row("xclip", &[Window], Program("xclip")),
    // A desktop of Wayland without X11, and its clipboard.
    row("sway", &[Window], Program("sway")),
    row("wl-clipboard", &[Window], Program("wl-copy")),
    // A good sans and a mono face for the pictures; a desktop has its own.
    row("fonts-inter", &[Window], Proof::Package),
    row("fonts-dejavu-core", &[Window], Proof::Package),
    row("gcc-mingw-w64-x86-64", &[Windows], Program("x86_64-w64-mingw32-gcc")),
    row("nsis", &[Windows], Program("makensis")),
    row("openssl", &[Windows], Program("openssl")),
    row("osslsigncode", &[Windows], Program("osslsigncode")),
    row("wine", &[Wine], Program("wine")),
    row("wine64", &[Wine], Proof::Package),
    row("nodejs", &[Npm], Program("node")),
    row("npm", &[Npm], Program("npm")),
    row("dpkg-dev", &[Dist], Program("dpkg-shlibdeps")),
    row("apt-utils", &[Dist], Program("apt-ftparchive")),
    row("gnupg", &[Dist], Program("gpg")),
    row("rpm", &[Dist], Program("rpmsign")),
    row("createrepo-c", &[Dist], Program("createrepo_c")),
    row("xz-utils", &[Dist], Program("xz")),
    row("desktop-file-utils", &[DistCheck], Program("desktop-file-validate")),
    row("appstream", &[DistCheck], Program("appstreamcli")),
    row("lintian", &[DistCheck], Program("lintian")),
    row("rpmlint", &[DistCheck], Program("rpmlint")),
    row("mmdebstrap", &[DistCheck], Program("mmdebstrap")),
    row("dnf", &[DistCheck], Program("dnf")),
];

/// Packages for these purposes that this machine lacks.
pub(crate) fn missing(purposes: &[Purpose]) -> Vec<&'static str> {
    PACKAGES
        .iter()
        .filter(|package| package.purposes.iter().any(|purpose| purposes.contains(purpose)))
        .filter(|package| !is_there(package))
        .map(|package| package.name)
        .collect()
}

fn is_there(package: &Package) -> bool {
    match package.proof {
        Program(name) => process::on_path(name),
        Library(name) => process::query("pkg-config", &["--exists", name]).is_some(),
        Proof::Package if !process::on_path("dpkg-query") => true,
        Proof::Package => {
            let status = process::query("dpkg-query", &["-W", "-f", "${db:Status-Status} ", package.name]);
            status.is_some_and(|text| text.split_whitespace().any(|word| word == "installed"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_package_stands_in_the_table_once_and_serves_a_purpose() {
        for (position, package) in PACKAGES.iter().enumerate() {
            assert!(!package.purposes.is_empty(), "{package:?}");
            assert!(PACKAGES[..position].iter().all(|other| other.name != package.name), "{package:?}");
        }
    }
}
