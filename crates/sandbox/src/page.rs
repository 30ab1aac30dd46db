//! Page-based lists. Service document, "Response conventions" and "Limits".
//!
//! Choices where the document is silent: a `pageSize` below 1 that is not -1, and a `pageNumber` below 1, are refused with
//! HTTP 400; with `pageSize` -1 the page is always the first; a page after the last is empty and keeps its number. Lists of
//! terminals and merchants have no documented page size or number: they are one page, and `pageNumber` is ignored there.

use serde::Serialize;
use tapline_contract::wire::PageQuery;

use crate::problem::Problem;

/// Records that a query selects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    /// `None`: all.
    pub(crate) size: Option<u32>,
    /// From 1.
    pub(crate) number: u32,
}

/// The payload of a list.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Payload<T> {
    total: u32,
    current: u32,
    records: Vec<T>,
    has_next: bool,
}

impl Window {
    pub(crate) fn from_query(query: PageQuery) -> Result<Window, Problem> {
        let size = query.page_size.unwrap_or(PageQuery::DEFAULT_SIZE);
        let number = positive("pageNumber", query.page_number.unwrap_or(1))?;
        Ok(match size {
            -1 => Window { size: None, number: 1 },
            size => Window { size: Some(positive("pageSize", size)?), number },
        })
    }

    /// A list that the document gives no page size: everything.
    pub(crate) const WHOLE: Window = Window { size: None, number: 1 };

    /// Number of records before the page.
    pub(crate) fn offset(self) -> u64 {
        u64::from(self.size.unwrap_or(0)) * u64::from(self.number - 1)
    }

    /// The page that holds `records` of `total`.
    pub(crate) fn payload<T>(self, total: u32, records: Vec<T>) -> Payload<T> {
        let end = self.size.map_or(u64::MAX, |size| self.offset() + u64::from(size));
        Payload { total, current: self.number, records, has_next: end < u64::from(total) }
    }
}

fn positive(name: &str, value: i64) -> Result<u32, Problem> {
    let whole = u32::try_from(value).ok().filter(|whole| *whole > 0);
    whole.ok_or_else(|| Problem::bad_request(format!("{name}: {value} is no page size or number")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_names_a_window_of_the_list() {
        let rows = [
            // pageSize, pageNumber -> size, number, offset, hasNext of 23
            (None, None, Some((Some(10), 1, 0, true))),
            (None, Some(3), Some((Some(10), 3, 20, false))),
            (Some(23), None, Some((Some(23), 1, 0, false))),
            (Some(22), None, Some((Some(22), 1, 0, true))),
            (Some(5), Some(99), Some((Some(5), 99, 490, false))),
            (Some(-1), None, Some((None, 1, 0, false))),
            (Some(-1), Some(7), Some((None, 1, 0, false))),
            (Some(0), None, None),
            (Some(-2), None, None),
            (Some(10), Some(0), None),
            (Some(i64::MAX), None, None),
        ];
        for (page_size, page_number, expected) in rows {
            let found = Window::from_query(PageQuery { page_size, page_number }).ok().map(|window| {
                let has_next = window.payload::<()>(23, Vec::new()).has_next;
                (window.size, window.number, window.offset(), has_next)
            });
            assert_eq!(found, expected, "{page_size:?} {page_number:?}");
        }
    }
}
