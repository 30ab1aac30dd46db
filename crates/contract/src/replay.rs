//! A proposed configuration over the past transactions that core holds: the question, the counts, and the sales behind a number.
//!
//! The answer says what it was counted over: a number never claims more than the rows that are loaded. Amounts are minor units
//! of the currency of the limits.

mod by_amount;

pub use by_amount::{RecentSalesQuery, SaleAmounts, SaleAmountsQuery, SaleScope, SalesBasis};

use serde::{Deserialize, Serialize};
use tapline_emv::replay::{Effect, Undecided, deciding};
use tapline_emv::tap::Side;
use tapline_emv::{Limits, Params, Scheme, Value};

use crate::connection::ConnectionId;
use crate::list::{ListId, LoadState};
use crate::transaction::TransactionQuery;

/// Columns of the histogram.
pub const BINS: usize = 60;
/// Amount bands up to the end of the axis; one more is above.
pub const BANDS: usize = 10;
/// Most merchants listed for an effect; the rest is one sum.
pub const MOST_MERCHANTS: usize = 12;
/// Most sales of one window of rows.
pub const MOST_SALES: u32 = 200;

/// Limits and parameters whose impact on past sales is wanted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReplayQuery {
    pub connection: ConnectionId,
    /// A sale counts once, for the first proposal that concerns it.
    pub proposals: Vec<Proposal>,
    /// End of histogram and bands, minor units.
    pub top: u64,
}

/// A configuration as it is and as it is proposed, and the sales that it concerns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Proposal {
    #[serde(with = "SchemeText")]
    pub scheme: Scheme,
    /// Currency of the limits. Sales in another currency are counted apart.
    pub currency: String,
    pub before: Version,
    pub after: Version,
    pub scope: ReplayScope,
}

/// A configuration before or after the change, as far as it decides about a sale.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Version {
    #[serde(with = "LimitsText")]
    pub limits: Limits,
    /// By their keys, with what all its terminals tell alike.
    #[serde(with = "values")]
    pub params: Params,
}

impl Version {
    /// Version from limits and all known parameters; parameters that decide nothing are left out.
    pub fn new(limits: Limits, params: &Params) -> Version {
        Version { limits, params: deciding(params) }
    }

    pub fn side(&self, scheme: Scheme) -> Side<'_> {
        Side { scheme, limits: self.limits.into(), params: &self.params }
    }
}

/// Selection of the scheme's sales. An empty list leaves nothing out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReplayScope {
    /// Application identifiers: the sale's begins with one of them. A sale without an AID is not left out.
    pub aids: Vec<String>,
    /// Names, as transactions tell them.
    pub merchants: Vec<String>,
    /// `sdkId`s.
    pub terminals: Vec<String>,
}

/// Over which rows was counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Replayed {
    pub list: ListId,
    pub version: u64,
    /// Transactions that are loaded.
    pub rows: u32,
    /// The service's count.
    pub total: Option<i64>,
    pub state: LoadState,
    /// Filter of the list when it was read.
    pub query: TransactionQuery,
    /// Contactless sales that a proposal concerns.
    pub sales: u32,
    /// Sales that contactless limits or these proposals say nothing about; no count is zero.
    pub apart: Vec<(Apart, u32)>,
    /// One for each effect that at least one sale has.
    pub effects: Vec<EffectCount>,
    /// Sales by amount, [`BINS`] columns of equal width from 0 to `top`.
    pub bins: Vec<u32>,
    /// Sales above it.
    pub beyond: u32,
}

/// Why a transaction of the scheme, or of no known scheme, is not among the sales.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Apart {
    /// Neither method nor AID names a scheme.
    NoScheme,
    /// Another AID, merchant or terminal.
    OutOfScope,
    NoSale,
    OtherEntry,
    UnknownEntry,
    OtherCurrency,
    /// No amount, none that is whole minor units, or the unit of this connection is not known.
    UnreadableAmount,
}

/// Number of sales with an effect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EffectCount {
    #[serde(with = "EffectText")]
    pub effect: Effect,
    /// After a number: "would no longer need a PIN".
    pub words: String,
    pub sales: u32,
    pub schemes: Vec<SchemeCount>,
    /// The most first.
    pub merchants: Vec<MerchantCount>,
    /// Merchants that are not among them, and their sales.
    pub other_merchants: (u32, u32),
    /// [`BANDS`] of equal width, and one above.
    pub bands: Vec<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SchemeCount {
    #[serde(with = "SchemeText")]
    pub scheme: Scheme,
    pub sales: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MerchantCount {
    /// `None`: the transaction names none.
    pub merchant: Option<String>,
    pub sales: u32,
}

/// The sales behind a number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReplaySalesQuery {
    pub replay: ReplayQuery,
    /// List of the answer with the number.
    pub list: ListId,
    pub version: u64,
    #[serde(with = "EffectText")]
    pub effect: Effect,
    pub of: Portion,
    pub first: u32,
    /// At most [`MOST_SALES`].
    pub count: u32,
}

