//! Page-based lists from their first page to their last: every record once, and whether that is all of them.
//!
//! Service document, "Response conventions". Pages shift while they are read: a record that comes twice counts once. A list
//! that repeats itself, or says for ever that there is more, ends incomplete; nothing is concluded from what an incomplete
//! list lacks. Nothing is allocated from what a service counts.

mod profiles;

use std::collections::BTreeMap;

use serde::Serialize;
use tapline_contract::acquirer::{Acquirer, AcquirerQuery};
use tapline_contract::device::{Device, DeviceQuery};
use tapline_contract::emv_config::{EmvConfig, EmvId};
use tapline_contract::endpoints::{ListAcquirers, ListDevices, ListEmv, ListMerchants};
use tapline_contract::merchant::{Merchant, MerchantQuery};
use tapline_contract::record::{self, Field as _, Misfit, Record};
use tapline_contract::wire::{Page, PageQuery, Unreadable};
use tapline_contract::{Failure, FailureKind};

pub use self::profiles::profiles;
use crate::{Client, Filter, Sending};

/// As `pageSize`: all at once.
const ALL: i64 = -1;

/// More pages than any list has whose `total` cannot be read.
pub const MOST_PAGES: u64 = 100_000;

/// A list of the service that can be read page by page.
pub trait Listed: Sending<Id = (), Output = Page<Self::Item>> {
    type Item: Record + Clone + Serialize + Send + Sync;

    /// The member that identifies a record.
    const KEY: &'static str;

    /// The record's key; `None` when it has none.
    fn key(item: &Self::Item) -> Option<String>;

    fn at_page(query: &Self::Input, number: i64) -> Self::Input;

    /// Query for pages of the default size, from a query for everything at once.
    fn in_pages(_query: &Self::Input) -> Option<Self::Input> {
        None
    }
}

macro_rules! listed {
    ($($name:ident: $item:ident by $key:literal, $query:ident $($whole:ident)?, |$record:ident| $of:expr;)*) => { $(
        impl Listed for $name {
            type Item = $item;
            const KEY: &'static str = $key;
            fn key($record: &$item) -> Option<String> {
                $of
            }
            fn at_page(query: &$query, number: i64) -> $query {
                $query { page_number: Some(number), ..query.clone() }
            }
            $(fn in_pages(query: &$query) -> Option<$query> {
                (query.page_size == Some($whole)).then(|| $query { page_size: None, ..query.clone() })
            })?
        }
    )* };
}

listed! {
    ListEmv: EmvConfig by "id", PageQuery ALL, |record| Some(record.id.to_string());
    ListDevices: Device by "deviceId", DeviceQuery, |record| Some(record.device_id.to_string());
    ListMerchants: Merchant by "mchId", MerchantQuery, |record| Some(record.mch_id.to_string());
    ListAcquirers: Acquirer by "id", AcquirerQuery ALL, |record| record.path_id().map(ToString::to_string);
}

/// The pages of a list as one.
#[derive(Clone, Debug)]
pub struct Walked<T> {
    /// All records; `has_next` stays true when there are more than were read.
    pub page: Page<T>,
    /// Nothing is missing, as far as the service says.
    pub complete: bool,
    at: BTreeMap<String, usize>,
}

/// Reads a list to its end.
pub async fn walk<E: Listed>(client: &Client, query: &E::Input) -> Result<Walked<E::Item>, Failure> {
    let by_default;
    let (first, query) = match (client.send::<E>(&(), query).await, E::in_pages(query)) {
        // Not every service gives all at once, although the document says so.
        (Err(failure), Some(smaller)) if failure.kind == FailureKind::Refused => {
            by_default = smaller;
            (client.send::<E>(&(), &by_default).await?, &by_default)
        }
        (first, _) => (first?, query),
    };
    let mut list = Walked::from_first::<E>(first.output);
    let first = u64::try_from(list.count().max(1)).unwrap_or(u64::MAX);
    let pages = match list.page.total.and_then(|total| u64::try_from(total).ok()) {
        Some(total) => total.div_ceil(first).saturating_add(2).min(MOST_PAGES),
        None => MOST_PAGES,
    };
    let mut number = 1;
    while list.wants_more() && number < pages {
        number += 1;
        let query = E::at_page(query, i64::try_from(number).unwrap_or(i64::MAX));
        match client.send::<E>(&(), &query).await {
            Ok(page) => {
                if !list.add::<E>(page.output) {
                    break;
                }
            }
            // Only its count said that there is more.
            Err(_) if !list.page.has_next => break,
            // No page of these lists is documented but the first: the records so far are kept, and are not all.
            Err(failure) if E::ALWAYS_WHOLE && failure.kind == FailureKind::Refused => break,
            Err(failure) => return Err(failure),
        }
    }
    let count = i64::try_from(list.count()).unwrap_or(i64::MAX);
    list.complete = !list.page.has_next && list.page.total.is_none_or(|total| total <= count);
    Ok(list)
}

