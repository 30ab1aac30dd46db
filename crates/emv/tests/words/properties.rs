//! Words never say other than the limits, for any figures and any parameter text.

use proptest::prelude::*;
use tapline_emv::limits::{around, outcome};
use tapline_emv::param::{CVM_REQUIRED, KERNEL_CONFIGURATION, TTQ};
use tapline_emv::words::{by_book, effect_of_change, explain, lane_sentence, limit_in_words};
use tapline_emv::{LimitKind, Limits, Outcome, Params, Presented, Scheme};

use super::{eur, params};

fn amount() -> impl Strategy<Value = u64> {
    prop_oneof![8 => 0_u64..=12, 1 => Just(99_999_999), 1 => any::<u64>()]
}

fn any_limits() -> impl Strategy<Value = Limits> {
    (amount(), amount(), amount()).prop_map(|(floor, cvm, transaction)| Limits { floor, cvm, transaction })
}

proptest! {
    #[test]
    fn an_answer_agrees_with_the_limits(
        scheme in prop::sample::select(Scheme::ALL.to_vec()),
        limits in any_limits(),
        amount in amount(),
        presented in prop::sample::select(vec![Presented::Card, Presented::Phone]),
        ttq in "[0-9A-F]{0,8}",
        byte in "[0-9A-Fz]{0,2}",
    ) {
        let params = params(&[(TTQ, &ttq), (CVM_REQUIRED, &byte), (KERNEL_CONFIGURATION, &byte)]);
        let expected = outcome(scheme, limits, amount);
        let answer = explain(scheme, limits, &params, &eur(), amount, presented);
        prop_assert_eq!(answer.outcome, expected);
        prop_assert_eq!(answer.title == "Declined", expected == Outcome::Declined);
        let no_tap = answer.title == "No tap can work";
        prop_assert!(no_tap || answer.sentence.starts_with(&eur().money(amount)));
        prop_assert!(answer.sentence.ends_with('.'));
        prop_assert!(!answer.sentence.contains(".."));
        let asks = !matches!(answer.decided_by, "clCVMLimit" | "clTransLimit" | "clFloorLimit");
        prop_assert!(!asks || expected.asks_cvm() || answer.effect == Outcome::Declined);
        let (title, why) = lane_sentence(scheme, limits, &eur(), amount);
        prop_assert_eq!(title.to_lowercase(), expected.words().to_lowercase());
        let row = around(scheme, limits, amount).into_iter().find(|row| row.amount == amount);
        if let Some(row) = row {
            // With the parameters read, both readings may come to the same.
            let differs = by_book(scheme, limits, &params, amount, presented).is_some();
            prop_assert_eq!(answer.note.is_some_and(|note| note.contains("strictly")), differs);
            prop_assert!(!differs || row.book != row.outcome);
            prop_assert_eq!(why.contains("(book: "), row.book != row.outcome);
        }
    }

    #[test]
    fn the_words_of_a_limit_carry_the_operator(
        scheme in prop::sample::select(Scheme::ALL.to_vec()),
        limit in prop::sample::select(LimitKind::ALL.to_vec()),
        before in 0_u64..1_000,
        after in 0_u64..1_000,
    ) {
        let operator = tapline_emv::limits::rule(scheme, limit).service.word();
        let phrase = |minor| format!("{operator} {}", eur().figure(minor));
        prop_assert!(limit_in_words(scheme, limit, after, &Params::new(), &eur()).ends_with(&phrase(after)));
        if before != after {
            let effect = effect_of_change(scheme, limit, before, after, &eur());
            prop_assert!(effect.contains(&phrase(after)));
            let end = format!("before {}.", phrase(before));
            prop_assert!(effect.ends_with(&end));
        }
    }
}
