//! Pictures, in the order of the tour.

use std::fs;
use std::path::PathBuf;

use tapline_tests::TestApp;

pub(crate) struct Pictures {
    folder: PathBuf,
    taken: u32,
}

impl Pictures {
    /// In an empty folder under `target`.
    pub(crate) fn begin(name: &str) -> Pictures {
        let folder = tapline_tests::target().join(name);
        if folder.exists() {
            fs::remove_dir_all(&folder).unwrap_or_else(|cause| panic!("{}: {cause}", folder.display()));
        }
        Pictures { folder, taken: 0 }
    }

    /// In the same folder as those before; numbered after them.
    pub(crate) fn more(name: &str) -> Pictures {
        let folder = tapline_tests::target().join(name);
        let taken = fs::read_dir(&folder).map_or(0, |files| u32::try_from(files.count()).unwrap_or(0));
        Pictures { folder, taken }
    }

    pub(crate) async fn take(&mut self, app: &TestApp, name: &str, words: &str) {
        self.taken += 1;
        let file = format!("{:03}-{name}.png", self.taken);
        println!("{}", format!("{file:36} {words}").trim_end());
        app.take_picture(&self.folder.join(file)).await;
    }

    pub(crate) fn close(self) {
        println!("\n{} pictures in {}", self.taken, self.folder.display());
    }
}
