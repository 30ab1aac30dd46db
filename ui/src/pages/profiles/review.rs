//! The review of a profile. Besides every review's parts: the acceptances that stayed bound although the update left them out.
//! Only an empty list is documented to unbind.

use leptos::prelude::*;
use tapline_contract::Outcome;
use tapline_contract::profile::{Profile, ProfileDraft};

use super::PROFILES;
use super::namespace::WithNamespace;
use crate::record::Change;
use crate::record::review::RecordReview;
use crate::shell::shell;
use crate::widgets::icon::Icon;
use crate::widgets::show::live;

#[component]
pub(crate) fn ReviewProfile() -> impl IntoView {
    view! { <WithNamespace><StillBound/><RecordReview kind=PROFILES/></WithNamespace> }
}

#[component]
fn StillBound() -> impl IntoView {
    let store = super::store(shell());
    let names = Memo::new(move |_| {
        let Some(Outcome::Applied { record: Some(now), .. }) = store.flow.state().outcome().cloned() else {
            return Vec::new();
        };
        let now: &Profile = now.get();
        store.proposal.with(|proposal| {
            let Some(Change::Update(seen, draft)) = proposal.as_ref().map(|proposal| &proposal.change) else {
                return Vec::new();
            };
            let (seen, draft): (&Profile, &ProfileDraft) = (seen.get(), draft.get());
            let left_out = seen.acceptances.iter().flatten().filter(|one| {
                draft.acceptances.iter().all(|sent| sent.acpt_id.as_ref() != Some(&one.acpt_id))
            });
            let bound = now.acceptances.as_deref().unwrap_or_default();
            let still = left_out.filter(|one| bound.iter().any(|now| now.acpt_id == one.acpt_id));
            still.map(|one| one.acpt_name.clone().unwrap_or_else(|| one.acpt_id.to_string())).collect()
        })
    });
    live(move || {
        let names = names.get();
        (!names.is_empty()).then(|| {
            view! {
                <div class="page still-bound"><div class="note note-warning" role="alert"><Icon name="warning"/><div>
                    <p><b>"Still bound: "</b>{names.join(", ")}"."</p>
                    <p>"The rest was saved, but the service keeps what an update leaves out. To unbind it, unbind all acceptances and save, then bind the others again."</p>
                </div></div></div>
            }
        })
    })
}
