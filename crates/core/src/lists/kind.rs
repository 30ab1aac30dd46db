//! The lists that are loaded whole: their columns, how their records are read, and their pages.
//!
//! A cell stores a text without its quotes, and any other value as its JSON. Neither record has a member that must not reach the
//! page.

use tapline_contract::card::Exact;
use tapline_contract::endpoints::{ListSettlements, ListTransactions};
use tapline_contract::list_column::{
    ColumnKind, ListColumn, SETTLEMENT_COLUMNS, Spread, TRANSACTION_COLUMNS,
};
use tapline_contract::record::{Misfit, Record as _};
use tapline_contract::settlement::{Settlement, SettlementQuery};
use tapline_contract::transaction::{Transaction, TransactionQuery};
use tapline_http::Sending;

use super::cells::Cells;

/// One kind of list.
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

macro_rules! whole_lists {
    ($($endpoint:ident: $query:ident, $schema:ident;)*) => { $(
        impl WholeList for $endpoint {
            const SCHEMA: &'static Schema = &$schema;
            fn page(query: &$query, size: i64, number: Option<i64>) -> $query {
                $query { page_size: Some(size), page_number: number, ..query.clone() }
            }
        }
    )* };
}

whole_lists! {
    ListTransactions: TransactionQuery, TRANSACTIONS;
    ListSettlements: SettlementQuery, SETTLEMENTS;
}

impl Schema {
    /// The place of a column that a window may ask for.
    pub(super) fn find(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name == name && column.kind != ColumnKind::Object)
    }

    pub(super) fn cells(&self) -> Vec<Cells> {
        let cells = |column: &ListColumn| match column.spread {
            Spread::Few => Cells::few(),
            Spread::Many => Cells::many(),
        };
        self.columns.iter().map(cells).collect()
    }
}

static TRANSACTIONS: Schema = Schema {
    words: "transactions",
    columns: TRANSACTION_COLUMNS,
    exact: Transaction::is_exact,
    read: |raw| Transaction::read(raw).map(drop),
};

static SETTLEMENTS: Schema = Schema {
    words: "settlements",
    columns: SETTLEMENT_COLUMNS,
    exact: Settlement::is_exact,
    read: |raw| Settlement::read(raw).map(drop),
};

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
        for (schema, members) in
            [(&TRANSACTIONS, members::<Transaction>()), (&SETTLEMENTS, members::<Settlement>())]
        {
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
