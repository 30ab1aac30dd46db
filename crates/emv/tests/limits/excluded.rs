//! What parameters exclude is promised by no title, zone, outcome or aside: a property over combinations of scheme, limits, amount and
//! parameters, whose bits are read here once more and by hand.

use proptest::prelude::*;
use tapline_emv::Presented::{Card, Phone};
use tapline_emv::Scheme::{self, Amex, Mastercard};
use tapline_emv::words::{by_book, contradict, effective_zones, explain, told, told_zones};
use tapline_emv::{Currency, Outcome};

use super::limits;
use super::third_trial::given;

fn one_byte(name: &str, byte: u8) -> String {
    format!(" {name}={byte:02X}")
}

struct Excluded {
    online: bool,
    pin: bool,
}

fn excluded(scheme: Scheme, one: u8, methods: u8, terminal: &str, new_rule: bool) -> Excluded {
    let is_offline = match scheme {
        Mastercard => false,
        Amex => methods & 0x01 != 0,
        _ => one & 0x08 != 0,
    };
    let online = is_offline || ["23", "26"].contains(&terminal);
    let no_pin = match scheme {
        // Without the new rule DF8118 and DF8119 likely do not count.
        Mastercard => new_rule && methods & 0x40 == 0,
        Amex => methods & 0x40 == 0,
        _ => one & 0x04 == 0,
    };
    Excluded { online, pin: online || no_pin }
}

proptest! {
    #[test]
    fn nothing_is_promised_that_a_parameter_excludes(
        scheme in prop::sample::select(Scheme::ALL.to_vec()),
        floor in 0_u64..8, cvm in 0_u64..8, transaction in 0_u64..10, amount in 0_u64..12,
        one in any::<u8>(), three in any::<u8>(), methods in any::<u8>(), kernel in prop::option::of(any::<u8>()),
        terminal in prop::sample::select(vec!["", "21", "22", "23", "24", "25", "26"]),
        new_rule in any::<bool>(), phone in any::<bool>(),
    ) {
        let (one, kernel) = (one | 0x20, kernel.map(|kernel| kernel & 0x3F));
        let mut text = format!(
            "9F35={terminal} TTQ={one:02X}00{three:02X}00 DF8118={methods:02X} DF8119={methods:02X} \
             9F6E=18{methods:02X}{:02X}03 9F33=0068C8 flag={new_rule}",
            methods << 7,
        );
        if let Some(kernel) = kernel {
            text += &one_byte("DF811B", kernel);
        }
        let params = given(&text);
        let limits = limits(floor, cvm, transaction);
        let presented = if phone { Phone } else { Card };
        let excluded = excluded(scheme, one, methods, terminal, new_rule);
        let answer = explain(scheme, limits, &params, &Currency::euro(), amount, presented);
        let zones = told_zones(scheme, limits, &params, presented);
        let book = by_book(scheme, limits, &params, amount, presented);
        let mut promised: Vec<String> = zones.into_iter().map(|zone| zone.words).collect();
        promised.push(told(scheme, limits, &params, amount, presented));
        promised.push(answer.title.clone());
        promised.extend(book.iter().map(|(_, words)| words.clone()));
        let is_clash = contradict(scheme, &params);
        for words in promised.iter().map(|words| words.to_lowercase()) {
            if excluded.online && !is_clash {
                prop_assert!(!words.starts_with("online"), "{} {:?}: {}", text, limits, words);
            }
            if excluded.pin {
                prop_assert!(!words.replace("no pin", "").contains("pin"), "{} {:?}: {}", text, limits, words);
            }
            if is_clash {
                prop_assert!(words == "declined" || words.starts_with("not known"), "{}", words);
            }
        }
        if excluded.online && !is_clash {
            let outcomes = effective_zones(scheme, limits, &params, presented).into_iter().map(|zone| zone.outcome);
            let mut outcomes = outcomes.chain([answer.effect]).chain(book.map(|(outcome, _)| outcome));
            prop_assert!(!outcomes.any(Outcome::goes_online), "{} {:?}", text, limits);
            let said = format!("{} {}", answer.sentence, answer.note.unwrap_or_default());
            prop_assert!(!said.contains("goes online") && !said.contains("sales go online"), "{}", said);
        }
    }
}
