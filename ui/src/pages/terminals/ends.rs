//! The three ways to end a terminal or an activation code, a row each: the button, the consequence for the merchant,
//! the way back, and the id that is sent. Service document, "Logout, suspend or decommission" and "Device status".
//!
//! The record does not name a terminal's sdkId. A `deviceId` without the `CD-` of an activation code counts as one; otherwise a
//! person confirms the likely one or gives another (`sdk_ids.rs`), and nothing is sent by a guess. The terminal's own record is read
//! before and after.
//!
//! The question before a terminal or an activation code is ended, and the result. Closing it loses nothing: a change on its way
//! goes on in core, and the history has it.
//!
//! The result of ending a terminal.

use leptos::prelude::*;
use tapline_contract::allowed::{Allowed, end_device};
use tapline_contract::connection::Environment;
use tapline_contract::device::{Device, DeviceAt, DeviceId};
use tapline_contract::device_mode::EndMode;
use tapline_contract::endpoints::EndDevice;
use tapline_contract::merchant::MerchantId;
use tapline_contract::wire::Done;
use tapline_contract::{Doubt, Outcome};

use super::known;
use super::sdk_ids::{SdkIdSearch, SdkIds};
use super::state::{TerminalChange, merchant_name, send as send_change};
use crate::change::result::{ChangeShown, ResultWords, change_result, conflict, done, saving};
use crate::paths::Route;
use crate::shell::{Shell, shell};
use crate::widgets::dialog::{Dialog, DialogFoot};
use crate::widgets::show::{Show, live};
use crate::widgets::text_field::TextField;

pub(super) struct End {
    /// Verb and object, for the page's button.
    pub(super) words: &'static str,
    /// Verb, for the title and the dialog's button, before the name.
    pub(super) verb: &'static str,
    pub(super) icon: &'static str,
    /// Two sentences.
    pub(super) consequence: &'static str,
    /// True if someone can bring it back.
    pub(super) has_way_back: bool,
    /// The button that cancels.
    pub(super) keep: &'static str,
    pub(super) done: &'static str,
}

const LOG_OUT: End = End {
    words: "Log out",
    verb: "Log out",
    icon: "leave",
    consequence: "It stops accepting payments at once. Someone must log in again at the terminal.",
    has_way_back: true,
    keep: "Keep logged in",
    done: "Logged out",
};

const DECOMMISSION: End = End {
    words: "Decommission",
    verb: "Decommission",
    icon: "stop",
    consequence: "It stops accepting payments for good. This can't be undone.",
    has_way_back: false,
    keep: "Keep terminal",
    done: "Decommissioned",
};

const UNBIND: End = End {
    words: "Unbind activation code",
    verb: "Unbind",
    icon: "bin",
    consequence: "The code is deleted for good. A terminal activated with it may stop working.",
    has_way_back: false,
    keep: "Keep activation code",
    done: "Unbound and deleted",
};

pub(super) fn end(mode: EndMode) -> &'static End {
    match mode {
        EndMode::Logout => &LOG_OUT,
        EndMode::Decommission => &DECOMMISSION,
        EndMode::DeleteCode => &UNBIND,
    }
}

/// Answers if the button is offered. The question asks for a missing sdkId.
pub(super) fn offered(device: &Device, mode: EndMode) -> Allowed {
    if asks_sdk_id(&device.device_id, mode) {
        return Allowed::Yes;
    }
    end_device(&device.device_id, device.device_status.as_ref(), mode)
}

/// True if the record has only an activation code, and this mode needs an sdkId.
pub(super) fn asks_sdk_id(id: &DeviceId, mode: EndMode) -> bool {
    id.is_activation_code() && mode != EndMode::DeleteCode
}

/// The id to send, and the record it is compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Target {
    pub(super) id: DeviceId,
    pub(super) seen: DeviceAt,
    /// Doubts about it, as sentences.
    pub(super) hint: Option<String>,
}

