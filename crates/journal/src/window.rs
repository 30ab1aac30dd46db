//! Windows of the history, for lists: sorted, filtered and searched by SQLite, row by row, so that no answer needs all lines at once.

use std::path::Path;
use std::sync::{Arc, Mutex};

use rusqlite::functions::FunctionFlags;
use rusqlite::types::ValueRef;
use rusqlite::{Connection as Sql, OpenFlags, Row, ToSql, params, params_from_iter};
use tapline_contract::card;
use tapline_contract::connection::ConnectionId;
use tapline_contract::list::{Filter, LONGEST_CELL, RowsQuery, Sort};
use tapline_contract::rows::{RowCells, Rows};
use tapline_platform::files;
use tapline_platform::sync::locked;

use super::{Journal, JournalError};

/// Columns of a list, by their names on the page and in SQL.
const COLUMNS: [(&str, &str); 8] = [
    ("what", "what"),
    ("outcome", "outcome"),
    ("at", "at"),
    ("account", "account"),
    ("did", "did"),
    ("request", "request"),
    ("operation", "id"),
    ("call", "call"),
];

/// Lines of one connection as they were when a list was opened; later ones are not among them.
pub struct Listed {
    journal: Arc<Journal>,
    connection: ConnectionId,
    last: i64,
    rows: u32,
    /// Count of the last filter.
    counted: Mutex<Option<(Filter, u32)>>,
}

/// A part of a query as SQL, with its values.
#[derive(Default)]
struct Clause {
    sql: String,
    values: Vec<Box<dyn ToSql>>,
}

/// Why a window cannot be given.
#[derive(Debug, thiserror::Error)]
pub enum WindowError {
    #[error("no column {0}")]
    Column(String),
    #[error("no numbers in {0}")]
    NoNumbers(String),
    #[error(transparent)]
    Journal(#[from] JournalError),
}

impl From<rusqlite::Error> for WindowError {
    fn from(error: rusqlite::Error) -> WindowError {
        WindowError::Journal(error.into())
    }
}

/// A second handle that reads what was committed, whatever is being written.
pub(super) fn reader(path: &Path) -> Result<Sql, JournalError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let sql = Sql::open_with_flags(path, flags)?;
    sql.busy_timeout(files::longest_wait())?;
    sql.pragma_update(None, "query_only", true)?;
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    sql.create_scalar_function("holds", 2, flags, |context| {
        let (ValueRef::Text(text), ValueRef::Text(typed)) = (context.get_raw(0), context.get_raw(1)) else {
            return Ok(false);
        };
        Ok(holds(text, typed))
    })?;
    Ok(sql)
}

/// True if the text contains what was typed, in any letter case. `typed` is in lower case.
fn holds(text: &[u8], typed: &[u8]) -> bool {
    if text.is_ascii() && typed.is_ascii() {
        let first = typed.first().copied();
        return first.is_none()
            || text.windows(typed.len()).any(|window| {
                first == Some(window[0].to_ascii_lowercase()) && window.eq_ignore_ascii_case(typed)
            });
    }
    let [text, typed] = [text, typed].map(String::from_utf8_lossy);
    text.to_lowercase().contains(&*typed)
}

fn column(name: &str) -> Result<&'static str, WindowError> {
    let known = COLUMNS.iter().find(|(known, _)| *known == name);
    known.map(|(_, sql)| *sql).ok_or_else(|| WindowError::Column(name.to_owned()))
}

impl Clause {
    fn value(&mut self, value: impl ToSql + 'static) -> &mut Clause {
        self.values.push(Box::new(value));
        self.sql.push('?');
        self
    }

    fn add(&mut self, sql: &str) -> &mut Clause {
        self.sql.push_str(sql);
        self
    }

    /// True or false for every line, never NULL.
    fn filter(&mut self, filter: &Filter) -> Result<(), WindowError> {
        match filter {
            Filter::Contains { columns, text } => {
                let named = columns.iter().map(|name| column(name)).collect::<Result<Vec<_>, _>>()?;
                let all = COLUMNS.map(|(_, sql)| sql);
                let columns = if named.is_empty() { &all[..] } else { &named[..] };
                self.add("(0");
                for column in columns {
                    self.add(" OR holds(").add(column).add(", ").value(text.to_lowercase()).add(")");
                }
                self.add(")");
            }
            Filter::Equals { column: name, value } => {
                self.add(column(name)?).add(" IS ").value(value.clone());
            }
            Filter::OneOf { column: name, values } => {
                self.add("coalesce(").add(column(name)?).add(" IN (SELECT value FROM json_each(");
                self.value(serde_json::to_string(values).map_err(JournalError::from)?).add(")), 0)");
            }
            Filter::Between { column: name, .. } => {
                column(name)?;
                return Err(WindowError::NoNumbers(name.clone()));
            }
            Filter::Bits { column: name, .. } => {
                column(name)?;
                self.add("0");
            }
            Filter::Not(inner) => {
                self.add("NOT (");
                self.filter(inner)?;
                self.add(")");
            }
            Filter::All(all) => {
                self.add("(1");
                for one in all {
                    self.add(" AND ");
                    self.filter(one)?;
                }
                self.add(")");
            }
        }
        Ok(())
    }
}

/// The SQL of an order. Lines without a value come last, equal ones as listed.
fn order(sort: Option<&Sort>) -> Result<String, WindowError> {
    let listed = "at DESC, number DESC";
    let Some(Sort { column: name, descending }) = sort else { return Ok(listed.to_owned()) };
    let (column, way) = (column(name)?, if *descending { "DESC" } else { "ASC" });
    Ok(match column {
        "at" => format!("at {way}, number DESC"),
        _ => format!("coalesce({column}, '') = '', {column} {way}, {listed}"),
    })
}

