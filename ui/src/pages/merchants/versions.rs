//! Versions of one merchant, field by field: what a review lists, and what a conflict asks about.
//!
//! A field is one row of [`FIELDS`] beside the texts of the form; the methods are one field, taken or left as a whole.

use tapline_contract::form::merchant::MerchantForm;
use tapline_contract::merchant::{MerchantDraft, MerchantMethod};
use tapline_contract::three_way::ChangedBy;

use super::known;

pub(super) const METHODS: &str = "supportedPaymentMethods";

/// A field of a merchant that a person can change.
#[derive(Clone, Copy)]
struct Field {
    wire: &'static str,
    label: &'static str,
    text: fn(&MerchantDraft) -> Option<String>,
    /// Takes the field of the second form into the first.
    take: fn(&mut MerchantForm, &MerchantForm),
}

const FIELDS: &[Field] = &[
    Field {
        wire: "mchName",
        label: "Merchant name",
        text: |draft| draft.mch_name.clone(),
        take: |to, from| to.mch_name.clone_from(&from.mch_name),
    },
    Field {
        wire: "providerReference",
        label: "Provider reference",
        text: |draft| draft.provider_reference.clone(),
        take: |to, from| to.provider_reference.clone_from(&from.provider_reference),
    },
    Field {
        wire: "contactName",
        label: "Contact name",
        text: |draft| draft.contact_name.clone(),
        take: |to, from| to.contact_name.clone_from(&from.contact_name),
    },
    Field {
        wire: "contactEmail",
        label: "Contact e-mail",
        text: |draft| draft.contact_email.clone(),
        take: |to, from| to.contact_email.clone_from(&from.contact_email),
    },
    Field {
        wire: "contactAddress",
        label: "Contact address",
        text: |draft| draft.contact_address.clone(),
        take: |to, from| to.contact_address.clone_from(&from.contact_address),
    },
    Field {
        wire: "contactPhone",
        label: "Contact phone",
        text: |draft| draft.contact_phone.clone(),
        take: |to, from| to.contact_phone.clone_from(&from.contact_phone),
    },
    Field {
        wire: "mcc",
        label: "MCC",
        text: |draft| draft.mcc.clone(),
        take: |to, from| to.mcc.clone_from(&from.mcc),
    },
    Field {
        wire: "timeZone",
        label: "Time zone",
        text: |draft| draft.time_zone.clone(),
        take: |to, from| to.time_zone.clone_from(&from.time_zone),
    },
    Field {
        wire: "extParams.acqMid",
        label: "Acquirer MID",
        text: |draft| draft.ext_params.as_ref().and_then(|ext| ext.acq_mid.clone()),
        take: |to, from| to.acq_mid.clone_from(&from.acq_mid),
    },
    Field {
        wire: "extParams.acqTid",
        label: "Acquirer TID",
        text: |draft| draft.ext_params.as_ref().and_then(|ext| ext.acq_tid.clone()),
        take: |to, from| to.acq_tid.clone_from(&from.acq_tid),
    },
    Field {
        wire: METHODS,
        label: "Payment methods",
        text: |draft| draft.supported_payment_methods.as_deref().map(methods),
        take: |to, from| to.methods.clone_from(&from.methods),
    },
];

/// A field with another value before and after; `None` is not there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) wire: &'static str,
    pub(super) label: &'static str,
    pub(super) before: Option<String>,
    pub(super) after: Option<String>,
}

/// A field that differs between what was seen, theirs and mine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Versions {
    pub(super) wire: &'static str,
    pub(super) label: &'static str,
    pub(super) seen: Option<String>,
    pub(super) theirs: Option<String>,
    pub(super) mine: Option<String>,
    pub(super) changed_by: ChangedBy,
}

/// Names of all fields on the wire.
pub(super) fn wires() -> impl Iterator<Item = &'static str> {
    FIELDS.iter().map(|field| field.wire)
}

/// A field's name for people.
pub(super) fn label(wire: &str) -> &'static str {
    FIELDS.iter().find(|field| field.wire == wire).map_or("the field", |field| field.label)
}

