//! Settling a batch. Service document, "Process settlement".

use super::{Allowed, not_documented};
use crate::field::Number;
use crate::settlement::Settlement;

/// Never a plain yes: values and meanings of `state` are not shown, so the service decides.
pub fn settle(batch: &Settlement) -> Allowed {
    let by_state = not_documented("state", batch.state.as_ref().map(Number::text));
    let success = batch.success_time.as_deref().filter(|time| !time.is_empty());
    let settled = success.map_or(Allowed::Yes, |time| {
        Allowed::Doubtful(format!("Likely already settled: success time {time}."))
    });
    let counts = [&batch.payment_count, &batch.refund_count, &batch.void_count];
    let is_empty = counts.iter().all(|count| count.as_ref().and_then(Number::whole) == Some(0));
    let empty = if is_empty { Allowed::Doubtful("The batch is empty.".to_owned()) } else { Allowed::Yes };
    settled.and(empty).and(by_state)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Record;

    #[test]
    fn what_is_known_of_a_batch_is_said() {
        for (members, hint) in [
            (r#""state":1"#, "Tapline doesn't know state 1. The service decides."),
            (r#""paymentCount":3"#, "The record has no state. The service decides."),
        ] {
            let batch = Settlement::read(&format!(r#"{{"batchId":"B",{members}}}"#)).unwrap();
            assert_eq!(settle(&batch).hint(), Some(hint));
        }
        let settled = r#"{"batchId":"B","state":2,"paymentCount":0,"refundCount":0,"voidCount":0,"successTime":"2026-11-01T22:00:00Z"}"#;
        let hint = settle(&Settlement::read(settled).unwrap());
        assert_eq!(
            hint.hint(),
            Some(
                "Likely already settled: success time 2026-11-01T22:00:00Z. The batch is empty. Tapline doesn't know state \
                 2. The service decides."
            )
        );
    }
}
