//! Texts that leave Tapline by hand: the text to hand over, and the support bundle.
//!
//! Both are put together from members named here, never from a record as a whole: no secret, no free text of a person (reason, email,
//! callback address, notes), and of the card at most its last four digits. A card number that a service let through in a named member,
//! such as the name of a configuration, is shortened as in exports.

use std::fmt::Write as _;

use tapline_emv::{Currency, LimitKind, check, param};

use super::{Candidates, Explained, LimitsIn, last_four, text};
use crate::amounts::Amounts;
use crate::card;
use crate::connection::Connection;
use crate::history::Change;
use crate::transaction::Transaction;
use crate::where_used::counted;

/// Input of both texts. `history` is newest first.
#[derive(Clone, Copy, Debug)]
pub struct Handed<'a> {
    pub connection: &'a Connection,
    pub record: &'a Transaction,
    pub answer: &'a Explained,
    pub found: &'a Candidates,
    pub limits_in: &'a LimitsIn,
    pub history: &'a [Change],
    /// The other try of the same sale, as a sentence.
    pub again: Option<&'a str>,
}

impl Handed<'_> {
    /// Id, environment, what was paid where, answer, configurations, changes and request ids.
    pub fn text(&self) -> String {
        let Handed { connection, record, answer, found, limits_in, history, again } = self;
        let mut lines = vec![format!("Environment: {}", connection.environment.word())];
        let amount = record.amount.as_ref();
        if let Some((amount, value)) = amount.and_then(|amount| Some((amount, amount.value.as_ref()?))) {
            let amounts = Amounts::new(connection, amount.currency.as_deref());
            lines.push(format!("Amount: {}", amounts.money(value)));
        }
        let places = [
            ("Merchant", &record.mch_name),
            ("Terminal", &record.sdk_id),
            ("Terminal id at the acquirer", &record.acq_tid),
        ];
        for (label, value) in places {
            // A name of several lines is no line of its own.
            let value = text(value.as_ref()).split_whitespace().collect::<Vec<_>>().join(" ");
            if !value.is_empty() {
                lines.push(format!("{label}: {value}"));
            }
        }
        if let Some(card) = record.account_masked.as_deref().and_then(last_four) {
            lines.push(format!("Card ending in {card}"));
        }
        lines.push(answer.without_reason().text(found, limits_in, *again));
        let here: Vec<_> = std::iter::once(record.tran_id.to_string())
            .chain(found.all().map(|config| config.id.to_string()))
            .collect();
        let requests = history.iter().filter_map(|change| {
            let id = change.id.raw().trim_matches('"').to_owned();
            let request = change.request_id.as_ref().filter(|_| here.contains(&id))?;
            Some(format!("Request id {request} ({} of {id}, {})", change.endpoint, change.at))
        });
        lines.extend(requests);
        // The id is what the other side looks for: it stays whole.
        format!("Transaction {}\n{}", record.tran_id, safe(&lines.join("\n")))
    }

    /// The file for support: the same text, what the transaction reported, and the parameters of the configurations.
    pub fn bundle(&self) -> String {
        let mut out = self.text();
        out.push('\n');
        let mut block = String::from("\nTransaction\n");
        for (label, value) in reported(self.record) {
            // Writing to a String cannot fail.
            let _ = writeln!(block, "  {label}: {}", if value.is_empty() { "not provided" } else { value });
        }
        for action in self.record.actions.iter().flatten() {
            let part = |part: &Option<String>| text(part.as_ref()).to_owned();
            let _ = writeln!(
                block,
                "  step: {} {}, host {}",
                part(&action.action_type),
                part(&action.action_status),
                part(&action.host_resp_code)
            );
        }
        out.push_str(&safe(&block));
        for config in self.found.all() {
            out.push_str(&safe(&parameters(config, &self.limits_in.currency)));
        }
        out
    }
}

