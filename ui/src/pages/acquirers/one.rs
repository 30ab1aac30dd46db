//! The page of one acquirer profile: its connection, the EMV configurations and methods of each scheme, and who uses it.

use leptos::prelude::*;
use tapline_contract::acquirer::{Acquirer, AcquirerId};
use tapline_contract::emv_config::EmvId;
use tapline_contract::form::acquirer::AcquirerForm;
use tapline_contract::where_used::UsedRecord;

use super::layout::{CONNECTION, PROFILE, ROWS};
use super::parts::labels;
use super::picker::ids;
use super::{ACQUIRERS, users};
use crate::pages::transactions::type_words;
use crate::paths::Route;
use crate::record::layout::facts;
use crate::record::one::RecordPage;
use crate::record::versions::name_of;
use crate::shell::{Shell, shell};
use crate::show;
use crate::used::{How, UsedLine};
use crate::widgets::icon::Icon;
use crate::widgets::links::RouteLink;
use crate::widgets::show::live;

#[component]
pub(crate) fn OneAcquirer(id: AcquirerId) -> impl IntoView {
    let shell = shell();
    users::read(shell);
    let drawn = Callback::new(move |()| {
        let record = super::store(shell).record();
        record.map_or_else(|| ().into_any(), |record| all(shell, &record))
    });
    view! { <RecordPage kind=ACQUIRERS key=id.to_string() facts=drawn/> }
}

fn all(shell: Shell, record: &Acquirer) -> AnyView {
    let form = AcquirerForm::from_record(record);
    let untold = (!form.unshown.is_empty()).then(|| {
        let words = labels(&form.unshown);
        view! {
            <p class="note"><Icon name="info"/><span>"Not provided: " {words} ". Fill them in when you edit this profile."</span></p>
        }
    });
    let key = record.path_id().map(ToString::to_string).unwrap_or_default();
    let of = record.path_id().cloned().map(UsedRecord::Acquirer);
    let line = of.map(|of| view! { <UsedLine of=of how=How::Held/> });
    view! {
        {untold}
        <div class="facts">
            {facts(ROWS, PROFILE, record, words, Vec::new())}
            {facts(ROWS, CONNECTION, record, words, Vec::new())}
            {schemes(shell, &form)}
            <section class="card" aria-label="Used by"><h2>"Used by"</h2>{move || users::links(shell, &key)}{line}</section>
        </div>
    }
    .into_any()
}

/// "30000 (likely milliseconds)", "30 (unit unclear)". A second is the least timeout in milliseconds that makes sense.
fn words(wire: &str, text: &str) -> Option<String> {
    let likely = text.parse().is_ok_and(|number: u64| number >= 1000);
    let unit = if likely { "likely milliseconds" } else { "unit unclear" };
    matches!(wire, "connTimeout" | "connRequestTimeout").then(|| format!("{text} ({unit})"))
}

/// Keys with values only; undocumented keys are included.
fn schemes(shell: Shell, form: &AcquirerForm) -> AnyView {
    let filled = form.schemes.iter().filter(|row| !row.emv.is_empty() || !row.methods.is_empty());
    let rows = filled.map(|row| {
        let name = show::method_words(&row.key);
        let configurations = ids(&row.emv);
        let linked = move || {
            let names = shell.areas().names(shell).emv;
            let link = |id: &String| {
                let words = name_of(&names, id);
                let known = names.iter().any(|(known, _)| known == id);
                match EmvId::parse(id).filter(|_| known) {
                    Some(id) => view! { <li><RouteLink route=Route::Editor(id) words=words/></li> }.into_any(),
                    None => view! { <li>{words}</li> }.into_any(),
                }
            };
            configurations.iter().map(link).collect_view()
        };
        let methods = row.methods.split(", ").map(type_words).collect::<Vec<_>>().join(", ");
        view! { <tr><th scope="row">{name}</th><td><ul class="links">{live(linked)}</ul></td><td>{methods}</td></tr> }
    });
    let rows: Vec<_> = rows.collect();
    let none = rows.is_empty().then(|| view! { <p class="muted">"None."</p> });
    let table = (!rows.is_empty()).then(|| view! {
        <table class="small-table">
            <thead><tr><th scope="col">"Scheme"</th><th scope="col">"EMV configurations"</th><th scope="col">"Transaction types"</th></tr></thead>
            <tbody>{rows}</tbody>
        </table>
    });
    view! { <section class="card" aria-label="Schemes"><h2>"Schemes"</h2>{table}{none}</section> }.into_any()
}
