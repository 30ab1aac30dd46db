use tapline_contract::endpoints::{
    CaptureTransaction, EmailReceipt, GetTransaction, ListTransactions, RefundTransaction, VoidTransaction,
};
use tapline_contract::field::{Hidden, Number};
use tapline_contract::secret::Secret;
use tapline_contract::transaction::{
    CaptureDraft, Captured, Numbered, ReceiptDraft, RefundDraft, Transaction, TransactionId,
    TransactionQuery, VoidDraft, Voided,
};
use tapline_contract::wire::{Done, Page};

use crate::{Example, extra, numbers, texts};

fn id(text: &str) -> TransactionId {
    TransactionId::parse(text).expect("an id")
}

fn password() -> Hidden {
    Hidden::Known(Secret::new("sandbox-admin".to_owned()))
}

/// Everything that list and detail share.
fn sale(record: &Transaction) {
    assert_eq!(record.tran_id, id("T20261101000001"));
    let amount = record.amount.as_ref().expect("an amount");
    texts! { amount; currency = "EUR" }
    numbers! { amount; value = "2380" }
    texts! { record;
        approval_code = "418207",
        batch_no = "B20261101001",
        cvm_performed = "NO_CVM",
        app_name = "VISA DEBIT",
        linked_tran_id = "",
        mch_name = "Brauhaus am Ring",
        tsi = "0000",
        acq_tid = "4F1A20B7",
        rrn = "630500000001",
        tc = "A1B2C3D4E5F60718",
        tran_status = "APPROVED",
        tran_type = "SALE",
        atc = "00A7",
        tvr = "0000000000",
        trace = "000001",
        acq_mid = "000000100000001",
        account_masked = "476173******0019",
        sdk_id = "SDK-4F1A20B7",
        payment_method = "01",
        host_message_format = "ISO8583",
        aid = "A0000000031010",
        entry_mode = "NFC",
    }
}

impl Example for ListTransactions {
    fn call() -> ((), TransactionQuery) {
        let query = TransactionQuery {
            created_start: Some("2026-11-01".to_owned()),
            created_end: Some("2026-11-02".to_owned()),
            transaction_id: Some("T20261101000001".to_owned()),
            acquirer_ref_no: Some("630500000001".to_owned()),
            device_id: Some("SDK-4F1A20B7".to_owned()),
            page_size: Some(10),
            page_number: Some(1),
            settle_state: Some(0),
            state: Some(2),
        };
        ((), query)
    }
    fn arrived(page: Page<Transaction>) {
        assert_eq!((page.total, page.current, page.has_next), (Some(1), Some(1), false));
        assert_eq!((page.pages, page.size, page.unreadable.len()), (None, None, 0));
        sale(&page.records[0]);
        assert_eq!((&page.records[0].callback_url, &page.records[0].actions), (&None, &None));
        let kept = extra("x-surcharge", r#"{ "rate": 1.10, "steps": [1e3, 9007199254740993] }"#);
        assert_eq!(page.records[0].other, kept);
    }
}

impl Example for GetTransaction {
    fn call() -> (TransactionId, ()) {
        (id("T20261101000001"), ())
    }
    fn arrived(record: Transaction) {
        sale(&record);
        texts! { record; callback_url = "https://shop.example/hooks/payment" }
        let actions = record.actions.expect("actions");
        assert_eq!(actions.len(), 1);
        let action = &actions[0];
        texts! { action;
            tran_id = "T20261101000001",
            action_type = "SALE",
            reason = "",
            trace = "000001",
            action_status = "APPROVED",
            host_resp_code = "00",
            action_id = "A2026110100000101",
        }
        let amount = action.amount.as_ref().expect("an amount");
        texts! { amount; currency = "EUR" }
        numbers! { amount; value = "2380" }
        assert_eq!(action.other, extra("x-host", r#""north""#));
        assert_eq!(record.other, extra("x-channel", r#""till""#));
    }
}

impl Example for EmailReceipt {
    fn call() -> (TransactionId, ReceiptDraft) {
        (id("T20261101000001"), ReceiptDraft { email: "guest@mail.example".to_owned(), other: Vec::new() })
    }
    fn arrived(Done {}: Done) {}
}

impl Example for VoidTransaction {
    fn call() -> (TransactionId, VoidDraft) {
        (id("T20261101000001"), VoidDraft { admin_pwd: password(), other: Vec::new() })
    }
    fn arrived(answer: Voided) {
        texts! { answer; currency = "EUR", device_id = "CD-H3N8T2WA" }
        numbers! { answer; state = "4", refund_amount = "2380" }
        assert_eq!(answer.other, extra("x-slip", "true"));
    }
}

impl Example for RefundTransaction {
    fn call() -> (TransactionId, RefundDraft) {
        let draft = RefundDraft {
            refund_amount: Number::from(2310),
            refund_reason: "One item returned".to_owned(),
            admin_pwd: password(),
            other: Vec::new(),
        };
        (id("T20261101000003"), draft)
    }
    fn arrived(answer: Numbered) {
        assert_eq!(answer, Numbered { id: Number::from(90_417), other: extra("x-queue", r#""b""#) });
    }
}

impl Example for CaptureTransaction {
    fn call() -> (TransactionId, CaptureDraft) {
        (id("T20261101000002"), CaptureDraft { amount: Some("15000".to_owned()), other: Vec::new() })
    }
    fn arrived(answer: Captured) {
        assert_eq!(answer, Captured { other: Vec::new() });
    }
}
