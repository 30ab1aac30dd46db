//! Rows of a list: a table that was loaded, or lines of the journal that are read when a window needs them.

use tapline_contract::card::Exact;
use tapline_contract::list::{Filter, MOST_ROWS, RowsQuery, Sort};
use tapline_contract::rows::Rows;
use tapline_journal::{Listed, WindowError};

use super::view::{BadQuery, PickedTable, TableView};

pub(crate) enum RowSource {
    Table(TableView),
    Journal(Listed),
}

/// Rows of a query, for reading them one after the other.
pub(crate) enum PickedRows<'h> {
    Table(PickedTable<'h>),
    Journal(Vec<Vec<Option<String>>>),
}

impl From<WindowError> for BadQuery {
    fn from(error: WindowError) -> BadQuery {
        match error {
            WindowError::Column(name) => BadQuery::Column(name),
            WindowError::NoNumbers(name) => BadQuery::NoNumbers(name),
            WindowError::Journal(error) => BadQuery::Journal(error.to_string()),
        }
    }
}

impl RowSource {
    pub(super) fn rows(&self) -> u32 {
        match self {
            RowSource::Table(view) => view.table().rows(),
            RowSource::Journal(listed) => listed.rows(),
        }
    }

    pub(crate) fn table(&self) -> Option<&TableView> {
        match self {
            RowSource::Table(view) => Some(view),
            RowSource::Journal(_) => None,
        }
    }

    /// Members of its records that are no card numbers.
    pub(crate) fn exact(&self) -> Exact {
        match self {
            RowSource::Table(view) => view.exact(),
            RowSource::Journal(_) => Listed::is_exact,
        }
    }

    pub(crate) fn window(&self, query: &RowsQuery) -> Result<Rows, BadQuery> {
        match self {
            RowSource::Table(view) => view.window(query),
            RowSource::Journal(_) if query.count > MOST_ROWS => Err(BadQuery::TooManyRows),
            RowSource::Journal(listed) => Ok(listed.window(query)?),
        }
    }

    /// All rows of a query. Those of the journal are held until they are written.
    pub(crate) fn picked(
        &self,
        sort: Option<Sort>,
        filter: Option<Filter>,
        columns: &[String],
    ) -> Result<PickedRows<'_>, BadQuery> {
        Ok(match self {
            RowSource::Table(view) => PickedRows::Table(view.picked(sort, filter, columns)?),
            RowSource::Journal(listed) => {
                PickedRows::Journal(listed.texts(columns, sort.as_ref(), filter.as_ref())?)
            }
        })
    }
}

impl PickedRows<'_> {
    pub(crate) fn rows(&self) -> usize {
        match self {
            PickedRows::Table(picked) => picked.rows(),
            PickedRows::Journal(rows) => rows.len(),
        }
    }

    /// The whole text, by places among the rows and columns picked.
    pub(crate) fn cell(&self, row: usize, column: usize) -> Option<&str> {
        match self {
            PickedRows::Table(picked) => picked.cell(row, column),
            PickedRows::Journal(rows) => rows.get(row)?.get(column)?.as_deref(),
        }
    }
}