/// A part of the sales with an effect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Portion {
    All,
    Scheme(#[serde(with = "SchemeText")] Scheme),
    Merchant(Option<String>),
    /// From 0.
    Band(u32),
}

/// A window of the sales, in the order of the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReplaySales {
    pub total: u32,
    pub sales: Vec<ReplaySale>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReplaySale {
    pub id: String,
    /// Minor units.
    pub amount: u64,
    /// Its place among the proposals.
    pub proposal: u32,
    /// The phone verified its owner.
    pub on_phone: bool,
    pub merchant: Option<String>,
    /// `sdkId`
    pub terminal: Option<String>,
    pub status: Option<String>,
}

impl Apart {
    pub const ALL: [Apart; 7] = [
        Apart::NoScheme,
        Apart::OutOfScope,
        Apart::NoSale,
        Apart::OtherEntry,
        Apart::UnknownEntry,
        Apart::OtherCurrency,
        Apart::UnreadableAmount,
    ];

    /// After a number.
    pub fn words(self) -> String {
        let of = |why| tapline_explain::say::tap::undecided(why).to_string();
        match self {
            Apart::NoScheme => "without a known scheme".to_owned(),
            Apart::OutOfScope => "of another AID, merchant or terminal".to_owned(),
            Apart::NoSale => of(Undecided::NoSale),
            Apart::OtherEntry => of(Undecided::OtherEntry),
            Apart::UnknownEntry => of(Undecided::UnknownEntry),
            Apart::OtherCurrency => "in another currency".to_owned(),
            Apart::UnreadableAmount => "with an amount that can't be read".to_owned(),
        }
    }
}

impl From<Undecided> for Apart {
    fn from(why: Undecided) -> Apart {
        match why {
            Undecided::NoSale => Apart::NoSale,
            Undecided::OtherEntry => Apart::OtherEntry,
            Undecided::UnknownEntry => Apart::UnknownEntry,
        }
    }
}

/// Types of `emv` on the wire: nothing there is serialized.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Limits")]
struct LimitsText {
    floor: u64,
    cvm: u64,
    transaction: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Effect", rename_all = "camelCase")]
enum EffectText {
    AsksCvm,
    AsksNoCvm,
    AsksOtherCvm,
    Declined,
    NotDeclined,
    Offline,
    Online,
    Unknown,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Scheme", rename_all = "camelCase")]
pub(crate) enum SchemeText {
    Visa,
    Mastercard,
    UnionPay,
    Amex,
    Discover,
    Jcb,
}

/// A value of a parameter with its type: `21` and `"21"` are not the same.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Value", rename_all = "camelCase")]
enum ValueText {
    Number(u64),
    Text(String),
    Flag(bool),
    Unreadable(String),
}

mod values {
    use std::collections::BTreeMap;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use tapline_emv::{Params, Value};

    use super::ValueText;

    #[derive(Serialize, Deserialize)]
    struct ParamText(#[serde(with = "ValueText")] Value);

    pub(super) fn serialize<S: Serializer>(params: &Params, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(params.iter().map(|(key, value)| (key, ParamText(value.clone()))))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Params, D::Error> {
        let values = BTreeMap::<String, ParamText>::deserialize(deserializer)?;
        Ok(crate::order::gathered(values.into_iter().map(|(key, ParamText(value))| (key, value))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_crosses_the_wire_with_the_types_of_its_values() {
        let limits = Limits { floor: 0, cvm: 5_000, transaction: 20_000 };
        let params = [
            ("terminalTransactionQualifiers", Value::Text("26 80 40 80".to_owned())),
            ("isNewCVMRuleForMC", Value::Text("true".to_owned())),
            ("terminalType", Value::Text("21".to_owned())),
            ("cvmCapabilityNoCVM", Value::Number(40)),
            ("appVersion", Value::Text("0096".to_owned())),
        ];
        let version = Version::new(limits, &params.map(|(key, value)| (key.to_owned(), value)).into());
        let text = serde_json::to_string(&version).unwrap();
        assert_eq!(
            text,
            r#"{"limits":{"floor":0,"cvm":5000,"transaction":20000},"params":{"isNewCVMRuleForMC":{"flag":true},"terminalTransactionQualifiers":{"text":"26804080"},"terminalType":{"text":"21"}}}"#
        );
        assert_eq!(serde_json::from_str::<Version>(&text).unwrap(), version);
    }
}
