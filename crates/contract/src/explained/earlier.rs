//! Where no configuration as it is now explains a sale, and one as it was before a change on this computer does: the answer says so.

use tapline_emv::why::{Candidate, Certainty, Reason};
use tapline_emv::{Currency, check};

use super::candidates::Candidates;
use super::since::{Moved, moved, sold_at};
use super::{Explained, LocalTime, explain, within};
use crate::connection::Connection;
use crate::history::Change;
use crate::timestamp;
use crate::transaction::Transaction;

/// What the answer is about, with the journal of this computer. `history` is newest first.
#[derive(Clone, Copy, Debug)]
pub struct Journaled<'a> {
    pub record: &'a Transaction,
    pub connection: &'a Connection,
    pub limits_in: &'a Currency,
    pub found: &'a Candidates,
    pub history: &'a [Change],
    pub local: LocalTime,
}

impl Explained {
    /// The answer, which names the change that explains the sale, where there is one between then and now.
    #[must_use]
    pub fn with_journal(self, journaled: Journaled<'_>) -> Explained {
        let Explained::Answer { why, scheme } = self else { return self };
        if !why.needs_other_values() {
            return Explained::Answer { why, scheme };
        }
        let Journaled { record, connection, limits_in, found, history, local } = journaled;
        let sale = sold_at(record);
        let is_later =
            |one: &Moved<'_>| sale.zip(timestamp::parse(&one.at)).is_none_or(|(sale, change)| change >= sale);
        let mut earlier = found.clone();
        for one in moved(found, history, limits_in).filter(is_later) {
            if !take_back(&mut earlier, &one) {
                continue;
            }
            let Explained::Answer { why: then, .. } = explain(record, connection, limits_in, &earlier) else {
                continue;
            };
            if then.needs_other_values() || then.certainty == Certainty::CannotKnow {
                continue;
            }
            let (at, name, each) = (local(&one.at), one.config.name(), one.each());
            let mut why = why;
            why.sentence = format!(
                "Likely from before a change on this computer at {at}, “{name}”: {each}. By what it was before, {}",
                within(&then.sentence)
            );
            why.certainty = Certainty::Likely;
            // What would have to be changed is not what it was then.
            why.change = None;
            let order = if sale.is_none() { ", before or after this sale" } else { ", after this sale" };
            why.chain.push(Reason {
                words: format!("“{name}” was changed on this computer at {at}{order}: {each}."),
                ground: "journal of this computer".to_owned(),
                certainty: Certainty::Known,
            });
            return Explained::Answer { why, scheme };
        }
        Explained::Answer { why, scheme }
    }
}

/// Puts a configuration back to what it was. False where that cannot be read.
fn take_back(found: &mut Candidates, one: &Moved<'_>) -> bool {
    let Some(limits) = check::limits_of(&one.before) else { return false };
    let Some((config, candidate)) =
        found.configurations.iter_mut().find(|(config, _)| config.id == one.config.id)
    else {
        return false;
    };
    // Values of the terminal stay.
    let own = config.values();
    let mut params = one.before.clone();
    let of_terminal = candidate.params.iter().filter(|(key, _)| !own.contains_key(*key));
    params.extend(of_terminal.map(|(key, value)| (key.clone(), value.clone())));
    *candidate = Candidate { name: candidate.name.clone(), limits, params };
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connection::{AmountUnit, ConnectionId, Environment, Safety, UnitKnown};
    use crate::emv_config::EmvConfig;
    use crate::explained::since::tests::{config, params, row};
    use crate::explained::{Known, candidates};
    use crate::record::Record as _;
    use tapline_emv::Scheme;

    fn connection() -> Connection {
        Connection {
            id: ConnectionId("c".to_owned()),
            name: String::new(),
            environment: Environment::Sandbox,
            base_address: String::new(),
            namespace: String::new(),
            safety: Safety::Confirm,
            currency: "EUR".to_owned(),
            unit: AmountUnit::Minor,
            unit_known: UnitKnown::Confirmed,
            owner: None,
            last_used: None,
        }
    }

    fn sale(amount: u64, cvm: &str, created: &str) -> Transaction {
        let raw = serde_json::json!({
            "tranId": "T", "paymentMethod": "01", "aid": "A0000000031010", "entryMode": "NFC", "tranStatus": "APPROVED",
            "cvmPerformed": cvm, "amount": { "currency": "EUR", "value": amount }, "createdAt": created,
        });
        Transaction::read(&raw.to_string()).unwrap()
    }

    fn told(record: &Transaction, now: EmvConfig, history: &[Change]) -> Explained {
        let (connection, euro) = (connection(), Currency::euro());
        let found = candidates(record, Scheme::Visa, &[now], Known::default());
        let answer = explain(record, &connection, &euro, &found);
        answer.with_journal(Journaled {
            record,
            connection: &connection,
            limits_in: &euro,
            found: &found,
            history,
            local: |at| timestamp::utc(at).unwrap(),
        })
    }

    #[test]
    fn a_change_on_this_computer_that_explains_the_sale_is_in_the_answer() {
        let change =
            [row("UpdateEmv", 12, "2026-11-05T12:01:07Z", 5_000, &params(0, 20_000, 25_000), "applied")];
        let answer =
            |created: &str, amount, cvm: &str| told(&sale(amount, cvm, created), config(12, 20_000), &change);
        for (created, order) in
            [("", "before or after this sale"), ("2026-11-03T12:00:00Z", "after this sale")]
        {
            let Explained::Answer { why, .. } = answer(created, 11_000, "PIN") else { panic!("{created}") };
            assert_eq!(
                why.sentence,
                "Likely from before a change on this computer at 2026-11-05 12:01:07 UTC, “Retail 12”: the CVM limit from 50.00 EUR to \
                 200.00 EUR. By what it was before, a PIN was asked because 110.00 EUR is at or above the CVM limit of 50.00 EUR of \
                 “Retail 12”."
            );
            assert_eq!((why.certainty, why.change), (Certainty::Likely, None));
            let last = why.chain.last().unwrap();
            assert!(last.words.contains(order) && last.ground == "journal of this computer", "{last:?}");
        }
        // A change before the sale, what explains nothing, and a sale that the values of now explain.
        for (created, amount, cvm) in [
            ("2026-11-09T12:00:00Z", 11_000, "PIN"),
            ("", 2_310, "PIN"),
            ("", 22_000, "PIN"),
            ("", 900, "NO_CVM"),
        ] {
            assert!(
                !answer(created, amount, cvm).sentence().contains("change on this computer"),
                "{created} {amount}"
            );
        }
    }

    #[test]
    fn other_parameters_than_limits_explain_it_as_well() {
        let mut with = params(0, 5_000, 25_000);
        with["terminalTransactionQualifiers"] = "06004080".into();
        let raw = serde_json::json!({ "id": 12, "emvName": "Retail 12", "paymentMethod": "01", "params": with.to_string() });
        let now = EmvConfig::read(&raw.to_string()).unwrap();
        let change = [row("UpdateEmv", 12, "2026-11-05T12:01:07Z", 5_000, &with, "applied")];
        let told = told(&sale(2_310, "NO_CVM", ""), now, &change);
        assert!(told.sentence().contains("“Retail 12”: TTQ from nothing to 06004080."), "{told:?}");
    }
}
