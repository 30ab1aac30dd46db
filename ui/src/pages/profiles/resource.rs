//! Profiles as records: their fields, their words, and how they are read and saved.

use leptos::prelude::*;
use tapline_contract::commands::AllProfiles;
use tapline_contract::connection::ConnectionId;
use tapline_contract::endpoint::Consequence;
use tapline_contract::endpoints::{CreateProfile, GetProfile, UpdateProfile};
use tapline_contract::form::FieldError;
use tapline_contract::form::profile::ProfileForm;
use tapline_contract::list::AllProfilesQuery;
use tapline_contract::profile::{Profile, ProfileDraft, ProfileId};
use tapline_contract::record::Record as _;
use tapline_contract::where_used::UsedRecord;
use tapline_contract::{Failure, FailureKind};
use tapline_emv::Currency;

use super::{checks, field, versions};
use crate::ipc;
use crate::paths::Route;
use crate::record::document::{Document, Form};
use crate::record::store::{RecordStore, Records};
use crate::record::versions::{FieldVersions, Names, Rows};
use crate::record::{
    Change, Later, Meaning, Order, RecordKind, Resource, ResourceKind, ResourceMeta, SaveOutcome, calls,
    map_outcome,
};
use crate::remote::Listed;
use crate::shell::Shell;
use crate::shell::areas::Areas;
use crate::used;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Profiles;

static META: ResourceMeta = ResourceMeta {
    word: "profile",
    words: "profiles",
    title: "Profiles",
    name: "profileName",
    list: Route::Profiles,
    new: Route::NewProfile,
    review: Route::ReviewProfile,
    one: |key| ProfileId::parse(key).map_or(Route::Profiles, Route::Profile),
    edit: |key| ProfileId::parse(key).map_or(Route::Profiles, Route::EditProfile),
    delete: None,
    create: "Create profile",
    duplicated: None,
    calls: calls::<GetProfile, CreateProfile, UpdateProfile, UpdateProfile>(),
    planned: None,
    parts: &["acceptances"],
    rest: "Other fields unchanged.",
    is_exact: Profile::is_exact,
};

impl RecordKind for Profiles {
    type Record = Profile;
    type Form = ProfileForm;

    const KIND: ResourceKind = &Profiles;

    fn key(record: &Profile) -> Option<String> {
        Some(record.profile_id.to_string())
    }

    fn name(record: &Profile) -> String {
        record.name()
    }

    async fn list(connection: ConnectionId) -> Result<Listed<Profile>, Failure> {
        let all = ipc::command::<AllProfiles>(AllProfilesQuery { connection }).await?;
        let incomplete = all.why.filter(|_| !all.complete);
        Ok(Listed::new(all.profiles, all.unreadable, incomplete))
    }
}

