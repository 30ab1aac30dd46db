//! Layout of a list: columns shown, their order and width, pinned columns, and row height. Kept per list.
//!
//! Only a person's choices are kept: a column added to the list later is shown, and a removed one is forgotten. The first
//! column names the rows: it is always shown, first and pinned.
//!
//! Arrangement of a list: columns shown, their order and width, pinned columns, and row height.

use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use super::column::{AtFirst, CellFormat, Head};
use super::source::Source;
use super::view::GridView;
use crate::widgets::choice::{ChoiceRow, plain};
use crate::widgets::dialog::Popover;
use crate::widgets::icon::Icon;

/// Smallest width in pixels.
pub(super) const NARROWEST: u16 = 56;
pub(super) const WIDEST: u16 = 640;
/// Pixels from which a text column may get spare width: its texts may be longer.
const LONG: u16 = 120;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Layout {
    pub(crate) density: Density,
    /// Empty for the list's own columns.
    pub(crate) columns: Vec<ColumnChoice>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Density {
    #[default]
    Compact,
    Normal,
    Roomy,
}

/// A person's choice for one column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ColumnChoice {
    pub(crate) key: String,
    pub(crate) width: u16,
    pub(crate) shown: bool,
    pub(crate) pinned: bool,
}

/// A column that is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PlacedColumn {
    /// Index in the list's table of columns.
    pub(super) at: usize,
    pub(super) head: Head,
    pub(super) width: f64,
    /// Pixels from the left edge at which it is pinned.
    pub(super) left: Option<f64>,
}

impl Layout {
    /// All columns of a list: a person's choices in their order, then the others.
    pub(super) fn chosen(&self, heads: &[Head]) -> Vec<ColumnChoice> {
        let known =
            self.columns.iter().filter(|chosen| heads.iter().any(|head| head.key == chosen.key)).cloned();
        let new = heads.iter().filter(|head| self.columns.iter().all(|chosen| chosen.key != head.key));
        let mut all: Vec<ColumnChoice> = known
            .chain(new.map(|head| ColumnChoice {
                key: head.key.to_owned(),
                width: head.width,
                shown: head.at_first == AtFirst::Shown,
                pinned: false,
            }))
            .collect();
        if let Some(name) = heads.first()
            && let Some(at) = all.iter().position(|chosen| chosen.key == name.key)
        {
            let first = all.remove(at);
            all.insert(0, ColumnChoice { shown: true, pinned: true, ..first });
        }
        all
    }

    /// Columns drawn in `room` pixels, pinned ones first. Spare width goes to names and other texts that may be long, in
    /// proportion, unless a person chose their width; without such columns, to the last.
    pub(super) fn placed(&self, heads: &[Head], room: f64) -> Vec<PlacedColumn> {
        let mut chosen = self.chosen(heads);
        chosen.retain(|chosen| chosen.shown);
        chosen.sort_by_key(|chosen| !chosen.pinned);
        let widths: Vec<f64> =
            chosen.iter().map(|one| f64::from(one.width.clamp(NARROWEST, WIDEST))).collect();
        let takes = |one: &ColumnChoice| {
            heads.iter().any(|head| head.key == one.key && head.width == one.width && is_long(*head))
        };
        let long: f64 =
            chosen.iter().zip(&widths).filter(|(one, _)| takes(one)).map(|(_, width)| width).sum();
        let spare = (room - widths.iter().sum::<f64>()).max(0.0);
        let mut left = 0.0;
        let mut placed: Vec<PlacedColumn> = Vec::with_capacity(chosen.len());
        for one in chosen {
            let Some(at) = heads.iter().position(|head| head.key == one.key) else { continue };
            let own = f64::from(one.width.clamp(NARROWEST, WIDEST));
            // Whole pixels, so that the edges of header and rows match.
            let width = own + if long > 0.0 && takes(&one) { (spare * own / long).floor() } else { 0.0 };
            placed.push(PlacedColumn { at, head: heads[at], width, left: one.pinned.then_some(left) });
            left += width;
        }
        if let Some(last) = placed.last_mut() {
            last.width += (room - left).max(0.0);
        }
        placed
    }

