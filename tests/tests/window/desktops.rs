//! Desktops that Tapline starts on, and its exit without one.

use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::{Command, Output};

use tapline_tests::reference::TOKEN;
use tapline_tests::{TestApp, field, program};

use crate::steps::paste_token;

#[tokio::test(flavor = "multi_thread")]
async fn on_wayland_without_x11_a_token_is_pasted_and_leaves_the_clipboard() {
    let mut app = TestApp::on_wayland().await;
    // Not opened: the question that comes before would need a window manager to answer.
    app.fill(field("Name"), "Reference").await;
    paste_token(&mut app, TOKEN).await;
    app.clipboard_is("").await;
}

/// Tapline as a service or a session over ssh would start it.
fn started(home: &Path, variables: &[(&str, String)]) -> Output {
    let mut command = Command::new(program());
    command.env_clear().env("HOME", home).env("RUST_BACKTRACE", "1");
    command.envs(variables.iter().map(|(name, value)| (name, value)));
    command.output().expect("the program starts")
}

#[test]
fn without_a_display_one_line_says_what_is_missing() {
    const NEITHER: &str = "neither DISPLAY nor WAYLAND_DISPLAY is set";
    let home = tempfile::tempdir().expect("this machine has a temporary folder");
    let runtime = home.path().display().to_string();
    // The socket of a compositor that has ended.
    drop(UnixListener::bind(home.path().join("wayland-7")).expect("the folder is this test's"));
    let dead_x = || ("DISPLAY", ":59999".to_owned());
    let dead_wayland = || ("WAYLAND_DISPLAY", "wayland-7".to_owned());
    let in_runtime = || ("XDG_RUNTIME_DIR", runtime.clone());
    let backend = |name: &str| ("GDK_BACKEND", name.to_owned());
    for (variables, says) in [
        (vec![], NEITHER),
        (vec![in_runtime()], NEITHER),
        (vec![("DISPLAY", String::new()), ("WAYLAND_DISPLAY", String::new())], NEITHER),
        (vec![backend("x11")], NEITHER),
        (vec![backend("wayland"), in_runtime()], NEITHER),
        (vec![dead_x()], "no desktop responds at DISPLAY=:59999"),
        (vec![("DISPLAY", "nonsense".to_owned())], "no desktop responds at DISPLAY=nonsense"),
        (vec![dead_wayland()], "no desktop responds at WAYLAND_DISPLAY=wayland-7"),
        (vec![dead_wayland(), in_runtime()], "no desktop responds at WAYLAND_DISPLAY=wayland-7"),
        (
            vec![dead_wayland(), dead_x(), in_runtime()],
            "no desktop responds at WAYLAND_DISPLAY=wayland-7 or DISPLAY=:59999",
        ),
        (vec![dead_x(), backend("x11")], "no desktop responds at DISPLAY=:59999"),
    ] {
        let ended = started(home.path(), &variables);
        let said = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(9), "{variables:?}: {said}");
        assert_eq!(said.lines().count(), 1, "{variables:?}: {said}");
        assert!(said.contains(says) && said.contains("taplinectl works without a desktop"), "{said}");
        assert!(ended.stdout.is_empty(), "{variables:?}");
    }
}
