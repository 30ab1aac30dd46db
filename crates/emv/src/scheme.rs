//! The six card schemes: their names, marks, payment-method codes and kernels.
//!
//! Not a registry of every payment brand: a method outside the six stays raw text. The method code is not the
//! kernel number; only Mastercard and Amex have the same figure for both. The service document names the codes
//! 01 to 06 without meanings. Their meaning here is a hint from a comparable service, good enough to recognize
//! a scheme and never a reason to refuse a value.

use crate::aid::{self, RidOwner};

/// A card scheme. The order is the order of display.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scheme {
    Visa,
    Mastercard,
    UnionPay,
    Amex,
    Discover,
    Jcb,
}

struct SchemeRow {
    name: &'static str,
    key: &'static str,
    mark: &'static str,
    method_code: &'static str,
    kernel: u8,
    /// Upper case, without spaces, hyphens and underscores.
    spellings: &'static [&'static str],
}

const fn row(
    name: &'static str,
    key: &'static str,
    mark: &'static str,
    method_code: &'static str,
    kernel: u8,
    spellings: &'static [&'static str],
) -> SchemeRow {
    SchemeRow { name, key, mark, method_code, kernel, spellings }
}

/// In the order of [`Scheme::ALL`].
static ROWS: [SchemeRow; 6] = [
    row("Visa", "visa", "VI", "01", 3, &["VISA"]),
    row("Mastercard", "mc", "MC", "02", 2, &["MASTERCARD", "MC", "MAESTRO"]),
    row("UnionPay", "upi", "UP", "03", 7, &["UNIONPAY", "UPI", "CUP"]),
    row("Amex", "amex", "AX", "04", 4, &["AMEX", "AMERICANEXPRESS"]),
    row("Discover", "disc", "DI", "05", 6, &["DISCOVER", "DINERS", "DINERSCLUB"]),
    row("JCB", "jcb", "JC", "06", 5, &["JCB"]),
];

impl Scheme {
    /// All schemes in the order of display.
    pub const ALL: [Scheme; 6] =
        [Scheme::Visa, Scheme::Mastercard, Scheme::UnionPay, Scheme::Amex, Scheme::Discover, Scheme::Jcb];

