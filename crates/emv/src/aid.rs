//! Application identifiers (tag 9F06): the type, lists of them as text, and who owns which.
//!
//! An AID is a RID of 5 bytes, registered to an owner, and up to 11 bytes of the owner's choice (PIX).
//! A configured AID matches every card application that begins with it (EMV Book B v2.5, 3.3.2.5 B).
//! Invariant: an [`Aid`] has 5 to 16 bytes. Text that does not is an [`AidError`] that keeps the text.

mod table;

use std::fmt;

use crate::hex;
use crate::scheme::Scheme;

/// An application identifier, 5 to 16 bytes. Shown as upper-case hex without spaces.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Aid(Vec<u8>);

/// The registered provider identifier: the first five bytes of an AID. Shown as ten upper-case hex digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rid([u8; 5]);

/// Text that is not an AID.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AidError {
    /// Text as written, outer white space removed.
    pub text: String,
    pub fault: AidFault,
}

/// Reason why a text is not an AID.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AidFault {
    /// There is no text.
    Empty,
    /// This character is not a hex digit.
    NotHex(char),
    /// The number of hex digits is odd; two make a byte.
    HalfByte,
    /// The number of bytes is not in 5 to 16.
    Length(usize),
}

/// Organization that registered a RID.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RidOwner {
    Scheme(Scheme),
    /// A known owner outside the six schemes, by name.
    Other(&'static str),
    Unknown,
}

impl Aid {
    /// Reads hex digits in either case; white space between them is ignored.
    pub fn parse(text: &str) -> Result<Aid, AidError> {
        let text = text.trim();
        let fail = |fault| Err(AidError { text: text.to_owned(), fault });
        if text.is_empty() {
            return fail(AidFault::Empty);
        }
        if let Some(stranger) = text.chars().find(|c| !c.is_ascii_hexdigit() && !c.is_whitespace()) {
            return fail(AidFault::NotHex(stranger));
        }
        match hex::bytes(text) {
            None => fail(AidFault::HalfByte),
            Some(bytes) if !(5..=16).contains(&bytes.len()) => fail(AidFault::Length(bytes.len())),
            Some(bytes) => Ok(Aid(bytes)),
        }
    }

    /// The provider's part.
    pub fn rid(&self) -> Rid {
        let mut rid = [0; 5];
        rid.iter_mut().zip(&self.0).for_each(|(to, from)| *to = *from);
        Rid(rid)
    }

    /// The bytes after the RID, 0 to 11.
    pub fn pix(&self) -> &[u8] {
        self.0.get(5..).unwrap_or_default()
    }

    /// The whole AID, 5 to 16 bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// True if this AID falls under `shorter` by partial match. Every AID starts with itself.
    pub fn starts_with(&self, shorter: &Aid) -> bool {
        self.0.starts_with(&shorter.0)
    }
}

impl fmt::Display for Aid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::text(&self.0))
    }
}

impl fmt::Display for Rid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::text(&self.0))
    }
}

impl fmt::Display for AidError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.fault {
            AidFault::Empty => f.write_str("AID missing."),
            AidFault::NotHex(stranger) => {
                write!(f, "{} is not an AID: {stranger:?} is not a hex digit.", self.text)
            }
            AidFault::HalfByte => {
                write!(f, "{} is not an AID: it has an odd number of hex digits.", self.text)
            }
            AidFault::Length(bytes) => {
                let bytes = if bytes == 1 { "1 byte".to_owned() } else { format!("{bytes} bytes") };
                write!(f, "{} is not an AID: it has {bytes}, an AID has 5 to 16.", self.text)
            }
        }
    }
}

impl std::error::Error for AidError {}

/// Reads a list of AIDs. Commas, semicolons and line ends always separate. Spaces separate only where a word
/// is long enough to be an AID of its own (ten digits); a shorter word belongs to the AID before it, so that
/// "A0 00 00 00 03 10 10" is one AID. The service document says "identifier(s)" and shows no separator.
pub fn parse_list(text: &str) -> Vec<Result<Aid, AidError>> {
    text.split([',', ';', '\n', '\r']).flat_map(entries).map(|entry| Aid::parse(&entry)).collect()
}

fn entries(segment: &str) -> Vec<String> {
    let mut entries: Vec<String> = Vec::new();
    for word in segment.split_whitespace() {
        match entries.last_mut() {
            Some(entry) if word.len() < 10 => {
                entry.push(' ');
                entry.push_str(word);
            }
            _ => entries.push(word.to_owned()),
        }
    }
    entries
}

/// Returns the organization that registered the RID of this AID.
pub fn owner(aid: &Aid) -> RidOwner {
    let rid = aid.rid();
    table::RIDS.iter().find(|row| row.rid == rid).map_or(RidOwner::Unknown, |row| row.owner)
}

/// The product that the AID names, by the longest known PIX that it begins with. Nothing for a bare RID,
/// which covers every product of its owner.
pub fn product(aid: &Aid) -> Option<&'static str> {
    let row = table::RIDS.iter().find(|row| row.rid == aid.rid())?;
    row.products
        .iter()
        .filter(|(pix, _)| aid.pix().starts_with(pix))
        .max_by_key(|(pix, _)| pix.len())
        .map(|(_, name)| *name)
}

/// Describes each entry of a list: its owner, the product it names, and the other entry that already covers it. An entry that is
/// not an AID gets the reason.
pub fn in_words(text: &str) -> Vec<(String, String)> {
    let entries = parse_list(text);
    let readable: Vec<&Aid> = entries.iter().flatten().collect();
    let words = |entry: &Result<Aid, AidError>| match entry {
        Err(error) => (error.text.clone(), error.to_string()),
        Ok(aid) => {
            let covering = readable.iter().find(|other| ***other != *aid && aid.starts_with(other));
            let covered = covering.map(|other| format!("; {other} here covers it already"));
            (aid.to_string(), format!("{}{}", name_of(aid), covered.unwrap_or_default()))
        }
    };
    entries.iter().map(words).collect()
}

/// "Visa, Visa Electron", "all of Visa", "of an owner that is not known here".
fn name_of(aid: &Aid) -> String {
    let owner = match owner(aid) {
        RidOwner::Scheme(scheme) => scheme.name(),
        RidOwner::Other(name) => name,
        RidOwner::Unknown => return format!("of an unknown owner (RID {})", aid.rid()),
    };
    match product(aid) {
        Some(product) if product.contains(owner) => product.to_owned(),
        Some(product) => format!("{owner}, {product}"),
        None if aid.pix().is_empty() => format!("every application of {owner}"),
        None => format!("{owner}, an application without a name here"),
    }
}
