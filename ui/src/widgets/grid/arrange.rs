//! Arrangement of a list: columns shown, their order and width, pinned columns, and row height.

use leptos::prelude::*;

use super::layout::{ColumnChoice, Density, Layout, Toward};
use super::source::Source;
use super::view::GridView;
use crate::widgets::choice::{ChoiceRow, plain};
use crate::widgets::icon::Icon;
use crate::widgets::popover::Popover;

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
    let why = is_first.then_some("The first column names the rows: it is always shown, and always first.");
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
