//! From a name to what carries it out. Both tables come from the contract: an endpoint or a command that nothing carries out
//! does not compile.

use std::future::Future;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tapline_contract::endpoints::{GetOwner, ListEmv};
use tapline_contract::history::OperationId;
use tapline_contract::owner::Owner;
use tapline_contract::wire::{Page, PageQuery};
use tapline_contract::{Call, Class, Command, Failure, Kind, commands, endpoints};

use crate::change::list::EmvList;
use crate::change::{self, Verdict, list, settle};
use crate::host::{Inner, Open};
use crate::http::Sending;
use crate::journal::Row;
use crate::words::visible;

/// How a command is carried out.
pub(crate) trait Perform: Command {
    fn perform(
        desk: &Arc<Inner>,
        input: Self::Input,
    ) -> impl Future<Output = Result<Self::Output, Failure>> + Send;
}

/// How an endpoint that changes nothing is read.
trait Fetch: Sending {
    fn fetch(open: &Open, call: Call<Self>) -> impl Future<Output = Result<Self::Output, Failure>> + Send;
}

impl Fetch for ListEmv {
    async fn fetch(
        open: &Open,
        call: Call<ListEmv>,
    ) -> Result<Page<tapline_contract::emv_config::EmvConfig>, Failure> {
        if call.input == PageQuery::ALL {
            return Ok(list::read(&open.client).await?.page);
        }
        Ok(open.client.send::<ListEmv>(&call.id, &call.input).await?.output)
    }
}

impl Fetch for GetOwner {
    async fn fetch(open: &Open, call: Call<GetOwner>) -> Result<Owner, Failure> {
        let owner = open.client.send::<GetOwner>(&call.id, &call.input).await?.output;
        // JSON text of unknown content: not for the page.
        Ok(Owner { email_sender: None, ..owner })
    }
}

macro_rules! endpoint_table {
    ($(($name:ident $class:ident))*) => {
        pub(crate) const ENDPOINTS: &[(&str, Class)] = &[$((stringify!($name), Class::$class)),*];

        async fn endpoint(
            desk: &Arc<Inner>,
            name: &str,
            operation: Option<OperationId>,
            payload: &str,
        ) -> Option<Result<String, Failure>> {
            // Boxed, so that this future is as small as one call and not as large as all.
            match name {
                $(stringify!($name) => Some(Box::pin(endpoint_table!(@$class $name, desk, operation, payload)).await),)*
                _ => None,
            }
        }

        /// What a list shows of an operation in the journal.
        pub(crate) fn judge(row: &Row, list: &EmvList) -> Verdict {
            match row.endpoint.as_str() {
                $(stringify!($name) => endpoint_table!(@judge $class $name, row, list),)*
                _ => Verdict::Unprovable,
            }
        }
    };
    (@Read $name:ident, $desk:ident, $operation:ident, $payload:ident) => {
        fetch::<endpoints::$name>($desk, $payload)
    };
    (@$class:ident $name:ident, $desk:ident, $operation:ident, $payload:ident) => {
        change::<endpoints::$name>($desk, $operation, $payload)
    };
    (@judge Read $name:ident, $row:ident, $list:ident) => { Verdict::Unprovable };
    (@judge $class:ident $name:ident, $row:ident, $list:ident) => {
        settle::judge_row::<endpoints::$name>($row, $list)
    };
}
tapline_contract::for_each_endpoint!(endpoint_table);

macro_rules! command_table {
    ($($name:ident)*) => {
        pub(crate) const COMMANDS: &[&str] = &[$(stringify!($name)),*];

        async fn command(desk: &Arc<Inner>, name: &str, payload: &str) -> Option<Result<String, Failure>> {
            match name {
                $(stringify!($name) => Some(Box::pin(perform::<commands::$name>(desk, payload)).await),)*
                _ => None,
            }
        }
    };
}
tapline_contract::for_each_command!(command_table);

