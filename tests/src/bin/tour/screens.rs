//! Every screen of the window: a table of them for each area, a row each with what a person does to come there, in both themes
//! and in the smallest window.
//!
//! An area has a window and a service of its own. One that cannot be walked to its end says why, and the others are walked all
//! the same; the tour has then failed.

mod acquirers;
mod frame;
mod limits;
mod merchants;
mod money;
mod profiles;
mod settlements;
mod start;
mod terminals;
mod transactions;

use std::pin::Pin;
use std::time::Instant;

use serde_json::json;
use tapline_tests::{Key, Service, Setup, Target, TestApp, button, disclosure, field, heading, status};
use tokio::task::LocalSet;

use crate::pictures::Pictures;

/// Screens that follow each other in one window.
struct Area {
    name: &'static str,
    begin: Begin,
    screens: &'static [Screen],
}

/// Start of the first screen of an area.
enum Begin {
    /// The first window of a person who has no connection.
    Start,
    Connected,
}

/// A screen of the window, reached by its address.
struct Screen {
    name: &'static str,
    /// `""`: where the screen before it is.
    path: &'static str,
    steps: &'static [Step],
    looks: &'static [Appearance],
}

impl Screen {
    const fn new(name: &'static str, path: &'static str, steps: &'static [Step]) -> Screen {
        Screen { name, path, steps, looks: LOOKS }
    }

    /// As many people see it in one look only.
    const fn once(name: &'static str, path: &'static str, steps: &'static [Step]) -> Screen {
        Screen { name, path, steps, looks: AS_IT_IS }
    }
}

type Doing<'a> = Pin<Box<dyn Future<Output = ()> + 'a>>;

