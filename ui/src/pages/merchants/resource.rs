//! Everything specific to merchants: words, routes, fields and calls.

use tapline_contract::connection::ConnectionId;
use tapline_contract::endpoints::{CreateMerchant, GetMerchant, ListMerchants, UpdateMerchant};
use tapline_contract::form::merchant::{MerchantForm, MethodRow};
use tapline_contract::form::{FieldError, TextField};
use tapline_contract::merchant::{Merchant, MerchantDraft, MerchantId, MerchantMethod, MerchantQuery};
use tapline_contract::{Failure, FailureKind};
use tapline_emv::Currency;

use crate::ipc;
use crate::paths::Route;
use crate::record::request::{Request, body, request};
use crate::record::versions::{Field, Names, field, name_of};
use crate::record::{Change, Order, RequestFor, Resource, ResourceMeta, SaveOutcome, map_outcome, place_in};
use crate::remote::Listed;
use crate::show;

pub(super) const METHODS: &str = "supportedPaymentMethods";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Merchants;

static META: ResourceMeta = ResourceMeta {
    word: "merchant",
    words: "merchants",
    title: "Merchants",
    name: "mchName",
    list: Route::Merchants,
    new: Route::NewMerchant,
    review: Route::ReviewMerchant,
    one: |key| MerchantId::parse(key).map_or(Route::Merchants, Route::Merchant),
    edit: |key| MerchantId::parse(key).map_or(Route::Merchants, Route::EditMerchant),
    delete: None,
    create: "Create merchant",
    duplicated: Some(
        "This is a copy, not saved yet. Provider reference, MID and TID are empty: they belong to one merchant.",
    ),
};

impl Resource for Merchants {
    type Record = Merchant;
    type Draft = MerchantDraft;
    type Form = MerchantForm;

    const META: &'static ResourceMeta = &META;
    const TEXTS: &'static [TextField<MerchantDraft>] = MerchantDraft::TEXTS;
    const FIELDS: &'static [Field<MerchantForm, MerchantDraft>] = FIELDS;
    const REST: &'static str = "The other fields of the form are sent as they were read, extra parameters whole. Nothing else of the record is sent.";

    fn key(record: &Merchant) -> Option<String> {
        Some(record.mch_id.to_string())
    }

    fn name(record: &Merchant) -> String {
        record.name()
    }

    fn draft_of(record: &Merchant) -> MerchantDraft {
        record.draft()
    }

    fn form_of(record: &Merchant, _: &Currency) -> MerchantForm {
        MerchantForm::from_record(record)
    }

    fn blank(_: &Currency) -> MerchantForm {
        MerchantForm::blank()
    }

    fn copy(record: &Merchant) -> Option<MerchantForm> {
        Some(MerchantForm::copy_of(record))
    }

    fn nothing() -> MerchantDraft {
        MerchantDraft::nothing()
    }

    fn read(form: &MerchantForm) -> Result<MerchantDraft, Vec<FieldError>> {
        form.draft()
    }

