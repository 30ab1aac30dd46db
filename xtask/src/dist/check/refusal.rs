//! Refusals: what must not be installed, and ways to change files to provoke them.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::dist::release;
use crate::process;
use crate::stop::Stop;

/// Checks that a program refused for the right reason: it failed, and its output has one of these words.
pub(crate) fn expect_refusal((succeeded, output): (bool, String), words: &[&str]) -> Result<(), Stop> {
    if succeeded {
        return Err(Stop::Unmet(format!("It was accepted. It said:\n{output}")));
    }
    match output.lines().find(|line| words.iter().any(|word| line.contains(word))) {
        Some(line) => {
            println!("refused: {}", line.trim());
            Ok(())
        }
        None => Err(Stop::Unmet(format!("It failed for another reason than {words:?}:\n{output}"))),
    }
}

/// Flips one bit in the middle; the size stays.
pub(crate) fn flip(file: &Path) -> Result<(), Stop> {
    let mut bytes = fs::read(file).map_err(Stop::file("read", file))?;
    let middle = bytes.len() / 2;
    if let Some(byte) = bytes.get_mut(middle) {
        *byte ^= 1;
    }
    fs::write(file, bytes).map_err(Stop::file("written", file))
}

/// Runs [`flip`] on every file below the folder whose name ends so.
pub(crate) fn flip_all(folder: &Path, end: &str) -> Result<(), Stop> {
    for name in release::files(folder)?.iter().filter(|name| name.ends_with(end)) {
        flip(&folder.join(name))?;
    }
    Ok(())
}

/// Makes a copy that may be changed.
pub(crate) fn copy(from: &Path, to: &Path) -> Result<(), Stop> {
    release::fresh(to)?;
    process::quietly(Command::new("cp").arg("-a").arg(from.join(".")).arg(to))
}

#[cfg(test)]
mod tests {
    use super::expect_refusal;

    #[test]
    fn a_refusal_has_the_expected_reason() {
        let output = |succeeded, text: &str| (succeeded, text.to_owned());
        assert!(expect_refusal(output(false, "E: Hash Sum mismatch"), &["Hash Sum mismatch"]).is_ok());
        assert!(expect_refusal(output(false, "E: no network"), &["Hash Sum mismatch"]).is_err());
        assert!(expect_refusal(output(true, "W: Hash Sum mismatch"), &["Hash Sum mismatch"]).is_err());
    }
}
