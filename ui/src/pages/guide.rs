//! The guide inside the window: pages and glossary, with search. Its text comes from the application's own files, made from
//! `docs/guide` when the page is built.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use serde::Deserialize;

use crate::effect::effect;
use crate::ipc::{asset, engine, hold};
use crate::shell::shell;
use crate::widgets::dialog::DialogFoot;
use crate::widgets::icon::Icon;
use crate::widgets::show::live;

const FILE: &str = "/guide/guide.json";
/// Path of links within the guide.
const AT: &str = "/guide/";
/// Number of results shown.
const MOST: usize = 40;

#[derive(Clone, Debug, Deserialize)]
struct GuidePage {
    id: String,
    /// Heading in the list of pages; empty for the first.
    group: String,
    title: String,
    sections: Vec<Section>,
}

#[derive(Clone, Debug, Deserialize)]
struct Section {
    /// Empty for the start of the page.
    id: String,
    title: String,
    html: String,
    text: String,
}

/// A heading that a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Hit {
    place: String,
    title: String,
    page: String,
}

/// Sections with all words; those with the words in their title first.
fn search(pages: &[GuidePage], typed: &str) -> Vec<Hit> {
    let words: Vec<String> = typed.split_whitespace().map(str::to_lowercase).collect();
    let has = |text: &str| {
        let text = text.to_lowercase();
        words.iter().all(|word| text.contains(word.as_str()))
    };
    let mut hits = Vec::new();
    for page in pages {
        for section in &page.sections {
            let in_title = has(&section.title);
            if in_title || has(&format!("{} {} {}", page.title, section.title, section.text)) {
                let (title, of) = (section.title.clone(), page.title.clone());
                hits.push((!in_title, Hit { place: place(&page.id, &section.id), title, page: of }));
            }
        }
    }
    tapline_contract::order::sort_by_key(&mut hits, |(is_text, _)| *is_text);
    hits.into_iter().map(|(_, hit)| hit).take(MOST).collect()
}

fn place(page: &str, section: &str) -> String {
    if section.is_empty() { page.to_owned() } else { format!("{page}#{section}") }
}

/// Element of a section.
fn element(section: &str) -> String {
    format!("guide-{}", if section.is_empty() { "top" } else { section })
}

