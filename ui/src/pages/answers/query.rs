//! The text of the palette, parsed: an amount, and a search for sales. A sale is found by an amount with its decimals or currency, the
//! last four digits of a card, a scheme, a status, and parts of a merchant's name, of a terminal or of an id, in any order; by a
//! transaction's id in any text. Surrounding words of a question are ignored.

use tapline_contract::amounts::Amounts;
use tapline_contract::connection::Connection;
use tapline_contract::list::Filter;
use tapline_contract::transaction_state::{State, words_of};
use tapline_contract::written::{self, Written};
use tapline_emv::{Currency, Scheme};

use super::question_words::QUESTION_WORDS;

/// Words in one question, at most; a pasted log line has more.
const WORDS: usize = 12;
/// Characters of a question, at most.
const LONGEST: usize = 160;
/// Digits of a whole amount, at most; a longer number is an id.
const LONGEST_WHOLE: usize = 7;
/// Signs of a log line, absent from questions.
const OF_LOGS: [char; 6] = ['\n', '=', '|', '{', '<', '['];

/// Parsed text of the palette.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct QueryText {
    /// Amount to evaluate on the configurations.
    pub(super) amount: Option<Written>,
    /// `None`: the text is no search for sales.
    pub(super) sought: Option<SaleSearch>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum SaleSearch {
    /// Read from the service if no loaded transaction has this id.
    Id(String),
    Sales {
        amount: Option<Written>,
        words: Vec<SearchWord>,
    },
}

/// A word that narrows the sales.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SearchWord {
    typed: String,
    kind: WordKind,
}

#[derive(Clone, Debug, PartialEq)]
enum WordKind {
    Scheme(Scheme),
    /// Four digits of a card.
    Card,
    /// Two or three digits of a card, while the rest is being typed.
    CardPart,
    Status(State),
    /// Digits of the day, as an id contains them.
    Day(String),
    Text,
}

/// Search in the loaded transactions.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SaleFilters {
    pub(super) required: Filter,
    /// Filters by typed word; a word that no sale has is ignored, and the result says so.
    pub(super) optional: Vec<(String, Filter)>,
}

/// `currency`: the connection's currency.
pub(super) fn parse(text: &str, currency: &Currency) -> QueryText {
    let words = written::words(text);
    let is_question = words.len() <= WORDS && text.len() <= LONGEST && !text.contains(OF_LOGS);
    if let Some(id) = written::transaction_id(text) {
        return QueryText { amount: None, sought: Some(SaleSearch::Id(id.to_owned())) };
    }
    if !is_question {
        return QueryText::default();
    }
    let (amount, rest) = match written::amount(&words, currency) {
        Some((amount, rest)) => (Some(amount), rest),
        None => (None, words),
    };
    let whole = |word: &str| whole(word, currency);
    if let (None, [word]) = (&amount, rest.as_slice()) {
        let card = is_card(word).then(|| SearchWord { typed: word.to_string(), kind: WordKind::Card });
        let sought = match card {
            Some(card) => Some(SaleSearch::Sales { amount: None, words: vec![card] }),
            None => is_id(word).then(|| SaleSearch::Id(word.to_string())),
        };
        return QueryText { amount: whole(word), sought };
    }
    let mut words: Vec<_> = rest.iter().filter_map(|word| read(word)).collect();
    if let (Some(_), Some(last)) = (&amount, rest.last().filter(|word| is_card_part(word))) {
        words.push(SearchWord { typed: last.to_string(), kind: WordKind::CardPart });
    }
    // "pin at 50": a lone number among words.
    let mut numbers = rest.iter().filter_map(|word| whole(word).filter(|_| !is_card(word)));
    let number = numbers.next().filter(|_| amount.is_none() && words.is_empty() && numbers.next().is_none());
    // A merchant's name alone matches thousands.
    let is_narrow = amount.is_some() || words.iter().any(|word| word.kind == WordKind::Card);
    let sought = is_narrow.then(|| SaleSearch::Sales { amount: amount.clone(), words });
    QueryText { amount: amount.or(number), sought }
}

/// A whole number as an amount.
fn whole(word: &str, currency: &Currency) -> Option<Written> {
    let is_whole = word.len() <= LONGEST_WHOLE && word.bytes().all(|byte| byte.is_ascii_digit());
    (is_whole && currency.parse(word).is_ok()).then(|| Written { plain: word.to_owned(), currency: None })
}

