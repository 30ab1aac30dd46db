//! The question before unsaved changes are left, whichever way.

use leptos::prelude::*;

use crate::actions::run;
use crate::shell::shell;
use crate::widgets::dialog::Dialog;

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
    view! {
        <Dialog open=Signal::derive(move || nav.leaving.with(Option::is_some)) on_close=keep title="Leave unsaved changes?">
            <p>"The changes in " <b>{name}</b> " are not saved. If you leave, they are lost."</p>
            <div class="actions">
                <button type="button" class="primary" on:click=move |_| keep.run(())>"Keep editing"</button>
                <button type="button" on:click=look>"Review changes"</button>
                <button type="button" class="danger" on:click=move |_| run::discard_and_leave(shell)>"Discard and leave"</button>
            </div>
        </Dialog>
    }
}
