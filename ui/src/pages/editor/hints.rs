//! Content next to a field of the configuration: its findings, and its difference from the preset.
//!
//! Differing bits of two values, in words, each applied alone. A bit whose change needs confirmation is only displayed here: the box among
//! the decoded bits asks.
//!
//! Findings about the typed values appear at their field; a list names all and leads there. A finding never blocks saving; a fix only edits.

use std::collections::BTreeSet;

use leptos::prelude::*;
use tapline_emv::check::{self, Field, Problem, Severity, Subject};
use tapline_emv::decode::{BitRow, Code, Difference, decode, differing};
use tapline_emv::preset::{Preset, Recommended, presets};
use tapline_emv::{Finding, Fix, Params, Scheme, param};
use tapline_explain::say::check as say;

use super::{element, form, seen, store};
use crate::actions::{Keys, offer_unless};
use crate::pages::limits::LIMITS;
use crate::pages::limits::finding::{self, Form};
use crate::pages::limits::lanes::siblings_of;
use crate::pages::limits::resource::Limits;
use crate::record::edit::{Edit, put};
use crate::shell::{Shell, shell};
use crate::used;
use crate::widgets::findings::{about, fix_button, go_to, notes_id};
use crate::widgets::icon::{Icon, severity_look};
use crate::widgets::show::{Show, live};

/// Facts about all fields, computed once for the form as typed.
#[derive(Clone, Copy)]
pub(super) struct FieldHints {
    /// Findings to show: in a new configuration those of fields that were typed into or left.
    pub(super) findings: Memo<Vec<Finding>>,
    /// True if findings of untouched fields aren't shown yet.
    has_more: Memo<bool>,
    /// Fields that were left.
    left: RwSignal<BTreeSet<String>>,
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
        // Fields of a draft that is opened again were left before.
        let wrong = |edit: &Edit| {
            let errors = edit.errors().into_iter().map(|error| error.field.clone());
            errors.filter(|wire| edit.is_typed(wire)).collect::<BTreeSet<String>>()
        };
        let left = RwSignal::new(edit.with_untracked(|edit| edit.as_ref().map(wrong).unwrap_or_default()));
        let all = Memo::new(move |_| findings(shell, scheme.get()));
        let findings = Memo::new(move |_| {
            let mut shown = all.get();
            let is_met =
                |edit: &Edit, wire: &str| !edit.is_untouched(wire) || left.with(|left| left.contains(wire));
            edit.with(|edit| {
                let Some(edit) = edit else { return };
                shown.retain(|finding| finding.fields.iter().any(|field| is_met(edit, field.wire())));
            });
            shown
        });
        FieldHints {
            scheme,
            findings,
            has_more: Memo::new(move |_| all.with(Vec::len) > findings.with(Vec::len)),
            left,
            presets,
            chosen,
            preset: Memo::new(move |_| {
                let chosen = chosen.get()?;
                presets.with(|all| all.iter().find(|preset| preset.name == chosen).cloned())
            }),
            values: Memo::new(move |_| {
                edit.with(|edit| edit.as_ref().map(|edit| form(edit).values()).unwrap_or_default())
            }),
        }
    }

    /// From now on the field shows its error.
    pub(super) fn leave(self, wire: &str) {
        if self.left.with_untracked(|left| !left.contains(wire)) {
            self.left.update(|left| {
                left.insert(wire.to_owned());
            });
        }
    }

    pub(super) fn is_left(self, wire: &str) -> bool {
        self.left.with(|left| left.contains(wire))
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

/// Findings of a field, with all their fixes, and its difference from the preset. They describe the input, so that a screen reader reads
/// them there.
#[component]
pub(super) fn FieldNotes(wire: String, hints: FieldHints) -> impl IntoView {
    let id = notes_id(&element(&wire));
    let here = {
        let wire = wire.clone();
        Memo::new(move |_| hints.findings.with(|findings| about(findings, &wire)))
    };
    let rows = {
        let wire = wire.clone();
        move || here.get().into_iter().map(|finding| at_field(finding, &wire)).collect_view()
    };
    view! {
        <div class="beside" id=id><ul class="findings beside-findings">{live(rows)}</ul><AgainstPreset wire=wire hints=hints/></div>
    }
}

/// The finding at its first field; at its other fields a line that leads there.
fn at_field(mut finding: Finding, wire: &str) -> AnyView {
    match home(&finding).filter(|home| home.wire() != wire) {
        None => {
            finding.fields.retain(|field| field.wire() != wire);
            entry(finding)
        }
        Some(home) => line(&finding, home),
    }
}

/// The field of the form that a finding belongs to; `None` if only terminals have its fields.
fn home(finding: &Finding) -> Option<Field> {
    finding.fields.iter().copied().find(|field| field.is_of_configuration())
}

/// A finding in one line that leads to its field.
fn line(finding: &Finding, home: Field) -> AnyView {
    let (icon, class) = severity_look(finding.severity);
    let id = element(home.wire());
    let words = say::title(finding).to_string();
    view! {
        <li><span class=class><Icon name=icon/></span>
            <p>{finding.severity.word()} ": "<button type="button" class="link" on:click=move |_| go_to(&id)>{words}</button></p></li>
    }
    .into_any()
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
            view! { <p class="as-preset with-icon"><Icon name="check"/>"Same as preset."</p> }.into_any()
        } else {
            differs(row, hints)
        })
    })
}

