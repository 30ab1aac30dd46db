//! Zones with the parameters read are what `explain` says at every amount.

use proptest::prelude::*;
use tapline_emv::words::{effect, effective_lane, effective_zones};
use tapline_emv::{Currency, Limits, Outcome, Params, Presented, Scheme, Value, param};

fn params(rows: &[(&str, String)]) -> Params {
    rows.iter().map(|(key, text)| ((*key).to_owned(), Value::Text(text.clone()))).collect()
}

proptest! {
    #[test]
    fn zones_say_the_same_as_every_amount(
        scheme in prop::sample::select(Scheme::ALL.to_vec()), bytes in any::<[u8; 5]>(),
        floor in 0_u64..6, cvm in 0_u64..8, transaction in 0_u64..10, phone in any::<bool>(),
    ) {
        let [one, three, above, below, kernel] = bytes;
        let params = params(&[
            (param::TTQ, format!("{one:02X}00{three:02X}00")),
            (param::CVM_REQUIRED, format!("{above:02X}")),
            (param::NO_CVM, format!("{below:02X}")),
            (param::KERNEL_CONFIGURATION, format!("{kernel:02X}")),
        ]);
        let limits = Limits { floor, cvm, transaction };
        let presented = if phone { Presented::Phone } else { Presented::Card };
        let zones = effective_zones(scheme, limits, &params, presented);
        prop_assert_eq!(zones[0].from, 0);
        for amount in 0..14 {
            let zone = zones.iter().find(|zone| zone.from <= amount && zone.to.is_none_or(|to| amount <= to));
            let expected = effect(scheme, limits, &params, amount, presented);
            prop_assert_eq!(zone.map(|zone| zone.outcome), Some(expected), "{}", amount);
        }
    }
}

#[test]
fn a_lane_names_the_parameter_that_decides() {
    let limits = Limits { floor: 0, cvm: 5_000, transaction: 25_000 };
    let euro = Currency::euro();
    let lane =
        |params: &Params| effective_lane(Scheme::Mastercard, limits, params, &euro, 2_310, Presented::Card);
    let pin = lane(&params(&[(param::NO_CVM, "40".to_owned()), (param::NEW_CVM_RULE, "true".to_owned())]));
    assert_eq!(pin.0, Outcome::OnlineWithCvm, "{pin:?}");
    assert!(pin.2.contains("DF8119"), "{pin:?}");
    let usual = lane(&Params::new());
    assert_eq!((usual.0, usual.2.as_str()), (Outcome::OnlineNoCvm, "PIN only above 50.00"));
}
