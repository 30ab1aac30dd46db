//! No decision contradicts a limit, a bit or a finding, whatever the values. The rules are written here from the bit tables, by bytes of
//! their own.

use proptest::prelude::*;
use tapline_emv::limits::{around, outcome};
use tapline_emv::tap::{
    ApprovalPlace, BOTH, Certainty, Ground, Method, Methods, Online, decide, is_contradicted, stretches,
};
use tapline_emv::{Currency, Limits, Outcome, PartialLimits, Presented, Scheme, Subject, check, param};

use super::params;

fn amount() -> impl Strategy<Value = u64> {
    prop_oneof![8 => 0_u64..=12, 1 => Just(99_999_999), 1 => any::<u64>()]
}

fn limits() -> impl Strategy<Value = Limits> {
    (amount(), amount(), amount()).prop_map(|(floor, cvm, transaction)| Limits { floor, cvm, transaction })
}

fn scheme() -> impl Strategy<Value = Scheme> {
    prop::sample::select(Scheme::ALL.to_vec())
}

fn terminal() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["", "21", "22", "23", "24", "25", "26"])
}

/// Results that values exclude: going online, a PIN, a signature.
fn excluded(scheme: Scheme, one: u8, methods: u8, terminal: &str, asks: bool) -> (bool, bool, bool) {
    let is_offline = match scheme {
        Scheme::Mastercard => false,
        Scheme::Amex => methods & 0x01 != 0,
        _ => one & 0x08 != 0,
    };
    let online = is_offline || ["23", "26"].contains(&terminal);
    let (pin, signature) = match scheme {
        Scheme::Mastercard | Scheme::Amex => (methods & 0x40, methods & 0x20),
        _ => (one & 0x04, one & 0x02),
    };
    let is_asked = asks || scheme == Scheme::Mastercard;
    let unattended = ["24", "25", "26"].contains(&terminal);
    (online, online || pin == 0 || !is_asked, unattended || signature == 0 || !is_asked)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn nothing_is_promised_that_a_value_excludes(
        scheme in scheme(), limits in limits(), amount in amount(), one in any::<u8>(), three in any::<u8>(),
        methods in any::<u8>(), kernel in prop::option::of(any::<u8>()), terminal in terminal(), phone in any::<bool>(),
    ) {
        let (one, kernel) = (one | 0x20, kernel.map(|kernel| kernel & 0x3F));
        let kernel = kernel.map(|kernel| format!(" DF811B={kernel:02X}")).unwrap_or_default();
        let text = format!(
            "9F35={terminal} TTQ={one:02X}00{three:02X}00 DF8118={methods:02X} DF8119={methods:02X} \
             9F6E=18{methods:02X}{:02X}03 9F33=0068C8 flag=true{kernel}",
            methods << 7,
        );
        let params = params(&text);
        let presented = if phone { Presented::Phone } else { Presented::Card };
        let by_limits = outcome(scheme, limits, amount);
        let decision = decide(scheme, limits, &params, amount, presented);
        let (no_online, no_pin, no_signature) = excluded(scheme, one, methods, terminal, by_limits.asks_cvm());
        prop_assert_eq!(by_limits == Outcome::Declined, decision.decided_by.limit == Some(tapline_emv::LimitKind::Transaction));
        if is_contradicted(scheme, &params) {
            prop_assert!(by_limits == Outcome::Declined || decision.result.place == ApprovalPlace::Contradicted);
            return Ok(());
        }
        let found = decision.result.verification.methods;
        prop_assert!(!no_online || !decision.outcome.goes_online() && !decision.result.place.is_online(), "{:#?}", decision);
        prop_assert!(!no_pin || !found.has(Method::Pin), "{} {:#?}", text, decision);
        prop_assert!(!no_signature || !found.has(Method::Signature), "{} {:#?}", text, decision);
        prop_assert!(phone || !found.has(Method::Phone), "{} {:#?}", text, decision);
        let is_book_offline = decision.book.is_none_or(|book| !book.outcome.goes_online());
        prop_assert!(!no_online || is_book_offline);
    }

    #[test]
    fn a_decision_follows_every_bit(
        scheme in scheme(), bytes in any::<[u8; 5]>(), floor in 0_u64..4, cvm in 0_u64..6, transaction in 0_u64..9,
        amount in 0_u64..10, phone in any::<bool>(),
    ) {
        let [one, three, above, below, kernel] = bytes;
        let params = params(&format!(
            "TTQ={one:02X}00{three:02X}00 DF8118={above:02X} DF8119={below:02X} DF811B={kernel:02X} flag=true"
        ));
        let limits = Limits { floor, cvm, transaction };
        let presented = if phone { Presented::Phone } else { Presented::Card };
        let decision = decide(scheme, limits, &params, amount, presented);
        let result = decision.result;
        if amount > transaction {
            prop_assert_eq!(decision.outcome, Outcome::Declined);
            return Ok(());
        }
        let is_mastercard = scheme == Scheme::Mastercard;
        let is_strict = is_mastercard || scheme == Scheme::Amex;
        let asks = if is_strict { amount > cvm } else { amount >= cvm };
        let has = |method| result.verification.methods.has(method);
        let is_certain = result.verification.certainty == Certainty::Certain;
        let is_offline = result.place == ApprovalPlace::OfflinePossible;
        let is_other_mode = is_mastercard && kernel & 0xC0 == 0x40;
        prop_assert!(!is_offline || floor > 0 && amount <= floor);
        let pin = match scheme {
            Scheme::Mastercard if asks => above & 0x40,
            Scheme::Mastercard => below & 0x40,
            Scheme::Amex => 0x40,
            _ => one & 4,
        };
        prop_assert!(!has(Method::Pin) || is_other_mode || pin != 0 && (asks || is_mastercard), "{:#?}", decision);
        let announced = if is_mastercard { kernel & 0x20 != 0 } else { three & 0x40 != 0 };
        if result.verification.methods == Methods::only(Method::Phone) {
            prop_assert!(phone && announced || scheme == Scheme::Amex);
        }
        // Up to the limit only "No CVM" alone asks nothing.
        if is_mastercard && !asks && !phone && kernel & 0xC0 < 0x40 && !result.is_declined() {
            prop_assert_eq!(result.verification.methods.asks(), below & 0x68 != 0x08, "{:#?}", decision);
            prop_assert_eq!(has(Method::Nothing), below & 0x08 != 0);
            prop_assert_eq!(has(Method::Signature), below & 0x20 != 0);
        }
        // A missing bit is named where a phone is treated like a card.
        let is_usual = !matches!(scheme, Scheme::Amex) && !is_other_mode;
        if phone && asks && !announced && is_usual && has(Method::Pin) && is_certain {
            let missing = |value: &Ground| matches!(value, Ground::Bits { is_set: false, .. });
            prop_assert!(decision.decided_by.values.iter().any(missing), "{:#?}", decision);
        }
        let euro = Currency::euro();
        let subject = Subject {
            name: "", method: "", scheme: Some(scheme), params: &params, currency: &euro, reference: None, siblings: &[], terminals: None,
        };
        for finding in check(&subject) {
            match finding.id {
                "C03" if amount > floor => prop_assert!(!result.place.is_online()),
                "C04" if asks && !phone => prop_assert!(result.is_declined()),
                "C07" if !phone && !asks && !result.is_declined() => prop_assert!(!has(Method::Nothing), "{:#?}", decision),
                _ => {}
            }
        }
    }

    #[test]
    fn stretches_agree_with_every_amount(
        scheme in scheme(), values in any::<[u8; 5]>(), floor in 0_u64..6, cvm in 0_u64..8, transaction in 0_u64..10,
        missing in 0_usize..4, phone in any::<bool>(),
    ) {
        let [one, three, above, below, kernel] = values;
        let params = params(&format!(
            "TTQ={one:02X}00{three:02X}00 DF8118={above:02X} DF8119={below:02X} DF811B={kernel:02X} flag=true"
        ));
        let all = [floor, cvm, transaction];
        let mut all = all.into_iter().enumerate().map(|(at, minor)| (at != missing).then_some(minor));
        let mut next = || all.next().flatten();
        let limits = PartialLimits { floor: next(), cvm: next(), transaction: next() };
        let presented = if phone { Presented::Phone } else { Presented::Card };
        let stretches = stretches(scheme, limits, &params, presented);
        prop_assert_eq!(stretches[0].from, 0);
        prop_assert!(stretches.windows(2).all(|two| two[0].to == two[1].from.checked_sub(1) && two[0].result != two[1].result));
        for amount in 0..14 {
            let found = stretches.iter().find(|one| one.from <= amount && one.to.is_none_or(|to| amount <= to));
            let result = decide(scheme, limits, &params, amount, presented).result;
            prop_assert_eq!(found.map(|one| one.result), Some(result), "{}", amount);
        }
    }

    #[test]
    fn without_parameters_the_limits_decide(scheme in scheme(), limits in limits(), amount in amount()) {
        for presented in BOTH {
            let decision = decide(scheme, limits, &params(""), amount, presented);
            let by_limits = outcome(scheme, limits, amount);
            let is_zero = matches!(decision.online, Some(Online::FloorOfZero | Online::ZeroAmount));
            prop_assert!(decision.outcome == by_limits || is_zero);
            prop_assert_eq!(decision.result.verification.methods.asks() && !decision.result.is_declined(), by_limits.asks_cvm());
            let row = around(scheme, limits, amount).into_iter().find(|row| row.amount == amount);
            prop_assert!(decision.book.is_none() || row.is_some_and(|row| row.book != row.outcome));
            let keys = [param::TTQ, param::CVM_REQUIRED];
            let is_of_parameter = |value: &Ground| matches!(value, Ground::Bits { key, .. } if keys.contains(key));
            prop_assert!(!decision.decided_by.values.iter().any(is_of_parameter));
        }
    }
}
