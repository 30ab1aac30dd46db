//! The whole list of EMV configurations, and whether it is whole. Service document, "EMV configuration", List.
//!
//! `pageSize` -1 asks for all. A service that says there is more anyway is asked page by page, until nothing new comes. What
//! is not in a list that may be incomplete is not concluded to be gone.

use tapline_contract::Failure;
use tapline_contract::emv_config::{EmvConfig, EmvId};
use tapline_contract::endpoints::ListEmv;
use tapline_contract::record::{self, Field as _};
use tapline_contract::wire::{Page, PageQuery};

use crate::http::Client;

const MOST_PAGES: i64 = 1000;

#[derive(Clone, Debug)]
pub(crate) struct EmvList {
    /// All pages as one; `has_next` stays true when the list is incomplete.
    pub(crate) page: Page<EmvConfig>,
    pub(crate) complete: bool,
}

pub(crate) async fn read(client: &Client) -> Result<EmvList, Failure> {
    let first = client.send::<ListEmv>(&(), &PageQuery::ALL).await?.output;
    let mut list = EmvList::of(first);
    for number in 2..=MOST_PAGES {
        if !list.wants_more() {
            break;
        }
        let query = PageQuery { page_number: Some(number), ..PageQuery::ALL };
        match client.send::<ListEmv>(&(), &query).await {
            Ok(page) => {
                if !list.add(page.output) {
                    break;
                }
            }
            // Only its count said that there is more.
            Err(_) if !list.page.has_next => break,
            Err(failure) => return Err(failure),
        }
    }
    list.complete = !list.page.has_next;
    Ok(list)
}

impl EmvList {
    fn of(mut first: Page<EmvConfig>) -> EmvList {
        let records = std::mem::take(&mut first.records);
        let mut list = EmvList { page: first, complete: false };
        list.add_records(records);
        list
    }

    fn wants_more(&self) -> bool {
        let count = i64::try_from(self.page.records.len() + self.page.unreadable.len()).unwrap_or(i64::MAX);
        self.page.has_next || self.page.total.is_some_and(|total| total > count)
    }

    /// False when the page brought nothing new: then asking on would go on for ever.
    fn add(&mut self, page: Page<EmvConfig>) -> bool {
        let before = self.page.records.len() + self.page.unreadable.len();
        self.add_records(page.records);
        for unreadable in page.unreadable {
            if self.page.unreadable.iter().all(|known| known.raw != unreadable.raw) {
                self.page.unreadable.push(unreadable);
            }
        }
        let progress = self.page.records.len() + self.page.unreadable.len() > before;
        // A page without anything new is no proof of an end, unless it says so.
        self.page.has_next = page.has_next;
        progress
    }

    fn add_records(&mut self, records: Vec<EmvConfig>) {
        for record in records {
            if self.find(&record.id).is_none() {
                self.page.records.push(record);
            }
        }
    }

    pub(crate) fn find(&self, id: &EmvId) -> Option<&EmvConfig> {
        self.page.records.iter().find(|record| record.id == *id)
    }

    /// Whether the service has no record of this id: the list is whole, and none of the unreadable ones can be it.
    pub(crate) fn proves_absence(&self, id: &EmvId) -> bool {
        let other = |raw: &str| {
            let mut members = record::members(raw).ok()?;
            let at = members.iter().position(|(key, _)| key == "id")?;
            EmvId::read(Some(&members.swap_remove(at).1)).map(|found| found != *id)
        };
        self.complete
            && self.find(id).is_none()
            && self.page.unreadable.iter().all(|unreadable| other(&unreadable.raw) == Some(true))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use tapline_contract::wire::read_success;

    use super::*;

    /// A list as the service would tell it: `records` is JSON.
    pub(in crate::change) fn list(records: &str, complete: bool) -> EmvList {
        EmvList { complete, ..EmvList::of(page(records, !complete)) }
    }

    fn page(records: &str, more: bool) -> Page<EmvConfig> {
        let body = format!(r#"{{"code":0,"data":{{"records":[{records}],"hasNext":{more}}}}}"#);
        read_success(&body).unwrap()
    }

    #[test]
    fn pages_are_joined_until_nothing_new_comes() {
        let mut list = EmvList::of(page(r#"{"id":1},{"id":2},{"id":1}"#, true));
        assert!(list.wants_more());
        assert!(list.add(page(r#"{"id":2},{"id":3},{"bad":1}"#, true)));
        assert!(!list.add(page(r#"{"id":3},{"bad":1}"#, true)), "the same page again");
        assert_eq!(list.page.records.len(), 3);
        assert_eq!(list.page.unreadable.len(), 1);
        assert!(list.page.has_next, "it stays incomplete");
    }

    #[test]
    fn a_larger_total_is_asked_for() {
        let mut first = page(r#"{"id":1}"#, false);
        first.total = Some(2);
        assert!(EmvList::of(first.clone()).wants_more());
        first.total = Some(1);
        assert!(!EmvList::of(first.clone()).wants_more());
        first.total = Some(-5);
        assert!(!EmvList::of(first).wants_more());
    }

    #[test]
    fn absence_needs_a_whole_list() {
        let seven = EmvId::from(7);
        for (records, complete, absent) in [
            (r#"{"id":1}"#, true, true),
            (r#"{"id":1}"#, false, false),
            (r#"{"id":7}"#, true, false),
            (r#"{"id":1,"emvName":5}"#, true, true),
            (r#"{"id":7,"emvName":5}"#, true, false),
            (r#"{"emvName":5}"#, true, false),
            ("5", true, false),
        ] {
            assert_eq!(list(records, complete).proves_absence(&seven), absent, "{records}");
        }
    }
}
