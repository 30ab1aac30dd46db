//! Two transactions side by side: the difference that likely explains the others, every other difference, and what is the same.
//!
//! Compared is what the transactions show. Of a card only the last four digits are repeated.

use tapline_emv::bits::{self, Reading};
use tapline_emv::entry::Entry;
use tapline_emv::{performed, tsi, tvr};
use tapline_explain::decide::{Comparison, Side as Compared, compare};
use tapline_explain::facts::Candidate;
use tapline_explain::say;

use super::again::again;
use super::{Candidates, Explained, entry, host_code, last_four, money, scheme, text, tsi_of, tvr_of};
use crate::amounts::Amounts;
use crate::connection::Connection;
use crate::emv_config::EmvConfig;
use crate::order::sort_by_key;
use crate::shown::Shown;
use crate::transaction::Transaction;
use crate::transaction_state::{type_words, words_of};

/// One property of two transactions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    pub label: String,
    pub both: [String; 2],
}

/// Two transactions, differences apart from what is the same.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Beside {
    /// A sentence that they are two tries of one sale, if they are.
    pub again: Option<String>,
    /// The difference that likely explains the others, as a sentence.
    pub blamed: Option<String>,
    pub differs: Vec<Pair>,
    pub same: Vec<Pair>,
}

/// A transaction with its explanation and the configurations that may have decided.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a> {
    pub record: &'a Transaction,
    pub answer: &'a Explained,
    pub found: &'a Candidates,
}

impl Side<'_> {
    fn terminal(&self) -> Option<&str> {
        [&self.record.sdk_id, &self.record.acq_tid]
            .into_iter()
            .filter_map(|id| id.as_deref().map(str::trim))
            .find(|id| !id.is_empty())
    }
}

