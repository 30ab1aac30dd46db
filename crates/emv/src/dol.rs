//! Data object lists (default DDOL and TDOL): tags with lengths, from hex to rows and back.
//!
//! Not the data itself, and no templates: a list names the requested data, one after the other (EMV 4.4 Book 3, 5.4). One
//! byte that counts the rest likely comes before a stored list (hint: a comparable service), so both forms are read, and a
//! list is written in the form it was read in. Invariant: `Dol::hex` of a list that was read spells the bytes that were read.

use crate::hex;

/// A list and the form in which it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dol {
    /// True if the first byte counts the rest.
    pub has_length_byte: bool,
    pub entries: Vec<Entry>,
}

/// One data object that the list asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Upper-case hex: "9F37".
    pub tag: String,
    /// Bytes of data.
    pub length: u8,
}

/// Why a text is not a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DolError {
    /// Not hex in pairs of digits.
    NotHex,
    /// Hex, but not tags with lengths in either form.
    Malformed,
    /// The first byte likely counts the rest, and counts it wrong. `list` is the rest with the right byte.
    WrongLength { said: u8, follow: usize, list: Dol },
}

/// Name and usual length of a tag. EMV 4.4 Book 3, Annex A.
const KNOWN: &[(&str, u8, &str)] = &[
    ("9F37", 4, "unpredictable number"),
    ("9F02", 6, "amount"),
    ("9F03", 6, "other amount (cashback)"),
    ("5F2A", 2, "currency of the transaction"),
    ("9F1A", 2, "country of the terminal"),
    ("9A", 3, "date"),
    ("9F21", 3, "time"),
    ("9C", 1, "type of transaction"),
    ("95", 5, "terminal verification results (TVR)"),
    ("9B", 2, "transaction status (TSI)"),
    ("82", 2, "application interchange profile"),
    ("9F33", 3, "terminal capabilities"),
    ("9F34", 3, "CVM results"),
    ("9F35", 1, "terminal type"),
    ("9F40", 5, "additional terminal capabilities"),
    ("9F1E", 8, "serial number of the terminal"),
    ("9F36", 2, "transaction counter of the card"),
    ("9F26", 8, "application cryptogram"),
    ("9F27", 1, "cryptogram information"),
    ("9F66", 4, "terminal transaction qualifiers (TTQ)"),
    ("9F1D", 8, "terminal risk management data"),
    ("9F45", 2, "data authentication code"),
];

/// Reads a list of either form. White space is tolerated; an empty text is an empty bare list.
///
/// # Errors
/// What is wrong with the text.
pub fn read(text: &str) -> Result<Dol, DolError> {
    let bytes = hex::bytes(text).ok_or(DolError::NotHex)?;
    let Some((first, rest)) = bytes.split_first() else {
        return Ok(Dol { has_length_byte: false, entries: Vec::new() });
    };
    let counts = usize::from(*first) == rest.len();
    let after = match entries(rest) {
        // No usual tag begins with a byte below 42, so a list of up to 66 bytes is never mistaken for the prefixed form.
        Some(entries) if counts => return Ok(Dol { has_length_byte: true, entries }),
        after => after,
    };
    let all_known = |entries: &[Entry]| entries.iter().all(|entry| entry.usual().is_some());
    match (entries(&bytes), after) {
        (Some(entries), _) if all_known(&entries) => Ok(Dol { has_length_byte: false, entries }),
        (_, Some(entries)) if !entries.is_empty() && all_known(&entries) => {
            let list = Dol { has_length_byte: true, entries };
            Err(DolError::WrongLength { said: *first, follow: rest.len(), list })
        }
        (Some(entries), _) => Ok(Dol { has_length_byte: false, entries }),
        (None, _) => Err(DolError::Malformed),
    }
}

fn entries(mut bytes: &[u8]) -> Option<Vec<Entry>> {
    let mut found = Vec::new();
    while let Some(first) = bytes.first() {
        let more = |byte: &&u8| **byte & 0x80 != 0;
        let size = if first & 0x1F == 0x1F { 2 + bytes.get(1..)?.iter().take_while(more).count() } else { 1 };
        let (tag, rest) = bytes.split_at_checked(size)?;
        let (length, rest) = rest.split_first()?;
        found.push(Entry { tag: hex::text(tag), length: *length });
        bytes = rest;
    }
    Some(found)
}

impl Dol {
    /// The list as upper-case hex, in its form. A list too long for one length byte goes without.
    pub fn hex(&self) -> String {
        let entry = |entry: &Entry| [entry.tag.clone(), hex::text(&[entry.length])];
        let list: String = self.entries.iter().flat_map(entry).collect();
        match u8::try_from(list.len() / 2) {
            Ok(length) if self.has_length_byte => format!("{length:02X}{list}"),
            _ => list,
        }
    }

    /// The list with the entry at `from` standing at `to`, in the same form. Places from 0; one outside changes nothing.
    #[must_use]
    pub fn moved(&self, from: usize, to: usize) -> Dol {
        let mut moved = self.clone();
        if from < moved.entries.len() && to < moved.entries.len() {
            let entry = moved.entries.remove(from);
            moved.entries.insert(to, entry);
        }
        moved
    }

    /// Bytes of the data that the list asks for.
    pub fn data_length(&self) -> usize {
        self.entries.iter().map(|entry| usize::from(entry.length)).sum()
    }
}

impl Entry {
    /// The usual length of a known tag, in bytes.
    pub fn usual(&self) -> Option<u8> {
        self.known().map(|(_, length, _)| *length)
    }

    /// Name of the tag; `None` for an unknown one.
    pub fn name(&self) -> Option<&'static str> {
        self.known().map(|(_, _, name)| *name)
    }

    fn known(&self) -> Option<&'static (&'static str, u8, &'static str)> {
        KNOWN.iter().find(|(tag, _, _)| *tag == self.tag)
    }
}

impl DolError {
    /// The reason as a sentence.
    pub fn sentence(&self) -> String {
        match self {
            DolError::NotHex => "It is not hex in pairs of digits.".to_owned(),
            DolError::Malformed => "It can't be read as a list of tags with lengths.".to_owned(),
            DolError::WrongLength { said, follow, .. } => {
                let follow =
                    if *follow == 1 { "1 byte follows".to_owned() } else { format!("{follow} bytes follow") };
                format!("The length byte says {said}, and {follow}.")
            }
        }
    }
}
