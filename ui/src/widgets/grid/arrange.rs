//! The panel of a list's columns and rows: a line per column with its checkbox, a handle, and a menu for pin, width and place.
//!
//! The handle is dragged, or moved by Alt with the arrows. A dragged column moves when it is dropped; a mark shows where. The panel
//! changes the [`Layout`] only.

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::column::Head;
use super::layout::{ColumnChoice, Density, Layout};
use super::source::Source;
use super::view::GridView;
use crate::actions::chord::spoken;
use crate::ipc::engine;
use crate::shell::{Shell, shell};
use crate::widgets::choice::{ChoiceRow, plain};
use crate::widgets::dialog::Popover;
use crate::widgets::icon::Icon;
use crate::widgets::show::Show;

/// Pixels by which a press changes the width of a column.
const STEP: u16 = 16;

const FIRST: &str = "The first column is always shown and always first.";

/// State of the open panel.
#[derive(Clone, Copy)]
struct ColumnPanel {
    shell: Shell,
    view: GridView,
    source: Source,
    lines: NodeRef<html::Ul>,
    /// Key of the column whose menu is open.
    menu: RwSignal<Option<String>>,
    dragged: RwSignal<Option<ColumnDrag>>,
}

/// A dragged column: its place, and the place where it would drop.
#[derive(Clone, Copy, PartialEq, Eq)]
struct ColumnDrag {
    from: usize,
    to: usize,
}

#[component]
pub(super) fn Arrange(view: GridView, source: Source) -> impl IntoView {
    let open = RwSignal::new(false);
    let panel = ColumnPanel {
        shell: shell(),
        view,
        source,
        lines: NodeRef::new(),
        menu: RwSignal::new(None),
        dragged: RwSignal::new(None),
    };
    let keys = Memo::new(move |_| panel.chosen().into_iter().map(|one| one.key).collect::<Vec<_>>());
    let density = Signal::derive(move || view.layout.with(|layout| layout.density));
    let choose = Callback::new(move |density| view.layout.update(|layout| layout.density = density));
    view! {
        <Popover open=open label="Columns and rows" class="square" name=Some("Columns and rows") width=320 face=|| view! { <Icon name="gear"/> }>
            <div class="arrange">
                <p class="row"><b>"Rows"</b>
                    <ChoiceRow label="Density of rows" name="density" choose=choose chosen=density
                        choices=plain([(Density::Compact, "Compact"), (Density::Normal, "Normal"), (Density::Roomy, "Roomy")])/>
                </p>
                <ul class="columns" aria-label="Columns" node_ref=panel.lines>
                    <For each=move || keys.get() key=Clone::clone children=move |key| view! { <ColumnLine key=key panel=panel/> }/>
                </ul>
                <p class="actions"><button type="button" class="small" on:click=move |_| view.layout.set(Layout::default())>"Reset columns and rows"</button></p>
            </div>
        </Popover>
    }
}

impl ColumnPanel {
    fn heads<T>(self, read: impl FnOnce(&[Head]) -> T) -> T {
        self.source.heads.with_value(|heads| read(heads))
    }

    fn chosen(self) -> Vec<ColumnChoice> {
        self.heads(|heads| self.view.layout.with(|layout| layout.chosen(heads)))
    }

    fn change(self, key: &str, change: fn(&mut ColumnChoice)) {
        self.heads(|heads| self.view.layout.update(|layout| layout.choose(heads, key, change)));
    }

    fn place(self, key: &str) -> usize {
        self.chosen().iter().position(|one| one.key == key).unwrap_or(0)
    }

    /// Moves a column and announces its place. The button of this id keeps the focus.
    fn move_to(self, key: &str, title: &str, to: usize, button: &str) {
        let mut layout = self.view.layout.get_untracked();
        let moved = self.heads(|heads| layout.move_to(heads, key, to));
        let Some(place) = moved.filter(|place| *place != untrack(|| self.place(key))) else { return };
        self.shell.announce(&format!("{title}: {} of {}.", place + 1, layout.columns.len()));
        self.view.layout.set(layout);
        engine::focus_soon(0, &format!("#{button}"), "main h1");
    }

    /// Place for a column dragged to this height of the window.
    fn drop_at(self, from: usize, y: f64) -> usize {
        let Some(lines) = self.lines.get_untracked() else { return from };
        let Ok(lines) = lines.query_selector_all("li") else { return from };
        let is_above = |at: &u32| {
            let line = lines.item(*at).and_then(|line| line.dyn_into::<web_sys::Element>().ok());
            line.is_some_and(|line| {
                let edge = line.get_bounding_client_rect();
                edge.top() + edge.height() / 2.0 < y
            })
        };
        let above = (0..lines.length()).filter(|at| *at as usize != from).filter(is_above).count();
        above.max(1)
    }
}

fn handle_id(key: &str) -> String {
    format!("column-{}", key.replace('.', "-"))
}

