//! Emails and sign-on: no read shows them. A lost answer stays unknown: it may have been done, and is never repeated by itself.

use tapline_contract::endpoints::{EmailReceipt, EmailSettlements, SignOnProfile};
use tapline_contract::seal::Seal;
use tapline_contract::{Call, Endpoint, Failure};

use super::super::recipe::{Asked, Recipe, Stale, Verdict};
use crate::http::Client;

macro_rules! without_trace {
    ($($name:ident |$call:ident| $target:expr;)*) => { $(
        impl Recipe for $name {
            type Look = ();
            type Base = ();

            fn target($call: &Call<Self>) -> String {
                $target
            }

            async fn look(_: &Client, _: &Asked<'_, Self>) -> Result<Option<()>, Failure> {
                std::future::ready(Ok(None)).await
            }

            fn before(_: &Call<Self>, (): &(), _: &Seal) -> Result<(), Stale<()>> {
                Ok(())
            }

            fn judge(
                _: &Asked<'_, Self>,
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
    EmailSettlements |call| format!("report of batches {}", call.input.batch_ids);
    SignOnProfile |call| format!("sign-on of profile {}", call.id);
}
