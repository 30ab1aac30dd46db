//! `{"about": {…}, "rows": [{…}]}`: one line a row, values as the service sent them, numbers with their digits.

use std::io::{self, Write};

use super::cell::Cell;
use super::{Going, LOOK, Sheet};

pub(super) fn write(out: &mut impl Write, sheet: &Sheet<'_>, going: Going<'_>) -> io::Result<()> {
    out.write_all(b"{\"about\":{")?;
    for (at, (key, _, value)) in sheet.about().iter().enumerate() {
        write!(out, "{}\"{key}\":", if at == 0 { "" } else { "," })?;
        match *key {
            "rows" => out.write_all(value.as_bytes())?,
            "missing" if sheet.missing.is_none() => out.write_all(b"null")?,
            _ => serde_json::to_writer(&mut *out, value)?,
        }
    }
    out.write_all(b"},\"rows\":[")?;
    let keys: Vec<String> = sheet
        .columns
        .iter()
        .map(|column| format!("{}:", serde_json::Value::from(column.key.as_str())))
        .collect();
    for row in 0..sheet.rows {
        if row.is_multiple_of(LOOK) {
            going()?;
        }
        out.write_all(if row == 0 { b"\n{" } else { b",\n{" })?;
        for (at, key) in keys.iter().enumerate() {
            if at > 0 {
                out.write_all(b",")?;
            }
            out.write_all(key.as_bytes())?;
            match sheet.raw(row, at) {
                Cell::Number(number) => out.write_all(number.as_bytes())?,
                Cell::Text(text) => serde_json::to_writer(&mut *out, &text)?,
                Cell::Empty | Cell::Moment(_) => out.write_all(b"null")?,
            }
        }
        out.write_all(b"}")?;
    }
    out.write_all(b"\n]}\n")
}
