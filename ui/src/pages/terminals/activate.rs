//! An activation code for a merchant: typed, sent once, and the code that comes back.
//!
//! The service returns the code once. It is shown on this page alone and is forgotten when the page is left; the history does not have it.

use leptos::prelude::*;
use tapline_contract::device::Activation;
use tapline_contract::device::DeviceAt;
use tapline_contract::endpoints::ActivateDevice;
use tapline_contract::form::FieldError;
use tapline_contract::form::activation::ActivationForm;
use tapline_contract::merchant::MerchantId;
use tapline_contract::secret::Secret;

use super::code::CodePanel;
use super::parts::{ExtPart, MethodsPart, ParamsPart, Suggestions, element};
use super::sending::{TerminalChange, hide, send as send_change};
use super::state::merchant_name;
use crate::ipc::engine;
use crate::paths::Route;
use crate::shell::{Shell, shell};
use crate::widgets::crumbs::Crumbs;
use crate::widgets::save_bar::SaveBar;
use crate::widgets::show::Show;
use crate::widgets::text_field::TextField;

#[derive(Clone, Copy, Default)]
pub(crate) struct Activating {
    open: RwSignal<Option<Open>>,
    /// Sending was tried: every error is shown.
    asked: RwSignal<bool>,
    pub(super) flow: TerminalChange<Activation>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Open {
    of: MerchantId,
    form: ActivationForm,
}

impl Activating {
    fn begin(self, of: &MerchantId) {
        // The lock takes the page away, and not what was typed on it.
        if self.open.with_untracked(|open| open.as_ref().is_some_and(|open| open.of == *of)) {
            return;
        }
        self.forget();
        self.open.set(Some(Open { of: of.clone(), form: ActivationForm::blank(of) }));
    }

    /// With the code, if one was made.
    pub(super) fn forget(self) {
        self.open.set(None);
        self.asked.set(false);
        self.flow.renew();
    }

    /// The lock: the code and the typed secret leave the page, what else is typed stays.
    pub(super) fn clear_cached(self) {
        self.put(|form| form.ext_params.jwt_secret = Secret::default());
        self.flow.edit(hide);
    }

    pub(super) fn is_dirty(self) -> bool {
        let typed = self
            .open
            .with(|open| open.as_ref().is_some_and(|open| open.form != ActivationForm::blank(&open.of)));
        typed && !self.flow.is_spent()
    }

    pub(super) fn name(self) -> Option<String> {
        let alias =
            self.open.with(|open| open.as_ref().map(|open| open.form.activate_code_alias.trim().to_owned()));
        alias.map(|alias| if alias.is_empty() { "the new terminal".to_owned() } else { alias })
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
        if !shell.window().locked.get_untracked() {
            activating.forget();
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
            <h1>"Activate a terminal of " {move || merchant.get()}</h1>
            <CodePanel of=of.get_value()/>
            <Show when=move || !settled.get()>
                <Form on_send=Callback::new(move |()| send(shell, &of.get_value()))/>
            </Show>
            <SaveBar thing="terminal" name=alias label="Make activation code" running=Signal::derive(move || activating.flow.is_running())
                settled=settled on_save=Callback::new(move |()| send(shell, &of.get_value())) on_back=back
                says=("Makes one activation code.", "It is shown once, to be typed in at the terminal. Without it the code can only be unbound again.") back="Back to the terminals"/>
        </div>
    }
}

fn send(shell: Shell, of: &MerchantId) {
    let activating = super::state::terminals(shell).activating;
    let first = activating.errors().into_iter().next();
    if let Some(error) = first {
        activating.asked.set(true);
        engine::focus_soon(30, &format!("#{}", element(&error.field)), "main h1");
        return;
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
    let at_once = Signal::derive(move || activating.asked.get());
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        on_send.run(());
    };
    view! {
        <form class="form-columns" novalidate=true on:submit=submit>
            <fieldset class="form-part"><legend>"Terminal"</legend>
                <TextField id=element("activateCodeAlias") label="Name" value=Signal::derive(move || activating.read(|form| form.activate_code_alias.clone()))
                    on_text=Callback::new(move |text: String| activating.put(|form| form.activate_code_alias = text))
                    hint="The name people know it by, unique at this merchant. Identifies the record if the connection drops."
                    error=Signal::derive(move || error_at.run("activateCodeAlias".to_owned())) at_once=at_once/>
                <TextField id=element("deviceType") label="Device type" value=Signal::derive(move || activating.read(|form| form.device_type.clone()))
                    on_text=Callback::new(move |text: String| activating.put(|form| form.device_type = text))
                    hint="COTS: a phone or tablet from the shelf."
                    error=Signal::derive(move || error_at.run("deviceType".to_owned())) at_once=at_once/>
            </fieldset>
            <MethodsPart text=Signal::derive(move || activating.read(|form| form.method_list.clone()))
                put=Callback::new(move |text| activating.put(|form| form.method_list = text))/>
            <details class="form-more">
                <summary>"EMV parameters and extra parameters, if they are to differ from the service's own"</summary>
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
