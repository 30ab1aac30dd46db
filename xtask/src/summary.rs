//! Reads the lines with which Rust's test runner closes each of its runs.

/// Counts so far, over all runs and steps.
#[derive(Default, Debug, PartialEq, Eq, Clone, Copy)]
pub(crate) struct Counts {
    pub(crate) passed: u32,
    pub(crate) failed: u32,
    pub(crate) ignored: u32,
}

impl Counts {
    pub(crate) fn add(&mut self, other: Counts) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.ignored += other.ignored;
    }
}

/// The counts of one `test result: ok. 3 passed; 0 failed; 1 ignored; …` line.
pub(crate) fn counts(line: &str) -> Option<Counts> {
    let (_, rest) = line.strip_prefix("test result: ")?.split_once(". ")?;
    let number = |word: &str| {
        let part = rest.split(';').map(str::trim).find(|part| part.ends_with(word))?;
        part.split_once(' ')?.0.parse().ok()
    };
    Some(Counts { passed: number(" passed")?, failed: number(" failed")?, ignored: number(" ignored")? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_closing_line_of_a_run_is_counted_and_no_other() {
        let line =
            "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 3 filtered out; finished in 0.05s";
        assert_eq!(counts(line), Some(Counts { passed: 12, failed: 0, ignored: 1 }));
        let line = "test result: FAILED. 7 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.00s";
        assert_eq!(counts(line), Some(Counts { passed: 7, failed: 2, ignored: 0 }));
        for other in [
            "",
            "running 12 tests",
            "test limits ... ok",
            "test result: ok",
            "test result: ok. x passed; 0 failed",
        ] {
            assert_eq!(counts(other), None, "{other}");
        }
    }
}
