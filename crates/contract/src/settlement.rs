//! Settlement batches: record, queries, drafts. Service document, "Settlement batch" and "Settlements".
//!
//! List and detail are one record: the list has `updatedAt`, the detail `successTime` and `transactions`. Values and meanings
//! of `state`, and the unit of the sums, are not shown: kept as they come.

use crate::field::Number;
use crate::id::ids;
use crate::input::drafts;
use crate::query::query;
use crate::record::record;

ids! {
    /// `batchId`
    BatchId: Text;
}

record! {
    /// A settlement batch, of a list or whole.
    Settlement {
        uuid: Option<String> = "uuid" exact,
        batch_id: BatchId = "batchId" exact,
        payment_amt: Option<Number> = "paymentAmt" exact,
        refund_amt: Option<Number> = "refundAmt" exact,
        void_amt: Option<Number> = "voidAmt" exact,
        payment_count: Option<Number> = "paymentCount",
        refund_count: Option<Number> = "refundCount",
        void_count: Option<Number> = "voidCount",
        profile_name: Option<String> = free "profileName",
        profile_message: Option<String> = free "profileMessage",
        acquirer_mid: Option<String> = "acquirerMid" exact,
        acquirer_tid: Option<String> = "acquirerTid" exact,
        acquirer_ref_no: Option<String> = "acquirerRefNo" exact,
        acquirer_code: Option<String> = "acquirerCode" exact,
        mch_name: Option<String> = free "mchName",
        currency: Option<String> = "currency",
        state: Option<Number> = "state",
        /// ISO 8601, UTC
        created_at: Option<String> = "createdAt",
        /// ISO 8601, UTC. List only.
        updated_at: Option<String> = "updatedAt",
        /// ISO 8601, UTC. Detail only.
        success_time: Option<String> = "successTime",
        /// Detail only.
        transactions: Option<Vec<BatchLine>> = private "transactions",
    }
}

record! {
    /// The sum of one kind of transaction in a batch.
    BatchLine {
        amount: Option<Number> = "amount" exact,
        trans_type: Option<String> = "transType",
        count: Option<Number> = "count",
        payment_method: Option<String> = "paymentMethod",
    }
}

query! {
    /// Filter of batches. Service document, "Settlement history".
    SettlementQuery {
        /// A date; its format is not shown: `YYYY-MM-DD`.
        created_start: String = "createdStart",
        created_end: String = "createdEnd",
        batch_id: String = "batchId",
        /// Default 10; -1 returns all.
        page_size: i64 = "pageSize",
        /// Default 1.
        page_number: i64 = "pageNumber",
    }
}

record! {
    /// Body of "process settlement".
    SettleDraft {
        batch_id: BatchId = "batchId",
    }
}

record! {
    /// Body of a settlement report email.
    ReportDraft {
        /// JSON text of a list of objects, each with `batchId`; see [`ReportDraft::new`].
        batch_ids: String = "batchIds",
        email: String = private "email",
        mch_id: String = "mchId",
    }
}

impl ReportDraft {
    pub fn new(batches: &[BatchId], email: String, mch_id: String) -> ReportDraft {
        let items: Vec<_> = batches.iter().map(|id| serde_json::json!({ "batchId": id.as_str() })).collect();
        ReportDraft {
            batch_ids: serde_json::Value::from(items).to_string(),
            email,
            mch_id,
            other: Vec::new(),
        }
    }

    /// The batches that `batchIds` names; `None` when it is not such a list.
    pub fn batches(&self) -> Option<Vec<BatchId>> {
        let items: Vec<serde_json::Value> = serde_json::from_str(&self.batch_ids).ok()?;
        items.iter().map(|item| BatchId::parse(item.get("batchId")?.as_str()?)).collect()
    }
}

drafts! { SettleDraft, ReportDraft }