fn is_card(word: &str) -> bool {
    word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_card_part(word: &str) -> bool {
    (2..4).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// True if a lone word may be an id.
fn is_id(word: &str) -> bool {
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    let fits = |sign: char| sign.is_ascii_alphanumeric() || "-_".contains(sign);
    word.len() >= 6 && digits >= 2 && word.chars().all(fits)
}

/// `None` for an ignored word.
fn read(word: &str) -> Option<SearchWord> {
    let small = word.to_lowercase();
    let fits = |sign: char| sign.is_alphanumeric() || "-_.&'’/".contains(sign);
    let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
    let kind = if is_card(word) {
        WordKind::Card
    } else if let Some(scheme) = scheme(&small) {
        WordKind::Scheme(scheme)
    } else if let Some(state) = status(&small) {
        WordKind::Status(state)
    } else if let Some(day) = written::day(word) {
        WordKind::Day(day)
    } else if QUESTION_WORDS.contains(&small.as_str())
        || word.chars().count() < if is_number { 5 } else { 3 }
        || !word.chars().all(fits)
    {
        return None;
    } else {
        WordKind::Text
    };
    Some(SearchWord { typed: word.to_owned(), kind })
}

fn scheme(word: &str) -> Option<Scheme> {
    let known = |scheme: &Scheme| scheme.name().to_lowercase() == word || scheme.key() == word;
    Scheme::ALL.into_iter().find(known).or_else(|| (word == "mc").then_some(Scheme::Mastercard))
}

/// Parses a status from its name at the service or from its displayed word.
fn status(word: &str) -> Option<State> {
    let fits = |state: &&State| {
        let name = state.name();
        name.eq_ignore_ascii_case(word) || words_of(name).eq_ignore_ascii_case(word)
    };
    State::ALL.iter().find(fits).copied()
}

impl SaleSearch {
    pub(super) fn id(&self) -> Option<&str> {
        match self {
            SaleSearch::Id(id) => Some(id),
            SaleSearch::Sales { .. } => None,
        }
    }

    /// True for four digits and nothing else.
    pub(super) fn is_card(&self) -> bool {
        matches!(self, SaleSearch::Sales { amount: None, words } if matches!(words.as_slice(), [SearchWord { kind: WordKind::Card, .. }]))
    }

    /// True for an amount and nothing else: many sales have the same amount.
    pub(super) fn is_amount(&self) -> bool {
        matches!(self, SaleSearch::Sales { amount: Some(_), words } if words.is_empty())
    }

    /// True for the digits of a card: its newest sale is meant, in one try or two.
    pub(super) fn names_card(&self) -> bool {
        let is_card = |word: &SearchWord| word.kind == WordKind::Card;
        matches!(self, SaleSearch::Sales { words, .. } if words.iter().any(is_card))
    }

    /// Search in the form that core takes. `None` while the unit of amounts is unknown.
    pub(super) fn filters(&self, connection: &Connection) -> Option<SaleFilters> {
        let (amount, words) = match self {
            SaleSearch::Id(id) => {
                return Some(SaleFilters { required: contains(&["tranId"], id), optional: Vec::new() });
            }
            SaleSearch::Sales { amount, words } => (amount, words),
        };
        let mut optional: Vec<_> = words.iter().map(|word| (word.typed.clone(), word.filter())).collect();
        let required = if let Some(amount) = amount {
            of_amount(amount, connection)?
        } else {
            let card = words.iter().position(|word| word.kind == WordKind::Card)?;
            optional.remove(card).1
        };
        Some(SaleFilters { required, optional })
    }
}

impl SearchWord {
    fn filter(&self) -> Filter {
        let typed = &self.typed;
        let one_of = |column: &str, values: &[String]| Filter::OneOf {
            column: column.to_owned(),
            values: values.to_vec(),
        };
        match &self.kind {
            WordKind::Scheme(scheme) => {
                let name = scheme.name();
                let values = [scheme.method_code().to_owned(), name.to_owned(), name.to_ascii_uppercase()];
                one_of("paymentMethod", &values)
            }
            WordKind::Status(state) => one_of("tranStatus", &[state.name().to_owned()]),
            WordKind::Card | WordKind::CardPart => contains(&["accountMasked"], typed),
            WordKind::Day(digits) => contains(&["tranId"], digits),
            WordKind::Text => contains(&["tranId", "mchName", "sdkId", "acqTid", "rrn"], typed),
        }
    }
}

fn contains(columns: &[&str], text: &str) -> Filter {
    Filter::Contains {
        columns: columns.iter().map(|column| (*column).to_owned()).collect(),
        text: text.to_owned(),
    }
}

/// Filter by amount, in the named currency if any. A transaction that names no currency is in the connection's.
fn of_amount(amount: &Written, connection: &Connection) -> Option<Filter> {
    let code = amount.currency.as_ref().map(Currency::code);
    let number = Amounts::new(connection, code).parse(&amount.plain).ok().flatten()?;
    let column = "amount.value".to_owned();
    let value = Filter::Between { column, least: Some(number.clone()), most: Some(number) };
    let Some(code) = code else { return Some(value) };
    let named = contains(&["amount.currency"], code);
    let is_usual = connection.currency().code() == code;
    let unnamed = || Filter::Equals { column: "amount.currency".to_owned(), value: None };
    let in_currency = if is_usual { either(named, unnamed()) } else { named };
    Some(Filter::All(vec![value, in_currency]))
}

fn either(one: Filter, other: Filter) -> Filter {
    let neither = [one, other].map(|filter| Filter::Not(Box::new(filter)));
    Filter::Not(Box::new(Filter::All(neither.to_vec())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> QueryText {
        parse(text, &Currency::euro())
    }

    fn sales(text: &str) -> (Option<String>, Vec<String>) {
        match parsed(text).sought {
            Some(SaleSearch::Sales { amount, words }) => {
                let typed = words.into_iter().map(|word| word.typed);
                (amount.map(|amount| amount.plain), typed.collect())
            }
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn an_amount_a_card_a_scheme_and_a_terminal_stand_in_any_order() {
        let (amount, words) = sales("visa 23.10 SDK-4F1A 2941");
        assert_eq!(
            (amount.as_deref(), words),
            (Some("23.10"), ["visa", "SDK-4F1A", "2941"].map(str::to_owned).to_vec())
        );
        let is = |text: &str| parsed(text).sought.unwrap();
        assert!(is("23.10").is_amount() && !is("23.10").is_card() && is("23.10").id().is_none());
        assert!(is("2941").is_card() && is("card 2941").is_card() && is("card ending in 2941?").is_card());
        assert!(is("23.10 2941").names_card() && is("2941").names_card() && !is("23.10 visa").names_card());
        assert_eq!(is("T20261101000003").id(), Some("T20261101000003"));
        assert_eq!(is("SDK-4F1A77").id(), Some("SDK-4F1A77"));
    }

    #[test]
    fn an_amount_narrows_with_each_digit_of_the_card() {
        for (text, words) in [
            ("23.10 2", vec![]),
            ("23.10 29", vec!["29"]),
            ("23.10 294", vec!["294"]),
            ("29 23.10", vec!["29"]),
        ] {
            assert_eq!(sales(text).1, words, "{text}");
            assert!(!parsed(text).sought.unwrap().names_card(), "{text}: several cards may fit");
        }
    }

    #[test]
    fn words_of_a_question_are_passed_over() {
        for text in
            ["23.10 EUR", "EUR 23,10", "pin at 23.10", "why was a PIN asked at 23.10 €?", "a b c d e 23.10"]
        {
            assert_eq!(sales(text), (Some("23.10".to_owned()), Vec::new()), "{text}");
            assert_eq!(parsed(text).amount.unwrap().plain, "23.10", "{text}");
        }
        for (text, word) in [
            ("declined 100.01", "declined"),
            ("2026-11-19 100.01", "2026-11-19"),
            ("100.01 hotel", "hotel"),
            ("mc 100.01", "mc"),
        ] {
            assert_eq!(sales(text), (Some("100.01".to_owned()), vec![word.to_owned()]), "{text}");
        }
        for text in [
            "T20261119000018 why",
            "why T20261119000018 23.10",
            "INFO tran=T20261119000018 tvr=0000008000 rc=00",
        ] {
            assert_eq!(parsed(text).sought.unwrap().id(), Some("T20261119000018"), "{text}");
            assert_eq!(parsed(text).amount, None, "{text}");
        }
    }

    #[test]
    fn what_names_no_sale_looks_for_none() {
        for text in
            ["", "62", "visa", "Lisboa", "Café Lisboa", "95=0000008000 23.10", "pin at 50", "declined 51"]
        {
            assert_eq!(parsed(text).sought, None, "{text}");
        }
        for (text, plain) in
            [("62", Some("62")), ("pin at 50", Some("50")), ("card 2941", None), ("Café Lisboa", None)]
        {
            assert_eq!(parsed(text).amount.map(|amount| amount.plain).as_deref(), plain, "{text}");
        }
    }
}
