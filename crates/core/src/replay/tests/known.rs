//! Transactions of any kind, as a test of replay knows them.

use tapline_contract::replay::{Apart, Proposal};
use tapline_emv::Scheme;

const MERCHANTS: [&str; 5] = ["Café Nord", "Kiosk 7", "Bäckerei", "Kiosk 8", ""];
/// Schemes by method code, with an AID of each.
const CARDS: [(&str, &str, Option<Scheme>); 8] = [
    ("01", "A0000000031010", Some(Scheme::Visa)),
    ("02", "A0000000041010", Some(Scheme::Mastercard)),
    ("03", "A000000333010101", Some(Scheme::UnionPay)),
    ("04", "A00000002501", Some(Scheme::Amex)),
    ("05", "A0000001523010", Some(Scheme::Discover)),
    ("06", "A0000000651010", Some(Scheme::Jcb)),
    // The card decides, not the method.
    ("01", "A0000000041010", Some(Scheme::Mastercard)),
    ("77", "", None),
];

/// A transaction as the test knows it, and its JSON.
pub(super) struct KnownSale {
    pub(super) id: String,
    pub(super) scheme: Option<Scheme>,
    pub(super) aid: &'static str,
    pub(super) merchant: &'static str,
    pub(super) terminal: &'static str,
    pub(super) kind: &'static str,
    pub(super) entry: &'static str,
    /// `cvmPerformed`
    pub(super) check: &'static str,
    pub(super) currency: &'static str,
    /// As it is spelled, and in minor units if it is an amount.
    pub(super) spelled: String,
    pub(super) minor: Option<u64>,
}

pub(super) struct Random(pub(super) u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % end
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }
}

impl KnownSale {
    pub(super) fn any(at: usize, random: &mut Random, edges: &[u64]) -> KnownSale {
        let (method, aid, scheme) = random.one(&CARDS);
        let _ = method;
        let minor = match random.below(4) {
            0 => random.one(edges).saturating_add(random.below(3) as u64).saturating_sub(1),
            1 => random.below(400_000) as u64,
            _ => random.below(9_000) as u64,
        };
        let (spelled, minor) = match random.below(40) {
            0 => (format!("{minor}.5"), None),
            1 => (format!("-{}", minor + 1), None),
            2 => (format!("{minor}.00"), Some(minor)),
            3 => (format!("{minor}e0"), Some(minor)),
            4 => ("null".to_owned(), None),
            _ => (minor.to_string(), Some(minor)),
        };
        KnownSale {
            id: format!("T{at}"),
            scheme,
            aid,
            merchant: random.one(&MERCHANTS),
            terminal: random.one(&["SDK-1", "SDK-2", "SDK-3"]),
            kind: random.one(&["SALE", "SALE", "SALE", "PRE_AUTH", "REFUND", "VOID", "AUTH_COMP", ""]),
            entry: random.one(&["NFC", "NFC", "NFC", "CONTACTLESS", "CHIP", "MANUAL", "", "waved"]),
            check: random.one(&["NO_CVM", "PIN", "CDCVM", "3", "010002", ""]),
            currency: random.one(&["EUR", "EUR", "EUR", "EUR", "JPY", "???", ""]),
            spelled,
            minor,
        }
    }

    pub(super) fn json(&self) -> String {
        let method = CARDS.iter().find(|card| (card.1, card.2) == (self.aid, self.scheme)).unwrap().0;
        let currency = if self.currency.is_empty() {
            String::new()
        } else {
            format!(r#","currency":"{}""#, self.currency)
        };
        let merchant = if self.merchant.is_empty() {
            String::new()
        } else {
            format!(r#","mchName":"{}""#, self.merchant)
        };
        format!(
            r#"{{"tranId":"{}","amount":{{"value":{}{currency}}},"paymentMethod":"{method}","aid":"{}","sdkId":"{}","tranType":"{}","entryMode":"{}","cvmPerformed":"{}"{merchant}}}"#,
            self.id, self.spelled, self.aid, self.terminal, self.kind, self.entry, self.check
        )
    }

    /// True if the phone verified its owner; `010002` says so of a Mastercard only.
    pub(super) fn is_phone(&self) -> bool {
        matches!(self.check, "CDCVM" | "3")
            || self.check == "010002" && self.scheme == Some(Scheme::Mastercard)
    }

    /// Verdict on the sale: if it counts, for which proposal, and with which amount; `None` for a scheme without
    /// a proposal.
    pub(super) fn judged(&self, proposals: &[Proposal]) -> Option<Result<(usize, u64), Apart>> {
        let Some(scheme) = self.scheme else { return Some(Err(Apart::NoScheme)) };
        let of_scheme: Vec<_> = proposals.iter().enumerate().filter(|(_, of)| of.scheme == scheme).collect();
        if of_scheme.is_empty() {
            return None;
        }
        let is_in = |of: &Proposal| {
            let aid = of.scope.aids.is_empty() || of.scope.aids.iter().any(|aid| self.aid.starts_with(aid));
            let merchant =
                of.scope.merchants.is_empty() || of.scope.merchants.iter().any(|name| name == self.merchant);
            let terminal =
                of.scope.terminals.is_empty() || of.scope.terminals.iter().any(|id| id == self.terminal);
            aid && merchant && terminal
        };
        let inside: Vec<_> = of_scheme.into_iter().filter(|(_, of)| is_in(of)).collect();
        if inside.is_empty() {
            return Some(Err(Apart::OutOfScope));
        }
        if matches!(self.kind, "REFUND" | "VOID" | "AUTH_COMP") {
            return Some(Err(Apart::NoSale));
        }
        match self.entry {
            "CHIP" | "MANUAL" => return Some(Err(Apart::OtherEntry)),
            "" | "waved" => return Some(Err(Apart::UnknownEntry)),
            _ => {}
        }
        // A transaction without a currency is in the connection's.
        let currency = if self.currency.is_empty() { "EUR" } else { self.currency };
        let Some((at, _)) = inside.into_iter().find(|(_, of)| of.currency == currency) else {
            return Some(Err(Apart::OtherCurrency));
        };
        Some(self.minor.map(|minor| (at, minor)).ok_or(Apart::UnreadableAmount))
    }
}
