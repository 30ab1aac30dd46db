//! What a fourth trial by an EMV expert found: answers to something else taken for the sale's, reversals told as declines, a
//! configuration blamed although the transaction itself tells the reason, and advice that cannot work.

use tapline_emv::Scheme::{Amex, Mastercard, Visa};
use tapline_emv::why::{Actions, Candidate, Entry, Kind, Sale, Status, Unlimited, Why, no_sale, why};
use tapline_emv::{Currency, Limits, Scheme, performed, tsi, tvr};

use super::{LIMITS, all_words, params};

pub(super) const ON: &str = "DF8118=60 DF8119=08 DF811B=A0 flag=true";
pub(super) const TTQ: &str = "TTQ=26004080";

/// A sale as a record tells it, with what a row of it changes.
#[derive(Clone, Copy)]
pub(super) struct Sold<'a> {
    pub(super) scheme: Scheme,
    pub(super) amount: u64,
    pub(super) not_compared: Option<&'a str>,
    pub(super) entry: &'a str,
    pub(super) status: &'a str,
    pub(super) code: &'a str,
    pub(super) cvm: &'a str,
    pub(super) tvr: &'a str,
    pub(super) tsi: &'a str,
    pub(super) wallet: Option<&'a str>,
    pub(super) actions: Actions<'a>,
    pub(super) limits: Limits,
    pub(super) params: &'a str,
}

pub(super) fn sold(scheme: Scheme) -> Sold<'static> {
    Sold {
        scheme,
        amount: 2_310,
        not_compared: None,
        entry: "NFC",
        status: "APPROVED",
        code: "00",
        cvm: "",
        tvr: "",
        tsi: "",
        wallet: None,
        actions: Actions { stood: true, reason: "", earlier: &[], later: &[] },
        limits: LIMITS,
        params: if matches!(scheme, Mastercard) { ON } else { TTQ },
    }
}

impl Sold<'_> {
    pub(super) fn ask(self) -> Why {
        let (currency, entry) = (Currency::euro(), Entry::read(self.entry));
        let (tvr, tsi) = (tvr::read(self.tvr, Some(self.scheme)), tsi::read(self.tsi));
        let sale = Sale {
            amount: self.amount,
            currency: &currency,
            limits_in: &currency,
            not_compared: self.not_compared,
            scheme: self.scheme,
            wallet: self.wallet,
            entry,
            status: Status::read(self.status),
            host_code: Some(self.code),
            actions: self.actions,
            cvm_performed: self.cvm,
            verified: performed::read(self.cvm, Some(self.scheme), entry).and_then(|read| read.verified),
            tvr: &tvr,
            tsi: &tsi,
        };
        let limits = self.limits;
        why(sale, &[Candidate { name: "Retail".to_owned(), limits, params: params(self.params) }])
    }

    /// Everything that it says, for each part that it has to have or must not have.
    pub(super) fn says(self, has: &[&str], lacks: &[&str]) {
        let why = self.ask();
        let change = why.change.as_ref().map(|change| change.words.clone()).unwrap_or_default();
        let all = format!("{}\n{}\n{change}", why.question, all_words(&why));
        for part in has {
            assert!(all.contains(part), "no “{part}” in: {all}");
        }
        for part in lacks {
            assert!(!all.contains(part), "“{part}” in: {all}");
        }
    }
}

#[test]
fn a_sale_without_an_answer_was_not_declined() {
    for (scheme, code, words) in [
        (Visa, "68", "Not declined: likely no answer came in time (68), and the sale was taken back."),
        (Amex, "911", "Not declined: likely no answer came in time (911), and the sale was taken back."),
        (
            Mastercard,
            "91",
            "Not declined: likely the issuer was not available (91), and the sale was taken back.",
        ),
        (
            Amex,
            "912",
            "Not declined: likely the issuer was not available (912), and the sale was taken back.",
        ),
    ] {
        let reversed = Sold { status: "REVERSED", code, cvm: "NO_CVM", ..sold(scheme) };
        let why = reversed.ask();
        assert_eq!((why.question, why.sentence.as_str()), ("Why was it taken back?", words));
        assert_eq!((why.certainty.words(), why.change.clone()), ("likely", None));
        let reason = Actions { reason: "No answer in time", ..reversed.actions };
        Sold { actions: reason, ..reversed }.says(
            &["It was reversed", "The service says: “No answer in time”."],
            &["Declined by", "Also possible"],
        );
        Sold { status: "DECLINED", ..reversed }.says(
            &["Why was it declined?", "Declined without an answer of the issuer: "],
            &["by the host", "taken back"],
        );
    }
    // What an issuer has decided is a decline, whatever came after it.
    Sold { status: "REVERSED", code: "51", ..sold(Visa) }
        .says(&["Declined by the host: 51", "It was reversed"], &[]);
    Sold { status: "REVERSED", cvm: "NO_CVM", ..sold(Visa) }
        .says(&["Why was no PIN asked?", "It was reversed"], &["eclined"]);
    let refund = Unlimited {
        entry: Entry::Unknown,
        status: Status::Reversed,
        host_code: Some("68"),
        scheme: Some(Visa),
        aid: "",
        cvm_performed: "",
        tvr: &tvr::read("", None),
    };
    let told = no_sale(Kind::Refund, refund);
    assert!(!told.contains("declined"), "{told}");
}

