//! An activation code for a merchant: typed, sent once, and the code that comes back.
//!
//! The service returns the code once. It is shown on this page alone and is forgotten when the page is left; the history does not have it.
//! A draft stays.
//!
//! The result of making an activation code; the code itself, large, once.

use std::sync::Arc;

use leptos::prelude::*;
use tapline_contract::Evidence;
use tapline_contract::commands::CopyCode;
use tapline_contract::device::{Activation, DeviceAt};
use tapline_contract::endpoints::ActivateDevice;
use tapline_contract::form::FieldError;
use tapline_contract::form::activation::ActivationForm;
use tapline_contract::merchant::MerchantId;
use tapline_contract::secret::{self, Secret};

use super::parts::{ExtPart, MethodsPart, ParamsPart, Suggestions, element};
use super::state::{TerminalChange, hide, merchant_name, send as send_change};
use crate::change::result::{ChangeShown, ResultWords, change_result, conflict, note, saving};
use crate::ipc::{self, engine};
use crate::paths::Route;
use crate::shell::areas::Draft;
use crate::shell::{Shell, shell};
use crate::widgets::copy::CopyButton;
use crate::widgets::icon::Icon;
use crate::widgets::links::Crumbs;
use crate::widgets::save_bar::SaveBar;
use crate::widgets::settled::proof;
use crate::widgets::show::{Show, live};
use crate::widgets::text_field::TextField;

#[derive(Clone, Copy, Default)]
pub(crate) struct Activating {
    open: RwSignal<Option<Open>>,
    /// Drafts for other merchants.
    parked: RwSignal<Vec<Open>>,
    /// Sending was tried: every error is shown.
    asked: RwSignal<bool>,
    pub(super) flow: TerminalChange<Activation>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Open {
    of: MerchantId,
    form: ActivationForm,
}

impl Open {
    fn is_typed(&self) -> bool {
        self.form != ActivationForm::blank(&self.of)
    }

    /// Removes the typed secret.
    fn wipe(&mut self) {
        self.form.ext_params.jwt_secret = Secret::default();
    }

    fn name(&self) -> String {
        match self.form.activate_code_alias.trim() {
            "" => "the new terminal".to_owned(),
            alias => alias.to_owned(),
        }
    }

    fn draft(&self) -> Draft {
        let form = Route::ActivateTerminal(self.of.clone());
        Draft { name: self.name(), record: form.clone(), form, is_kept: false }
    }
}

impl Activating {
    /// A draft for this merchant comes back as it was.
    fn begin(self, of: &MerchantId) {
        if self.open.with_untracked(|open| open.as_ref().is_some_and(|open| open.of == *of)) {
            return;
        }
        let before = self.open.get_untracked().filter(|open| self.is_unsent() && open.is_typed());
        self.close();
        let waiting = self.parked.try_update(|parked| {
            let at = parked.iter().position(|open| open.of == *of);
            let found = at.map(|at| parked.remove(at));
            parked.extend(before);
            found
        });
        let blank = || Open { of: of.clone(), form: ActivationForm::blank(of) };
        self.open.set(Some(waiting.flatten().unwrap_or_else(blank)));
    }

    /// With the code, if one was made.
    fn close(self) {
        self.open.set(None);
        self.asked.set(false);
        self.flow.renew();
    }

    pub(super) fn clear(self) {
        self.close();
        self.parked.set(Vec::new());
    }

    /// Discards all drafts, and offers them back.
    pub(super) fn discard(self, shell: Shell) {
        let mut gone = self.parked.get_untracked();
        gone.extend(self.open.get_untracked().filter(Open::is_typed));
        self.clear();
        gone.iter_mut().for_each(Open::wipe);
        let words = match gone.as_slice() {
            [one] => format!("Changes in {} discarded.", one.name()),
            many => format!("{} drafts discarded.", many.len()),
        };
        let here = shell.nav.route.with_untracked(|route| match route {
            Route::ActivateTerminal(of) => Some(of.clone()),
            _ => None,
        });
        if let Some(of) = here {
            self.begin(&of);
        }
        let back = move || {
            let of = self.open.with_untracked(|open| open.as_ref().map(|open| open.of.clone()));
            self.open.set(None);
            self.parked.set(gone.clone());
            if let Some(of) = of {
                self.begin(&of);
            }
        };
        shell.offer(&words, "Restore", Arc::new(back));
    }

