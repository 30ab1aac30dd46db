//! The question before a terminal or an activation code is ended, and the result. Closing it loses nothing: a change on its way
//! goes on in core, and the history has it.

use leptos::prelude::*;
use tapline_contract::connection::Environment;
use tapline_contract::device::Device;
use tapline_contract::device_mode::EndMode;
use tapline_contract::endpoints::EndDevice;
use tapline_contract::merchant::MerchantId;
use tapline_contract::{Outcome, wire::Done};

use super::ended::Ended;
use super::ends::{End, Target, asks_sdk_id, end, target};
use super::known;
use super::sdk_ids::SdkIds;
use super::sending::{TerminalChange, send as send_change};
use super::state::merchant_name;
use crate::paths::Route;
use crate::shell::{Shell, shell};
use crate::widgets::dialog::Dialog;
use crate::widgets::icon::Icon;
use crate::widgets::show::Show;
use crate::widgets::text_field::TextField;

/// The open question, the fields and the change.
#[derive(Clone, Copy, Default)]
pub(crate) struct Ending {
    pub(super) asked: RwSignal<Option<EndQuestion>>,
    sdk_id: RwSignal<String>,
    name: RwSignal<String>,
    pub(super) flow: TerminalChange<Done>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EndQuestion {
    pub(super) of: MerchantId,
    /// The terminal as the person saw it.
    pub(super) device: Device,
    pub(super) mode: EndMode,
}

impl Ending {
    pub(super) fn ask(self, of: MerchantId, device: Device, mode: EndMode) {
        self.close();
        self.asked.set(Some(EndQuestion { of, device, mode }));
    }

    pub(super) fn close(self) {
        self.asked.set(None);
        self.sdk_id.set(String::new());
        self.name.set(String::new());
        self.flow.renew();
    }

