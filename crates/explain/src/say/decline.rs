//! The reason of a decline in three or four plain words, for a list of reasons. The full answer is [`super::support()`].

use tapline_emv::Scheme;
use tapline_emv::host::{self, Kind};

use super::{Text, capitalized};

/// Codes that have plainer words than the standard's. A code that asks for a check is decided by its kind.
const PLAIN: &[(&[&str], &str)] = &[
    (&["05", "100"], "Bank gave no reason"),
    (&["51", "116"], "Insufficient funds"),
    (&["54", "33", "101"], "Card expired"),
    (&["55", "117"], "Wrong PIN"),
    (&["38", "75", "106"], "Too many wrong PINs"),
    (&["65"], "Bank's count limit reached"),
    (&["61", "121"], "Bank's amount limit reached"),
    (&["62", "36"], "Card restricted"),
    (&["91", "911", "912", "68"], "Bank didn't answer"),
    (&["41"], "Card reported lost"),
    (&["43"], "Card reported stolen"),
    (&["34", "59"], "Bank suspects fraud"),
    (&["57"], "Not allowed for this card"),
    (&["58"], "Not allowed for this terminal"),
    (&["Z1"], "Declined by the terminal"),
    (&["Z3"], "Terminal had no connection"),
];

/// Likely meaning of the last host code of a declined sale. `tap`: true if the card may have been tapped.
pub fn decline(code: &str, scheme: Option<Scheme>, tap: bool) -> Text {
    let code = code.trim();
    if code.is_empty() {
        return Text::new("No host answer");
    }
    let known = scheme.and_then(|scheme| host::read(code, scheme, tap));
    if known.is_some_and(|known| known.kind == Kind::WantsCheck) {
        return Text::new("Bank wants a PIN");
    }
    let plain = PLAIN.iter().find(|(codes, _)| codes.iter().any(|known| known.eq_ignore_ascii_case(code)));
    match (plain, known) {
        (Some((_, words)), _) => Text::new(*words),
        (None, Some(known)) => Text::new(capitalized(known.words)),
        (None, None) => Text::new("Unknown code"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_plain_and_a_scheme_decides_what_its_codes_mean() {
        for (code, scheme, tap, words) in [
            ("51", Some(Scheme::Visa), true, "Insufficient funds"),
            ("51", None, true, "Insufficient funds"),
            ("70", Some(Scheme::Visa), true, "Bank wants a PIN"),
            ("70", Some(Scheme::Mastercard), true, "Contact the issuer"),
            ("70", None, true, "Unknown code"),
            ("1A", Some(Scheme::Visa), true, "Bank wants a PIN"),
            ("65", Some(Scheme::Mastercard), true, "Bank wants a PIN"),
            ("65", Some(Scheme::Mastercard), false, "Bank's count limit reached"),
            ("65", Some(Scheme::Visa), true, "Bank's count limit reached"),
            (" z3 ", Some(Scheme::Amex), true, "Terminal had no connection"),
            ("", Some(Scheme::Visa), true, "No host answer"),
            ("x9", Some(Scheme::Visa), true, "Unknown code"),
        ] {
            assert_eq!(decline(code, scheme, tap).to_string(), words, "{code} {scheme:?} {tap}");
        }
    }

    #[test]
    fn no_reason_is_an_approval() {
        for (code, _) in PLAIN.iter().flat_map(|(codes, words)| codes.iter().map(move |code| (code, words))) {
            let known = host::read(code, Scheme::Visa, true).unwrap();
            assert_ne!(known.kind, Kind::Approved, "{code}");
        }
    }
}
