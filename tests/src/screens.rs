//! Every screen of the window: a table of them for each area, a row each with what a person does to come there.
//!
//! An area has a window and a service of its own. The tour takes pictures of the screens, and the window tests check them against the
//! rules of accessibility.

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

use std::pin::Pin;

use serde_json::json;

use crate::{
    Key, Service, Setup, Target, TestApp, button, disclosure, field, heading, radio, status, token_until,
};

/// Screens that follow each other in one window.
#[derive(Debug)]
pub struct Area {
    pub name: &'static str,
    begin: Begin,
    pub screens: &'static [Screen],
}

/// Start of the first screen of an area.
#[derive(Debug)]
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
#[derive(Debug)]
pub struct Screen {
    pub name: &'static str,
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

/// Step on the way to a screen.
#[derive(Debug)]
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

pub const AREAS: &[&Area] = &[
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

/// The service and the window, connected as the area needs.
#[expect(clippy::disallowed_methods, reason = "the window runs on the machine's clock")]
pub async fn begin(area: &Area) -> (Option<Service>, TestApp) {
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

/// Goes from the screen before to this one.
pub async fn open(app: &TestApp, service: &mut Option<Service>, screen: &Screen) {
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
