//! The sdkIds that a terminal's transactions show, for a person to choose from; one typed by hand counts as much.
//!
//! It decides nothing: which transactions fit is found in core. Invariant: none is chosen beforehand, not even the only one.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::Failure;
use tapline_contract::commands::FindSdkId;
use tapline_contract::device::DeviceId;
use tapline_contract::merchant::MerchantId;
use tapline_contract::sdk_id::{SdkIdCandidate, SdkIdFinding, SdkIdQuery};

use crate::ipc;
use crate::shell::shell;
use crate::widgets::show::live;
use crate::widgets::text_field::TextField;

type SdkIdAnswer = Option<Result<SdkIdFinding, Failure>>;

#[component]
pub(super) fn SdkIds(
    of: MerchantId,
    device: DeviceId,
    chosen: RwSignal<String>,
    /// Why it cannot be sent.
    #[prop(into)]
    error: Signal<Option<String>>,
) -> impl IntoView {
    let found = RwSignal::new(SdkIdAnswer::None);
    let query = SdkIdQuery { connection: shell().connection(), mch_id: of.to_string(), device };
    spawn_local(async move {
        let answer = ipc::command::<FindSdkId>(query).await;
        // The question may be closed by now.
        let _ = found.try_set(Some(answer));
    });
    let candidates = move || {
        let found = found.with(|found| found.as_ref()?.as_ref().ok().map(|found| found.candidates.clone()));
        let found = found.filter(|found| !found.is_empty())?;
        let rows = found.into_iter().map(|one| view! { <Candidate one=one chosen=chosen/> }).collect_view();
        Some(
            view! { <div role="radiogroup" aria-label="sdkIds of its transactions" class="sdk-ids">{rows}</div> },
        )
    };
    view! {
        <p class="muted">"The terminal's record does not name its sdkId, and this needs it. Its transactions name likely ones:"</p>
        {live(candidates)}
        <p role="status" aria-label="Search for the sdkId" class="muted">{move || found.with(said)}</p>
        <TextField id="end-sdk-id" label="sdkId" value=chosen on_text=Callback::new(move |text| chosen.set(text)) mono=true
            error=error hint="Of the terminal itself, not the code (CD-…)."/>
    }
}

#[component]
fn Candidate(one: SdkIdCandidate, chosen: RwSignal<String>) -> impl IntoView {
    let words = one.words();
    let (id, shown) = (one.sdk_id.clone(), one.sdk_id.clone());
    view! {
        <label>
            <input type="radio" name="end-sdk-ids" prop:checked=move || chosen.with(|chosen| chosen.trim() == id)
                on:change=move |_| chosen.set(one.sdk_id.clone())/>
            <span><code>{shown}</code> " " <span class="muted">{words}</span></span>
        </label>
    }
}

fn said(found: &SdkIdAnswer) -> String {
    match found {
        None => "Looking through the transactions…".to_owned(),
        Some(Ok(found)) => found.words(),
        Some(Err(failure)) => {
            format!(
                "The transactions could not be looked through: {} Take the sdkId from the terminal itself.",
                failure.sentence
            )
        }
    }
}
