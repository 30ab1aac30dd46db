//! Reads the body of a list into a table while it arrives, wherever its pieces are cut.
//!
//! Follows JSON only as far as to know where each value ends; the table judges the records. Service document, "Response
//! conventions". Invariant: no more of the body is held than one value and one piece.

use std::collections::BTreeSet;

use serde_json::value::RawValue;
use tapline_contract::record::Misfit;

use super::scan::{Found, Scan};
use super::table::Table;

/// Longest record, in bytes.
const LONGEST: usize = 16 << 20;
/// Most members of the envelope, and of the object around the records.
const MOST_MEMBERS: usize = 1000;
/// Levels of nesting in a whole answer. [`tapline_contract::wire`] has the same bound.
const DEEPEST: usize = 100;

/// Why reading ended early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The JSON breaks off or is damaged.
    Damaged,
    /// The body is not JSON at all.
    Foreign,
    /// A value is longer than [`LONGEST`].
    TooLong,
    Misfit(Misfit),
    /// The memory for lists is used up.
    Full,
}

/// The members around the records, as JSON text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Answered {
    pub(super) code: Option<String>,
    pub(super) msg: Option<String>,
    pub(super) total: Option<String>,
    pub(super) has_next: Option<String>,
    /// Whatever came instead of the object around the records.
    pub(super) data: Option<String>,
    /// Whatever came instead of the list of records.
    pub(super) records: Option<String>,
    pub(super) has_data: bool,
    pub(super) has_records: bool,
}

#[derive(Default)]
pub(super) struct ListReader {
    pub(super) answered: Answered,
    held: Vec<u8>,
    /// Bytes of `held` before this offset are consumed.
    at: usize,
    scan: Scan,
    state: State,
    level: Level,
    key: String,
    names: BTreeSet<String>,
}

/// The bytes that are held, while they are read.
struct Held<'h> {
    bytes: &'h [u8],
    /// The same up to the last whole character; empty when they are no text.
    text: &'h str,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
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

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Level {
    #[default]
    Envelope,
    Data,
}

impl ListReader {
    /// Reads every record that is whole by now into `table`.
    pub(super) fn push(&mut self, piece: &[u8], table: &mut Table) -> Result<(), Stop> {
        self.held.extend_from_slice(piece);
        let bytes = std::mem::take(&mut self.held);
        // A piece may end within a character.
        let text = str::from_utf8(&bytes).or_else(|bad| str::from_utf8(&bytes[..bad.valid_up_to()]));
        let held = Held { bytes: &bytes, text: text.unwrap_or_default() };
        let stepped = loop {
            match self.step(&held, table) {
                Ok(true) => {}
                other => break other,
            }
        };
        self.held = bytes;
        stepped?;
        self.held.drain(..self.at);
        self.at = 0;
        if self.held.len() > LONGEST { Err(Stop::TooLong) } else { Ok(()) }
    }

    /// The body has ended. An empty one is an answer without its members.
    pub(super) fn finish(&self) -> Result<(), Stop> {
        let is_whole = self.state == State::End || (self.state == State::Begin && self.held.is_empty());
        if is_whole { Ok(()) } else { Err(Stop::Damaged) }
    }

    /// False when more bytes are needed first.
    fn step(&mut self, held: &Held<'_>, table: &mut Table) -> Result<bool, Stop> {
        if self.scan.is_fresh() {
            let white = held.bytes[self.at..].iter().take_while(|byte| b" \t\r\n".contains(byte)).count();
            self.at += white;
        }
        let Some(byte) = held.bytes.get(self.at).copied() else { return Ok(false) };
        match (self.state, byte) {
            (State::Begin, b'{') => Ok(self.sign(State::KeyOrEnd)),
            (State::Begin, 0xef | 0xbb | 0xbf) => self.byte_order_mark(held.bytes),
            (State::Begin, _) => Err(no_object(byte)),
            (State::KeyOrEnd | State::CommaOrEnd, b'}') => {
                self.close();
                Ok(true)
            }
            (State::KeyOrEnd | State::Key, b'"') => self.name(held.bytes),
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
            (State::Value, _) => {
                let Some(raw) = self.scanned(held.bytes)? else { return Ok(false) };
                self.note(&held.bytes[raw])?;
                self.state = State::CommaOrEnd;
                Ok(true)
            }
            (State::CommaOrEnd, b',') => Ok(self.sign(State::Key)),
            (State::ItemOrEnd | State::CommaOrEndOfItems, b']') => Ok(self.sign(State::CommaOrEnd)),
            (State::ItemOrEnd | State::Item, _) => {
                let is_new = self.scan.is_fresh();
                let begins = held.text.get(self.at..).filter(|_| is_new);
                if let Some(length) = begins.and_then(|text| table.push_fast(text)) {
                    self.at += length;
                } else {
                    let Some(raw) = self.scanned(held.bytes)? else { return Ok(false) };
                    // One that came in several pieces was not tried yet as a whole.
                    let push = if is_new { Table::push_slow } else { Table::push };
                    push(table, &held.bytes[raw]).map_err(|_| Stop::Damaged)?;
                }
                self.state = State::CommaOrEndOfItems;
                Ok(true)
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

    fn close(&mut self) {
        self.at += 1;
        self.state = if self.level == Level::Data { State::CommaOrEnd } else { State::End };
        self.level = Level::Envelope;
        self.names.clear();
    }

    fn name(&mut self, held: &[u8]) -> Result<bool, Stop> {
        let Some(raw) = self.scanned(held)? else { return Ok(false) };
        let key: String = serde_json::from_slice(&held[raw]).map_err(|_| Stop::Damaged)?;
        if self.names.len() >= MOST_MEMBERS {
            return Err(Stop::Damaged);
        }
        // `names` was cleared by the object around the records: members of the envelope that were read count too.
        let again = self.level == Level::Envelope && self.answered.has(&key);
        if !self.names.insert(key.clone()) || again {
            if key == "code" {
                // Which of the two counts would be a guess.
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

    /// The span of the value that begins here; `None` while its end is missing.
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

/// Why a body is no object, by its first byte.
fn no_object(first: u8) -> Stop {
    match first {
        b'[' | b'"' | b't' | b'f' | b'n' | b'-' | b'0'..=b'9' => {
            Stop::Misfit(Misfit::new("code", "the number 0", Some(&char::from(first).to_string())))
        }
        _ => Stop::Foreign,
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

    /// True if this member of the envelope was read.
    fn has(&self, key: &str) -> bool {
        match key {
            "code" => self.code.is_some(),
            "msg" => self.msg.is_some(),
            "data" => self.has_data || self.data.is_some(),
            _ => false,
        }
    }
}
