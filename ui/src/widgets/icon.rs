//! Small line drawings of our own. Always next to a word, so hidden from screen readers.
//!
//! The shapes of schemes and limits: never color alone.
//!
//! Badge of a connection's environment: the same word and shape everywhere.

use leptos::prelude::*;
use tapline_contract::connection::Environment;
use tapline_emv::check::Severity;
use tapline_emv::{LimitKind, Scheme};

/// Path data on a 16 × 16 grid, drawn with a 1.5 stroke.
const DRAWINGS: &[(&str, &str)] = &[
    ("limits", "M2 4h12M2 8h12M2 12h12M5 2.5v3M11 6.5v3M7 10.5v3"),
    ("table", "M2 3h12v10H2zM2 6.5h12M2 10h12M6 3v10"),
    ("shop", "M2.500 7v6.500h11V7M1.500 6.500L3 2.500h10l1.500 4zM6 13.500V10h4v3.500"),
    ("stack", "M8 2l6 3-6 3-6-3zM2 8l6 3 6-3M2 11l6 3 6-3"),
    (
        "terminal",
        "M4 1.500h8v13H4zM6 4h4v2.500H6zM6.500 9h.1M8 9h.1M9.500 9h.1M6.500 11.500h.1M8 11.500h.1M9.500 11.500h.1",
    ),
    ("board", "M2 3.500h4v3H2zM10 2h4v3h-4zM10 10.500h4v3h-4zM6 5h2v7h2M8 5V3.500h2"),
    ("bank", "M2 6.500L8 2.500l6 4zM3 13.500h10M4 7v5M7 7v5M9.500 7v5M12 7v5"),
    ("person", "M8 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2.500 14c.5-3 2.500-4.500 5.500-4.500s5 1.500 5.500 4.500"),
    ("leave", "M9.500 2.500H13v11H9.500M2 8h7.500M6.500 5l3 3-3 3"),
    ("ring", "M8 13a5 5 0 1 0 0-10 5 5 0 0 0 0 10z"),
    ("half", "M8 13a5 5 0 1 0 0-10 5 5 0 0 0 0 10zM8 3v10M10 3.500v9M12 5v6"),
    ("stop", "M3.500 3.500h9v9h-9zM5.500 5.500l5 5M10.500 5.500l-5 5"),
    (
        "eye",
        "M1.500 8c1.600-2.900 3.800-4.300 6.500-4.300s4.900 1.400 6.500 4.300c-1.600 2.900-3.800 4.300-6.500 4.300S3.100 10.900 1.500 8zM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4z",
    ),
    ("edit", "M3 13l.7-3L11 2.700l2.300 2.300L6 12.300zM9.500 4.200l2.300 2.300"),
    ("up", "M8 13V3M4 7l4-4 4 4"),
    ("down", "M8 3v10M4 9l4 4 4-4"),
    ("activity", "M1.5 8h3l2-5 3 10 2-5h3"),
    ("plug", "M6 2v3M10 2v3M4 5h8v3a4 4 0 0 1-8 0zM8 12v2"),
    ("flask", "M6 2h4M7 2v4l-4 7c-.4.8 0 1.500.8 1.500h8.400c.8 0 1.200-.7.8-1.500L9 6V2M5 10h6"),
    (
        "dot",
        "M8 11.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM8 9.500a1.500 1.500 0 1 0 0-3 1.500 1.500 0 0 0 0 3zM8 8v.1",
    ),
    ("key", "M7 8a3 3 0 1 0-3 3 3 3 0 0 0 3-3zM7 8h7v2.500M11 8v2"),
    ("shield", "M8 2l5 2v4c0 3-2 5-5 6-3-1-5-3-5-6V4z"),
    ("find", "M7 12a5 5 0 1 0 0-10 5 5 0 0 0 0 10zM10.500 10.500L14 14"),
    ("plus", "M8 3v10M3 8h10"),
    ("minus", "M3 8h10"),
    ("copy", "M5 5h8v8H5zM3 11V3h8"),
    ("bin", "M3 4h10M6 4V2.500h4V4M4.500 4l.5 9.500h6l.5-9.500"),
    ("card", "M1.500 4h13v8.500h-13zM1.500 7h13"),
    ("mail", "M2 3.500h12v9H2zM2 4.500l6 4.500 6-4.500"),
    ("phone", "M5 1.500h6v13H5zM7 12.500h2"),
    ("warning", "M8 2L14.500 13.500h-13zM8 6.500v3M8 11.500v.2"),
    ("error", "M5.500 1.500h5l4 4v5l-4 4h-5l-4-4v-5zM8 4.500v4M8 11v.2"),
    ("info", "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 7.500v3.500M8 5v.2"),
    (
        "help",
        "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM6.300 6.300a1.800 1.800 0 1 1 2.600 1.700c-.7.3-.9.7-.9 1.300M8 11.400v.1",
    ),
    ("differs", "M3 6h10M3 10h10M11 3L5 13"),
    ("check", "M3 8.500l3.500 3.500L13 4.500"),
    ("undo", "M6 3L2.500 6.500 6 10M2.500 6.500H10a3.500 3.500 0 0 1 0 7H7"),
    ("redo", "M10 3l3.500 3.500L10 10M13.500 6.500H6a3.500 3.500 0 0 0 0 7h3"),
    ("reload", "M13.500 8a5.500 5.500 0 1 1-1.600-3.900M13.500 2v3h-3"),
    ("left", "M10 3L5 8l5 5"),
    ("right", "M3 8h10M9 4l4 4-4 4"),
    ("wait", "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 5v3.500l2 1.500"),
    (
        "gear",
        "M8 10.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM8 1.500v2M8 12.500v2M1.500 8h2M12.500 8h2M3.400 3.400l1.400 1.400M11.200 11.200l1.400 1.400M12.600 3.400l-1.400 1.400M4.800 11.200l-1.400 1.400",
    ),
    ("keyboard", "M1.500 4h13v8.500h-13zM4 6.500h.1M6.500 6.500h.1M9 6.500h.1M11.500 6.500h.1M4.500 10h7"),
    ("lock", "M3.500 7h9v7h-9zM5.500 7V5a2.500 2.500 0 0 1 5 0v2"),
    ("side", "M2 3h12v10H2zM6 3v10"),
    ("close", "M4 4l8 8M12 4l-8 8"),
    ("floor", "M8 2v9M3 12.500h10"),
    ("cvm", "M8 1.500v3M8 11.500v3M8 11.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7z"),
    ("open", "M4 6l4 4 4-4"),
    ("grip", "M6 4h.1M10 4h.1M6 8h.1M10 8h.1M6 12h.1M10 12h.1"),
    ("more", "M3.500 8h.1M8 8h.1M12.500 8h.1"),
    ("tick", "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM5.200 8.200l2 2 3.600-4"),
    ("barred", "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM4 12l8-8"),
    ("flag", "M4 14.500v-13h8l-2 3 2 3H4"),
];

