//! Links between records, from the lists. Pure: no reads.
//!
//! A configuration is used by the acquirer profiles whose `emvList` names it, under a method; those by the merchants that run this
//! method over them; those by their terminals that take this method. A terminal names a profile. Where a record does not tell its
//! method, it counts as a user: a question before a deletion must not overlook one.

mod sale;
mod usage;

use std::collections::{BTreeMap, BTreeSet};

use tapline_contract::acquirer::{Acquirer, AcquirerId};
use tapline_contract::device::{Device, DeviceId};
use tapline_contract::device_mode::DeviceStatus;
use tapline_contract::emv_config::EmvId;
use tapline_contract::field::Number;
use tapline_contract::merchant::{Merchant, MerchantId};
use tapline_contract::profile::{Profile, ProfileId};
use tapline_contract::where_used::{
    AcquirerUser, AllUsers, EmvCountry, EmvUsers, MerchantUser, ProfileUser, TerminalUser, UsedRecord,
    WhereUsed,
};
use tapline_emv::{Scheme, at_terminals};

pub(super) use self::sale::{concerned_by_sale, sale_terminals};
pub(super) use self::usage::usage_map;

/// Kept part of the three lists.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lists {
    pub(super) acquirers: Vec<AcquirerLink>,
    pub(super) merchants: Vec<MerchantLink>,
    pub(super) profiles: Vec<ProfileUser>,
    /// Lists that could not be read.
    pub(super) missing: Vec<String>,
    pub(super) read_at: String,
}

#[derive(Clone, Debug)]
pub(super) struct AcquirerLink {
    user: AcquirerUser,
    /// Method and configuration.
    emv: Vec<(String, String)>,
}

#[derive(Clone, Debug)]
pub(super) struct MerchantLink {
    user: MerchantUser,
    /// Method, where known, and acquirer profile.
    methods: Vec<(Option<String>, String)>,
    acq_mid: Option<String>,
}

/// A terminal of a merchant.
#[derive(Clone, Debug)]
pub(super) struct TerminalLink {
    id: DeviceId,
    name: String,
    emv_params: Option<String>,
    /// `None` where the methods are absent or unreadable.
    methods: Option<Vec<String>>,
    profile: Option<String>,
    status: Option<Number>,
    /// True for a phone used as a terminal. `None`: not known.
    is_phone: Option<bool>,
    acq_tid: Option<String>,
    acq_mid: Option<String>,
}

/// The terminals that were read, by merchant.
pub(super) type Terminals = BTreeMap<MerchantId, Vec<TerminalLink>>;

impl AcquirerLink {
    /// `None` when the record has no id: then nothing can point to it.
    pub(super) fn from_record(record: &Acquirer) -> Option<AcquirerLink> {
        let id: AcquirerId = record.path_id()?.clone();
        let lists = record.emv_lists().map(|lists| lists.0).unwrap_or_default();
        let named = |(method, ids): (String, Vec<Number>)| {
            ids.into_iter().map(move |id| (method.clone(), id.text().to_owned()))
        };
        let emv = lists.into_iter().flat_map(named).collect();
        Some(AcquirerLink {
            user: AcquirerUser { id, name: record.name(), currency: record.currency.clone() },
            emv,
        })
    }
}

impl MerchantLink {
    pub(super) fn from_record(record: &Merchant) -> MerchantLink {
        let methods = record.supported_payment_methods.iter().flatten();
        let methods = methods
            .filter_map(|method| {
                let name = method.payment_method.clone().filter(|method| !method.trim().is_empty());
                Some((name, method.profile_id.as_ref()?.text().to_owned()))
            })
            .collect();
        MerchantLink {
            user: MerchantUser { id: record.mch_id.clone(), name: record.name() },
            methods,
            acq_mid: record.ext_params.as_ref().and_then(|ext| ext.acq_mid.clone()),
        }
    }
}

/// Profile as the answer describes it.
pub(super) fn profile(record: &Profile) -> ProfileUser {
    ProfileUser {
        id: record.profile_id.clone(),
        name: record.name(),
        currency: record.currency.clone(),
        country: record.country_code.clone(),
    }
}

impl TerminalLink {
    pub(super) fn from_record(record: &Device) -> TerminalLink {
        let methods = record.method_list.as_deref().and_then(|text| serde_json::from_str(text).ok());
        TerminalLink {
            id: record.device_id.clone(),
            name: record.name(),
            emv_params: record.emv_params().readable().map(|params| params.text().to_owned()),
            methods: methods.filter(|methods: &Vec<String>| !methods.is_empty()),
            profile: record.profile_id.clone().filter(|id| !id.trim().is_empty()),
            status: record.device_status.clone(),
            is_phone: record.device_type.as_deref().map(|kind| kind.trim().eq_ignore_ascii_case("COTS")),
            acq_tid: record.ext().and_then(|ext| ext.acq_tid.clone()),
            acq_mid: record.ext().and_then(|ext| ext.acq_mid.clone()),
        }
    }

