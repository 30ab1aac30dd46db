//! Emails and sign-on: no read shows them. A lost answer stays unknown: it may have been done, and is never repeated by itself.

use tapline_contract::endpoints::{EmailReceipt, EmailSettlements, SignOnProfile};
use tapline_contract::seal::Seal;
use tapline_contract::{Call, Endpoint, Failure};
use tapline_http::Client;

use super::wrong;
use crate::recipe::{CallView, Recipe, Stale, Verdict};

macro_rules! without_trace {
    ($($name:ident |$call:ident| $target:expr $(, $check:expr)?;)*) => { $(
        impl Recipe for $name {
            type Look = ();
            type Base = ();

            fn target($call: &Call<Self>) -> String {
                $target
            }

            $(fn check($call: &Call<Self>) -> Result<(), Failure> {
                $check
            })?

            async fn look(_: &Client, _: &CallView<'_, Self>) -> Result<Option<()>, Failure> {
                std::future::ready(Ok(None)).await
            }

            fn before(_: &Call<Self>, (): &(), _: &Seal) -> Result<(), Stale<()>> {
                Ok(())
            }

            fn judge(
                _: &CallView<'_, Self>,
                (): &(),
                _: Option<&<Self as Endpoint>::Output>,
                (): &(),
            ) -> Verdict<()> {
                Verdict::Unprovable
            }
        }
    )* };
}

without_trace! {
    EmailReceipt |call| format!("receipt of transaction {}", call.id);
    EmailSettlements |call| format!("report of batches {}", call.input.batch_ids), match call.input.batches() {
        Some(batches) if !batches.is_empty() => Ok(()),
        // Missing batch ids are reported with the other missing fields.
        _ if call.input.batch_ids.trim().is_empty() => Ok(()),
        _ => Err(wrong::<Self>(
            "batchIds",
            r#"batchIds is the text of a list of objects, each with a batchId that is text, such as [{"batchId":"B1"}]."#,
        )),
    };
    SignOnProfile |call| format!("sign-on of profile {}", call.id);
}
