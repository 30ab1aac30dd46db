//! Tapline itself, started by the driver of its web view.

use std::fs::File;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};

use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::json;

use crate::process::{Environment, Process};
use crate::wait;

#[derive(Debug)]
pub(crate) struct Started {
    pub(crate) client: Client,
    _driver: Process,
}

impl Started {
    /// Everything that the driver and Tapline say goes into `log`.
    pub(crate) async fn open(environment: &Environment, program: &Path, log: &Path) -> Started {
        let (driver, address) = driver(environment, log);
        let options = json!({ "binary": program, "args": [] });
        let capabilities = [("webkitgtk:browserOptions".to_owned(), options)].into_iter().collect();
        let mut builder = ClientBuilder::new(HttpConnector::new());
        let session = builder.capabilities(capabilities).connect(&address);
        match tokio::time::timeout(tapline_scripted::PATIENCE * 2, session).await {
            Ok(Ok(client)) => Started { client, _driver: driver },
            Ok(Err(cause)) => panic!("Tapline's window did not open: {cause}. It said: {}", read_log(log)),
            Err(late) => panic!("Tapline's window did not open: {late}. It said: {}", read_log(log)),
        }
    }
}

/// On a port that is free. Another one may take it first: then it ends, and the next is tried.
fn driver(environment: &Environment, log: &Path) -> (Process, String) {
    for _ in 0..5 {
        let port = free_port();
        let (out, err) = (append(log), append(log));
        let mut command = environment.command("WebKitWebDriver");
        command.arg(format!("--port={port}")).arg("--host=127.0.0.1").stdout(out).stderr(err);
        command.envs([("TAURI_AUTOMATION", "true"), ("TAURI_WEBVIEW_AUTOMATION", "true")]);
        let mut process = Process::start(&mut command);
        let listens = wait::until_now(|| {
            if process.has_ended() {
                return Ok(false);
            }
            TcpStream::connect((Ipv4Addr::LOCALHOST, port)).map(|_| true).map_err(|cause| cause.to_string())
        });
        if listens == Ok(true) {
            return (process, format!("http://127.0.0.1:{port}"));
        }
    }
    panic!("WebKitWebDriver does not listen. It said: {}", read_log(log))
}

fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("this machine has a free port");
    listener.local_addr().expect("it was just bound").port()
}

/// The log goes with the desktop, so its words are in the reason.
pub(crate) fn read_log(log: &Path) -> String {
    std::fs::read_to_string(log).ok().filter(|text| !text.is_empty()).unwrap_or_else(|| "nothing".to_owned())
}

fn append(log: &Path) -> File {
    File::options().create(true).append(true).open(log).expect("the temporary folder was made for this test")
}

/// The window's program: `TAPLINE_BIN`, else that of the debug build.
pub fn program() -> PathBuf {
    let path =
        std::env::var_os("TAPLINE_BIN").map_or_else(|| target().join("debug").join("tapline"), PathBuf::from);
    match path.canonicalize() {
        Ok(path) => path,
        Err(cause) => panic!("{} is missing ({cause}); type: cargo xtask test", path.display()),
    }
}

/// Folder of builds and pictures.
pub fn target() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = package.parent().expect("the package is a folder of the workspace");
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |folder| root.join(folder))
}
