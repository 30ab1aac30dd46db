//! Every screen of the window: a table of them for each area, a row each with what a person does to come there, in both themes,
//! in the smallest window and at 200 %.
//!
//! An area has a window and a service of its own. One that cannot be walked to its end says why, and the others are walked all
//! the same; the tour has then failed.

mod acquirers;
mod changes;
mod frame;
mod limits;
mod live;
mod merchants;
mod money;
mod outage;
mod profiles;
mod settlements;
mod start;
mod terminals;
mod transactions;

use std::path::Path;
use std::pin::Pin;
use std::process::Command;
use std::time::Instant;

use serde_json::json;
use tapline_tests::{
    Key, Service, Setup, Target, TestApp, button, disclosure, field, heading, radio, status, token_until,
};
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
    /// Connected to LIVE.
    Live,
    /// Connected with a token that ends in four minutes.
    Expiring,
}

/// A screen of the window, reached by its address.
struct Screen {
    name: &'static str,
    /// `""`: where the screen before it is.
    path: &'static str,
    steps: &'static [Step],
}

impl Screen {
    const fn new(name: &'static str, path: &'static str, steps: &'static [Step]) -> Screen {
        Screen { name, path, steps }
    }
}

type Doing<'a> = Pin<Box<dyn Future<Output = ()> + 'a>>;

