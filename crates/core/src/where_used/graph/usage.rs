//! The map of all records and their links, with the rules of [`super::users`].

use std::collections::BTreeMap;

use tapline_contract::device::DeviceId;
use tapline_contract::merchant::MerchantId;
use tapline_contract::where_used::{
    UsageMap, UsedAcquirer, UsedConfiguration, UsedMerchant, UsedRecord, UsedTerminal,
};

use super::{Lists, TerminalLink, Terminals, Users, named, users};

/// Indexes of the records in the map.
struct Places<'l> {
    merchants: BTreeMap<&'l MerchantId, u32>,
    terminals: BTreeMap<(&'l MerchantId, &'l DeviceId), u32>,
}

/// The map, with the terminals that were read by now.
pub(in super::super) fn usage_map(lists: &Lists, terminals: &Terminals) -> UsageMap {
    let mut map = UsageMap { profiles: lists.profiles.clone(), ..UsageMap::default() };
    let mut places = Places { merchants: BTreeMap::new(), terminals: BTreeMap::new() };
    for (at, merchant) in (0..).zip(&lists.merchants) {
        let id = &merchant.user.id;
        let read = terminals.get(id);
        places.merchants.insert(id, at);
        map.merchants.push(UsedMerchant {
            id: id.clone(),
            name: merchant.user.name.clone(),
            is_read: read.is_some(),
        });
        for link in read.into_iter().flatten() {
            let place = u32::try_from(map.terminals.len()).unwrap_or(u32::MAX);
            places.terminals.insert((id, &link.id), place);
            map.terminals.push(terminal(at, link));
        }
    }
    for acquirer in &lists.acquirers {
        let record = UsedRecord::Acquirer(acquirer.user.id.clone());
        let (merchants, terminals) = places.links(&users(lists, terminals, &record));
        map.acquirers.push(UsedAcquirer { user: acquirer.user.clone(), merchants, terminals });
    }
    for id in named(lists) {
        let record = UsedRecord::Emv(id.clone());
        let found = users(lists, terminals, &record);
        let (merchants, terminals) = places.links(&found);
        let names_it = |at: &u32| {
            let acquirer = &map.acquirers[*at as usize].user.id;
            found.acquirers.iter().any(|user| user.id == *acquirer)
        };
        let all = 0..u32::try_from(map.acquirers.len()).unwrap_or(u32::MAX);
        let acquirers = all.filter(names_it).collect();
        map.configurations.push(UsedConfiguration { id, acquirers, merchants, terminals });
    }
    map
}

impl Places<'_> {
    fn links(&self, users: &Users<'_>) -> (Vec<u32>, Vec<u32>) {
        let merchants = users.merchants.iter().filter_map(|(user, _)| self.merchants.get(&user.id).copied());
        let terminals = users.merchants.iter().flat_map(|(user, read)| {
            let links = read.iter().flatten();
            links.filter_map(|link| self.terminals.get(&(&user.id, &link.id)).copied())
        });
        (merchants.collect(), terminals.collect())
    }
}

fn terminal(merchant: u32, link: &TerminalLink) -> UsedTerminal {
    UsedTerminal {
        merchant,
        id: link.id.clone(),
        name: link.name.clone(),
        status: link.status.clone(),
        acq_tid: link.acq_tid.clone(),
        acq_mid: link.acq_mid.clone(),
        profile: link.profile_id(),
    }
}
