//! A parameter in words, folded next to its field: the bits that are set, or the rows of a list of tags. `emv` has
//! the meanings; an unreadable value shows the reason.
//!
//! A DDOL or TDOL as rows that can be moved with buttons and with Alt and the arrows. The text is the value; a move writes it
//! in the format in which it was read.
//!
//! The bits of a parameter as checkboxes next to its text, byte by byte; a terminal type is a choice. `emv`
//! has the meanings and knows which bits need a question. The text is the value: a toggle only writes it.

use leptos::html;
use leptos::prelude::*;
use tapline_emv::decode::{self, BitRow, Code};
use tapline_emv::dol::{self, Dol, DolError};
use tapline_emv::{Scheme, aid, param};

use super::show::{Show, live};
use crate::actions::chord::spoken;
use crate::ipc::{engine, hold};
use crate::shell::shell;

/// Place and words of one row.
type DecodedRow = (String, String);

/// Summary and rows of a value, or the reason why it can't be read; `None` for a parameter without decoding or
/// value.
fn read(key: &str, scheme: Option<Scheme>, text: &str) -> Option<Result<(String, Vec<DecodedRow>), String>> {
    if text.trim().is_empty() {
        return None;
    }
    if let Some(code) = Code::from_key(key, scheme) {
        return Some(match decode::decode(code, scheme, text) {
            Err(reason) => Err(reason),
            Ok(decoded) => {
                let rows: Vec<DecodedRow> = decoded
                    .named_bits()
                    .map(|row| {
                        let caution = row.caution();
                        let words = if caution.is_empty() {
                            row.words.to_owned()
                        } else {
                            format!("{} ({caution})", row.words)
                        };
                        (row.place(), words)
                    })
                    .collect();
                let set = decoded.bits.iter().filter(|row| row.set).count();
                let count = if set == 1 { "1 bit set".to_owned() } else { format!("{set} bits set") };
                Ok((
                    decoded.meaning.unwrap_or(count),
                    with_length_byte(decoded.has_length_byte, code.size(), rows),
                ))
            }
        });
    }
    if param::param(key).is_some_and(|known| matches!(known.kind, param::Kind::Aids)) {
        let rows = aid::in_words(text);
        let words: Vec<&str> = rows.iter().map(|(_, words)| words.as_str()).collect();
        return Some(Ok((words.join("; "), rows)));
    }
    let is_list = param::param(key).is_some_and(|known| matches!(known.kind, param::Kind::Dol));
    is_list.then(|| match dol::read(text) {
        Err(error) => Err(error.sentence()),
        Ok(list) => {
            let rows = list.entries.iter().map(|entry| {
                let name = entry.name().unwrap_or("unknown tag, kept");
                (entry.tag.clone(), format!("{name}, {}", bytes(entry.length.into())))
            });
            let listed: usize = list.entries.iter().map(|entry| entry.tag.len() / 2 + 1).sum();
            let rows = with_length_byte(list.has_length_byte, listed, rows.collect());
            Ok((format!("requests {} of data", bytes(list.data_length())), rows))
        }
    })
}

/// Editor of a readable value, next to its text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Edits {
    Bits(Code),
    List,
}

fn edits(key: &str, scheme: Option<Scheme>, text: &str) -> Option<Edits> {
    if let Some(code) = Code::from_key(key, scheme) {
        return decode::decode(code, scheme, text).ok().map(|_| Edits::Bits(code));
    }
    let is_list = param::param(key).is_some_and(|known| matches!(known.kind, param::Kind::Dol));
    // A wrong length byte can be fixed among the rows.
    let is_readable = !matches!(dol::read(text), Err(dol::DolError::NotHex | dol::DolError::Malformed));
    (is_list && is_readable).then_some(Edits::List)
}

fn with_length_byte(has_length_byte: bool, follow: usize, rows: Vec<DecodedRow>) -> Vec<DecodedRow> {
    let first =
        has_length_byte.then(|| (format!("{follow:02X}"), format!("length byte, {} follow", bytes(follow))));
    first.into_iter().chain(rows).collect()
}

pub(super) fn bytes(count: usize) -> String {
    if count == 1 { "1 byte".to_owned() } else { format!("{count} bytes") }
}

