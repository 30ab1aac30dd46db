//! The picture of usage: four columns of nodes with lines between them. Pointing at a node or focusing it highlights its path and
//! says it in words below; Enter opens the record.
//!
//! Each column scrolls by itself. All nodes of a column have one height, so a line's ends follow from places and scroll positions,
//! and nothing is measured. The table has the same facts.

use std::fmt::Write as _;
use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;

use super::board::{Board, Subject, TITLES, UsageNode, UsagePath};
use super::state::usage;
use super::{progress, switch, tabs};
use crate::actions::{Keys, keys_of, offer};
use crate::effect::effect;
use crate::ipc::{engine, hold};
use crate::shell::shell;
use crate::used::UNTOLD_OF_PROFILE;
use crate::widgets::failure::ReadFailed;
use crate::widgets::grid::column::counted;
use crate::widgets::icon::{Icon, SchemeMark};
use crate::widgets::links::RouteLink;
use crate::widgets::show::live;

/// Pixels from node to node, at least.
const PITCH: f64 = 30.0;
/// And at most, where a column is short.
const WIDEST: f64 = 96.0;
/// Nodes drawn of one column; the table has all.
const MOST: usize = 400;
/// Lines drawn between two columns at once. Beyond that only the path has lines.
const MOST_LINES: usize = 4000;

/// State of the drawing.
#[derive(Clone, Copy)]
struct Drawing {
    board: Memo<Arc<Board>>,
    at: RwSignal<Option<Subject>>,
    path: Memo<UsagePath>,
    /// Height of the columns.
    height: RwSignal<f64>,
    scrolled: [RwSignal<f64>; 4],
    lists: [NodeRef<html::Ul>; 4],
    /// Node of each column that Tab reaches.
    stops: [RwSignal<usize>; 4],
    /// Last position of the pointer: the engine reports a movement also when nodes move under a pointer that rests.
    pointer: StoredValue<Option<(i32, i32)>>,
}

#[component]
pub(super) fn Picture(board: Memo<Arc<Board>>) -> impl IntoView {
    let shell = shell();
    let state = usage(shell);
    let at = state.at;
    let drawing = Drawing {
        board,
        at,
        path: Memo::new(move |_| {
            let at = at.get();
            board.with(|board| at.map(|at| board.path(&at)).unwrap_or_default())
        }),
        height: RwSignal::new(0.0),
        scrolled: [(); 4].map(|()| RwSignal::new(0.0)),
        lists: [(); 4].map(|()| NodeRef::new()),
        stops: [(); 4].map(|()| RwSignal::new(0)),
        pointer: StoredValue::new(None),
    };
    let field = NodeRef::<html::Input>::new();
    offer("filter", move || {
        if let Some(field) = field.get_untracked() {
            // The field is on the page.
            let _ = field.focus();
        }
    });
    let net = NodeRef::<html::Div>::new();
    effect(move || {
        let Some(element) = net.get() else { return };
        hold::on_inner_size(&element, move |_, down| {
            // The page may be gone by then.
            let _ = drawing.height.try_set(down);
        });
    });
    // The path of the record that led here comes into view, and again once more of it is loaded.
    effect(move || {
        drawing.height.track();
        if board.with(|board| !board.columns[0].is_empty()) {
            engine::later(0, move || drawing.reveal(None));
        }
    });
    let words = state.view.words;
    let found = Memo::new(move |_| {
        let words = words.with(|words| words.to_lowercase());
        words.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    });
    let to_first = move |event: web_sys::KeyboardEvent| {
        let is_down = matches!(event.key().as_str(), "Enter" | "ArrowDown");
        let first = found.with_untracked(|found| {
            let board = board.get_untracked();
            let mut places =
                (0..4).flat_map(|column| (0..board.columns[column].len()).map(move |place| (column, place)));
            places.find(|(column, place)| board.columns[*column][*place].matches(found))
        });
        if let Some((column, place)) = first.filter(|_| is_down) {
            event.prevent_default();
            drawing.focus(column, place);
        }
    };
    let updated = move || state.reading().words();
    let column = move |column: usize| view! { <NodeColumn drawing=drawing column=column found=found/> };
    let lines = move |gap: usize| view! { <Lines drawing=drawing gap=gap/> };
    let head = move |column: usize| {
        let count = move || counted(board.with(|board| board.columns[column].len()));
        view! { <h2>{TITLES[column].0} " " <span class="muted">{live(count)}</span></h2> }
    };
    view! {
        <div class="page list-page usage">
            <div class="page-head">
                <h1>"Acquirer profiles"</h1>
                {tabs()}
                <span class="grow"></span>
                <p class="muted">{live(updated)}</p>
                <button type="button" class="plain" on:click=move |_| state.reload(shell)><Icon name="reload"/>"Refresh" <Keys id="reload"/></button>
            </div>
            <div class="row usage-bar">
                <div class="search-box">
                    <input type="search" class="search" node_ref=field aria-label="Highlight by name or id" placeholder="Highlight by name or id…"
                        autocomplete="off" spellcheck="false" prop:value=move || words.get()
                        on:input=move |event| words.set(event_target_value(&event)) on:keydown=to_first/>
                    <kbd aria-hidden="true">{move || keys_of(shell, "filter")}</kbd>
                </div>
                {switch(shell)}
                <p class="usage-legend"><span class="usage-swatch" aria-hidden="true"></span>{move || {
                    let unused = board.with(|board| board.unused());
                    format!("{} unused", counted(unused))
                }}</p>
                {move || progress(shell)}
            </div>
            <ReadFailed reading=Signal::derive(move || state.reading()) again=Callback::new(move |()| state.open(shell))/>
            <div class="usage-scroll">
                <div class="usage-heads">{head(0)}<span></span>{head(1)}<span></span>{head(2)}<span></span>{head(3)}</div>
                <div class="usage-net" node_ref=net>
                    {column(0)}{lines(0)}{column(1)}{lines(1)}{column(2)}{lines(2)}{column(3)}
                </div>
            </div>
            <PathLine drawing=drawing/>
        </div>
    }
}

