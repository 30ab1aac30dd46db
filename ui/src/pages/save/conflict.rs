//! Conflict: what you saw, theirs, yours, and the result of choosing, field by field.
//!
//! Saving is possible when every field that both changed is chosen; it reads once more and stops again if it changed again.

use std::collections::BTreeMap;

use leptos::prelude::*;
use tapline_contract::Outcome;
use tapline_contract::emv_config::{EmvConfig, EmvDraft};
use tapline_contract::emv_field::FieldKey;
use tapline_contract::three_way::{self, ChangedBy, FieldConflict, Side};
use tapline_emv::Currency;

use super::review::{pictures, scheme_of};
use super::{Proposal, keep_editing, keep_only_within_saving, put_away, send};
use crate::paths::Route;
use crate::shell::{Saving, Shell, shell};
use crate::show;
use crate::widgets::env_badge::EnvBadge;
use crate::widgets::icon::Icon;

struct Versions {
    /// Mine is an earlier version that was to be put back.
    undoes: bool,
    seen: EmvDraft,
    theirs: EmvConfig,
    their_draft: EmvDraft,
    mine: EmvDraft,
    sent: bool,
}

fn versions(shell: Shell) -> Option<Versions> {
    let proposal = shell.proposal.get_untracked()?;
    let Saving::Done(outcome) = shell.saving.get_untracked() else { return None };
    let Outcome::Conflict { theirs: Some(theirs), sent } = *outcome else { return None };
    Some(Versions {
        undoes: proposal.undoes,
        seen: proposal.before()?,
        their_draft: theirs.draft()?,
        theirs,
        mine: proposal.draft?,
        sent,
    })
}

#[component]
pub(crate) fn Conflict() -> impl IntoView {
    let shell = shell();
    keep_only_within_saving(shell);
    match versions(shell) {
        Some(versions) => view! { <Three versions=versions/> }.into_any(),
        None => view! {
            <div class="page"><h1>"No conflict"</h1><p>"There is nothing to compare any more."</p>
                <button type="button" on:click=move |_| shell.nav.go(Route::Limits)>"Back to Limits"</button></div>
        }
        .into_any(),
    }
}

#[component]
fn Three(versions: Versions) -> impl IntoView {
    let shell = shell();
    let currency = shell.currency();
    let rows = three_way::three_way(&versions.seen, &versions.their_draft, &versions.mine);
    let open: Vec<FieldKey> =
        rows.iter().filter(|row| row.changed_by == ChangedBy::Both).map(|row| row.field.clone()).collect();
    let only_me: Vec<FieldKey> =
        rows.iter().filter(|row| row.changed_by == ChangedBy::OnlyMe).map(|row| row.field.clone()).collect();
    let chosen = RwSignal::new(BTreeMap::<FieldKey, Side>::new());
    let name = versions.theirs.full_name();
    let (their_draft, mine) = (versions.their_draft.clone(), versions.mine.clone());
    let result = Memo::new(move |_| {
        let mut take_mine = only_me.clone();
        take_mine
            .extend(chosen.get().into_iter().filter(|(_, side)| *side == Side::Mine).map(|(field, _)| field));
        three_way::merge(&their_draft, &mine, &take_mine)
    });
    let all = {
        let open = open.clone();
        move |side: Side| chosen.set(open.iter().map(|field| (field.clone(), side)).collect())
    };
    let all_mine = all.clone();
    let waiting = {
        let open = open.clone();
        move || open.iter().filter(|field| !chosen.with(|c| c.contains_key(*field))).count()
    };
    let conflicts = open.len();
    let merged = rows.len() - conflicts;
    let (heading, my_column) = if versions.undoes {
        ("Conflict: this configuration changed again after the change that you undo", "Back to")
    } else {
        ("Conflict: someone else changed this configuration while you were editing", "Yours")
    };
    let words = if versions.sent {
        "Yours was sent, but what stands now is neither what you saw nor what you sent. Take a version per field, then save."
    } else {
        "Nothing of yours was sent. Take a version per field, then save. The record does not say who made the other change."
    };
    let body = rows.into_iter().map(|row| conflict_row(row, chosen, &currency)).collect_view();
    // A field that nobody chose has no result: then there is none to draw either, and both versions stand there instead.
    let meaning = {
        let (theirs, mine) = (versions.their_draft.clone(), versions.mine.clone());
        let (currency, waiting) = (currency.clone(), waiting.clone());
        let is_open = Memo::new(move |_| waiting() > 0);
        move || {
            if is_open.get() {
                let picture = pictures(scheme_of(&mine), &theirs, &mine, &currency, &["theirs", "yours"]);
                return view! { {picture}<p class="muted">"The result is drawn when every field is chosen."</p> }.into_any();
            }
            let result = result.get();
            let picture = pictures(scheme_of(&result), &theirs, &result, &currency, &["theirs", "result"]);
            view! { {picture}{against_theirs(&theirs, &result, &currency)} }.into_any()
        }
    };
    let stored = StoredValue::new(versions.theirs.clone());
    let save = move |_| {
        let theirs = stored.get_value();
        shell.saving.set(Saving::Idle);
        shell.proposal.set(Some(Proposal::new(Some(theirs), Some(result.get_untracked()))));
        shell.nav.force(Route::Review);
        // Otherwise the review asks for the name first.
        if !shell.must_retype() {
            send(shell);
        }
    };
    let discard = move |_| {
        put_away(shell);
        shell.edit.set(None);
        shell.reload();
        shell.nav.force(Route::Editor(stored.get_value().id));
    };
    let still = waiting.clone();
    let reason = move || match still() {
        0 => None,
        1 => Some("1 field is still to choose.".to_owned()),
        many => Some(format!("{many} fields are still to choose.")),
    };
    let disabled = {
        let reason = reason.clone();
        move || reason().is_some()
    };
    let says = {
        let reason = reason.clone();
        move || reason().unwrap_or_else(|| "Ready to save.".to_owned())
    };
    view! {
        <div class="page conflict">
            <div class="page-head">
                <h1>{name}": three versions"</h1>
                <span class="chip"><Icon name="warning"/>{conflicts} " to choose"</span>
                <span class="chip">{merged} " without conflict"</span>
                <span class="grow"></span>
                <button type="button" on:click=move |_| all(Side::Theirs)>"Take all theirs"</button>
                <button type="button" on:click=move |_| all_mine(Side::Mine)>"Keep all mine"</button>
            </div>
            <div class="note note-warning" role="alert"><Icon name="warning"/><div>
                <p><b>{heading}</b></p><p>{words}</p></div></div>
            <div class="table-box" tabindex="0" role="region" aria-label="Versions">
                <table class="three">
                    <thead><tr><th scope="col">"Field"</th><th scope="col">"You saw"</th><th scope="col">"Theirs, now on the service"</th><th scope="col">{my_column}</th><th scope="col">"Result"</th></tr></thead>
                    <tbody>{body}</tbody>
                </table>
            </div>
            <section class="card" aria-labelledby="means-title"><h2 id="means-title">"What the result means"</h2>{meaning}</section>
            <div class="pending save-bar" role="region" aria-label="Save">
                {move || shell.session.get().map(|s| view! { <EnvBadge environment=s.connection.environment/> })}
                <p role="status" aria-label="Choices"><b>{says}</b><br/><span class="muted">"Saving reads the configuration once more and stops again if it changed."</span></p>
                <span class="grow"></span>
                <button type="button" class="danger" on:click=discard>"Discard mine"</button>
                <button type="button" on:click=move |_| keep_editing(shell)>"Keep editing"</button>
                <button type="button" class="primary" disabled=disabled title=reason on:click=save>"Save merged configuration"</button>
            </div>
        </div>
    }
}