/// The draft of a merchant of which nothing is known.
pub(super) fn nothing() -> MerchantDraft {
    MerchantDraft {
        mch_name: None,
        provider_reference: None,
        contact_name: None,
        contact_email: None,
        contact_address: None,
        contact_phone: None,
        mcc: None,
        time_zone: None,
        ext_params: None,
        supported_payment_methods: None,
        other: Vec::new(),
    }
}

pub(super) fn changes(before: &MerchantDraft, after: &MerchantDraft) -> Vec<Change> {
    let change = |field: &Field| {
        let (before, after) = ((field.text)(before), (field.text)(after));
        (before != after).then_some(Change { wire: field.wire, label: field.label, before, after })
    };
    FIELDS.iter().filter_map(change).collect()
}

pub(super) fn three(seen: &MerchantDraft, theirs: &MerchantDraft, mine: &MerchantDraft) -> Vec<Versions> {
    let row = |field: &Field| {
        let [seen, theirs, mine] = [seen, theirs, mine].map(|draft| (field.text)(draft));
        let changed_by = match (seen != mine, seen != theirs) {
            (false, false) => return None,
            (true, false) => ChangedBy::OnlyMe,
            (false, true) => ChangedBy::OnlyThem,
            (true, true) if mine == theirs => ChangedBy::BothAlike,
            (true, true) => ChangedBy::Both,
        };
        Some(Versions { wire: field.wire, label: field.label, seen, theirs, mine, changed_by })
    };
    FIELDS.iter().filter_map(row).collect()
}

/// Their version with these fields of mine written into it; everything else stays as they have it.
pub(super) fn merged(theirs: &MerchantDraft, mine: &MerchantDraft, take: &[&'static str]) -> MerchantForm {
    let mut form = MerchantForm::of_draft(theirs);
    let mine = MerchantForm::of_draft(mine);
    for field in FIELDS.iter().filter(|field| take.contains(&field.wire)) {
        (field.take)(&mut form, &mine);
    }
    form
}

/// A value as a person reads it.
pub(super) fn shown(value: Option<&String>) -> String {
    match value {
        None => "not set".to_owned(),
        Some(text) if text.is_empty() => "empty".to_owned(),
        Some(text) => text.clone(),
    }
}

/// "Visa (01) over 301; Mastercard (02) over 301"
fn methods(methods: &[MerchantMethod]) -> String {
    let one = |method: &MerchantMethod| {
        let name = known::method_words(method.payment_method.as_deref().unwrap_or("no method"));
        let profile = method.profile_id.as_ref().map(|id| format!(" over {id}"));
        format!("{name}{}", profile.unwrap_or_default())
    };
    if methods.is_empty() {
        "none".to_owned()
    } else {
        methods.iter().map(one).collect::<Vec<_>>().join("; ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(name: &str, mcc: &str, phone: Option<&str>) -> MerchantDraft {
        MerchantDraft {
            mch_name: Some(name.to_owned()),
            mcc: Some(mcc.to_owned()),
            contact_phone: phone.map(str::to_owned),
            other: vec![("x".to_owned(), "1".to_owned())],
            ..nothing()
        }
    }

    #[test]
    fn every_text_of_the_form_is_a_field() {
        let texts: Vec<_> = MerchantForm::TEXTS.iter().map(|text| (text.wire, text.label)).collect();
        let fields: Vec<_> = FIELDS.iter().map(|field| (field.wire, field.label)).collect();
        assert!(texts.iter().all(|text| fields.contains(text)), "{texts:?} {fields:?}");
    }

    #[test]
    fn a_merge_is_theirs_with_the_fields_i_chose() {
        let (seen, theirs) = (draft("Shop", "5411", None), draft("Store", "5411", Some("1")));
        let mine = draft("Kiosk", "5994", None);
        let rows = three(&seen, &theirs, &mine);
        let by: Vec<_> = rows.iter().map(|row| (row.wire, row.changed_by)).collect();
        let expected =
            [("mchName", ChangedBy::Both), ("contactPhone", ChangedBy::OnlyThem), ("mcc", ChangedBy::OnlyMe)];
        assert_eq!(by, expected);
        let merged = merged(&theirs, &mine, &["mcc"]).draft().unwrap();
        assert_eq!(merged, draft("Store", "5994", Some("1")));
    }
}
