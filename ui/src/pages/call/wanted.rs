//! What is typed to find sales: an amount with its decimals, the last four digits of a card, a scheme, and parts of a merchant's
//! name, of a terminal or of an id, in any order.

use tapline_contract::amounts::Amounts;
use tapline_contract::connection::Connection;
use tapline_contract::list::Filter;
use tapline_emv::{Currency, Scheme};

/// Words in one question at most; a pasted log line has more.
const WORDS: usize = 5;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Wanted {
    /// As it is typed, with a point.
    pub(super) amount: Option<String>,
    words: Vec<Word>,
}

#[derive(Clone, Debug, PartialEq)]
enum Word {
    Scheme(Scheme),
    /// Four digits of a card.
    Card(String),
    /// The one word that is typed, as an id has them.
    Id(String),
    Text(String),
}

/// `None` if no sale is looked for by it.
pub(super) fn wanted(text: &str, currency: &Currency) -> Option<Wanted> {
    let typed: Vec<&str> = text.split_whitespace().collect();
    let fits = |word: &&str| word.chars().all(|letter| letter.is_alphanumeric() || "-_.".contains(letter));
    if typed.is_empty() || typed.len() > WORDS || text.len() > 64 || !typed.iter().all(fits) {
        return None;
    }
    let mut all = Wanted { amount: None, words: Vec::new() };
    for word in &typed {
        let digits = word.bytes().filter(u8::is_ascii_digit).count();
        if word.contains('.') && all.amount.is_none() && currency.parse(word).is_ok() {
            all.amount = Some((*word).to_owned());
        } else if word.len() == 4 && digits == 4 {
            all.words.push(Word::Card((*word).to_owned()));
        } else if typed.len() == 1 {
            let is_id = word.is_ascii() && !word.contains('.') && word.len() >= 6 && digits >= 2;
            all.words.push(Word::Id(is_id.then(|| (*word).to_owned())?));
        } else if let Some(scheme) = scheme(word) {
            all.words.push(Word::Scheme(scheme));
        } else {
            all.words.push(Word::Text((*word).to_owned()));
        }
    }
    // A merchant alone has thousands.
    let is_narrow = |word: &Word| matches!(word, Word::Card(_) | Word::Id(_));
    (all.amount.is_some() || all.words.iter().any(is_narrow)).then_some(all)
}

fn scheme(word: &str) -> Option<Scheme> {
    let word = word.to_lowercase();
    let known = |scheme: &Scheme| scheme.name().to_lowercase() == word || scheme.key() == word;
    Scheme::ALL.into_iter().find(known).or_else(|| (word == "mc").then_some(Scheme::Mastercard))
}

impl Wanted {
    /// One word that may be an id: it is read from the service when no loaded transaction has it.
    pub(super) fn id(&self) -> Option<&str> {
        match self.words.as_slice() {
            [Word::Id(id)] if self.amount.is_none() => Some(id),
            _ => None,
        }
    }

    /// Four digits and nothing else.
    pub(super) fn is_card(&self) -> bool {
        self.amount.is_none() && matches!(self.words.as_slice(), [Word::Card(_)])
    }

    /// An amount and nothing else: many sales have it.
    pub(super) fn is_amount(&self) -> bool {
        self.amount.is_some() && self.words.is_empty()
    }

    /// For core. `None` while the unit of amounts is not known.
    pub(super) fn filter(&self, connection: &Connection) -> Option<Filter> {
        let mut all = Vec::new();
        if let Some(amount) = &self.amount {
            let number = Amounts::of(connection, None).parse(amount).ok().flatten()?;
            let column = "amount.value".to_owned();
            all.push(Filter::Between { column, least: Some(number.clone()), most: Some(number) });
        }
        all.extend(self.words.iter().map(|word| {
            let (columns, text): (&[&str], _) = match word {
                Word::Scheme(scheme) => {
                    let column = "paymentMethod".to_owned();
                    let values = [
                        scheme.method_code().to_owned(),
                        scheme.name().to_owned(),
                        scheme.name().to_uppercase(),
                    ];
                    return Filter::OneOf { column, values: values.to_vec() };
                }
                Word::Card(digits) => (&["accountMasked"], digits),
                Word::Id(id) => (&["tranId"], id),
                Word::Text(text) => (&["tranId", "mchName", "sdkId", "acqTid", "rrn"], text),
            };
            let columns = columns.iter().map(|column| (*column).to_owned()).collect();
            Filter::Contains { columns, text: text.clone() }
        }));
        if all.len() > 1 { Some(Filter::All(all)) } else { all.pop() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Wanted> {
        wanted(text, &Currency::euro())
    }

    #[test]
    fn an_amount_a_card_a_scheme_and_a_terminal_stand_in_any_order() {
        let all = read("visa 23.10 SDK-4F1A 2941").unwrap();
        assert_eq!(all.amount.as_deref(), Some("23.10"));
        let words =
            [Word::Scheme(Scheme::Visa), Word::Text("SDK-4F1A".to_owned()), Word::Card("2941".to_owned())];
        assert_eq!(all.words, words);
        assert!(read("23.10").is_some_and(|one| one.is_amount() && !one.is_card() && one.id().is_none()));
        assert!(read("2941").is_some_and(|one| one.is_card()));
        assert_eq!(read("mc 5.00").unwrap().words, [Word::Scheme(Scheme::Mastercard)]);
        assert_eq!(read("T20261101000003").unwrap().id(), Some("T20261101000003"));
    }

    #[test]
    fn what_names_no_sale_looks_for_none() {
        for text in ["", "62", "visa", "Lisboa", "Café Lisboa", "95=0000008000 23.10", "a b c d e 23.10"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
