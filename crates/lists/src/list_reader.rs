//! Reads the body of a list into a table while it arrives, wherever its pieces are cut.
//!
//! Takes the records out and keeps the rest, the envelope, as text: the contract judges it like any other answer once it is whole.
//! Service document, "Response conventions". Invariant: besides the envelope no more of the body is held than one record and one
//! piece.

use std::ops::Range;

use memchr::memmem::find;
use serde_json::value::RawValue;
use tapline_contract::record::Misfit;
use tapline_contract::wire::{self, Envelope, NotSuccess, Payload as _};

use super::answer::{Answer, Stop};
use super::table::Table;

/// Longest record, and longest envelope, in bytes.
const LONGEST: usize = 16 << 20;
/// Levels of nesting in a whole answer. [`tapline_contract::wire`] has the same bound.
const DEEPEST: usize = 100;
/// Levels around a record: the envelope, its object and the list.
const AROUND: usize = 3;
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

#[derive(Default)]
pub(super) struct ListReader {
    /// The answer without its records: `{"code":0,"data":{"total":3,"records":[`.
    envelope: Vec<u8>,
    place: ReaderPlace,
    around: Nesting,
    /// The text of the envelope that came last, with its quotes.
    last_text: Range<usize>,
    in_data: bool,
    has_records: bool,
    /// The service's count, where it came before the records.
    pub(super) total: Option<i64>,
    /// The service called the answer a success, before the records or at its end.
    confirmed: bool,
    /// Length of the envelope that `confirmed` is about.
    head: usize,
    /// Bytes received and not read yet.
    pending: Vec<u8>,
    /// The record at the beginning of `pending`, as far as it came.
    record: Nesting,
    scanned: usize,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ReaderPlace {
    #[default]
    Envelope,
    FirstRecord,
    Record,
    AfterRecord,
}

/// Depth at the end of some JSON text, which need not be valid.
#[derive(Debug, Default)]
struct Nesting {
    depth: usize,
    in_text: bool,
    escaped: bool,
}

impl Nesting {
    fn pass(&mut self, byte: u8) {
        match byte {
            _ if self.escaped => self.escaped = false,
            b'\\' if self.in_text => self.escaped = true,
            b'"' => self.in_text = !self.in_text,
            _ if self.in_text => {}
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
    }
}

impl ListReader {
    /// Reads every record that is whole by now into `table`.
    pub(super) fn push(&mut self, piece: &[u8], table: &mut Table) -> Result<(), Stop> {
        self.pending.extend_from_slice(piece);
        let bytes = std::mem::take(&mut self.pending);
        let mut at = 0;
        let read = self.read(&bytes, &mut at, table);
        self.pending = bytes;
        read?;
        self.pending.drain(..at);
        if self.pending.len().max(self.envelope.len()) > LONGEST { Err(Stop::TooLong) } else { Ok(()) }
    }

    /// Ends the body, and judges the envelope.
    pub(super) fn finish(&mut self) -> Result<Answer, Stop> {
        let is_json = |text: &&str| text.is_empty() || serde_json::from_str::<&RawValue>(text).is_ok();
        let Some(text) = self.text().filter(|_| self.place == ReaderPlace::Envelope).filter(is_json) else {
            let first = self.envelope.iter().find(|byte| !BYTE_ORDER_MARK.contains(byte) && **byte != b' ');
            return Err(if matches!(first, Some(b'{' | b'[')) { Stop::Damaged } else { Stop::Foreign });
        };
        let answer = wire::read_success(text).map_err(Stop::NotSuccess);
        (self.confirmed, self.head) = (answer.is_ok(), self.envelope.len());
        answer
    }

    /// True if the service called the answer a success, as far as it came. With a second code either could count, so neither does.
    pub(super) fn is_confirmed(&self) -> bool {
        self.confirmed && find(&self.envelope[self.head..], b"\"code\"").is_none()
    }

    /// Reads what came before the records as an answer without any.
    fn read_head(&mut self) {
        self.head = self.envelope.len();
        let whole = self.text().map(|text| format!("{text}]}}}}"));
        if let Some(envelope) = whole.and_then(|whole| Envelope::read(&whole)) {
            self.confirmed = envelope.is_success();
            self.total = Answer::read(envelope.data.as_deref()).ok().and_then(|answer| answer.total);
        }
    }