impl Drawing {
    /// Pixels from node to node in a column.
    fn pitch(self, column: usize) -> f64 {
        let count = self.board.with(|board| board.columns[column].len().clamp(1, MOST));
        (self.height.get() / pixels(count)).clamp(PITCH, WIDEST)
    }

    /// Middle of a node, in pixels from the top of the picture; at an edge if it is scrolled away.
    fn middle(self, column: usize, place: usize, pitch: f64) -> f64 {
        let middle = pixels(place) * pitch + pitch / 2.0 - self.scrolled[column].get();
        middle.clamp(0.0, self.height.get())
    }

    fn node_id(column: usize, place: usize) -> String {
        format!("usage-{column}-{place}")
    }

    fn focus(self, column: usize, place: usize) {
        self.stops[column].set(place);
        engine::focus(&format!("#{}", Drawing::node_id(column, place)), "main h1");
    }

    /// Scrolls the columns so that the first node of the path is visible in each, but for the column in which a person is.
    fn reveal(self, but: Option<usize>) {
        let Some(path) = self.path.try_get_untracked() else { return };
        for (column, places) in path.iter().enumerate().filter(|(column, _)| Some(*column) != but) {
            let (Some(first), Some(list)) = (places.first(), self.lists[column].get_untracked()) else {
                continue;
            };
            let pitch = untrack(|| self.pitch(column));
            let (top, height) = (pixels(*first) * pitch, self.height.get_untracked());
            let now = f64::from(list.scroll_top());
            if top < now || top + pitch > now + height {
                #[expect(clippy::cast_possible_truncation, reason = "a column is some thousand pixels high")]
                list.set_scroll_top((top - height / 3.0).max(0.0) as i32);
            }
        }
    }

    fn press(self, event: &web_sys::KeyboardEvent, column: usize, place: usize) {
        let board = self.board.get_untracked();
        let last = board.columns[column].len().min(MOST).saturating_sub(1);
        // On the path first, so that left and right follow the lines.
        let neighbor = |to: usize| {
            let on_path = self.path.with_untracked(|path| path[to].first().copied());
            on_path.or_else(|| (!board.columns[to].is_empty()).then_some(0)).map(|place| (to, place))
        };
        let next = match event.key().as_str() {
            "ArrowDown" => Some((column, (place + 1).min(last))),
            "ArrowUp" => Some((column, place.saturating_sub(1))),
            "Home" => Some((column, 0)),
            "End" => Some((column, last)),
            "ArrowRight" if !event.alt_key() && column < 3 => neighbor(column + 1),
            "ArrowLeft" if !event.alt_key() && column > 0 => neighbor(column - 1),
            _ => None,
        };
        if let Some((column, place)) = next {
            event.prevent_default();
            self.focus(column, place);
        }
    }
}

fn pixels(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::from(u32::MAX), f64::from)
}

#[component]
fn NodeColumn(drawing: Drawing, column: usize, found: Memo<Vec<String>>) -> impl IntoView {
    let title = TITLES[column].0;
    let list = drawing.lists[column];
    let on_scroll = move |_| {
        if let Some(list) = list.get_untracked() {
            drawing.scrolled[column].set(f64::from(list.scroll_top()));
        }
    };
    let pitch = Memo::new(move |_| drawing.pitch(column));
    let nodes = move || {
        let board = drawing.board.get();
        let all = &board.columns[column];
        let node = |(place, node): (usize, &UsageNode)| one(drawing, (column, place), node.clone(), found);
        let nodes = all.iter().take(MOST).enumerate().map(node).collect_view();
        let more = all.len().checked_sub(MOST).filter(|more| *more > 0);
        let more = more.map(|more| view! { <li class="muted usage-more">{format!("{} more in the table", counted(more))}</li> });
        view! { {nodes}{more} }
    };
    view! {
        <ul class="usage-column" aria-label=title node_ref=list on:scroll=on_scroll style:grid-auto-rows=move || format!("{}px", pitch.get())>
            {live(nodes)}
        </ul>
    }
}

