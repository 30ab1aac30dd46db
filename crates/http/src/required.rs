//! Members that the service document requires of a call: the `needs` of its row.
//!
//! No value is judged: a member that is present and not blank may be sent, and the service judges the rest. Not here: path
//! parameters, which `http::path` refuses when they are empty; the admin password, which money calls require with their own
//! sentence; and members that an update sends back unchanged, since a record that lacks it at the service must stay editable.

use std::collections::BTreeMap;

use serde_json::value::RawValue;
use tapline_contract::input::Input as _;
use tapline_contract::{Failure, FailureKind};
use zeroize::Zeroizing;

use crate::Sending;

/// Refuses a call that lacks something, before anything is sent.
pub fn require<E: Sending>(input: &E::Input) -> Result<(), Failure> {
    if E::NEEDS.is_empty() {
        return Ok(());
    }
    // It may hold a secret.
    let body = Zeroizing::new(input.body().unwrap_or_default());
    let members: BTreeMap<&str, &RawValue> = serde_json::from_str(&body).unwrap_or_default();
    let query = input.query();
    let in_body = |name: &str| members.get(name).is_some_and(|raw| !is_blank(raw.get()));
    let in_query = |name: &str| query.iter().any(|(key, value)| *key == name && !value.trim().is_empty());
    match E::NEEDS.iter().find(|name| !in_body(name) && !in_query(name)) {
        None => Ok(()),
        Some(missing) => {
            let sentence =
                format!("{} needs {missing}, so nothing was sent. Add it and try again.", E::DOING);
            Err(Failure::new(FailureKind::BadInput, E::NAME, sentence).field(missing))
        }
    }
}

/// JSON that says nothing.
fn is_blank(raw: &str) -> bool {
    raw == "null" || raw.trim_matches('"').trim().is_empty()
}

#[cfg(test)]
mod tests {
    use tapline_contract::Endpoint;
    use tapline_contract::endpoints::{EmailReceipt, ListDevices, ListMerchants};

    use super::*;

    fn missing<E: Sending>(input: &str) -> Option<String>
    where
        <E as Endpoint>::Input: serde::de::DeserializeOwned,
    {
        require::<E>(&serde_json::from_str(input).unwrap()).err().and_then(|failure| failure.field)
    }

    #[test]
    fn what_the_document_requires_is_there_before_anything_is_sent() {
        let mch_id = Some("mchId".to_owned());
        assert_eq!(missing::<ListDevices>("{}"), mch_id);
        assert_eq!(missing::<ListDevices>(r#"{"mchId":"  "}"#), mch_id);
        assert_eq!(missing::<ListDevices>(r#"{"mchId":"M1"}"#), None);
        assert_eq!(missing::<EmailReceipt>(r#"{"email":""}"#), Some("email".to_owned()));
        assert_eq!(missing::<EmailReceipt>(r#"{"email":"a@b.example"}"#), None);
        assert_eq!(missing::<ListMerchants>("{}"), None, "some services do without");
    }
}