#[component]
pub(crate) fn Icon(name: &'static str) -> impl IntoView {
    let path = drawing(name);
    view! {
        <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
            <path d=path fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"/>
        </svg>
    }
}

/// Path data of a drawing.
pub(crate) fn drawing(name: &str) -> &'static str {
    DRAWINGS.iter().find(|(known, _)| *known == name).map_or("", |(_, path)| path)
}

/// Shape of a scheme, next to its name.
#[component]
pub(crate) fn SchemeMark(scheme: Option<Scheme>) -> impl IntoView {
    let path = match scheme {
        Some(Scheme::Visa) => "M6 1a5 5 0 1 0 0 10A5 5 0 0 0 6 1z",
        Some(Scheme::Mastercard) => "M1.500 1.500h9v9h-9z",
        Some(Scheme::UnionPay) => "M6 .8L11.600 10.800H.4z",
        Some(Scheme::Amex) => "M6 .3L11.700 6 6 11.700.3 6z",
        Some(Scheme::Discover) => "M6 11.200L11.600 1.200H.4z",
        Some(Scheme::Jcb) => "M3 .8h6L12 6 9 11.200H3L0 6z",
        None => "M2 6h8",
    };
    let class = format!("scheme-mark s-{}", scheme.map_or("none", Scheme::key));
    view! {
        <svg class=class viewBox="0 0 12 12" width="12" height="12" aria-hidden="true" focusable="false">
            <path d=path/>
        </svg>
    }
}

/// Shape of a limit on the axis: floor is a flat bar at the foot, CVM a circle, transaction a flag at the head.
#[component]
pub(crate) fn LimitMark(limit: LimitKind) -> impl IntoView {
    match limit {
        LimitKind::Floor => view! { <span class="mark-shape mark-floor" aria-hidden="true"></span> },
        LimitKind::Cvm => view! { <span class="mark-shape mark-cvm" aria-hidden="true"></span> },
        LimitKind::Transaction => view! { <span class="mark-shape mark-flag" aria-hidden="true"></span> },
    }
}

/// Icon and class of a finding.
pub(crate) fn severity_look(severity: Severity) -> (&'static str, &'static str) {
    match severity {
        Severity::Error => ("error", "bad"),
        Severity::Warning => ("warning", "warn"),
        Severity::Info => ("info", "muted"),
    }
}

/// Class and icon name of a limit.
pub(crate) fn limit_key(limit: LimitKind) -> &'static str {
    match limit {
        LimitKind::Floor => "floor",
        LimitKind::Cvm => "cvm",
        LimitKind::Transaction => "flag",
    }
}

/// Badge: SANDBOX with a flask and a dashed edge, LIVE with a dot and filled.
#[component]
pub(crate) fn EnvBadge(environment: Environment) -> impl IntoView {
    match environment {
        Environment::Sandbox => {
            view! { <b class="env env-sandbox"><Icon name="flask"/>"SANDBOX"</b> }.into_any()
        }
        Environment::Live => {
            view! { <b class="env env-live"><span class="dot" aria-hidden="true"></span>"LIVE"</b> }
                .into_any()
        }
    }
}