fn differs(row: Recommended, hints: FieldHints) -> AnyView {
    let shell = shell();
    let shown = row.shown(&shell.form_currency());
    let label = param::param(row.key).map_or(row.key, |known| known.label);
    let name = format!("Use this value: {label} {shown}");
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
            <p><b>"Preset: "</b><code>{shown}</code>" "<button type="button" class="small" aria-label=name disabled=move || blocked().is_some() title=blocked on:click=take>"Use this value"</button></p>
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
            0 => "All values match the preset.".to_owned(),
            1 => "1 value differs, marked at its field.".to_owned(),
            many => format!("{many} values differ, marked at their fields."),
        };
        Some(format!("{differing} {lacks}"))
    };
    let none = Signal::derive(move || {
        names.with(|names| names.is_empty().then(|| "No preset for this scheme.".to_owned()))
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

#[component]
pub(super) fn BitDifferences(
    wire: String,
    scheme: Memo<Option<Scheme>>,
    /// The other value of the comparison.
    theirs: String,
    /// Name of the other value in a sentence.
    other: &'static str,
) -> impl IntoView {
    let areas = shell().areas();
    let key = wire.clone();
    let all = Memo::new(move |_| {
        let mine = LIMITS.typed(areas, &key);
        let code = Code::from_key(&key, scheme.get())?;
        differing(code, scheme.get(), &mine, &theirs)
    });
    let rows = move || {
        let rows = all.get().unwrap_or_default().into_iter().map(|one| {
            let caution = one.theirs.caution();
            let caution = match one.theirs.guard() {
                Some(_) => format!(" ({caution}; change it in the bits)"),
                None => String::new(),
            };
            let words = format!("{}{caution}", one.words(other));
            let take = one.theirs.guard().is_none().then(|| taking(&wire, scheme, one, other));
            view! { <li>{words} " " {take}</li> }
        });
        rows.collect_view()
    };
    view! { <Show when=move || all.with(|all| all.as_ref().is_some_and(|all| !all.is_empty()))><ul class="bit-differences">{rows.clone()}</ul></Show> }
}

fn taking(
    wire: &str,
    scheme: Memo<Option<Scheme>>,
    one: Difference,
    other: &'static str,
) -> impl IntoView + use<> {
    let shell = shell();
    let wire = wire.to_owned();
    let state = if one.theirs.set { "set" } else { "not set" };
    let name = format!("Set this bit as in {other}: {}, {state}", one.theirs.place());
    let take = move |_| {
        let BitRow { byte, bit, set, .. } = one.theirs;
        let now = untrack(|| LIMITS.typed(shell.areas(), &wire));
        let decoded = Code::from_key(&wire, scheme.get_untracked())
            .and_then(|code| decode(code, scheme.get_untracked(), &now).ok());
        if let Some(decoded) = decoded {
            let value = tapline_emv::Value::Text(decoded.with(byte, bit, set));
            put::<Limits>(shell.areas(), "", |form| form.put(&wire, &value));
        }
        // The button disappears with the difference.
        go_to(&element(&wire));
    };
    let blocked = move || shell.read_only();
    view! { <button type="button" class="small" aria-label=name disabled=move || blocked().is_some() title=blocked on:click=take>"Set this bit"</button> }
}

/// Findings about the form as typed. The error of a field says that a new configuration has no limits yet, once the field was left.
fn findings(shell: Shell, scheme: Option<Scheme>) -> Vec<Finding> {
    let is_new = store(shell).edit.with(|edit| edit.as_ref().is_some_and(|edit| seen(edit).is_none()));
    let mut all = with_subject(shell, scheme, check::check).unwrap_or_default();
    all.retain(|finding| !is_new || !matches!(finding.problem, Problem::LimitMissing(_)));
    all
}

/// Passes the form as typed to `tell`; `None` without a form.
pub(super) fn with_subject<T>(
    shell: Shell,
    scheme: Option<Scheme>,
    tell: impl FnOnce(&Subject<'_>) -> T,
) -> Option<T> {
    let (currency, store) = (shell.form_currency(), store(shell));
    let records = store.list.with(|list| list.records.clone());
    store.edit.with(|edit| {
        let edit = edit.as_ref()?;
        let terminals = used::terminals_of(shell, seen(edit).map(|seen| &seen.id));
        let known = used::known(shell);
        let id = seen(edit).map(|seen| &seen.id);
        Some(tell(&Subject {
            name: &form(edit).name,
            method: &form(edit).method,
            scheme,
            params: &form(edit).values(),
            currency: &currency,
            reference: known.reference(id, &currency),
            siblings: &siblings_of(&records, id, &known, &shell.currency()),
            terminals: terminals.as_deref(),
        }))
    })
}

#[component]
pub(super) fn Checks(hints: FieldHints) -> impl IntoView {
    let all = hints.findings;
    let counted = move || {
        all.with(|all| {
            let of = |severity: Severity| all.iter().filter(|f| f.severity == severity).count();
            let parts: Vec<String> =
                [(Severity::Error, "error"), (Severity::Warning, "warning"), (Severity::Info, "note")]
                    .into_iter()
                    .map(|(severity, word)| (of(severity), word))
                    .filter(|(count, _)| *count > 0)
                    .map(
                        |(count, word)| {
                            if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
                        },
                    )
                    .collect();
            if parts.is_empty() {
                if hints.has_more.get() { "no findings so far" } else { "no findings" }.to_owned()
            } else {
                parts.join(", ")
            }
        })
    };
    let rows = move || {
        let one = |finding: Finding| match home(&finding) {
            Some(home) => line(&finding, home),
            None => entry(finding),
        };
        all.get().into_iter().map(one).collect_view()
    };
    view! {
        <section class="panel" aria-labelledby="checks-title">
            <div class="row"><h2 id="checks-title">"Checks"</h2><span class="grow"></span><span class="muted">{live(counted)}</span></div>
            <ul class="findings">{live(rows)}</ul>
        </section>
    }
}

fn entry(finding: Finding) -> AnyView {
    let fixes = finding.fixes.iter().map(|fix| {
        let input = fix.edits.first().map(|(key, _)| element(key)).unwrap_or_default();
        fix_button(fix.clone(), say::fix(&finding, fix).to_string(), apply(), input)
    });
    let fixes = fixes.collect_view().into_any();
    finding::entry(finding, &Form::Here, fixes)
}