fn conflict_row(
    row: FieldConflict,
    chosen: RwSignal<BTreeMap<FieldKey, Side>>,
    currency: &Currency,
) -> AnyView {
    let show = |raw: &Option<String>| show::value(&row.field, raw.as_deref(), currency);
    let (seen, theirs, mine) = (show(&row.seen), show(&row.theirs), show(&row.mine));
    let by = match row.changed_by {
        ChangedBy::OnlyMe => "only you changed it",
        ChangedBy::OnlyThem => "only they changed it",
        ChangedBy::BothAlike => "both, to the same value",
        ChangedBy::Both => "both changed it",
    };
    let group = format!("choose-{}", row.field.wire());
    let pick = |side: Side, text: String, whose: &'static str| {
        let (field, group, label) = (row.field.clone(), group.clone(), row.field.label());
        let is_chosen = {
            let field = field.clone();
            move || chosen.with(|c| c.get(&field) == Some(&side))
        };
        view! {
            <label class="pick">
                <input type="radio" name=group aria-label=format!("{label}: {whose}, {text}") prop:checked=is_chosen
                    on:change=move |_| chosen.update(|c| { c.insert(field.clone(), side); })/>
                <b>{text.clone()}</b>
            </label>
        }
    };
    let both = row.changed_by == ChangedBy::Both;
    let their_cell = if both {
        pick(Side::Theirs, theirs.clone(), "theirs").into_any()
    } else {
        view! { {theirs.clone()} }.into_any()
    };
    let my_cell = if both {
        pick(Side::Mine, mine.clone(), "yours").into_any()
    } else {
        view! { {mine.clone()} }.into_any()
    };
    let field = row.field.clone();
    let by_kind = row.changed_by;
    let result = move || match (by_kind, chosen.with(|c| c.get(&field).copied())) {
        (ChangedBy::OnlyMe, _) => Some((mine.clone(), "yours")),
        (ChangedBy::OnlyThem, _) => Some((theirs.clone(), "theirs")),
        (ChangedBy::BothAlike, _) => Some((theirs.clone(), "the same")),
        (ChangedBy::Both, Some(Side::Mine)) => Some((mine.clone(), "your choice: yours")),
        (ChangedBy::Both, Some(Side::Theirs)) => Some((theirs.clone(), "your choice: theirs")),
        (ChangedBy::Both, None) => None,
    };
    view! {
        <tr>
            <th scope="row">{row.field.label()}<span class="muted">{by}</span></th>
            <td>{seen}</td><td>{their_cell}</td><td>{my_cell}</td>
            <td class="result-cell">{move || match result() {
                Some((value, why)) => view! { <b>{value}</b><span class="muted">{why}</span> }.into_any(),
                None => view! { <span class="with-icon warn"><Icon name="warning"/><b>"Choose one"</b></span> }.into_any(),
            }}</td>
        </tr>
    }
    .into_any()
}

fn against_theirs(theirs: &EmvDraft, result: &EmvDraft, currency: &Currency) -> AnyView {
    let scheme = scheme_of(result);
    let effects: Vec<_> = three_way::changes(theirs, result)
        .iter()
        .filter_map(|change| show::effect(change, scheme, currency))
        .collect();
    if effects.is_empty() {
        return view! { <p class="muted">"Against theirs, no amount is treated differently."</p> }.into_any();
    }
    view! { <p class="muted">"Against theirs:"</p>{effects.into_iter().map(|effect| view! { <p>{effect}</p> }).collect_view()} }.into_any()
}
