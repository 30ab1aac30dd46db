//! The sandbox on the start page: a picture of its limits, the button, and a plan for the first five minutes. The picture is an
//! example; the sandbox decides what it shows.

use leptos::prelude::*;
use tapline_contract::connection::Environment;
use tapline_emv::Scheme;

use crate::actions::Keys;
use crate::actions::chord::spoken;
use crate::shell::shell;
use crate::widgets::icon::{EnvBadge, Icon, SchemeMark};
use crate::widgets::term::open_guide;

/// Lanes of the picture: scheme, name, limits as percent of the width, and their figures.
const LANES: [(Scheme, &str, [f64; 3], [&str; 3]); 3] = [
    (Scheme::Visa, "Visa", [3.0, 14.0, 57.0], ["10.00", "50.00", "200.00"]),
    (Scheme::Mastercard, "Mastercard", [0.0, 14.0, 72.0], ["0.00", "50.00", "250.00"]),
    (Scheme::Amex, "Amex", [0.0, 14.0, 43.0], ["0.00", "50.00", "150.00"]),
];

/// Zones from one limit to the next, and marks of the limits.
const ZONES: [&str; 4] = ["zone z-off", "zone z-on", "zone z-cvm", "zone z-dec"];
const MARKS: [(&str, &str); 3] =
    [("mark mark-floor", "mark-floor"), ("mark mark-cvm", "mark-cvm"), ("mark mark-flag", "mark-flag")];

/// First steps, each with its place.
fn steps() -> [(&'static str, String); 4] {
    [
        ("Drag a limit", "On the amount axis".to_owned()),
        ("Review and save", "Compare before and after".to_owned()),
        ("Undo", "Right after saving, or in Activity".to_owned()),
        ("Explain a sale", format!("{}, then amount and card digits", spoken("Ctrl+E"))),
    ]
}

#[component]
pub(super) fn SandboxCard(
    /// True on the first start: with picture and first steps.
    is_first: bool,
    open: Callback<()>,
    opening: RwSignal<bool>,
) -> impl IntoView {
    let shell = shell();
    view! {
        <section class="card sandbox-card" aria-label="Sandbox">
            {is_first.then(|| view! { <div class="preview" aria-hidden="true">{LANES.map(lane).into_iter().collect_view()}</div> })}
            <div class="sandbox-body">
                {is_first.then(|| view! { <h2>"Start with sample data"</h2> })}
                {(!is_first).then(|| view! { <EnvBadge environment=Environment::Sandbox/> })}
                <p>"8 merchants, their terminals and a month of sales. Nothing leaves this computer."</p>
                <button type="button" class:primary=is_first class:big=is_first disabled=move || opening.get()
                    title=move || opening.get().then_some("Opening…") on:click=move |_| open.run(())>
                    <Icon name="flask"/>"Open the sandbox"
                </button>
            </div>
            {is_first.then(|| view! {
                <div class="first-steps">
                    <h3>"Your first five minutes"</h3>
                    <ol>{steps().into_iter().enumerate().map(|(at, (step, place))| view! {
                        <li><span class="step-number" aria-hidden="true">{at + 1}</span><span>{step}</span><span class="caption muted">{place}</span></li>
                    }).collect_view()}</ol>
                    <button type="button" class="link" on:click=move |_| open_guide(shell, "first-five-minutes")>"Read the guide"</button>" "<Keys id="guide"/>
                </div>
            })}
        </section>
    }
}

fn lane(
    (scheme, name, limits, figures): (Scheme, &'static str, [f64; 3], [&'static str; 3]),
) -> impl IntoView {
    let percent = |at: f64| format!("{at}%");
    let starts = [0.0, limits[0], limits[1], limits[2]];
    let ends = [limits[0], limits[1], limits[2], 100.0];
    let zones = ZONES.into_iter().zip(starts).zip(ends).filter(|((_, start), end)| start < end);
    let zones = zones.map(|((class, start), end)| {
        view! { <span class=class style:left=percent(start) style:width=percent(end - start)></span> }
    });
    let marks = MARKS.into_iter().zip(limits).map(|((class, shape), at)| {
        view! { <span class=class style:left=percent(at)><span class=format!("mark-shape {shape}")></span></span> }
    });
    let labels = figures.into_iter().zip(limits).enumerate().map(|(at, (figure, place))| {
        let class = if at == 0 { "figure figure-left" } else { "figure" };
        view! { <span class=class style:left=percent(place)>{figure}</span> }
    });
    view! {
        <div class="preview-lane"><b><SchemeMark scheme=Some(scheme)/>{name}</b>
            <div class="bar">{zones.collect_view()} {marks.collect_view()} {labels.collect_view()}</div></div>
    }
}
