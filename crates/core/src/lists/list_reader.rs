//! Finds the records in the body of a list while it comes, wherever its pieces are cut.
//!
//! Follows JSON as far as to know where each value ends; what is inside of a record is the reader's to judge. Service document,
//! "Response conventions". Invariant: no more of the body is held than one value and one piece.

use std::collections::BTreeSet;

use serde_json::value::RawValue;
use tapline_contract::record::Misfit;

use super::scan::{Found, Scan};
use super::table::Table;

/// Longest record, in bytes.
const LONGEST: usize = 16 << 20;
/// Most members of the envelope, and of what is around the records.
const MOST_MEMBERS: usize = 1000;
/// Lists and objects inside each other, of a whole answer. [`tapline_contract::wire`] has the same bound.
const DEEPEST: usize = 100;

/// Why the rest is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// Breaks off, or is damaged.
    Damaged,
    /// Text that is no JSON of any kind.
    Foreign,
    /// A record that is longer than [`LONGEST`].
    TooLong,
    Misfit(Misfit),
    /// There is no memory for more.
    Full,
}

/// What stands around the records, as JSON texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Answered {
    pub(super) code: Option<String>,
    pub(super) msg: Option<String>,
    pub(super) total: Option<String>,
    pub(super) has_next: Option<String>,
    /// What came in the place of the object around the records.
    pub(super) data: Option<String>,
    /// What came in the place of the list of records.
    pub(super) records: Option<String>,
    pub(super) has_data: bool,
    pub(super) has_records: bool,
}

/// Reads pieces.
pub(super) struct ListReader {
    pub(super) answered: Answered,
    held: Vec<u8>,
    /// What is before it was read.
    at: usize,
    scan: Scan,
    state: State,
    level: Level,
    wrapped: bool,
    key: String,
    names: BTreeSet<String>,
}

/// What is held, while it is read.
struct Come<'c> {
    bytes: &'c [u8],
    /// The same, as far as it is text.
    text: &'c str,
}