    /// True for a decommissioned terminal: it uses nothing any more.
    fn is_ended(&self) -> bool {
        let status = self.status.as_ref().and_then(Number::whole).and_then(DeviceStatus::of_code);
        status == Some(DeviceStatus::Decommissioned)
    }

    fn profile_id(&self) -> Option<ProfileId> {
        self.profile.as_deref().and_then(ProfileId::parse)
    }

    fn user(&self, merchant: &MerchantId) -> TerminalUser {
        TerminalUser {
            merchant: merchant.clone(),
            id: self.id.clone(),
            name: self.name.clone(),
            profile: self.profile_id(),
            emv_params: self.emv_params.clone(),
        }
    }
}

fn same_method(one: &str, other: &str) -> bool {
    let (one, other) = (one.trim(), other.trim());
    one == other || Scheme::from_method(one).is_some_and(|scheme| Scheme::from_method(other) == Some(scheme))
}

/// Through whom a record is used, before any terminal is read.
struct Through<'l> {
    acquirers: Vec<&'l AcquirerUser>,
    /// With the methods that lead here; none of them: any.
    merchants: Vec<(&'l MerchantUser, Vec<String>)>,
    profile: Option<&'l ProfileId>,
}

fn through<'l>(lists: &'l Lists, of: &'l UsedRecord) -> Through<'l> {
    // Acquirer profile and method; without one, any method.
    let ways: Vec<(&AcquirerLink, Option<&str>)> = match of {
        UsedRecord::Emv(id) => ways_of(lists, id),
        UsedRecord::Acquirer(id) => {
            lists.acquirers.iter().filter(|one| one.user.id == *id).map(|one| (one, None)).collect()
        }
        UsedRecord::Profile(id) => {
            let merchants = lists.merchants.iter().map(|one| (&one.user, Vec::new())).collect();
            return Through { acquirers: Vec::new(), merchants, profile: Some(id) };
        }
    };
    let runs = |merchant: &'l MerchantLink| {
        let over = |(name, profile): &(Option<String>, String)| {
            ways.iter().any(|(acquirer, method)| {
                acquirer.user.id.as_str() == profile
                    && name.as_deref().zip(*method).is_none_or(|(one, other)| same_method(one, other))
            })
        };
        let found: Vec<_> = merchant.methods.iter().filter(|method| over(method)).collect();
        let methods: Option<Vec<String>> = found.iter().map(|(name, _)| name.clone()).collect();
        (!found.is_empty()).then(|| (&merchant.user, methods.unwrap_or_default()))
    };
    let mut acquirers: Vec<&AcquirerUser> = Vec::new();
    for (acquirer, _) in &ways {
        // A record is no user of itself.
        if matches!(of, UsedRecord::Emv(_)) && acquirers.iter().all(|known| known.id != acquirer.user.id) {
            acquirers.push(&acquirer.user);
        }
    }
    Through { acquirers, merchants: lists.merchants.iter().filter_map(runs).collect(), profile: None }
}

fn ways_of<'l>(lists: &'l Lists, id: &EmvId) -> Vec<(&'l AcquirerLink, Option<&'l str>)> {
    let named = |acquirer: &'l AcquirerLink| {
        let of_it = acquirer.emv.iter().filter(|(_, config)| config == id.as_str());
        of_it.map(move |(method, _)| (acquirer, Some(method.as_str())))
    };
    lists.acquirers.iter().flat_map(named).collect()
}

/// The merchants whose terminals the question concerns.
pub(super) fn concerned(lists: &Lists, of: &UsedRecord) -> Vec<MerchantId> {
    through(lists, of).merchants.into_iter().map(|(merchant, _)| merchant.id.clone()).collect()
}

/// Users of a record known by now.
struct Users<'l> {
    acquirers: Vec<&'l AcquirerUser>,
    /// With their terminals that use the record; `None` where they were not read.
    merchants: Vec<(&'l MerchantUser, Option<Vec<&'l TerminalLink>>)>,
}