/// `Err`: why it cannot be sent, and the way out. `listed` are the merchant's terminals.
pub(super) fn target(
    of: &MerchantId,
    device: &Device,
    mode: EndMode,
    typed: &str,
    listed: &[Device],
) -> Result<Target, String> {
    let asks = asks_sdk_id(&device.device_id, mode);
    let id = if asks {
        DeviceId::parse(typed).ok_or("Select the SDK id first.")?
    } else {
        device.device_id.clone()
    };
    let other = listed.iter().find(|one| one.device_id == id && id != device.device_id);
    if let Some(other) = other.filter(|other| !other.device_id.is_activation_code()) {
        return Err(format!(
            "{id} is another terminal in this list, {}. Open that one, or enter this terminal's SDK id.",
            other.name()
        ));
    }
    let allowed = end_device(&id, device.device_status.as_ref(), mode);
    if let Some(reason) = allowed.reason() {
        return Err(reason.to_owned());
    }
    let seen = DeviceAt { mch_id: Some(of.to_string()), device: Some(device.clone()) };
    Ok(Target { id, seen, hint: allowed.hint().map(str::to_owned) })
}

/// The open question, the fields and the change.
#[derive(Clone, Copy, Default)]
pub(crate) struct Ending {
    pub(super) asked: RwSignal<Option<EndQuestion>>,
    sdk_id: RwSignal<String>,
    search: SdkIdSearch,
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
        self.search.clear();
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
    shell.must_retype() || (!end.has_way_back && shell.environment() == Some(Environment::Live))
}

#[component]
pub(super) fn EndDialog() -> impl IntoView {
    let shell = shell();
    let ending = super::state::terminals(shell).ending;
    let title = move || {
        let asked = ending.asked.get()?;
        let mark = if ending.flow.is_spent() { "" } else { "?" };
        Some(format!("{} {}{mark}", end(asked.mode).verb, asked.device.name()))
    };
    let close = Callback::new(move |()| {
        let gone = ending.asked.with_untracked(|asked| {
            asked.as_ref().filter(|asked| asked.mode == EndMode::DeleteCode).map(|asked| asked.of.clone())
        });
        let gone = gone
            .filter(|_| ending.flow.with(|state| matches!(state.outcome(), Some(Outcome::Applied { .. }))));
        if ending.flow.is_running() {
            shell.toast("Still running. Activity shows the result.");
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
                Some("Already sending.".to_owned())
            } else if let Err(reason) = target.get() {
                Some(reason)
            } else {
                let open = retype && ending.name.with(|typed| typed.trim() != name.trim());
                open.then(|| format!("Type {name} to continue."))
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
        view! { <SdkIds of=of device=device chosen=ending.sdk_id search=ending.search error=error/> }
    });
    let retyped = retype.then(|| view! {
        <TextField id="end-name" label=format!("Type {name}") value=ending.name on_text=Callback::new(move |text| ending.name.set(text))
            hint="A safeguard against selecting the wrong terminal."/>
    });
    view! {
        <form class="ask" novalidate=true on:submit=send>
            <p>{row.consequence}</p>
            {sdk_id}
            {retyped}
            <details>
                <summary>"Details"</summary>
                <dl class="ask-facts">
                    <dt>"Merchant"</dt><dd>{merchant}</dd>
                    <dt>"Current status"</dt><dd>{now}</dd>
                    <dt>"To be sent"</dt><dd>{move || sent().unwrap_or_else(|| "Nothing yet".to_owned())}</dd>
                </dl>
                {move || hint().map(|hint| view! { <p>{hint}</p> })}
                {asks.then(|| view! { <p role="status" aria-label="Search for the SDK id">{move || ending.search.sentence()}</p> })}
            </details>
            <DialogFoot keep=Signal::stored(row.keep.to_owned()) on_keep=on_close reason=reason>
                <button type="submit" class="danger" disabled=move || reason.with(Option::is_some) aria-describedby="dialog-reason">
                    {row.verb} " " {name.clone()} {shell.on_live()}</button>
            </DialogFoot>
        </form>
    }
}

/// "SDK id SDK-1, status 3"
fn sent_words(mode: EndMode, target: &Target) -> String {
    match mode.query().device_status {
        Some(status) => format!("SDK id {}, status {status}", target.id),
        None => format!("activation code {}", target.id),
    }
}

#[component]
pub(super) fn Ended(asked: EndQuestion, on_close: Callback<()>) -> impl IntoView {
    let shell = shell();
    let flow = super::state::terminals(shell).ending.flow;
    let close = move |words: &'static str| {
        view! { <button type="button" on:click=move |_| on_close.run(())>{words}</button> }.into_any()
    };
    let result = move || {
        let words = ResultWords { running: saving("terminal"), unchanged: "The terminal is unchanged." };
        change_result(
            ChangeShown::new(shell, flow),
            words,
            |evidence, _, _| done(end(asked.mode).done, evidence, close("Close")),
            |theirs, sent| {
                conflict(conflict_words(&asked, &theirs, sent), Some(close("Close and check again")))
            },
            |doubt| view! { {other_terminal(&asked, doubt)}{close("Close, keep checking")} }.into_any(),
        )
    };
    view! { <div role="status" aria-label="Result" class="result">{live(result)}</div> }
}

