//! The SDK id (sdkId) of a terminal, which its record doesn't have: the ids that its transactions show, or one typed by hand.
//!
//! Core finds the transactions that fit. An id is preselected if it is the only one and nothing speaks against it
//! ([`SdkIdFinding::likely`]).

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::Failure;
use tapline_contract::commands::FindSdkId;
use tapline_contract::device::DeviceId;
use tapline_contract::merchant::MerchantId;
use tapline_contract::sdk_id::{SdkIdCandidate, SdkIdFinding, SdkIdQuery};

use crate::ipc;
use crate::shell::shell;
use crate::widgets::copy::CopyButton;
use crate::widgets::show::{Show, live};
use crate::widgets::text_field::TextField;

/// The search in the transactions. It outlives the question, which may be closed before the answer comes.
#[derive(Clone, Copy, Default)]
pub(super) struct SdkIdSearch {
    found: RwSignal<Option<Result<SdkIdFinding, Failure>>>,
    /// True if the person types an id.
    other: RwSignal<bool>,
    /// Number of questions: an answer counts for its own.
    asked: RwSignal<u32>,
}

impl SdkIdSearch {
    pub(super) fn clear(self) {
        self.asked.update(|asked| *asked += 1);
        self.found.set(None);
        self.other.set(false);
    }

    fn start(self, query: SdkIdQuery, chosen: RwSignal<String>) {
        let asked = self.asked.get_untracked();
        spawn_local(async move {
            let answer = ipc::command::<FindSdkId>(query).await;
            if self.asked.get_untracked() != asked {
                return;
            }
            let likely = answer.as_ref().ok().and_then(SdkIdFinding::likely).map(|one| one.sdk_id.clone());
            let has_some = answer.as_ref().is_ok_and(|found| !found.candidates.is_empty());
            // An id typed meanwhile stays.
            if let Some(id) = likely.filter(|_| chosen.with_untracked(String::is_empty)) {
                chosen.set(id);
            }
            if !has_some {
                self.other.set(true);
            }
            self.found.set(Some(answer));
        });
    }

    /// Extent of the search and its meaning.
    pub(super) fn sentence(self) -> String {
        self.found.with(|found| match found {
            None => "Searching the transactions…".to_owned(),
            Some(Ok(found)) => found.words(),
            Some(Err(failure)) => format!("Transactions not searched: {}", failure.sentence),
        })
    }

    /// Next step for the person; `None` if an id is preselected.
    fn advice(self) -> Option<&'static str> {
        self.found.with(|found| match found {
            None => Some("Searching the transactions…"),
            Some(Ok(found)) => Some(found.advice()).filter(|advice| !advice.is_empty()),
            Some(Err(_)) => Some("Transactions not searched. Enter the SDK id that the terminal shows."),
        })
    }
}

#[component]
pub(super) fn SdkIds(
    of: MerchantId,
    device: DeviceId,
    chosen: RwSignal<String>,
    search: SdkIdSearch,
    /// Why it cannot be sent.
    #[prop(into)]
    error: Signal<Option<String>>,
) -> impl IntoView {
    search.start(SdkIdQuery { connection: shell().connection(), mch_id: of.to_string(), device }, chosen);
    let rows = move || {
        search.found.with(|found| {
            let found = found.as_ref()?.as_ref().ok()?;
            let likely = found.likely().is_some();
            let row = |one: &SdkIdCandidate| candidate(one, likely, chosen, search.other);
            Some(found.candidates.iter().map(row).collect_view())
        })
    };
    let type_other = move |_| {
        chosen.set(String::new());
        search.other.set(true);
    };
    view! {
        <div class="sdk-ids-box">
            <p class="label" id="sdk-ids-label">"SDK id of this terminal"</p>
            {move || search.advice().map(|advice| view! { <p class="muted">{advice}</p> })}
            <div role="radiogroup" aria-labelledby="sdk-ids-label" class="sdk-ids">
                {live(rows)}
                <label>
                    <input type="radio" name="end-sdk-ids" prop:checked=move || search.other.get() on:change=type_other/>
                    <span>"Another id…"</span>
                </label>
            </div>
            <Show when=move || search.other.get()>
                <TextField id="end-sdk-id" label="SDK id" value=chosen on_text=Callback::new(move |text| chosen.set(text)) mono=true
                    error=error hint="The terminal's own id, not its code (CD-…)."/>
            </Show>
        </div>
    }
}

fn candidate(
    one: &SdkIdCandidate,
    is_likely: bool,
    chosen: RwSignal<String>,
    other: RwSignal<bool>,
) -> AnyView {
    let (evidence, words) = (one.evidence(), one.words());
    let (id, shown, picked) = (one.sdk_id.clone(), one.sdk_id.clone(), one.sdk_id.clone());
    let pick = move |_| {
        other.set(false);
        chosen.set(picked.clone());
    };
    // A likely id has its full evidence under Details.
    let evidence = if is_likely { evidence } else { words };
    view! {
        <div class="sdk-id">
            <label class:likely=is_likely>
                <input type="radio" name="end-sdk-ids" prop:checked=move || !other.get() && chosen.with(|chosen| chosen.trim() == id) on:change=pick/>
                <span><code>{shown.clone()}</code>{is_likely.then(|| view! { <span class="doubt">"Likely"</span> })}
                    <span class="muted caption evidence">{evidence}</span></span>
            </label>
            <CopyButton text=shown/>
        </div>
    }
    .into_any()
}
