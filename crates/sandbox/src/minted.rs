//! New ids that can't be guessed. Service document: prefixes `CD-`, `prof_` and `acpt_`.
//!
//! Choice where the document is silent: what follows the prefix is random, so an id is not given twice.

use crate::problem::Problem;

/// Without letters and digits that look alike: I and 1, O and 0.
const UNAMBIGUOUS: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const CODE_LENGTH: usize = 8;

/// Eight letters and digits, to be typed by a person.
pub(crate) fn code() -> Result<String, Problem> {
    let mut bits = random()?;
    let letters = (0..CODE_LENGTH).map(|_| {
        let letter = UNAMBIGUOUS[usize::try_from(bits % 32).unwrap_or_default()];
        bits /= 32;
        char::from(letter)
    });
    Ok(letters.collect())
}

/// `prefix` and sixteen hex digits.
pub(crate) fn id(prefix: &str) -> Result<String, Problem> {
    Ok(format!("{prefix}{:016x}", random()?))
}

fn random() -> Result<u64, Problem> {
    getrandom::u64()
        .map_err(|cause| Problem::system(format!("the operating system gives no random numbers: {cause}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_can_be_read_aloud() {
        let code = code().unwrap();
        assert_eq!(code.len(), CODE_LENGTH);
        assert!(code.bytes().all(|letter| UNAMBIGUOUS.contains(&letter)), "{code}");
    }
}
