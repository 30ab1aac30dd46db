//! The window as the operating system has it: its menu, and its place after a restart. No driver leads these pages.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use tapline_tests::{Place, Press, TestApp, heading};

use crate::steps::in_sandbox;

/// A file manager that writes down what it is asked to open. It stands before the computer's own.
fn with_file_manager(folder: &Path) -> String {
    let programs = folder.join("programs");
    fs::create_dir_all(&programs).expect("the temporary folder was made for this test");
    let script = format!("#!/bin/sh\necho \"$1\" > '{}'\n", folder.join("opened").display());
    let manager = programs.join("xdg-open");
    fs::write(&manager, script).expect("the folder was just made");
    fs::set_permissions(&manager, fs::Permissions::from_mode(0o755)).expect("the file was just written");
    format!("{}:{}", programs.display(), std::env::var("PATH").unwrap_or_default())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_menu_copies_opens_the_log_folder_and_quits() {
    let folder = tempfile::tempdir().expect("the system has a temporary folder");
    let path = with_file_manager(folder.path());
    let mut app = TestApp::with_variables(vec![("PATH", path)]).await;
    app.see(heading("Welcome to Tapline")).await;
    app.restart_alone().await;
    // Help: the second item. The menu is there once the page is.
    let opened = app.until(async || {
        app.press_natively(&[Press::Escape, Press::Menu, Press::Right, Press::Right]);
        app.press_natively(&[Press::Down, Press::Down, Press::Return]);
        tokio::time::sleep(std::time::Duration::from_millis(500)).await;
        fs::read_to_string(folder.path().join("opened"))
            .map_err(|_| "the log folder is not opened".to_owned())
    });
    assert!(opened.await.trim().ends_with("/app.tapline.desktop.dev/logs"));
    // Edit: select all, then copy.
    for steps in [4, 2] {
        let down = [Press::Down].repeat(steps);
        app.press_natively(&[&[Press::Menu, Press::Right], &*down, &[Press::Return]].concat());
    }
    app.until(async || match app.clipboard() {
        text if text.contains("Welcome to Tapline") => Ok(()),
        text => Err(format!("the clipboard holds “{text}”")),
    })
    .await;
    // File: the last item.
    app.press_natively(&[Press::Menu, Press::Down, Press::Down, Press::Return]);
    app.closed().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_window_comes_back_where_it_was_and_on_a_screen_that_is_there() {
    let mut app = in_sandbox().await;
    let title = app.title();
    let place = Place { x: 60, y: 40, width: 1100, height: 700 };
    app.restart_alone().await;
    // The page has its connection again, and nothing moves the window any more.
    app.titled(&title).await;
    app.put_at(place).await;
    for _ in 0..2 {
        app.restart_alone().await;
        app.titled(&title).await;
        app.is_at(place).await;
    }
    // As if it had been on a second screen, which is gone.
    app.put_at(Place { x: 2000, ..place }).await;
    app.restart_alone().await;
    app.is_at(Place { x: 90, y: 50, ..place }).await;
}
