//! A newer version of Tapline, from a server of the test over HTTPS: offered, put off, refused, installed.
//!
//! The files are signed by the tool that signs a release, and verified by the program itself. The replaced file is a file of
//! the test, and no package.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::json;
use tapline_scripted::{Answer, Behavior, Greeting, Identity, Server, Step};
use tapline_tests::{TestApp, button, dialog, disclosure, field, heading, region, status};
use tempfile::TempDir;

use crate::axe;
use crate::steps::{in_sandbox, open, open_sandbox};

const NEWER: &str = "0.2.0";
const OLDER: &str = "0.0.9";
/// In the year 2100.
const FUTURE: u64 = 4_102_444_800;
/// In November 2023.
const PAST: u64 = 1_700_000_000;
/// More than any file here has.
const SIZE: u64 = 100_000;
const NOTES: &str = "Refunds can be searched.\nThe axis zooms.";

/// A folder with keys, and the server that lists a version.
struct Publisher {
    folder: TempDir,
    server: Server,
}

/// A file, and the base64 of a signature.
struct Signed {
    bytes: Vec<u8>,
    signature: String,
}

impl Publisher {
    fn new() -> Publisher {
        let folder = TempDir::with_prefix("tapline-update-").expect("this machine has a temporary folder");
        let publisher = Publisher { server: Server::always(&Answer::empty(204)), folder };
        for key in ["own", "other"] {
            let file = publisher.path(key);
            tauri(&["signer", "generate", "--ci", "-p", "", "-w"], &[&file]);
        }
        std::fs::write(publisher.path("root.der"), Identity::authority_der()).expect("the folder is there");
        std::fs::write(publisher.path("program"), program(OLDER)).expect("the folder is there");
        publisher
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Signed for a version, or for none.
    fn sign(&self, key: &str, version: Option<&str>, bytes: &[u8]) -> Signed {
        let file = self.path("signed");
        std::fs::write(&file, bytes).expect("the folder is there");
        let key = self.path(key);
        let mut arguments = vec!["signer", "sign", "-p", "", "-f", key.to_str().expect("a plain name")];
        arguments.extend(version.iter().flat_map(|version| ["--app-version", version]));
        tauri(&arguments, &[&file]);
        let signature = std::fs::read_to_string(self.path("signed.sig")).expect("it was just signed");
        Signed { bytes: bytes.to_owned(), signature: signature.trim().to_owned() }
    }

    /// From now on this is what the list announces and what lies behind it.
    fn publish(&self, announced: &str, signature: &str, file: Vec<Step>) {
        self.publish_at(announced, signature, &format!("{}/file", self.server.https()), file);
    }

    fn publish_at(&self, announced: &str, signature: &str, address: &str, file: Vec<Step>) {
        self.publish_list("own", FUTURE, SIZE, (announced, signature, address), file);
    }

    /// The list itself is signed by this key, with this end and this size of the file.
    fn publish_list(&self, key: &str, expires: u64, size: u64, one: (&str, &str, &str), file: Vec<Step>) {
        let (announced, signature, address) = one;
        let target = format!("linux-{}", std::env::consts::ARCH);
        let signed = json!({
            "version": announced,
            "notes": NOTES,
            "expires": expires,
            "platforms": { &target: { "url": address, "signature": signature, "size": size } },
        });
        let signed = self.sign(key, Some(announced), signed.to_string().as_bytes());
        let text = String::from_utf8_lossy(&signed.bytes);
        let lists = json!({ "platforms": { target: { "signed": text, "signature": signed.signature } } });
        let list = Answer::json(200, &lists.to_string());
        let behavior = Behavior::respond(move |request| match request.path.as_str() {
            "/latest.json" => list.steps(),
            _ => file.clone(),
        });
        let tls = Identity::valid();
        self.server.behave(behavior.after(move |_| Greeting::Tls(tls.clone())));
    }

    /// A release as it should be.
    fn release(&self, version: &str) -> Signed {
        let signed = self.sign("own", Some(version), &program(version));
        self.publish(version, &signed.signature, file(&signed.bytes));
        signed
    }

    /// A window of version 0.1.0 that looks here.
    async fn open(&self, more: Vec<(&'static str, String)>) -> TestApp {
        let public = std::fs::read_to_string(self.path("own.pub")).expect("the key was made");
        let variables = [
            ("TAPLINE_DEV_UPDATE_URL", format!("{}/latest.json", self.server.https())),
            ("TAPLINE_DEV_UPDATE_KEY", public.trim().to_owned()),
            ("TAPLINE_DEV_UPDATE_INTO", self.path("program").display().to_string()),
            ("TAPLINE_DEV_UPDATE_ROOT", self.path("root.der").display().to_string()),
        ];
        TestApp::with_variables(variables.into_iter().chain(more).collect()).await
    }

    fn installed(&self) -> Vec<u8> {
        std::fs::read(self.path("program")).expect("the program is replaced, never missing")
    }
}

/// The beginning of a program for Linux, which the updater insists on.
fn program(version: &str) -> Vec<u8> {
    [b"\x7fELF\x02\x01\x01".as_slice(), &[0; 57], format!("Tapline {version}").repeat(400).as_bytes()]
        .concat()
}

fn file(bytes: &[u8]) -> Vec<Step> {
    Answer::typed(200, "application/octet-stream", bytes).steps()
}

fn tauri(arguments: &[&str], files: &[&Path]) {
    let tool = Path::new(env!("CARGO_MANIFEST_DIR")).join("../node_modules/.bin/tauri");
    let done = Command::new(&tool).args(arguments).args(files).output();
    match done {
        Ok(done) if done.status.success() => {}
        Ok(done) => panic!("{arguments:?}: {}", String::from_utf8_lossy(&done.stderr)),
        Err(cause) => panic!("{} cannot be run ({cause}); type: npm ci", tool.display()),
    }
}

async fn about(app: &TestApp) {
    app.click(button("Settings")).await;
    app.click(button("About Tapline").inside(dialog("Settings"))).await;
    app.see(dialog("About Tapline")).await;
}

async fn close_about(app: &TestApp) {
    app.click(button("Close").inside(dialog("About Tapline"))).await;
    app.gone(dialog("About Tapline")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newer_version_waits_is_refused_while_something_is_typed_and_is_installed_then() {
    let publisher = Publisher::new();
    let newer = publisher.release(NEWER);
    let before = publisher.installed();
    let app = publisher.open(Vec::new()).await;
    app.says(status("Update"), "Tapline 0.2.0 is ready to install.").await;
    app.see(heading("Welcome to Tapline")).await;
    open_sandbox(&app).await;
    app.click(disclosure("What is new")).await;
    app.says(region("Update"), "The axis zooms.").await;
    axe::check(&app, "the update").await;
    open(&app, "Retail north").await;
    app.fill(field("CVM limit"), "26.00").await;
    app.click(button("Install and restart")).await;
    app.says(region("Update"), "What you typed isn't saved, so the update wasn't installed.").await;
    assert_eq!(publisher.installed(), before);
    app.fill(field("CVM limit"), "25.00").await;
    // The window is gone before the driver could say that it clicked.
    app.starts_again("setTimeout(() => document.querySelector('.update button').click(), 300);").await;
    assert_eq!(publisher.installed(), newer.bytes);
}

#[tokio::test(flavor = "multi_thread")]
async fn later_is_quiet_until_the_next_start_or_until_someone_asks() {
    let publisher = Publisher::new();
    publisher.release(NEWER);
    let mut app = publisher.open(Vec::new()).await;
    app.see(region("Update")).await;
    app.click(button("Later")).await;
    app.gone(region("Update")).await;
    open_sandbox(&app).await;
    assert!(!app.page_text().await.unwrap_or_default().contains("ready to install"));
    about(&app).await;
    app.click(button("Check for updates")).await;
    app.says(status("Updates"), "Tapline 0.2.0 is ready to install.").await;
    close_about(&app).await;
    app.click(button("Later")).await;
    app.gone(region("Update")).await;
    app.restart().await;
    app.see(region("Update")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_policy_that_forbids_updates_sends_no_request() {
    let publisher = Publisher::new();
    publisher.release(NEWER);
    let policy = publisher.path("policy.json");
    std::fs::write(&policy, r#"{"updates": "off"}"#).expect("the folder is there");
    let app = publisher.open(vec![("TAPLINE_DEV_POLICY", policy.display().to_string())]).await;
    open_sandbox(&app).await;
    about(&app).await;
    app.says(dialog("About Tapline"), "Updates are off: set by your administrator.").await;
    assert!(!app.page_text().await.unwrap_or_default().contains("Check for updates"));
    assert_eq!(publisher.server.seen().connections, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_package_of_linux_leaves_updates_to_the_package_manager() {
    let app = in_sandbox().await;
    about(&app).await;
    app.says(dialog("About Tapline"), "Your package manager updates Tapline.").await;
    assert!(!app.page_text().await.unwrap_or_default().contains("Check for updates"));
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_offered_that_was_not_signed_for_its_version() {
    const NOT_ITS_FILE: &str = "its signature doesn't match its file";
    let publisher = Publisher::new();
    let good = publisher.sign("own", Some(NEWER), &program(NEWER));
    let old = publisher.sign("own", Some(OLDER), &program(OLDER));
    let other = publisher.sign("other", Some(NEWER), &program(NEWER));
    let unversioned = publisher.sign("own", None, &program(NEWER));
    publisher.publish(OLDER, &old.signature, file(&old.bytes));
    let app = publisher.open(Vec::new()).await;
    open_sandbox(&app).await;
    about(&app).await;

    let mut flipped = good.bytes.clone();
    flipped[100] ^= 1;
    let cut = &good.bytes[..good.bytes.len() - 1];
    let whole = Answer::typed(200, "application/octet-stream", &good.bytes);
    // No two neighbours say the same, so that each is read after its own check.
    for (announced, signature, file, says) in [
        (NEWER, &good.signature, file(&flipped), NOT_ITS_FILE),
        (NEWER, &old.signature, file(&old.bytes), "its file was signed as version 0.0.9"),
        (NEWER, &other.signature, file(&other.bytes), NOT_ITS_FILE),
        (OLDER, &old.signature, file(&old.bytes), "This is the newest version."),
        (NEWER, &good.signature, file(cut), NOT_ITS_FILE),
        (NEWER, &good.signature, whole.cut_in_body(Step::Close), "didn't download completely"),
        ("0.3.0", &good.signature, file(&good.bytes), "its file was signed as version 0.2.0"),
        (NEWER, &unversioned.signature, file(&unversioned.bytes), "its signature names no version"),
    ] {
        publisher.publish(announced, signature, file);
        check_for_updates(&app, says).await;
    }
    let plain = Server::always(&whole);
    publisher.publish_at(NEWER, &good.signature, &format!("{}/file", plain.http()), file(&good.bytes));
    check_for_updates(&app, "didn't download completely").await;
    assert_eq!(plain.seen().connections, 0);
    let address = format!("{}/file", publisher.server.https());
    let one = (NEWER, good.signature.as_str(), address.as_str());
    let least = good.bytes.len() as u64;
    for (key, expires, size, says) in [
        ("own", PAST, SIZE, "it ended on 14 November 2023"),
        ("other", FUTURE, SIZE, "The list of versions was refused: its signature is wrong"),
        ("own", FUTURE, least - 1, "its file is larger than listed"),
        ("own", FUTURE, 200_000_001, "is larger than 200 MB"),
    ] {
        publisher.publish_list(key, expires, size, one, file(&good.bytes));
        check_for_updates(&app, says).await;
    }
    // An old list is refused also where it announces nothing new.
    publisher.publish_list("own", PAST, SIZE, (OLDER, &old.signature, &address), file(&old.bytes));
    check_for_updates(&app, "it ended on 14 November 2023").await;
    publisher.server.behave(Behavior::greet(Greeting::Close));
    check_for_updates(&app, "Can't load the list of versions.").await;
    publisher.publish(NEWER, &good.signature, file(&good.bytes));
    app.click(button("Check for updates")).await;
    app.says(status("Updates"), "Tapline 0.2.0 is ready to install.").await;
    assert_eq!(publisher.installed(), program(OLDER), "nothing was installed");
}

/// Text of About after a check; nothing is offered.
async fn check_for_updates(app: &TestApp, says: &str) {
    app.click(button("Check for updates")).await;
    app.says(status("Updates"), says).await;
    assert!(!app.page_text().await.unwrap_or_default().contains("ready to install"), "{says}");
}
