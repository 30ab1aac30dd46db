//! The bits in which two values of one parameter differ, each as a sentence.

use super::{BitKind, BitRow, Code, decode};
use crate::scheme::Scheme;

/// A bit that is set in one of two values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    pub mine: BitRow,
    pub theirs: BitRow,
}

/// The bits in which `mine` differs from `theirs`, from the left; a length byte does not count. `None` where one of them cannot
/// be read, and for a terminal type, whose bits say something together only.
pub fn differing(code: Code, scheme: Option<Scheme>, mine: &str, theirs: &str) -> Option<Vec<Difference>> {
    if code == Code::TerminalType {
        return None;
    }
    let [mine, theirs] = [mine, theirs].map(|text| decode(code, scheme, text).ok());
    let pairs = mine?.bits.into_iter().zip(theirs?.bits);
    let unlike = pairs.filter(|(mine, theirs)| mine.set != theirs.set);
    Some(unlike.map(|(mine, theirs)| Difference { mine, theirs }).collect())
}

impl Difference {
    /// Words for a value before (`mine`) and after: "byte 1 bit 3, online PIN: on → off".
    pub fn turned(&self) -> String {
        let Difference { mine: was, theirs: is } = self;
        let turned = if is.set { "off → on" } else { "on → off" };
        if was.words == is.words {
            format!("{}, {}: {turned}", is.place(), is.words)
        } else {
            format!("{}: {} → {}", is.place(), was.words, is.words)
        }
    }

    /// "byte 1 bit 3, online PIN: set here, not set in the preset". `other` names what is compared with.
    pub fn words(&self, other: &str) -> String {
        let Difference { mine, theirs } = self;
        let place = mine.place();
        match theirs.kind {
            // Its words say the state.
            BitKind::Inverted => format!("{place}: {} here, {} in {other}", mine.words, theirs.words),
            _ if theirs.set => format!("{place}, {}: not set here, set in {other}", theirs.words),
            _ => format!("{place}, {}: set here, not set in {other}", mine.words),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::differing;
    use crate::decode::{Code, decode};
    use crate::scheme::Scheme;

    fn differences(code: Code, scheme: Scheme, mine: &str, theirs: &str) -> Vec<String> {
        let all = differing(code, Some(scheme), mine, theirs).expect("two values");
        all.iter().map(|one| one.words("the preset")).collect()
    }

    #[test]
    fn each_bit_that_differs_is_said_once_and_in_its_sense() {
        assert_eq!(differences(Code::Ttq, Scheme::Visa, "24004000", "24004000"), Vec::<String>::new());
        let ttq = differences(Code::Ttq, Scheme::Visa, "22004000", "24004000");
        assert_eq!(ttq.len(), 2, "{ttq:?}");
        assert_eq!(ttq[0], "byte 1 bit 3, online PIN: not set here, set in the preset");
        assert_eq!(ttq[1], "byte 1 bit 2, signature: set here, not set in the preset");
        let kernel = differences(Code::KernelConfiguration, Scheme::Mastercard, "A0", "20");
        assert_eq!(kernel, ["byte 1 bit 8: mag-stripe mode: off here, mag-stripe mode: on in the preset"]);
    }

    #[test]
    fn a_bit_that_is_changed_is_told_before_and_after() {
        let turned = |code, scheme, before: &str, after: &str| {
            let all = differing(code, Some(scheme), before, after).expect("two values");
            all.iter().map(super::Difference::turned).collect::<Vec<_>>()
        };
        assert_eq!(
            turned(Code::Ttq, Scheme::Visa, "22004000", "24004000"),
            ["byte 1 bit 3, online PIN: off → on", "byte 1 bit 2, signature: on → off"]
        );
        assert_eq!(
            turned(Code::KernelConfiguration, Scheme::Mastercard, "A0", "20"),
            ["byte 1 bit 8: mag-stripe mode: off → mag-stripe mode: on"]
        );
    }

    #[test]
    fn a_length_byte_is_no_difference_and_nonsense_is_none() {
        let scheme = Some(Scheme::Mastercard);
        let same = differing(Code::RiskData, scheme, "086CFF000000000000", "6CFF000000000000");
        assert_eq!(same, Some(Vec::new()));
        assert_eq!(differing(Code::RiskData, scheme, "hello", "6CFF000000000000"), None);
        assert_eq!(differing(Code::TerminalType, None, "22", "21"), None);
    }

    /// Every pair of one-byte values: taking all differences gives the other value.
    #[test]
    fn taking_every_bit_gives_the_other_value() {
        for (mine, theirs) in (0..=255_u8).flat_map(|mine| (0..=255_u8).map(move |theirs| (mine, theirs))) {
            let [mine, theirs] = [mine, theirs].map(|value| format!("{value:02X}"));
            let all = differing(Code::CvmRequired, None, &mine, &theirs).expect("two values");
            let taken = all.iter().fold(mine, |now, one| {
                let decoded = decode(Code::CvmRequired, None, &now).expect("a value");
                decoded.with(one.theirs.byte, one.theirs.bit, one.theirs.set)
            });
            assert_eq!(taken, theirs);
        }
    }
}
