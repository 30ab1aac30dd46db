//! Picker of a scheme's EMV configurations in the form: selected by name from those that the service has, kept as ids.

use leptos::prelude::*;
use tapline_emv::Scheme;

use super::ACQUIRERS;
use super::resource::{EMV, wire_of};
use crate::ipc::engine;
use crate::pages::limits;
use crate::record::element;
use crate::record::field::PartError;
use crate::record::versions::name_of;
use crate::shell::{Shell, shell};
use crate::show;
use crate::widgets::icon::Icon;
use crate::widgets::text_field::TextField;

#[component]
pub(super) fn EmvPicker(
    /// Key of `emvList`: `01` to `06`.
    key: &'static str,
) -> impl IntoView {
    let shell = shell();
    let wire = wire_of(EMV, key);
    let areas = shell.areas();
    let scheme = show::method_name(key);
    let chosen = Memo::new(move |_| ids(&ACQUIRERS.typed(areas, wire)));
    let typed = RwSignal::new(String::new());
    // Configurations of the scheme that are not selected yet, by a name that distinguishes them.
    let offered = Memo::new(move |_| {
        let names = areas.names(shell).emv;
        let of = Scheme::recognize(key, "");
        // A configuration of unknown scheme may belong to any scheme.
        let ids = limits::store(shell).list.with(|list| {
            let schemes = list.records.iter().map(|record| (record.scheme(), record.id.to_string()));
            let fits = schemes.filter(|(scheme, _)| scheme.is_none() || *scheme == of);
            fits.map(|(_, id)| id).collect::<Vec<_>>()
        });
        let ids = ids.into_iter().filter(|id| !chosen.with(|chosen| chosen.contains(id)));
        ids.map(|id| (name_of(&names, &id), id)).collect::<Vec<_>>()
    });
    let found = move || {
        let wanted = typed.get().trim().to_lowercase();
        offered.with(|offered| offered.iter().find(|(name, _)| name.to_lowercase() == wanted).cloned())
    };
    let set = move |ids: &[String]| ACQUIRERS.put(areas, wire, ids.join(", "));
    let field = element(ACQUIRERS.meta(), wire);
    let add = {
        let field = format!("#{field}");
        move || {
            let Some((_, id)) = untrack(found) else { return };
            let mut ids = chosen.get_untracked();
            ids.push(id);
            set(&ids);
            typed.set(String::new());
            engine::focus(&field, "main h1");
        }
    };
    let wrong = Signal::derive(move || {
        let nowhere = !typed.get().trim().is_empty() && found().is_none();
        nowhere.then(|| {
            "No other configuration of this scheme has that name. Select one from the list.".to_owned()
        })
    });
    let hint = Signal::derive(move || match (offered.with(Vec::len), chosen.with(Vec::is_empty)) {
        (0, true) => "No configurations of this scheme.".to_owned(),
        (0, false) => "All configurations of this scheme are added.".to_owned(),
        (many, _) => format!("Type a name. {many} available."),
    });
    let options = move || {
        let options = offered.get().into_iter().map(|(name, _)| view! { <option value=name></option> });
        options.collect_view()
    };
    let by_key = {
        let add = add.clone();
        move |event: web_sys::KeyboardEvent| {
            // An empty field leaves Enter to the form, which opens the review.
            if event.key() == "Enter" && !typed.with_untracked(String::is_empty) {
                event.prevent_default();
                add();
            }
        }
    };
    let no = move || found().is_none().then_some("Select one of the configurations first.");
    view! {
        <div class="picker" on:keydown=by_key>
            <ul class="picked" aria-label=format!("EMV configurations for {scheme}")>
                <For each=move || chosen.get() key=String::clone children=move |id| chip(shell, wire, id)/>
            </ul>
            <div class="pick-one">
                <TextField id=field label=format!("Add EMV configuration for {scheme}") value=typed list=Some(wire) hint=hint error=wrong
                    on_text=Callback::new(move |text| typed.set(text))/>
                <button type="button" disabled=move || no().is_some() title=no aria-label=format!("Add to {scheme}")
                    on:click=move |_| add()><Icon name="plus"/>"Add"</button>
            </div>
            <datalist id=wire>{options}</datalist>
            <PartError kind=ACQUIRERS wire=wire/>
        </div>
    }
}

fn chip(shell: Shell, wire: &'static str, id: String) -> AnyView {
    let areas = shell.areas();
    let name = {
        let id = id.clone();
        Memo::new(move |_| name_of(&areas.names(shell).emv, &id))
    };
    let label = move || format!("Remove {}", name.get());
    let remove = move |_| {
        let mut left = ids(&ACQUIRERS.typed(areas, wire));
        left.retain(|one| *one != id);
        ACQUIRERS.put(areas, wire, left.join(", "));
        engine::focus(&format!("#{}", element(ACQUIRERS.meta(), wire)), "main h1");
    };
    view! {
        <li class="chip">{move || name.get()}
            <button type="button" class="plain copy" aria-label=label title=label on:click=remove><Icon name="bin"/></button></li>
    }
    .into_any()
}

/// Ids as the form keeps them: `11, 12`.
pub(super) fn ids(text: &str) -> Vec<String> {
    text.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';'))
        .filter(|id| !id.is_empty())
        .map(str::to_owned)
        .collect()
}