impl Listed {
    pub fn open(journal: Arc<Journal>, connection: ConnectionId) -> Result<Listed, JournalError> {
        let (last, rows) = {
            let reader = locked(&journal.reader);
            let last =
                reader.query_row("SELECT coalesce(max(number), 0) FROM listed", [], |row| row.get(0))?;
            let count = "SELECT count(*) FROM listed INDEXED BY listed_by_time WHERE connection = ?1 AND number <= ?2";
            let rows: i64 = reader.query_row(count, params![connection.0, last], |row| row.get(0))?;
            (last, u32::try_from(rows).unwrap_or(u32::MAX))
        };
        Ok(Listed { journal, connection, last, rows, counted: Mutex::default() })
    }

    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// Ids in these columns are Tapline's own or came in a header: no card numbers.
    pub fn is_exact(column: &str) -> bool {
        ["request", "operation"].contains(&column)
    }

    /// The rows of a query.
    pub fn window(&self, query: &RowsQuery) -> Result<Rows, WindowError> {
        let RowsQuery { first, columns, .. } = query;
        let texts = columns.iter().map(|name| column(name)).collect::<Result<Vec<_>, _>>()?;
        let numbers = self.numbers(query)?;
        let total = self.total(query.filter.as_ref())?;
        let reader = locked(&self.journal.reader);
        let text = format!("SELECT {} FROM listed WHERE number = ?1", COLUMNS.map(|(_, sql)| sql).join(", "));
        let mut line = reader.prepare_cached(&text)?;
        let mut lines: Vec<Vec<Option<String>>> = Vec::with_capacity(numbers.len());
        for number in &numbers {
            // A line that was archived meanwhile leaves an empty row until the list is read again.
            let read = |row: &Row<'_>| texts.iter().map(|column| row.get(*column)).collect();
            let mut found = line.query([number])?;
            lines.push(found.next()?.map_or_else(|| Ok(vec![None; texts.len()]), read)?);
        }
        let mut cells = RowCells::default();
        for (at, name) in columns.iter().enumerate() {
            let mut last = None;
            for line in &lines {
                match (line[at].as_deref(), last) {
                    (None | Some(""), _) => cells.push_none(),
                    (Some(text), Some((same, number))) if text == same => cells.push_again(number),
                    (Some(text), _) => last = Some((text, cells.push_text(&cut(text, name)))),
                }
            }
        }
        let places = (*first..).take(numbers.len()).collect();
        Ok(Rows { total, rows: places, cells, days: Vec::new() })
    }

    /// The texts of all lines that pass the filter, in the order of the sort.
    pub fn texts(
        &self,
        columns: &[String],
        sort: Option<&Sort>,
        filter: Option<&Filter>,
    ) -> Result<Vec<Vec<Option<String>>>, WindowError> {
        let named = columns.iter().map(|name| column(name)).collect::<Result<Vec<_>, _>>()?;
        let mut query = self.lines(&named.join(", "), filter)?;
        query.add(" ORDER BY ").add(&order(sort)?);
        let reader = locked(&self.journal.reader);
        let mut statement = reader.prepare(&query.sql)?;
        let read = |row: &Row<'_>| (0..named.len()).map(|at| row.get(at)).collect();
        let found = statement.query_map(params_from_iter(query.values), read)?;
        Ok(found.collect::<Result<_, _>>()?)
    }

    /// Numbers of the lines of a query.
    fn numbers(&self, wanted: &RowsQuery) -> Result<Vec<i64>, WindowError> {
        let mut query = self.lines("number", wanted.filter.as_ref())?;
        query.add(" ORDER BY ").add(&order(wanted.sort.as_ref())?);
        query.add(" LIMIT ").value(wanted.count).add(" OFFSET ").value(wanted.first);
        let reader = locked(&self.journal.reader);
        let mut statement = reader.prepare_cached(&query.sql)?;
        let found = statement.query_map(params_from_iter(query.values), |row| row.get(0))?;
        Ok(found.collect::<Result<_, _>>()?)
    }

    /// Number of lines that pass the filter.
    fn total(&self, filter: Option<&Filter>) -> Result<u32, WindowError> {
        let Some(filter) = filter else { return Ok(self.rows) };
        if let Some((known, total)) = &*locked(&self.counted)
            && known == filter
        {
            return Ok(*total);
        }
        let query = self.lines("count(*)", Some(filter))?;
        let total: i64 = locked(&self.journal.reader)
            .prepare_cached(&query.sql)?
            .query_row(params_from_iter(query.values), |row| row.get(0))?;
        let total = u32::try_from(total).unwrap_or(u32::MAX);
        *locked(&self.counted) = Some((filter.clone(), total));
        Ok(total)
    }

    fn lines(&self, what: &str, filter: Option<&Filter>) -> Result<Clause, WindowError> {
        let mut query = Clause::default();
        query.add("SELECT ").add(what).add(" FROM listed INDEXED BY listed_by_time WHERE connection = ");
        query.value(self.connection.0.clone()).add(" AND number <= ").value(self.last);
        if let Some(filter) = filter {
            query.add(" AND ");
            query.filter(filter)?;
        }
        Ok(query)
    }
}

/// The text of a cell: card numbers shortened, and not longer than a window shows.
fn cut(text: &str, column: &str) -> String {
    let text = card::cell(text, column, Listed::is_exact);
    match text.char_indices().nth(LONGEST_CELL) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into_owned(),
    }
}
