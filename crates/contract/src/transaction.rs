//! Transactions: record, queries, and what the money calls take and answer. Service document, "Transaction" and "Transactions".
//!
//! List and detail are one record: the detail has `callbackUrl` and `actions` besides. The values of `tranStatus`, `tranType`,
//! `entryMode`, `actionType` and `actionStatus`, and the unit of amounts, are not shown in the document: they are kept as they
//! come. What may be done with a transaction is [`crate::transaction_state`].

use crate::field::{Hidden, Number};
use crate::id::ids;
use crate::input::drafts;
use crate::operation::OperationId;
use crate::query::query;
use crate::record::record;

ids! {
    /// `tranId`
    TransactionId: Text;
}

record! {
    /// Currency and value; the unit is the connection's setting.
    Amount {
        currency: Option<String> = "currency",
        value: Option<Number> = "value" exact,
    }
}

record! {
    /// A transaction, of a list or whole.
    Transaction {
        tran_id: TransactionId = "tranId" exact,
        amount: Option<Amount> = private "amount",
        approval_code: Option<String> = private "approvalCode" exact,
        batch_no: Option<String> = "batchNo" exact,
        cvm_performed: Option<String> = "cvmPerformed",
        app_name: Option<String> = "appName",
        /// Empty text when no transaction is linked.
        linked_tran_id: Option<String> = "linkedTranId" exact,
        mch_name: Option<String> = free "mchName",
        tsi: Option<String> = private "tsi" exact,
        acq_tid: Option<String> = "acqTid" exact,
        rrn: Option<String> = private "rrn" exact,
        tc: Option<String> = private "tc" exact,
        tran_status: Option<String> = "tranStatus",
        tran_type: Option<String> = "tranType",
        atc: Option<String> = "atc" exact,
        tvr: Option<String> = private "tvr" exact,
        trace: Option<String> = "trace" exact,
        acq_mid: Option<String> = "acqMid" exact,
        account_masked: Option<String> = private "accountMasked",
        sdk_id: Option<String> = "sdkId" exact,
        payment_method: Option<String> = "paymentMethod",
        host_message_format: Option<String> = "hostMessageFormat",
        aid: Option<String> = "aid" exact,
        entry_mode: Option<String> = "entryMode",
        /// Detail only.
        callback_url: Option<String> = url "callbackUrl",
        /// Detail only.
        actions: Option<Vec<Action>> = private "actions",
    }
}

record! {
    /// One step of a transaction's life.
    Action {
        tran_id: Option<String> = "tranId" exact,
        action_type: Option<String> = "actionType",
        reason: Option<String> = free "reason",
        amount: Option<Amount> = private "amount",
        trace: Option<String> = "trace" exact,
        action_status: Option<String> = "actionStatus",
        host_resp_code: Option<String> = "hostRespCode",
        action_id: Option<String> = "actionId" exact,
    }
}

query! {
    /// Filter of transactions. Service document, "List transactions".
    TransactionQuery {
        /// A date; its format is not shown: `YYYY-MM-DD`.
        created_start: String = "createdStart",
        created_end: String = "createdEnd",
        transaction_id: String = "transactionId",
        acquirer_ref_no: String = "acquirerRefNo",
        /// Terminal.
        device_id: String = "deviceId",
        /// Default 10; -1 returns all.
        page_size: i64 = "pageSize",
        /// Default 1.
        page_number: i64 = "pageNumber",
        /// 0 to 2, see [`crate::transaction_state::SettleState`].
        settle_state: i64 = "settleState",
        /// 0 to 7, see [`crate::transaction_state::State`].
        state: i64 = "state",
    }
}

record! {
    /// Body of a receipt email.
    ReceiptDraft {
        /// Recipient address.
        email: String = private "email",
    }
}

/// Trace reference that Tapline appends to the reason of a refund, so that a lost answer can be settled by reading:
/// `[tl-3f9a2c01]`.
pub fn mark(operation: &OperationId) -> String {
    format!("[tl-{}]", operation.0.get(..8).unwrap_or(&operation.0))
}

/// The mark in a reason. Longer text in such brackets is no mark: it could be a card number.
pub fn marked(reason: &str) -> Option<&str> {
    let start = reason.find("[tl-")?;
    let length = reason[start..].find(']').filter(|length| *length <= "[tl-3f9a2c01".len())?;
    Some(&reason[start..=start + length])
}

record! {
    /// Body of a void.
    VoidDraft {
        admin_pwd: Hidden = secret "adminPwd",
    }
}

record! {
    /// Answer of a void.
    Voided {
        currency: Option<String> = "currency",
        state: Option<Number> = "state",
        device_id: Option<String> = "deviceId",
        refund_amount: Option<Number> = "refundAmount",
    }
}

record! {
    /// Body of a refund.
    RefundDraft {
        /// May be less than the original amount.
        refund_amount: Number = "refundAmount",
        refund_reason: String = free "refundReason",
        admin_pwd: Hidden = secret "adminPwd",
    }
}

record! {
    /// Answer of a refund, and of a settlement: an id whose meaning is not shown.
    Numbered {
        id: Number = "id",
    }
}

record! {
    /// Body of a capture.
    CaptureDraft {
        /// A decimal text, unlike every other amount. Absent: the whole amount.
        amount: Option<String> = "amount",
    }
}

record! {
    /// Answer of a capture: an empty object.
    Captured {}
}

drafts! { ReceiptDraft, VoidDraft, RefundDraft, CaptureDraft }