    fn row(self) -> &'static SchemeRow {
        &ROWS[self as usize]
    }

    /// The name as people say it, e.g. "Mastercard".
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// A short lower-case name for routes and style classes, e.g. "mc".
    pub fn key(self) -> &'static str {
        self.row().key
    }

    /// Two letters that mark a lane in addition to its color, e.g. "MC".
    pub fn mark(self) -> &'static str {
        self.row().mark
    }

    /// The payment-method code, two digits. Hint: meaning as in a comparable service.
    pub fn method_code(self) -> &'static str {
        self.row().method_code
    }

    /// The number of the EMV contactless kernel: n of EMV Book C-n.
    pub fn kernel(self) -> u8 {
        self.row().kernel
    }

    /// The scheme of a payment method: by its code 01 to 06, or by a name that services use, in any case.
    /// Maestro is Mastercard's, Diners is Discover's. The codes are a hint (see the module head); any other
    /// code, 07 included, is not recognized.
    pub fn from_method(method: &str) -> Option<Scheme> {
        let code = method.trim();
        let name: String =
            code.chars().filter(|c| !matches!(c, ' ' | '-' | '_')).map(|c| c.to_ascii_uppercase()).collect();
        Self::ALL
            .into_iter()
            .find(|scheme| scheme.method_code() == code || scheme.row().spellings.contains(&name.as_str()))
    }

    /// The scheme of a transaction: by the owner of the AID that the card chose, else by the method. An AID of an owner outside
    /// the six schemes has no scheme here, whatever the method says.
    pub fn of_card(method: &str, aid_text: &str) -> Option<Scheme> {
        match aid::Aid::parse(aid_text).as_ref().map(aid::owner) {
            Ok(RidOwner::Scheme(scheme)) => Some(scheme),
            Ok(RidOwner::Other(_)) => None,
            Ok(RidOwner::Unknown) | Err(_) => Self::from_method(method),
        }
    }

    /// The scheme of a configuration: by its method, else by the first of its AIDs that a scheme owns.
    pub fn recognize(method: &str, aid_text: &str) -> Option<Scheme> {
        Self::from_method(method).or_else(|| {
            aid::parse_list(aid_text).iter().flatten().find_map(|aid| match aid::owner(aid) {
                RidOwner::Scheme(scheme) => Some(scheme),
                RidOwner::Other(_) | RidOwner::Unknown => None,
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Scheme::{self, Amex, Discover, Jcb, Mastercard, UnionPay, Visa};

    #[test]
    fn codes_and_kernels_are_different_figures() {
        let table = [
            (Visa, "01", 3),
            (Mastercard, "02", 2),
            (UnionPay, "03", 7),
            (Amex, "04", 4),
            (Discover, "05", 6),
            (Jcb, "06", 5),
        ];
        assert_eq!(table.map(|(scheme, ..)| scheme), Scheme::ALL);
        for (scheme, code, kernel) in table {
            assert_eq!((scheme.method_code(), scheme.kernel()), (code, kernel), "{scheme:?}");
        }
    }

    #[test]
    fn every_scheme_has_its_name_key_and_mark() {
        let table = [
            (Visa, "Visa", "visa", "VI"),
            (Mastercard, "Mastercard", "mc", "MC"),
            (UnionPay, "UnionPay", "upi", "UP"),
            (Amex, "Amex", "amex", "AX"),
            (Discover, "Discover", "disc", "DI"),
            (Jcb, "JCB", "jcb", "JC"),
        ];
        for (scheme, name, key, mark) in table {
            assert_eq!((scheme.name(), scheme.key(), scheme.mark()), (name, key, mark));
        }
    }

    #[test]
    fn a_method_is_recognized_by_code_or_name() {
        let table = [
            ("01", Some(Visa)),
            (" 02\n", Some(Mastercard)),
            ("03", Some(UnionPay)),
            ("04", Some(Amex)),
            ("05", Some(Discover)),
            ("06", Some(Jcb)),
            ("visa", Some(Visa)),
            ("Mc", Some(Mastercard)),
            ("Maestro", Some(Mastercard)),
            ("upi", Some(UnionPay)),
            ("CUP", Some(UnionPay)),
            ("Union Pay", Some(UnionPay)),
            ("American Express", Some(Amex)),
            ("AMERICAN_EXPRESS", Some(Amex)),
            ("Diners Club", Some(Discover)),
            ("jcb", Some(Jcb)),
            ("07", None),
            ("1", None),
            ("A1", None),
            ("", None),
            ("Visa Debit", None),
        ];
        for (method, expected) in table {
            assert_eq!(Scheme::from_method(method), expected, "{method:?}");
        }
    }

    #[test]
    fn a_cards_aid_tells_more_than_the_method() {
        for (method, aid, expected) in [
            ("01", "A0000000041010", Some(Mastercard)),
            ("02", "A0000003591010028001", None),
            ("02", "A000000999", Some(Mastercard)),
            ("06", "", Some(Jcb)),
            ("", "nonsense", None),
        ] {
            assert_eq!(Scheme::of_card(method, aid), expected, "{method:?} {aid:?}");
        }
    }

    #[test]
    fn the_method_wins_and_the_first_owned_aid_decides_otherwise() {
        let table = [
            ("01", "A0000000041010", Some(Visa)),
            ("", "A0000000043060", Some(Mastercard)),
            ("", "A0000000050001", Some(Mastercard)),
            ("", "A0000001523010", Some(Discover)),
            ("", "A0000003241010", Some(Discover)),
            ("", "A0000000651010", Some(Jcb)),
            ("", "A00000002501", Some(Amex)),
            ("", "A00000079001", Some(Amex)),
            ("", "A000000333010101", Some(UnionPay)),
            ("", "A0000000980840", Some(Visa)),
            ("girocard", "A0000003591010028001,A0000000043060", Some(Mastercard)),
            ("", "nonsense;A0000000651010", Some(Jcb)),
            ("", "A0000003591010028001", None),
            ("", "", None),
        ];
        for (method, aids, expected) in table {
            assert_eq!(Scheme::recognize(method, aids), expected, "{method:?} {aids:?}");
        }
    }
}
