//! Likely sdkId of a terminal, by its transactions. Service document, "Device record", "Transaction" and "Logout, suspend or
//! decommission".
//!
//! A terminal's record does not name its sdkId, and without it the terminal can be neither logged out nor decommissioned.
//! Transactions have an sdkId, together with the `acqTid`, `acqMid` and merchant that the record or its merchant has too. A
//! result is likely and never certain: a person selects. Invariant: an sdkId that a known `acqTid` or `acqMid` contradicts is
//! never a candidate.

use serde::{Deserialize, Serialize};

use crate::connection::ConnectionId;
use crate::device::{Device, DeviceId};
use crate::merchant::Merchant;
use crate::order::sort_by_key;
use crate::transaction::Transaction;

/// Terminal whose sdkId is wanted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SdkIdQuery {
    pub connection: ConnectionId,
    pub mch_id: String,
    /// As the merchant's list has it.
    pub device: DeviceId,
}

/// Candidates found in the transactions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SdkIdFinding {
    /// Those in which the most members agree first, among them the one with the most transactions.
    pub candidates: Vec<SdkIdCandidate>,
    /// Transactions that were looked through.
    pub read: u64,
    /// They were all that the service has.
    pub complete: bool,
    /// Other terminals of the merchant with the same `acqTid` and `acqMid`: the transactions may be theirs.
    pub shared_with: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SdkIdCandidate {
    pub sdk_id: String,
    /// Transactions that fit the terminal.
    pub seen: u64,
    /// Transactions with this sdkId that do not fit: it was, or is, at another terminal.
    pub elsewhere: u64,
    /// The members that are the same on both sides.
    pub agrees: Vec<Member>,
    /// The newest is not older than so many days, 0 being today; `None`: not known, because records tell no time.
    pub days: Option<u16>,
}

/// Member that links a transaction to a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Member {
    AcqTid,
    AcqMid,
    MchName,
}

struct MemberRow {
    member: Member,
    /// For people.
    words: &'static str,
    of: fn(&Transaction) -> Option<&String>,
    /// Another value shows another terminal; a merchant may have been renamed.
    decides: Decides,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Decides {
    Yes,
    No,
}

const ROWS: [MemberRow; 3] = [
    MemberRow {
        member: Member::AcqTid,
        words: "acquirer TID",
        of: |one| one.acq_tid.as_ref(),
        decides: Decides::Yes,
    },
    MemberRow {
        member: Member::AcqMid,
        words: "acquirer MID",
        of: |one| one.acq_mid.as_ref(),
        decides: Decides::Yes,
    },
    MemberRow {
        member: Member::MchName,
        words: "merchant",
        of: |one| one.mch_name.as_ref(),
        decides: Decides::No,
    },
];

/// Known members of a terminal, in the order of [`Member`]; blank text is unknown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownMembers([Option<String>; 3]);

impl KnownMembers {
    /// The record's own values; of its merchant where it has none, but for the TID, which is the terminal's alone.
    pub fn new(device: &Device, merchant: Option<&Merchant>) -> KnownMembers {
        let ext = device.ext();
        let own_mid = text(ext.and_then(|ext| ext.acq_mid.as_ref()));
        let merchants_mid =
            || text(merchant.and_then(|merchant| merchant.ext_params.as_ref()?.acq_mid.as_ref()));
        KnownMembers([
            text(ext.and_then(|ext| ext.acq_tid.as_ref())),
            own_mid.or_else(merchants_mid),
            text(merchant.and_then(|merchant| merchant.mch_name.as_ref())),
        ])
    }

    /// True if both are at one place of the acquirer: equal TID, and no different MID.
    pub fn shares_place(&self, other: &KnownMembers) -> bool {
        let ([terminal, merchant, _], [their_terminal, their_merchant, _]) = (&self.0, &other.0);
        let other_merchant = merchant.is_some() && their_merchant.is_some() && merchant != their_merchant;
        terminal.is_some() && terminal == their_terminal && !other_merchant
    }