#[component]
pub(crate) fn Decoded(
    #[prop(into)] key: Signal<String>,
    #[prop(into)] scheme: Signal<Option<Scheme>>,
    #[prop(into)] text: Signal<String>,
    /// Called with the edited text; without it the words are read-only.
    #[prop(optional)]
    put: Option<Callback<String>>,
) -> impl IntoView {
    let shell = shell();
    let decoded = Memo::new(move |_| read(&key.get(), scheme.get(), &text.get()));
    // Typing changes the words and leaves the fold as it is.
    let is_shown = Memo::new(move |_| decoded.with(Option::is_some));
    let summary = move || match decoded.get()? {
        Ok((summary, _)) => Some(summary),
        Err(reason) => Some(reason),
    };
    let rows = move || {
        let rows = decoded.get().and_then(Result::ok).map(|(_, rows)| rows).unwrap_or_default();
        rows.into_iter()
            .map(|(place, words)| view! { <dt class="mono">{place}</dt><dd>{words}</dd> })
            .collect_view()
    };
    // Rows that are edited stay in place while their value changes, so that they keep the focus.
    let edited = Memo::new(move |_| {
        put.filter(|_| !shell.is_read_only()).and_then(|_| edits(&key.get(), scheme.get(), &text.get()))
    });
    // Nothing to unfold. The field of a form has the reason why its value can't be read.
    let is_bare = move || {
        let no_rows = decoded.with(|decoded| {
            decoded.as_ref().is_some_and(|read| read.as_ref().map_or(true, |(_, rows)| rows.is_empty()))
        });
        no_rows && edited.with(Option::is_none)
    };
    let is_line =
        move || is_bare() && (put.is_none() || decoded.with(|decoded| matches!(decoded, Some(Ok(_)))));
    let is_aids = move || key.with(|key| key == param::AID);
    let body = move || match (edited.get(), put) {
        (Some(Edits::Bits(code)), Some(put)) => {
            view! { <Toggles code=code scheme=scheme text=text put=put/> }.into_any()
        }
        (Some(Edits::List), Some(put)) => view! { <DolRows key=key text=text put=put/> }.into_any(),
        _ => view! { <dl class="bits" class:aids=is_aids>{rows}</dl> }.into_any(),
    };
    live(move || {
        is_shown.get().then(
            || view! {
                <details class="decoded" hidden=is_bare><summary>{live(summary)}</summary>{live(body)}</details>
                <Show when=is_line><p class="decoded">{live(summary)}</p></Show>
            },
        )
    })
}

#[component]
pub(super) fn DolRows(key: Signal<String>, text: Signal<String>, put: Callback<String>) -> impl IntoView {
    live(move || match dol::read(&text.get()) {
        Ok(list) => rows(&key.get(), &list, put),
        Err(error) => {
            let repair = match &error {
                DolError::WrongLength { list, .. } => Some(list.hex()),
                DolError::NotHex | DolError::Malformed => None,
            };
            let button = repair.map(|fixed| {
                let words = format!("Write {fixed}");
                view! { <button type="button" on:click=move |_| put.run(fixed.clone())>{words}</button> }
            });
            view! { <p>{error.sentence()} " " {button}</p> }.into_any()
        }
    })
}

fn rows(key: &str, list: &Dol, put: Callback<String>) -> AnyView {
    let count = list.entries.len();
    let length = list
        .has_length_byte
        .then(|| view! { <p>{format!("Starts with the length byte {}.", list.hex().get(..2).unwrap_or_default())}</p> });
    let row = |(at, entry): (usize, &dol::Entry)| {
        let id = move |key: &str, at: usize, way: &str| format!("dol-{key}-{at}-{way}");
        let button = |way: &'static str, to: Option<usize>| {
            let (key, moved) = (key.to_owned(), to.map(|to| list.moved(at, to).hex()));
            let words = format!("Move {} {way}", entry.tag);
            let own = id(&key, at, way);
            let is_end = to.is_none();
            let go = move || {
                if let (Some(to), Some(moved)) = (to, moved.clone()) {
                    put.run(moved);
                    // At the end of the list only the button for the other direction is enabled.
                    let way = match to {
                        0 => "down",
                        to if to + 1 == count => "up",
                        _ => way,
                    };
                    engine::focus_soon(30, &format!("#{}", id(&key, to, way)), "main h1");
                }
            };
            (go, words, own, is_end)
        };
        let (up, up_words, up_id, is_first) = button("up", at.checked_sub(1));
        let (down, down_words, down_id, is_last) = button("down", Some(at + 1).filter(|to| *to < count));
        let (press_up, press_down) = (up.clone(), down.clone());
        let keys = move |event: leptos::ev::KeyboardEvent| {
            if event.alt_key() && matches!(event.key().as_str(), "ArrowUp" | "ArrowDown") {
                event.prevent_default();
                event.stop_propagation();
                if event.key() == "ArrowUp" { press_up() } else { press_down() }
            }
        };
        let name = entry.name().unwrap_or("unknown tag, kept");
        view! {
            <dt class="mono">{entry.tag.clone()}</dt>
            <dd on:keydown=keys>{format!("{name}, {}", bytes(entry.length.into()))} " "
                <button type="button" class="plain" id=up_id disabled=is_first aria-label=up_words.clone() title=if is_first { "Already first.".to_owned() } else { format!("{up_words} ({})", spoken("Alt+ArrowUp")) } on:click=move |_| up()>"↑"</button>
                <button type="button" class="plain" id=down_id disabled=is_last aria-label=down_words.clone() title=if is_last { "Already last.".to_owned() } else { format!("{down_words} ({})", spoken("Alt+ArrowDown")) } on:click=move |_| down()>"↓"</button>
            </dd>
        }
    };
    let body = list.entries.iter().enumerate().map(row).collect_view();
    view! { {length}<dl class="bits">{body}</dl> }.into_any()
}