    fn target(self, shell: Shell, asked: &EndQuestion) -> Result<Target, String> {
        let typed = self.sdk_id.get();
        super::state::terminals(shell)
            .list
            .with(|list| target(&asked.of, &asked.device, asked.mode, &typed, &list.records))
    }
}

/// The name is typed where nothing brings it back on LIVE, and for everything on the strictest level.
fn must_retype(shell: Shell, end: &End) -> bool {
    shell.must_retype() || (end.way_back.is_none() && environment(shell) == Some(Environment::Live))
}

fn environment(shell: Shell) -> Option<Environment> {
    shell.session.with(|session| session.as_ref().map(|session| session.connection.environment))
}

#[component]
pub(super) fn EndDialog() -> impl IntoView {
    let shell = shell();
    let ending = super::state::terminals(shell).ending;
    let title = move || {
        let asked = ending.asked.get()?;
        let place = environment(shell)?.word();
        Some(format!("{} {} on {place}?", end(asked.mode).words, asked.device.name()))
    };
    let close = Callback::new(move |()| {
        let gone = ending.asked.with_untracked(|asked| {
            asked.as_ref().filter(|asked| asked.mode == EndMode::DeleteCode).map(|asked| asked.of.clone())
        });
        let gone = gone
            .filter(|_| ending.flow.with(|state| matches!(state.outcome(), Some(Outcome::Applied { .. }))));
        if ending.flow.is_running() {
            shell.toast("It goes on. Activity shows what became of it.");
        }
        ending.close();
        if let Some(of) = gone {
            shell.nav.go(Route::TerminalsOf(of));
        }
    });
    view! {
        <Dialog open=Signal::derive(move || ending.asked.with(Option::is_some)) on_close=close
            title=Signal::derive(move || title().unwrap_or_default())>
            {move || ending.asked.get().map(|asked| view! { <Question asked=asked on_close=close/> })}
        </Dialog>
    }
}

#[component]
fn Question(asked: EndQuestion, on_close: Callback<()>) -> impl IntoView {
    let shell = shell();
    let ending = super::state::terminals(shell).ending;
    let settled = move || ending.flow.is_spent();
    let shown = asked.clone();
    view! {
        <Ended asked=asked on_close=on_close/>
        <Show when=move || !settled()><Ask asked=shown.clone() on_close=on_close/></Show>
    }
}

#[component]
fn Ask(asked: EndQuestion, on_close: Callback<()>) -> impl IntoView {
    let shell = shell();
    let ending = super::state::terminals(shell).ending;
    let row = end(asked.mode);
    let (name, retype) = (asked.device.name(), must_retype(shell, row));
    let asks = asks_sdk_id(&asked.device.device_id, asked.mode);
    let merchant = merchant_name(shell, &asked.of);
    let now = known::status(&asked.device).words;
    let wanted = StoredValue::new(asked);
    let target = Memo::new(move |_| wanted.with_value(|asked| ending.target(shell, asked)));
    let sent =
        move || target.get().ok().map(|target| sent_words(wanted.with_value(|asked| asked.mode), &target));
    let hint = move || target.get().ok().and_then(|target| target.hint);
    let reason = {
        let name = name.clone();
        move || {
            let read_only = shell.read_only();
            if read_only.is_some() {
                read_only.map(str::to_owned)
            } else if ending.flow.is_running() {
                Some("It is on its way.".to_owned())
            } else if let Err(reason) = target.get() {
                Some(reason)
            } else {
                let open = retype && ending.name.with(|typed| typed.trim() != name.trim());
                open.then(|| format!("Type {name} to go on."))
            }
        }
    };
    let reason = Memo::new(move |_| reason());
    let send = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if reason.get_untracked().is_some() {
            return;
        }
        if let Ok(Target { id, seen, .. }) = target.get_untracked() {
            let query = wanted.with_value(|asked| asked.mode.query());
            send_change::<EndDevice, _>(ending.flow, shell, id, query, seen);
        }
    };
    let sdk_id = asks.then(|| {
        let (of, device) = wanted.with_value(|asked| (asked.of.clone(), asked.device.device_id.clone()));
        let error = Signal::derive(move || target.get().err());
        view! { <SdkIds of=of device=device chosen=ending.sdk_id error=error/> }
    });
    let retyped = retype.then(|| view! {
        <TextField id="end-name" label=format!("Type {name}") value=ending.name on_text=Callback::new(move |text| ending.name.set(text))
            hint="Typed again, so that nothing is ended by mistake."/>
    });
    let way_back = row.way_back.unwrap_or("This cannot be undone.");
    view! {
        <form class="ask" novalidate=true on:submit=send>
            <p>{row.consequence} " " <b>{way_back}</b></p>
            <dl class="ask-facts">
                <dt>"Terminal"</dt><dd>{name.clone()}</dd>
                <dt>"Merchant"</dt><dd>{merchant}</dd>
                <dt>"Status now"</dt><dd>{now}</dd>
                <dt>"Sent, once"</dt><dd>{move || sent().unwrap_or_else(|| "nothing yet".to_owned())}</dd>
            </dl>
            {sdk_id}
            {move || hint().map(|hint| view! { <p class="with-icon warn"><Icon name="info"/>{hint}</p> })}
            {retyped}
            <p class="muted" id="end-reason">{move || reason.get()}</p>
            <div class="actions">
                <button type="button" on:click=move |_| on_close.run(())>{row.keep}</button>
                <button type="submit" class="danger" disabled=move || reason.with(Option::is_some) title=move || reason.get() aria-describedby="end-reason">
                    {row.words} " on " {move || environment(shell).map(Environment::word)}</button>
            </div>
        </form>
    }
}

/// "sdkId SDK-1 with deviceStatus 3"
fn sent_words(mode: EndMode, target: &Target) -> String {
    match mode.query().device_status {
        Some(status) => format!("sdkId {} with deviceStatus {status}", target.id),
        None => format!("activation code {}", target.id),
    }
}
