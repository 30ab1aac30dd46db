//! Properties of any facts.

use std::collections::BTreeSet;

use proptest::prelude::*;
use tapline_emv::{LimitKind, Scheme};
use tapline_explain::decide;
use tapline_explain::decision::{CauseFact, Headline, NextStep};
use tapline_explain::facts::{Candidate, Sale};
use tapline_explain::say::{engineer, support};

use super::sales::read;

fn pick(all: &'static [&'static str]) -> impl Strategy<Value = &'static str> {
    prop::sample::select(all.to_vec())
}

/// Sales as records and logs have them, and some that nothing real has.
fn facts() -> impl Strategy<Value = (Sale, Vec<Candidate>)> {
    let sale = (
        pick(&["Visa", "Mastercard", "UnionPay", "Amex", "Discover", "JCB", "-"]),
        pick(&[
            "0.00", "23.10", "49.99", "50.00", "50.01", "62.00", "249.99", "250.00", "250.01", "99999.99",
            "-",
        ]),
        pick(&["NFC", "MSD", "EMV_CONTACT", "3", "5", "MANUAL", "E_COMM", "QR", "-"]),
        pick(&["APPROVED", "DECLINED", "VOIDED", "REVERSED", "PROCESSING", "CLOSED", "-"]),
        pick(&[
            "-", "00", "10", "51", "55", "65", "70", "1A", "03", "91", "96", "Y1", "Y3", "Z1", "Z3", "??",
            "911",
        ]),
        pick(&[
            "-",
            "PIN",
            "NO_CVM",
            "SIGNATURE",
            "PIN_OR_SIGNATURE",
            "CDCVM",
            "1F0302",
            "3F0000",
            "3F0001",
            "3F0002",
            "010002",
            "010001",
            "410302",
            "420301",
            "440302",
            "000000",
            "060302",
            "hello",
        ]),
        prop_oneof![
            pick(&["-", "0000000000", "0000008000", "0000048000", "0000808000", "000000800C", "ZZ"])
                .prop_map(str::to_owned),
            any::<[u8; 5]>().prop_map(|[a, b, c, d, e]| format!("{a:02X}{b:02X}{c:02X}{d:02X}{e:02X}")),
        ],
    );
    let params = (
        any::<[u8; 2]>(),
        any::<[u8; 3]>(),
        pick(&["true", "false", "!x"]),
        pick(&["", "TTQ=hello", "DF8119=#40"]),
    );
    let more = prop::collection::vec(
        pick(&[
            "wallet",
            "card",
            "phone",
            "ctq=8000",
            "ctq=0080",
            "aac",
            "tc",
            "9F27=2",
            "pintries",
            "cardlimit",
            "cots",
            "type=25",
            "type=23",
            "type=99",
            "tsi=E800",
            "tsi=1000",
            "tsi=zz",
            "earlier=65",
            "earlier=70",
            "reason=Cancelled",
            "stood",
            "none",
            "later=VOID:APPROVED:00",
            "later=CAPTURE:DECLINED:61",
            "later=QUERY:DECLINED:",
            "kind=REFUND",
            "of=9000",
            "in=CHF",
            "was=2000",
            "was=x",
            "cardaid=A0000000031010",
            "DF8129=60F0F0F0F0FF0000",
            "DF8115=000500000000",
            "and=Kiosk:0:2500:3000",
            "and=Gap:-:-:-",
            "and=Open:99999999:99999999:99999999",
            "and=Floor:9000:5000:25000",
        ]),
        0..5,
    );
    (sale, params, more).prop_map(
        |((scheme, amount, entry, status, code, cvm, tvr), (ttq, mc, flag, odd), more)| {
            let [one, three] = ttq;
            let params = format!(
                "TTQ={one:02X}00{three:02X}00 DF8118={:02X} DF8119={:02X} DF811B={:02X}",
                mc[0], mc[1], mc[2]
            );
            read(&format!(
                "{scheme} {amount} {entry} {status} {code} {cvm} {tvr} {params} flag={flag} {odd} {}",
                more.join(" ")
            ))
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn every_answer_is_whole((sale, candidates) in facts()) {
        let found = decide(&sale, &candidates);
        prop_assert!(!found.is_declined() || found.next != NextStep::Nothing, "{:?}", found);
        for (at, cause) in found.causes.iter().enumerate() {
            prop_assert!(found.causes[..at].iter().all(|other| other.fact != cause.fact), "{:?} twice", cause);
        }
        let answer = support(&found);
        let words = format!("{} {}", answer.headline, answer.next);
        prop_assert!(words.split_whitespace().count() <= 60, "{words}");
        prop_assert!(answer.causes.len() <= 5);
        let all = engineer(&found);
        prop_assert_eq!(all.len(), 1 + found.causes.len() + found.contradictions.len() + usize::from(found.change.is_some()));
        let texts: BTreeSet<_> = answer.causes.iter().map(|cause| cause.text.to_string()).collect();
        prop_assert_eq!(texts.len(), answer.causes.len(), "{:?}", answer);
        for line in all.iter().map(ToString::to_string) {
            prop_assert!(!line.contains("..") && !line.contains("  "), "{line}");
        }
        // Equal facts give equal answers.
        prop_assert_eq!(decide(&sale, &candidates), found);
    }

    #[test]
    fn a_limit_is_blamed_only_for_a_tap_that_can_be_compared((sale, candidates) in facts()) {
        let found = decide(&sale, &candidates);
        let is_limit = |fact: &CauseFact| matches!(fact, CauseFact::Limit(_) | CauseFact::ConfigurationsDisagree { .. });
        let has = found.causes.iter().any(|cause| is_limit(&cause.fact));
        prop_assert!(!has || sale.entry.may_be_a_tap() && sale.amount.is_ok() && !candidates.is_empty());
        let by_amount = matches!(found.headline, Headline::Approved { asked_by: tapline_explain::decision::AskedBy::Amount, .. });
        prop_assert!(!by_amount || sale.entry.may_be_a_tap());
        // A tap whose card or host was asked did not fail at its transaction limit.
        let stopped = found.causes.iter().any(|cause| {
            matches!(&cause.fact, CauseFact::Limit(limit) if limit.kind == LimitKind::Transaction && limit.is_reached())
        });
        let asked = sale.host_codes.iter().any(|code| matches!(code.as_str(), "00" | "51" | "55" | "Z3"));
        let by_kernel = sale.kernel.error.is_some();
        prop_assert!(!(stopped && asked && !by_kernel), "{:?}", found);
        // Nobody inserts a card into a phone.
        if sale.terminal.is_phone == Some(true) {
            let inserts = matches!(found.next, NextStep::InsertCard | NextStep::InsertOrOtherCard | NextStep::InsertOrCheckConnection);
            prop_assert!(!inserts || sale.entry == tapline_emv::entry::Entry::Chip, "{:?}", found);
        }
        let of_kernel_2 = |fact: &CauseFact| matches!(fact, CauseFact::OfferedBelow { .. } | CauseFact::RequiredBelow { .. });
        let is_other = sale.scheme != Some(Scheme::Mastercard);
        prop_assert!(!is_other || !found.causes.iter().any(|cause| of_kernel_2(&cause.fact)));
    }
}
