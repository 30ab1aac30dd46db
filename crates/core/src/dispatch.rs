//! From a name to what carries it out. Both tables come from the contract: an endpoint or a command that nothing carries out
//! does not compile.

use std::future::Future;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tapline_changes::Open;
use tapline_changes::Recipe;
use tapline_contract::history::OperationId;
use tapline_contract::owner::Owner;
use tapline_contract::wire::Payload as _;
use tapline_contract::{Call, Endpoint, Failure, FailureKind, commands, endpoints};
use tapline_http::{Sending, walk};
use tapline_platform::words::visible;

use crate::change;
use crate::perform::Perform;
use crate::state::AppState;
use crate::{learned, unit};

/// Reads of endpoints that change nothing.
trait Fetch: Sending {
    fn fetch(open: &Open, call: Call<Self>) -> impl Future<Output = Result<Self::Output, Failure>> + Send;
}

/// One request, one answer, unless an arm says otherwise.
macro_rules! fetch_table {
    ($(($name:ident $class:ident))*) => { $(fetch_table! { @$class $name })* };

    (@Read ListEmv) => { fetch_table! { pages ListEmv |query| query.page_size == Some(-1) } };
    (@Read ListAcquirers) => { fetch_table! { pages ListAcquirers |query| query.page_size == Some(-1) } };
    (@Read ListDevices) => { fetch_table! { pages ListDevices |query| query.page_number.is_none() } };
    // Written out below.
    (@Read ListMerchants) => {};
    (@Read GetOwner) => {};
    (@Read $name:ident) => {
        impl Fetch for endpoints::$name {
            async fn fetch(open: &Open, call: Call<Self>) -> Result<<Self as Endpoint>::Output, Failure> {
                Ok(open.client.send::<Self>(&call.id, &call.input).await?.output)
            }
        }
    };
    (@$class:ident $name:ident) => {};

    // Page by page where the query asks for everything and the service gives only a part.
    (pages $name:ident |$query:ident| $all:expr) => {
        impl Fetch for endpoints::$name {
            async fn fetch(open: &Open, call: Call<Self>) -> Result<<Self as Endpoint>::Output, Failure> {
                let $query = &call.input;
                if $all {
                    return Ok(walk::walk::<Self>(&open.client, $query).await?.page);
                }
                Ok(open.client.send::<Self>(&call.id, $query).await?.output)
            }
        }
    };
}
tapline_contract::for_each_endpoint!(fetch_table);

impl Fetch for endpoints::ListMerchants {
    async fn fetch(open: &Open, call: Call<Self>) -> Result<<Self as Endpoint>::Output, Failure> {
        Ok(walk::merchants(&open.client, &call.input).await?.page)
    }
}

impl Fetch for endpoints::GetOwner {
    async fn fetch(open: &Open, call: Call<Self>) -> Result<Owner, Failure> {
        let owner = open.client.send::<Self>(&call.id, &call.input).await?.output;
        Ok(owner.without_credentials())
    }
}

macro_rules! endpoint_table {
    ($(($name:ident $class:ident))*) => {
        async fn endpoint(
            app: &Arc<AppState>,
            name: &str,
            operation: Option<OperationId>,
            payload: &str,
        ) -> Option<Result<Vec<u8>, Failure>> {
            // Boxed, so that this future is as small as one call and not as large as all.
            match name {
                $(stringify!($name) => Some(Box::pin(endpoint_table!(@$class $name, app, operation, payload)).await),)*
                _ => None,
            }
        }

    };
    (@Read $name:ident, $app:ident, $operation:ident, $payload:ident) => {
        fetch::<endpoints::$name>($app, $payload)
    };
    (@$class:ident $name:ident, $app:ident, $operation:ident, $payload:ident) => {
        change::<endpoints::$name>($app, $operation, $payload)
    };
}
tapline_contract::for_each_endpoint!(endpoint_table);

macro_rules! command_table {
    ($($name:ident)*) => {
        async fn command(app: &Arc<AppState>, name: &str, payload: &str) -> Option<Result<Vec<u8>, Failure>> {
            match name {
                $(stringify!($name) => Some(Box::pin(perform::<commands::$name>(app, payload)).await),)*
                _ => None,
            }
        }
    };
}
tapline_contract::for_each_command!(command_table);

/// `operation` is present exactly for changing calls: the door has checked this.
pub(crate) async fn dispatch(
    app: &Arc<AppState>,
    name: &str,
    operation: Option<OperationId>,
    payload: &str,
) -> Result<Vec<u8>, Failure> {
    if let Some(answer) = endpoint(app, name, operation, payload).await {
        return answer;
    }
    match command(app, name, payload).await {
        Some(answer) => answer,
        None => {
            Err(Failure::new(FailureKind::BadInput, &visible(name), "Tapline knows no call of this name."))
        }
    }
}

