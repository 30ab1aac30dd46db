//! Small details of a profile or an acceptance that several places show.

use leptos::prelude::*;
use tapline_contract::entity_status::EntityStatus;
use tapline_contract::profile::Profile;

use super::words::status_word;
use crate::widgets::copy::CopyButton;
use crate::widgets::icon::Icon;
use crate::widgets::moment::Moment;
use crate::widgets::show::live;

/// Active or Disabled by word and shape; an undocumented status is shown raw.
#[component]
pub(super) fn Status(status: Option<String>) -> impl IntoView {
    let (icon, class) = match status.as_deref().and_then(EntityStatus::of_name) {
        Some(EntityStatus::Active) => ("check", "with-icon status good"),
        Some(EntityStatus::Disabled) => ("barred", "with-icon status warn"),
        None => ("info", "with-icon status muted"),
    };
    view! { <span class=class><Icon name=icon/>{status_word(status.as_deref())}</span> }
}

/// Members that only the service writes.
#[component]
pub(super) fn Facts(record: Signal<Option<Profile>>) -> impl IntoView {
    live(move || {
        record.get().map(|record| {
            let at = |at: Option<&String>, none: &'static str| match at.cloned() {
                Some(at) => view! { <Moment at=at/> }.into_any(),
                None => none.into_any(),
            };
            view! {
                <section class="card facts-card" aria-label="By the service">
                    <h2>"Set by the service"</h2>
                    <dl>
                        <dt>"Profile id"</dt><dd class="row"><code>{record.profile_id.to_string()}</code><CopyButton text=record.profile_id.to_string()/></dd>
                        <dt>"Status"</dt><dd><Status status=record.entity_status.clone()/></dd>
                        <dt>"Created"</dt><dd>{at(record.created_at.as_ref(), "not provided")}</dd>
                        <dt>"Changed"</dt><dd>{at(record.updated_at.value(), "never")}</dd>
                    </dl>
                </section>
            }
        })
    })
}