fn users<'l>(lists: &'l Lists, terminals: &'l Terminals, of: &'l UsedRecord) -> Users<'l> {
    let Through { acquirers, merchants, profile } = through(lists, of);
    let takes = |methods: &[String], terminal: &TerminalLink| match (profile, &terminal.methods) {
        _ if terminal.is_ended() => false,
        (Some(profile), _) => terminal.profile.as_deref() == Some(profile.as_str()),
        (None, None) => true,
        (None, Some(taken)) => {
            methods.is_empty() || taken.iter().any(|one| methods.iter().any(|other| same_method(one, other)))
        }
    };
    let with_terminals = |(merchant, methods): (&'l MerchantUser, Vec<String>)| {
        let read = terminals.get(&merchant.id);
        let found = read.map(|all| all.iter().filter(|terminal| takes(&methods, terminal)).collect());
        (merchant, found)
    };
    Users { acquirers, merchants: merchants.into_iter().map(with_terminals).collect() }
}

/// Users known by now.
pub(super) fn answer(lists: &Lists, terminals: &Terminals, of: &UsedRecord) -> WhereUsed {
    let users = users(lists, terminals, of);
    let is_profile = matches!(of, UsedRecord::Profile(_));
    let mut answer = WhereUsed {
        acquirers: users.acquirers.into_iter().cloned().collect(),
        concerned: users.merchants.len(),
        missing: lists.missing.clone(),
        read_at: lists.read_at.clone(),
        ..WhereUsed::default()
    };
    let mut named: BTreeSet<&str> = BTreeSet::new();
    for (merchant, read) in users.merchants {
        answer.concerned_read += usize::from(read.is_some());
        let found = read.unwrap_or_default();
        // A merchant has nothing to do with a profile that none of its terminals names.
        if !is_profile || !found.is_empty() {
            answer.merchants.push(merchant.clone());
        }
        for terminal in found {
            named.extend(terminal.profile.as_deref());
            answer.terminals.push(terminal.user(&merchant.id));
        }
    }
    if !is_profile {
        let known = |id: &str| lists.profiles.iter().find(|one| one.id.as_str() == id).cloned();
        let unknown = |id: &str| {
            let id = ProfileId::parse(id)?;
            Some(ProfileUser { name: id.to_string(), id, currency: None, country: None })
        };
        answer.profiles = named.into_iter().filter_map(|id| known(id).or_else(|| unknown(id))).collect();
    }
    answer
}

/// The users of all configurations, as far as no terminal has to be read for it.
pub(super) fn answer_all(lists: &Lists, terminals: &Terminals) -> AllUsers {
    // The other merchants tell no currency.
    let known = Lists {
        merchants: lists
            .merchants
            .iter()
            .filter(|merchant| terminals.contains_key(&merchant.user.id))
            .cloned()
            .collect(),
        ..lists.clone()
    };
    let users = |id: EmvId| {
        let found = answer(&known, terminals, &UsedRecord::Emv(id.clone()));
        let currencies = found.currencies();
        let is_whole =
            found.concerned > 0 && concerned(lists, &UsedRecord::Emv(id.clone())).len() == found.concerned;
        let read = found.checked_terminals().filter(|_| is_whole).unwrap_or_default();
        let agreed = at_terminals::agreed(&read).into_iter();
        let terminals = agreed.filter_map(|(key, value)| Some((key, value.text()?.to_owned()))).collect();
        let acquirers = found.acquirers.into_iter().map(|one| one.id).collect();
        EmvUsers { id, acquirers, currencies, terminals }
    };
    AllUsers { used: named(lists).map(users).collect(), missing: lists.missing.clone() }
}

/// The ids of all merchants, as listed.
pub(super) fn all_merchants(lists: &Lists) -> Vec<MerchantId> {
    lists.merchants.iter().map(|merchant| merchant.user.id.clone()).collect()
}

/// The merchants whose terminals use any configuration.
pub(super) fn concerned_by_any(lists: &Lists) -> Vec<MerchantId> {
    let all: BTreeSet<MerchantId> =
        named(lists).flat_map(|id| concerned(lists, &UsedRecord::Emv(id))).collect();
    all.into_iter().collect()
}

/// The countries of the users of all configurations, with the terminals that were read by now.
pub(super) fn countries(lists: &Lists, terminals: &Terminals) -> Vec<EmvCountry> {
    let of = |id: EmvId| {
        let found = answer(lists, terminals, &UsedRecord::Emv(id.clone()));
        EmvCountry { id, country: found.users_country(), whole: found.is_whole() }
    };
    named(lists).map(of).collect()
}

/// The configurations that some acquirer profile names.
fn named(lists: &Lists) -> impl Iterator<Item = EmvId> {
    let ids: BTreeSet<&str> =
        lists.acquirers.iter().flat_map(|acquirer| acquirer.emv.iter().map(|(_, id)| &**id)).collect();
    ids.into_iter().filter_map(EmvId::parse)
}

#[cfg(test)]
mod tests;
