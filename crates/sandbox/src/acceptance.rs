//! Acceptances: how a request binds them, what is selected for them, how they sign on. Service document, "Acceptance" and
//! "Profiles and acceptances", rules 1 to 3. They have no operations of their own.
//!
//! Choices where the document is silent:
//! - The members of a request's acceptance that are not called optional are required; an id may be listed once in a request.
//! - An `acptId` that does not exist makes a new acceptance with a new id, as rule 1 reads: the id sent is not used.
//! - `extraParams` left out is empty, `tags` left out is null. An update replaces all but id, status and creation.
//! - A payment method is selected for the first bound and active acceptance that supports it, in the order of creation.
//! - [`OUTCOMES`] decides a sign-on by the ending of `primaryTid`; a disabled acceptance is not tried.

use std::collections::{BTreeMap, BTreeSet};

use tapline_contract::field::{Lists, Nullable, Texts};
use tapline_contract::profile::{Acceptance, AcceptanceDraft, AcceptanceId, AcceptanceSignOn, ProfileId};

use crate::problem::Problem;
use crate::store::Store;
use crate::{draft, minted};

pub(crate) const ACTIVE: &str = "ACTIVE";
pub(crate) const DISABLED: &str = "DISABLED";

/// Answer of a host to a sign-on.
struct Outcome {
    /// Ending of `primaryTid`. The first row that fits decides.
    tid_ends: &'static str,
    reason: &'static str,
    code: &'static str,
    message: &'static str,
}

const OUTCOMES: [Outcome; 4] = [
    Outcome { tid_ends: "99", reason: "DECLINED", code: "58", message: "Terminal not known to the host" },
    Outcome { tid_ends: "98", reason: "TIMEOUT", code: "", message: "The host did not answer in time" },
    Outcome { tid_ends: "97", reason: "HOST_ERROR", code: "96", message: "System malfunction at the host" },
    Outcome { tid_ends: "", reason: "SUCCESS", code: "00", message: "" },
];

/// Result of a gateway at a sign-on that succeeds, by the beginning of `hostMessageFormat`.
const GATEWAYS: [(&str, &str); 2] = [("QR", "Payment methods fetched"), ("", "Working key exchanged")];

/// The first thing wrong with the acceptances of a request.
pub(crate) fn judge(drafts: &[AcceptanceDraft]) -> Result<(), Problem> {
    let mut seen = BTreeSet::new();
    for (at, draft) in drafts.iter().enumerate() {
        let required = [
            ("acptName", draft.acpt_name.as_deref()),
            ("hostMessageFormat", draft.host_message_format.as_deref()),
            ("primaryMid", draft.primary_mid.as_deref()),
            ("primaryTid", draft.primary_tid.as_deref()),
        ];
        let no_payments = draft.supported_payments.is_none().then_some("supportedPayments");
        if let Some(field) = draft::blank(&required).or(no_payments) {
            return Err(Problem::invalid(format!("acceptances[{at}].{field} must be there")));
        }
        if draft.acpt_id.as_ref().is_some_and(|id| !seen.insert(id)) {
            return Err(Problem::invalid(format!("acceptances[{at}].acptId is listed twice")));
        }
    }
    Ok(())
}

/// Updates or makes an acceptance, and binds it to the profile, also when it was bound to another.
pub(crate) fn bind(
    store: &Store,
    profile: &ProfileId,
    draft: AcceptanceDraft,
    now: &str,
) -> Result<(), Problem> {
    let before = draft.acpt_id.as_ref().map(|id| store.find_acceptance(id)).transpose()?.flatten();
    let record = if let Some(before) = before {
        Acceptance {
            entity_status: before.entity_status,
            created_at: before.created_at,
            updated_at: Nullable::Value(now.to_owned()),
            ..record(before.acpt_id, draft, now)
        }
    } else {
        let id = AcceptanceId::parse(&minted::id("acpt_")?);
        record(id.ok_or_else(|| Problem::system("an id came out empty"))?, draft, now)
    };
    Ok(store.put_acceptance(&record, Some(profile))?)
}

/// A new acceptance.
pub(crate) fn record(acpt_id: AcceptanceId, mut draft: AcceptanceDraft, created_at: &str) -> Acceptance {
    draft.other = draft::kept(std::mem::take(&mut draft.other), &["entityStatus", "createdAt", "updatedAt"]);
    draft.extra_params.get_or_insert_default();
    if draft.tags == Nullable::Absent {
        draft.tags = Nullable::Null;
    }
    let (active, created_at) = (Some(ACTIVE.to_owned()), Some(created_at.to_owned()));
    Acceptance::of_draft(draft, acpt_id, active, created_at, Nullable::Null)
}