#[component]
fn ColumnLine(key: String, panel: ColumnPanel) -> impl IntoView {
    let (title, is_first) = panel.heads(|heads| {
        let at = heads.iter().position(|head| head.key == key).unwrap_or(0);
        (heads.get(at).map_or("", |head| head.title), at == 0)
    });
    let key = StoredValue::new(key);
    let chosen =
        Memo::new(move |_| panel.chosen().into_iter().find(|one| key.with_value(|key| one.key == *key)));
    let shown = move || chosen.with(|chosen| chosen.as_ref().is_some_and(|one| one.shown));
    let is_open = move || panel.menu.with(|menu| key.with_value(|key| menu.as_ref() == Some(key)));
    let drops = move |after: bool| {
        panel.dragged.get().is_some_and(|drag| {
            let is_after = drag.to > drag.from;
            drag.to != drag.from && is_after == after && drag.to == key.with_value(|key| panel.place(key))
        })
    };
    let toggle = move |_| panel.menu.set((!is_open()).then(|| key.get_value()));
    let handle = (!is_first).then(|| view! { <Handle key=key title=title panel=panel/> });
    let menu = format!("{title} column options");
    view! {
        <li class:drop-before=move || drops(false) class:drop-after=move || drops(true)>
            <div class="column-line">
                <label class="check" title=is_first.then_some(FIRST)><input type="checkbox" disabled=is_first prop:checked=shown
                    on:change=move |_| panel.change(&key.get_value(), |one| one.shown = !one.shown)/><span>{title}</span></label>
                {handle}
                <button type="button" class="plain tiny" aria-label=menu.clone() title=menu aria-expanded=move || is_open().to_string() on:click=toggle><Icon name="more"/></button>
            </div>
            <Show when=is_open><ColumnMenu key=key title=title is_first=is_first panel=panel/></Show>
        </li>
    }
}

/// The handle of a line.
#[component]
fn Handle(key: StoredValue<String>, title: &'static str, panel: ColumnPanel) -> impl IntoView {
    let place = move || untrack(|| key.with_value(|key| panel.place(key)));
    let keys = move |event: web_sys::KeyboardEvent| {
        let to = match event.key().as_str() {
            "ArrowUp" if event.alt_key() => place().saturating_sub(1),
            "ArrowDown" if event.alt_key() => place() + 1,
            "Escape" if panel.dragged.with_untracked(Option::is_some) => {
                event.stop_propagation();
                return panel.dragged.set(None);
            }
            _ => return,
        };
        event.prevent_default();
        key.with_value(|key| panel.move_to(key, title, to, &handle_id(key)));
    };
    let grab = move |event: web_sys::PointerEvent| {
        panel.dragged.set(Some(ColumnDrag { from: place(), to: place() }));
        if let Some(handle) = event.current_target().and_then(|at| at.dyn_into::<web_sys::Element>().ok()) {
            // Without capture the mark follows only while the pointer is over the handle.
            let _ = handle.set_pointer_capture(event.pointer_id());
        }
    };
    let drag = move |event: web_sys::PointerEvent| {
        if let Some(ColumnDrag { from, .. }) = panel.dragged.get_untracked() {
            let to = panel.drop_at(from, f64::from(event.client_y()));
            panel.dragged.set(Some(ColumnDrag { from, to }));
        }
    };
    let release = move |_| {
        if let Some(ColumnDrag { to, .. }) = panel.dragged.get_untracked() {
            panel.dragged.set(None);
            key.with_value(|key| panel.move_to(key, title, to, &handle_id(key)));
        }
    };
    view! {
        <button type="button" class="plain tiny grip" id=key.with_value(|key| handle_id(key)) aria-label=format!("Move {title}") title=format!("Drag, or {} with Up and Down", spoken("Alt"))
            aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown" on:keydown=keys on:pointerdown=grab on:pointermove=drag
            on:pointerup=release on:pointercancel=move |_| panel.dragged.set(None)><Icon name="grip"/></button>
    }
}

/// What is rarer than showing and moving by hand.
#[component]
fn ColumnMenu(
    key: StoredValue<String>,
    title: &'static str,
    is_first: bool,
    panel: ColumnPanel,
) -> impl IntoView {
    let pinned = move || panel.chosen().iter().any(|one| one.pinned && key.with_value(|key| one.key == *key));
    let place = move || key.with_value(|key| panel.place(key));
    let button = move |words: &'static str, id: String, act: Callback<()>| {
        view! { <button type="button" class="small" id=id aria-label=format!("{words} {title}") on:click=move |_| act.run(())>{words}</button> }
    };
    let id = move |way: &str| key.with_value(|key| format!("{}-{way}", handle_id(key)));
    let resize = move |words, way, change: fn(&mut ColumnChoice)| {
        button(words, id(way), Callback::new(move |()| panel.change(&key.get_value(), change)))
    };
    let shift = move |words, way: &'static str, to: fn(usize) -> usize| {
        let act = move |()| panel.move_to(&key.get_value(), title, to(untrack(place)), &id(way));
        (!is_first).then(|| button(words, id(way), Callback::new(act)))
    };
    view! {
        <div class="column-menu" role="group" aria-label=title>
            <label class="check" title=is_first.then_some(FIRST)><input type="checkbox" disabled=is_first aria-label=format!("Pin {title}")
                prop:checked=pinned on:change=move |_| panel.change(&key.get_value(), |one| one.pinned = !one.pinned)/><span aria-hidden="true">"Pin"</span></label>
            {resize("Narrower", "narrower", |one| one.width = one.width.saturating_sub(STEP))}
            {resize("Wider", "wider", |one| one.width += STEP)}
            {shift("Move up", "up", |at| at.saturating_sub(1))}
            {shift("Move down", "down", |at| at + 1)}
        </div>
    }
}