    /// The lock: the code and the typed secret leave the page, what else is typed stays.
    pub(super) fn clear_cached(self) {
        self.open.update(|open| open.iter_mut().for_each(Open::wipe));
        self.parked.update(|parked| parked.iter_mut().for_each(Open::wipe));
        self.flow.edit(hide);
    }

    /// True if nothing is on its way, and no code is shown.
    fn is_unsent(self) -> bool {
        untrack(|| !self.flow.is_running() && !self.flow.is_spent())
    }

    pub(super) fn drafts(self) -> Vec<Draft> {
        let is_spent = self.flow.is_spent();
        let open =
            self.open.with(|open| open.as_ref().filter(|open| !is_spent && open.is_typed()).map(Open::draft));
        self.parked.with(|parked| open.into_iter().chain(parked.iter().map(Open::draft)).collect())
    }

    fn read<T: Default>(self, get: impl FnOnce(&ActivationForm) -> T) -> T {
        self.open.with(|open| open.as_ref().map(|open| get(&open.form)).unwrap_or_default())
    }

    fn put(self, change: impl FnOnce(&mut ActivationForm)) {
        self.open.update(|open| {
            if let Some(open) = open {
                change(&mut open.form);
            }
        });
    }

    fn errors(self) -> Vec<FieldError> {
        self.read(|form| form.draft().err().unwrap_or_default())
    }
}

#[component]
pub(crate) fn Activate(of: MerchantId) -> impl IntoView {
    let shell = shell();
    let terminals = super::state::terminals(shell);
    let activating = terminals.activating;
    terminals.open(shell, &of);
    activating.begin(&of);
    on_cleanup(move || {
        // A code is shown on this page alone; a draft waits.
        if !shell.window().locked.get_untracked() && !activating.is_unsent() {
            activating.close();
        }
    });
    let of = StoredValue::new(of);
    let merchant = Signal::derive(move || merchant_name(shell, &of.get_value()));
    let trail = move || {
        vec![(Route::Terminals, "Terminals".to_owned()), (Route::TerminalsOf(of.get_value()), merchant.get())]
    };
    let alias = Signal::derive(move || activating.read(|form| form.activate_code_alias.trim().to_owned()));
    let back = Callback::new(move |()| shell.nav.go(Route::TerminalsOf(of.get_value())));
    let settled = Signal::derive(move || activating.flow.is_spent());
    view! {
        <div class="page review">
            {move || view! { <Crumbs trail=trail() here="Activate"/> }}
            <h1>"Activate a terminal for " {move || merchant.get()}</h1>
            <CodePanel of=of.get_value()/>
            <Show when=move || !settled.get()>
                <Form on_send=Callback::new(move |()| send(shell, &of.get_value()))/>
            </Show>
            <SaveBar thing="terminal" name=alias label="Create activation code" running=Signal::derive(move || activating.flow.is_running())
                settled=settled on_save=Callback::new(move |()| send(shell, &of.get_value())) on_back=back
                says=("Creates one activation code.", "Shown only once. If you lose it, unbind it and create another.") back="Back to Terminals"/>
        </div>
    }
}

fn send(shell: Shell, of: &MerchantId) {
    let activating = super::state::terminals(shell).activating;
    let wrong = activating.errors();
    if !wrong.is_empty() {
        activating.asked.set(true);
        let fields: Vec<_> = wrong.iter().map(|error| format!("#{}", element(&error.field))).collect();
        return engine::focus_soon(30, &fields.join(", "), "main h1");
    }
    if let Some(draft) = untrack(|| activating.read(|form| form.draft().ok())) {
        let seen = DeviceAt { mch_id: Some(of.to_string()), device: None };
        send_change::<ActivateDevice, _>(activating.flow, shell, (), draft, seen);
    }
}

#[component]
fn Form(on_send: Callback<()>) -> impl IntoView {
    let activating = super::state::terminals(shell()).activating;
    let error_at = Callback::new(move |wire: String| {
        activating.errors().into_iter().find(|error| error.field == wire).map(|error| error.sentence)
    });
    let at_once: Signal<bool> = activating.asked.into();
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        on_send.run(());
    };
    view! {
        <form class="form-columns" novalidate=true on:submit=submit>
            <fieldset class="form-part"><legend>"Terminal"</legend>
                <TextField id=element("activateCodeAlias") label="Name" value=Signal::derive(move || activating.read(|form| form.activate_code_alias.clone()))
                    on_text=Callback::new(move |text: String| activating.put(|form| form.activate_code_alias = text))
                    hint="A name that is unique for this merchant. Identifies the record if the connection drops."
                    error=Signal::derive(move || error_at.run("activateCodeAlias".to_owned())) at_once=at_once/>
                <TextField id=element("deviceType") label="Device type" value=Signal::derive(move || activating.read(|form| form.device_type.clone()))
                    on_text=Callback::new(move |text: String| activating.put(|form| form.device_type = text))
                    hint="COTS: an ordinary phone or tablet."
                    error=Signal::derive(move || error_at.run("deviceType".to_owned())) at_once=at_once/>
            </fieldset>
            <MethodsPart text=Signal::derive(move || activating.read(|form| form.method_list.clone()))
                put=Callback::new(move |text| activating.put(|form| form.method_list = text))/>
            <details class="form-more">
                <summary>"Override EMV and extra parameters"</summary>
                <div class="form-columns">
                    <ParamsPart rows=Signal::derive(move || activating.read(|form| form.emv_params.clone()))
                        put=Callback::new(move |rows| activating.put(|form| form.emv_params = rows)) error_at=error_at at_once=at_once
                        others=Memo::new(|_| super::siblings::others(None))/>
                    <ExtPart form=Signal::derive(move || activating.open.with(|open| open.as_ref().map(|open| open.form.ext_params.clone())))
                        put=Callback::new(move |ext| activating.put(|form| form.ext_params = ext)) secret_hint="Optional."/>
                </div>
            </details>
            <Suggestions/>
            // Enter in a field sends, as the bar's button does.
            <button type="submit" class="absent" tabindex="-1" aria-hidden="true">"Make"</button>
        </form>
    }
}