    /// The members that agree; `None` when the transaction is not, or cannot be shown to be, this terminal's.
    pub fn fits(&self, transaction: &Transaction) -> Option<Vec<Member>> {
        let mut agrees = Vec::new();
        for (row, known) in ROWS.iter().zip(&self.0) {
            match (known, text((row.of)(transaction))) {
                (Some(known), Some(given)) if *known == given => agrees.push(row.member),
                (Some(_), Some(_)) if row.decides == Decides::Yes => return None,
                _ => {}
            }
        }
        // Without a TID a terminal is known only by its merchant: weak evidence, and the words say so.
        let needed = if self.0[0].is_some() { agrees.contains(&Member::AcqTid) } else { !agrees.is_empty() };
        needed.then_some(agrees)
    }
}

fn text(value: Option<&String>) -> Option<String> {
    value.map(|text| text.trim()).filter(|text| !text.is_empty()).map(str::to_owned)
}

/// The sdkIds of the transactions that fit, the likeliest first.
pub fn candidates<'t>(
    known: &KnownMembers,
    transactions: impl IntoIterator<Item = &'t Transaction>,
) -> Vec<SdkIdCandidate> {
    let mut found: Vec<SdkIdCandidate> = Vec::new();
    for transaction in transactions {
        let Some(sdk_id) = text(transaction.sdk_id.as_ref()) else { continue };
        let at = found.iter().position(|one| one.sdk_id == sdk_id).unwrap_or_else(|| {
            let new = SdkIdCandidate { sdk_id, seen: 0, elsewhere: 0, agrees: Vec::new(), days: None };
            found.push(new);
            found.len() - 1
        });
        let one = &mut found[at];
        match known.fits(transaction) {
            // Only members that all transactions share are listed.
            Some(agrees) if one.seen == 0 => (one.seen, one.agrees) = (1, agrees),
            Some(agrees) => {
                one.seen += 1;
                one.agrees.retain(|member| agrees.contains(member));
            }
            None => one.elsewhere += 1,
        }
    }
    found.retain(|one| one.seen > 0);
    sort_by_key(&mut found, |one| std::cmp::Reverse((one.agrees.len(), one.seen)));
    found
}

impl SdkIdCandidate {
    /// Evidence in one line: "214 transactions with this terminal's TID, the latest today".
    pub fn evidence(&self) -> String {
        let last = match self.days {
            Some(0) => ", the latest today".to_owned(),
            Some(days) => format!(", the latest in the last {} days", days + 1),
            None => String::new(),
        };
        let place = if self.agrees.contains(&Member::AcqTid) {
            "with this terminal's TID"
        } else {
            "of this merchant"
        };
        format!("{} {place}{last}", transactions(self.seen))
    }

    /// "On 214 transactions with the same acquirer TID and acquirer MID, the latest in the last 7 days"
    pub fn words(&self) -> String {
        let rows = ROWS.iter().filter(|row| self.agrees.contains(&row.member)).map(|row| row.words);
        let same = listed(&rows.collect::<Vec<_>>());
        let last = match self.days {
            Some(0) => ", the latest today".to_owned(),
            Some(days) => format!(", the latest in the last {} days", days + 1),
            None => String::new(),
        };
        let elsewhere = match self.elsewhere {
            0 => String::new(),
            count => format!("; also on {} of other terminals", transactions(count)),
        };
        format!("On {} with the same {same}{last}{elsewhere}", transactions(self.seen))
    }
}

impl SdkIdFinding {
    /// The only sdkId that fits, if nothing speaks against it: known by the terminal's own TID, seen at no other terminal, and no
    /// other terminal shares the place.
    pub fn likely(&self) -> Option<&SdkIdCandidate> {
        let [one] = self.candidates.as_slice() else { return None };
        let is_plain =
            one.agrees.contains(&Member::AcqTid) && one.elsewhere == 0 && self.shared_with.is_empty();
        is_plain.then_some(one)
    }

