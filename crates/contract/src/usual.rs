//! Amounts up to which a card usually needs no PIN, as a person keeps them in a file of the data folder: they come before the
//! published ones of the EMV crate.

use serde::{Deserialize, Serialize};
use tapline_emv::{Currency, Reference};

/// A row of the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UsualAmount {
    /// Two letters of ISO 3166; without them it holds for the currency.
    pub country: Option<String>,
    pub currency: String,
    /// "50.00"
    pub amount: String,
    /// In words: "March 2026".
    pub as_of: String,
    pub source: String,
}

/// The file as it is now.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UsualAmounts {
    pub rows: Vec<UsualAmount>,
    /// Reason why the file, or a row of it, is not used; a sentence.
    pub trouble: Option<String>,
}

impl UsualAmount {
    /// Reference for the EMV crate; `None` without a currency or an amount of it.
    pub fn reference(&self) -> Option<Reference> {
        let currency = Currency::new(self.currency.trim())?;
        let country = self.country.as_deref().map(str::trim).filter(|country| !country.is_empty());
        Some(Reference {
            minor: currency.parse_whole(&self.amount).ok()?,
            place: country.unwrap_or(currency.code()).to_owned().into(),
            country: country.map(|country| country.to_owned().into()),
            currency: currency.code().to_owned().into(),
            as_of: self.as_of.clone().into(),
            source: self.source.clone().into(),
        })
    }
}

impl UsualAmounts {
    /// The rows that count, for the EMV crate.
    pub fn references(&self) -> Vec<Reference> {
        self.rows.iter().filter_map(UsualAmount::reference).collect()
    }

    /// Reads the text of the file. A row that can't be used is reported, and the others count.
    pub fn read(text: &str) -> UsualAmounts {
        match serde_json::from_str::<Vec<UsualAmount>>(text) {
            Err(error) => UsualAmounts { rows: Vec::new(), trouble: Some(format!("Not used: {error}.")) },
            Ok(rows) => {
                let unusable = rows.iter().position(|row| row.reference().is_none());
                let trouble = unusable
                    .map(|at| format!("Row {} skipped: its currency or amount is unreadable.", at + 1));
                UsualAmounts {
                    rows: rows.into_iter().filter(|row| row.reference().is_some()).collect(),
                    trouble,
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_the_file_are_amounts_of_their_currency() {
        let row = |amount: &str| {
            format!(
                r#"{{"country":"NL","currency":"EUR","amount":"{amount}","asOf":"2026","source":"Our policy"}}"#
            )
        };
        let read = UsualAmounts::read(&format!("[{},{}]", row("25.00"), row("25.001")));
        assert_eq!(read.rows.len(), 1);
        assert_eq!(
            read.rows[0].reference().map(|row| (row.minor, row.place.to_string())),
            Some((2500, "NL".to_owned()))
        );
        assert!(read.trouble.is_some_and(|trouble| trouble.starts_with("Row 2 skipped")));
        for text in ["", "{}", r#"[{"currency":"EUR"}]"#] {
            let read = UsualAmounts::read(text);
            assert!(read.rows.is_empty() && read.trouble.is_some(), "{text}");
        }
        assert_eq!(UsualAmounts::read("[]"), UsualAmounts::default());
    }
}
