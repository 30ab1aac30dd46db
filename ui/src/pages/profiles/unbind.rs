//! Removing the last acceptance: an empty list unbinds all of them, so a person confirms it by typing the name.

use leptos::prelude::*;

use super::form::{form, put};
use crate::effect::effect;
use crate::ipc::engine;
use crate::record::edit::Edit;
use crate::shell::shell;
use crate::widgets::dialog::{Dialog, DialogFoot, DialogPlace};
use crate::widgets::icon::Icon;
use crate::widgets::show::live;
use crate::widgets::text_field::TextField;

#[component]
pub(super) fn UnbindAll(open: RwSignal<bool>) -> impl IntoView {
    let shell = shell();
    let edit = super::store(shell).edit;
    let typed = RwSignal::new(String::new());
    effect(move || {
        if open.get() {
            typed.set(String::new());
        }
    });
    let name = move || edit.with(|edit| edit.as_ref().map(Edit::name).unwrap_or_default());
    let all = Memo::new(move |_| {
        edit.with(|edit| {
            let base = edit.as_ref().map(|edit| form(edit).base().acceptances.clone()).unwrap_or_default();
            let name = |one: &tapline_contract::profile::AcceptanceDraft| {
                let id = || one.acpt_id.as_ref().map(ToString::to_string).unwrap_or_default();
                one.acpt_name.clone().unwrap_or_else(id)
            };
            base.iter().map(name).collect::<Vec<_>>()
        })
    });
    let close = Callback::new(move |()| open.set(false));
    let reason = move || {
        (typed.get().trim() != name().trim()).then(|| format!("Type {} to unbind all acceptances.", name()))
    };
    let unbind = move |_| {
        if reason().is_some() {
            return;
        }
        put(shell, "", |form| {
            form.acceptances.clear();
            form.unbind_all = true;
        });
        open.set(false);
        engine::focus_soon(30, "[data-again]", "main h1");
    };
    let counted = move || match all.with(Vec::len) {
        1 => "1 acceptance".to_owned(),
        many => format!("all {many} acceptances"),
    };
    view! {
        <Dialog open=open on_close=close title=Signal::derive(move || format!("Unbind all acceptances of {}?", name()))>
            <DialogPlace/>
            <div class="note note-warning"><Icon name="warning"/><div>
                <p><b>"Saving unbinds " {live(counted)} ". "</b>"The profile then accepts no payments."</p>
                <ul>{move || all.get().into_iter().map(|name| view! { <li>{name}</li> }).collect_view()}</ul>
            </div></div>
            <p>"Nothing is sent until you save your changes on the review page."</p>
            <TextField id="unbind-name" label=Signal::derive(move || format!("Type {}", name())).get_untracked() value=typed on_text=Callback::new(move |text| typed.set(text))/>
            <DialogFoot keep="Keep acceptance" on_keep=close reason=Signal::derive(reason)>
                <button type="button" class="danger" disabled=move || reason().is_some() aria-describedby="dialog-reason" on:click=unbind>"Unbind " {live(counted)}</button>
            </DialogFoot>
        </Dialog>
    }
}
