//! Profiles with their acceptances.
//!
//! An update is sent when the profile still has the values that the person saw, and proven by the profile having every value
//! sent, acceptances included; one with no acceptances unbinds all, and is refused unless the person agreed to that. The
//! status is proven by `entityStatus`. The interface deletes no profile, so an answer that there is none proves nothing of an
//! update. A creation needs a provider reference that is free, and is proven by the profile that has it afterwards, with every
//! value sent.

use tapline_contract::endpoint::Consequence;
use tapline_contract::endpoints::{CreateProfile, FindProfile, GetProfile, SetProfileStatus, UpdateProfile};
use tapline_contract::field::Nullable;
use tapline_contract::profile::{
    Acceptance, AcceptanceDraft, Profile, ProfileDraft, ProfileId, ProviderReference,
};
use tapline_contract::seal::Seal;
use tapline_contract::{Call, Failure};
use tapline_http::Client;

use super::{is_not_found, read, wrong};
use crate::compare::{Carries, Lacking, agree, carries};
use crate::recipe::{CallView, Recipe, Stale, Verdict, created, sealed, updated};

type Seen = Option<Profile>;

fn without_acceptances(draft: &ProfileDraft) -> ProfileDraft {
    ProfileDraft { acceptances: Vec::new(), ..draft.clone() }
}

/// True if the profile has what was sent: its own values, and every acceptance passed.
fn has(draft: &ProfileDraft, now: &Profile, lacking: Lacking, kept: Option<&Seal>) -> bool {
    let Some(mine) = now.draft() else { return false };
    let own =
        carries(&without_acceptances(draft), &without_acceptances(&mine), lacking, kept) != Carries::Not;
    let bound = now.acceptances.as_deref().unwrap_or_default();
    let is_bound =
        |passed: &AcceptanceDraft| bound.iter().any(|acceptance| is(passed, acceptance, lacking, kept));
    own && draft.acceptances.iter().all(is_bound) && (!draft.acceptances.is_empty() || bound.is_empty())
}

/// A profile's own values.
fn own(profile: &Profile) -> Profile {
    Profile { acceptances: None, acpt_selection: None, updated_at: Nullable::Absent, ..profile.clone() }
}

fn is(passed: &AcceptanceDraft, bound: &Acceptance, lacking: Lacking, kept: Option<&Seal>) -> bool {
    passed.acpt_id.as_ref().is_none_or(|id| *id == bound.acpt_id)
        && carries(passed, &bound.draft(), lacking, kept) != Carries::Not
}

/// Both as the service sent them, or both as the journal keeps them.
fn same(one: &Profile, other: &Profile) -> bool {
    if let (Some(mine), Some(theirs)) = (one.draft(), other.draft()) {
        let count = |profile: &Profile| profile.acceptances.as_ref().map(Vec::len);
        let has = |draft, now| has(draft, now, Lacking::Differs, None);
        return has(&mine, other) && has(&theirs, one) && count(one) == count(other);
    }
    // A record of the list does not tell its acceptances.
    agree(&own(one), &own(other))
}

impl Recipe for UpdateProfile {
    type Look = Seen;
    type Base = Profile;

    fn target(call: &Call<Self>) -> String {
        format!("profile {}", call.id)
    }

    fn check(call: &Call<Self>) -> Result<(), Failure> {
        if call.input.acceptances.is_empty() && call.accepts != Some(Consequence::UnbindAll) {
            return Err(wrong::<Self>(
                "acceptances",
                "Saving a profile without acceptances unbinds all of them. Include the ones to keep, or confirm that all \
                 are unbound.",
            ));
        }
        Ok(())
    }

    fn seen(call: &Call<Self>, seal: &Seal) -> Option<Profile> {
        call.seen.as_ref().map(|seen| sealed(seen, seal))
    }

    async fn look(client: &Client, view: &CallView<'_, Self>) -> Result<Option<Seen>, Failure> {
        read::<GetProfile>(client, view.id).await.map(Some)
    }

    fn before(call: &Call<Self>, now: &Seen, seal: &Seal) -> Result<Profile, Stale<Seen>> {
        unchanged(call.seen.as_ref(), now, seal, same)
    }

    fn judge(view: &CallView<'_, Self>, base: &Profile, _: Option<&Profile>, now: &Seen) -> Verdict<Seen> {
        let Some(now) = now else { return Verdict::Unprovable };
        let is_target = has(view.input, now, Lacking::Differs, Some(view.seal));
        updated(now, is_target, || same(base, &sealed(now, view.seal)))
    }
}

