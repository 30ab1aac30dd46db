//! Kinds of records that `set` changes: the endpoint that reads each, the draft that its PUT accepts.
//!
//! Drafts are the contract's: what of a record goes back is decided there, once for page and command line.

use std::collections::BTreeSet;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tapline_contract::acquirer::{Acquirer, AcquirerDraft};
use tapline_contract::connection::ConnectionId;
use tapline_contract::device::{Device, DevicePatch};
use tapline_contract::emv_config::{EmvConfig, EmvDraft};
use tapline_contract::input::Input;
use tapline_contract::merchant::{Merchant, MerchantDraft};
use tapline_contract::profile::{Profile, ProfileDraft};
use tapline_contract::record::{self, Record as _};
use tapline_contract::where_used::counted;
use tapline_contract::wire::Unreadable;
use tapline_contract::{Failure, FailureKind};

use crate::opened::Core;
use crate::repeated::named;
use crate::say::{Stop, wrong};

/// Way to read one record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reading {
    /// By its id.
    One,
    /// Inside a list that comes whole, by this member.
    Listed(&'static str),
}

/// Draft that a PUT of the record sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sends {
    All,
    /// Members that were set, and nothing else.
    Touched,
}

/// One kind.
#[derive(Debug)]
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    /// Begins a sentence.
    pub(super) one: &'static str,
    read: &'static str,
    reading: Reading,
    pub(super) update: &'static str,
    pub(super) sends: Sends,
    /// The member that holds the fields; empty if they are in the draft itself.
    pub(super) inner: &'static str,
    /// Draft that a PUT of the unchanged record would send, as JSON; `None` if the record cannot be changed.
    base: fn(&str) -> Option<String>,
    /// Members of the draft that go back as `null` where the record has them so.
    members: fn() -> Vec<String>,
    /// True for a draft without members that no request has.
    pub(super) takes: fn(&str) -> bool,
}

pub(crate) static KINDS: [Kind; 5] = [
    Kind {
        name: "emv",
        one: "This configuration",
        read: "ListEmv",
        reading: Reading::Listed("id"),
        update: "UpdateEmv",
        sends: Sends::All,
        inner: "params",
        base: |raw| json_of(&EmvConfig::read(raw).ok()?.draft()?),
        members: Vec::new,
        takes: |draft| serde_json::from_str::<EmvDraft>(draft).is_ok(),
    },
    Kind {
        name: "merchant",
        one: "A merchant",
        read: "GetMerchant",
        reading: Reading::One,
        update: "UpdateMerchant",
        sends: Sends::All,
        inner: "",
        base: |raw| json_of(&Merchant::read(raw).ok()?.draft()),
        members: MerchantDraft::columns,
        takes: |draft| MerchantDraft::read(draft).is_ok_and(|draft| Input::unnamed(&draft).is_none()),
    },
    Kind {
        name: "acquirer",
        one: "An acquirer profile",
        read: "ListAcquirers",
        reading: Reading::Listed("id"),
        update: "UpdateAcquirer",
        sends: Sends::All,
        inner: "",
        base: |raw| json_of(&Acquirer::read(raw).ok()?.draft()),
        members: AcquirerDraft::columns,
        takes: |draft| AcquirerDraft::read(draft).is_ok_and(|draft| Input::unnamed(&draft).is_none()),
    },
    Kind {
        name: "profile",
        one: "A profile",
        read: "GetProfile",
        reading: Reading::One,
        update: "UpdateProfile",
        sends: Sends::All,
        inner: "",
        base: |raw| json_of(&Profile::read(raw).ok()?.draft()?),
        members: ProfileDraft::columns,
        takes: |draft| ProfileDraft::read(draft).is_ok_and(|draft| Input::unnamed(&draft).is_none()),
    },
    Kind {
        name: "terminal",
        one: "A terminal",
        read: "ListDevices",
        reading: Reading::Listed("deviceId"),
        update: "UpdateDevice",
        sends: Sends::Touched,
        inner: "",
        base: |raw| Device::read(raw).is_ok().then(|| raw.to_owned()),
        members: Vec::new,
        takes: |draft| DevicePatch::read(draft).is_ok_and(|draft| Input::unnamed(&draft).is_none()),
    },
];

fn json_of<T: Serialize>(draft: &T) -> Option<String> {
    serde_json::to_string(draft).ok()
}

pub(super) fn kind() -> impl TypedValueParser<Value = &'static Kind> {
    PossibleValuesParser::new(KINDS.each_ref().map(|kind| kind.name))
        .map(|name| KINDS.iter().find(|kind| kind.name == name).expect("the parser takes no other name"))
}

