//! No sentence contradicts a parameter that was read or an active finding. The rules are written here from the bit tables, by
//! bytes of their own.

use proptest::prelude::*;
use tapline_emv::words::explain;
use tapline_emv::{Currency, Limits, Presented, Scheme, Subject, check};

use super::{Told, all_words, answer, params};

fn scheme() -> impl Strategy<Value = Scheme> {
    prop::sample::select(Scheme::ALL.to_vec())
}

/// TTQ byte 1, TTQ byte 3, DF8118, DF8119, DF811B.
fn bytes() -> impl Strategy<Value = [u8; 5]> {
    any::<[u8; 5]>()
}

fn written([one, three, above, below, kernel]: [u8; 5]) -> String {
    format!(
        "TTQ={one:02X}00{three:02X}00 DF8118={above:02X} DF8119={below:02X} DF811B={kernel:02X} flag=true"
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn what_happens_at_follows_every_bit(
        scheme in scheme(), bytes in bytes(), floor in 0_u64..4, cvm in 0_u64..6, transaction in 0_u64..9, amount in 0_u64..10,
        phone in any::<bool>(),
    ) {
        let params = params(&written(bytes));
        let limits = Limits { floor, cvm, transaction };
        let presented = if phone { Presented::Phone } else { Presented::Card };
        let euro = Currency::euro();
        let said = explain(scheme, limits, &params, &euro, amount, presented);
        let title = said.title.as_str();
        let [one, three, above, below, kernel] = bytes;
        let qualified = !matches!(scheme, Scheme::Mastercard | Scheme::Amex);
        let mastercard = scheme == Scheme::Mastercard;
        let strict = matches!(scheme, Scheme::Mastercard | Scheme::Amex);
        let asks = if strict { amount > cvm } else { amount >= cvm };
        if amount > transaction {
            prop_assert_eq!(title, "Declined");
            return Ok(());
        }
        if mastercard && kernel >= 0xC0 {
            prop_assert_eq!(title, "No tap can work");
        }
        if qualified && one & 8 != 0 && amount > floor {
            prop_assert!(!title.starts_with("Online"), "{} {}", title, said.sentence);
        }
        if floor == 0 || amount > floor {
            prop_assert!(!title.starts_with("Offline"), "{}", title);
        }
        if title.contains("PIN asked") {
            prop_assert!(!title.starts_with("Offline"), "{}", title);
            let bit = if mastercard { if asks { above & 0x40 } else { below & 0x40 } } else { one & 4 };
            prop_assert!(bit != 0, "{} {}", title, said.sentence);
        }
        if title.ends_with(", no PIN") {
            prop_assert!(!asks);
            let wallet = phone && kernel & 0x20 != 0;
            prop_assert!(!mastercard || wallet || below & 8 != 0, "{}", said.sentence);
        }
        if title.contains("phone check is enough") {
            let announced = if mastercard { kernel & 0x20 != 0 } else { three & 0x40 != 0 };
            prop_assert!(phone && announced);
        }
        let subject = Subject {
            name: "", method: "", scheme: Some(scheme), params: &params, currency: &euro, reference: None, siblings: &[], terminals: None,
        };
        for finding in check(&subject) {
            match finding.id {
                "C03" if amount > floor => prop_assert!(!title.starts_with("Online")),
                "C04" if asks && !phone => prop_assert!(!title.contains("asked") && !title.contains("enough"), "{}", title),
                "C07" if !phone && !asks => prop_assert!(!title.ends_with(", no PIN"), "{}", title),
                _ => {}
            }
        }
    }

    #[test]
    fn explain_says_only_what_entry_and_bits_allow(
        scheme in scheme(), bytes in bytes(), amount in prop::sample::select(vec![0_u64, 2310, 5000, 5001, 25000, 25001]),
        entry in prop::sample::select(vec!["NFC", "EMV_CONTACT", "3", "MANUAL", "5", "E_COMM", "QR", ""]),
        status in prop::sample::select(vec!["APPROVED", "DECLINED", ""]),
        code in prop::sample::select(vec!["", "00", "51", "65", "1A", "70", "Z1", "??"]),
        cvm in prop::sample::select(vec!["PIN", "NO_CVM", "CDCVM", "410302", "3F0001", "000001", "820302", ""]),
        tvr in prop::sample::select(vec!["", "0000000000", "0000008000", "0000A08000", "0000088000", "0000808000", "0040000000"]),
    ) {
        let text = written(bytes);
        let why = answer(Told { scheme, amount, entry, status, code, cvm, tvr, params: &text });
        let all = all_words(&why);
        let tap = matches!(entry, "NFC" | "");
        prop_assert!(tap || !all.contains("CVM limit") && !all.contains("transaction limit"), "{}", all);
        prop_assert!(tap || cvm == "CDCVM" || !all.contains("the phone checked"), "{}", all);
        prop_assert_eq!(why.question == "Why was it declined?", status == "DECLINED" || status.is_empty() && matches!(code, "51" | "65" | "1A" | "70" | "Z1") && (code != "1A" || scheme == Scheme::Visa) && (code != "70" || matches!(scheme, Scheme::Visa | Scheme::Mastercard)));
        let pin_offered = match scheme {
            Scheme::Amex => true,
            // In mag-stripe mode other bytes decide.
            Scheme::Mastercard if bytes[4] & 0xC0 == 0x40 => true,
            Scheme::Mastercard => bytes[if amount > 5000 { 2 } else { 3 }] & 0x40 != 0,
            _ => bytes[0] & 4 != 0,
        };
        if tap && status == "APPROVED" && cvm == "PIN" && !pin_offered {
            prop_assert!(all.contains("does not offer online PIN"), "{}", all);
        }
        if tvr == "0000A08000" && status == "APPROVED" {
            let has = if entry == "NFC" { all.contains("which a tap does not do") } else { why.sentence.contains("PIN tries") };
            prop_assert!(has, "{}", all);
        }
        prop_assert!(!why.sentence.contains("..") && why.sentence.ends_with('.'), "{}", why.sentence);
    }
}