/// Compares the facts and decisions of both.
fn compared(sides: [Side<'_>; 2]) -> Comparison {
    let candidates = sides.map(|side| -> Vec<Candidate> {
        side.found.configurations.iter().map(|(_, one)| one.clone()).collect()
    });
    let side = |at: usize| Compared {
        sale: &sides[at].answer.sale,
        candidates: &candidates[at],
        decision: &sides[at].answer.decision,
        terminal: sides[at].terminal(),
        merchant: sides[at].record.mch_name.as_deref(),
        card: sides[at].record.account_masked.as_deref().and_then(last_four),
    };
    compare(side(0), side(1))
}

impl Beside {
    /// Compares them, in the order in which a person asks.
    pub fn new(connection: &Connection, sides: [Side<'_>; 2]) -> Beside {
        let again = again(sides[0].record, sides[1].record).map(|pair| pair.both());
        let blamed = compared(sides).blamed().map(|one| say::difference(one).to_string());
        let mut all = Beside { again, blamed, ..Beside::default() };
        let mut put = |label: &str, of: &dyn Fn(Side<'_>) -> String| all.put(label, sides.map(of));
        put("Answer", &|side| side.answer.support().headline.to_string());
        put("Amount", &|side| {
            let converted = money(connection, side.record).map(|(currency, minor)| currency.money(minor));
            converted
                .or_else(|| {
                    let amount = side.record.amount.as_ref()?;
                    Some(Amounts::new(connection, amount.currency.as_deref()).money(amount.value.as_ref()?))
                })
                .unwrap_or_default()
        });
        put("Status", &|side| words_of(text(side.record.tran_status.as_ref())).to_owned());
        put("Type", &|side| type_words(text(side.record.tran_type.as_ref())).to_owned());
        put("Entry", &|side| {
            let raw = text(side.record.entry_mode.as_ref());
            Entry::read(raw).words().unwrap_or(raw).to_owned()
        });
        put("Scheme", &|side| scheme(side.record).map(|scheme| scheme.name().to_owned()).unwrap_or_default());
        put("Card ends in", &|side| {
            side.record.account_masked.as_deref().and_then(last_four).unwrap_or_default().to_owned()
        });
        put("CVM performed", &|side| {
            let raw = text(side.record.cvm_performed.as_ref());
            performed::read(raw, scheme(side.record), entry(side.record))
                .map(|performed| format!("{} ({raw})", performed.words))
                .unwrap_or_default()
        });
        put("Host code", &|side| host_code(side.record).unwrap_or_default().to_owned());
        put("Merchant", &|side| text(side.record.mch_name.as_ref()).to_owned());
        put("Acquirer TID", &|side| text(side.record.acq_tid.as_ref()).to_owned());
        put("Terminal", &|side| text(side.record.sdk_id.as_ref()).to_owned());
        put("AID", &|side| text(side.record.aid.as_ref()).to_owned());
        put("Possible configurations", &|side| {
            let names = side.found.all().map(EmvConfig::full_name);
            names.collect::<Vec<_>>().join(", ")
        });
        all.bits(&tvr::TABLE, sides.map(|side| (tvr_of(side.record), text(side.record.tvr.as_ref()))));
        all.bits(&tsi::TABLE, sides.map(|side| (tsi_of(side.record), text(side.record.tsi.as_ref()))));
        all
    }

    /// Leaves out what neither has.
    fn put(&mut self, label: &str, both: [String; 2]) {
        if both.iter().all(String::is_empty) {
            return;
        }
        let is_same = both[0] == both[1];
        let both = both.map(|text| if text.is_empty() { "not provided".to_owned() } else { text });
        let pair = Pair { label: label.to_owned(), both };
        if is_same { self.same.push(pair) } else { self.differs.push(pair) }
    }

    /// Adds a value as it came, then each bit that one of them has.
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

    /// Full comparison as plain text. `names`: names of the two.
    pub fn text(&self, names: [&str; 2]) -> String {
        let mut lines = Shown::default();
        if let Some(again) = &self.again {
            lines.add(again);
        }
        if let Some(blamed) = &self.blamed {
            lines.add(blamed);
        }
        if self.again.is_some() || self.blamed.is_some() {
            lines.add("");
        }
        if self.differs.is_empty() {
            lines.add(format_args!("No difference between {} and {} explains anything.", names[0], names[1]));
        } else {
            lines.add(format_args!("Differences between {} and {}", names[0], names[1]));
        }
        for Pair { label, both } in &self.differs {
            lines.add("");
            lines.add(label);
            lines.add(format_args!("  {}: {}", names[0], both[0]));
            lines.add(format_args!("  {}: {}", names[1], both[1]));
        }
        if !self.same.is_empty() {
            lines.add("");
            lines.add("Same in both");
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
    use crate::explained::tests::connection;
    use crate::explained::{Around, explain};
    use crate::record::Record;

    fn sale(change: &serde_json::Value) -> Transaction {
        let mut raw = serde_json::json!({
            "tranId": "T1", "tvr": "0000008000", "cvmPerformed": "NO_CVM", "entryMode": "CONTACTLESS", "paymentMethod": "01",
            "tranStatus": "APPROVED", "accountMasked": "411111******1111", "sdkId": "S1",
            "amount": { "currency": "EUR", "value": 2310 },
        });
        for (name, value) in change.as_object().unwrap() {
            raw[name] = value.clone();
        }
        Transaction::read(&raw.to_string()).unwrap()
    }

    fn beside(one: &Transaction, other: &Transaction) -> Beside {
        let (connection, found, limits_in) =
            (connection(), Candidates::none(), tapline_emv::Currency::euro());
        let around = Around {
            connection: &connection,
            limits_in: &limits_in,
            found: &found,
            history: &[],
            local: str::to_owned,
            again: None,
        };
        let answers = [one, other].map(|record| explain(record, around));
        let side = |at: usize, record| Side { record, answer: &answers[at], found: &found };
        Beside::new(&connection, [side(0, one), side(1, other)])
    }

    #[test]
    fn another_terminal_is_blamed_first_and_every_bit_has_its_name() {
        let other = sale(&serde_json::json!({ "tranId": "T2", "tvr": "0000048000", "sdkId": "S2" }));
        let both = beside(&sale(&serde_json::json!({})), &other);
        assert!(both.blamed.is_some());
        let labels: Vec<_> = both.differs.iter().map(|pair| pair.label.as_str()).collect();
        assert!(labels.contains(&"Terminal") && labels.contains(&"95 TVR"), "{labels:?}");
        let bit = both.differs.iter().find(|pair| pair.both == ["not set", "set"]).unwrap();
        assert!(bit.label.starts_with("TVR B3 b3: "), "{labels:?}");
        let text = both.text(["T1", "T2"]);
        assert!(!text.contains("411111") && text.contains("Card ends in: 1111"), "{text}");
    }

    #[test]
    fn two_tries_of_one_sale_say_so() {
        let attempt = |id: &str, status: &str, cvm: &str, code: &str| {
            sale(&serde_json::json!({
                "tranId": id, "tranStatus": status, "cvmPerformed": cvm, "entryMode": "NFC", "tvr": "", "atc": "0A",
                "actions": [{ "actionType": "SALE", "hostRespCode": code }],
            }))
        };
        let second = attempt("T2", "APPROVED", "PIN", "00");
        assert!(beside(&attempt("T1", "DECLINED", "NO_CVM", "1A"), &second).again.is_some());
        assert_eq!(beside(&attempt("T1", "DECLINED", "NO_CVM", "51"), &second).again, None);
    }

    #[test]
    fn equal_ones_have_no_difference() {
        let both = beside(&sale(&serde_json::json!({})), &sale(&serde_json::json!({ "tranId": "T2" })));
        assert!(both.differs.is_empty() && both.blamed.is_none(), "{both:?}");
    }
}