/// Step on the way to a picture.
enum Step {
    See(fn() -> Target),
    Gone(fn() -> Target),
    Says(fn() -> Target, &'static str),
    Shows(&'static str),
    Click(fn() -> Target),
    Fill(fn() -> Target, &'static str),
    /// Wherever the keyboard is.
    Type(&'static str),
    Press(Key),
    Control(char),
    Do(for<'a> fn(&'a TestApp, &'a Service) -> Doing<'a>),
}

struct Appearance {
    name: &'static str,
    theme: &'static str,
    size: Option<(u16, u16)>,
}

const LARGE: (u16, u16) = (1280, 800);

const LOOKS: &[Appearance] = &[
    Appearance { name: "light", theme: "light", size: Some(LARGE) },
    Appearance { name: "dark", theme: "dark", size: Some(LARGE) },
    Appearance { name: "small", theme: "light", size: Some((1024, 640)) },
];

/// In the window as it is; what it shows may not keep its size.
const AS_IT_IS: &[Appearance] = &[Appearance { name: "light", theme: "light", size: None }];

const AREAS: &[&Area] = &[
    &start::AREA,
    &limits::AREA,
    &transactions::AREA,
    &money::AREA,
    &settlements::AREA,
    &merchants::AREA,
    &terminals::AREA,
    &profiles::AREA,
    &acquirers::AREA,
    &frame::AREA,
];

/// Walks the areas of these names, or all areas without names.
pub(crate) async fn tour(only: &[String]) {
    let begun = Instant::now();
    let mut pictures = Pictures::begin("tour");
    let mut stopped = Vec::new();
    for area in AREAS.iter().filter(|area| only.is_empty() || only.iter().any(|name| name == area.name)) {
        // A task of its own: a panic in it is its end alone.
        let task = LocalSet::new();
        let walked = task.spawn_local(async move {
            walk(area, &mut pictures).await;
            pictures
        });
        task.await;
        pictures = walked.await.unwrap_or_else(|_| {
            stopped.push(area.name);
            Pictures::more("tour")
        });
    }
    pictures.close();
    println!("It took {} s.", begun.elapsed().as_secs());
    assert!(stopped.is_empty(), "not walked to the end: {}", stopped.join(", "));
}

/// Pictures of the guide: name, area and screen. A picture of the guide that is not here is left out of its page.
const GUIDE: [(&str, &str, &str); 11] = [
    ("start", "start", "start"),
    ("add-connection", "start", "add-connection"),
    ("limits-axis", "limits", "limits"),
    ("limit-review", "limits", "review"),
    ("activity", "limits", "activity"),
    ("transactions", "transactions", "transactions"),
    ("refund", "money", "refund"),
    ("settlements", "settlements", "settlements"),
    ("merchant", "merchants", "merchant"),
    ("log-out", "terminals", "log-out"),
    ("profile", "profiles", "board"),
];

/// Draws the pictures of the guide into `docs/guide/pictures`, or those of these areas.
pub(crate) async fn guide(only: &[String]) {
    let root = tapline_tests::target();
    let folder = root.parent().unwrap_or(&root).join("docs/guide/pictures");
    for area in AREAS.iter().filter(|area| only.is_empty() || only.iter().any(|name| name == area.name)) {
        let wanted = |screen: &Screen| {
            let is_it = |(_, of, shown): &&(&str, &str, &str)| *of == area.name && *shown == screen.name;
            GUIDE.iter().find(is_it).map(|(picture, ..)| *picture)
        };
        let count = area.screens.iter().filter(|screen| wanted(screen).is_some()).count();
        if count == 0 {
            continue;
        }
        let (service, mut app) = begin(area).await;
        let mut taken = 0;
        for screen in area.screens {
            if taken == count {
                break;
            }
            open(&app, &service, screen).await;
            let Some(picture) = wanted(screen) else { continue };
            wear(&mut app, &LOOKS[0]).await;
            app.take_picture(&folder.join(format!("{picture}.png"))).await;
            println!("{picture}.png");
            taken += 1;
        }
    }
}

async fn begin(area: &Area) -> (Service, TestApp) {
    let service = Service::start().await;
    let mut app = TestApp::with(Setup::default()).await;
    app.see(heading("Add connection")).await;
    if let Begin::Connected = area.begin {
        connect(&mut app, &service).await;
    }
    (service, app)
}

async fn walk(area: &Area, pictures: &mut Pictures) {
    let (service, mut app) = begin(area).await;
    for screen in area.screens {
        open(&app, &service, screen).await;
        for look in screen.looks {
            wear(&mut app, look).await;
            pictures.take(&app, &format!("{}-{}", screen.name, look.name), "").await;
        }
        if screen.looks.len() > 1 {
            app.resize(LARGE).await;
        }
    }
}

async fn connect(app: &mut TestApp, service: &Service) {
    app.fill(field("Name"), "Support desk").await;
    app.fill(field("Address"), &service.address()).await;
    app.click(disclosure("Advanced")).await;
    app.fill(field("Namespace"), service.namespace()).await;
    app.copy(service.token());
    app.click(button("Paste from clipboard")).await;
    app.says(status("Token"), "Token ends in").await;
    app.click(button("Test connection")).await;
    app.agrees_to_address().await;
    app.click(button("Minor units")).await;
    app.click(button("Connect to SANDBOX")).await;
    app.see(heading("Limits")).await;
}

async fn go(app: &TestApp, path: &str) {
    let go = "history.pushState(null, '', arguments[0]); dispatchEvent(new PopStateEvent('popstate'));";
    app.run(go, vec![json!(path)]).await;
}

async fn open(app: &TestApp, service: &Service, screen: &Screen) {
    if !screen.path.is_empty() {
        go(app, screen.path).await;
    }
    for step in screen.steps {
        match step {
            Step::See(target) => app.see(target()).await,
            Step::Gone(target) => app.gone(target()).await,
            Step::Says(target, text) => app.says(target(), text).await,
            Step::Shows(text) => app.shows(text).await,
            Step::Click(target) => app.click(target()).await,
            Step::Fill(target, text) => app.fill(target(), text).await,
            Step::Type(text) => app.type_text(text).await,
            Step::Press(key) => app.press(*key).await,
            Step::Control(key) => app.press_with(Key::Control, *key).await,
            Step::Do(what) => what(app, service).await,
        }
    }
}

async fn wear(app: &mut TestApp, look: &Appearance) {
    if let Some(size) = look.size {
        app.resize(size).await;
    }
    let dress = "const { classList } = document.documentElement;
        classList.remove('light', 'dark', 'system'); classList.add(arguments[0]);";
    app.run(dress, vec![json!(look.theme)]).await;
    app.painted().await;
}
