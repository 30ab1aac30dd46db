//! Which columns a list has: the members of its records, one row each. Service document, "Transaction" and "Settlement batch".
//!
//! A member that has no row here is not kept. Neither record has a member that must not reach the page.

use tapline_contract::card::Exact;
use tapline_contract::endpoints::{ListSettlements, ListTransactions};
use tapline_contract::record::{Misfit, Record as _};
use tapline_contract::settlement::{Settlement, SettlementQuery};
use tapline_contract::transaction::{Transaction, TransactionQuery};

use super::cells::Cells;
use crate::http::Sending;

/// What the value of a member is; a cell keeps a text without its quotes, and anything else as its JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Text, or a whole number; there in every record.
    Id,
    Text,
    Number,
    Json,
    /// An object, whose members are the columns behind it. Its own cells are empty.
    Object,
}

/// A member of a record by its path.
#[derive(Debug)]
pub(super) struct Column {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    many: bool,
}

/// One kind of list.
#[derive(Debug)]
pub(super) struct Schema {
    /// "transactions"
    pub(super) words: &'static str,
    /// The first one tells records apart.
    pub(super) columns: &'static [Column],
    /// Which members are no card numbers whatever they look like: the contract's marks, and nothing else.
    pub(super) exact: Exact,
    /// Whether the contract can read a record.
    pub(super) read: fn(&str) -> Result<(), Misfit>,
}

/// A list that is loaded whole.
pub(super) trait Loaded: Sending<Id = ()> {
    const SCHEMA: &'static Schema;

    /// Another page of the same query; -1 is all of them.
    fn page(query: &Self::Input, size: i64, number: Option<i64>) -> Self::Input;
}

macro_rules! loaded {
    ($($endpoint:ident: $query:ident, $schema:ident;)*) => { $(
        impl Loaded for $endpoint {
            const SCHEMA: &'static Schema = &$schema;
            fn page(query: &$query, size: i64, number: Option<i64>) -> $query {
                $query { page_size: Some(size), page_number: number, ..query.clone() }
            }
        }
    )* };
}

loaded! {
    ListTransactions: TransactionQuery, TRANSACTIONS;
    ListSettlements: SettlementQuery, SETTLEMENTS;
}

impl Schema {
    /// The place of a column that a window may ask for.
    pub(super) fn find(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name == name && column.kind != Kind::Object)
    }

    pub(super) fn cells(&self) -> Vec<Cells> {
        let cells = |column: &Column| if column.many { Cells::many() } else { Cells::few() };
        self.columns.iter().map(cells).collect()
    }
}

const fn few(kind: Kind, name: &'static str) -> Column {
    Column { name, kind, many: false }
}

const fn many(kind: Kind, name: &'static str) -> Column {
    Column { name, kind, many: true }
}

static TRANSACTIONS: Schema = Schema {
    words: "transactions",
    columns: &[
        many(Kind::Id, "tranId"),
        few(Kind::Object, "amount"),
        few(Kind::Text, "amount.currency"),
        many(Kind::Number, "amount.value"),
        many(Kind::Text, "approvalCode"),
        few(Kind::Text, "batchNo"),
        few(Kind::Text, "cvmPerformed"),
        few(Kind::Text, "appName"),
        few(Kind::Text, "linkedTranId"),
        few(Kind::Text, "mchName"),
        few(Kind::Text, "tsi"),
        few(Kind::Text, "acqTid"),
        many(Kind::Text, "rrn"),
        many(Kind::Text, "tc"),
        few(Kind::Text, "tranStatus"),
        few(Kind::Text, "tranType"),
        few(Kind::Text, "atc"),
        few(Kind::Text, "tvr"),
        many(Kind::Text, "trace"),
        few(Kind::Text, "acqMid"),
        few(Kind::Text, "accountMasked"),
        few(Kind::Text, "sdkId"),
        few(Kind::Text, "paymentMethod"),
        few(Kind::Text, "hostMessageFormat"),
        few(Kind::Text, "aid"),
        few(Kind::Text, "entryMode"),
        few(Kind::Text, "callbackUrl"),
        few(Kind::Json, "actions"),
    ],
    exact: Transaction::is_exact,
    read: |raw| Transaction::read(raw).map(drop),
};

static SETTLEMENTS: Schema = Schema {
    words: "settlements",
    columns: &[
        many(Kind::Id, "batchId"),
        many(Kind::Text, "uuid"),
        many(Kind::Number, "paymentAmt"),
        few(Kind::Number, "refundAmt"),
        few(Kind::Number, "voidAmt"),
        few(Kind::Number, "paymentCount"),
        few(Kind::Number, "refundCount"),
        few(Kind::Number, "voidCount"),
        few(Kind::Text, "profileName"),
        few(Kind::Text, "profileMessage"),
        few(Kind::Text, "acquirerMid"),
        few(Kind::Text, "acquirerTid"),
        few(Kind::Text, "acquirerRefNo"),
        few(Kind::Text, "acquirerCode"),
        few(Kind::Text, "mchName"),
        few(Kind::Text, "currency"),
        few(Kind::Number, "state"),
        many(Kind::Text, "createdAt"),
        many(Kind::Text, "updatedAt"),
        many(Kind::Text, "successTime"),
        few(Kind::Json, "transactions"),
    ],
    exact: Settlement::is_exact,
    read: |raw| Settlement::read(raw).map(drop),
};

#[cfg(test)]
mod tests {
    use tapline_contract::record::Record;

    use super::*;

    /// Of a record: how many members the contract names.
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
            assert!(schema.columns.len() <= 64 && schema.columns[0].kind == Kind::Id);
            // The contract knows each name: it names the member when its value is of the wrong kind.
            for column in schema.columns.iter().filter(|column| column.kind != Kind::Id) {
                let wrong = if column.kind == Kind::Number { r#""x""# } else { "5" };
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
