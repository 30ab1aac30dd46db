use tapline_contract::emv_config::{EmvConfig, EmvDraft, EmvId};
use tapline_contract::endpoints::{CreateEmv, DeleteEmv, ListEmv, UpdateEmv};
use tapline_contract::params::Params;
use tapline_contract::wire::{Page, PageQuery, Saved};

use crate::{Example, texts};

impl Example for ListEmv {
    fn call() -> ((), PageQuery) {
        ((), PageQuery { page_size: Some(10), page_number: Some(2) })
    }
    fn arrived(page: Page<EmvConfig>) {
        assert_eq!((page.total, page.current, page.has_next), (Some(23), Some(2), true));
        assert_eq!((page.records.len(), page.unreadable.len()), (1, 0));
        let record = &page.records[0];
        assert_eq!(record.id, EmvId::from(12));
        texts! { record;
            emv_name = "Retail north",
            group_id = "group-1",
            payment_method = "01",
            aid = "A0000000031010",
            emv_version = "3",
            created_at = "2026-03-02T09:15:00+0000",
            updated_at = "2026-11-03T13:58:00+0000",
        }
        assert_eq!(
            record.params.readable().map(Params::text),
            Some(
                r#"{ "clFloorLimit":1000,"clTransLimit":20000 , "clCVMLimit":2500,"aid":"A0000000031010","x-cacheSeconds":3.60e2 }"#
            )
        );
        assert_eq!(record.other, []);
    }
}

impl Example for CreateEmv {
    fn call() -> ((), EmvDraft) {
        let params = r#"{"aid":"A0000000041010","appVersion":"0002","clFloorLimit":0,"clTransLimit":25000,"clCVMLimit":5000,"terminalRiskMgmtData":"086C00800000000000","defaultDDOL":"039F3704","defaultTDOL":"0F9F02065F2A029A039C0195059F3704","kernelConfiguration":"A0","isNewCVMRuleForMC":true,"cvmCapabilityCVMRequired":"60","cvmCapabilityNoCVM":"08"}"#;
        ((), draft("Retail FR", "02", params))
    }
    fn arrived(answer: Saved<EmvId>) {
        assert_eq!(answer, Saved { id: Some(EmvId::from(64)) });
    }
}

impl Example for UpdateEmv {
    fn call() -> (EmvId, EmvDraft) {
        let params = r#"{ "clFloorLimit":1000,"clTransLimit":20000 , "clCVMLimit":5000,"aid":"A0000000031010","terminalTransactionQualifiers":"26004080","x-cacheSeconds":3.60e2 }"#;
        (EmvId::from(12), draft("Retail north", "01", params))
    }
    fn arrived(answer: Saved<EmvId>) {
        assert_eq!(answer, Saved { id: Some(EmvId::from(12)) });
    }
}

impl Example for DeleteEmv {
    fn call() -> (EmvId, ()) {
        (EmvId::from(12), ())
    }
    fn arrived(answer: Saved<EmvId>) {
        assert_eq!(answer, Saved { id: None });
    }
}

fn draft(name: &str, method: &str, params: &str) -> EmvDraft {
    EmvDraft {
        params: Params::parse(params).expect("an object"),
        emv_name: name.to_owned(),
        payment_method: method.to_owned(),
    }
}
