//! Profiles with acceptances, under `{customerNamespace}/api/v1`, without an envelope. Service document, "Profile",
//! "ProfileWithAcpt", "Profiles and acceptances" and "Profile and acceptance status".
//!
//! Choices where the document is silent:
//! - A failure has the body of the other endpoints, `{msg, code}`, with an HTTP status that is no success: 400 for values
//!   (code 11021) and for a sign-on of a disabled profile (11024) and for a `providerReference` that another one has (11022).
//! - `profileName` is required; an empty `providerReference` counts as none, and need not be unique.
//! - An update replaces every field of the request. Acceptances that it does not list stay bound, unless the list is empty.
//! - A sign-on without bound acceptances has no outcomes, and is a success. It changes nothing that a read shows.
//! - A status that the profile has already changes nothing. Acceptances keep their own status.
//!
//! A transaction request that selects a disabled profile gets HTTP 400: no operation of this interface is such a request.

use axum::http::StatusCode;
use tapline_contract::endpoints::{
    CreateProfile, FindProfile, GetProfile, ListProfiles, SetProfileStatus, SignOnProfile, UpdateProfile,
};
use tapline_contract::field::Nullable;
use tapline_contract::profile::{
    Profile, ProfileDraft, ProfileId, ProfileQuery, ProviderReference, SignOn, StatusDraft,
};

use crate::acceptance::{self, ACTIVE, DISABLED};
use crate::answer::Answer;
use crate::cursor::Slice;
use crate::problem::Problem;
use crate::router::Serve;
use crate::state::AppState;
use crate::store::Store;
use crate::{draft, minted, timestamp};

/// Members of a record that only the service writes.
const OWN: [&str; 5] = ["profileId", "entityStatus", "createdAt", "updatedAt", "acptSelection"];

impl Serve<ListProfiles> for AppState {
    async fn serve(&self, (): (), query: ProfileQuery) -> Result<Answer, Problem> {
        let store = self.store();
        let (total, end) = store.count_profiles()?;
        let slice = Slice::from_query(&query, end)?;
        Answer::bare(&slice.payload(total, store.list_profiles(slice)?))
    }
}

impl Serve<GetProfile> for AppState {
    async fn serve(&self, id: ProfileId, (): ()) -> Result<Answer, Problem> {
        let store = self.store();
        Answer::bare(&whole(&store, find(&store, &id)?)?)
    }
}

impl Serve<FindProfile> for AppState {
    async fn serve(&self, reference: ProviderReference, (): ()) -> Result<Answer, Problem> {
        let store = self.store();
        let missing = || Problem::missing("Profile of providerReference", reference.as_str());
        let profile = store.profile_of_reference(reference.as_str())?.ok_or_else(missing)?;
        Answer::bare(&whole(&store, profile)?)
    }
}

impl Serve<CreateProfile> for AppState {
    async fn serve(&self, (): (), draft: ProfileDraft) -> Result<Answer, Problem> {
        let store = self.store();
        judge(&store, &draft, None)?;
        let id = ProfileId::parse(&minted::id("prof_")?);
        let id = id.ok_or_else(|| Problem::system("an id came out empty"))?;
        let now = timestamp::with_offset((self.now)());
        store.at_once(|| write(&store, draft, |draft| record(id.clone(), draft, &now), &now))?;
        Answer::created(format!("/profiles/{id}"), &whole(&store, find(&store, &id)?)?)
    }
}

impl Serve<UpdateProfile> for AppState {
    async fn serve(&self, id: ProfileId, draft: ProfileDraft) -> Result<Answer, Problem> {
        let store = self.store();
        let before = find(&store, &id)?;
        judge(&store, &draft, Some(&id))?;
        let now = timestamp::with_offset((self.now)());
        let after = |draft: ProfileDraft| Profile {
            entity_status: before.entity_status,
            created_at: before.created_at,
            updated_at: Nullable::Value(now.clone()),
            ..record(id.clone(), draft, &now)
        };
        store.at_once(|| {
            if draft.acceptances.is_empty() {
                store.unbind_acceptances(&id)?;
            }
            write(&store, draft, after, &now)
        })?;
        Answer::bare(&whole(&store, find(&store, &id)?)?)
    }
}

