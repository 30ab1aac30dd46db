//! EMV configurations: record, draft, id. Service document, "EMV configuration (EmvInfo record)".
//!
//! `params` comes as JSON text and goes as an object ([`crate::params`]). `emvVersion`, `groupId` and `id` are never sent.
//! Typed values are in [`crate::emv_form`].

use serde::{Deserialize, Serialize};
use tapline_emv::check::{self, Sibling};
use tapline_emv::{Currency, Scheme, Value, aid, param};

use crate::guard::{self, Guard};
use crate::id::ids;
use crate::input::Input;
use crate::json;
use crate::params::{Params, ParamsField};
use crate::record::{Misfit, Record, record};
use crate::seal::Seal;
use crate::secret::Secret;

record! {
    /// One EMV contactless configuration, as returned by the service.
    EmvConfig {
        id: EmvId = "id" exact,
        emv_name: Option<String> = free "emvName",
        group_id: Option<String> = "groupId" exact,
        /// Payment method identifier; the document gives no values.
        payment_method: Option<String> = "paymentMethod",
        aid: Option<String> = "aid" exact,
        emv_version: Option<String> = "emvVersion",
        params: ParamsField = "params" exact,
        /// `YYYY-MM-DDThh:mm:ss+0000`
        created_at: Option<String> = "createdAt",
        /// `YYYY-MM-DDThh:mm:ss+0000`
        updated_at: Option<String> = "updatedAt",
    }
}

/// "Visa · Retail DE"; the name alone where the scheme is not known.
pub fn with_scheme(scheme: Option<Scheme>, name: String) -> String {
    match scheme {
        Some(scheme) => format!("{} · {name}", scheme.name()),
        None => name,
    }
}

impl EmvConfig {
    /// Name for people; without a name, the record's id.
    pub fn name(&self) -> String {
        match self.emv_name.as_deref().map(str::trim) {
            Some(name) if !name.is_empty() => name.to_owned(),
            _ => format!("Configuration {}", self.id),
        }
    }

    /// Name and scheme, because schemes often share names: "Visa · Retail DE".
    pub fn full_name(&self) -> String {
        with_scheme(self.scheme(), self.name())
    }

    /// By method, else by AID (of the record, else of `params`).
    pub fn scheme(&self) -> Option<Scheme> {
        Scheme::recognize(self.payment_method.as_deref().unwrap_or(""), &self.aids())
    }

    /// The AID text of `params`, else of the record.
    pub fn aids(&self) -> String {
        self.aids_or(self.params.readable().and_then(aid_of))
    }

    /// AIDs of the configuration, for callers that have its values.
    pub fn aids_with(&self, values: &tapline_emv::Params) -> String {
        self.aids_or(match values.get(param::AID) {
            Some(Value::Text(inside)) => Some(inside.clone()),
            _ => None,
        })
    }

    fn aids_or(&self, inside: Option<String>) -> String {
        inside.filter(|aid| !aid.is_empty()).or_else(|| self.aid.clone()).unwrap_or_default()
    }

    /// As the checks of another configuration compare with it. `currency`: in which its limits count, if that is known. Whether an
    /// acquirer profile uses both is for the caller to say.
    pub fn sibling(&self, currency: Option<Currency>) -> Sibling {
        self.sibling_with(&self.values(), currency)
    }

    /// The configuration as a [`Sibling`], for callers that have its values.
    pub fn sibling_with(&self, values: &tapline_emv::Params, currency: Option<Currency>) -> Sibling {
        let method = self.payment_method.clone().unwrap_or_default();
        let aids = self.aids_with(values);
        Sibling {
            id: self.id.to_string().into(),
            name: self.name().into(),
            scheme: Scheme::recognize(&method, &aids),
            method,
            limits: check::limits_of(values),
            currency,
            aids: aid::parse_list(&aids).into_iter().flatten().collect(),
            shares_profile: None,
        }
    }

    /// The parameters as the EMV checks read them; none where they cannot be read.
    pub fn values(&self) -> tapline_emv::Params {
        self.params.readable().map(Params::values).unwrap_or_default()
    }

    /// Body of a PUT of the unchanged record; `None` when `params` cannot be read.
    pub fn draft(&self) -> Option<EmvDraft> {
        Some(EmvDraft {
            params: self.params.readable()?.clone(),
            emv_name: self.emv_name.clone().unwrap_or_default(),
            payment_method: self.payment_method.clone().unwrap_or_default(),
        })
    }

    /// True if the record has what a draft says that may be the journal's, whose name may be sealed.
    pub fn carries(&self, draft: &EmvDraft, seal: &Seal) -> bool {
        self.draft().is_some_and(|now| {
            let mut draft = draft.clone();
            if seal.is(&draft.emv_name, &now.emv_name) {
                draft.emv_name.clone_from(&now.emv_name);
            }
            now.same_values(&draft)
        })
    }

    /// True if everything that a PUT can change is equal in both, compared by value.
    pub fn same_values(&self, other: &EmvConfig) -> bool {
        match (self.draft(), other.draft()) {
            (Some(mine), Some(theirs)) => mine.same_values(&theirs),
            (None, None) => {
                self.params == other.params
                    && self.emv_name == other.emv_name
                    && self.payment_method == other.payment_method
            }
            _ => false,
        }
    }
}

fn aid_of(params: &Params) -> Option<String> {
    json::text_of(params.raw(param::AID)?)
}

/// Body of create and update. Service document, "EMV configuration", Create: all three are required.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EmvDraft {
    pub params: Params,
    pub emv_name: String,
    pub payment_method: String,
}

impl EmvDraft {
    /// Its members on the wire.
    pub const MEMBERS: [&str; 3] = ["params", "emvName", "paymentMethod"];

    /// The draft of which nothing is filled in.
    pub fn empty() -> EmvDraft {
        EmvDraft { params: Params::empty(), emv_name: String::new(), payment_method: String::new() }
    }

    /// By method, else by AID.
    pub fn scheme(&self) -> Option<Scheme> {
        Scheme::recognize(&self.payment_method, &aid_of(&self.params).unwrap_or_default())
    }

    pub fn same_values(&self, other: &EmvDraft) -> bool {
        self.emv_name == other.emv_name
            && self.payment_method == other.payment_method
            && self.params.same_values(&other.params)
    }
}

/// It holds no secret, and its parameters are no place for card numbers.
impl Record for EmvDraft {
    fn read(raw: &str) -> Result<EmvDraft, Misfit> {
        serde_json::from_str(raw).map_err(|_| Misfit::new("", "parameters, a name and a method", Some(raw)))
    }

    fn is_exact(_: &str) -> bool {
        true
    }

    fn guard(&mut self, to: Guard<'_>) {
        guard::free(&mut self.emv_name, to);
    }

    fn secrets(&self, _: &mut Vec<Secret>) {}
}

impl Input for EmvDraft {
    fn body(&self) -> Option<String> {
        serde_json::to_string(self).ok()
    }

    fn for_journal(&self, seal: &Seal) -> EmvDraft {
        let mut kept = self.clone();
        Record::guard(&mut kept, Guard::Disk(seal));
        kept
    }
}

ids! {
    /// A number in records, text in paths.
    EmvId: Number;
}
