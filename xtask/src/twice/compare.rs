//! Two builds side by side: differing files, with the sections and bytes that differ.

use std::fs;
use std::ops::Range;
use std::path::Path;

use crate::process;
use crate::stop::Stop;

const PAGE: &str = "ui/dist";
const PROGRAMS: [&str; 2] = ["target/release/tapline", "target/release/taplinectl"];

/// Differences with fewer equal bytes between them are reported as one.
const GAP: usize = 64;
/// Most ranges of a file that are listed.
const TOLD: usize = 40;

/// Files that differ.
pub(super) fn folders(one: &Path, other: &Path) -> Result<Vec<String>, Stop> {
    let mut files = Vec::new();
    for build in [one, other] {
        below(&build.join(PAGE), PAGE, &mut files)?;
    }
    files.extend(PROGRAMS.map(str::to_owned));
    files.sort();
    files.dedup();
    let mut differing = Vec::new();
    println!("\n{:>10}  {:>10}  file", "bytes", "differ");
    for file in files {
        let [first, second] = [one, other].map(|folder| fs::read(folder.join(&file)));
        let (Ok(first), Ok(second)) = (first, second) else {
            println!("{:>10}  {:>10}  {file}: in one build only", "", "");
            differing.push(file);
            continue;
        };
        let ranges = differences(&first, &second);
        let sum: usize = ranges.iter().map(ExactSizeIterator::len).sum();
        println!("{:>10}  {sum:>10}  {file}", first.len());
        if !ranges.is_empty() || first.len() != second.len() {
            tell(&one.join(&file), &ranges);
            differing.push(file);
        }
    }
    Ok(differing)
}

fn tell(file: &Path, ranges: &[Range<usize>]) {
    let output = process::query("readelf", &["-SW", &file.to_string_lossy()]).unwrap_or_default();
    let sections = sections(&output);
    for range in ranges.iter().take(TOLD) {
        let section = sections.iter().find(|(_, bytes)| bytes.contains(&range.start));
        let name = section.map_or("outside sections", |(name, _)| name);
        println!("{:>24}  {:#x} to {:#x}, {} bytes: {name}", "", range.start, range.end, range.len());
    }
    if ranges.len() > TOLD {
        println!("{:>24}  and {} ranges more", "", ranges.len() - TOLD);
    }
}

/// Adds the files below a folder, as paths that begin with `name`.
fn below(folder: &Path, name: &str, files: &mut Vec<String>) -> Result<(), Stop> {
    for entry in fs::read_dir(folder).map_err(Stop::file("read", folder))? {
        let path = entry.map_err(Stop::file("read", folder))?.path();
        let name = format!("{name}/{}", path.file_name().unwrap_or_default().to_string_lossy());
        if path.is_dir() { below(&path, &name, files)? } else { files.push(name) }
    }
    Ok(())
}

/// Differing ranges; bytes beyond the end of the shorter one differ too.
fn differences(one: &[u8], other: &[u8]) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    let length = one.len().max(other.len());
    for at in (0..length).filter(|at| one.get(*at) != other.get(*at)) {
        match ranges.last_mut() {
            Some(last) if at < last.end + GAP => last.end = at + 1,
            _ => ranges.push(at..at + 1),
        }
    }
    ranges
}

/// Name and byte range of each section, from the output of `readelf -SW`.
fn sections(output: &str) -> Vec<(String, Range<usize>)> {
    let section = |line: &str| {
        let (_, row) = line.split_once(']')?;
        let words: Vec<_> = row.split_whitespace().collect();
        let number = |at: usize| usize::from_str_radix(words.get(at)?, 16).ok();
        let (offset, size) = (number(3)?, number(4)?);
        (size > 0 && words.get(1) != Some(&"NOBITS")).then(|| (words[0].to_owned(), offset..offset + size))
    };
    output.lines().filter_map(section).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_close_together_are_one() {
        let same = vec![0_u8; 1000];
        let changed = |places: &[usize]| {
            let mut bytes = same.clone();
            for at in places {
                bytes[*at] = 1;
            }
            bytes
        };
        for (places, expected) in [
            (&[][..], vec![]),
            (&[5, 9], vec![(5, 10)]),
            (&[5, 900], vec![(5, 6), (900, 901)]),
            (&[999], vec![(999, 1000)]),
        ] {
            let found = differences(&same, &changed(places));
            let found: Vec<_> = found.iter().map(|range| (range.start, range.end)).collect();
            assert_eq!(found, expected, "{places:?}");
        }
        assert!(differences(&same, &same[..990]).into_iter().eq(std::iter::once(990..1000)));
    }

    #[test]
    fn sections_are_read_with_their_place_in_the_file() {
        let output = "  [Nr] Name              Type            Address          Off    Size   ES Flg Lk Inf Al\n\
                      [ 0]                   NULL            0000000000000000 000000 000000 00      0   0  0\n\
                      [14] .text             PROGBITS        0000000000005000 004000 010801 00  AX  0   0 16\n\
                      [25] .bss              NOBITS          00000000000273c0 0263c0 000020 00  WA  0   0 32\n";
        assert_eq!(sections(output), [(".text".to_owned(), 0x4000..0x14801)]);
    }
}