#[component]
pub(super) fn CodePanel(of: MerchantId) -> impl IntoView {
    let shell = shell();
    let flow = super::state::terminals(shell).activating.flow;
    let result = move || {
        let back = || view! { <Back of=of.clone()/> }.into_any();
        let words = ResultWords {
            running: saving("list of terminals"),
            unchanged: "No code was made. Your input is kept.",
        };
        let changed = "This merchant's terminals changed while the code was made. Check the list.";
        change_result(
            ChangeShown::new(shell, flow),
            words,
            |evidence, made, record| match made {
                Some(made) => view! { <Code of=of.clone() made=made evidence=evidence/> }.into_any(),
                None => lost(of.clone(), &record),
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
    view! { <button type="button" on:click=move |_| shell.nav.go(Route::TerminalsOf(of.clone()))>"Back to Terminals"</button> }
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
    let expiry = made.undocumented().next().is_none().then_some("Expiry: not provided.");
    view! {
        <section class="card code-card" aria-label="Activation code">
            <p><b>"Code created"</b>{proof(evidence)} ". Enter it on the terminal:"</p>
            <p class="code-large">{groups.collect_view()}</p>
            <p class="with-icon warn"><Icon name="warning"/>"Shown only once. It's gone when you leave this page."</p>
            <dl class="ask-facts">
                <dt>"Id"</dt><dd class="row"><code>{id.to_string()}</code><CopyButton text=id.to_string()/></dd>
                {others.collect_view()}
            </dl>
            {expiry.map(|words| view! { <p class="muted">{words}</p> })}
            <p class="actions">
                <CopyButtonOnce code=code/>
                <button type="button" on:click=open>"Open terminal"</button>
                <Back of=of/>
            </p>
        </section>
    }
}

/// The service made the code, but the answer with the code was lost.
fn lost(of: MerchantId, record: &DeviceAt) -> AnyView {
    let shell = shell();
    let open = record.device.as_ref().map(|device| {
        let (of, id) = (of.clone(), device.device_id.clone());
        let words = format!("Open {id}");
        view! { <button type="button" class="primary" on:click=move |_| shell.nav.go(Route::Terminal(of.clone(), id.clone()))>{words}</button> }
    });
    let sentence = view! {
        <b>"Made, but its code is lost. "</b>"The answer was lost or hidden by the lock. Unbind this one, then activate again."
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
                    "Copied, but not to the clipboard's history. The clipboard is cleared after {} s.",
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