    /// The result for the person who selects, in a sentence; empty if one is likely.
    pub fn advice(&self) -> &'static str {
        match self.candidates.as_slice() {
            [] => "No SDK id found in the transactions. Enter the one that the terminal shows.",
            _ if self.likely().is_some() => "",
            [_] => "One SDK id fits, with doubts. Compare it with the terminal.",
            _ => "Several SDK ids fit. Compare them with the terminal, then select one.",
        }
    }

    /// Extent of the search and its meaning, as sentences.
    pub fn words(&self) -> String {
        let read = match (self.read, self.complete) {
            (0, true) => "The service has no transactions".to_owned(),
            (1, true) => "The only transaction checked".to_owned(),
            (read, true) => format!("All {} checked", transactions(read)),
            (read, false) => format!("{} checked, not all transactions", transactions(read)),
        };
        let found = match self.candidates.len() {
            0 => "none fits this terminal. Enter the SDK id that the terminal shows.",
            1 => "one SDK id fits, likely this terminal's. Compare it with the terminal.",
            _ => {
                "several SDK ids fit, so the app may have been installed anew. Compare them with the terminal."
            }
        };
        let shared = if self.shared_with.is_empty() {
            String::new()
        } else {
            let has = if self.shared_with.len() == 1 { "has" } else { "have" };
            let names: Vec<&str> = self.shared_with.iter().map(|name| &**name).collect();
            format!(" {} {has} the same acquirer TID, so the transactions may belong there.", listed(&names))
        };
        format!("{read}; {found}{shared}")
    }
}

fn transactions(count: u64) -> String {
    if count == 1 { "1 transaction".to_owned() } else { format!("{count} transactions") }
}

