//! Every screen: a row each, with what a person does to come there, in both themes and in the smallest window.

use serde_json::json;
use tapline_tests::{Desktop, Setup, Target, button, field, heading, link, radio, region};

use crate::pictures::Pictures;

/// A screen of the window, reached by its address.
struct Screen {
    name: &'static str,
    /// `""`: where the screen before it is.
    path: &'static str,
    steps: &'static [Step],
}

/// What is done there before the picture.
enum Step {
    See(fn() -> Target),
    Click(fn() -> Target),
    Fill(fn() -> Target, &'static str),
}

use Step::{Click, Fill, See};

const SCREENS: &[Screen] = &[
    Screen { name: "limits", path: "/limits", steps: &[See(|| link("Retail north"))] },
    Screen {
        name: "limits-table",
        path: "",
        steps: &[Click(|| radio("Table")), See(|| region("Limits as a table"))],
    },
    Screen { name: "editor", path: "/limits/id/12", steps: &[See(|| field("CVM limit"))] },
    Screen { name: "editor-changed", path: "", steps: &[Fill(|| field("CVM limit"), "50.00")] },
    Screen {
        name: "review",
        path: "",
        steps: &[Click(|| button("Review")), See(|| heading("Review 1 change"))],
    },
    Screen { name: "saved", path: "", steps: &[Click(|| button("Save")), See(|| button("Back to Limits"))] },
    Screen { name: "limits-new", path: "/limits/new", steps: &[See(|| heading("New configuration"))] },
    Screen { name: "limits-delete", path: "/limits/id/12/delete", steps: &[See(|| heading("Delete"))] },
    Screen { name: "merchants", path: "/merchants", steps: &[See(|| link("Hotel Adler"))] },
    Screen { name: "merchant", path: "/merchants/id/M100000008", steps: &[See(|| region("Contact"))] },
    Screen { name: "owner", path: "/owner", steps: &[See(|| region("E-mail sender"))] },
    Screen { name: "activity", path: "/activity", steps: &[See(|| heading("Activity"))] },
];

pub(crate) async fn tour() {
    let mut desk = Desktop::with(Setup::default()).await;
    let mut pictures = Pictures::begin("tour");
    desk.see(heading("Tapline")).await;
    looks(&mut desk, &mut pictures, "start").await;
    desk.click(button("Open the sandbox")).await;
    desk.see(heading("Limits")).await;
    for screen in SCREENS {
        open(&desk, screen).await;
        looks(&mut desk, &mut pictures, screen.name).await;
    }
    pictures.close();
}

async fn open(desk: &Desktop, screen: &Screen) {
    if !screen.path.is_empty() {
        let go = "history.pushState(null, '', arguments[0]); dispatchEvent(new PopStateEvent('popstate'));";
        desk.run(go, vec![json!(screen.path)]).await;
    }
    for step in screen.steps {
        match step {
            See(target) => desk.see(target()).await,
            Click(target) => desk.click(target()).await,
            Fill(target, text) => desk.fill(target(), text).await,
        }
    }
}

/// Light, dark, and light in the smallest window.
async fn looks(desk: &mut Desktop, pictures: &mut Pictures, name: &str) {
    for (theme, size, look) in
        [("light", (1280, 800), "light"), ("dark", (1280, 800), "dark"), ("light", (1024, 640), "small")]
    {
        desk.resize(size).await;
        let theme = json!(theme);
        desk.run("document.documentElement.classList.remove('light', 'dark', 'system'); document.documentElement.classList.add(arguments[0]);", vec![theme]).await;
        desk.painted().await;
        pictures.take(desk, &format!("{name}-{look}"), "").await;
    }
    desk.resize((1280, 800)).await;
}
