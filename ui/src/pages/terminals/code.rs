//! The result of making an activation code; the code itself, large, once.

use leptos::prelude::*;
use tapline_contract::Evidence;
use tapline_contract::commands::CopyCode;
use tapline_contract::device::{Activation, DeviceAt};
use tapline_contract::merchant::MerchantId;
use tapline_contract::secret::{self, Secret};

use crate::change::result::{ChangeShown, ResultWords, change_result, conflict, note, saving};
use crate::ipc::{self, engine};
use crate::paths::Route;
use crate::shell::shell;
use crate::widgets::copy::CopyButton;
use crate::widgets::icon::Icon;
use crate::widgets::settled::proof;
use crate::widgets::show::live;

#[component]
pub(super) fn CodePanel(of: MerchantId) -> impl IntoView {
    let shell = shell();
    let flow = super::state::terminals(shell).activating.flow;
    let result = move || {
        let back = || view! { <Back of=of.clone()/> }.into_any();
        let words = ResultWords {
            running: saving("list of terminals"),
            unchanged: "No code was made; what you typed is kept.",
        };
        let changed = "The terminals of this merchant changed while the code was made. Look at the list.";
        change_result(
            ChangeShown::new(shell, flow),
            words,
            |evidence, made, record| match made {
                Some(made) => view! { <Code of=of.clone() made=made evidence=evidence/> }.into_any(),
                None => lost(of.clone(), evidence, &record),
            },
            |_, _| conflict(changed.to_owned(), Some(back())),
            |_| back(),
        )
    };
    view! { <div role="status" aria-label="Result" class="result">{live(result)}</div> }
}

#[component]
fn Back(of: MerchantId) -> impl IntoView {
    let shell = shell();
    view! { <button type="button" on:click=move |_| shell.nav.go(Route::TerminalsOf(of.clone()))>"Back to the terminals"</button> }
}

/// In groups of four, as it is read out; copied without the gaps.
#[component]
fn Code(of: MerchantId, made: Activation, evidence: Evidence) -> impl IntoView {
    let shell = shell();
    let code = made.activation_code.clone();
    let signs: Vec<char> = code.chars().collect();
    let groups = signs
        .chunks(4)
        .map(|four| view! { <span class="code-group">{four.iter().collect::<String>()}</span> });
    let others = made.undocumented().map(|(key, raw)| {
        let text = serde_json::from_str(raw).unwrap_or_else(|_| raw.clone());
        view! { <dt>{key.clone()}</dt><dd>{engine::local_time(&text)}</dd> }
    });
    let id = made.id.clone();
    let open = {
        let (of, id) = (of.clone(), id.clone());
        move |_| shell.nav.go(Route::Terminal(of.clone(), id.clone()))
    };
    let expiry =
        made.undocumented().next().is_none().then_some("The service did not say how long it is valid.");
    view! {
        <section class="card code-card" aria-label="Activation code">
            <p><b>"Activated. "</b> "Applied: " {proof(evidence)} ". Type this code in at the terminal:"</p>
            <p class="code-large">{groups.collect_view()}</p>
            <p class="with-icon warn"><Icon name="warning"/>"It is shown only now: it is gone when you leave this page, and not in the history."</p>
            <dl class="ask-facts">
                <dt>"Id"</dt><dd class="row"><code>{id.to_string()}</code><CopyButton text=id.to_string()/></dd>
                {others.collect_view()}
            </dl>
            {expiry.map(|words| view! { <p class="muted">{words}</p> })}
            <p class="actions">
                <CopyButtonOnce code=code/>
                <button type="button" on:click=open>"Open " {id.to_string()}</button>
                <Back of=of/>
            </p>
        </section>
    }
}

/// The service made the code, but the answer with the code was lost.
fn lost(of: MerchantId, evidence: Evidence, record: &DeviceAt) -> AnyView {
    let shell = shell();
    let open = record.device.as_ref().map(|device| {
        let (of, id) = (of.clone(), device.device_id.clone());
        let words = format!("Open {id}");
        view! { <button type="button" class="primary" on:click=move |_| shell.nav.go(Route::Terminal(of.clone(), id.clone()))>{words}</button> }
    });
    let sentence = view! {
        <b>"Made, and its code is lost. "</b>"Applied: " {proof(evidence)} ". The code to type in was in the answer, which got lost or was \
            hidden by the lock, and the service does not tell it again. Unbind this one, then activate again."
    };
    let actions = view! { {open}<Back of=of/> };
    note("note note-warning", "warning", sentence.into_any(), Some(actions.into_any()))
}

#[component]
fn CopyButtonOnce(code: String) -> impl IntoView {
    let shell = shell();
    let said = RwSignal::new(String::new());
    let copy = move |_| {
        let code = code.clone();
        leptos::task::spawn_local(async move {
            let words = match ipc::command::<CopyCode>(secret::Code(Secret::new(code))).await {
                Ok(copied) => format!(
                    "Copied, and kept out of the clipboard's history. It leaves the clipboard after {} s.",
                    copied.seconds
                ),
                Err(failure) => failure.sentence,
            };
            shell.toast(&words);
            // The page may be gone by then.
            let _ = said.try_set(words);
        });
    };
    view! {
        <button type="button" class="primary" on:click=copy><Icon name="copy"/>"Copy code"</button>
        <span role="status" aria-label="Copied">{move || said.get()}</span>
    }
}
