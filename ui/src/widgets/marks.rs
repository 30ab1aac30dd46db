//! The shapes of schemes and limits: never color alone.

use leptos::prelude::*;
use tapline_emv::check::Severity;
use tapline_emv::{LimitKind, Scheme};

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
