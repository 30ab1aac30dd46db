//! Content next to a field of the configuration: its findings, and its difference from the preset.

use leptos::prelude::*;
use tapline_emv::preset::{Preset, Recommended, presets};
use tapline_emv::{Finding, Fix, Params, Scheme, param};

use super::bits::BitDifferences;
use super::{element, store};
use crate::actions::{Keys, offer_unless};
use crate::pages::limits::resource::Limits;
use crate::record::edit::put;
use crate::shell::shell;
use crate::widgets::findings::{FieldFindings, go_to, notes_id};
use crate::widgets::icon::Icon;
use crate::widgets::show::{Show, live};

/// Facts about all fields, computed once for the form as typed.
#[derive(Clone, Copy)]
pub(super) struct FieldHints {
    pub(super) findings: Memo<Vec<Finding>>,
    presets: Memo<Vec<Preset>>,
    /// Name of the preset to compare with.
    chosen: RwSignal<Option<String>>,
    preset: Memo<Option<Preset>>,
    values: Memo<Params>,
    scheme: Memo<Option<Scheme>>,
}

impl FieldHints {
    pub(super) fn new(scheme: Memo<Option<Scheme>>) -> FieldHints {
        let shell = shell();
        let presets = Memo::new(move |_| {
            scheme.get().map(|scheme| presets(scheme, &shell.form_currency())).unwrap_or_default()
        });
        let chosen = RwSignal::new(None::<String>);
        let edit = store(shell).edit;
        FieldHints {
            scheme,
            findings: Memo::new(move |_| super::checks::findings(shell, scheme.get())),
            presets,
            chosen,
            preset: Memo::new(move |_| {
                let chosen = chosen.get()?;
                presets.with(|all| all.iter().find(|preset| preset.name == chosen).cloned())
            }),
            values: Memo::new(move |_| {
                edit.with(|edit| edit.as_ref().map(|edit| edit.form.values()).unwrap_or_default())
            }),
        }
    }

    /// Number of values that differ from the preset.
    fn differing(self) -> Option<usize> {
        let count = |preset: &Preset| {
            self.values
                .with(|values| preset.values.iter().filter(|row| !row.is_same(values.get(row.key))).count())
        };
        self.preset.with(|preset| preset.as_ref().map(count))
    }
}

/// Writes a fix into the form, as one step of undo.
pub(super) fn apply() -> Callback<Fix> {
    let areas = shell().areas();
    Callback::new(move |fix: Fix| {
        put::<Limits>(areas, "", |form| {
            for (key, value) in &fix.edits {
                form.put(key, value);
            }
        });
    })
}

#[component]
pub(super) fn FieldNotes(wire: String, hints: FieldHints) -> impl IntoView {
    let id = element(&wire);
    view! {
        <FieldFindings id=id wire=Signal::stored(wire.clone()) findings=hints.findings apply=apply()>
            <AgainstPreset wire=wire hints=hints/>
        </FieldFindings>
    }
}

/// Id of the element that describes a field of the form.
pub(super) fn described(wire: &str) -> String {
    notes_id(&element(wire))
}

#[component]
fn AgainstPreset(wire: String, hints: FieldHints) -> impl IntoView {
    let row = {
        let wire = wire.clone();
        Memo::new(move |_| hints.preset.with(|preset| preset.as_ref()?.get(&wire).cloned()))
    };
    let is_same = {
        let wire = wire.clone();
        Memo::new(move |_| {
            row.with(|row| row.as_ref().map(|row| hints.values.with(|values| row.is_same(values.get(&wire)))))
        })
    };
    live(move || {
        let row = row.get()?;
        Some(if is_same.get()? {
            view! { <p class="as-preset with-icon"><Icon name="check"/>"As in the preset."</p> }.into_any()
        } else {
            differs(row, hints)
        })
    })
}

fn differs(row: Recommended, hints: FieldHints) -> AnyView {
    let shell = shell();
    let shown = row.shown(&shell.form_currency());
    let label = param::param(row.key).map_or(row.key, |known| known.label);
    let name = format!("Take this value: {label} {shown}");
    let (why, evidence) = (row.why.clone(), row.evidence());
    let (wire, theirs) = (row.key.to_owned(), row.value.text().unwrap_or_default().to_owned());
    let take = move |_| {
        let value = hints.values.with_untracked(|values| row.over(values.get(row.key)));
        put::<Limits>(shell.areas(), "", |form| form.put(row.key, &value));
        // The button disappears with the difference.
        go_to(&element(row.key));
    };
    let blocked = move || shell.read_only();
    view! {
        <div class="preset-differs">
            <p><b>"Preset: "</b><code>{shown}</code>" "<button type="button" class="small" aria-label=name disabled=move || blocked().is_some() title=blocked on:click=take>"Take this value"</button></p>
            <p class="muted">{why} " " {evidence}</p>
            <BitDifferences wire=wire scheme=hints.scheme theirs=theirs other="the preset"/>
        </div>
    }
    .into_any()
}

/// Selects the preset for the comparison. Absent without a known preset.
#[component]
pub(super) fn PresetChoice(hints: FieldHints) -> impl IntoView {
    let choose = move |event: web_sys::Event| {
        let name = event_target_value(&event);
        hints.chosen.set((!name.is_empty()).then_some(name));
    };
    let names = Memo::new(move |_| {
        hints.presets.with(|all| all.iter().map(|preset| preset.name.clone()).collect::<Vec<_>>())
    });
    let options = move || {
        names
            .get()
            .into_iter()
            .map(|name| view! { <option value=name.clone()>{name.clone()}</option> })
            .collect_view()
    };
    let remark = move || {
        let lacks = hints.preset.with(|preset| preset.as_ref().map(|preset| preset.lacks.clone()))?;
        let differing = match hints.differing()? {
            0 => "Nothing differs from it.".to_owned(),
            1 => "1 value differs; it is marked at its field.".to_owned(),
            many => format!("{many} values differ; they are marked at their fields."),
        };
        Some(format!("{differing} {lacks}"))
    };
    let none = Signal::derive(move || {
        names.with(|names| names.is_empty().then(|| "No preset is known for this scheme.".to_owned()))
    });
    offer_unless("preset", none, || go_to("preset"));
    view! {
        <Show when=move || names.with(|names| !names.is_empty())>
            <div class="preset-choice">
                <label for="preset">"Compare with a preset"</label>" "<Keys id="preset"/>
                <select id="preset" aria-describedby="preset-says" on:change=choose><option value="">"none"</option>{live(options)}</select>
                <p id="preset-says" class="muted" role="status" aria-label="Preset">{live(remark)}</p>
            </div>
        </Show>
    }
}
