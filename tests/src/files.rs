//! Files below a folder, and the search in them.

use std::fs;
use std::path::{Path, PathBuf};

pub fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .flat_map(|entry| match entry.file_type() {
            Ok(kind) if kind.is_dir() => files_below(&entry.path()),
            Ok(kind) if kind.is_file() => vec![entry.path()],
            _ => Vec::new(),
        })
        .collect()
}

/// Files that hold `text`, in UTF-8 or as the UTF-16 of the web engine.
pub fn files_with(folder: &Path, text: &str) -> Vec<PathBuf> {
    let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let mut files = files_below(folder);
    files.retain(|file| {
        // A file that another thread has just removed holds nothing.
        let bytes = fs::read(file).unwrap_or_default();
        [text.as_bytes(), &wide].iter().any(|form| bytes.windows(form.len()).any(|window| window == *form))
    });
    files
}