async fn fetch<E: Fetch>(app: &Arc<AppState>, payload: &str) -> Result<Vec<u8>, Failure> {
    let call: Call<E> = understand(E::NAME, payload)?;
    let open = app.open(&call.connection, E::NAME)?;
    tapline_http::require::<E>(&call.input)?;
    let mut output = E::fetch(&open, call).await?;
    unit::note(app, &open, E::NAME);
    learned::keep_filter(app, &open);
    output.cut();
    write(E::NAME, &output)
}

async fn change<E: Recipe>(
    app: &Arc<AppState>,
    operation: Option<OperationId>,
    payload: &str,
) -> Result<Vec<u8>, Failure> {
    let call: Call<E> = understand(E::NAME, payload)?;
    let Some(operation) = operation else {
        return Err(Failure::new(
            FailureKind::BadInput,
            E::NAME,
            "The call has no operation id, so nothing was sent.",
        ));
    };
    Ok(change::change(app, operation, call).await?.into_bytes())
}

async fn perform<C: Perform>(app: &Arc<AppState>, payload: &str) -> Result<Vec<u8>, Failure> {
    let output = C::perform(app, understand(C::NAME, payload)?).await?;
    C::write(&output).map_err(|_| unwritable(C::NAME))
}

/// The input of a call, looked at only.
#[derive(serde::Deserialize)]
struct HasInput<'p> {
    #[serde(borrow)]
    input: Option<&'p serde_json::value::RawValue>,
}

/// Reads what the page sent. What is not understood is refused, not dropped: no type of a call ignores a member.
fn understand<T: DeserializeOwned>(call: &str, payload: &str) -> Result<T, Failure> {
    let is_list = |raw: &str| raw.trim_start().starts_with('[');
    let input = serde_json::from_str::<HasInput<'_>>(payload).ok().and_then(|call| call.input);
    let why = if is_list(payload) || input.is_some_and(|raw| is_list(raw.get())) {
        // It would be read by position.
        "a list in the place of an object".to_owned()
    } else {
        match serde_json::from_str(payload) {
            Ok(value) => return Ok(value),
            Err(error) => visible(&error.to_string()),
        }
    };
    let sentence =
        format!("Tapline doesn't understand this call ({why}), so nothing was sent. Load the page again.");
    Err(Failure::new(FailureKind::BadInput, call, sentence))
}

fn write<T: Serialize>(call: &str, answer: &T) -> Result<Vec<u8>, Failure> {
    serde_json::to_vec(answer).map_err(|_| unwritable(call))
}

fn unwritable(call: &str) -> Failure {
    let sentence = "The answer has text that isn't JSON and can't be shown. Give these details to the service's operator.";
    Failure::new(FailureKind::Malformed, call, sentence)
}

#[cfg(test)]
mod tests {
    use tapline_contract::Command;
    use tapline_contract::commands::{ConfirmUnit, SaveConnection};
    use tapline_contract::endpoints::{
        ListEmv, ListTransactions, RefundTransaction, UpdateDevice, UpdateEmv,
    };

    use super::*;

    fn why<T: DeserializeOwned>(payload: &str) -> Option<String> {
        let sentence = understand::<T>("Call", payload).err()?.sentence;
        Some(sentence.split_once('(')?.1.rsplit_once(')')?.0.to_owned())
    }

    fn call<E: Endpoint>(rest: &str) -> Option<String> {
        why::<Call<E>>(&format!(r#"{{"connection":"c",{rest}}}"#))
    }

    #[test]
    fn what_no_call_has_is_refused() {
        let id = r#""id":"1","input":{}"#;
        for (found, expected) in [
            (call::<ListEmv>(r#""id":null,"input":{"pageSize":1,"x":null}"#), None),
            (call::<ListEmv>(r#""id":null,"input":{"pageSize":1,"x":0}"#), Some("unknown field `x`")),
            (call::<ListEmv>(r#""id":null,"input":{"pageSize":1,"pageSize":1}"#), Some("duplicate field")),
            (call::<ListEmv>(r#""id":null,"input":[1]"#), Some("a list in the place")),
            (call::<ListEmv>(r#""id":null,"input":{},"x":0"#), Some("unknown field `x`")),
            (call::<ListTransactions>(r#""id":null,"input":[]"#), Some("a list in the place")),
            (call::<RefundTransaction>(r#""id":"T","input":[]"#), Some("a list in the place")),
            (call::<UpdateEmv>(r#""id":"1","input":[]"#), Some("a list in the place")),
            (
                call::<UpdateDevice>(&format!(r#"{id},"seen":{{"mchId":"M","x":0}}"#)),
                Some("unknown field `x`"),
            ),
            (why::<Call<ListEmv>>(r#" ["c",null,{}]"#), Some("a list in the place of an object")),
            (why::<<SaveConnection as Command>::Input>(r#"{"x":0}"#), Some("unknown field `x`")),
            (why::<<ConfirmUnit as Command>::Input>(r#"{"x":0}"#), Some("unknown field `x`")),
        ] {
            match (found, expected) {
                (found, None) => assert_eq!(found, None),
                (found, Some(words)) => {
                    assert!(found.as_ref().is_some_and(|found| found.contains(words)), "{found:?} {words}");
                }
            }
        }
    }
}
