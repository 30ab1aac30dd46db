//! Texts of the rows for all items. Computed in pieces, so that a plan of many hundreds of items does not block the page: the cost of one
//! item grows with the number of configurations it is checked against.
//!
//! Findings for the values that the items would set, combined with the last read values.

use std::collections::BTreeMap;
use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::emv_config::EmvId;
use tapline_contract::order::gathered;
use tapline_contract::plan::{PlanItem, PlanKind};
use tapline_contract::siblings::Siblings;
use tapline_contract::where_used::counted;
use tapline_emv::Finding;
use tapline_emv::check::{self, Severity, Subject};

use super::changes::{self, Concern, MemberChange, PlanContext};
use crate::effect::effect;
use crate::ipc::engine;
use crate::pages::limits::lanes::all_siblings;
use crate::paths::Route;
use crate::plans::Opened;
use crate::shell::Shell;
use crate::shell::areas::AreaState;
use crate::widgets::grid::column::CellFormat;

/// Milliseconds of work before the page gets control: half a frame.
const PIECE: f64 = 8.0;

/// Texts of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ItemText {
    pub(super) changes: Vec<MemberChange>,
    pub(super) effects: Vec<String>,
    pub(super) checked: Checked,
}

impl ItemText {
    /// Texts for an item whose record was not read: its changes are unknown.
    fn unread(item: &PlanItem) -> ItemText {
        let concern = if item.kind == PlanKind::Emv { Concern::Unknown } else { Concern::Acquirer };
        let checked = Checked::new(&concern, None);
        ItemText { changes: Vec::new(), effects: changes::effects(&concern), checked }
    }
}

/// Texts of all items of a plan, in their order; `None` for pending items.
#[derive(Debug, Default)]
pub(super) struct PlanTexts {
    opened: Option<Arc<Opened>>,
    texts: Vec<Option<(Concern, ItemText)>>,
}

impl PlanTexts {
    /// Texts already known for equal items, from this plan or from the one that was open before.
    fn with_known(opened: &Arc<Opened>, before: &Arc<PlanTexts>) -> Arc<PlanTexts> {
        let Some(earlier) = &before.opened else { return Arc::new(PlanTexts::none(opened)) };
        if Arc::ptr_eq(earlier, opened) {
            return Arc::clone(before);
        }
        let places =
            earlier.plan.items.iter().enumerate().map(|(at, item)| ((item.kind.words(), &*item.id), at));
        let places: BTreeMap<_, usize> = gathered(places);
        let known = |item: &PlanItem| {
            let at = *places.get(&(item.kind.words(), &*item.id))?;
            before.texts.get(at).filter(|_| earlier.plan.items[at] == *item)?.clone()
        };
        let texts = opened.plan.items.iter().map(known).collect();
        Arc::new(PlanTexts { opened: Some(Arc::clone(opened)), texts })
    }

    fn none(opened: &Arc<Opened>) -> PlanTexts {
        PlanTexts { opened: Some(Arc::clone(opened)), texts: vec![None; opened.plan.items.len()] }
    }

    pub(super) fn at(&self, at: usize) -> Option<&ItemText> {
        self.texts.get(at)?.as_ref().map(|(_, text)| text)
    }

    pub(super) fn is_whole(&self) -> bool {
        self.texts.iter().all(Option::is_some)
    }

    /// Earlier texts of an item, if its subject is unchanged.
    fn again(&self, at: usize, concern: &Concern) -> Option<&ItemText> {
        let (before, text) = self.texts.get(at)?.as_ref()?;
        (matches!(concern, Concern::Configuration(_)) && before == concern).then_some(text)
    }
}

/// Last texts, kept while another page is shown, so that the rows reappear at once.
#[derive(Clone, Copy, Default)]
struct LastTexts(RwSignal<Arc<PlanTexts>>);

impl AreaState for LastTexts {
    fn place(&self) -> Route {
        Route::Limits
    }

    fn clear(&self) {
        self.0.set(Arc::default());
    }
}