fn one(
    drawing: Drawing,
    (column, place): (usize, usize),
    node: UsageNode,
    found: Memo<Vec<String>>,
) -> AnyView {
    let shell = shell();
    let UsageNode { key, name, note, scheme, unused, route, .. } = node.clone();
    let subject = Subject::Node(column, key);
    let show = {
        let subject = subject.clone();
        move || {
            if drawing.at.with_untracked(|at| at.as_ref() != Some(&subject)) {
                drawing.at.set(Some(subject.clone()));
            }
        }
    };
    let on_path = move || drawing.path.with(|path| path[column].contains(&place));
    let is_at = move || drawing.at.with(|at| at.as_ref() == Some(&subject));
    let is_dim = move || found.with(|found| !found.is_empty() && !node.matches(found));
    // One node of each column at least: there may be fewer than before.
    let is_stop = move || {
        let last = drawing.board.with(|board| board.columns[column].len().min(MOST)).saturating_sub(1);
        drawing.stops[column].get().min(last) == place
    };
    let point = {
        let show = show.clone();
        move |event: web_sys::PointerEvent| {
            let now = (event.screen_x(), event.screen_y());
            let before = drawing.pointer.get_value();
            drawing.pointer.set_value(Some(now));
            if before.is_some_and(|before| before != now) {
                show();
            }
        }
    };
    let focus = move |_| {
        drawing.stops[column].set(place);
        show();
        drawing.reveal(Some(column));
    };
    let (href, title) = (route.path(), name.clone());
    let remark = unused.map_or(note, str::to_owned);
    let shape = (column == super::board::CONFIGURATIONS).then(|| view! { <SchemeMark scheme=scheme/> });
    view! {
        <li>
            <a id=Drawing::node_id(column, place) href=href class="usage-node" class:unused=unused.is_some() class:on=on_path class:at=is_at class:dim=is_dim
                tabindex=move || if is_stop() { "0" } else { "-1" } title=title
                on:pointermove=point on:focus=focus on:keydown=move |event| drawing.press(&event, column, place)
                on:click=move |event| { event.prevent_default(); shell.nav.go(route.clone()); }>
                {shape}<span class="usage-name">{name}</span>
                {(!remark.is_empty()).then(|| view! { <span class="usage-note">{remark}</span> })}
            </a>
        </li>
    }
    .into_any()
}

/// Lines between two neighboring columns: all of them thin, those of the path strong.
#[component]
fn Lines(drawing: Drawing, gap: usize) -> impl IntoView {
    let lines = move |only_path: bool| {
        let pitches = [gap, gap + 1].map(|column| drawing.pitch(column));
        drawing.board.with(|board| {
            let links = &board.links[gap];
            if !only_path && links.len() > MOST_LINES {
                return String::new();
            }
            drawing.path.with(|path| {
                let drawn = links.iter().filter(|(from, to)| {
                    *from < MOST
                        && *to < MOST
                        && (!only_path || (path[gap].contains(from) && path[gap + 1].contains(to)))
                });
                let mut text = String::new();
                for (from, to) in drawn {
                    let [y, end] = [(gap, *from, pitches[0]), (gap + 1, *to, pitches[1])]
                        .map(|(column, place, pitch)| drawing.middle(column, place, pitch).round());
                    // Writing to a text can't fail.
                    let _ = write!(text, "M0 {y}C50 {y} 50 {end} 100 {end}");
                }
                text
            })
        })
    };
    let shape = move || format!("0 0 100 {}", drawing.height.get().max(1.0));
    view! {
        <svg class="usage-lines" viewBox=shape preserveAspectRatio="none" aria-hidden="true" focusable="false">
            <path class="usage-line" d=move || lines(false)/>
            <path class="usage-line on" d=move || lines(true)/>
        </svg>
    }
}

/// The path in words, and a link to its record.
#[component]
fn PathLine(drawing: Drawing) -> impl IntoView {
    let board = drawing.board;
    let line = move || {
        let Some(subject) = drawing.at.get() else {
            return view! { <p class="muted">"Point at a record, or move to it with Tab and the arrow keys, to see its path. Enter opens it."</p> }.into_any();
        };
        let words = board.with(|board| board.words(&subject));
        let node = board
            .with(|board| board.find(&subject).map(|(column, place)| board.columns[column][place].clone()));
        let name = board.with(|board| board.name(&subject));
        let rest = matches!(subject, Subject::Profile(_)).then_some(UNTOLD_OF_PROFILE);
        let open =
            node.map(|node| view! { <RouteLink route=node.route words=format!("Open {}", node.name)/> });
        view! { <p><b>{name}</b> " " {words} " " {rest}</p><span class="grow"></span>{open} }.into_any()
    };
    view! { <div class="usage-path" role="status" aria-label="Path">{live(line)}</div> }
}
