//! The configurations of a list as each other's siblings: what checks of one compare with.

use tapline_emv::check::Sibling;

use crate::emv_config::EmvConfig;
use crate::where_used::{AllUsers, EmvUsers};

/// A whole list, so that each item can be checked against the others without visiting all of them anew.
#[derive(Debug)]
pub struct Siblings<'a> {
    all: Vec<Sibling>,
    links: Vec<Option<&'a EmvUsers>>,
    users: Option<&'a AllUsers>,
}

impl<'a> Siblings<'a> {
    /// `sibling` is what checks of the others see of one. `users`: `None` where they were not read.
    pub fn new(
        records: &[EmvConfig],
        users: Option<&'a AllUsers>,
        mut sibling: impl FnMut(usize, &EmvConfig) -> Sibling,
    ) -> Siblings<'a> {
        Siblings {
            all: records.iter().enumerate().map(|(at, record)| sibling(at, record)).collect(),
            links: records.iter().map(|record| users?.users(&record.id)).collect(),
            users,
        }
    }

    /// All items, without what they share with each other; see [`Siblings::beside`].
    pub fn all(&self) -> &[Sibling] {
        &self.all
    }

    /// The item at this index, its users, and the others, each marked if it shares an acquirer profile with the
    /// item.
    pub fn beside<T>(
        &mut self,
        at: usize,
        tell: impl FnOnce(&Sibling, Option<&'a EmvUsers>, &[Sibling]) -> T,
    ) -> T {
        let (me, mine) = (self.all.remove(at), self.links.remove(at));
        for (sibling, theirs) in self.all.iter_mut().zip(&self.links) {
            sibling.shares_profile = self.users.and_then(|users| users.share_profile(mine, *theirs));
        }
        let result = tell(&me, mine, &self.all);
        self.all.insert(at, me);
        self.links.insert(at, mine);
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::acquirer::AcquirerId;
    use crate::emv_config::EmvId;
    use crate::record::Record as _;

    #[test]
    fn each_stands_beside_the_others_in_their_order() {
        let record = |id: u64| {
            let raw = serde_json::json!({"id": id, "emvName": format!("C{id}"), "params": "{}"});
            EmvConfig::read(&raw.to_string()).expect("a record")
        };
        let records = [record(1), record(2), record(3)];
        let used = |id: u64| EmvUsers {
            id: EmvId::from(id),
            acquirers: vec![AcquirerId::from(7)],
            currencies: std::collections::BTreeSet::new(),
            terminals: std::collections::BTreeMap::new(),
        };
        let users = AllUsers { used: vec![used(1), used(3)], missing: Vec::new() };
        let beside = |users| {
            let mut siblings = Siblings::new(&records, users, |_, record| record.sibling(None));
            let mut item = |at| {
                siblings.beside(at, |me, _, others| {
                    let others: Vec<_> =
                        others.iter().map(|one| (one.name.to_string(), one.shares_profile)).collect();
                    (me.name.to_string(), others)
                })
            };
            [item(0), item(1), item(2)]
        };
        let one = |name: &str, shares| (name.to_owned(), shares);
        assert_eq!(
            beside(Some(&users)),
            [
                ("C1".to_owned(), vec![one("C2", Some(false)), one("C3", Some(true))]),
                ("C2".to_owned(), vec![one("C1", Some(false)), one("C3", Some(false))]),
                ("C3".to_owned(), vec![one("C1", Some(true)), one("C2", Some(false))]),
            ]
        );
        let [_, (_, unknown), _] = beside(None);
        assert_eq!(unknown, [one("C1", None), one("C3", None)]);
    }
}
