//! Review of a merchant before it is saved, field by field; shows also what became of saving it, and the choice when both
//! changed it.

use leptos::prelude::*;
use tapline_contract::Outcome;
use tapline_contract::merchant::Merchant;

use super::conflict::Conflict;
use super::result::ResultPanel;
use super::save::{Proposal, keep_editing, propose, put_away, send};
use super::state::MerchantOutcome;
use super::versions::{self, Change};
use crate::paths::Route;
use crate::shell::{Saving, shell};
use crate::widgets::crumbs::Crumbs;
use crate::widgets::icon::Icon;
use crate::widgets::save_bar::SaveBar;

#[component]
pub(crate) fn ReviewMerchant() -> impl IntoView {
    let shell = shell();
    let merchants = shell.merchants();
    merchants.saving.set(Saving::Idle);
    merchants.proposal.set(propose(shell));
    // Whoever leaves and comes back reviews what is typed then.
    on_cleanup(move || put_away(shell));
    let conflict = Memo::new(move |_| {
        merchants.saving.with(|saving| conflicting(saving).map(|(theirs, sent)| (theirs.clone(), sent)))
    });
    move || match (merchants.proposal.get(), conflict.get()) {
        (Some(proposal), Some((theirs, sent))) if proposal.seen.is_some() && !proposal.draft_is(&theirs) => {
            view! { <Conflict proposal=proposal theirs=theirs sent=sent/> }.into_any()
        }
        (Some(proposal), _) => view! { <Proposed proposal=proposal/> }.into_any(),
        (None, _) => view! {
            <div class="page"><h1>"Nothing to review"</h1><p>"No merchant has changes that can be saved."</p>
                <button type="button" on:click=move |_| keep_editing(shell)>"Back"</button></div>
        }
        .into_any(),
    }
}

fn conflicting(saving: &Saving<MerchantOutcome>) -> Option<(&Merchant, bool)> {
    let Saving::Done(outcome) = saving else { return None };
    let Outcome::Conflict { theirs: Some(theirs), sent } = outcome.as_ref() else { return None };
    Some((theirs, *sent))
}

impl Proposal {
    /// Theirs is what was proposed.
    pub(super) fn draft_is(&self, theirs: &Merchant) -> bool {
        versions::changes(&theirs.draft(), &self.draft).is_empty()
    }

    pub(super) fn changes(&self) -> Vec<Change> {
        let before = self.seen.as_ref().map_or_else(versions::nothing, Merchant::draft);
        versions::changes(&before, &self.draft)
    }
}

#[component]
fn Proposed(proposal: Proposal) -> impl IntoView {
    let shell = shell();
    let merchants = shell.merchants();
    let changes = proposal.changes();
    let (name, count, is_new) = (proposal.name(), changes.len(), proposal.seen.is_none());
    let heading = match (is_new, count) {
        (true, _) => format!("Review new merchant {name}"),
        (false, 1) => format!("Review 1 change in {name}"),
        (false, many) => format!("Review {many} changes in {name}"),
    };
    let label = match (is_new, count) {
        (true, _) => "Create merchant".to_owned(),
        (false, 1) => "Save 1 change".to_owned(),
        (false, many) => format!("Save {many} changes"),
    };
    let mut trail = vec![(Route::Merchants, "Merchants".to_owned())];
    trail.extend(proposal.seen.as_ref().map(|seen| (Route::Merchant(seen.mch_id.clone()), seen.name())));
    let refused = move |wire: &'static str| {
        merchants.edit.with(|edit| edit.as_ref().and_then(|edit| edit.refusal_at(wire)))
    };
    let rows = changes.into_iter().map(|change| {
        let wire = change.wire;
        let said = move || refused(wire).map(|sentence| view! { <p class="says bad">{sentence}</p> });
        let before = (!is_new).then(|| {
            view! { <td class="was">{versions::shown(change.before.as_ref())}</td><td class="to"><Icon name="right"/></td> }
        });
        view! {
            <tr>
                <th scope="row">{change.label}<code>{wire}</code></th>
                {before}
                <td class="is">{versions::shown(change.after.as_ref())}{said}</td>
            </tr>
        }
    });
    // A refusal leaves the bar: correct it, or try again.
    let settled = move || {
        merchants.saving.with(|saving| match saving {
            Saving::Done(outcome) => !matches!(outcome.as_ref(), Outcome::NotApplied { .. }),
            _ => false,
        })
    };
    let running = move || merchants.saving.with(|saving| *saving == Saving::Running);
    let rest = "Everything else is sent as it was read, also what this form does not show.";
    view! {
        <div class="page review">
            <Crumbs trail=trail here="Review"/>
            <h1>{heading}</h1>
            <ResultPanel/>
            <section class="card" aria-label="Changes">
                <table class="changes">
                    <thead><tr><th scope="col">"Field"</th>{(!is_new).then(|| view! { <th scope="col">"Before"</th><td></td> })}
                        <th scope="col">{if is_new { "Value" } else { "After" }}</th></tr></thead>
                    <tbody>{rows.collect_view()}</tbody>
                </table>
                {(!is_new).then(|| view! { <p class="muted">{rest}</p> })}
            </section>
            <SaveBar thing="merchant" name=name label=label running=Signal::derive(running) settled=Signal::derive(settled)
                on_save=Callback::new(move |()| send(shell)) on_back=Callback::new(move |()| keep_editing(shell))/>
        </div>
    }
}
