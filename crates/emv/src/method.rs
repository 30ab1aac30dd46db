//! Payment methods outside the six schemes: likely meanings of their codes.
//!
//! The service document gives codes no meaning; these are a hint, as a comparable service uses them. A code that is not listed is
//! shown unchanged.

/// Sorted by code. The last value: whether it is a wallet of a phone or watch.
const METHODS: &[(&str, &str, bool)] = &[
    ("07", "Diners Club", false),
    ("08", "Apple Pay", true),
    ("09", "Google Pay", true),
    ("10", "Samsung Pay", true),
    ("11", "Huawei Pay", true),
    ("12", "MyDebit", false),
    ("A1", "WeChat Pay", false),
    ("A2", "Alipay", false),
    ("A3", "EZPay", false),
    ("B1", "Visa QR", false),
    ("B2", "Mastercard QR", false),
    ("B3", "UnionPay QR", false),
    ("C1", "ShopeePay", false),
    ("C2", "PayNow", false),
    ("C3", "LINE Pay", false),
    ("C6", "Taiwan Pay", false),
    ("C8", "GrabPay", false),
];

/// Likely meaning of a code.
pub fn likely(code: &str) -> Option<&'static str> {
    row(code).map(|(_, name, _)| *name)
}

/// The wallet of a phone or watch that a code likely means.
pub fn wallet(code: &str) -> Option<&'static str> {
    row(code).filter(|(.., is_wallet)| *is_wallet).map(|(_, name, _)| *name)
}

fn row(code: &str) -> Option<&'static (&'static str, &'static str, bool)> {
    let code = code.trim();
    METHODS.iter().find(|(known, ..)| known.eq_ignore_ascii_case(code))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scheme::Scheme;

    #[test]
    fn no_code_is_that_of_a_scheme_and_each_stands_once() {
        assert!(METHODS.is_sorted_by_key(|(code, ..)| *code));
        for (at, (code, ..)) in METHODS.iter().enumerate() {
            assert_eq!(Scheme::from_method(code), None, "{code}");
            assert!(METHODS[at + 1..].iter().all(|(other, ..)| other != code), "{code}");
        }
        assert_eq!(
            (wallet(" 08 "), wallet("a1"), likely("a1")),
            (Some("Apple Pay"), None, Some("WeChat Pay"))
        );
        assert_eq!((likely("01"), likely("AA"), likely("")), (None, None, None));
    }
}
