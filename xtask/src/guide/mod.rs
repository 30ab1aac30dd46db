//! `cargo xtask guide`: the guide of `docs/guide` as a static site. The same pages, rendered by [`write`], are in the application.
//!
//! One renderer for both, so that anchors and links are equal. mdBook would have to be built first, for search and themes, which
//! the application has. A picture that doesn't exist yet is left out; links that lead nowhere fail the tests.

mod render;

use std::fs;
use std::path::{Path, PathBuf};

use crate::stop::Stop;
use crate::{Flags, workspace};
use render::Book;

const SOURCE: &str = "docs/guide";
const PICTURES: &str = "pictures";

/// Style of the site.
const STYLE: &str = "\
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { display: grid; grid-template-columns: 16rem minmax(0, 46rem); gap: 2rem; margin: 0 auto; padding: 1.5rem; max-width: 66rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav b { display: block; margin-top: 1rem; }
nav a[aria-current] { font-weight: 600; text-decoration: none; color: inherit; }
img { max-width: 100%; border: 1px solid; }
th, td { padding: 0.25rem 1rem 0.25rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid; }
@media (max-width: 48rem) { body { grid-template-columns: minmax(0, 1fr); } }
";

/// Writes the site into `target/guide`.
pub(crate) fn run(_: &Flags) -> Result<(), Stop> {
    let site = workspace::target().join("guide");
    if site.exists() {
        fs::remove_dir_all(&site).map_err(Stop::file("removed", &site))?;
    }
    let pictures = site.join(PICTURES);
    fs::create_dir_all(&pictures).map_err(Stop::file("made", &pictures))?;
    for (name, text) in book()?.site(&existing) {
        put(&site, Path::new(&name), text.as_bytes())?;
    }
    put(&site, Path::new("guide.css"), STYLE.as_bytes())?;
    copy_pictures(&pictures)?;
    println!("The guide is in {}", site.join("index.html").display());
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
        let is_page =
            |name: &String| Path::new(name).extension() == Some("md".as_ref()) && name != "SUMMARY.md";
        let there = there.filter(is_page);
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
                assert!(
                    path.starts_with("pictures/") && Path::new(path).extension() == Some("png".as_ref()),
                    "{path}"
                );
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