/// "a, b and c"
pub(crate) fn listed(words: &[impl AsRef<str>]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.as_slice() {
        [all @ .., last] if !all.is_empty() => format!("{} and {last}", all.join(", ")),
        _ => words.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Record as _;

    fn device(ext: &str) -> Device {
        Device::read(&format!(r#"{{"deviceId":"CD-1","extParams":{ext}}}"#)).unwrap()
    }

    fn merchant() -> Merchant {
        Merchant::read(r#"{"mchId":"M1","mchName":"Harbour","extParams":{"acqMid":"300","acqTid":"1"}}"#)
            .unwrap()
    }

    /// `sdkId acqTid acqMid mchName`; `-` is absent, `_` is empty.
    fn transaction(row: &str) -> Transaction {
        let values = row.split(' ').zip(["sdkId", "acqTid", "acqMid", "mchName"]);
        let present = values.filter(|(value, _)| *value != "-");
        let members: Vec<_> =
            present.map(|(value, key)| format!(r#""{key}":"{}""#, value.replace('_', ""))).collect();
        Transaction::read(&format!(r#"{{"tranId":"T1",{}}}"#, members.join(","))).unwrap()
    }

    fn found(ext: &str, rows: &[&str]) -> String {
        let transactions: Vec<_> = rows.iter().map(|row| transaction(row)).collect();
        let known = KnownMembers::new(&device(ext), Some(&merchant()));
        let found = candidates(&known, &transactions);
        let words =
            found.iter().map(|one| format!("{} {}+{} {:?}", one.sdk_id, one.seen, one.elsewhere, one.agrees));
        words.collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn a_transaction_of_the_same_place_tells_an_sdk_id() {
        const OWN: &str = r#"{"acqTid":"7","acqMid":"300"}"#;
        for (ext, rows, expected) in [
            (OWN, &["S1 7 300 Harbour", "S1 7 300 Harbour"][..], "S1 2+0 [AcqTid, AcqMid, MchName]"),
            (OWN, &["S1 7 300 Old", "S1 7 300 Harbour"], "S1 2+0 [AcqTid, AcqMid]"),
            // A TID at another MID is another terminal.
            (OWN, &["S1 7 301 Harbour"], ""),
            (OWN, &["S1 8 300 Harbour"], ""),
            (OWN, &["S1 - 300 Harbour", "S1 _ 300 Harbour", "_ 7 300 Harbour", "- 7 300 -"], ""),
            (OWN, &["S1 7 - -"], "S1 1+0 [AcqTid]"),
            // The device moved from one terminal to another.
            (OWN, &["S1 7 300 -", "S1 9 300 -", "S1 9 300 -"], "S1 1+2 [AcqTid, AcqMid]"),
            // Installed anew: the more often seen first.
            (
                OWN,
                &["S1 7 300 -", "S2 7 300 -", "S2 7 300 -"],
                "S2 2+0 [AcqTid, AcqMid]; S1 1+0 [AcqTid, AcqMid]",
            ),
            // The MID is the merchant's where the terminal has none.
            (r#"{"acqTid":"7"}"#, &["S1 7 300 -", "S2 7 301 -"], "S1 1+0 [AcqTid, AcqMid]"),
            // Nothing but the merchant is known.
            (
                "{}",
                &["S1 7 300 Harbour", "S2 8 300 Harbour", "S3 8 301 Else"],
                "S1 1+0 [AcqMid, MchName]; S2 1+0 [AcqMid, MchName]",
            ),
            (OWN, &[], ""),
        ] {
            assert_eq!(found(ext, rows), expected, "{ext} {rows:?}");
        }
    }

    #[test]
    fn terminals_of_one_place_are_told_apart_by_nobody() {
        let known = |ext: &str| KnownMembers::new(&device(ext), None);
        for (one, other, shares) in [
            (r#"{"acqTid":"7","acqMid":"300"}"#, r#"{"acqTid":"7","acqMid":"300"}"#, true),
            (r#"{"acqTid":"7","acqMid":"300"}"#, r#"{"acqTid":"7"}"#, true),
            (r#"{"acqTid":"7","acqMid":"300"}"#, r#"{"acqTid":"7","acqMid":"301"}"#, false),
            (r#"{"acqTid":"7"}"#, r#"{"acqTid":"8"}"#, false),
            ("{}", "{}", false),
        ] {
            assert_eq!(known(one).shares_place(&known(other)), shares, "{one} {other}");
        }
    }

    #[test]
    fn one_sdk_id_is_likely_unless_something_speaks_against_it() {
        const OWN: &[Member] = &[Member::AcqTid, Member::AcqMid];
        let one = |id: &str, agrees: &[Member], elsewhere| SdkIdCandidate {
            sdk_id: id.to_owned(),
            seen: 9,
            elsewhere,
            agrees: agrees.to_vec(),
            days: Some(2),
        };
        for (candidates, shared_with, likely, advice) in [
            (vec![one("S1", OWN, 0)], &[][..], Some("S1"), ""),
            (vec![one("S1", &[Member::AcqTid], 0)], &[], Some("S1"), ""),
            (vec![one("S1", OWN, 1)], &[], None, "One SDK id"),
            (vec![one("S1", OWN, 0)], &["Bar"], None, "One SDK id"),
            (vec![one("S1", &[Member::AcqMid, Member::MchName], 0)], &[], None, "One SDK id"),
            (vec![one("S1", OWN, 0), one("S2", OWN, 0)], &[], None, "Several SDK ids"),
            (vec![one("S1", OWN, 0), one("S2", &[Member::AcqTid], 0)], &[], None, "Several SDK ids"),
            (Vec::new(), &[], None, "No SDK id"),
        ] {
            let shared_with = shared_with.iter().map(|name| (*name).to_owned()).collect();
            let found = SdkIdFinding { candidates, shared_with, read: 9, complete: true };
            assert_eq!(found.likely().map(|one| one.sdk_id.as_str()), likely, "{found:?}");
            assert!(found.advice().starts_with(advice), "{found:?}");
        }
        let words = [one("S1", OWN, 0), one("S1", &[Member::MchName], 0)].map(|one| one.evidence());
        assert_eq!(words[0], "9 transactions with this terminal's TID, the latest in the last 3 days");
        assert_eq!(words[1], "9 transactions of this merchant, the latest in the last 3 days");
    }

    #[test]
    fn a_candidate_is_said_as_far_as_it_is_known() {
        let agrees = vec![Member::AcqTid, Member::AcqMid, Member::MchName];
        let one = SdkIdCandidate { sdk_id: "S1".to_owned(), seen: 214, elsewhere: 0, agrees, days: Some(0) };
        let words =
            "On 214 transactions with the same acquirer TID, acquirer MID and merchant, the latest today";
        assert_eq!(one.words(), words);
        let agrees = vec![Member::AcqTid];
        let other = SdkIdCandidate { seen: 1, elsewhere: 2, agrees, days: Some(6), ..one.clone() };
        let words = "On 1 transaction with the same acquirer TID, the latest in the last 7 days; also on 2 transactions of other \
                     terminals";
        assert_eq!(other.words(), words);
        let none = SdkIdFinding { read: 2000, ..SdkIdFinding::default() };
        assert!(none.words().contains("not all transactions; none fits"), "{}", none.words());
        let shared = SdkIdFinding {
            candidates: vec![one],
            shared_with: vec!["Bar".to_owned()],
            complete: true,
            ..none
        };
        assert!(
            shared.words().ends_with("Bar has the same acquirer TID, so the transactions may belong there.")
        );
    }
}
