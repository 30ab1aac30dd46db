//! Languages by code, by name and by country. Not a locale: amounts follow the language alone.

use tapline_emv::iso;

use super::Language;

/// Countries by their usual language, of those that Tapline speaks. Where several are official, the one that most merchants use:
/// BE Dutch, CH German, LU French, CA English. A country without a row has no default.
#[rustfmt::skip]
const COUNTRIES: [(Language, &[&str]); 6] = [
    (Language::English, &["AU", "CA", "GB", "GG", "GI", "IE", "IM", "JE", "MT", "NZ", "SG", "US", "ZA"]),
    (Language::German, &["AT", "CH", "DE", "LI"]),
    (Language::French, &["BL", "FR", "GF", "GP", "LU", "MC", "MF", "MQ", "NC", "PF", "PM", "RE", "WF", "YT"]),
    (Language::Dutch, &["BE", "BQ", "CW", "NL", "SR", "SX"]),
    (Language::Spanish, &[
        "AD", "AR", "BO", "CL", "CO", "CR", "CU", "DO", "EC", "ES", "GT", "HN", "MX", "NI", "PA", "PE", "PR", "PY", "SV", "UY", "VE",
    ]),
    (Language::Italian, &["IT", "SM", "VA"]),
];

impl Language {
    pub const ALL: [Language; 6] = [
        Language::English,
        Language::German,
        Language::French,
        Language::Dutch,
        Language::Spanish,
        Language::Italian,
    ];

    /// Two letters of ISO 639-1.
    pub fn code(self) -> &'static str {
        self.names().0
    }

    /// The name in the language itself.
    pub fn name(self) -> &'static str {
        self.names().2
    }

    /// A language by its code, its English name or its own name, in either case.
    pub fn parse(text: &str) -> Option<Language> {
        let text = text.trim().to_lowercase();
        Language::ALL.into_iter().find(|language| {
            let (code, english, own) = language.names();
            [code, english, own].iter().any(|name| name.to_lowercase() == text)
        })
    }

    /// The usual language of a country: ISO 3166 letters or number, as `countryCode` and 9F1A have it.
    pub fn of_country(code: &str) -> Option<Language> {
        let country = iso::country(code)?;
        let (language, _) = COUNTRIES.iter().find(|(_, countries)| countries.contains(&country))?;
        Some(*language)
    }

    /// Code, English name, own name.
    const fn names(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Language::English => ("en", "English", "English"),
            Language::German => ("de", "German", "Deutsch"),
            Language::French => ("fr", "French", "Français"),
            Language::Dutch => ("nl", "Dutch", "Nederlands"),
            Language::Spanish => ("es", "Spanish", "Español"),
            Language::Italian => ("it", "Italian", "Italiano"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_read_by_code_and_by_name() {
        for language in Language::ALL {
            for text in [language.code(), language.name(), &language.name().to_uppercase()] {
                assert_eq!(Language::parse(text), Some(language), "{text}");
            }
        }
        for (text, expected) in [
            (" NL ", Some(Language::Dutch)),
            ("german", Some(Language::German)),
            ("FRANÇAIS", Some(Language::French)),
            ("pt", None),
            ("", None),
        ] {
            assert_eq!(Language::parse(text), expected, "{text}");
        }
    }

    #[test]
    fn a_country_has_its_usual_language() {
        for (code, expected) in [
            ("IE", Some(Language::English)),
            ("0276", Some(Language::German)),
            ("at", Some(Language::German)),
            ("756", Some(Language::German)),
            ("LUX", Some(Language::French)),
            ("0056", Some(Language::Dutch)),
            ("724", Some(Language::Spanish)),
            ("0380", Some(Language::Italian)),
            ("PL", None),
            ("Germany", None),
            ("", None),
        ] {
            assert_eq!(Language::of_country(code), expected, "{code}");
        }
    }

    #[test]
    fn every_country_is_listed_once_by_its_two_letters() {
        let mut listed: Vec<_> = COUNTRIES.iter().flat_map(|(_, countries)| *countries).collect();
        assert!(listed.iter().all(|code| iso::country(code) == Some(**code)));
        let count = listed.len();
        listed.sort_unstable();
        listed.dedup();
        assert_eq!(listed.len(), count);
    }
}