impl Resource for Profiles {
    fn meta(&self) -> &'static ResourceMeta {
        &META
    }

    fn records(&self, areas: Areas) -> Box<dyn Records> {
        Box::new(areas.state::<RecordStore<Profiles>>())
    }

    /// The edited profile came from a single read, so its acceptances are known.
    fn draft_of(&self, record: &Document) -> Document {
        Document::draft(record.get::<Profile>().draft().unwrap_or_else(ProfileDraft::nothing))
    }

    fn nothing(&self) -> Document {
        Document::draft(ProfileDraft::nothing())
    }

    fn form_of(&self, record: &Document, _: &Currency) -> Form {
        Form::new(ProfileForm::from_record(record.get()).unwrap_or_else(ProfileForm::blank))
    }

    fn blank(&self, _: &Currency) -> Form {
        Form::new(ProfileForm::blank())
    }

    fn read(&self, form: &Form) -> Result<Document, Vec<FieldError>> {
        form.get::<ProfileForm>().draft().map(Document::draft)
    }

    fn rows(&self, drafts: &[&Document], _: &Names) -> Vec<FieldVersions> {
        let mut rows = Rows::new(drafts);
        rows.texts(ProfileDraft::TEXTS);
        versions::add(&mut rows);
        rows.all()
    }

    fn text<'a>(&self, form: &'a Form, wire: &str) -> Option<&'a String> {
        field::text(form.get(), wire)
    }

    fn text_mut<'a>(&self, form: &'a mut Form, wire: &str) -> Option<&'a mut String> {
        field::text_mut(form.get_mut(), wire)
    }

    fn take(&self, to: &mut Form, from: &Form, wire: &str) -> bool {
        versions::take(to.get_mut(), from.get(), wire)
    }

    fn consequence(&self, seen: &Document, draft: &Document) -> Option<String> {
        let (seen, draft): (&Profile, &ProfileDraft) = (seen.get(), draft.get());
        let bound =
            seen.acceptances.as_ref().filter(|bound| draft.acceptances.is_empty() && !bound.is_empty())?;
        let name = |one: &tapline_contract::profile::Acceptance| {
            one.acpt_name.clone().unwrap_or_else(|| one.acpt_id.to_string())
        };
        let names: Vec<_> = bound.iter().map(name).collect();
        Some(match names.as_slice() {
            [one] => format!("Saving unbinds {one}. The profile then accepts no payments."),
            all => format!(
                "Saving unbinds all {} acceptances: {}. The profile then accepts no payments.",
                all.len(),
                all.join(", ")
            ),
        })
    }

    /// Without acceptances in the answer, the current bindings are unknown.
    fn can_undo(&self, after: &Document, _: &Document) -> bool {
        after.get::<Profile>().acceptances.is_some()
    }

    /// Acceptances that the update left out and the service kept. Only an empty list is documented to unbind.
    fn remainder(&self, change: &Change, now: &Document) -> Option<String> {
        let Change::Update(seen, draft) = change else { return None };
        let (seen, draft, now): (&Profile, &ProfileDraft, &Profile) = (seen.get(), draft.get(), now.get());
        let is_sent = |id| draft.acceptances.iter().any(|sent| sent.acpt_id.as_ref() == Some(id));
        let bound = now.acceptances.as_deref().unwrap_or_default();
        let left_out = seen.acceptances.iter().flatten().filter(|one| !is_sent(&one.acpt_id));
        let still = left_out.filter(|one| bound.iter().any(|now| now.acpt_id == one.acpt_id));
        let names: Vec<_> =
            still.map(|one| one.acpt_name.clone().unwrap_or_else(|| one.acpt_id.to_string())).collect();
        (!names.is_empty()).then(|| {
            format!(
                "Still bound: {}. To unbind, unbind all acceptances and save, then bind the others again.",
                names.join(", ")
            )
        })
    }

    /// The free keys of extra parameters.
    fn free_members(&self, draft: &Document) -> Vec<String> {
        let acceptances = draft.get::<ProfileDraft>().acceptances.iter();
        let extra = acceptances.filter_map(|acceptance| acceptance.extra_params.as_ref());
        extra.flat_map(|members| members.0.iter().map(|(key, _)| key.clone())).collect()
    }

    fn leave_out(&self, form: &mut Form, member: &str) {
        for acceptance in &mut form.get_mut::<ProfileForm>().acceptances {
            acceptance.extra_params.retain(|row| row.key != member);
        }
    }

    /// Users affected by a change of an existing profile.
    fn meaning(&self, shell: Shell, of: Meaning<'_>) -> Option<AnyView> {
        let Meaning::Review { change, .. } = of else { return None };
        let checks = super::store(shell).edit.with_untracked(|edit| edit.as_ref().and_then(checks::reviewed));
        let users = change
            .seen()
            .map(|seen| used::touched(UsedRecord::Profile(seen.get::<Profile>().profile_id.clone())));
        Some(view! { {checks}{users} }.into_any())
    }

    fn one(&self, connection: ConnectionId, key: String) -> Later<Result<Option<Document>, Failure>> {
        Box::pin(async move { Ok(one(connection, key).await?.map(Profiles::document)) })
    }

    fn save(&self, change: Change, order: Order) -> Later<Result<SaveOutcome, Failure>> {
        Box::pin(async move {
            let outcome = match change {
                Change::Create(draft) => order.send::<CreateProfile>((), draft.to(), None).await?,
                Change::Update(seen, draft) => {
                    let (seen, draft): (Profile, ProfileDraft) = (seen.to(), draft.to());
                    // Without bound acceptances, an empty list removes nothing.
                    let nothing_to_lose = seen.acceptances.as_ref().is_some_and(Vec::is_empty);
                    let unbinds = draft.acceptances.is_empty() && (order.agreed || nothing_to_lose);
                    let accepts = unbinds.then_some(Consequence::UnbindAll);
                    order
                        .send_accepting::<UpdateProfile>(seen.profile_id.clone(), draft, Some(seen), accepts)
                        .await?
                }
                Change::Delete(_) => {
                    let sentence = "A profile can't be deleted. Nothing was sent.";
                    return Err(Failure::new(FailureKind::BadInput, "UpdateProfile", sentence));
                }
            };
            Ok(map_outcome::<Profiles, _>(outcome, |profile| (None, Some(profile))))
        })
    }
}

/// The profile as it is now.
pub(super) async fn one(connection: ConnectionId, key: String) -> Result<Option<Profile>, Failure> {
    let Some(id) = ProfileId::parse(&key) else { return Ok(None) };
    ipc::api::<GetProfile>(connection, None, id, (), ()).await.map(Some)
}
