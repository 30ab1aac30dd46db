//! No output contradicts an active finding: decisions at an amount, limits, and effects of a save.

mod given;
mod rules;

use given::{BOTH, given};
use proptest::prelude::*;
use rules::{contradictions, limit_contradictions};
use tapline_emv::LimitKind;
use tapline_emv::tap::{ChangeEffect, Side, decide, effects, limit_meaning, stretches};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_500))]

    #[test]
    fn no_output_contradicts_a_finding(all in given()) {
        for given in &all {
            let params = given.all();
            let findings = given.findings();
            for presented in BOTH {
                let decision = decide(given.scheme, given.limits, &params, given.amount, presented);
                let wrong = contradictions(given, &findings, presented, decision.result);
                prop_assert!(wrong.is_empty(), "{wrong:?}\n{decision:#?}\n{given:#?}");
                let zones = stretches(given.scheme, given.limits, &params, presented);
                let zone = zones.iter().find(|one| one.from <= given.amount && one.to.is_none_or(|to| given.amount <= to));
                prop_assert_eq!(zone.map(|one| one.result), Some(decision.result));
            }
            let meanings = LimitKind::ALL.map(|kind| limit_meaning(given.scheme, kind, given.limits.get(kind), &params));
            let wrong = limit_contradictions(given, &findings, &meanings);
            prop_assert!(wrong.is_empty(), "{wrong:?}\n{meanings:#?}\n{given:#?}");
            // A moved limit that is an effect by itself has its usual meaning.
            let (limits_before, before) = &given.before;
            let before = Side { scheme: given.scheme, limits: (*limits_before).into(), params: before };
            let after = Side { scheme: given.scheme, limits: given.limits.into(), params: &params };
            let moved = effects(Some(before), after).into_iter().filter_map(|effect| match effect {
                ChangeEffect::Moved { limit, .. } => Some(limit_meaning(given.scheme, limit, given.limits.get(limit), &params)),
                _ => None,
            });
            let moved: Vec<_> = moved.collect();
            let wrong = limit_contradictions(given, &findings, &moved);
            prop_assert!(wrong.is_empty(), "{wrong:?}\n{moved:#?}\n{given:#?}");
        }
    }
}
