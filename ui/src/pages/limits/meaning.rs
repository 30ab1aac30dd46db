//! Meaning of a change of limits: both versions as a picture, the effect on sales in words, and the findings.

use leptos::html;
use leptos::prelude::*;
use tapline_contract::emv_config::{EmvConfig, EmvDraft, EmvId};
use tapline_contract::replay::Version;
use tapline_contract::where_used::UsedRecord;
use tapline_emv::check::{self, Finding, Severity, Subject};
use tapline_emv::tap::{self, Side};
use tapline_emv::{Currency, Params, at_terminals};
use tapline_explain::say::tap as words;

use super::finding::{Form, entry};
use super::lanes::siblings_of;
use super::store;
use crate::effect::effect;
use crate::ipc::hold;
use crate::pages::replay::line::PastOfChange;
use crate::paths::Route;
use crate::record::{Change, Meaning};
use crate::scale::Scale;
use crate::shell::Shell;
use crate::used;
use crate::widgets::show::live;
use crate::widgets::zones::ZoneBar;

/// Sentence for a change without an effect.
pub(crate) const SAME: &str = "No change for any amount.";

pub(super) fn view(shell: Shell, of: Meaning<'_>) -> AnyView {
    let currency = untrack(|| shell.form_currency());
    match of {
        Meaning::Review { change, before, after } => {
            let (before, after): (&EmvDraft, &EmvDraft) = (before.get(), after.get());
            let id = change.seen().map(|seen| seen.get::<EmvConfig>().id.clone());
            let words = if matches!(change, Change::Create(_)) { ["", "after"] } else { ["before", "after"] };
            // Recomputed as a whole once the terminals are known.
            let terminals = terminals(shell, id.clone());
            let pictures = {
                let (before, after, currency) = (before.clone(), after.clone(), currency.clone());
                move || pictures(&before, &after, &terminals.get(), &currency, words)
            };
            let effects = {
                let (before, after, currency) = (before.clone(), after.clone(), currency.clone());
                move || match effects(&before, &after, &terminals.get(), &currency) {
                    Ok(effects) if effects.is_empty() => view! { <p>{SAME}</p> }.into_any(),
                    Ok(effects) => effects
                        .into_iter()
                        .map(|effect| view! { <p><b>{effect}</b></p> })
                        .collect_view()
                        .into_any(),
                    Err(unknown) => view! { <p>{unknown}</p> }.into_any(),
                }
            };
            let found = {
                let (id, after, currency) = (id.clone(), after.clone(), currency.clone());
                move || findings(shell, id.as_ref(), &after, &currency)
            };
            let past = past_sales(id.as_ref(), before, after, &currency);
            let users = id.map(|id| {
                let of = UsedRecord::Emv(id);
                view! { <dt>"Affects"</dt><dd><used::UsedLine of=of how=used::How::Held/></dd> }
            });
            view! {
                {live(pictures)}
                <dl class="effects"><dt>"Effect"</dt><dd>{live(effects)}</dd>{past}<dt>"Checks"</dt><dd>{found}</dd>{users}</dl>
            }
            .into_any()
        }
        // An undecided field has no result to draw, so both versions are shown instead.
        Meaning::Conflict { theirs, result, is_open: true } => view! {
            {pictures(theirs.get(), result.get(), &of_conflict(shell), &currency, ["theirs", "yours"])}
            <p class="muted">"Choose a value for each field to see the result."</p>
        }
        .into_any(),
        Meaning::Conflict { theirs, result, is_open: false } => {
            let (theirs, result): (&EmvDraft, &EmvDraft) = (theirs.get(), result.get());
            let terminals = of_conflict(shell);
            let (words, effects) = match effects(theirs, result, &terminals, &currency) {
                Ok(effects) if effects.is_empty() => {
                    ("Compared with theirs, no change for any amount.", effects)
                }
                Ok(effects) => ("Compared with theirs:", effects),
                Err(unknown) => (unknown, Vec::new()),
            };
            view! {
                {pictures(theirs, result, &terminals, &currency, ["theirs", "result"])}
                <p class="muted">{words}</p>
                {effects.into_iter().map(|effect| view! { <p>{effect}</p> }).collect_view()}
            }
            .into_any()
        }
    }
}

/// Parameters that all terminals of the configuration share.
fn terminals(shell: Shell, id: Option<EmvId>) -> Memo<Params> {
    Memo::new(move |_| used::agreed_terminals(shell, id.as_ref()))
}

/// Parameters that all terminals share, for the form in conflict, as far as known.
fn of_conflict(shell: Shell) -> Params {
    let id = store(shell).edit.with_untracked(|edit| Some(edit.as_ref()?.seen::<EmvConfig>()?.id.clone()));
    untrack(|| used::agreed_terminals(shell, id.as_ref()))
}

