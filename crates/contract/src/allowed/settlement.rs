//! Settling a batch. Service document, "Process settlement".

use super::{Allowed, unknown_status};
use crate::field::Number;
use crate::settlement::Settlement;

/// Never a plain yes: the meanings of `state` are likely ones.
pub fn settle(batch: &Settlement) -> Allowed {
    let state = batch.state.as_ref();
    let by_state = match state.and_then(Number::whole) {
        Some(1) => Allowed::Doubtful("Likely already settled.".to_owned()),
        _ if batch.success_time.as_deref().is_some_and(|time| !time.is_empty()) => {
            Allowed::Doubtful("Likely already settled.".to_owned())
        }
        Some(0) => Allowed::Doubtful("Likely open.".to_owned()),
        _ => unknown_status("Settling", "batch", state.map(Number::text)),
    };
    let counts = [&batch.payment_count, &batch.refund_count, &batch.void_count];
    let is_empty = counts.iter().all(|count| count.as_ref().and_then(Number::whole) == Some(0));
    let empty = if is_empty { Allowed::Doubtful("The batch is empty.".to_owned()) } else { Allowed::Yes };
    by_state.and(empty)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Record;

    #[test]
    fn what_is_known_of_a_batch_is_said() {
        for (members, hint) in [
            (r#""state":0"#, "Likely open."),
            (r#""state":1"#, "Likely already settled."),
            (r#""state":2"#, "Settling may fail: status 2 is unknown."),
            (r#""paymentCount":3"#, "Settling may fail: the batch has no status."),
        ] {
            let batch = Settlement::read(&format!(r#"{{"batchId":"B",{members}}}"#)).unwrap();
            assert_eq!(settle(&batch).hint(), Some(hint));
        }
        let settled = r#"{"batchId":"B","state":2,"paymentCount":0,"refundCount":0,"voidCount":0,"successTime":"2026-11-01T22:00:00Z"}"#;
        let hint = settle(&Settlement::read(settled).unwrap());
        assert_eq!(hint.hint(), Some("Likely already settled. The batch is empty."));
    }
}
