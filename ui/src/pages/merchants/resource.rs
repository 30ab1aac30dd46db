//! Everything specific to merchants: words, routes, fields and calls.

use tapline_contract::connection::ConnectionId;
use tapline_contract::endpoints::{CreateMerchant, GetMerchant, ListMerchants, UpdateMerchant};
use tapline_contract::form::FieldError;
use tapline_contract::form::merchant::{MerchantForm, MethodRow};
use tapline_contract::merchant::{
    Merchant, MerchantDraft, MerchantExtParams, MerchantId, MerchantMethod, MerchantQuery,
};
use tapline_contract::record::Record as _;
use tapline_contract::{Failure, FailureKind};
use tapline_emv::Currency;

use crate::ipc;
use crate::paths::Route;
use crate::record::document::{Document, Form};
use crate::record::store::{RecordStore, Records};
use crate::record::versions::{FieldVersions, Names, Rows, name_of};
use crate::record::{
    Change, Later, Order, RecordKind, Resource, ResourceKind, ResourceMeta, SaveOutcome, calls, map_outcome,
    place_in,
};
use crate::remote::Listed;
use crate::shell::areas::Areas;
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
        "This is a copy, not saved yet. Provider reference, MID and TID are empty because each belongs to one merchant.",
    ),
    calls: calls::<GetMerchant, CreateMerchant, UpdateMerchant, UpdateMerchant>(),
    planned: None,
    parts: &[],
    rest: "Other fields unchanged.",
    is_exact: Merchant::is_exact,
};

impl RecordKind for Merchants {
    type Record = Merchant;
    type Form = MerchantForm;

    const KIND: ResourceKind = &Merchants;

    fn key(record: &Merchant) -> Option<String> {
        Some(record.mch_id.to_string())
    }

    fn name(record: &Merchant) -> String {
        record.name()
    }

    async fn list(connection: ConnectionId) -> Result<Listed<Merchant>, Failure> {
        let page = ipc::api::<ListMerchants>(connection, None, (), MerchantQuery::default(), ()).await?;
        let incomplete = page.has_next.then(|| {
            "The service has more merchants than it listed. Refresh; if that doesn't help, tell the service's operator.".to_owned()
        });
        Ok(Listed::new(page.records, page.unreadable, incomplete))
    }
}

impl Resource for Merchants {
    fn meta(&self) -> &'static ResourceMeta {
        &META
    }

    fn records(&self, areas: Areas) -> Box<dyn Records> {
        Box::new(areas.state::<RecordStore<Merchants>>())
    }

    fn draft_of(&self, record: &Document) -> Document {
        Document::draft(record.get::<Merchant>().draft())
    }

    fn nothing(&self) -> Document {
        Document::draft(MerchantDraft::nothing())
    }

    fn form_of(&self, record: &Document, _: &Currency) -> Form {
        Form::new(MerchantForm::from_record(record.get()))
    }

    fn blank(&self, _: &Currency) -> Form {
        Form::new(MerchantForm::blank())
    }

    fn copy(&self, record: &Document) -> Option<Form> {
        Some(Form::new(MerchantForm::copy_of(record.get())))
    }

    fn read(&self, form: &Form) -> Result<Document, Vec<FieldError>> {
        form.get::<MerchantForm>().draft().map(Document::draft)
    }

    fn rows(&self, drafts: &[&Document], names: &Names) -> Vec<FieldVersions> {
        let mut fields = Rows::<MerchantDraft>::new(drafts);
        fields.texts(MerchantDraft::TEXTS);
        for text in MerchantExtParams::TEXTS {
            fields.field(text.wire, text.label, |draft| (text.of)(draft.ext_params.as_ref()?).clone());
        }
        let words = |draft: &_| methods(draft, |id| name_of(&names.acquirers, id));
        fields.named(METHODS, "Payment methods", |draft| methods(draft, str::to_owned), words);
        fields.all()
    }

    fn text<'a>(&self, form: &'a Form, wire: &str) -> Option<&'a String> {
        let form: &MerchantForm = form.get();
        let Some((at, member)) = place_in(METHODS, wire) else { return form.texts.get(wire) };
        let row = form.methods.get(at)?;
        Some(if member == "paymentMethod" { &row.payment_method } else { &row.profile_id })
    }

    fn text_mut<'a>(&self, form: &'a mut Form, wire: &str) -> Option<&'a mut String> {
        let form: &mut MerchantForm = form.get_mut();
        let Some((at, member)) = place_in(METHODS, wire) else { return form.texts.get_mut(wire) };
        let row: &mut MethodRow = form.methods.get_mut(at)?;
        Some(if member == "paymentMethod" { &mut row.payment_method } else { &mut row.profile_id })
    }

    /// The methods are merged as a whole.
    fn take(&self, to: &mut Form, from: &Form, wire: &str) -> bool {
        if wire == METHODS {
            to.get_mut::<MerchantForm>().methods.clone_from(&from.get::<MerchantForm>().methods);
        }
        wire == METHODS
    }

    fn one(&self, connection: ConnectionId, key: String) -> Later<Result<Option<Document>, Failure>> {
        Box::pin(async move {
            let Some(id) = MerchantId::parse(&key) else { return Ok(None) };
            let record = ipc::api::<GetMerchant>(connection, None, id, (), ()).await?;
            Ok(Some(Merchants::document(record)))
        })
    }

    fn save(&self, change: Change, order: Order) -> Later<Result<SaveOutcome, Failure>> {
        Box::pin(async move {
            let outcome = match change {
                Change::Create(draft) => order.send::<CreateMerchant>((), draft.to(), None).await?,
                Change::Update(seen, draft) => {
                    let seen: Merchant = seen.to();
                    order.send::<UpdateMerchant>(seen.mch_id.clone(), draft.to(), Some(seen)).await?
                }
                Change::Delete(_) => {
                    let sentence = "A merchant can't be deleted. Nothing was sent.";
                    return Err(Failure::new(FailureKind::BadInput, "UpdateMerchant", sentence));
                }
            };
            Ok(map_outcome::<Merchants, _>(outcome, |merchant| (None, Some(merchant))))
        })
    }
}

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
        let mut typed = MerchantForm::blank();
        typed.methods.push(MethodRow::blank());
        let mut form = Form::new(typed);
        let inside = [format!("{METHODS}[0].paymentMethod"), format!("{METHODS}[0].profileId")];
        for wire in ["mchName".to_owned(), "extParams.acqMid".to_owned()].into_iter().chain(inside) {
            if let Some(text) = Merchants.text_mut(&mut form, &wire) {
                text.clone_from(&wire);
            }
            assert_eq!(Merchants.text(&form, &wire), Some(&wire));
        }
    }
}