impl Serve<SignOnProfile> for AppState {
    async fn serve(&self, id: ProfileId, (): ()) -> Result<Answer, Problem> {
        let store = self.store();
        let profile = find(&store, &id)?;
        if profile.entity_status.as_deref() == Some(DISABLED) {
            let disabled = Problem::state(format!("Profile {id} is disabled"));
            return Err(disabled.with(StatusCode::BAD_REQUEST));
        }
        let bound = store.acceptances_of(&id)?;
        Answer::bare(&SignOn {
            profile_id: id,
            profile_name: profile.profile_name,
            acpt_sign_ons: bound.into_iter().map(acceptance::sign_on).collect(),
            other: Vec::new(),
        })
    }
}

impl Serve<SetProfileStatus> for AppState {
    async fn serve(&self, id: ProfileId, draft: StatusDraft) -> Result<Answer, Problem> {
        let store = self.store();
        let before = find(&store, &id)?;
        if ![ACTIVE, DISABLED].contains(&draft.status.as_str()) {
            return Err(Problem::invalid(format!("status must be {ACTIVE} or {DISABLED}")));
        }
        if before.entity_status.as_ref() == Some(&draft.status) {
            return Answer::bare(&before);
        }
        let updated_at = Nullable::Value(timestamp::with_offset((self.now)()));
        let after = Profile { entity_status: Some(draft.status), updated_at, ..before };
        store.put_profile(&after)?;
        Answer::bare(&after)
    }
}

/// A new profile. Its acceptances are rows of their own, and not in this record.
pub(crate) fn record(profile_id: ProfileId, mut draft: ProfileDraft, created_at: &str) -> Profile {
    draft.other = draft::kept(std::mem::take(&mut draft.other), &OWN);
    let (active, created_at) = (Some(ACTIVE.to_owned()), Some(created_at.to_owned()));
    Profile::of_draft(draft, profile_id, active, created_at, Nullable::Null, None, None)
}

fn find(store: &Store, id: &ProfileId) -> Result<Profile, Problem> {
    store.find_profile(id)?.ok_or_else(|| Problem::missing("Profile", id.as_str()))
}

/// `ProfileWithAcpt`
fn whole(store: &Store, profile: Profile) -> Result<Profile, Problem> {
    let bound = store.acceptances_of(&profile.profile_id)?;
    Ok(Profile { acpt_selection: Some(acceptance::selection(&bound)), acceptances: Some(bound), ..profile })
}

fn write(
    store: &Store,
    mut draft: ProfileDraft,
    record: impl FnOnce(ProfileDraft) -> Profile,
    now: &str,
) -> Result<(), Problem> {
    let acceptances = std::mem::take(&mut draft.acceptances);
    let profile = record(draft);
    store.put_profile(&profile)?;
    acceptances.into_iter().try_for_each(|draft| acceptance::bind(store, &profile.profile_id, draft, now))
}

fn judge(store: &Store, draft: &ProfileDraft, own: Option<&ProfileId>) -> Result<(), Problem> {
    if let Some(field) = draft::blank(&[("profileName", draft.profile_name.as_deref())]) {
        return Err(Problem::invalid(format!("{field} must not be empty")));
    }
    acceptance::judge(&draft.acceptances)?;
    let Some(reference) = draft.provider_reference.as_deref().filter(|text| !text.is_empty()) else {
        return Ok(());
    };
    match store.profile_of_reference(reference)? {
        Some(holder) if Some(&holder.profile_id) != own => {
            let taken = Problem::taken(format!("providerReference {reference} is {}'s", holder.profile_id));
            Err(taken.with(StatusCode::BAD_REQUEST))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;