/// To who reads the records.
enum Offer<'o> {
    /// A record may begin here, and may not be whole: how many bytes were read of it, or 0.
    Begins(&'o str),
    /// A record.
    Whole(&'o [u8]),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Begin,
    KeyOrEnd,
    Key,
    Colon,
    Value,
    CommaOrEnd,
    ItemOrEnd,
    Item,
    CommaOrEndOfItems,
    End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    Envelope,
    Data,
}

impl ListReader {
    /// Of a whole body.
    pub(super) fn body() -> ListReader {
        ListReader::at(Level::Envelope)
    }

    /// Of the object around the records.
    pub(super) fn data() -> ListReader {
        let mut reader = ListReader::at(Level::Data);
        reader.answered.has_data = true;
        reader
    }

    fn at(level: Level) -> ListReader {
        ListReader {
            answered: Answered::default(),
            held: Vec::new(),
            at: 0,
            scan: Scan::default(),
            state: State::Begin,
            level,
            wrapped: level == Level::Envelope,
            key: String::new(),
            names: BTreeSet::new(),
        }
    }

    /// Hands every record that is whole to `item`.
    pub(super) fn push(
        &mut self,
        piece: &[u8],
        mut item: impl FnMut(&[u8]) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        self.offer(piece, |offer| match offer {
            Offer::Begins(_) => Ok(0),
            Offer::Whole(record) => item(record).map(|()| 0),
        })
    }

    /// Reads every record that is whole into `table`.
    pub(super) fn push_into(&mut self, piece: &[u8], table: &mut Table) -> Result<(), Stop> {
        self.offer(piece, |offer| match offer {
            Offer::Begins(text) => Ok(table.push_fast(text).unwrap_or(0)),
            Offer::Whole(record) => table.push(record).map(|()| 0).map_err(|_| Stop::Damaged),
        })
    }

    fn offer(
        &mut self,
        piece: &[u8],
        mut item: impl FnMut(Offer<'_>) -> Result<usize, Stop>,
    ) -> Result<(), Stop> {
        self.held.extend_from_slice(piece);
        let held = std::mem::take(&mut self.held);
        // A piece may end within a character.
        let text = str::from_utf8(&held).or_else(|bad| str::from_utf8(&held[..bad.valid_up_to()]));
        let come = Come { bytes: &held, text: text.unwrap_or_default() };
        let stepped = loop {
            match self.step(&come, &mut item) {
                Ok(true) => {}
                other => break other,
            }
        };
        self.held = held;
        stepped?;
        self.held.drain(..self.at);
        self.at = 0;
        if self.held.len() > LONGEST { Err(Stop::TooLong) } else { Ok(()) }
    }

    /// Nothing more comes. No body at all is an answer without its members.
    pub(super) fn finish(&self) -> Result<(), Stop> {
        let is_whole = self.state == State::End || (self.state == State::Begin && self.held.is_empty());
        if is_whole { Ok(()) } else { Err(Stop::Damaged) }
    }

    /// False when more has to come first.
    fn step(
        &mut self,
        come: &Come<'_>,
        item: &mut impl FnMut(Offer<'_>) -> Result<usize, Stop>,
    ) -> Result<bool, Stop> {
        if self.scan.is_fresh() {
            let white = come.bytes[self.at..].iter().take_while(|byte| b" \t\r\n".contains(byte)).count();
            self.at += white;
        }
        let Some(byte) = come.bytes.get(self.at).copied() else { return Ok(false) };
        match (self.state, byte) {
            (State::Begin, b'{') => Ok(self.sign(State::KeyOrEnd)),
            (State::Begin, 0xef | 0xbb | 0xbf) => self.byte_order_mark(come.bytes),
            (State::Begin, _) => Err(self.no_object(byte)),
            (State::KeyOrEnd | State::CommaOrEnd, b'}') => {
                self.close();
                Ok(true)
            }
            (State::KeyOrEnd | State::Key, b'"') => self.name(come.bytes),
            (State::Colon, b':') => Ok(self.sign(State::Value)),
            (State::Value, b'{') if self.level == Level::Envelope && self.key == "data" => {
                (self.answered.has_data, self.level) = (true, Level::Data);
                self.names.clear();
                Ok(self.sign(State::KeyOrEnd))
            }
            (State::Value, b'[') if self.level == Level::Data && self.key == "records" => {
                self.answered.has_records = true;
                Ok(self.sign(State::ItemOrEnd))
            }
            (State::Value, _) => self.value(come.bytes, ListReader::note, State::CommaOrEnd),
            (State::CommaOrEnd, b',') => Ok(self.sign(State::Key)),
            (State::ItemOrEnd | State::CommaOrEndOfItems, b']') => Ok(self.sign(State::CommaOrEnd)),
            (State::ItemOrEnd | State::Item, _) => {
                if self.scan.is_fresh()
                    && let Some(text) = come.text.get(self.at..)
                {
                    let length = item(Offer::Begins(text))?;
                    if length > 0 {
                        self.at += length;
                        self.state = State::CommaOrEndOfItems;
                        return Ok(true);
                    }
                }
                let take = |_: &mut ListReader, raw: &[u8]| item(Offer::Whole(raw)).map(drop);
                self.value(come.bytes, take, State::CommaOrEndOfItems)
            }
            (State::CommaOrEndOfItems, b',') => Ok(self.sign(State::Item)),
            _ => Err(Stop::Damaged),
        }
    }

    fn sign(&mut self, next: State) -> bool {
        self.at += 1;
        self.state = next;
        true
    }

    fn byte_order_mark(&mut self, held: &[u8]) -> Result<bool, Stop> {
        const MARK: &[u8] = b"\xef\xbb\xbf";
        let here = &held[self.at..];
        if here.len() < MARK.len() && MARK.starts_with(here) {
            return Ok(false);
        }
        if self.at != 0 || !here.starts_with(MARK) {
            return Err(Stop::Foreign);
        }
        self.at = MARK.len();
        Ok(true)
    }

    /// The body is something else than an object.
    fn no_object(&self, first: u8) -> Stop {
        let expected = if self.wrapped { ("code", "the number 0") } else { ("", "an object") };
        match first {
            b'[' | b'"' | b't' | b'f' | b'n' | b'-' | b'0'..=b'9' => {
                let first = char::from(first).to_string();
                Stop::Misfit(Misfit::new(expected.0, expected.1, Some(&first)))
            }
            _ => Stop::Foreign,
        }
    }

    fn close(&mut self) {
        self.at += 1;
        self.state = if self.level == Level::Data && self.wrapped { State::CommaOrEnd } else { State::End };
        self.level = Level::Envelope;
        self.names.clear();
    }

    fn name(&mut self, held: &[u8]) -> Result<bool, Stop> {
        let Some(raw) = self.scanned(held)? else { return Ok(false) };
        let key: String = serde_json::from_slice(&held[raw]).map_err(|_| Stop::Damaged)?;
        if self.names.len() >= MOST_MEMBERS {
            return Err(Stop::Damaged);
        }
        // After the records the names of the envelope are looked at again; only those that were read count.
        let again = self.level == Level::Envelope && self.answered.has(&key);
        if !self.names.insert(key.clone()) || again {
            if key == "code" {
                // Which one counts is a guess.
                self.answered.code = None;
            }
            let prefix = if self.level == Level::Data { "data." } else { "" };
            let (field, expected, found) =
                (format!("{prefix}{key}"), "it once".to_owned(), "it twice".to_owned());
            return Err(Stop::Misfit(Misfit { field, expected, found }));
        }
        self.key = key;
        self.state = State::Colon;
        Ok(true)
    }

    fn value(
        &mut self,
        held: &[u8],
        take: impl FnOnce(&mut ListReader, &[u8]) -> Result<(), Stop>,
        next: State,
    ) -> Result<bool, Stop> {
        let Some(raw) = self.scanned(held)? else { return Ok(false) };
        let taken = take(self, &held[raw]);
        self.state = next;
        taken.map(|()| true)
    }

    /// Where the value that begins here stands; `None` when its end has not come.
    fn scanned(&mut self, held: &[u8]) -> Result<Option<std::ops::Range<usize>>, Stop> {
        // Around a record are the envelope, the object and the list.
        match self.scan.end(&held[self.at..], DEEPEST - 3) {
            Found::End(0) => Err(Stop::Damaged),
            Found::End(length) => {
                let begin = self.at;
                self.at += length;
                self.scan = Scan::default();
                Ok(Some(begin..self.at))
            }
            Found::More => Ok(None),
            Found::TooDeep => Err(Stop::Misfit(Misfit {
                field: String::new(),
                expected: format!("at most {DEEPEST} levels of nesting"),
                found: "more".to_owned(),
            })),
        }
    }

    fn note(&mut self, raw: &[u8]) -> Result<(), Stop> {
        let raw: &RawValue = serde_json::from_slice(raw).map_err(|_| Stop::Damaged)?;
        if let Some(place) = self.answered.place(self.level, &self.key) {
            *place = Some(raw.get().to_owned());
        }
        Ok(())
    }
}

impl Answered {
    fn place(&mut self, level: Level, key: &str) -> Option<&mut Option<String>> {
        match (level, key) {
            (Level::Envelope, "code") => Some(&mut self.code),
            (Level::Envelope, "msg") => Some(&mut self.msg),
            (Level::Envelope, "data") => Some(&mut self.data),
            (Level::Data, "total") => Some(&mut self.total),
            (Level::Data, "hasNext") => Some(&mut self.has_next),
            (Level::Data, "records") => Some(&mut self.records),
            _ => None,
        }
    }

    /// Whether this member of the envelope has come.
    fn has(&self, key: &str) -> bool {
        match key {
            "code" => self.code.is_some(),
            "msg" => self.msg.is_some(),
            "data" => self.has_data || self.data.is_some(),
            _ => false,
        }
    }
}