#[component]
pub(crate) fn Guide() -> impl IntoView {
    let shell = shell();
    let at = shell.window().guide_at;
    let pages = RwSignal::new(Arc::new(Vec::<GuidePage>::new()));
    let failed = RwSignal::new(false);
    let typed = RwSignal::new(String::new());
    spawn_local(async move {
        let read =
            asset::text(FILE).await.and_then(|text| serde_json::from_str::<Vec<GuidePage>>(&text).ok());
        // The sheet may be closed again.
        let _ = failed.try_set(read.is_none());
        let read = read.unwrap_or_default();
        if let Some(first) = read.first().filter(|_| at.with_untracked(String::is_empty)) {
            at.set(first.id.clone());
        }
        drop(pages.try_set(Arc::new(read)));
    });
    let page_id = Memo::new(move |_| at.with(|at| at.split('#').next().unwrap_or_default().to_owned()));
    let page = move || {
        let id = page_id.get();
        pages.with(|pages| pages.iter().find(|page| page.id == id).or(pages.first()).cloned())
    };
    // To the section, once its page is drawn.
    effect(move || {
        let wanted = at.with(|at| at.split_once('#').map(|(_, section)| section.to_owned()));
        if pages.with(|pages| !pages.is_empty()) {
            let section = element(wanted.as_deref().unwrap_or_default());
            engine::later(0, move || {
                hold::to_start(&format!("#{section}"));
                if wanted.is_some() {
                    engine::focus(&format!("#{section} > h3"), ".guide-page");
                }
            });
        }
    });
    let go = move |place: String| at.set(place);
    let followed = move |event: web_sys::MouseEvent| {
        let Some(link) = engine::link_of(&event) else { return };
        event.prevent_default();
        if let Some(place) = link.strip_prefix(AT) {
            go(place.to_owned());
        }
    };
    let article = move || {
        page().map(|page| {
            let sections = page.sections.iter().map(|section| {
                let head = if section.id.is_empty() {
                    view! { <h2>{section.title.clone()}</h2> }.into_any()
                } else {
                    view! { <h3>{section.title.clone()}</h3> }.into_any()
                };
                view! { <section id=element(&section.id)>{head}<div inner_html=section.html.clone()></div></section> }
            });
            view! { <div class="guide-page" role="region" aria-label=page.title.clone() tabindex="0" on:click=followed>{sections.collect_view()}</div> }
        })
    };
    let link = move |place: String, title: String, note: Option<String>| {
        let (here, target) = (place.clone(), place.clone());
        let current = move || {
            at.with(|at| *at == here || at.split('#').next() == Some(here.as_str())).then_some("page")
        };
        view! {
            <li><a href=format!("{AT}{place}") aria-current=current on:click=move |event| { event.prevent_default(); go(target.clone()); }>
                {title}{note.map(|note| view! { <span class="caption muted">{note}</span> })}</a></li>
        }
    };
    let side = move || {
        let words = typed.get();
        let pages = pages.get();
        if words.trim().is_empty() {
            let mut group = String::new();
            let rows = pages.iter().map(|page| {
                let is_new = page.group != group;
                page.group.clone_into(&mut group);
                let head = is_new.then(|| view! { <li class="guide-group">{page.group.clone()}</li> });
                view! { {head} {link(page.id.clone(), page.title.clone(), None)} }
            });
            return rows.collect_view().into_any();
        }
        let hits = search(&pages, &words);
        if hits.is_empty() {
            return view! { <li class="muted">"No matches"</li> }.into_any();
        }
        let rows = hits.into_iter().map(|hit| {
            let page = Some(hit.page).filter(|page| *page != hit.title);
            link(hit.place, hit.title, page)
        });
        rows.collect_view().into_any()
    };
    let keys = move |event: web_sys::KeyboardEvent| match event.key().as_str() {
        "Enter" => {
            event.prevent_default();
            if let Some(hit) =
                pages.with_untracked(|pages| search(pages, &typed.get_untracked()).into_iter().next())
            {
                go(hit.place);
            }
        }
        // The engine would only clear the field, also an empty one.
        "Escape" => {
            event.prevent_default();
            if typed.with_untracked(String::is_empty) {
                shell.window().sheet.set(None);
            } else {
                typed.set(String::new());
            }
        }
        _ => {}
    };
    let failure = move || {
        failed.get().then(|| view! { <p class="note note-danger" role="alert"><Icon name="error"/>"The guide can't be loaded. Restart Tapline."</p> })
    };
    view! {
        <div class="guide">
            <nav class="guide-side" aria-label="Guide">
                <input type="search" aria-label="Search the guide" placeholder="Search the guide" autocomplete="off" spellcheck="false"
                    prop:value=move || typed.get() on:input=move |event| typed.set(event_target_value(&event)) on:keydown=keys/>
                <ul>{live(side)}</ul>
            </nav>
            <div class="guide-main">{live(failure)} {live(article)}</div>
        </div>
        <DialogFoot keep="Close" on_keep=Callback::new(move |()| shell.window().sheet.set(None)) focus=false
            reason=Signal::stored(Some("F1 opens this guide, Esc closes it.".to_owned()))/>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(id: &str, title: &str, sections: &[(&str, &str, &str)]) -> GuidePage {
        let sections = sections.iter().map(|(id, title, text)| Section {
            id: (*id).to_owned(),
            title: (*title).to_owned(),
            html: String::new(),
            text: (*text).to_owned(),
        });
        GuidePage {
            id: id.to_owned(),
            group: String::new(),
            title: title.to_owned(),
            sections: sections.collect(),
        }
    }

    #[test]
    fn all_words_are_found_and_titles_come_first() {
        let pages = [
            page(
                "limits",
                "Read the limits",
                &[
                    ("", "Read the limits", "A CVM limit needs a PIN."),
                    ("zones", "The zones", "Colored bars"),
                ],
            ),
            page("glossary", "Glossary", &[("cvm-limit", "CVM limit", "From this amount")]),
        ];
        for (typed, expected) in [
            ("cvm limit", &["glossary#cvm-limit", "limits"][..]),
            ("PIN", &["limits"]),
            ("zones LIMITS", &["limits#zones"]),
            ("nothing of this", &[]),
        ] {
            let places: Vec<_> = search(&pages, typed).into_iter().map(|hit| hit.place).collect();
            assert_eq!(places, expected, "{typed}");
        }
    }
}
