use tapline_contract::endpoints::{CreateMerchant, GetMerchant, ListMerchants, UpdateMerchant};
use tapline_contract::field::Number;
use tapline_contract::merchant::{
    Merchant, MerchantDraft, MerchantExtParams, MerchantId, MerchantMethod, MerchantQuery,
};
use tapline_contract::wire::Page;

use crate::{Example, extra, numbers, texts};

fn id(text: &str) -> MerchantId {
    MerchantId::parse(text).expect("an id")
}

fn own(text: &str) -> String {
    text.to_owned()
}

/// The merchant of the examples, at one of its addresses.
fn brauhaus(record: &Merchant, address: &str) {
    assert_eq!(record.mch_id, id("M100000001"));
    texts! { record;
        mch_name = "Brauhaus am Ring",
        provider_reference = "brauhaus-ring",
        contact_name = "Jana Vogt",
        contact_email = "kasse@brauhaus-ring.example",
        contact_address = address,
        contact_phone = "+49 221 4710 000",
        mcc = "5813",
        time_zone = "Europe/Berlin",
    }
    numbers! { record; state = "1" }
    let ext = record.ext_params.as_ref().expect("extParams");
    texts! { ext; acq_mid = "498000100001", acq_tid = "70010001" }
    let methods = record.supported_payment_methods.as_ref().expect("methods");
    texts! { methods[0]; payment_method = "01", mch_id = "M100000001" }
    numbers! { methods[0]; profile_id = "301" }
}

/// Members that the document does not name, at all three places.
fn extras(record: &Merchant) {
    assert_eq!(record.ext_params.as_ref().expect("extParams").other, extra("x-floor", "1.0"));
    assert_eq!(record.supported_payment_methods.as_ref().expect("methods")[0].other, extra("x-order", "1e1"));
    assert_eq!(record.other, extra("x-segment", r#"["bar", "garden"]"#));
}

impl Example for ListMerchants {
    fn call() -> ((), MerchantQuery) {
        (
            (),
            MerchantQuery {
                mch_name: Some(own("Brauhaus")),
                mch_id: Some(own("M100000001")),
                page_number: None,
            },
        )
    }
    fn arrived(page: Page<Merchant>) {
        assert_eq!((page.total, page.current, page.has_next), (Some(1), Some(1), false));
        assert_eq!((page.records.len(), page.unreadable.len()), (1, 0));
        brauhaus(&page.records[0], "Hansaring 12, 50670 Köln, DE");
        extras(&page.records[0]);
    }
}

impl Example for GetMerchant {
    fn call() -> (MerchantId, ()) {
        (id("M100000001"), ())
    }
    fn arrived(record: Merchant) {
        brauhaus(&record, "Hansaring 12, 50670 Köln, DE");
        assert_eq!(record.other, extra("x-segment", "null"));
    }
}

impl Example for CreateMerchant {
    fn call() -> ((), MerchantDraft) {
        let method = MerchantMethod {
            payment_method: Some(own("01")),
            mch_id: None,
            profile_id: Some(Number::from(301)),
            other: Vec::new(),
        };
        let draft = MerchantDraft {
            mch_name: Some(own("Rheinufer Kiosk")),
            provider_reference: Some(own("rheinufer-kiosk")),
            contact_name: Some(own("Mia Kern")),
            contact_email: Some(own("mia@rheinufer.example")),
            contact_address: Some(own("Rheinufer 3, 50678 Köln, DE")),
            contact_phone: Some(own("+49 221 4710 001")),
            mcc: Some(own("5994")),
            time_zone: Some(own("Europe/Berlin")),
            ext_params: Some(MerchantExtParams {
                acq_mid: Some(own("498000100009")),
                acq_tid: Some(own("70010009")),
                other: Vec::new(),
            }),
            supported_payment_methods: Some(vec![method]),
            other: Vec::new(),
        };
        ((), draft)
    }
    fn arrived(record: Merchant) {
        assert_eq!(record.mch_id, id("M100000009"));
        assert_eq!(record.draft().mch_name, Self::call().1.mch_name);
        assert_eq!(record.draft().ext_params, Self::call().1.ext_params);
        texts! { record;
            provider_reference = "rheinufer-kiosk",
            contact_name = "Mia Kern",
            contact_email = "mia@rheinufer.example",
            contact_address = "Rheinufer 3, 50678 Köln, DE",
            contact_phone = "+49 221 4710 001",
            mcc = "5994",
            time_zone = "Europe/Berlin",
        }
        numbers! { record; state = "1" }
        let methods = record.supported_payment_methods.expect("methods");
        texts! { methods[0]; payment_method = "01", mch_id = "M100000009" }
        numbers! { methods[0]; profile_id = "301" }
        assert_eq!(record.other, extra("x-review", r#""open""#));
    }
}

impl Example for UpdateMerchant {
    fn call() -> (MerchantId, MerchantDraft) {
        let method = MerchantMethod {
            payment_method: Some(own("01")),
            mch_id: Some(own("M100000001")),
            profile_id: Some(Number::from(301)),
            other: extra("x-order", "1e1"),
        };
        let draft = MerchantDraft {
            mch_name: Some(own("Brauhaus am Ring")),
            provider_reference: Some(own("brauhaus-ring")),
            contact_name: Some(own("Jana Vogt")),
            contact_email: Some(own("kasse@brauhaus-ring.example")),
            contact_address: Some(own("Hansaring 14, 50670 Köln, DE")),
            contact_phone: Some(own("+49 221 4710 000")),
            mcc: Some(own("5813")),
            time_zone: Some(own("Europe/Berlin")),
            ext_params: Some(MerchantExtParams {
                acq_mid: Some(own("498000100001")),
                acq_tid: Some(own("70010001")),
                other: extra("x-floor", "1.0"),
            }),
            supported_payment_methods: Some(vec![method]),
            other: extra("x-segment", r#"["bar","garden"]"#),
        };
        (id("M100000001"), draft)
    }
    fn arrived(record: Merchant) {
        brauhaus(&record, "Hansaring 14, 50670 Köln, DE");
        extras(&record);
    }
}