/// Merchants, of a service that insists on `mchId` too: the document lists it as required although it is a filter. The form
/// that the service last accepted is tried first.
pub async fn merchants(client: &Client, query: &MerchantQuery) -> Result<Walked<Merchant>, Failure> {
    if query.mch_id.is_some() {
        return walk::<ListMerchants>(client, query).await;
    }
    let with_empty = MerchantQuery { mch_id: Some(String::new()), ..query.clone() };
    let (first, second) = match client.merchants_by() {
        Filter::Absent => (query, (Filter::Empty, &with_empty)),
        Filter::Empty => (&with_empty, (Filter::Absent, query)),
    };
    match walk::<ListMerchants>(client, first).await {
        Err(failure) if failure.kind == FailureKind::Refused => {
            let list = walk::<ListMerchants>(client, second.1).await.map_err(by_id)?;
            client.list_merchants_by(second.0);
            Ok(list)
        }
        other => other,
    }
}

/// Refused without an id and with an empty one: then it is the id that is missing.
fn by_id(mut failure: Failure) -> Failure {
    if failure.kind == FailureKind::Refused {
        failure.sentence.push_str(" This service may list merchants only by id: enter one.");
    }
    failure
}

impl<T: Record + Clone> Walked<T> {
    /// A list of which one page was read.
    pub fn from_first<E: Listed<Item = T>>(mut first: Page<T>) -> Walked<T> {
        let records = std::mem::take(&mut first.records);
        let mut list = Walked { page: first, complete: false, at: BTreeMap::new() };
        list.add_records::<E>(records);
        list
    }

    fn count(&self) -> usize {
        self.page.records.len() + self.page.unreadable.len()
    }

    fn wants_more(&self) -> bool {
        let count = i64::try_from(self.count()).unwrap_or(i64::MAX);
        self.page.has_next || self.page.total.is_some_and(|total| total > count)
    }

    /// False when the page brought nothing new: then asking on would go on for ever.
    fn add<E: Listed<Item = T>>(&mut self, page: Page<T>) -> bool {
        let before = self.count();
        self.add_records::<E>(page.records);
        for unreadable in page.unreadable {
            if self.page.unreadable.iter().all(|known| known.raw != unreadable.raw) {
                self.page.unreadable.push(unreadable);
            }
        }
        // A page without anything new is no proof of an end, unless it says so.
        self.page.has_next = page.has_next;
        // Records that came or went meanwhile are missing, where the larger count is not reached.
        self.page.total = self.page.total.max(page.total);
        self.count() > before
    }

    fn add_records<E: Listed<Item = T>>(&mut self, records: Vec<T>) {
        for record in records {
            let key = E::key(&record);
            if let Some((key, known)) = key.as_ref().and_then(|key| Some((key, self.find(key)?))) {
                if let Some(twin) = twin::<E>(key, known, &record)
                    && self.page.unreadable.iter().all(|known| known.misfit != twin.misfit)
                {
                    self.page.unreadable.push(twin);
                }
                continue;
            }
            if let Some(key) = key {
                self.at.insert(key, self.page.records.len());
            }
            self.page.records.push(record);
        }
    }

    pub fn find(&self, key: &str) -> Option<&T> {
        self.page.records.get(*self.at.get(key)?)
    }

    /// The keys of all records; `None` when the list is incomplete or a record does not tell its own.
    pub fn keys(&self) -> Option<Vec<String>> {
        let whole =
            self.complete && self.at.len() == self.page.records.len() && self.page.unreadable.is_empty();
        whole.then(|| self.at.keys().cloned().collect())
    }