    /// Changes the choice for one column.
    pub(super) fn choose(&mut self, heads: &[Head], key: &str, change: impl FnOnce(&mut ColumnChoice)) {
        let mut all = self.chosen(heads);
        if let Some(one) = all.iter_mut().find(|chosen| chosen.key == key) {
            change(one);
            one.width = one.width.clamp(NARROWEST, WIDEST);
        }
        self.columns = all;
    }

    /// Moves a column before the previous one, or after the next. The first stays.
    pub(super) fn move_by(&mut self, heads: &[Head], key: &str, way: Toward) {
        let mut all = self.chosen(heads);
        let Some(at) = all.iter().position(|chosen| chosen.key == key).filter(|at| *at > 0) else { return };
        let to = match way {
            Toward::Start => at - 1,
            Toward::End => at + 1,
        };
        if to > 0 && to < all.len() {
            all.swap(at, to);
        }
        self.columns = all;
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Toward {
    Start,
    End,
}

impl Density {
    /// Height in pixels; the style sheet has the same.
    pub(crate) fn row_height(self) -> f64 {
        match self {
            Density::Compact => 28.0,
            Density::Normal => 34.0,
            Density::Roomy => 42.0,
        }
    }

    pub(crate) fn class(self) -> &'static str {
        match self {
            Density::Compact => "grid-compact",
            Density::Normal => "grid-normal",
            Density::Roomy => "grid-roomy",
        }
    }
}

/// True for a name, or a text that needs more room than a code or a number.
fn is_long(head: Head) -> bool {
    match head.format {
        CellFormat::Name => true,
        CellFormat::Text => head.width >= LONG,
        _ => false,
    }
}

/// Pixels by which a key press changes the width of a column.
const STEP: u16 = 16;

#[component]
pub(super) fn Arrange(view: GridView, source: Source) -> impl IntoView {
    let open = RwSignal::new(false);
    let keys = Memo::new(move |_| {
        let chosen = source.heads.with_value(|heads| view.layout.with(|layout| layout.chosen(heads)));
        chosen.into_iter().map(|one| one.key).collect::<Vec<_>>()
    });
    let density = Signal::derive(move || view.layout.with(|layout| layout.density));
    let choose = Callback::new(move |density| view.layout.update(|layout| layout.density = density));
    view! {
        <Popover open=open label="Columns and rows" class="square" name=Some("Columns and rows") width=344 face=|| view! { <Icon name="gear"/> }>
            <div class="arrange">
                <p class="row"><b>"Rows"</b>
                    <ChoiceRow label="Density of rows" name="density" choose=choose chosen=density
                        choices=plain([(Density::Compact, "Compact"), (Density::Normal, "Normal"), (Density::Roomy, "Roomy")])/>
                </p>
                <ul class="columns" aria-label="Columns">
                    <For each=move || keys.get() key=Clone::clone children=move |key| view! { <ColumnLine key=key view=view source=source/> }/>
                </ul>
                <p class="actions"><button type="button" class="small" on:click=move |_| view.layout.set(Layout::default())>"Reset columns and rows"</button></p>
            </div>
        </Popover>
    }
}

#[component]
fn ColumnLine(key: String, view: GridView, source: Source) -> impl IntoView {
    let (title, is_first) = source.heads.with_value(|heads| {
        let at = heads.iter().position(|head| head.key == key).unwrap_or(0);
        (heads.get(at).map_or("", |head| head.title), at == 0)
    });
    let key = StoredValue::new(key);
    let chosen = Memo::new(move |_| {
        let all = source.heads.with_value(|heads| view.layout.with(|layout| layout.chosen(heads)));
        all.into_iter().find(|one| key.with_value(|key| one.key == *key))
    });
    let is = move |look: fn(&ColumnChoice) -> bool| chosen.with(|chosen| chosen.as_ref().is_some_and(look));
    let change = move |change: fn(&mut ColumnChoice)| {
        source
            .heads
            .with_value(|heads| view.layout.update(|layout| layout.choose(heads, &key.get_value(), change)));
    };
    let move_by = move |way: Toward| {
        source
            .heads
            .with_value(|heads| view.layout.update(|layout| layout.move_by(heads, &key.get_value(), way)));
    };
    let why = is_first.then_some("The first column is always shown and always first.");
    let button = move |icon: &'static str, words: &str, act: Callback<()>| {
        let words = format!("{words} {title}");
        view! { <button type="button" class="plain tiny" aria-label=words.clone() title=words on:click=move |_| act.run(())><Icon name=icon/></button> }
    };
    let order = (!is_first).then(|| {
        view! {
            {button("up", "Move up", Callback::new(move |()| move_by(Toward::Start)))}
            {button("down", "Move down", Callback::new(move |()| move_by(Toward::End)))}
        }
    });
    let narrower = Callback::new(move |()| change(|one| one.width = one.width.saturating_sub(STEP)));
    let wider = Callback::new(move |()| change(|one| one.width += STEP));
    view! {
        <li>
            <label class="check" title=why><input type="checkbox" disabled=is_first prop:checked=move || is(|one| one.shown)
                on:change=move |_| change(|one| one.shown = !one.shown)/><span>{title}</span></label>
            <label class="check pin" title=why><input type="checkbox" disabled=is_first aria-label=format!("Pin {title}")
                prop:checked=move || is(|one| one.pinned) on:change=move |_| change(|one| one.pinned = !one.pinned)/><span aria-hidden="true">"Pin"</span></label>
            {button("minus", "Narrower", narrower)}
            {button("plus", "Wider", wider)}
            {order}
        </li>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::grid::column::head;

    const HEADS: &[Head] = &[
        head("id", "Id", CellFormat::Id, 100),
        head("a", "A", CellFormat::Text, 100),
        head("b", "B", CellFormat::Text, 100),
        head("c", "C", CellFormat::Text, 100).hidden(),
    ];

    fn shown(layout: &Layout) -> Vec<(&str, f64, Option<f64>)> {
        layout.placed(HEADS, 400.0).iter().map(|one| (one.head.key, one.width, one.left)).collect()
    }

    #[test]
    fn columns_are_placed_as_chosen_and_the_first_stays_the_first() {
        let mut layout = Layout::default();
        assert_eq!(shown(&layout), [("id", 100.0, Some(0.0)), ("a", 100.0, None), ("b", 200.0, None)]);
        layout.move_by(HEADS, "b", Toward::Start);
        layout.move_by(HEADS, "b", Toward::Start);
        layout.choose(HEADS, "c", |column| column.shown = true);
        layout.choose(HEADS, "c", |column| column.pinned = true);
        layout.choose(HEADS, "id", |column| column.shown = false);
        let expected =
            [("id", 100.0, Some(0.0)), ("c", 100.0, Some(100.0)), ("b", 100.0, None), ("a", 100.0, None)];
        assert_eq!(shown(&layout), expected);
        layout.choose(HEADS, "a", |column| column.width = 9999);
        assert_eq!(shown(&layout)[3].1, f64::from(WIDEST));
    }

    #[test]
    fn spare_width_goes_to_names_and_long_texts_until_a_person_chooses() {
        const LIST: &[Head] = &[
            head("name", "Name", CellFormat::Name, 200),
            head("type", "Type", CellFormat::Text, 80),
            head("merchant", "Merchant", CellFormat::Text, 160),
            head("count", "Count", CellFormat::Count, 60),
        ];
        let widths = |layout: &Layout| -> Vec<f64> {
            layout.placed(LIST, 860.0).iter().map(|one| one.width).collect()
        };
        let mut layout = Layout::default();
        assert_eq!(widths(&layout), [400.0, 80.0, 320.0, 60.0]);
        layout.choose(LIST, "name", |column| column.width = 180);
        assert_eq!(widths(&layout), [180.0, 80.0, 540.0, 60.0], "what was chosen stays");
        layout.choose(LIST, "merchant", |column| column.width = 100);
        assert_eq!(widths(&layout), [180.0, 80.0, 100.0, 500.0], "the last fills the box");
        let narrow: f64 = Layout::default().placed(LIST, 300.0).iter().map(|one| one.width).sum();
        assert!((narrow - 500.0).abs() < 0.1, "no column gets narrower");
    }

    #[test]
    fn what_a_list_lost_is_forgotten_and_what_it_got_is_there() {
        let layout = Layout {
            columns: vec![
                ColumnChoice { key: "gone".to_owned(), width: 90, shown: true, pinned: true },
                ColumnChoice { key: "b".to_owned(), width: 90, shown: true, pinned: false },
            ],
            ..Layout::default()
        };
        let keys: Vec<_> = layout.chosen(HEADS).into_iter().map(|one| one.key).collect();
        assert_eq!(keys, ["id", "b", "a", "c"]);
    }
}
