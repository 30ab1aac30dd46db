//! Actions of a person with mouse and keyboard.

use fantoccini::actions::{
    InputSource as _, KeyAction, KeyActions, MOUSE_BUTTON_LEFT, MouseActions, PointerAction,
};
use fantoccini::key::Key;
use serde_json::Value;

use crate::{Target, TestApp, wait};

/// Tab stops after which something counts as not reachable by keyboard.
const STOPS: usize = 150;

impl TestApp {
    /// Clicks on its middle, once it is there, rests, is enabled and nothing lies over it.
    pub async fn click(&self, target: Target) {
        let (x, y) = self.middle(&target).await;
        let actions = [move_to(x, y), down(), up()];
        self.mouse(&target, actions).await;
    }

    /// The click that closes the window, without waiting for an answer of the page.
    pub async fn click_and_leave(&self, target: Target) {
        let (x, y) = self.middle(&target).await;
        let mouse = mouse([move_to(x, y), down(), up()]);
        // The driver loses the window during the click.
        let _ = self.started.client.perform_actions(mouse).await;
        self.closed().await;
    }

    /// Takes it in the middle, pulls it sideways in some steps, and lets go.
    pub async fn drag(&self, target: Target, pixels: f64) {
        const STEPS: u8 = 8;
        let (x, y) = self.middle(&target).await;
        let steps = (1..=STEPS).map(|step| move_to(x + pixels * f64::from(step) / f64::from(STEPS), y));
        let actions = [move_to(x, y), down()].into_iter().chain(steps).chain([up()]);
        self.mouse(&target, actions).await;
    }

    /// Drags a handle of the amount axis to an amount. The pixels follow from the distance to a second handle: the axis is
    /// linear there.
    pub async fn drag_to_amount(&self, handle: Target, second: Target, amount: f64) {
        let (here, there) = (self.amount_of(&handle).await, self.amount_of(&second).await);
        let ((from, _), (to, _)) = (self.middle(&handle).await, self.middle(&second).await);
        self.drag(handle, (to - from) / (there - here) * (amount - here)).await;
    }

    /// The number that a slider says first: "25.00 EUR, …".
    async fn amount_of(&self, slider: &Target) -> f64 {
        let spoken = self.value(slider.clone()).await;
        let number = spoken.split(' ').next().and_then(|number| number.parse().ok());
        number.unwrap_or_else(|| panic!("{slider} says “{spoken}” and no amount"))
    }

    /// Middle of the element, in pixels of the page.
    pub async fn middle(&self, target: &Target) -> (f64, f64) {
        let script = "restingPlace(arguments[0], arguments[arguments.length - 1]);";
        let place = wait::until(async || self.ask_over_frames(script, vec![target.json()]).await);
        let place = self.or_stop(place.await).await;
        let at = |index: usize| place[index].as_f64().expect("a place is two numbers");
        (at(0), at(1))
    }

    /// Clicks into a field, types over what stood there.
    pub async fn fill(&self, target: Target, text: &str) {
        self.click(target.clone()).await;
        self.retype(text).await;
        self.has_value(target, text).await;
    }

    /// Types over everything in the field that has the keyboard.
    pub async fn retype(&self, text: &str) {
        self.press_with(Key::Control, 'a').await;
        self.press(Key::Delete).await;
        self.type_text(text).await;
    }

    /// Types signs once it has the keyboard.
    pub async fn type_in(&self, target: Target, text: &str) {
        self.holds_keyboard(target).await;
        self.type_text(text).await;
    }

    /// Types signs, wherever the keyboard is.
    pub async fn type_text(&self, text: &str) {
        let strokes = text.chars().flat_map(|value| [KeyAction::Down { value }, KeyAction::Up { value }]);
        self.keys(strokes).await;
    }

    pub async fn press(&self, key: impl Into<char>) {
        let value = key.into();
        self.keys([KeyAction::Down { value }, KeyAction::Up { value }]).await;
    }

    /// While holding another key, for example Control.
    pub async fn press_with(&self, held: Key, key: impl Into<char>) {
        self.press_holding(&[held], key).await;
    }

    /// While holding several.
    pub async fn press_holding(&self, held: &[Key], key: impl Into<char>) {
        let value = key.into();
        let held = || held.iter().map(|key| char::from(*key));
        let down = held().map(|value| KeyAction::Down { value });
        let up = held().rev().map(|value| KeyAction::Up { value });
        let stroke = [KeyAction::Down { value }, KeyAction::Up { value }];
        self.keys(down.chain(stroke).chain(up).collect::<Vec<_>>()).await;
    }

    /// Presses Tab until it has the keyboard.
    pub async fn tab_to(&self, target: Target) {
        self.see(target.clone()).await;
        let mut passed = Vec::new();
        for _ in 0..STOPS {
            self.press(Key::Tab).await;
            if self.has_keyboard(&target).await {
                return;
            }
            let stop = self.or_stop(self.ask("return focusWords();", Vec::new()).await).await;
            passed.push(stop.as_str().unwrap_or_default().to_owned());
        }
        self.or_stop::<()>(Err(format!("Tab does not lead to {target}, but to: {}", passed.join(", "))))
            .await;
    }

    pub async fn has_keyboard(&self, target: &Target) -> bool {
        let answer = self.ask("return hasFocus(arguments[0]);", vec![target.json()]).await;
        self.or_stop(answer).await == Value::Bool(true)
    }

    /// Moves the mouse to the upper edge, where it marks nothing.
    pub async fn rest_mouse(&self) {
        let moved = self.started.client.perform_actions(mouse([move_to(600.0, 2.0)])).await;
        moved.unwrap_or_else(|cause| panic!("the mouse does not move: {cause}"));
    }

    /// Back in the history of the window.
    pub async fn back(&self) {
        self.run("history.back();", Vec::new()).await;
    }

    async fn mouse(&self, target: &Target, actions: impl IntoIterator<Item = PointerAction>) {
        let done = self.started.client.perform_actions(mouse(actions)).await;
        done.unwrap_or_else(|cause| panic!("the mouse does not reach {target}: {cause}"));
    }

    async fn keys(&self, strokes: impl IntoIterator<Item = KeyAction>) {
        let keys = strokes.into_iter().fold(KeyActions::new("keyboard".to_owned()), KeyActions::then);
        let done = self.started.client.perform_actions(keys).await;
        done.unwrap_or_else(|cause| panic!("the keyboard does not reach the window: {cause}"));
    }
}

fn mouse(actions: impl IntoIterator<Item = PointerAction>) -> MouseActions {
    actions.into_iter().fold(MouseActions::new("mouse".to_owned()), MouseActions::then)
}

fn move_to(x: f64, y: f64) -> PointerAction {
    PointerAction::MoveTo { duration: None, x: x.round(), y: y.round() }
}

fn down() -> PointerAction {
    PointerAction::Down { button: MOUSE_BUTTON_LEFT }
}

fn up() -> PointerAction {
    PointerAction::Up { button: MOUSE_BUTTON_LEFT }
}
