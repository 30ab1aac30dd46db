//! The columns of the list of profiles. The list does not tell acceptances: they are read with a profile.

use tapline_contract::profile::Profile;

use super::words::status_word;
use crate::ipc::engine;
use crate::widgets::grid::column::{Column, Look, column};

pub(super) const COLUMNS: &[Column<Profile>] = &[
    column("Name", Look::Name, 150, Profile::name),
    column("Status", Look::Text, 84, |profile| status_word(profile.entity_status.as_deref())),
    column("Provider reference", Look::Mono, 136, |profile| text(profile.provider_reference.as_ref())),
    column("Merchant", Look::Text, 150, |profile| text(profile.merchant_name.as_ref())),
    column("MCC", Look::Mono, 56, |profile| text(profile.mcc.as_ref())),
    column("Country", Look::Mono, 72, |profile| text(profile.country_code.as_ref())),
    column("Currency", Look::Mono, 80, |profile| text(profile.currency.as_ref())),
    column("Profile id", Look::Mono, 138, |profile| profile.profile_id.to_string()),
    column("Changed", Look::Text, 196, |profile| {
        let changed = profile.updated_at.value().or(profile.created_at.as_ref());
        changed.map(|at| engine::local_time(at)).unwrap_or_default()
    }),
];

fn text(member: Option<&String>) -> String {
    member.cloned().unwrap_or_default()
}
