//! Saving a plan as a file: its reason, its changes, and the file's place.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::Failure;
use tapline_contract::commands::ShowInFolder;
use tapline_contract::export::Exported;

use super::{Gathered, changes, plans};
use crate::ipc;
use crate::paths::Route;
use crate::shell::shell;
use crate::widgets::dialog::Dialog;
use crate::widgets::failure::FailureNote;
use crate::widgets::icon::Icon;
use crate::widgets::text_field::TextField;
use crate::widgets::why::why;

/// Text of a plan, and its file.
pub(crate) type Saved = (String, Exported);

/// Asks for the reason, then makes the plan and writes its file.
#[component]
pub(crate) fn PlanForm(
    /// Returns all changes of the plan, called when it is saved.
    all: Callback<(), Vec<Gathered>>,
    on_saved: Callback<Saved>,
    /// Further buttons.
    children: Children,
) -> impl IntoView {
    let shell = shell();
    let (reason, failed, saving) =
        (RwSignal::new(String::new()), RwSignal::new(None::<Failure>), RwSignal::new(false));
    let none = move || reason.with(|reason| reason.trim().is_empty());
    let save = move || {
        if untrack(none) || saving.get_untracked() {
            return;
        }
        saving.set(true);
        failed.set(None);
        let (why, all) = (reason.get_untracked().trim().to_owned(), untrack(|| all.run(())));
        spawn_local(async move {
            let saved = plans(shell).save(shell, why, all).await;
            let _ = saving.try_set(false);
            match saved {
                Ok(saved) => on_saved.run(saved),
                Err(failure) => {
                    let _ = failed.try_set(Some(failure));
                }
            }
        });
    };
    view! {
        <div on:keydown=move |event| if event.key() == "Enter" { event.prevent_default(); save(); }>
        <TextField id="plan-why" label="Why" value=reason on_text=Callback::new(move |text| reason.set(text))
            error=Signal::derive(move || none().then(|| "Say why: a second person reads it before the plan is applied.".to_owned()))
            hint=Signal::stored("A second person reads it before the plan is applied.".to_owned())/>
        </div>
        {move || failed.get().map(|failure| view! { <FailureNote failure=failure/> })}
        <p class="muted">"Nothing is sent. The plan is a file without secrets: it can be reviewed, kept and applied later."</p>
        <div class="actions">
            <button type="button" class="primary" disabled=move || none() || saving.get() on:click=move |_| save()>"Save as a plan"</button>
            {why(move || none().then_some("Type why first."))}
            {children()}
        </div>
    }
}

/// Place of the file.
#[component]
fn Written(file: Exported) -> impl IntoView {
    let failed = RwSignal::new(None::<Failure>);
    let many = changes(usize::try_from(file.rows).unwrap_or(usize::MAX));
    let path = file.path.clone();
    let show = move |_| {
        let path = path.clone();
        spawn_local(async move {
            let _ = failed.try_set(ipc::command::<ShowInFolder>(path).await.err());
        });
    };
    view! {
        <p class="row" role="status" aria-label="Plan"><span class="good"><Icon name="check"/></span>
            {format!("{many} written to {} in {}.", file.name, file.folder)}</p>
        <p><code class="path">{file.path.clone()}</code></p>
        {move || failed.get().map(|failure| view! { <FailureNote failure=failure/> })}
        <p><button type="button" on:click=show>"Show in folder"</button></p>
    }
}

/// Button before a review: saves the reviewed change as a plan together with those gathered before, or
/// gathers it.
#[component]
pub(crate) fn SaveAsPlan(
    open: RwSignal<bool>,
    /// The change under review.
    one: Callback<(), Option<Gathered>>,
    /// Discards the unsaved input.
    on_discard: Callback<()>,
    /// List to select the next record from.
    list: Route,
) -> impl IntoView {
    let shell = shell();
    let plans = plans(shell);
    let saved = RwSignal::new(None::<Saved>);
    let close = Callback::new(move |()| {
        open.set(false);
        saved.set(None);
    });
    let gather = {
        let list = list.clone();
        move |_| {
            plans.gathered.set(untrack(|| plans.with(one.run(()))));
            let many = plans.gathered.with_untracked(Vec::len);
            close.run(());
            on_discard.run(());
            shell.nav.force(list.clone());
            shell.toast(&format!("Gathered for a plan: {}. Nothing is sent.", changes(many)));
        }
    };
    let took = Callback::new(move |(text, file): Saved| {
        plans.gathered.set(Vec::new());
        saved.set(Some((text, file)));
    });
    let go = move |_| {
        let Some((text, file)) = saved.get_untracked() else { return };
        close.run(());
        on_discard.run(());
        plans.show(shell, text, Some(file.name), Vec::new());
        shell.nav.force(Route::Plan);
    };
    let body = move || {
        if let Some((_, file)) = saved.get() {
            return view! {
            <Written file=file/>
            <p>"What you typed is still in the form and is not sent. It stays there until you discard it."</p>
            <div class="actions">
                <button type="button" class="primary" on:click=go>"Discard it and open the plan"</button>
                <button type="button" on:click=move |_| close.run(())>"Keep it"</button>
            </div>
        }
            .into_any();
        }
        let titles = untrack(|| plans.with(one.run(())));
        let many = changes(titles.len());
        let gather = gather.clone();
        view! {
                <p>{format!("The plan would have {many}:")}</p>
                <ul class="plan-titles" aria-label="Changes">{titles.into_iter().map(|one| view! { <li>{one.title}</li> }).collect_view()}</ul>
                <PlanForm all=Callback::new(move |()| plans.with(one.run(()))) on_saved=took>
                    <button type="button" on:click=gather>"Gather it, go on with another"</button>
                    <button type="button" on:click=move |_| close.run(())>"Cancel"</button>
                </PlanForm>
            }
            .into_any()
    };
    view! { <Dialog open=open on_close=close title=Signal::stored("Save as a plan".to_owned())>{body.clone()}</Dialog> }
}
