//! Place and size of the window: saved when it closes, and fitted to the present screens when it opens again.
//!
//! Zoom and page are kept elsewhere. Invariant: whatever the file says, the window opens on a screen, with its title bar in reach
//! and no larger than that screen.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};
use tapline_platform::log::shell_trouble;
use tauri::{PhysicalPosition, PhysicalSize, WebviewWindow};

const FILE: &str = "window.json";
const LEAST: (u32, u32) = (1024, 640);
/// Pixels of the title bar that the mouse must be able to reach.
const GRIP: i32 = 80;

/// Window placement in physical pixels. The size is that of the page, the position that of the frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Placement {
    pub(crate) x: i32,
    pub(crate) y: i32,
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) maximized: bool,
}

/// Area of a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Screen {
    pub(crate) x: i32,
    pub(crate) y: i32,
    pub(crate) width: u32,
    pub(crate) height: u32,
}

impl Placement {
    /// The saved placement; `None` if the file is missing or unreadable, as at the first start.
    pub(crate) fn read(folder: &Path) -> Option<Placement> {
        serde_json::from_slice(&fs::read(folder.join(FILE)).ok()?).ok()
    }

    pub(crate) fn write(self, folder: &Path) {
        let text = serde_json::to_string(&self).unwrap_or_default();
        if let Err(error) = fs::write(folder.join(FILE), text) {
            shell_trouble("the place of the window could not be kept", &error.kind());
        }
    }

    /// The saved place if its title bar is in reach on a screen, else the middle of the first screen. `None` without a screen.
    pub(crate) fn fitted(self, screens: &[Screen]) -> Option<Placement> {
        let own = screens.iter().find(|screen| screen.has_title_of(self));
        let screen = own.or(screens.first())?;
        let width = self.width.max(LEAST.0).min(screen.width);
        let height = self.height.max(LEAST.1).min(screen.height);
        let as_it_was = Placement { width, height, ..self };
        // A narrower window may not reach the screen any more.
        if screen.has_title_of(as_it_was) {
            return Some(as_it_was);
        }
        let (x, y) = (middle(screen.x, screen.width, width), middle(screen.y, screen.height, height));
        Some(Placement { x, y, ..as_it_was })
    }
}

impl Screen {
    fn has_title_of(&self, window: Placement) -> bool {
        let (right, bottom) = (self.x + pixels(self.width), self.y + pixels(self.height));
        let from_right = window.x + pixels(window.width);
        window.x + GRIP <= right
            && from_right >= self.x + GRIP
            && window.y >= self.y - GRIP / 2
            && window.y + GRIP / 2 <= bottom
    }
}

fn middle(start: i32, whole: u32, part: u32) -> i32 {
    start + pixels(whole.saturating_sub(part)) / 2
}

fn pixels(length: u32) -> i32 {
    i32::try_from(length).unwrap_or(i32::MAX / 4).min(i32::MAX / 4)
}

/// Places the window where it was closed, if that is still on a screen.
pub(crate) fn place(window: &WebviewWindow, folder: &Path) {
    let screens: Vec<Screen> = window
        .available_monitors()
        .unwrap_or_default()
        .iter()
        .map(|monitor| {
            let (at, size) = (monitor.position(), monitor.size());
            Screen { x: at.x, y: at.y, width: size.width, height: size.height }
        })
        .collect();
    let Some(kept) = Placement::read(folder).and_then(|kept| kept.fitted(&screens)) else { return };
    let placed = window
        .set_size(PhysicalSize::new(kept.width, kept.height))
        .and_then(|()| window.set_position(PhysicalPosition::new(kept.x, kept.y)))
        .and_then(|()| if kept.maximized { window.maximize() } else { Ok(()) });
    if let Err(error) = placed {
        shell_trouble("the window could not be placed", &error);
    }
}

/// Saves the window's place; for a maximized window, its place when not maximized.
pub(crate) fn keep(window: &WebviewWindow, folder: &Path) {
    let (Ok(at), Ok(size), Ok(maximized)) =
        (window.outer_position(), window.inner_size(), window.is_maximized())
    else {
        return;
    };
    let now = Placement { x: at.x, y: at.y, width: size.width, height: size.height, maximized };
    match Placement::read(folder) {
        Some(before) if maximized => Placement { maximized, ..before }.write(folder),
        _ => now.write(folder),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEFT: Screen = Screen { x: 0, y: 0, width: 1920, height: 1080 };
    const RIGHT: Screen = Screen { x: 1920, y: 0, width: 1280, height: 800 };

    fn at(x: i32, y: i32, width: u32, height: u32) -> Placement {
        Placement { x, y, width, height, maximized: false }
    }

    #[test]
    fn a_window_comes_back_where_it_was_or_to_a_screen_that_is_there() {
        for (kept, screens, expected) in [
            (at(100, 50, 1280, 800), &[LEFT][..], at(100, 50, 1280, 800)),
            (at(2000, 20, 1100, 700), &[LEFT, RIGHT], at(2000, 20, 1100, 700)),
            // The second screen is gone.
            (at(2000, 20, 1100, 700), &[LEFT], at(410, 190, 1100, 700)),
            // Half off the screen, with its title bar in reach.
            (at(-600, 10, 1280, 800), &[LEFT], at(-600, 10, 1280, 800)),
            (at(-1270, 10, 1280, 800), &[LEFT], at(320, 140, 1280, 800)),
            // A title bar above the screen is out of reach.
            (at(100, -200, 1280, 800), &[LEFT], at(320, 140, 1280, 800)),
            // A smaller screen than before.
            (at(0, 0, 3000, 2000), &[RIGHT], at(1920, 0, 1280, 800)),
            (at(5, 5, 20, 20), &[LEFT], at(5, 5, 1024, 640)),
        ] {
            assert_eq!(kept.fitted(screens), Some(expected), "{kept:?}");
        }
        assert_eq!(at(0, 0, 1280, 800).fitted(&[]), None);
    }

    #[test]
    fn nonsense_in_the_file_is_no_placement() {
        let huge =
            Placement { x: i32::MIN / 4, y: i32::MAX / 4, width: u32::MAX, height: 0, maximized: true };
        assert_eq!(
            huge.fitted(&[LEFT]),
            Some(Placement { x: 0, y: 220, width: 1920, height: 640, maximized: true })
        );
    }
}
