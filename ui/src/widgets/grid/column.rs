//! A column as a row of data: its title, its look, its width, and how a record's text is read.

/// What the grid draws of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Head {
    pub(crate) title: &'static str,
    pub(crate) look: Look,
    /// Pixels; what is left over is shared out.
    pub(crate) width: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// Names the row, stays while scrolling sideways, and is the link that opens it. The first column.
    Name,
    Text,
    /// Ids and codes.
    Mono,
}

impl Look {
    pub(super) fn class(self) -> &'static str {
        match self {
            Look::Name => "grid-name",
            Look::Text => "grid-text",
            Look::Mono => "grid-text mono",
        }
    }
}

/// A column of records in memory.
#[derive(Debug)]
pub(crate) struct Column<R: 'static> {
    pub(crate) head: Head,
    pub(crate) text: fn(&R) -> String,
}

/// A row of a table of columns.
pub(crate) const fn column<R>(
    title: &'static str,
    look: Look,
    width: u16,
    text: fn(&R) -> String,
) -> Column<R> {
    Column { head: Head { title, look, width }, text }
}

pub(crate) fn heads<R>(columns: &[Column<R>]) -> Vec<Head> {
    columns.iter().map(|column| column.head).collect()
}