/// Recomputes the texts when their context changes. Earlier texts stay until the new ones are complete.
pub(super) fn item_texts(
    shell: Shell,
    opened: &Arc<Opened>,
    context: Memo<Arc<PlanContext>>,
) -> RwSignal<Arc<PlanTexts>> {
    let LastTexts(all) = shell.state();
    all.update_untracked(|all| *all = PlanTexts::with_known(opened, all));
    // Number of context changes, and of those processed: changes during a pass start another pass.
    let (known, seen) = (StoredValue::new(0_u32), StoredValue::new(0_u32));
    let opened = Arc::clone(opened);
    effect(move || {
        // The record's values in the plan's file are never shown: texts wait for the read.
        if !context.with(|context| context.is_read()) {
            return;
        }
        let is_resting = known.get_value() == seen.get_value();
        known.update_value(|known| *known += 1);
        if is_resting {
            let opened = Arc::clone(&opened);
            spawn_local(async move {
                while let Some(now) = known.try_get_value().filter(|now| seen.try_get_value() != Some(*now)) {
                    let Some(context) = context.try_get_untracked() else { return };
                    let Some(texts) = pass(&opened, &context, all, known).await else { return };
                    all.set(Arc::new(texts));
                    seen.try_set_value(now);
                }
            });
        }
    });
    all
}

/// Computes the texts of all items; `None` once the page is gone.
async fn pass(
    opened: &Arc<Opened>,
    context: &PlanContext,
    all: RwSignal<Arc<PlanTexts>>,
    known: StoredValue<u32>,
) -> Option<PlanTexts> {
    let before = all.get_untracked();
    let is_gone = || known.try_get_value().is_none();
    // Complete earlier texts are readable meanwhile, so the work starts after a frame.
    let mut begun = if before.is_whole() { 0.0 } else { engine::now() };
    let items = &opened.plan.items;
    rested(&mut begun).await;
    let read = |item: &PlanItem| context.as_read(item).unwrap_or(item).clone();
    let shown: Vec<_> = items.iter().map(read).collect();
    let concerns = changes::concerns(&shown, context);
    rested(&mut begun).await;
    let mut checks = Checks::new(context);
    let mut texts = Vec::with_capacity(items.len());
    for (at, (item, concern)) in items.iter().zip(concerns).enumerate() {
        rested(&mut begun).await;
        if is_gone() {
            return None;
        }
        let Some(item) = context.as_read(item) else {
            texts.push(Some((Concern::Unknown, ItemText::unread(item))));
            continue;
        };
        let one = item_text(item, &concern, before.again(at, &concern), &mut checks, context);
        texts.push(Some((concern, one)));
    }
    Some(PlanTexts { opened: Some(Arc::clone(opened)), texts })
}

/// Gives the page control after each piece.
async fn rested(begun: &mut f64) {
    // A clock set back ends a piece too.
    if !(0.0..PIECE).contains(&(engine::now() - *begun)) {
        engine::painted().await;
        *begun = engine::now();
    }
}

fn item_text(
    item: &PlanItem,
    concern: &Concern,
    before: Option<&ItemText>,
    checks: &mut Checks<'_>,
    context: &PlanContext,
) -> ItemText {
    let checked = Checked::new(concern, checks.findings(item, concern).as_deref());
    match before {
        Some(before) => ItemText { checked, ..before.clone() },
        None => ItemText {
            changes: changes::item_changes(item, concern, context),
            effects: changes::effects(concern),
            checked,
        },
    }
}

/// Group of rows with errors or warnings.
pub(super) const CONCERNS: &str = "Errors or warnings";

/// The configurations as last read, prepared for checking items one after the other.
pub(super) struct Checks<'a> {
    context: &'a PlanContext,
    places: BTreeMap<&'a str, usize>,
    siblings: Siblings<'a>,
}

impl<'a> Checks<'a> {
    pub(super) fn new(context: &'a PlanContext) -> Checks<'a> {
        let records = context.records.as_slice();
        Checks {
            context,
            places: gathered(records.iter().enumerate().map(|(at, record)| (record.id.as_str(), at))),
            siblings: all_siblings(records, &context.users, &context.connections),
        }
    }

    /// The findings of an item; `None` for an unchecked item.
    pub(super) fn findings(&mut self, item: &PlanItem, concern: &Concern) -> Option<Vec<Finding>> {
        let (context, Concern::Configuration(sides)) = (self.context, concern) else { return None };
        let (at, id) = (*self.places.get(item.id.as_str())?, EmvId::parse(&item.id)?);
        let found = self.siblings.beside(at, |_, _, siblings| {
            check::check(&Subject {
                name: &sides.after.emv_name,
                method: &sides.after.payment_method,
                scheme: sides.after.scheme(),
                params: &sides.after.params.values(),
                currency: &sides.currency,
                reference: context.users.reference(Some(&id), &sides.currency),
                siblings,
                terminals: context.terminals(&id),
            })
        });
        Some(found)
    }
}

/// Summary of the findings in a row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Checked {
    /// "2 errors, 1 warning"
    pub(super) words: String,
    /// The worst finding, a value of [`WORST`].
    pub(super) worst: &'static str,
}