/// The members that explain it.
fn reported(record: &Transaction) -> [(&'static str, &str); 14] {
    let Transaction {
        tran_status, tran_type, entry_mode, payment_method, aid, cvm_performed, tvr, tsi, ..
    } = record;
    [
        ("status", text(tran_status.as_ref())),
        ("type", text(tran_type.as_ref())),
        ("entry", text(entry_mode.as_ref())),
        ("method", text(payment_method.as_ref())),
        ("AID", text(aid.as_ref())),
        ("CVM performed", text(cvm_performed.as_ref())),
        ("TVR", text(tvr.as_ref())),
        ("TSI", text(tsi.as_ref())),
        ("merchant", text(record.mch_name.as_ref())),
        ("acquirer MID", text(record.acq_mid.as_ref())),
        ("acquirer TID", text(record.acq_tid.as_ref())),
        ("batch", text(record.batch_no.as_ref())),
        ("trace", text(record.trace.as_ref())),
        ("terminal", text(record.sdk_id.as_ref())),
    ]
}

/// Limits and the parameters that EMV names; others may hold anything and are counted.
fn parameters(config: &crate::emv_config::EmvConfig, currency: &Currency) -> String {
    let mut out = format!("\nConfiguration {} (id {})\n", config.full_name(), config.id);
    let Some(params) = config.params.readable() else {
        out.push_str("  parameters unreadable\n");
        return out;
    };
    if let Some(limits) = check::limits_of(&params.values()) {
        for kind in LimitKind::ALL {
            let _ = writeln!(out, "  {}: {}", kind.noun(), currency.money(limits.get(kind)));
        }
    }
    let mut others = 0;
    for (key, raw) in params.members() {
        if param::param(&key).is_some() {
            let _ = writeln!(out, "  {key}: {raw}");
        } else {
            others += 1;
        }
    }
    if others > 0 {
        let others = counted(others, "other parameter", "other parameters");
        let _ = writeln!(out, "  {others} left out");
    }
    out
}

/// Line by line: a line that is JSON is looked through as such.
fn safe(text: &str) -> String {
    let lines: Vec<_> = text.split('\n').map(|line| card::cell(line, "", |_| false)).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emv_config::EmvConfig;
    use crate::explained::{Around, LinkedRecords, candidates, explain};
    use crate::record::Record;

    /// A number with a right check digit.
    const CARD: &str = "4111111111111111";

    /// Every text of the transaction that is not named in a handed text has a mark of its own; those that are have a card number.
    fn record() -> Transaction {
        let raw = serde_json::json!({
            "tranId": "T1", "amount": { "currency": "EUR", "value": 2310 }, "approvalCode": "SENTINEL-approval",
            "batchNo": format!("B {CARD}"), "cvmPerformed": "NO_CVM", "appName": "SENTINEL-app", "linkedTranId": "SENTINEL-linked",
            "mchName": format!("Shop {CARD}"), "tsi": "0000", "acqTid": "T 1", "rrn": "SENTINEL-rrn", "tc": "SENTINEL-tc",
            "tranStatus": format!("APPROVED {CARD}"), "tranType": "SALE", "atc": "SENTINEL-atc", "tvr": "0000008000", "trace": "1",
            "acqMid": "M 1", "accountMasked": CARD, "sdkId": "S", "paymentMethod": "01", "hostMessageFormat": "SENTINEL-format",
            "aid": "A0000000031010", "entryMode": "CONTACTLESS", "callbackUrl": "https://SENTINEL-callback",
            "unknownMember": "SENTINEL-unknown", "adminPwd": "SENTINEL-pwd",
            "actions": [{
                "tranId": "SENTINEL-step", "actionType": "SALE", "reason": "SENTINEL-reason", "actionStatus": format!("OK {CARD}"),
                "hostRespCode": "00", "actionId": "SENTINEL-action", "other": "SENTINEL-other",
            }],
        });
        Transaction::read(&raw.to_string()).unwrap()
    }

    fn config() -> EmvConfig {
        let params = format!(
            r#"{{"aid":"A0000000031010","clFloorLimit":0,"clCVMLimit":5000,"clTransLimit":20000,"x-vendor":"SENTINEL-x","appVersion":"{CARD}"}}"#
        );
        let raw = serde_json::json!({
            "id": 12, "emvName": format!("Retail {CARD}"), "paymentMethod": "01", "params": params, "groupId": "SENTINEL-group",
            "secret": "SENTINEL-secret",
        });
        EmvConfig::read(&raw.to_string()).unwrap()
    }

    fn connection() -> Connection {
        Connection {
            name: "SENTINEL-connection".to_owned(),
            base_address: "https://SENTINEL-address".to_owned(),
            namespace: "SENTINEL-namespace".to_owned(),
            ..Connection::example()
        }
    }

    fn explained(record: &Transaction, found: &Candidates) -> Explained {
        let (connection, limits_in) = (connection(), Currency::euro());
        let around = Around {
            connection: &connection,
            limits_in: &limits_in,
            found,
            history: &[],
            local: str::to_owned,
            again: None,
        };
        explain(record, around)
    }

    #[test]
    fn the_services_reason_is_left_out_of_the_answer() {
        let mut record = record();
        record.tran_status = Some("DECLINED".to_owned());
        for action in record.actions.iter_mut().flatten() {
            action.host_resp_code = None;
            action.reason = Some("SENTINEL  reason".to_owned());
        }
        let found = Candidates::none();
        let answer = explained(&record, &found);
        assert!(format!("{:?}", answer.decision).contains("SENTINEL reason"), "{answer:?}");
        let limits_in = LimitsIn { currency: Currency::euro(), words: String::new() };
        let connection = connection();
        let handed = Handed {
            connection: &connection,
            record: &record,
            answer: &answer,
            found: &found,
            limits_in: &limits_in,
            history: &[],
            again: None,
        };
        assert!(!handed.text().contains("SENTINEL"), "{}", handed.text());
        assert!(!handed.bundle().contains("SENTINEL"), "{}", handed.bundle());
    }

    #[test]
    fn no_mark_and_no_card_number_gets_through() {
        let (record, configs) = (record(), [config()]);
        let known = LinkedRecords::default();
        let found = candidates(&record, tapline_emv::Scheme::Visa, &configs, known);
        assert_eq!(found.configurations.len(), 1);
        let answer = explained(&record, &found);
        let limits_in = LimitsIn { currency: Currency::euro(), words: String::new() };
        let connection = connection();
        let handed = Handed {
            connection: &connection,
            record: &record,
            answer: &answer,
            found: &found,
            limits_in: &limits_in,
            history: &[],
            again: None,
        };
        let bundle = handed.bundle();
        for text in [handed.text(), bundle.clone()] {
            assert!(!text.contains("SENTINEL"), "{text}");
            assert!(!text.contains(CARD), "{text}");
            let head = "Transaction T1\nEnvironment: LIVE\nAmount: 23.10 EUR\nMerchant: Shop ";
            assert!(text.starts_with(head), "{text}");
            let of_card = "\nTerminal: S\nTerminal id at the acquirer: T 1\nCard ending in 1111\n";
            assert!(text.contains(of_card), "{text}");
        }
        assert!(bundle.contains("TVR: 0000008000") && bundle.contains("CVM limit: 50.00 EUR"), "{bundle}");
        assert!(bundle.contains("1 other parameter left out"), "{bundle}");
    }
}