/// `acptSelection`
pub(crate) fn selection(bound: &[Acceptance]) -> Lists<String> {
    let mut taken = BTreeMap::new();
    let lists = bound.iter().map(|acceptance| {
        let supported = acceptance.supported_payments.iter().flat_map(|Texts(methods)| methods);
        let free: Vec<_> = supported
            .filter(|_| is_active(acceptance))
            .filter(|method| {
                *taken.entry((*method).clone()).or_insert(&acceptance.acpt_id) == &acceptance.acpt_id
            })
            .cloned()
            .collect();
        (acceptance.acpt_id.to_string(), free)
    });
    Lists(lists.collect())
}

/// Answer of the gateway of an acceptance.
pub(crate) fn sign_on(acceptance: Acceptance) -> AcceptanceSignOn {
    let (reason, code, message) = outcome(&acceptance);
    AcceptanceSignOn {
        acpt_id: Some(acceptance.acpt_id),
        acpt_name: acceptance.acpt_name,
        host_message_format: acceptance.host_message_format,
        supported_payment: acceptance.supported_payments,
        result_reason: Some(reason.to_owned()),
        host_resp_code: Some(code.to_owned()),
        host_resp_message: Some(message.to_owned()),
        other: Vec::new(),
    }
}

fn outcome(acceptance: &Acceptance) -> (&'static str, &'static str, &'static str) {
    if !is_active(acceptance) {
        return (DISABLED, "", "Not tried: the acceptance is disabled");
    }
    let tid = acceptance.primary_tid.as_deref().unwrap_or_default();
    let format = acceptance.host_message_format.as_deref().unwrap_or_default();
    let done = GATEWAYS.iter().find(|(begins, _)| format.starts_with(begins)).map_or("", |(_, done)| *done);
    let row = OUTCOMES.iter().find(|row| tid.ends_with(row.tid_ends));
    row.map_or(("", "", ""), |row| {
        (row.reason, row.code, if row.message.is_empty() { done } else { row.message })
    })
}

fn is_active(acceptance: &Acceptance) -> bool {
    acceptance.entity_status.as_deref() == Some(ACTIVE)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::fixture::draft;

    fn acceptance(id: &str, status: &str, tid: &str, payments: &[&str]) -> Acceptance {
        draft(json!({
            "acptId": id, "entityStatus": status, "primaryTid": tid, "supportedPayments": payments,
            "hostMessageFormat": if payments.contains(&"WECHAT") { "QR_JSON" } else { "ISO8583" }
        }))
    }

    #[test]
    fn a_method_is_selected_once_and_never_for_a_disabled_acceptance() {
        let bound = [
            acceptance("acpt_off", DISABLED, "1", &["VISA", "JCB"]),
            acceptance("acpt_one", ACTIVE, "1", &["VISA", "MASTERCARD"]),
            acceptance("acpt_two", ACTIVE, "1", &["MASTERCARD", "AMEX"]),
        ];
        let Lists(selected) = selection(&bound);
        let shown: Vec<_> =
            selected.iter().map(|(id, methods)| format!("{id} {}", methods.join("+"))).collect();
        assert_eq!(shown, ["acpt_off ", "acpt_one VISA+MASTERCARD", "acpt_two AMEX"]);
    }

    #[test]
    fn the_ending_of_the_terminal_id_decides_a_sign_on() {
        for (status, tid, payments, expected) in [
            (ACTIVE, "70010001", &["VISA"][..], ("SUCCESS", "00", "Working key exchanged")),
            (ACTIVE, "70010001", &["WECHAT"], ("SUCCESS", "00", "Payment methods fetched")),
            (ACTIVE, "70010099", &["VISA"], ("DECLINED", "58", "Terminal not known to the host")),
            (ACTIVE, "70010098", &["WECHAT"], ("TIMEOUT", "", "The host did not answer in time")),
            (ACTIVE, "70010097", &["VISA"], ("HOST_ERROR", "96", "System malfunction at the host")),
            (DISABLED, "70010099", &["VISA"], ("DISABLED", "", "Not tried: the acceptance is disabled")),
        ] {
            assert_eq!(outcome(&acceptance("acpt_x", status, tid, payments)), expected, "{tid}");
        }
    }
}
