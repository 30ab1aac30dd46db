//! Two transactions side by side: the answer of each, what differs first, and the bits that only one of them reported.
//!
//! Compared is what the transactions tell. Nothing of a card but its last four digits is repeated.

use tapline_emv::bits::{self, Reading};
use tapline_emv::{performed, tsi, tvr};

use super::again::again;
use super::{Candidates, Explained, entry, host_code, last_four, money, scheme, text, tsi_of, tvr_of};
use crate::amounts::Amounts;
use crate::connection::Connection;
use crate::emv_config::EmvConfig;
use crate::order::sort_by_key;
use crate::shown::Shown;
use crate::transaction::Transaction;
use crate::transaction_state::words_of;

/// What two transactions tell in one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    pub label: String,
    pub both: [String; 2],
}

/// Two transactions, what differs apart from what is the same.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Beside {
    /// That they are one sale in two tries, if they are.
    pub again: Option<String>,
    pub differs: Vec<Pair>,
    pub same: Vec<Pair>,
}

/// A transaction with its answer and the configurations that may have decided.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a> {
    pub record: &'a Transaction,
    pub answer: &'a Explained,
    pub found: &'a Candidates,
}

impl Beside {
    /// Compares them, in the order in which a person asks.
    pub fn of(connection: &Connection, sides: [Side<'_>; 2]) -> Beside {
        let again = again(sides[0].record, sides[1].record).map(|pair| pair.both());
        let mut all = Beside { again, ..Beside::default() };
        let mut put = |label: &str, of: &dyn Fn(Side<'_>) -> String| all.put(label, sides.map(of));
        put("Answer", &|side| side.answer.said());
        put("Certainty", &|side| match side.answer {
            Explained::Answer { why, .. } => why.certainty.words().to_owned(),
            Explained::Sentence(_) => String::new(),
        });
        put("Amount", &|side| {
            let told = money(connection, side.record).map(|(currency, minor)| currency.money(minor));
            told.or_else(|| {
                let amount = side.record.amount.as_ref()?;
                Some(Amounts::of(connection, amount.currency.as_deref()).money(amount.value.as_ref()?))
            })
            .unwrap_or_default()
        });
        put("Status", &|side| words_of(text(side.record.tran_status.as_ref())).to_owned());
        put("Type", &|side| text(side.record.tran_type.as_ref()).to_owned());
        put("Entry", &|side| text(side.record.entry_mode.as_ref()).to_owned());
        put("Scheme", &|side| scheme(side.record).map(|scheme| scheme.name().to_owned()).unwrap_or_default());
        put("Card ends in", &|side| {
            side.record.account_masked.as_deref().and_then(last_four).unwrap_or_default().to_owned()
        });
        put("CVM performed", &|side| {
            let raw = text(side.record.cvm_performed.as_ref());
            performed::read(raw, scheme(side.record), entry(side.record))
                .map(|performed| format!("{raw}: {}", performed.words))
                .unwrap_or_default()
        });
        put("Host's answer", &|side| host_code(side.record).unwrap_or_default().to_owned());
        put("Merchant", &|side| text(side.record.mch_name.as_ref()).to_owned());
        put("Acquirer TID", &|side| text(side.record.acq_tid.as_ref()).to_owned());
        put("Terminal", &|side| text(side.record.sdk_id.as_ref()).to_owned());
        put("AID", &|side| text(side.record.aid.as_ref()).to_owned());
        put("Configurations that may have decided", &|side| {
            let names = side.found.all().map(EmvConfig::full_name);
            names.collect::<Vec<_>>().join(", ")
        });
        all.bits(&tvr::TABLE, sides.map(|side| (tvr_of(side.record), text(side.record.tvr.as_ref()))));
        all.bits(&tsi::TABLE, sides.map(|side| (tsi_of(side.record), text(side.record.tsi.as_ref()))));
        all
    }

    /// What neither tells is left out.
    fn put(&mut self, label: &str, both: [String; 2]) {
        if both.iter().all(String::is_empty) {
            return;
        }
        let is_same = both[0] == both[1];
        let both = both.map(|text| if text.is_empty() { "not told".to_owned() } else { text });
        let pair = Pair { label: label.to_owned(), both };
        if is_same { self.same.push(pair) } else { self.differs.push(pair) }
    }

    /// A value as it came, then each bit that one of them has.
    fn bits(&mut self, table: &'static bits::Table, both: [(Reading, &str); 2]) {
        let head = format!("{} {}", table.tag, table.name);
        let [(one, first), (other, second)] = &both;
        self.put(&head, [bits::pairs(first), bits::pairs(second)]);
        let (Reading::Bits(one), Reading::Bits(other)) = (one, other) else { return };
        let mut named: Vec<_> = one.iter().chain(other.iter().filter(|bit| !one.contains(bit))).collect();
        sort_by_key(&mut named, |bit| place(&bit.place));
        for bit in named {
            let state = |set: &[bits::Named]| if set.contains(bit) { "set" } else { "not set" }.to_owned();
            self.put(&format!("{} {}: {}", table.name, bit.place, bit.words), [state(one), state(other)]);
        }
    }

    /// All of it as plain text. `names`: what the two are called.
    pub fn text(&self, names: [&str; 2]) -> String {
        let mut lines = Shown::default();
        if let Some(again) = &self.again {
            lines.add(again);
            lines.add("");
        }
        if self.differs.is_empty() {
            lines.add(format_args!("{} and {} do not differ in what explains them.", names[0], names[1]));
        } else {
            lines.add(format_args!("What differs between {} and {}", names[0], names[1]));
        }
        for Pair { label, both } in &self.differs {
            lines.add("");
            lines.add(label);
            lines.add(format_args!("  {}: {}", names[0], both[0]));
            lines.add(format_args!("  {}: {}", names[1], both[1]));
        }
        if !self.same.is_empty() {
            lines.add("");
            lines.add("The same in both");
        }
        for Pair { label, both } in &self.same {
            lines.add(format_args!("  {label}: {}", both[0]));
        }
        lines.to_string()
    }
}

/// Bits from the left: a lower byte first, in it a higher bit.
fn place(place: &str) -> (String, std::cmp::Reverse<String>) {
    let (byte, bit) = place.split_once(' ').unwrap_or((place, ""));
    (byte.to_owned(), std::cmp::Reverse(bit.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connection::{AmountUnit, ConnectionId, Environment, Safety, UnitKnown};
    use crate::record::Record;

    fn sale(id: &str, tvr: &str, cvm: &str) -> Transaction {
        let raw = serde_json::json!({
            "tranId": id, "tvr": tvr, "cvmPerformed": cvm, "entryMode": "CONTACTLESS", "paymentMethod": "01",
            "tranStatus": "APPROVED", "accountMasked": "411111******1111",
        });
        Transaction::read(&raw.to_string()).unwrap()
    }

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

    fn beside(one: &Transaction, other: &Transaction) -> Beside {
        let (answer, found) = (Explained::Sentence("No answer.".to_owned()), Candidates::none());
        let side = |record| Side { record, answer: &answer, found: &found };
        Beside::of(&connection(), [side(one), side(other)])
    }

    #[test]
    fn differences_come_first_and_each_bit_has_its_name() {
        let both = beside(&sale("T1", "0000008000", "NO_CVM"), &sale("T2", "0000048000", "NO_CVM"));
        let labels: Vec<_> = both.differs.iter().map(|pair| pair.label.as_str()).collect();
        assert_eq!(labels.len(), 2, "{labels:?}");
        assert_eq!(labels[0], "95 TVR");
        assert!(labels[1].starts_with("TVR B3 b3: "), "{labels:?}");
        assert_eq!(both.differs[1].both, ["not set", "set"]);
        let text = both.text(["T1", "T2"]);
        assert!(text.starts_with("What differs between T1 and T2\n\n95 TVR\n"), "{text}");
        assert!(!text.contains("411111") && text.contains("Card ends in: 1111"), "{text}");
    }

    #[test]
    fn what_cannot_be_read_is_compared_as_text() {
        let both = beside(&sale("T1", "xyz", ""), &sale("T2", "0000008000", ""));
        assert_eq!(both.differs.len(), 1);
    }

    #[test]
    fn a_decline_for_a_pin_and_the_sale_with_it_are_told_as_a_pair() {
        let told = |id: &str, status: &str, cvm: &str, code: &str| {
            let raw = serde_json::json!({
                "tranId": id, "tranStatus": status, "cvmPerformed": cvm, "entryMode": "NFC", "paymentMethod": "01", "atc": "0A",
                "accountMasked": "411111******1111", "amount": { "currency": "EUR", "value": 2310 },
                "actions": [{ "actionType": "SALE", "hostRespCode": code }],
            });
            Transaction::read(&raw.to_string()).unwrap()
        };
        let both = beside(&told("T1", "DECLINED", "NO_CVM", "1A"), &told("T2", "APPROVED", "PIN", "00"));
        let text = both.text(["T1", "T2"]);
        assert!(text.starts_with("Likely one sale in two tries: T1 was declined with 1A"), "{text}");
        assert!(text.contains("\n\nWhat differs between T1 and T2\n"), "{text}");
        assert_eq!(
            beside(&told("T1", "DECLINED", "NO_CVM", "51"), &told("T2", "APPROVED", "PIN", "00")).again,
            None
        );
    }

    #[test]
    fn equal_ones_say_so() {
        let both = beside(&sale("T1", "0000008000", ""), &sale("T2", "0000008000", ""));
        assert!(both.text(["T1", "T2"]).starts_with("T1 and T2 do not differ"), "{both:?}");
    }
}
