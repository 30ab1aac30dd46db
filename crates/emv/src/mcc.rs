//! Merchant category codes of ISO 18245 with their names, some shortened. `mcc.txt` has a code and a name per line, from the list
//! of the Python package iso18245 1.4.1 (MIT); 5977 is from Visa's list in it.

const LINES: &str = include_str!("mcc.txt");

/// Codes that schemes give to single airlines, rental companies and hotels.
const PRIVATE: [(u16, u16, &str); 3] =
    [(3000, 3350, "Airline"), (3351, 3500, "Car rental"), (3501, 3999, "Hotel")];

/// Name of a code of four digits.
pub fn name(code: &str) -> Option<&'static str> {
    let code = code.trim();
    if code.len() != 4 || !code.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let listed = all().find(|(known, _)| *known == code).map(|(_, name)| name);
    let number: u16 = code.parse().ok()?;
    let private = || PRIVATE.iter().find(|(first, last, _)| (*first..=*last).contains(&number));
    listed.or_else(|| private().map(|(_, _, name)| *name))
}

/// Codes with their names, in order.
pub fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    LINES.lines().filter_map(|line| line.split_once(' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_have_names_and_ranges_have_one() {
        for (code, expected) in [
            ("5411", Some("Groceries and supermarkets")),
            (" 5812 ", Some("Restaurants")),
            ("3000", Some("Airline")),
            ("3350", Some("Airline")),
            ("3351", Some("Car rental")),
            ("3501", Some("Hotel")),
            ("3999", Some("Hotel")),
            ("4000", None),
            ("9999", None),
            ("541", None),
            ("05411", None),
            ("+541", None),
            ("", None),
        ] {
            assert_eq!(name(code), expected, "{code}");
        }
    }

    #[test]
    fn every_line_is_a_code_and_a_short_name_in_order() {
        let codes: Vec<_> = all().map(|(code, _)| code).collect();
        assert_eq!(codes.len(), LINES.lines().count());
        assert!(codes.windows(2).all(|pair| pair[0] < pair[1]));
        for (code, name) in all() {
            assert!(code.len() == 4 && code.bytes().all(|digit| digit.is_ascii_digit()), "{code}");
            assert!(!name.is_empty() && name.trim() == name && name.len() <= 90, "{name}");
        }
    }
}
