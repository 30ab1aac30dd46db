//! Settings of the window, with buttons to keys and about. Every change is applied at once and kept.

use leptos::prelude::*;
use tapline_contract::commands::{Rendering, Theme};

use super::journal_setting::JournalSetting;
use crate::actions::{keys_of, run};
use crate::shell::shell;
use crate::widgets::choice::{Choice, ChoiceRow, plain};
use crate::widgets::icon::Icon;
use crate::widgets::managed::{lines, managed};
use crate::widgets::show::{Show, live};
use crate::window_state::Sheet;

pub(crate) fn theme_choices() -> Vec<Choice<Theme>> {
    plain([(Theme::Light, "Light"), (Theme::Dark, "Dark"), (Theme::System, "System")])
}

const RENDERINGS: [(Rendering, &str); 3] = [
    (Rendering::Automatic, "Automatic"),
    (Rendering::Hardware, "Hardware"),
    (Rendering::Software, "Software"),
];

#[component]
pub(crate) fn Settings() -> impl IntoView {
    let shell = shell();
    let window = shell.window();
    let kept = window.preferences;
    let theme = Signal::derive(move || {
        shell.core.with(|core| core.as_ref().map(|core| core.theme).unwrap_or_default())
    });
    let rendering =
        Signal::derive(move || shell.core.with(|core| core.as_ref().and_then(|core| core.rendering)));
    let minutes = move || shell.core.with(|core| core.as_ref().map_or(10, |core| core.idle_minutes));
    let managed = Signal::derive(move || managed(shell));
    let lock_is_managed = move || managed.with(|m| m.as_ref().is_some_and(|m| m.idle_minutes.is_some()));
    // Keys of the action; while it is disabled, the reason.
    let smaller = move || run::at_smallest(shell).map_or_else(|| keys_of(shell, "zoom-out"), str::to_owned);
    let larger = move || run::at_largest(shell).map_or_else(|| keys_of(shell, "zoom-in"), str::to_owned);
    view! {
        <div class="settings">
            <div class="field"><span class="label">"Theme"</span>
                <ChoiceRow label="Theme" name="settings-theme" chosen=theme choices=theme_choices()
                    choose=Callback::new(move |theme| shell.set_theme(theme))/></div>
            <div class="field"><span class="label">"Contrast"</span>
                <ChoiceRow label="Contrast" name="settings-contrast" choices=plain([(false, "Normal contrast"), (true, "High contrast")])
                    chosen=Signal::derive(move || kept.with(|kept| kept.contrast))
                    choose=Callback::new(move |on| window.change(|kept| kept.contrast = on))/></div>
            <div class="field"><span class="label">"Zoom"</span>
                <div class="row" role="group" aria-label="Zoom of the window">
                    <button type="button" class="square" aria-label="Smaller" title=smaller
                        disabled=move || run::at_smallest(shell).is_some() on:click=move |_| run::zoom_out(shell)><Icon name="minus"/></button>
                    <output aria-label="Zoom">{move || kept.with(|kept| kept.zoom)} " %"</output>
                    <button type="button" class="square" aria-label="Larger" title=larger
                        disabled=move || run::at_largest(shell).is_some() on:click=move |_| run::zoom_in(shell)><Icon name="plus"/></button>
                    <button type="button" title=move || keys_of(shell, "zoom-reset") on:click=move |_| run::zoom_reset(shell)>"100 %"</button>
                </div></div>
            <div class="field"><span class="label">"Side bar"</span>
                <ChoiceRow label="Side bar" name="settings-rail" choices=plain([(false, "Wide"), (true, "Icons")])
                    chosen=Signal::derive(move || kept.with(|kept| kept.narrow_rail))
                    choose=Callback::new(move |on| window.change(|kept| kept.narrow_rail = on))/></div>
            <Show when=move || rendering.get().is_some()>
                <div class="field"><span class="label">"Rendering"</span>
                    <ChoiceRow label="Rendering" name="settings-rendering" choices=plain(RENDERINGS)
                        chosen=Signal::derive(move || rendering.get().unwrap_or_default())
                        choose=Callback::new(move |rendering| shell.set_rendering(rendering))/>
                    <p class="muted">"Takes effect at the next start. About Tapline says how this window is drawn."</p></div>
            </Show>
            <div class="field"><span class="label">"Lock"</span>
                <p>"After " {live(minutes)} " minutes without a key or a movement, and after 8 hours in any case. "
                    {move || keys_of(shell, "lock")} " locks at once."
                    {move || lock_is_managed().then_some(" Set by your administrator.")}</p></div>
            <JournalSetting/>
            <Show when=move || managed.with(Option::is_some)>
                <div class="field"><span class="label">"Set by your administrator"</span>
                    <ul aria-label="Set by your administrator">{move || managed.get().map(lines).unwrap_or_default().into_iter()
                        .map(|line| view! { <li>{line}</li> }).collect_view()}</ul></div>
            </Show>
        </div>
        <div class="actions">
            <button type="button" on:click=move |_| window.sheet.set(Some(Sheet::Keys))><Icon name="keyboard"/>"Keys…"</button>
            <button type="button" on:click=move |_| window.sheet.set(Some(Sheet::About))><Icon name="info"/>"About Tapline…"</button>
            <span class="grow"></span>
            <button type="button" on:click=move |_| window.sheet.set(None)>"Close"</button>
        </div>
    }
}
