use tapline_contract::endpoints::{EmailSettlements, GetSettlement, ListSettlements, Settle};
use tapline_contract::field::Number;
use tapline_contract::settlement::{BatchId, ReportDraft, SettleDraft, Settlement, SettlementQuery};
use tapline_contract::transaction::Numbered;
use tapline_contract::wire::{Done, Page};

use crate::{Example, extra, numbers, texts};

fn id() -> BatchId {
    BatchId::parse("B20261101001").expect("an id")
}

/// Everything that list and detail share, but `state`.
fn batch(record: &Settlement) {
    assert_eq!(record.batch_id, id());
    texts! { record;
        uuid = "0f6c8d1e-52ab-4c11-9a7d-0123456789ab",
        profile_name = "Acme EUR",
        profile_message = "Approved",
        acquirer_mid = "000000100000001",
        acquirer_tid = "4F1A20B7",
        acquirer_ref_no = "S20261101001",
        acquirer_code = "ACME01",
        mch_name = "Brauhaus am Ring",
        currency = "EUR",
        created_at = "2026-11-01T00:05:00Z",
    }
    numbers! { record;
        payment_amt = "123450",
        refund_amt = "5000",
        void_amt = "2380",
        payment_count = "41",
        refund_count = "2",
        void_count = "1",
    }
    assert_eq!(record.other, extra("x-cutover", r#""22:30""#));
}

impl Example for ListSettlements {
    fn call() -> ((), SettlementQuery) {
        let query = SettlementQuery {
            created_start: Some("2026-11-01".to_owned()),
            created_end: Some("2026-11-02".to_owned()),
            batch_id: Some("B20261101001".to_owned()),
            page_size: Some(10),
            page_number: Some(1),
        };
        ((), query)
    }
    fn arrived(page: Page<Settlement>) {
        assert_eq!((page.total, page.current, page.has_next), (Some(1), Some(1), false));
        assert_eq!((page.pages, page.size, page.unreadable.len()), (Some(1), Some(10), 0));
        let record = &page.records[0];
        batch(record);
        numbers! { record; state = "0" }
        texts! { record; updated_at = "2026-11-01T22:30:00Z" }
        assert_eq!((&record.success_time, &record.transactions), (&None, &None));
    }
}

impl Example for GetSettlement {
    fn call() -> (BatchId, ()) {
        (id(), ())
    }
    fn arrived(record: Settlement) {
        batch(&record);
        numbers! { record; state = "1" }
        texts! { record; success_time = "2026-11-01T22:30:04.250Z" }
        assert_eq!(record.updated_at, None);
        let lines = record.transactions.expect("lines");
        assert_eq!(lines.len(), 1);
        texts! { lines[0]; trans_type = "PAYMENT", payment_method = "01" }
        numbers! { lines[0]; amount = "123450", count = "41" }
        assert_eq!(lines[0].other, extra("x-fee", "0.10"));
    }
}

impl Example for Settle {
    fn call() -> ((), SettleDraft) {
        ((), SettleDraft { batch_id: id(), other: Vec::new() })
    }
    fn arrived(answer: Numbered) {
        assert_eq!(answer, Numbered { id: Number::from(20_261_101_001), other: extra("x-queue", r#""a""#) });
    }
}

impl Example for EmailSettlements {
    fn call() -> ((), ReportDraft) {
        ((), ReportDraft::new(&[id()], "office@mail.example".to_owned(), "M100000001".to_owned()))
    }
    fn arrived(Done {}: Done) {}
}
