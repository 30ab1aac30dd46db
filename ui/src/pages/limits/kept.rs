//! Drafts of limits over a restart: core keeps them for this connection and owner, and they are here again once the connection is open.
//!
//! A draft is written shortly after the last key, and forgotten when it is saved or discarded. A draft that core doesn't keep (the sandbox,
//! a text with a card number) lasts as long as the window, and the question before closing says so.

use std::collections::BTreeMap;

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::FailureKind;
use tapline_contract::commands::{KeepDraft, ReadDrafts};
use tapline_contract::connection::ConnectionId;
use tapline_contract::draft::{DraftKeeping, KeptDraft};
use tapline_contract::emv_config::{EmvConfig, EmvId};
use tapline_contract::emv_form::EmvForm;
use tapline_contract::order::gathered;

use super::LIMITS;
use super::resource::Limits;
use crate::effect::effect;
use crate::ipc::{self, engine};
use crate::paths::Route;
use crate::record::RecordKind as _;
use crate::record::document::Form;
use crate::record::edit::Edit;
use crate::shell::areas::AreaState;
use crate::shell::{Shell, shell};

/// Milliseconds after the last key until a draft is written.
const PAUSE: u64 = 400;

#[derive(Clone, Copy)]
struct KeptDrafts {
    /// The connection whose drafts were read.
    of: RwSignal<Option<ConnectionId>>,
    /// The drafts as core has them.
    written: StoredValue<BTreeMap<Option<EmvId>, KeptDraft>>,
    is_writing: StoredValue<bool>,
    /// Counts changes, so that only the last one within the pause is written.
    turn: StoredValue<u32>,
}

impl Default for KeptDrafts {
    fn default() -> KeptDrafts {
        let shell = shell();
        let kept = KeptDrafts {
            of: RwSignal::new(None),
            written: StoredValue::new(BTreeMap::new()),
            is_writing: StoredValue::new(false),
            turn: StoredValue::new(0),
        };
        let open = LIMITS.open(shell.areas());
        effect(move || {
            open.drafts(|_| ());
            kept.of.track();
            shell.window().locked.track();
            kept.turn.update_value(|turn| *turn += 1);
            let turn = kept.turn.get_value();
            engine::later(PAUSE, move || {
                if kept.turn.get_value() == turn {
                    kept.write(shell);
                }
            });
        });
        kept
    }
}

impl AreaState for KeptDrafts {
    fn place(&self) -> Route {
        Route::Limits
    }

    fn clear(&self) {
        self.of.set(None);
        self.written.set_value(BTreeMap::new());
    }

    fn clear_cached(&self) {}
}

/// Reads the drafts of the open connection, once, and keeps them from then on.
pub(crate) fn begin(shell: Shell) {
    let kept = shell.state::<KeptDrafts>();
    let connection = shell.connection();
    if kept.of.with_untracked(|of| *of == Some(connection.clone())) {
        return;
    }
    let same = shell.same_connection();
    spawn_local(async move {
        let drafts = ipc::command::<ReadDrafts>(connection.clone()).await;
        if !same() {
            return;
        }
        match drafts {
            Ok(drafts) => kept.install(shell, drafts),
            Err(failure) => shell.fail(&failure),
        }
        kept.of.set(Some(connection));
    });
}

impl KeptDrafts {
    /// Adds the drafts of an earlier start to those of this one.
    fn install(self, shell: Shell, drafts: Vec<KeptDraft>) {
        let open = LIMITS.open(shell.areas());
        for draft in drafts {
            let key = draft.id().cloned();
            let edit = edit_of(&draft);
            self.written.update_value(|written| {
                written.insert(key.clone(), draft);
            });
            let Some(mut edit) = edit.filter(Edit::is_dirty) else { continue };
            edit.is_kept = true;
            let home = edit.home();
            open.put_back(edit);
            if shell.nav.route.with_untracked(|route| *route == home) {
                open.resume(key.as_ref().map(EmvId::as_str));
                super::in_typed_currency(shell);
            }
        }
    }