fn unchanged(
    seen: Option<&Profile>,
    now: &Seen,
    seal: &Seal,
    same: impl Fn(&Profile, &Profile) -> bool,
) -> Result<Profile, Stale<Seen>> {
    match now {
        Some(now) if seen.is_none_or(|seen| same(seen, now)) => Ok(sealed(now, seal)),
        other => Err(Stale::Changed(other.clone())),
    }
}

impl Recipe for SetProfileStatus {
    type Look = Seen;
    type Base = Profile;

    fn target(call: &Call<Self>) -> String {
        format!("profile {}", call.id)
    }

    fn check(call: &Call<Self>) -> Result<(), Failure> {
        if ["ACTIVE", "DISABLED"].contains(&call.input.status.as_str()) {
            return Ok(());
        }
        Err(wrong::<Self>("status", "The status of a profile is ACTIVE or DISABLED."))
    }

    fn seen(call: &Call<Self>, seal: &Seal) -> Option<Profile> {
        call.seen.as_ref().map(|seen| sealed(seen, seal))
    }

    async fn look(client: &Client, view: &CallView<'_, Self>) -> Result<Option<Seen>, Failure> {
        read::<GetProfile>(client, view.id).await.map(Some)
    }

    fn before(call: &Call<Self>, now: &Seen, seal: &Seal) -> Result<Profile, Stale<Seen>> {
        unchanged(call.seen.as_ref(), now, seal, |seen, now| seen.entity_status == now.entity_status)
    }

    fn judge(view: &CallView<'_, Self>, base: &Profile, _: Option<&Profile>, now: &Seen) -> Verdict<Seen> {
        let Some(now) = now else { return Verdict::Unprovable };
        let is_target = now.entity_status.as_ref() == Some(&view.input.status);
        updated(now, is_target, || now.entity_status == base.entity_status)
    }
}

/// The profile of a provider reference.
pub struct ByReference {
    pub(super) profile: Seen,
    /// Without a profile: it is missing in the service's own words. A bare 404 is good enough to try, and proves nothing afterwards.
    pub(super) is_proof: bool,
}

impl Recipe for CreateProfile {
    type Look = ByReference;
    type Base = ();

    fn target(call: &Call<Self>) -> String {
        format!("new profile {}", call.input.provider_reference.as_deref().unwrap_or_default())
    }

    fn check(call: &Call<Self>) -> Result<(), Failure> {
        match reference(&call.input) {
            Some(_) => Ok(()),
            None => Err(wrong::<Self>(
                "providerReference",
                "A new profile needs a provider reference, which identifies it if the connection drops. Enter one that no \
                 other profile has.",
            )),
        }
    }

    async fn look(client: &Client, view: &CallView<'_, Self>) -> Result<Option<ByReference>, Failure> {
        let Some(reference) = reference(view.input) else { return Ok(None) };
        match read::<FindProfile>(client, &reference).await {
            Ok(profile) => Ok(Some(ByReference { profile, is_proof: true })),
            Err(failure) if is_not_found(&failure) => {
                Ok(Some(ByReference { profile: None, is_proof: false }))
            }
            Err(failure) => Err(failure),
        }
    }

    fn before(_: &Call<Self>, now: &ByReference, _: &Seal) -> Result<(), Stale<Seen>> {
        let Some(profile) = &now.profile else { return Ok(()) };
        let why = format!(
            "A profile with this provider reference already exists: {} ({}). Open it, or enter another reference.",
            profile.name(),
            profile.profile_id
        );
        Err(Stale::Refused { field: "providerReference", why })
    }

    fn judge(
        view: &CallView<'_, Self>,
        (): &(),
        answered: Option<&Profile>,
        now: &ByReference,
    ) -> Verdict<Seen> {
        let named = |id: &ProfileId| answered.is_some_and(|answered| answered.profile_id == *id);
        let is_ours = |now: &Profile| has(view.input, now, Lacking::Untold, Some(view.seal));
        match &now.profile {
            Some(now) if named(&now.profile_id) => Verdict::Target(Some(now.clone())),
            None if !now.is_proof && answered.is_none() => Verdict::Unprovable,
            now if answered.is_none() => created(now.iter(), is_ours, true, |now| Some(now.clone())),
            Some(now) => Verdict::Other(Some(now.clone())),
            None => Verdict::Before,
        }
    }
}

fn reference(draft: &ProfileDraft) -> Option<ProviderReference> {
    ProviderReference::parse(draft.provider_reference.as_deref()?)
}
