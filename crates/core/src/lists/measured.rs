//! The columns of a list from a body in memory: what `cargo xtask bench` measures without a service.
//!
//! Not a way to open lists. Only under the feature `measured`, which nothing that is shipped has.

use tapline_contract::endpoints::ListTransactions;
use tapline_contract::list::RowsQuery;
use tapline_contract::rows::Rows;

use super::budget::{self, Budget};
use super::kind::Loaded as _;
use super::list_reader::ListReader;
use super::table::Table;
use super::view::Held;

/// Bytes of a body that the unpacking hands over at once.
const PIECE: usize = 36 << 10;

/// Transactions in columns.
pub struct Columns(Held);

impl Columns {
    /// `None` when the body is no list of transactions, or more than the budget of memory.
    pub fn of(body: &[u8]) -> Option<Columns> {
        Columns::of_pieces(body.chunks(PIECE))
    }

    /// The same of a body that need not be in memory as a whole.
    pub fn of_pieces(pieces: impl IntoIterator<Item: AsRef<[u8]>>) -> Option<Columns> {
        let mut table = Table::new(ListTransactions::SCHEMA, &Budget::of(budget::MOST));
        let mut reader = ListReader::default();
        for piece in pieces {
            reader.push(piece.as_ref(), &mut table).ok()?;
        }
        reader.finish().ok()?;
        table.settle();
        table.fits().then(|| Columns(Held::of(table)))
    }

    /// `None` when the query names a column that the list lacks.
    pub fn window(&self, query: &RowsQuery) -> Option<Rows> {
        self.0.window(query).ok()
    }
}
