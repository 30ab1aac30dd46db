//! The fields of a log: tags by their number or by one of many names, and what has a name and no tag.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use tapline_emv::tag::{TAGS, Tag, plain};

use super::word::{Word, WordKind, bare_hex, is_hex, is_in, is_pair};

/// A field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Field {
    Tag(Tag),
    /// Scheme or wallet: `paymentMethod`.
    Method,
    /// Entry mode.
    Entry,
    Status,
    Kind,
    Amount,
    Currency,
}

impl Field {
    pub(super) fn tag(self) -> Option<Tag> {
        if let Field::Tag(tag) = self { Some(tag) } else { None }
    }
}

/// Words of a field at most: "authorised amount of the transaction".
const LONGEST_NAME: usize = 7;

const NAMES: &[(Field, &str)] = &[
    (Field::Method, "PAYMENTMETHOD CARDSCHEME SCHEME CARDBRAND BRAND CARDNETWORK PAYMENTNETWORK"),
    (
        Field::Entry,
        "ENTRYMODE ENTRYMETHOD CARDENTRYMODE CARDENTRYMETHOD CARDENTRY ENTRYTYPE READMETHOD READMODE CARDREADMETHOD \
         INPUTMETHOD INPUTMODE CAPTUREMODE PRESENTMENT READTYPE",
    ),
    (
        Field::Status,
        "STATUS RESULT OUTCOME TRANSTATUS TRANSACTIONSTATUS TRANSACTIONRESULT PAYMENTSTATUS RESULTCODE RESPONSETEXT \
         TXNSTATUS TXNRESULT AUTHSTATUS DECISION",
    ),
    (Field::Kind, "TRANTYPE TXNTYPE TRANSTYPE TRANSACTIONKIND"),
    (
        Field::Amount,
        "AMOUNT TOTAL TOTALAMOUNT TRANSACTIONAMOUNT TXNAMOUNT AMT SUM BETRAG GESAMT GESAMTBETRAG SUMME MONTANT \
         MONTANTREEL TOTAAL BEDRAG IMPORTE IMPORTO TOTALE",
    ),
    (Field::Currency, "CURRENCY CCY WAEHRUNG DEVISE VALUTA CURRENCYCODE"),
];

/// Names of a host code that may be words of another sentence.
const VAGUE: &str = "DECLINED RESP RESULTCODE CODE";

static INDEX: LazyLock<BTreeMap<String, Field>> = LazyLock::new(|| {
    let tags = TAGS.iter().flat_map(|row| row.spellings().map(|spelling| (spelling, of_tag(row.tag))));
    let names = NAMES
        .iter()
        .flat_map(|(field, names)| names.split_ascii_whitespace().map(|name| (name.to_owned(), *field)));
    // A field without a tag wins: "entry mode" is a word, "POS entry mode" a tag.
    tags.chain(names).collect()
});

/// The field of a tag. Three tags hold an AID.
pub(super) fn of_tag(tag: Tag) -> Field {
    Field::Tag(match tag.0 {
        0x4F | 0x9F06 => Tag::AID,
        0x39 => Tag::HOST_CODE,
        _ => tag,
    })
}

/// A field's name or tag in the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct FieldName {
    pub(super) field: Field,
    /// The tag itself as it is written, of which sizes are known.
    pub(super) tag: Option<Tag>,
    /// Words that it takes.
    pub(super) words: usize,
    /// It is the tag in hex, and no word.
    pub(super) is_tag: bool,
    /// It may be a word of a sentence.
    pub(super) is_vague: bool,
}

impl FieldName {
    pub(super) fn from_tag(tag: Tag, words: usize) -> FieldName {
        FieldName { field: of_tag(tag), tag: Some(tag), words, is_tag: true, is_vague: false }
    }
}

/// The field of a spelling.
pub(super) fn named(spelling: &str) -> Option<Field> {
    let known = |spelling: &str| INDEX.get(spelling).copied();
    // `emv_tvr`, `tvrHex`
    let inner = ["EMV", "ICC", "CARD"].iter().find_map(|head| spelling.strip_prefix(head));
    let stem = ["HEX", "VALUE"].iter().find_map(|end| spelling.strip_suffix(end));
    let shorter = [inner, stem].into_iter().flatten().filter(|rest| rest.len() > 2);
    known(spelling).or_else(|| shorter.into_iter().find_map(known))
}

/// The field that begins with the first of these words; the longest.
pub(super) fn at(text: &str, words: &[Word<'_>]) -> Option<FieldName> {
    let first = words.first().filter(|first| first.kind == WordKind::Plain)?;
    if let Some(name) = in_pairs(text, words) {
        return Some(name);
    }
    // No name begins with a digit.
    if first.text.starts_with(|sign: char| sign.is_ascii_digit()) {
        return tagged(first.text);
    }
    let mut joined = String::new();
    let mut longest = None;
    for (at, word) in words.iter().take(LONGEST_NAME).enumerate() {
        let before = at.checked_sub(1).and_then(|before| words.get(before)).unwrap_or(word);
        let between = text.get(before.end..word.start).unwrap_or_default();
        let joins = matches!(between, "" | " " | "-" | " - " | "." | "'s " | ", " | " (");
        if word.kind != WordKind::Plain || !joins || joined.len() > 64 {
            break;
        }
        joined.push_str(&plain(word.text));
        // A name in brackets begins another one.
        if between == " (" && !text.get(word.end..)?.starts_with(')') {
            break;
        }
        let is_vague = is_in(VAGUE, &joined);
        let field = if is_vague { Some(Field::Tag(Tag::HOST_CODE)) } else { named(&joined) };
        if let Some(field) = field {
            longest = Some(FieldName { field, tag: field.tag(), words: at + 1, is_tag: false, is_vague });
        }
    }
    longest.or_else(|| tagged(first.text))
}

/// A tag as one word: `9F34`, `0x95`, `tag95`.
fn tagged(word: &str) -> Option<FieldName> {
    let word = bare_hex(word);
    let word =
        word.get(..3).filter(|head| head.eq_ignore_ascii_case("tag")).and(word.get(3..)).unwrap_or(word);
    Some(FieldName::from_tag(Tag::parse(word.trim_matches('_'))?, 1))
}

/// A tag in pairs of digits: `9F 34`. Followed by another pair it is read with its value.
fn in_pairs(text: &str, words: &[Word<'_>]) -> Option<FieldName> {
    [3, 2].into_iter().find_map(|many| {
        let some = words.get(..many)?;
        let is_joined = some.iter().all(|word| is_pair(bare_hex(word.text)))
            && some.windows(2).all(|pair| text.get(pair[0].end..pair[1].start) == Some(" "));
        let tag = Tag::parse(&some.iter().map(|word| bare_hex(word.text)).collect::<String>())?;
        is_joined.then(|| FieldName::from_tag(tag, many))
    })
}

/// A tag and its length in one word: `9F2701`, `9505`.
pub(super) fn tag_and_length(word: &str) -> Option<(Tag, usize)> {
    let word = Some(bare_hex(word)).filter(|word| is_hex(word))?;
    [2, 4, 6].into_iter().find_map(|size| {
        let (tag, length) = word.split_at_checked(size)?;
        let many = match (length.len(), usize::from_str_radix(length, 16).ok()?) {
            (2, many @ 1..=0x7F) => many,
            (4, many @ 0x8180..=0x81FF) => many - 0x8100,
            _ => return None,
        };
        Tag::parse(tag).filter(|tag| *tag != Tag(0x39)).map(|tag| (tag, many))
    })
}
