//! Suggestions of a text field, drawn by the page: the engine's own list is white in dark and ignores the zoom.
//!
//! The options are those of a `datalist` on the page. They open while a person types, or by an arrow key; any other text can be typed.

use leptos::html;
use leptos::prelude::*;

use super::dialog::PanelPlace;
use crate::ipc::hold;
use crate::widgets::show::live;

/// Options shown at once; more typing finds the others.
const MOST: usize = 50;

/// An option: the text that it puts into the field, and words for it.
type Suggestion = (String, String);

/// Open suggestions of one field.
#[derive(Clone, Copy)]
pub(crate) struct Suggestions {
    list: Option<&'static str>,
    input: NodeRef<html::Input>,
    found: RwSignal<Vec<Suggestion>>,
    /// Index of the option that Enter selects.
    at: RwSignal<Option<usize>>,
    place: RwSignal<(PanelPlace, f64)>,
    put: Callback<String>,
}

impl Suggestions {
    /// `list`: id of the datalist. `put` writes a selected option into the field.
    pub(crate) fn new(
        list: Option<&'static str>,
        input: NodeRef<html::Input>,
        put: Callback<String>,
    ) -> Suggestions {
        let place = RwSignal::new((PanelPlace::default(), 0.0));
        let (found, at) = (RwSignal::new(Vec::new()), RwSignal::new(None));
        let suggestions = Suggestions { list, input, found, at, place, put };
        if list.is_some() {
            hold::on_scroll(move || suggestions.arrange());
        }
        suggestions
    }

    pub(crate) fn is_open(self) -> bool {
        self.found.with(|found| !found.is_empty())
    }

    /// Id of the drawn list.
    pub(crate) fn id(self) -> Option<String> {
        self.list.map(|list| format!("{list}-options"))
    }

    /// Id of the option that Enter selects.
    pub(crate) fn active(self) -> Option<String> {
        let at = self.at.get().filter(|_| self.is_open())?;
        Some(format!("{}-{at}", self.id()?))
    }

    /// Opens with the options that have the typed words; with all options for an empty text.
    pub(crate) fn open(self, text: &str) {
        let Some(list) = self.list else { return };
        let wanted = text.trim().to_lowercase();
        // By its id: "emvList.01" is no selector.
        let list = document().get_element_by_id(list);
        let options = list.and_then(|list| list.query_selector_all("option").ok());
        let option = |at| {
            let node = options.as_ref()?.item(at)?;
            let option: web_sys::Element = wasm_bindgen::JsCast::dyn_into(node).ok()?;
            Some((option.get_attribute("value")?, option.text_content().unwrap_or_default()))
        };
        let all = (0..options.as_ref().map_or(0, web_sys::NodeList::length)).filter_map(option);
        let has = |(value, words): &Suggestion| {
            value.to_lowercase().contains(&wanted) || words.to_lowercase().contains(&wanted)
        };
        let mut found: Vec<Suggestion> = all.filter(has).take(MOST).collect();
        // A whole value needs no suggestions.
        if found.iter().any(|(value, _)| value.to_lowercase() == wanted) {
            found.clear();
        }
        self.at.set(None);
        self.found.set(found);
        self.arrange();
    }

    pub(crate) fn close(self) {
        if self.found.try_with_untracked(Vec::is_empty) == Some(false) {
            self.found.set(Vec::new());
        }
    }

    /// Places the list at its field, also after scrolling.
    fn arrange(self) {
        if self.found.try_with_untracked(Vec::is_empty) == Some(false)
            && let Some(input) = self.input.get_untracked()
        {
            let edge = input.get_bounding_client_rect();
            self.place.set((PanelPlace::at(&edge, edge.width()), edge.width()));
        }
    }

    fn select(self, at: usize) {
        let value = self.found.with_untracked(|found| found.get(at).map(|(value, _)| value.clone()));
        self.close();
        if let Some(value) = value {
            self.put.run(value);
        }
    }

    /// Handles the keys of the field: arrows move, Enter selects, Esc closes.
    pub(crate) fn press(self, event: &web_sys::KeyboardEvent, text: &str) {
        let (many, at) = (self.found.with_untracked(Vec::len), self.at.get_untracked());
        match (event.key().as_str(), many) {
            ("ArrowDown", 0) if self.list.is_some() && !event.alt_key() => self.open(text),
            (_, 0) => return,
            ("ArrowDown", many) => self.at.set(Some(at.map_or(0, |at| (at + 1) % many))),
            ("ArrowUp", many) => self.at.set(Some(at.map_or(many, |at| at.max(1).min(many)) - 1)),
            ("Enter", _) => match at {
                Some(at) => self.select(at),
                None => return self.close(),
            },
            ("Escape", _) => self.close(),
            _ => return,
        }
        event.prevent_default();
        event.stop_propagation();
        if let Some(active) = untrack(|| self.active()) {
            hold::reveal(&format!("#{active}"));
        }
    }

    pub(crate) fn view(self) -> impl IntoView {
        let id = self.id().unwrap_or_default();
        let options = {
            let id = id.clone();
            move || {
                let option = |(at, (value, words)): (usize, Suggestion)| {
                    let same = words.is_empty() || words == value;
                    view! {
                        <li id=format!("{id}-{at}") role="option" aria-selected=move || (self.at.get() == Some(at)).to_string()
                            on:pointerdown=move |event| { event.prevent_default(); self.select(at); }>
                            {value}{(!same).then(|| view! { " "<span class="muted">{words}</span> })}</li>
                    }
                };
                self.found.get().into_iter().enumerate().map(option).collect_view()
            }
        };
        live(move || {
            let (id, options) = (id.clone(), options.clone());
            self.is_open().then(|| view! {
                <ul class="popover suggestions" role="listbox" aria-label="Suggestions" id=id
                    style:width=move || format!("{}px", self.place.get().1)
                    style:left=move || format!("{}px", self.place.get().0.left)
                    style:top=move || self.place.get().0.top()
                    style:bottom=move || self.place.get().0.bottom()
                    style:max-height=move || format!("{}px", self.place.get().0.height.min(288.0))>{options}</ul>
            })
        })
    }
}