    /// Writes what changed, one draft after the other: of two concurrent calls the older could arrive last.
    fn write(self, shell: Shell) {
        if self.is_writing.get_value() {
            return;
        }
        self.is_writing.set_value(true);
        spawn_local(async move {
            while let Some((key, draft)) = self.next(shell) {
                self.written.update_value(|written| {
                    match draft.clone() {
                        Some(draft) => written.insert(key.clone(), draft),
                        None => written.remove(&key),
                    };
                });
                let (connection, same) = (shell.connection(), shell.same_connection());
                let keeping = DraftKeeping { connection, id: key.clone(), draft };
                let answer = ipc::command::<KeepDraft>(keeping).await;
                if !same() {
                    continue;
                }
                let is_kept = matches!(answer, Ok(true));
                LIMITS.open(shell.areas()).mark_kept(key.as_ref().map(EmvId::as_str), is_kept);
                let Err(failure) = answer else { continue };
                // Tried again after the next change, or once unlocked.
                self.written.update_value(|written| {
                    written.remove(&key);
                });
                if failure.kind != FailureKind::Locked {
                    shell.fail(&failure);
                }
                break;
            }
            self.is_writing.set_value(false);
        });
    }

    /// A draft that core has otherwise, or no longer needs.
    fn next(self, shell: Shell) -> Option<(Option<EmvId>, Option<KeptDraft>)> {
        let connection = shell.connection();
        let is_read = self.of.with_untracked(|of| of.as_ref() == Some(&connection));
        if !is_read || shell.window().locked.get_untracked() {
            return None;
        }
        let now = untrack(|| LIMITS.open(shell.areas()).drafts(kept_of));
        let now: BTreeMap<_, _> = gathered(now.into_iter().map(|draft| (draft.id().cloned(), draft)));
        self.written.with_value(|written| {
            let changed = now.iter().find(|(key, draft)| written.get(*key) != Some(*draft));
            let changed = changed.map(|(key, draft)| (key.clone(), Some(draft.clone())));
            let gone = || written.keys().find(|key| !now.contains_key(*key)).map(|key| (key.clone(), None));
            changed.or_else(gone)
        })
    }
}

fn kept_of(edit: &Edit) -> KeptDraft {
    let form: &EmvForm = edit.form.get();
    KeptDraft { record: edit.seen::<EmvConfig>().cloned(), form: form.keep() }
}

/// `None` if it is unreadable by now.
fn edit_of(draft: &KeptDraft) -> Option<Edit> {
    let form = EmvForm::from_kept(draft.form.clone())?;
    let currency = form.currency().clone();
    let form = Form::new(form);
    match draft.record.clone() {
        Some(record) => {
            let record = Limits::document(record);
            record.is_editable.then(|| Edit::over(LIMITS, &record, form, &currency))
        }
        None => Some(Edit::new(LIMITS, form, &currency)),
    }
}

#[cfg(test)]
mod tests {
    use tapline_contract::record::Record as _;
    use tapline_emv::{Currency, Scheme};

    use super::*;

    fn record() -> EmvConfig {
        let params = r#"{"aid":"A0000000031010","clFloorLimit":0,"clCVMLimit":2500,"clTransLimit":20000}"#;
        let raw = serde_json::json!({"id": 11, "emvName": "Retail", "paymentMethod": "01", "params": params});
        EmvConfig::read(&raw.to_string()).unwrap()
    }

    fn types(edit: &mut Edit, wire: &str, text: &str) {
        edit.change(wire, |form| text.clone_into(LIMITS.text_mut(form, wire).unwrap()));
    }

    #[test]
    fn a_draft_comes_back_with_its_base_its_texts_and_its_currency() {
        let yen = Currency::new("JPY").unwrap();
        for (text, currency) in [("50.00", Currency::euro()), ("fifty,", Currency::euro()), ("5000", yen)] {
            let mut edit = Edit::from_record(LIMITS, &Limits::document(record()), &currency);
            types(&mut edit, "clCVMLimit", text);
            types(&mut edit, "emvName", "");
            let back = edit_of(&kept_of(&edit)).unwrap();
            assert!(back.is_dirty() && back.form == edit.form && back.seen == edit.seen, "{text}");
            assert_eq!(back.errors(), edit.errors(), "{text}");
        }
    }

    #[test]
    fn a_new_one_comes_back_too() {
        let form = Form::new(EmvForm::blank(Scheme::Visa, &Currency::euro()));
        let mut edit = Edit::new(LIMITS, form, &Currency::euro());
        types(&mut edit, "emvName", "Kiosk");
        let back = edit_of(&kept_of(&edit)).unwrap();
        assert!(back.is_dirty() && back.form == edit.form && back.seen.is_none());
    }
}
