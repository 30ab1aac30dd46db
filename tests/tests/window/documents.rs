//! Pictures in the documents show the screens of this tree. `TAPLINE_WRITE_PICTURES=1` takes them again.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use tapline_tests::{TestApp, button, group};

use crate::steps::open_sandbox;

/// Share of pixels that may differ: the time of the last refresh, and how a machine smooths letters.
const DIFFERING_PERCENT: f64 = 2.0;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Paths from the root, of every picture that a document shows.
fn pictures_of_documents() -> BTreeSet<PathBuf> {
    let root = root();
    let mut documents = vec![root.join("README.md")];
    let entries = fs::read_dir(root.join("docs")).expect("the folder of the documents can be read");
    documents.extend(entries.map(|entry| entry.expect("an entry of the folder can be read").path()));
    let mut pictures = BTreeSet::new();
    for document in documents.iter().filter(|path| path.extension().is_some_and(|ending| ending == "md")) {
        let text = fs::read_to_string(document).expect("a document is text");
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if Path::new(target).extension().is_some_and(|ending| ending == "png") {
                let path = document.parent().expect("a document is in a folder").join(target);
                let path = path.strip_prefix(&root).expect("a picture is in the project").to_owned();
                pictures.insert(path);
            }
        }
    }
    pictures
}

/// Pixels that differ by more than a shade.
fn differing_pixels(kept: &Path, now: &Path) -> f64 {
    let output = Command::new("compare")
        .args(["-metric", "AE", "-fuzz", "6%"])
        .args([kept, now])
        .arg("null:")
        .output()
        .expect("ImageMagick is installed for the pictures of the window tests");
    let count = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    count.parse().unwrap_or_else(|_| panic!("{} can't be compared: {count}", kept.display()))
}

#[tokio::test]
async fn pictures_in_documents_show_the_screens_of_this_tree() {
    let limits = PathBuf::from("docs/limits.png");
    assert_eq!(pictures_of_documents(), BTreeSet::from([limits.clone()]), "a picture without a screen here");
    let app = TestApp::open().await;
    open_sandbox(&app).await;
    app.click(button("Hide")).await;
    app.shows(" sales in the last 30 days").await;
    while app.text(group("Past sales")).await.ends_with("so far") {
        app.painted().await;
    }
    app.see(button("Findings 8")).await;
    let (kept, folder) = (root().join(&limits), tempfile::tempdir().expect("a temporary folder"));
    let now = folder.path().join("limits.png");
    app.take_picture(&now).await;
    if env::var_os("TAPLINE_WRITE_PICTURES").is_some() {
        fs::copy(&now, &kept).expect("the picture can be written");
    }
    let percent = 100.0 * differing_pixels(&kept, &now) / (1280.0 * 800.0);
    assert!(
        percent < DIFFERING_PERCENT,
        "{percent:.1} % of {} differ: run with TAPLINE_WRITE_PICTURES=1 and look at it",
        limits.display()
    );
}
