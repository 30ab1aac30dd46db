//! The lists that are loaded whole: their columns, how their records are read, and their pages.
//!
//! A cell stores a text without its quotes, and any other value as its JSON. Neither record has a member that must not reach the
//! page.

use tapline_contract::card::Exact;
use tapline_contract::endpoints::{ListSettlements, ListTransactions};
use tapline_contract::list::MOST_ROWS;
use tapline_contract::list_column::{ColumnKind, ListColumn, SETTLEMENT_COLUMNS, TRANSACTION_COLUMNS};
use tapline_contract::record::{Misfit, Record as _};
use tapline_contract::settlement::{Settlement, SettlementQuery};
use tapline_contract::transaction::{Transaction, TransactionQuery};
use tapline_http::Sending;

/// Columns of one list, and the rules for its records.
#[derive(Debug)]
pub(super) struct Schema {
    /// "transactions"
    pub(super) words: &'static str,
    /// The first column identifies a record.
    pub(super) columns: &'static [ListColumn],
    /// Members that are no card numbers whatever they look like: the contract's marks, and nothing else.
    pub(super) exact: Exact,
    /// Fails for a record that the contract cannot read.
    pub(super) read: fn(&str) -> Result<(), Misfit>,
}

/// A list that is loaded whole.
pub(super) trait WholeList: Sending<Id = ()> {
    const SCHEMA: &'static Schema;

    /// Another page of the same query; -1 is all of them.
    fn page(query: &Self::Input, size: i64, number: Option<i64>) -> Self::Input;
}

impl WholeList for ListTransactions {
    const SCHEMA: &'static Schema = &Schema {
        words: "transactions",
        columns: TRANSACTION_COLUMNS,
        exact: Transaction::is_exact,
        read: |raw| Transaction::read(raw).map(drop),
    };

    fn page(query: &TransactionQuery, size: i64, number: Option<i64>) -> TransactionQuery {
        TransactionQuery { page_size: Some(size), page_number: number, ..query.clone() }
    }
}

impl WholeList for ListSettlements {
    const SCHEMA: &'static Schema = &Schema {
        words: "settlements",
        columns: SETTLEMENT_COLUMNS,
        exact: Settlement::is_exact,
        read: |raw| Settlement::read(raw).map(drop),
    };

    fn page(query: &SettlementQuery, size: i64, number: Option<i64>) -> SettlementQuery {
        SettlementQuery { page_size: Some(size), page_number: number, ..query.clone() }
    }
}

/// Reason why a window cannot be given, as a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadQuery {
    #[error("A window has at most {MOST_ROWS} rows. Ask for fewer.")]
    TooManyRows,
    #[error("This list has no column {0}. Load the page again.")]
    Column(String),
    #[error("The column {0} has no numbers, so it has no range. Choose another column.")]
    NoNumbers(String),
    #[error(
        "The journal in Tapline's data folder can't be read ({0}). Check the disk, then load the page again."
    )]
    Journal(String),
}

impl Schema {
    /// The place of a column that a window may ask for.
    pub(super) fn find(&self, name: &str) -> Result<usize, BadQuery> {
        let is = |column: &ListColumn| column.name == name && column.kind != ColumnKind::Object;
        self.columns.iter().position(is).ok_or_else(|| BadQuery::Column(name.to_owned()))
    }

    pub(super) fn find_all(&self, names: &[String]) -> Result<Vec<usize>, BadQuery> {
        names.iter().map(|name| self.find(name)).collect()
    }
}

#[cfg(test)]
mod tests {
    use tapline_contract::record::Record;

    use super::*;

    /// Number of members that the contract names.
    fn members<R: Record>() -> usize {
        assert!(R::SECRET_MEMBERS.iter().all(|name| name.is_empty()), "lists are not cut");
        R::SECRET_MEMBERS.len()
    }

    #[test]
    fn every_member_of_the_contract_has_a_column() {
        for (schema, members) in [
            (ListTransactions::SCHEMA, members::<Transaction>()),
            (ListSettlements::SCHEMA, members::<Settlement>()),
        ] {
            let own = schema.columns.iter().filter(|column| !column.name.contains('.'));
            assert_eq!(own.count(), members, "{}", schema.words);
            assert!(schema.columns.len() <= 64 && schema.columns[0].kind == ColumnKind::Id);
            // The contract knows each name: it names the member when its value is of the wrong kind.
            for column in schema.columns.iter().filter(|column| column.kind != ColumnKind::Id) {
                let wrong = if column.kind == ColumnKind::Number { r#""x""# } else { "5" };
                let member = column
                    .name
                    .split('.')
                    .rev()
                    .fold(wrong.to_owned(), |inner, name| format!("{{{name:?}:{inner}}}"));
                let record = format!("{{{:?}:\"1\",{}", schema.columns[0].name, &member[1..]);
                assert_eq!((schema.read)(&record).unwrap_err().field, column.name);
            }
        }
    }
}