/// Step on the way to a picture.
enum Step {
    See(fn() -> Target),
    Gone(fn() -> Target),
    Says(fn() -> Target, &'static str),
    Shows(&'static str),
    /// The page doesn't show this text any more.
    Hides(&'static str),
    Click(fn() -> Target),
    Fill(fn() -> Target, &'static str),
    /// Wherever the keyboard is.
    Type(&'static str),
    Press(Key),
    Control(char),
    Do(for<'a> fn(&'a TestApp, &'a Service) -> Doing<'a>),
    /// The service goes away.
    Stop,
}

struct Appearance {
    name: &'static str,
    theme: &'static str,
    size: (u16, u16),
    /// Percent.
    zoom: u16,
}

const LARGE: (u16, u16) = (1280, 800);

const LOOKS: [Appearance; 4] = [
    Appearance { name: "light", theme: "light", size: LARGE, zoom: 100 },
    Appearance { name: "dark", theme: "dark", size: LARGE, zoom: 100 },
    Appearance { name: "small", theme: "light", size: (1024, 640), zoom: 100 },
    Appearance { name: "zoomed", theme: "light", size: LARGE, zoom: 200 },
];

const AREAS: &[&Area] = &[
    &start::AREA,
    &limits::AREA,
    &changes::AREA,
    &transactions::AREA,
    &money::AREA,
    &settlements::AREA,
    &merchants::AREA,
    &terminals::AREA,
    &profiles::AREA,
    &acquirers::AREA,
    &frame::AREA,
    &live::AREA,
    &outage::AREA,
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
const GUIDE: [(&str, &str, &str); 19] = [
    ("start", "start", "start"),
    ("add-connection", "start", "add-connection"),
    ("limits-axis", "limits", "limits"),
    ("limit-dragging", "limits", "limit-moved"),
    ("limit-review", "limits", "review"),
    ("activity", "limits", "activity"),
    ("matrix", "changes", "matrix"),
    ("change-set", "changes", "change-set"),
    ("explain", "frame", "explain"),
    ("explain-pin", "frame", "explain-pin"),
    ("explain-declined", "frame", "explain-declined"),
    ("live", "live", "live-refund"),
    ("usage", "acquirers", "usage"),
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
        let (mut service, mut app) = begin(area).await;
        let mut taken = 0;
        for screen in area.screens {
            if taken == count {
                break;
            }
            open(&app, &mut service, screen).await;
            let Some(picture) = wanted(screen) else { continue };
            app.rest_mouse().await;
            wear(&mut app, &LOOKS[0]).await;
            let file = folder.join(format!("{picture}.png"));
            app.take_picture(&file).await;
            use_palette(&file);
            println!("{picture}.png");
            taken += 1;
        }
    }
}

/// Reduces a picture to a palette: a third of the size, as the application carries the guide.
fn use_palette(file: &Path) {
    let mut convert = Command::new("convert");
    let done = convert
        .arg(file)
        .args(["+dither", "-colors", "255", "-strip"])
        .arg(format!("PNG8:{}", file.display()))
        .status();
    assert!(done.is_ok_and(|status| status.success()), "{}: ImageMagick can't convert it", file.display());
}

#[expect(clippy::disallowed_methods, reason = "the window runs on the machine's clock")]
async fn begin(area: &Area) -> (Option<Service>, TestApp) {
    let service = match area.begin {
        Begin::Expiring => Service::with_token(&token_until(chrono::Utc::now().timestamp() + 270)).await,
        _ => Service::start().await,
    };
    let mut app = TestApp::with(Setup::default()).await;
    app.see(heading("Add connection")).await;
    match area.begin {
        Begin::Start => {}
        Begin::Live => connect(&mut app, &service, "LIVE").await,
        Begin::Connected | Begin::Expiring => connect(&mut app, &service, "SANDBOX").await,
    }
    (Some(service), app)
}

async fn walk(area: &Area, pictures: &mut Pictures) {
    let (mut service, mut app) = begin(area).await;
    for screen in area.screens {
        open(&app, &mut service, screen).await;
        app.rest_mouse().await;
        for look in &LOOKS {
            wear(&mut app, look).await;
            pictures.take(&app, &format!("{}-{}", screen.name, look.name), "").await;
        }
        zoom(&app, 100).await;
        app.resize(LARGE).await;
    }
}

async fn connect(app: &mut TestApp, service: &Service, environment: &str) {
    app.click(radio(environment)).await;
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
    app.click(button(&format!("Connect to {environment}"))).await;
    app.see(heading("Limits")).await;
}

async fn go(app: &TestApp, path: &str) {
    let go = "history.pushState(null, '', arguments[0]); dispatchEvent(new PopStateEvent('popstate'));";
    app.run(go, vec![json!(path)]).await;
}

async fn open(app: &TestApp, service: &mut Option<Service>, screen: &Screen) {
    if !screen.path.is_empty() {
        go(app, screen.path).await;
    }
    for step in screen.steps {
        match step {
            Step::See(target) => app.see(target()).await,
            Step::Gone(target) => app.gone(target()).await,
            Step::Says(target, text) => app.says(target(), text).await,
            Step::Shows(text) => app.shows(text).await,
            Step::Hides(text) => hides(app, text).await,
            Step::Click(target) => app.click(target()).await,
            Step::Fill(target, text) => app.fill(target(), text).await,
            Step::Type(text) => app.type_text(text).await,
            Step::Press(key) => app.press(*key).await,
            Step::Control(key) => app.press_with(Key::Control, *key).await,
            Step::Do(what) => {
                what(app, service.as_ref().unwrap_or_else(|| panic!("the service is gone"))).await;
            }
            Step::Stop => drop(service.take()),
        }
    }
}

async fn hides(app: &TestApp, text: &str) {
    for _ in 0..1000 {
        if app.page_text().await.is_ok_and(|page| !page.contains(text)) {
            return;
        }
        app.painted().await;
    }
    panic!("“{text}” is still shown");
}

async fn wear(app: &mut TestApp, look: &Appearance) {
    app.resize(look.size).await;
    let dress = "const { classList } = document.documentElement;
        classList.remove('light', 'dark', 'system'); classList.add(arguments[0]);";
    app.run(dress, vec![json!(look.theme)]).await;
    zoom(app, look.zoom).await;
    app.painted().await;
}

/// Sets the zoom of the window, without the message that its key writes, and waits until the page has that width.
async fn zoom(app: &TestApp, percent: u16) {
    let script = "
        const [percent, done] = arguments, until = performance.now() + 10000;
        const wide = () => Math.abs(innerWidth * percent / 100 - outerWidth) < 4;
        const look = () => wide() || performance.now() > until ? done(innerWidth) : setTimeout(look, 30);
        window.__TAURI_INTERNALS__.invoke('invoke', { name: 'SetZoom', operation: null, payload: String(percent) }).then(look, done);";
    app.run_async(script, vec![json!(percent)]).await;
}
