//! Reason why a command stopped, in words for the person at the terminal.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;

use thiserror::Error;

#[derive(Debug, Error)]
pub(crate) enum Stop {
    #[error("There is no command `{name}`.\n\n{help}")]
    UnknownCommand { name: String, help: String },

    #[error("`cargo xtask {command}` has no flag `{flag}`.\n\n{line}")]
    UnknownFlag { command: &'static str, flag: String, line: String },

    #[error("`{program}` could not be started: {source}. Is it installed and on the PATH?")]
    Start { program: String, source: io::Error },

    #[error("This did not succeed ({status}):\n  {command}")]
    Ended { command: String, status: ExitStatus },

    #[error("{} could not be {action}: {source}", path.display())]
    File { action: &'static str, path: PathBuf, source: io::Error },

    #[error(
        "Missing on this machine: {packages}.\nType this once, then call the same command again:\n\n  {command}"
    )]
    Missing { packages: String, command: String },

    #[error(
        "Missing on this machine, by their Debian names: {packages}.\n\
         Packages are installed by this command on Debian and its relatives only. \
         Install what they are called here, then call the same command again."
    )]
    NotDebian { packages: String },

    #[error(
        "Rust on this machine cannot build for {target}, and there is no rustup to add it.\n\
         Install Rust with rustup, or the package of your system that holds this target."
    )]
    NoTarget { target: &'static str },

    #[error("wasm-bindgen could not read {}: {reason}", wasm.display())]
    Bindgen { wasm: PathBuf, reason: String },

    #[error("The page has no script that loads its parts. `cargo xtask ui --release` writes it.")]
    NoLoader,

    #[error("node did not say how large {} is when packed. What it said is above.", file.display())]
    NoSize { file: PathBuf },

    #[error(
        "Until the limits can be used, the page loads {size} bytes of wasm after gzip, more than the {bound} it may. \
         The sizes above say which part grew; ui/src/parts.rs says what belongs into which."
    )]
    HeavyStart { size: u64, bound: u64 },

    #[error("{} holds no package after the build. What the bundler said is above.", folder.display())]
    NoPackage { folder: PathBuf },

    #[error(
        "gpg has no such secret key. `gpg --list-secret-keys` shows the ones it has; docs/releasing.md says how to give one."
    )]
    NoSigningKey,

    #[error("No crate was found in the programs, so there would be no notices. What cargo said is above.")]
    NoCrates,

    #[error(
        "Packages are made for x86_64 and aarch64. This processor ({here}) has no row in xtask/src/dist/release.rs."
    )]
    NoArch { here: &'static str },

    #[error("dpkg-shlibdeps did not say which libraries the programs need.")]
    NoLibraries,

    #[error(
        "The .deb has {size} bytes, more than the {bound} it may have. \
         docs/releasing.md says what was done to keep it small; look at what was added."
    )]
    TooLarge { size: u64, bound: u64 },

    #[error(
        "`cargo xtask dist --check` makes roots of other systems and installs packages into them: \
         it runs as root, on Debian and its relatives."
    )]
    CheckNeedsRoot,

    #[error("{} is missing, so target/dist holds no whole release. Make a new one: cargo xtask dist", file.display())]
    NotMade { file: PathBuf },

    /// A failed step of a check.
    #[error("{0}")]
    Unmet(String),

    #[error(
        "The installer for Windows is made on Linux: `cargo xtask dist --windows` needs Debian's mingw and NSIS."
    )]
    WindowsFromLinux,

    #[error("{name} is not set. docs/releasing.md says what a real signature needs.")]
    Unset { name: &'static str },

    #[error("The signature of {} does not lead to its certificate, or is none.", file.display())]
    Signature { file: PathBuf },

    #[error(
        "Windows compares versions of three numbers, and {version} is another one. Give the workspace such a version."
    )]
    NoWindowsVersion { version: String },

    #[error(
        "{} needs libraries that Windows 10 may not have: {libraries}.\n         Ship them, link them in, or add those of Windows to the table in xtask/src/windows/build.rs.",
        program.display()
    )]
    UnknownLibraries { program: PathBuf, libraries: String },

    #[error("This was expected and is not so: {what}.")]
    NotSo { what: String },

    #[error("{what} could not be read or written as JSON: {source}")]
    Json { what: &'static str, source: serde_json::Error },

    #[error("`rustc -vV` does not say for which system it builds. Is Rust installed and on the PATH?")]
    NoHost,

    #[error("{} does not say its version where it did; look there and in sbom/system.rs.", path.display())]
    NoVersion { path: PathBuf },

    #[error(
        "{} does not hold the list of its crates, so `cargo auditable` did not build it. Look at what it said above.",
        path.display()
    )]
    NotListed { path: PathBuf },

    #[error(
        "The advisories of RustSec cannot be read from {}: there is no folder `crates` in it. Give a checkout of \
         github.com/rustsec/advisory-db.",
        path.display()
    )]
    NoAdvisories { path: PathBuf },

    #[error(
        "CARGO_TARGET_DIR is set, so both builds would be one. Call the same command without it: \
         env -u CARGO_TARGET_DIR cargo xtask dist --twice"
    )]
    OneTarget,

    #[error(
        "The two builds differ:\n{files}\nThe table above says in which sections. Both builds are kept in {}.",
        folder.display()
    )]
    Differs { files: String, folder: PathBuf },

    #[error(
        "Cells of the fault matrix are missing. Run the tests that they belong to, or list them as open with a reason:\n{problems}"
    )]
    Cells { problems: String },

    /// A child has printed the reason itself; its exit code is passed on.
    #[error("exit code {0}")]
    Passed(u8),
}

impl Stop {
    /// The sentence to print; `None` if the reason is on the terminal already.
    pub(crate) fn sentence(&self) -> Option<String> {
        match self {
            Stop::Passed(_) => None,
            other => Some(other.to_string()),
        }
    }

    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Stop::Passed(code) => *code,
            Stop::UnknownCommand { .. } | Stop::UnknownFlag { .. } => 2,
            _ => 1,
        }
    }

    /// Adapter for `map_err` of JSON: `what` names the document.
    pub(crate) fn json(what: &'static str) -> impl FnOnce(serde_json::Error) -> Stop {
        move |source| Stop::Json { what, source }
    }

    /// Adapter for `map_err` of file operations: the failed action, and its path.
    pub(crate) fn file<'a>(action: &'static str, path: &'a Path) -> impl FnOnce(io::Error) -> Stop + 'a {
        move |source| Stop::File { action, path: path.to_owned(), source }
    }
}
