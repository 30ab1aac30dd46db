//! The question before unsaved changes are left, for every way out.

use leptos::prelude::*;

use crate::actions::run;
use crate::nav::Leaving;
use crate::shell::shell;
use crate::widgets::dialog::Dialog;
use crate::widgets::show::{Show, live};

#[component]
pub(crate) fn LeaveQuestion() -> impl IntoView {
    let shell = shell();
    let nav = shell.nav;
    let name = move || shell.areas().edited_name().unwrap_or_default();
    let keep = Callback::new(move |()| nav.leaving.set(None));
    let look = move |_| {
        nav.leaving.set(None);
        run::review(shell);
    };
    let dirty = move || nav.dirty();
    // Going to another page stops and loses nothing but unsaved input.
    let stake = move || {
        let ends = nav.leaving.with(|leaving| !matches!(leaving, None | Some(Leaving::To(_))));
        shell.window().at_stake.get().filter(|_| ends)
    };
    let title =
        Signal::derive(move || if dirty() { "Leave unsaved changes?" } else { "Leave now?" }.to_owned());
    let loses = move || {
        let stays = nav.leaving.with(|leaving| matches!(leaving, Some(Leaving::To(_))));
        if stays && shell.areas().way_back().is_some() {
            " are not saved. If you leave, they are discarded; right after that you can bring them back."
        } else {
            " are not saved. If you leave, they are lost."
        }
    };
    let typed = move || dirty().then(|| view! { <p>"The changes in " <b>{live(name)}</b> {loses}</p> });
    view! {
        <Dialog open=Signal::derive(move || nav.leaving.with(Option::is_some)) on_close=keep title=title>
            {live(typed)}
            {move || stake().map(|stake| view! { <p>{stake.sentence}</p> })}
            <div class="actions">
                <button type="button" class="primary" on:click=move |_| keep.run(())>{move || if dirty() { "Keep editing" } else { "Stay" }}</button>
                <Show when=dirty><button type="button" on:click=look>"Review changes"</button></Show>
                <button type="button" class="danger" on:click=move |_| run::discard_and_leave(shell)>{move || if dirty() { "Discard and leave" } else { "Leave" }}</button>
            </div>
        </Dialog>
    }
}
