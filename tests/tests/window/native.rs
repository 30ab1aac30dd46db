//! The window as the operating system has it: its menu, and its place after a restart. No driver leads these pages.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::time::Duration;

use tapline_tests::{Place, Press, TestApp, heading};

/// A file manager that writes down what it is asked to open. `PATH` finds it first.
fn with_file_manager(folder: &Path) -> String {
    let programs = folder.join("programs");
    fs::create_dir_all(&programs).expect("the temporary folder was made for this test");
    let opened = folder.join("opened");
    let script = format!("#!/bin/sh\necho \"$1\" > '{0}.new' && mv '{0}.new' '{0}'\n", opened.display());
    let manager = programs.join("xdg-open");
    fs::write(&manager, script).expect("the folder was just made");
    fs::set_permissions(&manager, fs::Permissions::from_mode(0o755)).expect("the file was just written");
    format!("{}:{}", programs.display(), std::env::var("PATH").unwrap_or_default())
}

/// Opens the log folder with the second item of Help. The menu is there once the page is.
async fn open_log_folder(app: &TestApp, folder: &Path) -> String {
    let opened = folder.join("opened");
    // None at first.
    let _ = fs::remove_file(&opened);
    app.until(async || {
        app.press_natively(&[Press::Escape, Press::Menu, Press::Right, Press::Right]);
        app.press_natively(&[Press::Down, Press::Down, Press::Return]);
        tokio::time::sleep(Duration::from_millis(500)).await;
        fs::read_to_string(&opened).map_err(|_| "the log folder is not opened".to_owned())
    })
    .await
}

/// A computer with that file manager.
async fn computer(folder: &Path) -> TestApp {
    let app = TestApp::with_variables(vec![("PATH", with_file_manager(folder))]).await;
    app.see(heading("Welcome to Tapline")).await;
    app
}

#[tokio::test(flavor = "multi_thread")]
async fn the_menu_copies_opens_the_log_folder_and_quits() {
    let folder = tempfile::tempdir().expect("the system has a temporary folder");
    let mut app = computer(folder.path()).await;
    app.restart_alone().await;
    let opened = open_log_folder(&app, folder.path()).await;
    assert!(opened.trim().ends_with("/app.tapline.desktop.dev/logs"), "{opened}");
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
    let folder = tempfile::tempdir().expect("the system has a temporary folder");
    let mut app = computer(folder.path()).await;
    let place = Place { x: 60, y: 40, width: 1100, height: 700 };
    app.restart_alone().await;
    open_log_folder(&app, folder.path()).await;
    app.put_at(place).await;
    for _ in 0..2 {
        app.restart_alone().await;
        open_log_folder(&app, folder.path()).await;
        app.is_at(place).await;
    }
    // As if it had been on a second screen, which is gone.
    app.put_at(Place { x: 2000, ..place }).await;
    app.restart_alone().await;
    app.is_at(Place { x: 90, y: 50, ..place }).await;
}