pub(super) const WORST: CellFormat = CellFormat::Words(&[
    (CONCERNS, CONCERNS),
    ("Only notes", "Only notes"),
    ("No findings", "No findings"),
    ("Not checked", "Not checked"),
]);

impl Checked {
    /// Summary while the check is pending.
    pub(super) fn not_yet(kind: PlanKind) -> Checked {
        match kind {
            PlanKind::Emv => Checked { words: "Checking…".to_owned(), worst: "" },
            PlanKind::Acquirer => Checked::default(),
        }
    }

    /// Summary of findings; empty for an acquirer profile, for which no checks exist.
    pub(super) fn new(concern: &Concern, findings: Option<&[Finding]>) -> Checked {
        if *concern == Concern::Acquirer {
            return Checked::default();
        }
        let Some(findings) = findings else {
            return Checked { words: "Not checked".to_owned(), worst: "Not checked" };
        };
        let of = |severity| findings.iter().filter(|finding| finding.severity == severity).count();
        let groups = [
            (of(Severity::Error), "error", "errors"),
            (of(Severity::Warning), "warning", "warnings"),
            (of(Severity::Info), "note", "notes"),
        ];
        let worst = match groups {
            [(0, ..), (0, ..), (0, ..)] => "No findings",
            [(0, ..), (0, ..), _] => "Only notes",
            _ => CONCERNS,
        };
        let texts = groups.into_iter().filter(|(count, ..)| *count > 0);
        let texts: Vec<_> = texts.map(|(count, one, many)| counted(count, one, many)).collect();
        Checked { words: if texts.is_empty() { worst.to_owned() } else { texts.join(", ") }, worst }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tapline_contract::params::Params;
    use tapline_contract::plan::{Plan, PlanHead, PlanId};

    fn opened(limits: &[(&str, &str)]) -> Arc<Opened> {
        let item = |(id, cvm): &(&str, &str)| PlanItem {
            kind: PlanKind::Emv,
            id: (*id).to_owned(),
            name: String::new(),
            seen: Params::empty(),
            set: Params::parse(&format!(r#"{{"clCVMLimit":{cvm}}}"#)).unwrap(),
            unset: Vec::new(),
            fingerprint: String::new(),
        };
        let head = PlanHead {
            format: String::new(),
            version: 1,
            id: PlanId("P".to_owned()),
            created: String::new(),
            service: String::new(),
            owner: None,
            why: String::new(),
            undoes: None,
        };
        let plan = Plan { head, items: limits.iter().map(item).collect() };
        Arc::new(Opened { plan, text: String::new(), file: None, left_out: Vec::new() })
    }

    fn text(words: &str) -> ItemText {
        ItemText { changes: Vec::new(), effects: vec![words.to_owned()], checked: Checked::default() }
    }

    #[test]
    fn an_item_is_said_as_before_only_where_the_same_is_known() {
        let sides = |cvm: &str| Concern::Configuration(Box::new(changes::Sides::same(cvm)));
        let before = PlanTexts {
            opened: None,
            texts: vec![Some((sides("2500"), text(""))), Some((Concern::Unknown, text(""))), None],
        };
        assert!(before.again(0, &sides("2500")).is_some());
        assert!(before.again(0, &sides("2600")).is_none());
        assert!(before.again(1, &Concern::Unknown).is_none(), "its words hang on more than that");
        assert!(before.again(2, &sides("2500")).is_none());
        assert!(PlanTexts::default().again(0, &sides("2500")).is_none());
    }

    #[test]
    fn another_plan_begins_with_what_is_known_of_the_same_items() {
        let first = opened(&[("1", "100"), ("2", "200"), ("3", "300")]);
        let none = PlanTexts::with_known(&first, &Arc::default());
        assert!(!none.is_whole());
        let known = ["one", "two", "three"].map(|words| Some((Concern::Unknown, text(words))));
        let known = Arc::new(PlanTexts { opened: Some(Arc::clone(&first)), texts: known.to_vec() });
        assert!(Arc::ptr_eq(&PlanTexts::with_known(&first, &known), &known));
        // The first item is absent from the new plan, and the last sets another value.
        let other = PlanTexts::with_known(&opened(&[("2", "200"), ("3", "301")]), &known);
        assert_eq!(other.at(0), Some(&text("two")));
        assert_eq!(other.at(1), None);
        assert!(!other.is_whole());
    }
}
