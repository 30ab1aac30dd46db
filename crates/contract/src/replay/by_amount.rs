//! Loaded sales of some configurations by amount, from which the page counts the effect of a limit while it is dragged: one answer serves
//! every step. Not the impact by merchant, which core counts ([`super::Replayed`]).

use serde::{Deserialize, Serialize};
use tapline_emv::Scheme;
use tapline_emv::replay::{CardsAndPhones, SalesByAmount};

use super::{Apart, Proposal, ReplayScope, SchemeText};
use crate::connection::ConnectionId;
use crate::list::{ListId, LoadState};
use crate::transaction::TransactionQuery;

/// Sales that one configuration decides about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SaleScope {
    #[serde(with = "SchemeText")]
    pub scheme: Scheme,
    /// Currency of the limits.
    pub currency: String,
    pub scope: ReplayScope,
}

/// Configurations whose sales are wanted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SaleAmountsQuery {
    pub connection: ConnectionId,
    /// A sale counts once, for the first scope that includes it.
    pub scopes: Vec<SaleScope>,
    /// Other configurations that may decide about the same sales.
    pub others: Vec<SaleScope>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "AmountSteps", into = "AmountSteps")]
pub struct SaleAmounts {
    pub over: SalesBasis,
    /// One for each scope.
    pub sales: Vec<CardsAndPhones>,
}

/// Rows over which was counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SalesBasis {
    pub list: ListId,
    pub version: u64,
    /// Transactions that are loaded.
    pub rows: u32,
    /// The service's count.
    pub total: Option<i64>,
    pub state: LoadState,
    /// Filter of the list when it was read.
    pub query: TransactionQuery,
    /// Merchants of the sales.
    pub merchants: u32,
    /// Sales that another configuration may have decided.
    pub shared: u32,
    /// No count is zero.
    pub apart: Vec<(Apart, u32)>,
}

/// Past sales to load without a click.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RecentSalesQuery {
    pub connection: ConnectionId,
    /// `2026-11-02`
    pub first_day: String,
    /// No person asked for it, so a policy may forbid it.
    pub is_background: bool,
}

impl Proposal {
    /// Sales that the configuration decides about.
    pub fn sale_scope(&self) -> SaleScope {
        let Proposal { scheme, currency, scope, .. } = self;
        SaleScope { scheme: *scheme, currency: currency.clone(), scope: scope.clone() }
    }
}

/// Form on the way through the door: the steps of cards and of phones.
#[derive(Serialize, Deserialize)]
struct AmountSteps {
    over: SalesBasis,
    sales: Vec<[Vec<(u64, u32)>; 2]>,
}

impl From<SaleAmounts> for AmountSteps {
    fn from(amounts: SaleAmounts) -> AmountSteps {
        let sales = amounts.sales.iter().map(|of| [of.cards.steps(), of.phones.steps()]).collect();
        AmountSteps { over: amounts.over, sales }
    }
}

impl From<AmountSteps> for SaleAmounts {
    fn from(steps: AmountSteps) -> SaleAmounts {
        let sales = steps.sales.into_iter().map(|[cards, phones]| CardsAndPhones {
            cards: SalesByAmount::from_steps(cards),
            phones: SalesByAmount::from_steps(phones),
        });
        SaleAmounts { over: steps.over, sales: sales.collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_arrives_as_it_was_sent() {
        let over = SalesBasis {
            list: ListId(3),
            version: 2,
            rows: 412,
            total: None,
            state: LoadState::Cancelled,
            query: TransactionQuery {
                created_start: Some("2026-11-02".to_owned()),
                ..TransactionQuery::default()
            },
            merchants: 3,
            shared: 1,
            apart: vec![(Apart::NoSale, 4)],
        };
        let sales = CardsAndPhones {
            cards: SalesByAmount::new([2_500, 0, 2_500, 999_999_999_999]),
            phones: SalesByAmount::default(),
        };
        for answer in [None, Some(SaleAmounts { over, sales: vec![sales, CardsAndPhones::default()] })] {
            let text = serde_json::to_string(&answer).unwrap();
            assert_eq!(serde_json::from_str::<Option<SaleAmounts>>(&text).unwrap(), answer);
        }
    }
}