/// A list as core gives it.
#[derive(Deserialize)]
struct List {
    records: Vec<Box<RawValue>>,
    #[serde(default)]
    unreadable: Vec<Unreadable>,
}

impl Kind {
    /// The record as core gives it, as JSON.
    pub(super) async fn read(
        &self,
        core: &Core,
        connection: &ConnectionId,
        id: &str,
        merchant: Option<&str>,
    ) -> Result<String, Stop> {
        let Reading::Listed(key) = self.reading else {
            return Ok(core.fetch(self.read, connection, &Value::from(id), &Value::Null).await?);
        };
        let list = self.list(core, connection, merchant).await?;
        let is_it = |raw: &str| {
            let members = record::members(raw).unwrap_or_default();
            let found = members.into_iter().find(|(name, _)| name == key);
            found.is_some_and(|(_, raw)| serde_json::from_str(&raw).unwrap_or(raw) == id)
        };
        let found = list.records.iter().find(|raw| is_it(raw.get())).map(|raw| raw.get().to_owned());
        // The service answered that it has no such record, for instance with a 404.
        found.ok_or_else(|| {
            let sentence = self.missing(id, merchant, &list.unreadable, is_it);
            Failure::new(FailureKind::Refused, self.read, sentence).into()
        })
    }

    /// All records of a kind that comes as a list, as JSON, and how many cannot be read.
    pub(crate) async fn all(
        &self,
        core: &Core,
        connection: &ConnectionId,
    ) -> Result<(Vec<String>, usize), Stop> {
        let list = self.list(core, connection, None).await?;
        Ok((list.records.iter().map(|raw| raw.get().to_owned()).collect(), list.unreadable.len()))
    }

    /// The list that the kind comes in: of a merchant, or all of it.
    async fn list(
        &self,
        core: &Core,
        connection: &ConnectionId,
        merchant: Option<&str>,
    ) -> Result<List, Stop> {
        let input = match merchant {
            Some(merchant) => json!({ "mchId": merchant }),
            None => json!({ "pageSize": -1 }),
        };
        let answer = core.fetch(self.read, connection, &Value::Null, &input).await?;
        serde_json::from_str(&answer).map_err(|_| wrong("Tapline can't read its own list. Nothing was sent."))
    }

    /// Reason why there is nothing to change. The record may be among the unreadable ones, if records of this kind may hold a
    /// secret and their ids are not kept either.
    fn missing(
        &self,
        id: &str,
        merchant: Option<&str>,
        unreadable: &[Unreadable],
        is_it: impl Fn(&str) -> bool,
    ) -> String {
        let (kind, id) = (self.name, named(id));
        let whose = merchant.map_or_else(String::new, |merchant| format!(" of merchant {}", named(merchant)));
        if let Some(it) = unreadable.iter().find(|it| is_it(&it.raw)) {
            return format!("{kind} {id} is unreadable: {}. Nothing was sent.", it.misfit);
        }
        match unreadable {
            [] => format!("{kind} {id}{whose} not found. Nothing was sent."),
            [first, ..] => format!(
                "{kind} {id}{whose} not found, but {} unreadable: {}. Nothing was sent.",
                counted(unreadable.len(), "record is", "records are"),
                first.misfit
            ),
        }
    }

    /// A member that the service shows as `null` goes back as `null`: leaving it out would be a change of ours.
    fn with_nulls(&self, record: &str, base: String) -> Option<String> {
        if self.sends == Sends::Touched || !self.inner.is_empty() {
            return Some(base);
        }
        let known: BTreeSet<String> =
            (self.members)().iter().filter_map(|path| Some(path.split('.').next()?.to_owned())).collect();
        let mut draft = base;
        let nulls = record::members(record).ok()?.into_iter();
        for (key, raw) in nulls.filter(|(key, raw)| raw == "null" && known.contains(key)) {
            let members = record::members(&draft).ok()?;
            if members.iter().any(|(known, _)| *known == key) {
                continue;
            }
            let with_null = record::object(vec![(&key, Some(raw))], &members)?.get().to_owned();
            if (self.takes)(&with_null) {
                draft = with_null;
            }
        }
        Some(draft)
    }

    pub(crate) fn base(&self, record: &str) -> Result<String, Stop> {
        (self.base)(record).and_then(|base| self.with_nulls(record, base)).ok_or_else(|| {
            wrong(format!(
                "This {} isn't readable enough to change, so nothing was sent. See it with `taplinectl call {}`.",
                self.name, self.read
            ))
        })
    }
}
