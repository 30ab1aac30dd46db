//! `{"about": {…}, "rows": [{…}]}`: one line a row, values as the service sent them, numbers with their digits.

use std::io::{self, Write};

use super::cell::Cell;
use super::{Going, Sheet, blocks};

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
    blocks::write(out, sheet.rows, going, |rows, text| {
        let cells = sheet.reader();
        for row in rows {
            text.extend_from_slice(if row == 0 { b"\n{" } else { b",\n{" });
            for (at, key) in keys.iter().enumerate() {
                if at > 0 {
                    text.push(b',');
                }
                text.extend_from_slice(key.as_bytes());
                match cells.raw(row, at) {
                    Cell::Number(number) => text.extend_from_slice(number.as_bytes()),
                    Cell::Text(value) => serde_json::to_writer(&mut *text, &value)?,
                    Cell::Empty | Cell::Moment(_) => text.extend_from_slice(b"null"),
                }
            }
            text.push(b'}');
        }
        Ok(())
    })?;
    out.write_all(b"\n]}\n")
}
