//! Marks of unsaved changes: the count of an area, the dot of a record, and the sentences before the window or the connection is closed.

use leptos::prelude::*;

use super::show::{Show, live};
use crate::paths::Route;
use crate::record::drafts::has_draft;
use crate::shell::Shell;

/// Number of drafts per area, by the area's title.
type Counts = Vec<(&'static str, usize)>;

/// Drafts that survive a restart, or those that don't, in the order of the side bar.
fn counts(shell: Shell, are_kept: bool) -> Counts {
    let count = |place: &Route| {
        shell.drafts.with(|drafts| {
            drafts.iter().filter(|draft| draft.is_kept == are_kept && draft.form.place() == *place).count()
        })
    };
    let all = shell.areas().all().iter().map(|area| (area.title, count(&area.place)));
    all.filter(|(_, count)| *count > 0).collect()
}

/// "2 drafts in Limits"; in several areas "3 drafts (2 in Limits, 1 in Merchants)".
fn places(counts: &[(&str, usize)]) -> String {
    let all: usize = counts.iter().map(|(_, count)| count).sum();
    let drafts = if all == 1 { "1 draft".to_owned() } else { format!("{all} drafts") };
    match counts {
        [(title, _)] => format!("{drafts} in {title}"),
        many => {
            let each: Vec<_> = many.iter().map(|(title, count)| format!("{count} in {title}")).collect();
            format!("{drafts} ({})", each.join(", "))
        }
    }
}

/// One sentence about the drafts that are lost, and one about those that stay.
fn sentences(lost: &[(&str, usize)], kept: &[(&str, usize)]) -> Vec<String> {
    let about = |counts: &[(&str, usize)], fate: &str| {
        let is_one = counts.iter().map(|(_, count)| count).sum::<usize>() == 1;
        let not = if is_one { "isn't" } else { "aren't" };
        (!counts.is_empty()).then(|| format!("{} {not} {fate}", places(counts)))
    };
    let lost = about(lost, "saved and will be lost.");
    lost.into_iter().chain(about(kept, "applied yet. Tapline keeps the changes.")).collect()
}

/// Sentences about all drafts if the connection or the window is closed now, and if something is lost.
pub(crate) fn fate(shell: Shell) -> (Vec<String>, bool) {
    let lost = counts(shell, false);
    (sentences(&lost, &counts(shell, true)), !lost.is_empty())
}

/// "2 drafts in Limits", for the locked window: it names areas and no record. `None` without drafts.
pub(crate) fn waiting(shell: Shell) -> Option<String> {
    let mut all = counts(shell, false);
    for (title, count) in counts(shell, true) {
        match all.iter_mut().find(|(known, _)| *known == title) {
            Some((_, known)) => *known += count,
            None => all.push((title, count)),
        }
    }
    (!all.is_empty()).then(|| places(&all))
}

/// Number of drafts of an area, in the side bar.
pub(crate) fn draft_count(shell: Shell, place: &'static Route) -> AnyView {
    let count = Memo::new(move |_| {
        shell.drafts.with(|drafts| drafts.iter().filter(|draft| draft.form.place() == *place).count())
    });
    view! {
        <Show when=move || { count.get() > 0 }>
            <span class="drafts" title=move || (!shell.window().is_narrow()).then_some("Unsaved drafts")><span class="dot" aria-hidden="true"></span>{live(move || count.get())}<span class="visually-hidden">" unsaved"</span></span>
        </Show>
    }
    .into_any()
}

/// A dot with a name for screen readers, at a record with unsaved changes.
pub(crate) fn draft_dot(shell: Shell, record: Route) -> AnyView {
    let has = Memo::new(move |_| has_draft(shell, &record));
    view! { <Show when=move || has.get()><span class="draft-dot" title="Unsaved changes"><span class="dot" aria-hidden="true"></span><span class="visually-hidden">" Unsaved changes"</span></span></Show> }
        .into_any()
}

/// The dot with its words, where there is room for them.
pub(crate) fn draft_mark(shell: Shell, record: Route) -> AnyView {
    let has = Memo::new(move |_| has_draft(shell, &record));
    view! { <Show when=move || has.get()><span class="draft-dot"><span class="dot" aria-hidden="true"></span>"Unsaved changes"</span></Show> }.into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sentences_count_name_the_places_and_say_what_is_lost() {
        let limits = [("Limits", 2)];
        let both = [("Limits", 1), ("Merchants", 1)];
        for (lost, kept, expected) in [
            (&[][..], &[][..], &[][..]),
            (&[("Merchants", 1)], &[], &["1 draft in Merchants isn't saved and will be lost."]),
            (&both, &[], &["2 drafts (1 in Limits, 1 in Merchants) aren't saved and will be lost."]),
            (&[], &limits, &["2 drafts in Limits aren't applied yet. Tapline keeps the changes."]),
            (
                &[("Merchants", 3)],
                &limits,
                &[
                    "3 drafts in Merchants aren't saved and will be lost.",
                    "2 drafts in Limits aren't applied yet. Tapline keeps the changes.",
                ],
            ),
        ] {
            assert_eq!(sentences(lost, kept), expected);
        }
    }
}