/// `operation` is there exactly for what changes something: the door has seen to it.
pub(crate) async fn dispatch(
    desk: &Arc<Inner>,
    name: &str,
    operation: Option<OperationId>,
    payload: &str,
) -> Result<String, Failure> {
    if let Some(answer) = endpoint(desk, name, operation, payload).await {
        return answer;
    }
    match command(desk, name, payload).await {
        Some(answer) => answer,
        None => Err(Failure::new(Kind::BadInput, &visible(name), "Tapline knows no call of this name.")),
    }
}

async fn fetch<E: Fetch>(desk: &Arc<Inner>, payload: &str) -> Result<String, Failure> {
    let call: Call<E> = understand(E::NAME, payload)?;
    let open = desk.open(&call.connection, E::NAME)?;
    write(E::NAME, &E::fetch(&open, call).await?)
}

async fn change<E: change::Recipe>(
    desk: &Arc<Inner>,
    operation: Option<OperationId>,
    payload: &str,
) -> Result<String, Failure> {
    let call: Call<E> = understand(E::NAME, payload)?;
    let Some(operation) = operation else {
        return Err(Failure::new(
            Kind::BadInput,
            E::NAME,
            "The call has no operation id, so nothing was sent.",
        ));
    };
    write(E::NAME, &change::change(desk, operation, call).await?)
}

async fn perform<C: Perform>(desk: &Arc<Inner>, payload: &str) -> Result<String, Failure> {
    write(C::NAME, &C::perform(desk, understand(C::NAME, payload)?).await?)
}

/// Reads what the page sent. What is not understood is refused, not dropped.
fn understand<T: DeserializeOwned + Serialize>(call: &str, payload: &str) -> Result<T, Failure> {
    let refused = |why: &str| {
        let sentence = format!(
            "Tapline does not understand this call ({}), so nothing was sent. Load the page again.",
            visible(why)
        );
        Failure::new(Kind::BadInput, call, sentence)
    };
    let value: T = serde_json::from_str(payload).map_err(|error| refused(&error.to_string()))?;
    // Only a number too large for any comparison fails here; it is kept as text where it stands.
    let (Ok(sent), Ok(understood)) = (serde_json::from_str(payload), serde_json::to_value(&value)) else {
        return Ok(value);
    };
    match unknown_key(&sent, &understood) {
        Some(key) => Err(refused(&format!("unknown key {key}"))),
        None => Ok(value),
    }
}

/// A key that was sent and is not in what was understood.
fn unknown_key<'a>(sent: &'a Value, understood: &Value) -> Option<&'a str> {
    match (sent, understood) {
        (Value::Object(sent), Value::Object(understood)) => sent.iter().find_map(|(key, value)| {
            match understood.get(key) {
                Some(known) => unknown_key(value, known),
                // An absent value and `null` are the same.
                None => (!value.is_null()).then_some(key.as_str()),
            }
        }),
        (Value::Array(sent), Value::Array(understood)) => {
            sent.iter().zip(understood).find_map(|(sent, understood)| unknown_key(sent, understood))
        }
        _ => None,
    }
}

fn write<T: Serialize>(call: &str, answer: &T) -> Result<String, Failure> {
    serde_json::to_string(answer).map_err(|_| {
        let sentence = "The answer holds text that is no JSON and cannot be shown. Give these details to the service's operator.";
        Failure::new(Kind::Malformed, call, sentence)
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn unknown_keys_are_found() {
        for (sent, understood, expected) in [
            (json!({"a": 1}), json!({"a": 1, "b": null}), None),
            (json!({"a": 1, "x": null}), json!({"a": 1}), None),
            (json!({"a": 1, "x": 0}), json!({"a": 1}), Some("x")),
            (json!({"a": {"x": 1}}), json!({"a": {}}), Some("x")),
            (json!([{"a": 1}, {"x": 1}]), json!([{"a": 1}, {}]), Some("x")),
            (json!(5), json!("5"), None),
        ] {
            assert_eq!(unknown_key(&sent, &understood), expected, "{sent}");
        }
    }
}
