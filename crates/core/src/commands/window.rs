//! The window itself: zoom, and what support asks for when something does not work.

use std::collections::BTreeMap;
use std::sync::Arc;

use tapline_contract::commands::{About, GetAbout, OpenLogFolder, SetMenuKeys, SetZoom};
use tapline_contract::{Failure, FailureKind};
use tapline_platform::log;

use super::{failure, update};
use crate::perform::Perform;
use crate::state::AppState;

/// In percent. Below, text is too small to be read; above, nothing fits.
const ZOOM: std::ops::RangeInclusive<u16> = 50..=200;

impl Perform for SetZoom {
    async fn perform(app: &Arc<AppState>, percent: u16) -> Result<(), Failure> {
        if !ZOOM.contains(&percent) {
            let sentence = format!("A zoom of {percent} % isn't possible. Choose one from 50 to 200 %.");
            return Err(failure::<Self>(FailureKind::BadInput, sentence));
        }
        (app.ports.window.set_zoom)(f64::from(percent) / 100.0);
        Ok(())
    }
}

impl Perform for SetMenuKeys {
    async fn perform(app: &Arc<AppState>, keys: BTreeMap<String, String>) -> Result<(), Failure> {
        (app.ports.window.set_menu_keys)(keys);
        Ok(())
    }
}

impl Perform for GetAbout {
    async fn perform(app: &Arc<AppState>, (): ()) -> Result<About, Failure> {
        let window = &app.ports.window;
        Ok(About {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: window.commit.map(str::to_owned),
            engine: window.engine.clone(),
            rendering: window.rendering.clone(),
            updates: update::known(app),
            log_folder: log::folder(&app.folder).display().to_string(),
        })
    }
}

impl Perform for OpenLogFolder {
    async fn perform(app: &Arc<AppState>, (): ()) -> Result<(), Failure> {
        let folder = log::folder(&app.folder);
        (app.ports.window.open_folder)(&folder).map_err(|cause| {
            let sentence = format!("{cause} The log is in {}; open that folder yourself.", folder.display());
            failure::<Self>(FailureKind::Desk, sentence)
        })
    }
}