#[component]
pub(super) fn Toggles(
    code: Code,
    scheme: Signal<Option<Scheme>>,
    text: Signal<String>,
    put: Callback<String>,
) -> impl IntoView {
    let decoded = Memo::new(move |_| decode::decode(code, scheme.get(), &text.get()).ok());
    if code == Code::TerminalType {
        return type_choice(text, put);
    }
    let length = move || {
        let is_prefixed =
            decoded.with(|decoded| decoded.as_ref().is_some_and(|decoded| decoded.has_length_byte));
        is_prefixed.then(|| {
            format!("Starts with the length byte {:02X}: {} follow.", code.size(), bytes(code.size()))
        })
    };
    let groups = (1..=code.size()).map(|byte| {
        let bits = (1..=8_u8).rev().map(|bit| toggle(decoded, byte, bit, put)).collect_view();
        let has_names = move || {
            let is_shown = |row: &BitRow| row.byte == byte && is_shown(row);
            decoded.with(|decoded| decoded.as_ref().is_some_and(|decoded| decoded.bits.iter().any(is_shown)))
        };
        view! { <fieldset hidden=move || !has_names()><legend>{format!("Byte {byte}")}</legend>{bits}</fieldset> }
    });
    view! { {move || length().map(|words| view! { <p>{words}</p> })}{groups.collect_view()} }.into_any()
}

/// True for a bit with a name, and for a reserved bit that is set.
fn is_shown(row: &BitRow) -> bool {
    row.set || row.is_named()
}

fn toggle(
    decoded: Memo<Option<decode::Decoded>>,
    byte: usize,
    bit: u8,
    put: Callback<String>,
) -> impl IntoView {
    let row = Memo::new(move |_| {
        decoded.with(|decoded| {
            decoded.as_ref()?.bits.iter().find(|row| row.byte == byte && row.bit == bit).cloned()
        })
    });
    let pending = RwSignal::new(None::<bool>);
    let is_set = move || row.with(|row| row.as_ref().is_some_and(|row| row.set));
    let write = move |set: bool| {
        pending.set(None);
        if let Some(text) =
            decoded.with_untracked(|decoded| decoded.as_ref().map(|decoded| decoded.with(byte, bit, set)))
        {
            put.run(text);
        }
    };
    let field = NodeRef::<html::Input>::new();
    // The buttons of the question disappear with it.
    let answer = move |set: Option<bool>| {
        if let Some(field) = field.get_untracked() {
            let _ = field.focus();
        }
        match set {
            Some(set) => write(set),
            None => pending.set(None),
        }
    };
    let change = move |event: web_sys::Event| {
        let wanted = event_target_checked(&event);
        let box_ = event_target::<web_sys::HtmlInputElement>(&event);
        // New findings appear above it.
        hold::hold_still(&box_);
        let is_guarded = row.with_untracked(|row| row.as_ref().is_some_and(|row| row.guard().is_some()));
        if is_guarded {
            // The box shows the value until the question is answered.
            box_.set_checked(!wanted);
            pending.set(Some(wanted));
        } else {
            write(wanted);
            // A read-only field keeps its value.
            box_.set_checked(untrack(is_set));
        }
    };
    let words = move || {
        row.with(|row| {
            let row = row.as_ref()?;
            let caution = row.caution();
            let caution = if caution.is_empty() { String::new() } else { format!(" ({caution})") };
            Some(format!("bit {}: {}{caution}", row.bit, row.words))
        })
    };
    let question = move || {
        let set = pending.get()?;
        let reason = row.with(|row| row.as_ref().and_then(BitRow::guard))?;
        Some(view! {
            <p role="alert">{reason} " "
                <button type="button" on:click=move |_| answer(Some(set))>"Change it"</button> " "
                <button type="button" on:click=move |_| answer(None)>"Don't change"</button>
            </p>
        })
    };
    view! {
        <label class="toggle" hidden=move || !row.with(|row| row.as_ref().is_some_and(is_shown))>
            <input type="checkbox" node_ref=field prop:checked=is_set on:change=change/><span>{live(words)}</span>
        </label>
        {live(question)}
    }
}

/// Every value of the EMV table, plus the current one if it is another.
fn type_choice(text: Signal<String>, put: Callback<String>) -> AnyView {
    let now = Memo::new(move |_| text.get().trim().to_owned());
    let other = move || {
        let now = now.get();
        let is_known = decode::terminal_types().any(|(value, _)| value == now);
        (!is_known).then(|| view! { <option value=now.clone() prop:selected=true>{format!("{now}: not in the EMV table")}</option> })
    };
    let options = decode::terminal_types().map(|(value, words)| {
        let own = value.clone();
        view! { <option value=value.clone() prop:selected=move || now.get() == own>{format!("{value}: {words}")}</option> }
    });
    view! {
        <label>"Terminal type "<select on:change=move |event| put.run(event_target_value(&event))>{live(other)}{options.collect_view()}</select></label>
    }
    .into_any()
}
