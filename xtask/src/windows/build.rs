//! The programs for Windows, built with mingw, and the files shipped with them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::slice;

use super::fresh;
use super::signing::Signer;
use crate::dist::notices;
use crate::parts::Crates;
use crate::stop::Stop;
use crate::update::Publisher;
use crate::{process, programs, update, workspace};

pub(crate) const TARGET: &str = "x86_64-pc-windows-gnu";

const OBJDUMP: &str = "x86_64-w64-mingw32-objdump";

pub(super) const WINDOW: &str = "tapline.exe";
pub(super) const COMMAND_LINE: &str = "taplinectl.exe";
/// Microsoft's loader, signed by Microsoft; it finds the runtime that draws the window.
const LOADER: &str = "WebView2Loader.dll";
const LOADER_LICENSE: &str = include_str!("webview2-license.txt");
/// Licenses of the code that gcc links into each program; Debian's package has them here.
const MINGW_LICENSES: &str = "/usr/share/doc/mingw-w64-x86-64-dev/copyright";
const LICENSE: &str = "LICENSE.txt";
const NOTICES: &str = "third-party-notices.txt";

/// Libraries of Windows 10 that the programs may need. Any other would be missing on a real machine: it is shipped, or not
/// used.
const OF_WINDOWS: [&str; 30] = [
    "advapi32.dll",
    "api-ms-win-core-synch-l1-2-0.dll",
    "api-ms-win-core-winrt-error-l1-1-0.dll",
    "api-ms-win-core-winrt-l1-1-0.dll",
    "bcrypt.dll",
    "bcryptprimitives.dll",
    "combase.dll",
    "comctl32.dll",
    "crypt32.dll",
    "dwmapi.dll",
    "gdi32.dll",
    "imm32.dll",
    "iphlpapi.dll",
    "kernel32.dll",
    "msvcrt.dll",
    "ncrypt.dll",
    "netapi32.dll",
    "ntdll.dll",
    "ole32.dll",
    "oleaut32.dll",
    "powrprof.dll",
    "propsys.dll",
    "psapi.dll",
    "secur32.dll",
    "shell32.dll",
    "shlwapi.dll",
    "user32.dll",
    "userenv.dll",
    "uxtheme.dll",
    "ws2_32.dll",
];

/// Files to install: absolute paths, each by its name on Windows.
pub(super) struct Programs {
    pub(super) folder: PathBuf,
    pub(super) names: Vec<&'static str>,
}

impl Programs {
    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }
}

pub(super) fn build(publisher: Option<&Publisher>) -> Result<(), Stop> {
    let mut cargo = programs::cargo_build(&["tapline", "tapline-ctl"])?;
    update::configure(&mut cargo, publisher);
    process::run(cargo.args(["--target", TARGET]))
}

/// Signs the built files, in a folder with nothing but the files to install.
pub(super) fn collect(signer: &Signer, parts: &Crates, folder: &Path) -> Result<Programs, Stop> {
    fresh(folder)?;
    let built = workspace::target().join(TARGET).join("release");
    let mut names = Vec::new();
    for (source, name) in [
        (built.join(WINDOW), WINDOW),
        (built.join(COMMAND_LINE), COMMAND_LINE),
        (built.join(LOADER), LOADER),
        (PathBuf::from("LICENSE"), LICENSE),
    ] {
        let target = folder.join(name);
        fs::copy(&source, &target).map_err(Stop::file("copied", &source))?;
        names.push(name);
    }
    let mingw = Path::new(MINGW_LICENSES);
    let mingw = fs::read_to_string(mingw).map_err(Stop::file("read", mingw))?;
    let others = [(LOADER, LOADER_LICENSE.to_owned()), ("the runtime of mingw-w64", mingw)];
    notices::write(&folder.join(NOTICES), parts, &others)?;
    names.push(NOTICES);
    for name in [WINDOW, COMMAND_LINE] {
        let program = folder.join(name);
        only_known_libraries(&program)?;
        programs::are_listed(slice::from_ref(&program))?;
        signer.sign(&program)?;
    }
    Ok(Programs { folder: folder.to_owned(), names })
}

fn only_known_libraries(program: &Path) -> Result<(), Stop> {
    let output = process::stdout_of(Command::new(OBJDUMP).arg("-p").arg(program))?;
    let unknown: Vec<String> = imports(&output)
        .map(str::to_lowercase)
        .filter(|name| !OF_WINDOWS.contains(&name.as_str()) && *name != LOADER.to_lowercase())
        .collect();
    if unknown.is_empty() {
        return Ok(());
    }
    Err(Stop::UnknownLibraries { program: program.to_owned(), libraries: unknown.join(", ") })
}

fn imports(objdump: &str) -> impl Iterator<Item = &str> {
    objdump.lines().filter_map(|line| line.trim().strip_prefix("DLL Name: ")).map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_read() {
        let output =
            "The Import Tables\n\tDLL Name: KERNEL32.dll\n\tvma:  Hint/Ord\n\n\tDLL Name: msvcrt.dll\n";
        assert_eq!(imports(output).collect::<Vec<_>>(), ["KERNEL32.dll", "msvcrt.dll"]);
    }
}
