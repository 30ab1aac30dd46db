//! The cursor list from its beginning to its end. Service document, "Profiles and acceptances", List.
//!
//! Cursors are not interpreted. One that was followed already, or that does not lead on, ends the list incomplete; one that the
//! service refuses on the way has expired, and the list is begun again, once.

use std::collections::BTreeSet;

use tapline_contract::endpoints::ListProfiles;
use tapline_contract::list::ProfileList;
use tapline_contract::profile::{Profile, ProfileId, ProfileQuery};
use tapline_contract::wire::CursorPage;
use tapline_contract::{Failure, FailureKind};

use super::MOST_PAGES;
use crate::Client;

/// Profiles of one request. No default and no most is documented.
const SIZE: i64 = 50;

/// Why a list is not complete.
const REPEATS: &str =
    "The service reports more profiles but repeats the same ones, so this list is incomplete. Refresh it.";
const NOWHERE: &str =
    "The service reports more profiles but not where they begin, so this list is incomplete. Refresh it.";
const COUNTS: &str =
    "The service counts more profiles than it listed: they changed while loading. Refresh the list.";

/// Profiles on their way.
struct Walk {
    list: ProfileList,
    ids: BTreeSet<ProfileId>,
    followed: BTreeSet<String>,
}

/// Way to continue.
enum Next {
    From(String),
    End,
}

/// Reads all profiles. Fails when not even the first of them come.
pub async fn profiles(client: &Client) -> Result<ProfileList, Failure> {
    let mut begun_again = false;
    'begin: loop {
        let mut walk = Walk::begin();
        let mut next = walk.add(page(client, None).await?);
        while let Next::From(cursor) = next {
            next = match page(client, Some(cursor)).await {
                Ok(page) => walk.add(page),
                Err(failure)
                    if failure.status == Some(400)
                        && failure.kind == FailureKind::Refused
                        && !begun_again =>
                {
                    begun_again = true;
                    continue 'begin;
                }
                Err(failure) => walk.ends(&format!("Not all profiles loaded. {}", failure.sentence)),
            };
        }
        return Ok(walk.list);
    }
}

async fn page(client: &Client, cursor: Option<String>) -> Result<CursorPage<Profile>, Failure> {
    let query = ProfileQuery { cursor, page_size: Some(SIZE), is_forward: None };
    Ok(client.send::<ListProfiles>(&(), &query).await?.output)
}

impl Walk {
    fn begin() -> Walk {
        let list = ProfileList {
            profiles: Vec::new(),
            unreadable: Vec::new(),
            total: None,
            complete: false,
            why: None,
        };
        Walk { list, ids: BTreeSet::new(), followed: BTreeSet::new() }
    }

    fn count(&self) -> usize {
        self.list.profiles.len() + self.list.unreadable.len()
    }

    fn add(&mut self, page: CursorPage<Profile>) -> Next {
        let before = self.count();
        self.list.total = page.total_size.or(self.list.total);
        for profile in page.data {
            if self.ids.insert(profile.profile_id.clone()) {
                self.list.profiles.push(profile);
            }
        }
        for unreadable in page.unreadable {
            if self.list.unreadable.iter().all(|known| known.raw != unreadable.raw) {
                self.list.unreadable.push(unreadable);
            }
        }
        if !page.has_next {
            return self.end();
        }
        let Some(next) = page.next_cursor.filter(|cursor| !cursor.is_empty()) else {
            return self.ends(NOWHERE);
        };
        let here = page.current_cursor.as_deref() == Some(next.as_str());
        if here || self.count() == before || self.is_too_long() || !self.followed.insert(next.clone()) {
            return self.ends(REPEATS);
        }
        Next::From(next)
    }

    /// More pages than the service's count explains.
    fn is_too_long(&self) -> bool {
        let pages = u64::try_from(self.followed.len()).unwrap_or(u64::MAX).saturating_add(1);
        let size = SIZE.unsigned_abs();
        let most = match self.list.total.and_then(|total| u64::try_from(total).ok()) {
            Some(total) => total.div_ceil(size).saturating_add(2).min(MOST_PAGES),
            None => MOST_PAGES,
        };
        pages >= most
    }

    fn end(&mut self) -> Next {
        let count = i64::try_from(self.count()).unwrap_or(i64::MAX);
        if self.list.total.is_some_and(|total| total > count) {
            return self.ends(COUNTS);
        }
        self.list.complete = true;
        Next::End
    }

    fn ends(&mut self, why: &str) -> Next {
        self.list.why = Some(why.to_owned());
        Next::End
    }
}
