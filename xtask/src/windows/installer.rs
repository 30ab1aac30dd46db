//! One installer: the settings of the script, and NSIS.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::build::Programs;
use super::signing::Signer;
use super::{folder, fresh};
use crate::process;
use crate::stop::Stop;

const SCRIPT: &str = "tapline.nsi";

const PARTS: [(&str, &str); 5] = [
    (SCRIPT, include_str!("tapline.nsi")),
    ("checks.nsh", include_str!("checks.nsh")),
    ("path.nsh", include_str!("path.nsh")),
    ("scope.nsh", include_str!("scope.nsh")),
    ("update.nsh", include_str!("update.nsh")),
];

const PUBLISHER: &str = "The Tapline developers";
const SUMMARY: &str = "See and change the contactless limits of payment terminals";

pub(super) struct Installer<'a> {
    /// Three numbers, which Windows and NSIS compare.
    pub(super) version: &'a str,
    /// Additional files: the check's older version has one that the newer one does not.
    pub(super) more: &'a [PathBuf],
    pub(super) programs: &'a Programs,
}

/// The name in the start menu and in the list of installed programs.
pub(super) fn caption(test: bool) -> &'static str {
    if test { "Tapline TEST" } else { "Tapline" }
}

impl Installer<'_> {
    /// Makes and signs the installer; returns its path.
    pub(super) fn make(&self, signer: &Signer, dist: &Path) -> Result<PathBuf, Stop> {
        let numbers = self.version.split('.');
        if numbers.clone().count() != 3 || !numbers.into_iter().all(|number| number.parse::<u16>().is_ok()) {
            return Err(Stop::NoWindowsVersion { version: self.version.to_owned() });
        }
        let mark = if signer.test { "TEST-" } else { "" };
        let installer = dist.join(format!("{mark}tapline_{}_x64-setup.exe", self.version));
        let installer = std::path::absolute(&installer).map_err(Stop::file("found", &installer))?;
        let scripts = folder("installer")?;
        fresh(&scripts)?;
        for (name, text) in PARTS {
            let file = scripts.join(name);
            fs::write(&file, text).map_err(Stop::file("written", &file))?;
        }
        let settings = scripts.join("settings.nsh");
        fs::write(&settings, self.settings(signer, &installer)?).map_err(Stop::file("written", &settings))?;
        process::run(Command::new("makensis").args(["-V2", "-WX"]).arg(scripts.join(SCRIPT)))?;
        signer.sign(&installer)?;
        Ok(installer)
    }

    fn settings(&self, signer: &Signer, installer: &Path) -> Result<String, Stop> {
        let icon = std::path::absolute("icons/icon.ico").map_err(Stop::file("found", Path::new("icons")))?;
        let mut text = "; Written by cargo xtask dist --windows.\nTarget amd64-unicode\n".to_owned();
        for (name, value) in [
            ("CAPTION", caption(signer.test)),
            ("VERSION", self.version),
            ("PUBLISHER", PUBLISHER),
            ("COPYRIGHT", "Copyright the Tapline developers"),
            ("SUMMARY", SUMMARY),
            ("OUTPUT", &installer.to_string_lossy()),
            ("ICON", &icon.to_string_lossy()),
            ("SIGN", &signer.script_file().to_string_lossy()),
        ] {
            let _ = writeln!(text, "!define {name} \"{}\"", nsis(value));
        }
        let own = self.programs.names.iter().map(|name| self.programs.path(name));
        let (mut added, mut removed) = (String::new(), String::new());
        for path in own.chain(self.more.iter().cloned()) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let _ = writeln!(added, "  File \"{}\"", nsis(&path.to_string_lossy()));
            let _ = writeln!(removed, "  Delete \"$INSTDIR\\{}\"", nsis(&name));
        }
        let _ =
            write!(text, "!macro EachFile\n{added}!macroend\n!macro EachFileRemoved\n{removed}!macroend\n");
        Ok(text)
    }
}

/// Escapes a text for a quoted string of NSIS.
fn nsis(text: &str) -> String {
    text.replace('$', "$$").replace('"', "$\\\"")
}

#[cfg(test)]
mod tests {
    use super::nsis;

    #[test]
    fn what_nsis_would_read_is_text() {
        assert_eq!(nsis(r#"/a $b/"c""#), r#"/a $$b/$\"c$\""#);
    }
}
