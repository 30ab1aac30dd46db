//! No violation of the accessibility rules, light and dark, on any screen of the tour, and on a few more. Some screens are also
//! walked by Tab.

use serde_json::json;
use tapline_tests::cells::is_long;
use tapline_tests::screens::{AREAS, begin, open};
use tapline_tests::{Key, button, dialog, field, heading};

use crate::axe::{check, faults, violations, violations_of_theme};
use crate::losing::Losing;
use crate::steps::in_sandbox;
use crate::walk::walk;

/// Screens walked by Tab in every run; the long run walks all but [`CLOSES_WHEN_LEFT`].
const WALKED: [&str; 18] = [
    "add-connection",
    "limits",
    "limits-selected",
    "editor-changed",
    "review",
    "conflict",
    "matrix",
    "change-set",
    "transactions",
    "transaction",
    "refund-errors",
    "merchant-conflict",
    "board",
    "acceptance",
    "profile-new",
    "terminal-edit",
    "palette",
    "settings",
];

const TO_THE_LEFT: &str =
    "document.querySelectorAll('*').forEach((one) => { if (one.scrollLeft > 0) one.scrollLeft = 0; });";

/// What is open on these screens closes when Tab leaves it, and the next screen needs it.
const CLOSES_WHEN_LEFT: [&str; 4] = ["matrix-value", "limits-country", "columns", "filter-state"];

/// One test for each area of the tour.
macro_rules! areas {
    ($($name:ident),+) => {
        $(#[tokio::test(flavor = "multi_thread")]
        async fn $name() {
            no_violation_in(stringify!($name)).await;
        })+

        #[test]
        fn every_area_has_its_test() {
            let areas: Vec<_> = AREAS.iter().map(|area| area.name).collect();
            assert_eq!([$(stringify!($name)),+].as_slice(), areas);
            let is_screen = |name: &&str| AREAS.iter().any(|area| area.screens.iter().any(|one| one.name == *name));
            assert!(WALKED.iter().chain(&CLOSES_WHEN_LEFT).all(|name| is_screen(&name)), "a screen has another name");
        }
    };
}

areas!(
    start,
    limits,
    changes,
    transactions,
    money,
    settlements,
    merchants,
    terminals,
    profiles,
    acquirers,
    frame,
    live,
    outage
);

/// All violations of an area are reported together.
async fn no_violation_in(name: &str) {
    let area = AREAS.iter().find(|area| area.name == name).expect("the tour has this area");
    let (mut service, app) = begin(area).await;
    let mut all = Vec::new();
    for screen in area.screens {
        open(&app, &mut service, screen).await;
        all.extend(faults(&app, screen.name).await);
        if WALKED.contains(&screen.name) || is_long() && !CLOSES_WHEN_LEFT.contains(&screen.name) {
            all.extend(walk(&app, screen.name).await);
            // The walk scrolled to the last columns.
            app.run(TO_THE_LEFT, Vec::new()).await;
        }
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_frame_and_its_sheets_also_in_high_contrast() {
    let app = in_sandbox().await;
    for contrast in ["", " contrast"] {
        for theme in ["light", "dark"] {
            let dress = || {
                app.run(
                    "document.documentElement.className = arguments[0];",
                    vec![json!(format!("{theme}{contrast}"))],
                )
            };
            dress().await;
            // The first is looked at by all rules.
            let look = async || match (theme, contrast) {
                ("light", "") => violations(&app).await,
                _ => violations_of_theme(&app).await,
            };
            let mut all = look().await;
            for sheet in ["settings", "keys", "about tapline", "switch connection"] {
                app.press_with(Key::Control, 'k').await;
                app.type_in(field("Search or explain"), sheet).await;
                app.painted().await;
                all.extend(look().await);
                app.press(Key::Enter).await;
                app.gone(dialog("Search, explain or run")).await;
                app.see(dialog("")).await;
                all.extend(look().await);
                app.press(Key::Escape).await;
                app.gone(dialog("")).await;
            }
            app.press_with(Key::Control, 'l').await;
            app.see(heading("Tapline is locked")).await;
            all.extend(look().await);
            app.click(button("Unlock the sandbox")).await;
            app.see(heading("Limits")).await;
            assert!(all.is_empty(), "{theme}{contrast}: {}", all.join("\n"));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_whose_figures_differ_and_whose_settling_is_unknown() {
    let losing = Losing::new("Settle", "GetSettlement");
    let app = crate::money::on(&losing.server).await;
    crate::settlements::open_batch(&app, "B17").await;
    app.click(button("Settle…")).await;
    app.click(button("Settle batch B17")).await;
    app.says(tapline_tests::status("Result"), "Unconfirmed").await;
    check(&app, "unknown settling").await;
    app.click(button("Close, keep checking")).await;
    app.see(button("Resolve manually…")).await;
    check(&app, "a batch with an open settling").await;
}
