//! Profiles as records: their fields, their words, and how they are read and saved.

use leptos::prelude::AnyView;
use tapline_contract::commands::AllProfiles;
use tapline_contract::connection::ConnectionId;
use tapline_contract::endpoint::Consequence;
use tapline_contract::endpoints::{CreateProfile, GetProfile, UpdateProfile};
use tapline_contract::form::profile::ProfileForm;
use tapline_contract::form::{FieldError, TextField};
use tapline_contract::list::AllProfilesQuery;
use tapline_contract::profile::{Profile, ProfileDraft, ProfileId};
use tapline_contract::where_used::UsedRecord;
use tapline_contract::{Failure, FailureKind};
use tapline_emv::Currency;

use super::{field, versions};
use crate::ipc;
use crate::paths::Route;
use crate::record::parts::Part;
use crate::record::request::{Request, body, request};
use crate::record::versions::Field;
use crate::record::{Change, Meaning, Order, RequestFor, Resource, ResourceMeta, SaveOutcome, map_outcome};
use crate::remote::Listed;
use crate::shell::Shell;
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
};

impl Resource for Profiles {
    type Record = Profile;
    type Draft = ProfileDraft;
    type Form = ProfileForm;

    const META: &'static ResourceMeta = &META;
    const TEXTS: &'static [TextField<ProfileDraft>] = ProfileDraft::TEXTS;
    const FIELDS: &'static [Field<ProfileForm, ProfileDraft>] = &[];
    const PARTS: &'static [&'static str] = &["acceptances"];
    const REST: &'static str = "The other fields of the form are sent as they were read, extra parameters whole. Nothing else of the record is sent.";

    fn key(record: &Profile) -> Option<String> {
        Some(record.profile_id.to_string())
    }

    fn name(record: &Profile) -> String {
        record.name()
    }

    /// The edited profile came from a single read, so its acceptances are known.
    fn draft_of(record: &Profile) -> ProfileDraft {
        record.draft().unwrap_or_else(Self::nothing)
    }

    fn form_of(record: &Profile, _: &Currency) -> ProfileForm {
        ProfileForm::from_record(record).unwrap_or_else(ProfileForm::blank)
    }

    fn blank(_: &Currency) -> ProfileForm {
        ProfileForm::blank()
    }

    fn nothing() -> ProfileDraft {
        ProfileForm::blank().base().clone()
    }

    fn read(form: &ProfileForm) -> Result<ProfileDraft, Vec<FieldError>> {
        form.draft()
    }

    fn text<'a>(form: &'a ProfileForm, wire: &str) -> Option<&'a String> {
        field::text(form, wire)
    }

    fn text_mut<'a>(form: &'a mut ProfileForm, wire: &str) -> Option<&'a mut String> {
        field::text_mut(form, wire)
    }

    fn parts(versions: &[&ProfileDraft]) -> Vec<Part> {
        versions::parts(versions)
    }

    fn part(draft: &ProfileDraft, wire: &str) -> Option<String> {
        versions::value(draft, wire)
    }

    fn same_part(one: &ProfileDraft, other: &ProfileDraft, wire: &str) -> bool {
        versions::same(one, other, wire)
    }

    fn take_part(to: &mut ProfileForm, from: &ProfileForm, wire: &str) {
        versions::take(to, from, wire);
    }

    fn consequence(seen: Option<&Profile>, draft: &ProfileDraft) -> Option<String> {
        let bound =
            seen?.acceptances.as_ref().filter(|bound| draft.acceptances.is_empty() && !bound.is_empty())?;
        let name = |one: &tapline_contract::profile::Acceptance| {
            one.acpt_name.clone().unwrap_or_else(|| one.acpt_id.to_string())
        };
        let names: Vec<_> = bound.iter().map(name).collect();
        Some(format!(
            "Saving sends an empty list, which unbinds all {} acceptances: {}. The profile then takes no payment.",
            names.len(),
            names.join(", ")
        ))
    }

    /// Without acceptances in the answer, the current bindings are unknown.
    fn can_undo(after: &Profile, _: &ProfileDraft) -> bool {
        after.acceptances.is_some()
    }

    /// The free keys of extra parameters.
    fn free_members(draft: &ProfileDraft) -> Vec<String> {
        let extra = draft.acceptances.iter().filter_map(|acceptance| acceptance.extra_params.as_ref());
        extra.flat_map(|members| members.0.iter().map(|(key, _)| key.clone())).collect()
    }

    fn leave_out(form: &mut ProfileForm, member: &str) {
        for acceptance in &mut form.acceptances {
            acceptance.extra_params.retain(|row| row.key != member);
        }
    }

    /// Users affected by a change of an existing profile.
    fn meaning(_: Shell, of: Meaning<'_, Self>) -> Option<AnyView> {
        match of {
            Meaning::Review { change: Change::Update(seen, _), .. } => {
                Some(used::touched(UsedRecord::Profile(seen.profile_id.clone())))
            }
            _ => None,
        }
    }

    fn request(of: RequestFor<'_, Profiles>) -> Request {
        match of {
            RequestFor::Record(record) => request::<GetProfile>(Some(record.profile_id.as_str()), None),
            RequestFor::Change(change) => match change.seen() {
                Some(seen) => {
                    request::<UpdateProfile>(Some(seen.profile_id.as_str()), change.draft().map(body))
                }
                None => request::<CreateProfile>(None, change.draft().map(body)),
            },
        }
    }

    async fn list(connection: ConnectionId) -> Result<Listed<Profile>, Failure> {
        let all = ipc::command::<AllProfiles>(AllProfilesQuery { connection }).await?;
        let incomplete = all.why.filter(|_| !all.complete);
        Ok(Listed::new(all.profiles, all.unreadable, incomplete))
    }

    async fn one(connection: ConnectionId, key: String) -> Result<Option<Profile>, Failure> {
        let Some(id) = ProfileId::parse(&key) else { return Ok(None) };
        ipc::api::<GetProfile>(connection, None, id, (), ()).await.map(Some)
    }

    async fn save(change: Change<Profiles>, order: Order) -> Result<SaveOutcome<Profiles>, Failure> {
        let outcome = match change {
            Change::Create(draft) => order.send::<CreateProfile>((), draft, None).await?,
            Change::Update(seen, draft) => {
                // Without bound acceptances, an empty list removes nothing.
                let nothing_to_lose = seen.acceptances.as_ref().is_some_and(Vec::is_empty);
                let unbinds = draft.acceptances.is_empty() && (order.agreed || nothing_to_lose);
                let accepts = unbinds.then_some(Consequence::UnbindAll);
                order
                    .send_accepting::<UpdateProfile>(seen.profile_id.clone(), draft, Some(seen), accepts)
                    .await?
            }
            Change::Delete(_) => {
                let sentence = "A profile cannot be deleted. Nothing was sent.";
                return Err(Failure::new(FailureKind::BadInput, "UpdateProfile", sentence));
            }
        };
        Ok(map_outcome::<Profiles, _>(outcome, |profile| (None, Some(profile))))
    }
}