    /// True if the service has no record of this key: the list is whole, and none of the others can be it.
    pub fn proves_absence<E: Listed<Item = T>>(&self, key: &str) -> bool {
        let other = |unreadable: &Unreadable| {
            let mut members = record::members(&unreadable.raw).ok()?;
            let at = members.iter().position(|(name, _)| name == E::KEY)?;
            // Ids come as text or as numbers; both are read by any of them.
            EmvId::read(Some(&members.swap_remove(at).1)).ok().map(|found| found.as_str() != key)
        };
        self.complete
            && self.find(key).is_none()
            && self.at.len() == self.page.records.len()
            && self.page.unreadable.iter().all(|unreadable| other(unreadable) == Some(true))
    }
}

/// A second record with the key of a first one, and with other content: which of them counts is not ours to say.
fn twin<E: Listed>(key: &str, known: &E::Item, second: &E::Item) -> Option<Unreadable> {
    let json = |record: &E::Item| {
        let mut record = record.clone();
        record.cut();
        serde_json::to_string(&record).ok()
    };
    let (known, raw) = (json(known)?, json(second)?);
    let misfit = || Misfit {
        field: format!("{} {key}", E::KEY),
        expected: "it once".to_owned(),
        found: "a second record with other content".to_owned(),
    };
    (!record::same_json(&known, &raw)).then(|| Unreadable { misfit: misfit(), raw })
}

#[cfg(test)]
mod tests {
    use tapline_contract::wire::read_success;

    use super::*;

    fn list<E: Listed>(records: &str, complete: bool) -> Walked<E::Item> {
        Walked { complete, ..Walked::from_first::<E>(page::<E>(records, !complete)) }
    }

    fn page<E: Listed>(records: &str, more: bool) -> Page<E::Item> {
        let body = format!(r#"{{"code":0,"data":{{"records":[{records}],"hasNext":{more}}}}}"#);
        read_success(&body).unwrap()
    }

    #[test]
    fn pages_are_joined_until_nothing_new_comes() {
        let mut list = Walked::from_first::<ListEmv>(page::<ListEmv>(r#"{"id":1},{"id":2},{"id":1}"#, true));
        assert!(list.wants_more());
        assert!(list.add::<ListEmv>(page::<ListEmv>(r#"{"id":2},{"id":3},{"bad":1}"#, true)));
        assert!(!list.add::<ListEmv>(page::<ListEmv>(r#"{"id":3},{"bad":1}"#, true)), "the same page again");
        assert_eq!(list.page.records.len(), 3);
        assert_eq!(list.page.unreadable.len(), 1);
        assert!(list.page.has_next, "it stays incomplete");
    }

    /// A record put in front moves the others on, and is itself on a page that was read before.
    #[test]
    fn a_count_that_grew_leaves_the_list_incomplete() {
        let mut first = page::<ListEmv>(r#"{"id":1},{"id":2}"#, true);
        first.total = Some(3);
        let mut list = Walked::from_first::<ListEmv>(first);
        let mut second = page::<ListEmv>(r#"{"id":2},{"id":3}"#, false);
        second.total = Some(4);
        list.add::<ListEmv>(second);
        assert_eq!((list.count(), list.page.total), (3, Some(4)));
        assert!(list.wants_more());
    }

    #[test]
    fn a_larger_total_is_asked_for() {
        let mut first = page::<ListEmv>(r#"{"id":1}"#, false);
        first.total = Some(2);
        assert!(Walked::from_first::<ListEmv>(first.clone()).wants_more());
        first.total = Some(1);
        assert!(!Walked::from_first::<ListEmv>(first.clone()).wants_more());
        first.total = Some(-5);
        assert!(!Walked::from_first::<ListEmv>(first).wants_more());
    }

    #[test]
    fn absence_needs_a_whole_list() {
        for (records, complete, absent) in [
            (r#"{"id":1}"#, true, true),
            (r#"{"id":1}"#, false, false),
            (r#"{"id":7}"#, true, false),
            (r#"{"id":1,"emvName":5}"#, true, true),
            (r#"{"id":7,"emvName":5}"#, true, false),
            (r#"{"emvName":5}"#, true, false),
            ("5", true, false),
        ] {
            assert_eq!(
                list::<ListEmv>(records, complete).proves_absence::<ListEmv>("7"),
                absent,
                "{records}"
            );
        }
    }
}
