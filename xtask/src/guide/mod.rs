//! `cargo xtask guide`: the guide of `docs/guide` as a static site. The same pages, rendered by [`write`], are in the application.
//!
//! A picture that doesn't exist yet is left out. Links that lead nowhere are the test's business.

mod render;

use std::fs;
use std::path::{Path, PathBuf};

use crate::stop::Stop;
use crate::tools::Tool;
use crate::{Flags, process, workspace};
use render::Book;

const SOURCE: &str = "docs/guide";
const PICTURES: &str = "pictures";

/// A separate program: as a library it would bring a web server into xtask.
const MDBOOK: Tool = Tool { name: "mdbook", version: "0.5.4" };

/// Settings of the site.
const SETTINGS: &str =
    "[book]\ntitle = \"Tapline\"\nlanguage = \"en\"\nsrc = \"src\"\n\n[build]\nbuild-dir = \"site\"\n";

/// Writes the site into `target/guide/site`.
pub(crate) fn run(_: &Flags) -> Result<(), Stop> {
    let work = workspace::target().join("guide");
    let source = work.join("src");
    if source.exists() {
        fs::remove_dir_all(&source).map_err(Stop::file("removed", &source))?;
    }
    let pictures = source.join(PICTURES);
    fs::create_dir_all(&pictures).map_err(Stop::file("made", &pictures))?;
    for path in files(Path::new(SOURCE))? {
        if path.extension().is_some_and(|kind| kind == "md") {
            let text = fs::read_to_string(&path).map_err(Stop::file("read", &path))?;
            put(&source, &path, render::without_missing(&text, &existing).as_bytes())?;
        }
    }
    copy_pictures(&pictures)?;
    put(&work, Path::new("book.toml"), SETTINGS.as_bytes())?;
    process::run(MDBOOK.command()?.arg("build").arg(&work))?;
    println!("\nThe guide is in {}", work.join("site").join("index.html").display());
    Ok(())
}

/// Writes the pages for the application into `made`: the text as one file, and the pictures.
pub(crate) fn write(made: &Path) -> Result<(), Stop> {
    let pictures = made.join(PICTURES);
    if pictures.exists() {
        fs::remove_dir_all(&pictures).map_err(Stop::file("removed", &pictures))?;
    }
    fs::create_dir_all(&pictures).map_err(Stop::file("made", &pictures))?;
    copy_pictures(&pictures)?;
    put(made, Path::new("guide.json"), book()?.json(&existing).as_bytes())
}

fn book() -> Result<Book, Stop> {
    let read = |name: &str| {
        let path = Path::new(SOURCE).join(name);
        fs::read_to_string(&path).map_err(Stop::file("read", &path))
    };
    Book::read(&read("SUMMARY.md")?, read)
}

fn existing(picture: &str) -> bool {
    Path::new(SOURCE).join(picture).is_file()
}

fn copy_pictures(to: &Path) -> Result<(), Stop> {
    let from = Path::new(SOURCE).join(PICTURES);
    if !from.is_dir() {
        return Ok(());
    }
    for path in files(&from)? {
        if path.extension().is_some_and(|kind| kind == "png") {
            put(to, &path, &fs::read(&path).map_err(Stop::file("read", &path))?)?;
        }
    }
    Ok(())
}

/// Writes a file of the same name into a folder.
fn put(folder: &Path, name: &Path, bytes: &[u8]) -> Result<(), Stop> {
    let target = folder.join(name.file_name().unwrap_or_default());
    fs::write(&target, bytes).map_err(Stop::file("written", &target))
}

fn files(folder: &Path) -> Result<Vec<PathBuf>, Stop> {
    let entries = fs::read_dir(folder).map_err(Stop::file("read", folder))?;
    let mut paths = Vec::new();
    for entry in entries {
        paths.push(entry.map_err(Stop::file("read", folder))?.path());
    }
    paths.sort();
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn book() -> Book {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(SOURCE);
        let read = |name: &str| {
            let path = folder.join(name);
            fs::read_to_string(&path).map_err(Stop::file("read", &path))
        };
        Book::read(&read("SUMMARY.md").unwrap(), read).unwrap()
    }

    #[test]
    fn every_link_of_the_guide_leads_to_a_page_and_a_heading() {
        let book = book();
        let places: BTreeSet<String> = book.places().collect();
        let broken: Vec<_> = book.links().filter(|(_, link)| !places.contains(*link)).collect();
        assert!(broken.is_empty(), "{broken:?}");
    }

    #[test]
    fn every_page_is_in_the_summary_and_every_heading_once_on_its_page() {
        let book = book();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(SOURCE);
        let listed: BTreeSet<String> = book.page_files().collect();
        let there = files(&folder).unwrap().into_iter();
        let there = there.filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()));
        let there = there.filter(|name| name.ends_with(".md") && name != "SUMMARY.md");
        assert_eq!(there.collect::<BTreeSet<_>>(), listed);
        let mut places = BTreeSet::new();
        for place in book.places() {
            assert!(places.insert(place.clone()), "{place} is there twice");
        }
    }

    /// A picture is drawn by the tour into the folder of its page; one without a page would never be seen.
    #[test]
    fn pictures_have_their_folder_words_and_page() {
        let book = book();
        let shown: BTreeSet<String> = book
            .pictures()
            .map(|(path, words)| {
                assert!(path.starts_with("pictures/") && path.ends_with(".png"), "{path}");
                assert!(!words.trim().is_empty(), "{path} has no words");
                path.to_owned()
            })
            .collect();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(SOURCE).join(PICTURES);
        let drawn = if folder.is_dir() { files(&folder).unwrap() } else { Vec::new() };
        for path in drawn {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            assert!(shown.contains(&format!("pictures/{name}")), "{name} is on no page");
        }
    }
}
