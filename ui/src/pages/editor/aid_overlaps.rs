//! AIDs that overlap by partial selection, aligned byte by byte: the shared prefix, and the bytes of the longer AIDs. The check below the
//! field says the same in words.

use leptos::prelude::*;
use tapline_contract::where_used::counted;
use tapline_emv::Scheme;
use tapline_emv::check::{AidOverlap, AidRow, aid_overlaps};

use super::hints::with_subject;
use crate::shell::shell;
use crate::widgets::show::live;

/// Names of configurations listed before the rest is counted.
const NAMED: usize = 2;

#[component]
pub(super) fn AidOverlaps(scheme: Memo<Option<Scheme>>) -> impl IntoView {
    let shell = shell();
    let all = Memo::new(move |_| with_subject(shell, scheme.get(), aid_overlaps).unwrap_or_default());
    live(move || all.get().into_iter().map(drawn).collect_view())
}

fn drawn(overlap: AidOverlap) -> impl IntoView {
    let shared = overlap.shared;
    let short = overlap.rows.first().map(|row| row.aid.to_string()).unwrap_or_default();
    let rows = overlap.rows.into_iter().map(|row| bar(&row, shared)).collect_view();
    view! {
        <figure class="aid-overlap" aria-label="Overlapping AIDs">
            <figcaption>{format!("The first {} match, so a card with a longer AID also matches {short}.", counted(shared, "byte", "bytes"))}</figcaption>
            <ul>{rows}</ul>
        </figure>
    }
}

fn bar(row: &AidRow, shared: usize) -> impl IntoView + use<> {
    let whose = whose(row);
    let bytes = row.aid.bytes().iter().enumerate().map(|(at, byte)| {
        let class = if at < shared { "aid-byte aid-shared" } else { "aid-byte" };
        view! { <span class=class>{format!("{byte:02X}")}</span> }
    });
    let bytes = bytes.collect_view();
    let spoken = format!("{}, {}: ", row.aid, counted(row.aid.bytes().len(), "byte", "bytes"));
    let title = row.of.join(", ");
    view! {
        <li>
            <span class="visually-hidden">{spoken}</span>
            <span class="aid-bytes" aria-hidden="true">{bytes}</span>
            <span class="aid-of" title=title>{whose}</span>
        </li>
    }
}

/// "here and in Kiosk, Shop and 3 more"
fn whose(row: &AidRow) -> String {
    let (named, rest) = row.of.split_at(row.of.len().min(NAMED));
    let mut others = named.join(", ");
    if !rest.is_empty() {
        others = format!("{others} and {} more", rest.len());
    }
    match (row.is_mine, named.is_empty()) {
        (true, true) => "here".to_owned(),
        (true, false) => format!("here and in {others}"),
        (false, _) => format!("in {others}"),
    }
}
