//! Rows of values below a row of names: CSV, tab-separated cells, tables with bars. Also as a spreadsheet damages them.

use tapline_emv::hex;
use tapline_emv::tag::{Tag, plain};

use super::field::{self, Field};
use super::repair::without_zeros;
use super::word::{is_hex, is_in};
use super::{CutOff, Fault, Log, LogValue, Origin, Value, value};
use crate::decision::Certainty;

/// Cells of a row of names at most.
const LONGEST_ROW: usize = 200;
const SEPARATORS: [char; 4] = [';', '\t', '|', ','];
/// Words of header cells that describe a table of tags, one in a row: these rows are names with values.
const OF_TAGS: &str = "TAG VALUE NAME LENGTH";

/// Reads all tables of a text. Returns the bytes of the text that they take.
pub(super) fn read(text: &str, log: &mut Log) -> Vec<(usize, usize)> {
    let mut places = Vec::new();
    let mut head: Option<Head> = None;
    let mut start = 0;
    let mut pending = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        let row = line.trim_matches(['\n', '\r']);
        let is_rule = !row.trim().is_empty() && row.chars().all(|sign| "-|+:= \t".contains(sign));
        match head.take() {
            Some(known) if is_rule => head = Some(known),
            known => match known.and_then(|known| Some((known.values(row)?, known))) {
                Some((cells, known)) => {
                    known.fields.iter().zip(&cells).for_each(|(field, cell)| read_cell(*field, cell, log));
                    places.extend([(pending, start), (start, end)]);
                    pending = end;
                    head = Some(known);
                }
                None => head = Head::read(row).inspect(|_| pending = start),
            },
        }
        start = end;
    }
    places
}

/// A row of names.
struct Head {
    separator: char,
    /// `None`: a column that isn't known.
    fields: Vec<Option<Field>>,
}

impl Head {
    /// A row with two or more cells that are nothing but known names or tags, and no cell that is a value.
    fn read(row: &str) -> Option<Head> {
        let separator =
            SEPARATORS.into_iter().max_by_key(|sign| (row.matches(*sign).count(), *sign != ','))?;
        let cells = cells(row, separator);
        if !(2..=LONGEST_ROW).contains(&cells.len())
            || row.contains([':', '='])
            || cells.iter().any(|cell| is_in(OF_TAGS, &plain(cell)))
        {
            return None;
        }
        let fields: Vec<_> = cells.iter().map(|cell| of_cell(cell)).collect();
        let known = fields.iter().flatten().count();
        // A value among them, or a field twice, is a row of its own: "95;TVR;5;0000048000".
        let is_value = cells
            .iter()
            .zip(&fields)
            .any(|(cell, field)| field.is_none() && is_hex(cell) && !cell.is_empty());
        let is_twice =
            fields.iter().enumerate().any(|(at, field)| field.is_some() && fields[..at].contains(field));
        (known > 1 && !is_value && !is_twice).then_some(Head { separator, fields })
    }

    /// The cells of a row below, of which one at least is a value.
    fn values(&self, row: &str) -> Option<Vec<String>> {
        let cells = cells(row, self.separator);
        let is_row = cells.len() > 1 && cells.len() <= self.fields.len() + 1;
        let is_value = cells.iter().zip(&self.fields).any(|(cell, field)| {
            field.is_some()
                && !cell.is_empty()
                && (cell.bytes().any(|byte| byte.is_ascii_digit()) || value::verified(cell).is_some())
        });
        let is_head = cells.iter().filter(|cell| of_cell(cell).is_some()).count() == cells.len();
        (is_row && is_value && !is_head).then_some(cells)
    }
}

fn of_cell(cell: &str) -> Option<Field> {
    let spelling = plain(cell);
    let tag = || Tag::parse(&spelling).filter(|tag| tag.row().is_some()).map(field::of_tag);
    field::named(&spelling).or_else(tag)
}

/// Cells without quotes; a separator inside quotes parts nothing.
fn cells(row: &str, separator: char) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut is_quoted = false;
    for sign in row.trim_matches([' ', '|']).chars() {
        if sign == '"' {
            is_quoted = !is_quoted;
        } else if sign == separator && !is_quoted {
            cells.push(String::new());
        } else if let Some(cell) = cells.last_mut() {
            cell.push(sign);
        }
    }
    // ="0000048000" keeps a spreadsheet from reading a number.
    cells.into_iter().map(|cell| cell.trim().trim_start_matches(['=', '\'']).trim().to_owned()).collect()
}

fn read_cell(field: Option<Field>, cell: &str, log: &mut Log) {
    let Some(field) = field.filter(|_| !cell.is_empty()) else { return };
    let by_word = match field {
        Field::Method => value::payment_method(cell).map(Value::Method),
        Field::Entry | Field::Tag(Tag(0x9F39)) => value::entry(cell).map(Value::Entry),
        Field::Status => value::status(cell).map(Value::Status),
        Field::Kind => value::kind(cell).map(Value::Kind),
        Field::Currency => tapline_emv::iso::currency(cell).map(Value::Currency),
        Field::Amount => value::decimal(cell).filter(|_| cell.contains(['.', ','])).map(Value::Amount),
        Field::Tag(Tag::HOST_CODE) => {
            let code = if cell.len() == 1 { format!("0{cell}") } else { cell.to_owned() };
            value::code(&code).map(Value::Code)
        }
        Field::Tag(tag) if tag.is_private() => Some(Value::Hidden),
        Field::Tag(Tag::CVM_RESULTS) => value::verified(cell).map(Value::Verified),
        Field::Tag(_) => None,
    };
    if let Some(value) = by_word {
        return log.add(LogValue::new(field, value, Origin::Table, Certainty::Certain));
    }
    let Some(tag) = field.tag().filter(|tag| *tag != Tag::HOST_CODE) else { return };
    let digits: String = cell.trim_start_matches("0x").chars().filter(|sign| !sign.is_whitespace()).collect();
    let is_number = digits.contains("E+") && digits.starts_with(|sign: char| sign.is_ascii_digit());
    match hex::bytes(&digits).filter(|bytes| tag.has_size(bytes.len())) {
        Some(bytes) => log.add_bytes(tag, &bytes, Origin::Table, Certainty::Certain),
        None if is_number => log.add_cut_off(CutOff::new(tag, 0, Fault::Number)),
        None => match without_zeros(tag, &digits, true) {
            Some(bytes) => log.add_bytes(tag, &bytes, Origin::Table, Certainty::Likely),
            None if is_hex(&digits) => log.add_cut_off(CutOff::new(tag, digits.len(), Fault::Size)),
            None => {}
        },
    }
}