    fn text<'a>(form: &'a MerchantForm, wire: &str) -> Option<&'a String> {
        match (wire, place_in(METHODS, wire)) {
            (_, Some((at, member))) => form.methods.get(at).map(|row| match member {
                "paymentMethod" => &row.payment_method,
                _ => &row.profile_id,
            }),
            ("extParams.acqMid", _) => Some(&form.acq_mid),
            ("extParams.acqTid", _) => Some(&form.acq_tid),
            _ => form.texts.get(wire),
        }
    }

    fn text_mut<'a>(form: &'a mut MerchantForm, wire: &str) -> Option<&'a mut String> {
        match (wire, place_in(METHODS, wire)) {
            (_, Some((at, member))) => form.methods.get_mut(at).map(|row: &mut MethodRow| match member {
                "paymentMethod" => &mut row.payment_method,
                _ => &mut row.profile_id,
            }),
            ("extParams.acqMid", _) => Some(&mut form.acq_mid),
            ("extParams.acqTid", _) => Some(&mut form.acq_tid),
            _ => form.texts.get_mut(wire),
        }
    }

    fn request(of: RequestFor<'_, Merchants>) -> Request {
        let key = |merchant: &Merchant| merchant.mch_id.to_string();
        match of {
            RequestFor::Record(record) => request::<GetMerchant>(Some(&key(record)), None),
            RequestFor::Change(change) => match change.seen() {
                Some(seen) => request::<UpdateMerchant>(Some(&key(seen)), change.draft().map(body)),
                None => request::<CreateMerchant>(None, change.draft().map(body)),
            },
        }
    }

    async fn list(connection: ConnectionId) -> Result<Listed<Merchant>, Failure> {
        let page = ipc::api::<ListMerchants>(connection, None, (), MerchantQuery::default(), ()).await?;
        let incomplete = page.has_next.then(|| {
            "The service has more merchants than it listed. Reload; if this stays, tell the service's operator.".to_owned()
        });
        Ok(Listed::new(page.records, page.unreadable, incomplete))
    }

    async fn one(connection: ConnectionId, key: String) -> Result<Option<Merchant>, Failure> {
        let Some(id) = MerchantId::parse(&key) else { return Ok(None) };
        ipc::api::<GetMerchant>(connection, None, id, (), ()).await.map(Some)
    }

    async fn save(change: Change<Merchants>, order: Order) -> Result<SaveOutcome<Merchants>, Failure> {
        let outcome = match change {
            Change::Create(draft) => order.send::<CreateMerchant>((), draft, None).await?,
            Change::Update(seen, draft) => {
                order.send::<UpdateMerchant>(seen.mch_id.clone(), draft, Some(seen)).await?
            }
            Change::Delete(_) => {
                let sentence = "A merchant cannot be deleted. Nothing was sent.";
                return Err(Failure::new(FailureKind::BadInput, "UpdateMerchant", sentence));
            }
        };
        Ok(map_outcome::<Merchants, _>(outcome, |merchant| (None, Some(merchant))))
    }
}

const FIELDS: &[Field<MerchantForm, MerchantDraft>] = &[
    field(
        "extParams.acqMid",
        "Acquirer MID",
        |d| d.ext_params.as_ref().and_then(|ext| ext.acq_mid.clone()),
        |to, from| to.acq_mid.clone_from(&from.acq_mid),
    ),
    field(
        "extParams.acqTid",
        "Acquirer TID",
        |d| d.ext_params.as_ref().and_then(|ext| ext.acq_tid.clone()),
        |to, from| to.acq_tid.clone_from(&from.acq_tid),
    ),
    // Merged as a whole.
    field(
        METHODS,
        "Payment methods",
        |d| methods(d, str::to_owned),
        |to: &mut MerchantForm, from: &MerchantForm| to.methods.clone_from(&from.methods),
    )
    .named(|d, names: &Names| methods(d, |id| name_of(&names.acquirers, id))),
];

/// "Visa (01) over Rheinbank Cards EUR; Mastercard (02) over Rheinbank Cards EUR"
fn methods(draft: &MerchantDraft, named: impl Fn(&str) -> String) -> Option<String> {
    let one = |method: &MerchantMethod| {
        let name = show::method_words(method.payment_method.as_deref().unwrap_or("no method"));
        let profile = method.profile_id.as_ref().map(|id| format!(" over {}", named(id.text())));
        format!("{name}{}", profile.unwrap_or_default())
    };
    let methods = draft.supported_payment_methods.as_deref()?;
    let words = methods.iter().map(one).collect::<Vec<_>>().join("; ");
    Some(if methods.is_empty() { "none".to_owned() } else { words })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_that_is_a_text_can_be_typed() {
        let mut form = MerchantForm::blank();
        form.methods.push(MethodRow::blank());
        let inside = [format!("{METHODS}[0].paymentMethod"), format!("{METHODS}[0].profileId")];
        for wire in ["mchName".to_owned(), "extParams.acqMid".to_owned()].into_iter().chain(inside) {
            if let Some(text) = Merchants::text_mut(&mut form, &wire) {
                text.clone_from(&wire);
            }
            assert_eq!(Merchants::text(&form, &wire), Some(&wire));
        }
    }
}
