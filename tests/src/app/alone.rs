//! Tapline as a person starts it: no driver leads its page, and the window has its menu and the place that it gives itself.

use std::process::Stdio;

use super::TestApp;
use crate::manager::{self, Place};
use crate::process::Process;

impl TestApp {
    /// Closes the window and starts Tapline again, without a driver.
    pub async fn restart_alone(&mut self) {
        self.close_window();
        self.closed().await;
        let mut command = self.environment.command(&self.program.display().to_string());
        self.alone = Some(Process::start(command.stdout(Stdio::null()).stderr(Stdio::null())));
        self.until(async || manager::focus(&self.display.name).map_err(|cause| cause.to_string())).await;
    }

    /// Waits until the window has this place and size.
    pub async fn is_at(&self, place: Place) {
        let there = self.until(async || match manager::place_of(&self.display.name) {
            Ok(now) if now == place => Ok(()),
            Ok(now) => Err(format!("the window is at {now:?} and not at {place:?}")),
            Err(cause) => Err(cause.to_string()),
        });
        there.await;
    }

    /// Moves and resizes the window, as a person does with its title bar and edges.
    pub async fn put_at(&self, place: Place) {
        manager::place(&self.display.name, place)
            .unwrap_or_else(|cause| panic!("the window cannot be moved: {cause}"));
        self.is_at(place).await;
    }
}