#[test]
fn a_pin_that_the_issuer_asked_for_is_not_blamed_on_the_configuration() {
    let after = |earlier| Actions { stood: true, reason: "", earlier, later: &[] };
    let known = ["another one then", "another value then", "With “No CVM”"];
    for (scheme, earlier, tvr, params) in [
        (Mastercard, &["65"][..], "0000048000", ON),
        (Mastercard, &["65", "55"], "0000048000", ON),
        (Mastercard, &["65"], "0000048000", "DF8118=60 DF8119=40 DF811B=A0 flag=true"),
        (Visa, &["70"], "", TTQ),
        (Visa, &["1A"], "", TTQ),
    ] {
        let case = Sold { cvm: "PIN", tvr, params, actions: after(earlier), ..sold(scheme) };
        let why = case.ask();
        let begin =
            format!("A PIN was asked, likely by the issuer: an earlier answer was {}, likely “", earlier[0]);
        assert!(why.sentence.starts_with(&begin), "{}", why.sentence);
        assert_eq!((why.certainty.words(), why.change.is_none()), ("likely", true));
        case.says(&["the CVM limit of 50.00 EUR"], &known);
    }
    // The limit asks by itself; an answer that wants nothing, or a signature, tells nothing of the issuer.
    Sold { amount: 6_200, cvm: "PIN", actions: after(&["70"]), ..sold(Visa) }
        .says(&["because 62.00 EUR is at or above"], &["by the issuer"]);
    Sold { cvm: "PIN", actions: after(&["51"]), ..sold(Visa) }
        .says(&["the card or its issuer"], &["by the issuer:"]);
    Sold { cvm: "SIGNATURE", actions: after(&["70"]), ..sold(Visa) }.says(&[], &["by the issuer:"]);
}

#[test]
fn both_sentences_about_a_pin_that_the_reader_lacks_leave_the_issuer_open() {
    let why = Sold { cvm: "420302", tvr: "0000048000", ..sold(Mastercard) }.ask();
    assert_eq!(
        why.sentence,
        "A PIN was asked, although 23.10 EUR is not above the CVM limit of 50.00 EUR of “Retail” and DF8119 08 offers the card no such \
         check up to the limit: the issuer likely asked for it in its answer to a first try, or one of the two was another one then."
    );
    assert_eq!(
        why.notes,
        [
            "As configured now, the reader does not offer online PIN (DF8119 bit 7); the issuer likely asked for it, or it was another \
             value then."
        ]
    );
}

#[test]
fn a_code_of_the_terminal_does_not_show_that_the_limit_was_passed() {
    let above = Sold { amount: 30_000, status: "DECLINED", code: "Z1", ..sold(Visa) };
    above.says(
        &[
            "Likely declined because 300.00 EUR is above the transaction limit of 250.00 EUR",
            "Response code Z1",
            "With a transaction limit",
        ],
        &["this one passed", "does not tell why"],
    );
    for passed in [
        Sold { code: "Z3", ..above },
        Sold { code: "51", ..above },
        Sold { tvr: "0000008000", ..above },
        Sold { cvm: "PIN", ..above },
    ] {
        passed
            .says(&["this one passed the reader"], &["Likely declined because", "With a transaction limit"]);
    }
}

#[test]
fn a_card_that_used_its_list_offers_verification() {
    let above = Sold { amount: 6_200, cvm: "1F0302", tvr: "0000008000", ..sold(Mastercard) };
    assert_eq!(
        above.ask().sentence,
        "No PIN was asked, although 62.00 EUR is above the CVM limit of 50.00 EUR of “Retail”: the card has a list of methods (CVM \
         results 1F0302) and DF8118 60 allows no “No CVM” above the limit, so the limit or DF8118 was likely another one then."
    );
    let noted = Sold { cvm: "NO_CVM", tvr: "0000408000", ..above };
    noted.says(&["the card has a list of methods (TVR B3 b7)"], &["offers no verification"]);
    Sold { params: "DF8118=60", ..above }.says(
        &["the limit was likely another one then; DF8118 60 allows no “No CVM” above it, but it likely counts only"],
        &["offers no verification"],
    );
    Sold { params: "", ..above }.says(
        &["the card has a list of methods (CVM results 1F0302), so the limit was likely another one then, or “No CVM” is allowed"],
        &["offers no verification"],
    );
    Sold { cvm: "3F0000", ..above }.says(&["the card likely offers no verification"], &["has a list"]);
    Sold { cvm: "NO_CVM", ..above }.says(&["or the card offers no verification"], &["has a list"]);
    Sold { params: "DF8118=68 flag=true", ..above }.says(&["DF8118 68 allows “No CVM”"], &["has a list"]);
}