/// The sdkId was a person's choice: a record that does not change may mean that it is another terminal's.
fn other_terminal(asked: &EndQuestion, doubt: Doubt) -> Option<&'static str> {
    (doubt == Doubt::NotShown && asks_sdk_id(&asked.device.device_id, asked.mode))
        .then_some("The SDK id may belong to another terminal. Check the terminal itself. ")
}

fn conflict_words(asked: &EndQuestion, theirs: &DeviceAt, sent: bool) -> String {
    let nothing =
        if sent { "It was sent, but the service now shows something else." } else { "Nothing was sent." };
    match &theirs.device {
        None => format!("The service no longer lists this terminal. {nothing}"),
        Some(now) => {
            let (was, is) = (known::status(&asked.device).words, known::status(now).words);
            format!(
                "Someone else changed this terminal: it was {} ({was}), now it's {} ({is}). {nothing}",
                asked.device.name(),
                now.name()
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tapline_contract::record::Record as _;

    fn device(id: &str) -> Device {
        Device::read(&format!(r#"{{"deviceId":"{id}","deviceStatus":2,"uuid":"5e0d"}}"#)).unwrap()
    }

    fn sent(id: &str, mode: EndMode, typed: &str) -> Result<(String, String), String> {
        let listed = [device(id), device("SDK-2")];
        let target = target(&MerchantId::parse("M1").unwrap(), &device(id), mode, typed, &listed)?;
        let seen = target.seen.device.map(|seen| seen.device_id.to_string());
        Ok((target.id.to_string(), seen.unwrap_or_default()))
    }

    #[test]
    fn the_id_is_the_records_or_typed_and_never_guessed() {
        let ok = |id: &str, seen: &str| Ok((id.to_owned(), seen.to_owned()));
        assert_eq!(sent("SDK-1", EndMode::Decommission, ""), ok("SDK-1", "SDK-1"));
        assert_eq!(sent("CD-1", EndMode::DeleteCode, ""), ok("CD-1", "CD-1"));
        assert_eq!(sent("CD-1", EndMode::Logout, " SDK-9 "), ok("SDK-9", "CD-1"), "read at its record");
        for (typed, begins) in [
            ("", "Select the SDK id first."),
            ("CD-1", "CD-1 is an activation code"),
            ("SDK-2", "SDK-2 is another terminal in this list"),
        ] {
            let refused = sent("CD-1", EndMode::Logout, typed).unwrap_err();
            assert!(refused.starts_with(begins), "{refused}");
        }
        assert!(sent("SDK-1", EndMode::DeleteCode, "").is_err());
    }

    #[test]
    fn a_button_is_offered_unless_it_cannot_succeed() {
        let offers = |id| EndMode::ALL.map(|mode| offered(&device(id), mode).may_be_tried());
        assert_eq!(offers("SDK-1"), [true, true, false]);
        assert_eq!(offers("CD-1"), [true, true, true], "the sdkId is asked for");
    }
}