/// The editor's result for past sales under these limits.
fn past_sales(
    id: Option<&EmvId>,
    before: &EmvDraft,
    after: &EmvDraft,
    currency: &Currency,
) -> Option<AnyView> {
    let [before, after] = [before, after].map(|draft| {
        let params = draft.params.values();
        Some(Version::new(check::limits_of(&params)?, &params))
    });
    let (before, after, currency) = (before?, after?, currency.clone());
    let key = id.map(ToString::to_string);
    (before != after)
        .then(|| view! { <PastOfChange key=key currency=currency before=before after=after/> }.into_any())
}

/// Effect of saving on sales, with all deciding parameters, including those of terminals; empty if every amount is treated as before. The
/// error says why the effect is unknown.
pub(crate) fn effects(
    before: &EmvDraft,
    after: &EmvDraft,
    terminals: &Params,
    currency: &Currency,
) -> Result<Vec<String>, &'static str> {
    let [was, is] = [before, after].map(|draft| at_terminals::with(&draft.params.values(), terminals));
    let Some(scheme) = after.scheme() else {
        return Err("Unclear: neither payment method nor AID names the scheme.");
    };
    let was = before.scheme().map(|scheme| Side::from_params(scheme, &was));
    let effects = tap::effects(was, Side::from_params(scheme, &is));
    Ok(effects.iter().map(|effect| words::change_effect(effect, currency).to_string()).collect())
}

/// Two versions on one scale; a version without a name is not drawn.
fn pictures(
    before: &EmvDraft,
    after: &EmvDraft,
    terminals: &Params,
    currency: &Currency,
    words: [&'static str; 2],
) -> AnyView {
    let schemes = [before, after].map(EmvDraft::scheme);
    let params = [before, after].map(|draft| at_terminals::with(&draft.params.values(), terminals));
    let limits = [&params[0], &params[1]].map(check::limits_of);
    let both = limits.iter().flatten().flat_map(|l| [l.floor, l.cvm, l.transaction]);
    let scale = Scale::over(both, currency.unit());
    let (width, track) = (RwSignal::new(656.0), NodeRef::<html::Div>::new());
    effect(move || {
        if let Some(element) = track.get() {
            hold::on_width(&element, move |wide| {
                let _ = width.try_set(wide);
            });
        }
    });
    let lines = words.into_iter().zip(schemes).zip(limits).zip(params);
    let lines = lines.filter(|(((word, _), _), _)| !word.is_empty());
    let bars = lines.filter_map(|(((word, scheme), limits), params)| {
        let limits = limits?;
        Some(view! {
            <div class="picture"><span class="muted">{word}</span><div class="track" node_ref=track>
                <ZoneBar scheme=scheme limits=limits params=params currency=currency.clone() scale=Signal::derive(move || scale) width=width/>
            </div></div>
        })
    });
    view! { <div class="pictures" aria-hidden="true">{bars.collect_view()}</div> }.into_any()
}

fn findings(shell: Shell, id: Option<&EmvId>, after: &EmvDraft, currency: &Currency) -> AnyView {
    let records = store(shell).list.with_untracked(|list| list.records.clone());
    let known = used::known(shell);
    let terminals = used::terminals_of(shell, id);
    let findings = check::check(&Subject {
        name: &after.emv_name,
        method: &after.payment_method,
        scheme: after.scheme(),
        params: &after.params.values(),
        currency,
        reference: known.reference(id, currency),
        siblings: &siblings_of(&records, id, &known, &shell.currency()),
        terminals: terminals.as_deref(),
    });
    // The typed values are in the form under review.
    let form = Form::At(id.map_or(Route::New, |id| Route::Editor(id.clone())));
    let is_empty = findings.is_empty();
    let (notes, concerns): (Vec<_>, Vec<_>) =
        findings.into_iter().partition(|finding| finding.severity == Severity::Info);
    let count = match notes.len() {
        1 => "1 note".to_owned(),
        many => format!("{many} notes"),
    };
    let list = |all: Vec<Finding>| {
        let rows = all.into_iter().map(|finding| entry(finding, &form, ().into_any())).collect_view();
        view! { <ul class="findings">{rows}</ul> }
    };
    let notes =
        (!notes.is_empty()).then(|| view! { <details><summary>{count}</summary>{list(notes)}</details> });
    let concerns = (!concerns.is_empty()).then(|| list(concerns));
    let rest = if is_empty { "No findings. " } else { "" };
    view! { {concerns}{notes}<p class="muted">{rest} "Findings don't block saving."</p> }.into_any()
}