    fn text(&self) -> Option<&str> {
        let text = self.envelope.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&self.envelope);
        str::from_utf8(text).ok().map(|text| text.trim_matches(' '))
    }

    fn read(&mut self, bytes: &[u8], at: &mut usize, table: &mut Table) -> Result<(), Stop> {
        // A piece may end within a character.
        let text = str::from_utf8(bytes).or_else(|bad| str::from_utf8(&bytes[..bad.valid_up_to()]));
        let text = text.unwrap_or_default();
        while let Some(byte) = bytes.get(*at).copied() {
            match (self.place, byte) {
                (ReaderPlace::Envelope, _) => {
                    self.pass_envelope(byte);
                    *at += 1;
                    if self.place == ReaderPlace::FirstRecord {
                        self.read_head();
                    }
                }
                (_, b' ' | b'\t' | b'\r' | b'\n') if self.scanned == 0 => *at += 1,
                (ReaderPlace::FirstRecord | ReaderPlace::AfterRecord, b']') => {
                    self.place = ReaderPlace::Envelope;
                    self.pass_envelope(byte);
                    *at += 1;
                }
                (ReaderPlace::AfterRecord, b',') => {
                    self.place = ReaderPlace::Record;
                    *at += 1;
                }
                (ReaderPlace::AfterRecord, _) => return Err(Stop::Damaged),
                (ReaderPlace::FirstRecord | ReaderPlace::Record, _) => {
                    let fresh = text.get(*at..).filter(|_| self.scanned == 0);
                    let length = if let Some(length) = fresh.and_then(|text| table.push_fast(text)) {
                        length
                    } else {
                        let Some(length) = self.scan_record(&bytes[*at..])? else { return Ok(()) };
                        let record = bytes[*at..*at + length].trim_ascii_end();
                        table.push(record).map_err(|_| Stop::Damaged)?;
                        length
                    };
                    *at += length;
                    self.place = ReaderPlace::AfterRecord;
                }
            }
        }
        Ok(())
    }

    fn pass_envelope(&mut self, byte: u8) {
        if !self.around.in_text && matches!(byte, b' ' | b'\t' | b'\r' | b'\n') {
            if self.envelope.last() != Some(&b' ') {
                self.envelope.push(b' ');
            }
            return;
        }
        let was_in_text = self.around.in_text;
        self.around.pass(byte);
        match byte {
            b'"' if !was_in_text => self.last_text.start = self.envelope.len(),
            b'"' if !self.around.in_text => self.last_text.end = self.envelope.len() + 1,
            _ if was_in_text => {}
            b'{' | b'[' if self.around.depth == 2 => self.in_data = byte == b'{' && self.is_value_of("data"),
            b'[' if self.around.depth == AROUND && self.in_data && !self.has_records => {
                self.has_records = self.is_value_of("records");
                if self.has_records {
                    self.place = ReaderPlace::FirstRecord;
                }
            }
            _ => {}
        }
        self.envelope.push(byte);
    }

    /// True if what comes next in the envelope is the value of a member of this name.
    fn is_value_of(&self, name: &str) -> bool {
        let text = &self.envelope[self.last_text.clone()];
        self.envelope[self.last_text.end..].trim_ascii() == b":"
            && serde_json::from_slice::<String>(text).is_ok_and(|text| text == name)
    }

    /// Length of the record that `bytes` begin with; `None` while its end is missing. A value without brackets ends before a comma or
    /// the end of the list.
    fn scan_record(&mut self, bytes: &[u8]) -> Result<Option<usize>, Stop> {
        while let Some(byte) = bytes.get(self.scanned).copied() {
            let is_outside = self.record.depth == 0 && !self.record.in_text;
            let is_end = is_outside && matches!(byte, b',' | b']');
            if !is_end {
                self.record.pass(byte);
                self.scanned += 1;
            }
            if self.record.depth > DEEPEST - AROUND {
                let (expected, found) = (format!("at most {DEEPEST} levels of nesting"), "more".to_owned());
                let misfit = Misfit { field: String::new(), expected, found };
                return Err(Stop::NotSuccess(NotSuccess::Misfit(misfit)));
            }
            let is_closed = self.record.depth == 0 && !self.record.in_text && matches!(byte, b'}' | b']');
            if is_end || is_closed {
                self.record = Nesting::default();
                return Ok(Some(std::mem::take(&mut self.scanned)));
            }
        }
        Ok(None)
    }
}
