//! Every screen of the window in both themes, in the smallest window and at 200 %.
//!
//! An area that cannot be walked to its end says why, and the others are walked all the same; the tour has then failed.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use serde_json::json;
use tapline_tests::TestApp;
use tapline_tests::screens::{AREAS, Area, Screen, begin, open};
use tokio::task::LocalSet;

use crate::pictures::Pictures;

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
