//! Search for sales in the loaded transactions, with the number of matches.

use tapline_contract::Failure;
use tapline_contract::commands::ListRows;
use tapline_contract::list::{Filter, ListState, RowsQuery, Sort};

use super::query::{SaleFilters, SaleSearch};
use crate::ipc;
use crate::pages::transactions::Coming;
use crate::widgets::grid::column::counted;

/// Transactions offered, at most.
const MOST: u32 = 6;

/// Words tried one by one, at most.
const TRIED: usize = 5;

/// Columns requested of a row, in this order.
pub(super) const COLUMNS: [&str; 10] = [
    "tranId",
    "amount.value",
    "amount.currency",
    "paymentMethod",
    "accountMasked",
    "tranStatus",
    "mchName",
    "sdkId",
    "cvmPerformed",
    "entryMode",
];

pub(super) type SaleRow = [String; COLUMNS.len()];

/// Result of a search in the loaded transactions.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Hits {
    /// The search that they answer.
    pub(super) of: Option<SaleFilters>,
    pub(super) total: u32,
    pub(super) rows: Vec<SaleRow>,
    /// Words that no match has; the rows were found without these words.
    pub(super) without: Vec<String>,
}

pub(super) async fn search(
    list: Option<ListState>,
    sale_filters: Option<SaleFilters>,
) -> Result<Hits, Failure> {
    let hits = match (list, sale_filters.clone()) {
        (Some(list), Some(filters)) => search_in(list, filters).await?,
        _ => Hits::default(),
    };
    Ok(Hits { of: sale_filters, ..hits })
}

async fn search_in(
    list: ListState,
    SaleFilters { required, optional }: SaleFilters,
) -> Result<Hits, Failure> {
    let all = std::iter::once(&required).chain(optional.iter().map(|(_, filter)| filter));
    let found = rows(&list, all.cloned().collect()).await?;
    if found.total > 0 || optional.is_empty() {
        return Ok(found);
    }
    let mut filters = vec![required];
    let mut hits = rows(&list, filters.clone()).await?;
    let (tried, left) = optional.split_at(optional.len().min(TRIED));
    let mut without = Vec::new();
    for (word, filter) in tried {
        filters.push(filter.clone());
        let found = if hits.total > 0 { rows(&list, filters.clone()).await? } else { Hits::default() };
        if found.total > 0 {
            hits = found;
        } else {
            filters.pop();
            without.push(word.clone());
        }
    }
    without.extend(left.iter().map(|(word, _)| word.clone()));
    Ok(Hits { without, ..hits })
}

async fn rows(list: &ListState, filters: Vec<Filter>) -> Result<Hits, Failure> {
    let query = RowsQuery {
        list: list.list,
        version: list.version,
        first: 0,
        count: MOST,
        columns: COLUMNS.map(str::to_owned).to_vec(),
        // An id begins with its day.
        sort: Some(Sort { column: COLUMNS[0].to_owned(), descending: true }),
        filter: Some(Filter::All(filters)),
    };
    let found = ipc::command::<ListRows>(query).await?;
    let cell = |column: usize, row: usize| found.cell(row, column).unwrap_or_default().to_owned();
    let rows = (0..found.rows.len()).map(|row| std::array::from_fn(|column| cell(column, row))).collect();
    Ok(Hits { total: found.total, rows, ..Hits::default() })
}

/// Number of matches of the total, with advice if there are no matches or too many.
pub(super) fn summary(
    hits: &Hits,
    loaded: Option<&ListState>,
    coming: Coming,
    no_filter: bool,
    sought: Option<&SaleSearch>,
) -> String {
    let is_id = sought.is_some_and(|sought| sought.id().is_some());
    if no_filter {
        return "Confirm the unit of amounts in Transactions to find sales by amount.".to_owned();
    }
    let more = if coming == Coming::Reading { " Loading more…" } else { "" };
    let count = match (loaded, coming) {
        (Some(list), _) => usize::try_from(list.loaded).unwrap_or(usize::MAX),
        (None, _) if is_id => {
            return "No transactions loaded. Open the id directly.".to_owned();
        }
        (None, Coming::Failed) => {
            return "Transactions not loaded. Open Transactions and refresh.".to_owned();
        }
        (None, _) => return "Loading transactions…".to_owned(),
    };
    format!("{}{more}", in_words(hits, count))
}

fn in_words(hits: &Hits, count: usize) -> String {
    let Hits { total, without, .. } = hits;
    let loaded = match count {
        0 => return "No transactions loaded.".to_owned(),
        1 => "1 loaded transaction".to_owned(),
        many => format!("{} loaded transactions", counted(many)),
    };
    if *total == 0 {
        return format!("No match in {loaded}.");
    }
    let without = match without.as_slice() {
        [] => String::new(),
        [word] => format!("No match with “{word}”. Without it: "),
        many => {
            let words: Vec<_> = many.iter().map(|word| format!("“{word}”")).collect();
            format!("No match with {}. Without these: ", words.join(" or "))
        }
    };
    if *total > MOST {
        return format!(
            "{without}{total} of {loaded}, first {MOST} shown. Add the last four digits, scheme, merchant or terminal."
        );
    }
    format!("{without}{total} of {loaded}.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_many_is_said_with_what_was_passed_over() {
        let hits = |total: u32, without: &[&str]| Hits {
            total,
            without: without.iter().map(|word| (*word).to_owned()).collect(),
            ..Hits::default()
        };
        for (hits, count, expected) in [
            (hits(2, &[]), 2000, "2 of 2,000 loaded transactions."),
            (hits(1, &[]), 1, "1 of 1 loaded transaction."),
            (hits(0, &["1805"]), 2000, "No match in 2,000 loaded transactions."),
            (hits(0, &[]), 0, "No transactions loaded."),
            (hits(2, &["1805"]), 2000, "No match with “1805”. Without it: 2 of 2,000 loaded transactions."),
            (
                hits(2, &["1805", "hotel"]),
                300,
                "No match with “1805” or “hotel”. Without these: 2 of 300 loaded transactions.",
            ),
        ] {
            assert_eq!(in_words(&hits, count), expected);
        }
    }
}
