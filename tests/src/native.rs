//! Native dialogs of Tapline: found by their title, answered with a key, as a person at the keyboard would.
//!
//! `WebDriver` sees the page alone; these are windows of their own on the same display.

use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{
    AtomEnum, ConnectionExt as _, InputFocus, KEY_PRESS_EVENT, KEY_RELEASE_EVENT, MapState, Window,
};
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;

use crate::manager::{Answer, atom};

/// Key, by its name in X11.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Press {
    /// The button that has the keyboard.
    Return,
    /// Away with the dialog.
    Escape,
    /// The next button.
    Tab,
    /// A sign that needs no Shift, typed: in a file dialog `/` begins a path.
    Sign(char),
    /// A sign while Control is held.
    ControlSign(char),
    /// Return while Control is held.
    ControlReturn,
    /// Opens the menu of the window (F10).
    Menu,
    Down,
    Right,
}

/// Name of the left Control key in X11.
const CONTROL: u32 = 0xffe3;

impl Press {
    fn keysym(self) -> u32 {
        match self {
            Press::Return | Press::ControlReturn => 0xff0d,
            Press::Escape => 0xff1b,
            Press::Tab => 0xff09,
            Press::Menu => 0xffc7,
            Press::Down => 0xff54,
            Press::Right => 0xff53,
            // The names of ASCII signs are their codes.
            Press::Sign(sign) | Press::ControlSign(sign) => u32::from(sign),
        }
    }

    fn holds_control(self) -> bool {
        matches!(self, Press::ControlSign(_) | Press::ControlReturn)
    }
}

/// True if a dialog with this in its title is shown.
pub(crate) fn is_shown(display: &str, title: &str) -> Answer<bool> {
    Ok(find(display, title)?.1.is_some())
}

pub(crate) fn press(display: &str, title: &str, press: Press) -> Answer<()> {
    let (screen, window) = find(display, title)?;
    let window = window.ok_or("no such dialog is shown")?;
    screen.set_input_focus(InputFocus::PARENT, window, x11rb::CURRENT_TIME)?.check()?;
    stroke(&screen, press)
}

/// Presses a key, wherever the keyboard is.
pub(crate) fn press_in_front(display: &str, press: Press) -> Answer<()> {
    let (screen, _) = RustConnection::connect(Some(display))?;
    stroke(&screen, press)
}

fn stroke(screen: &RustConnection, press: Press) -> Answer<()> {
    let key = keycode(screen, press.keysym())?;
    let mut events = vec![(KEY_PRESS_EVENT, key), (KEY_RELEASE_EVENT, key)];
    if press.holds_control() {
        let control = keycode(screen, CONTROL)?;
        events.insert(0, (KEY_PRESS_EVENT, control));
        events.push((KEY_RELEASE_EVENT, control));
    }
    for (kind, key) in events {
        // Checked, so that the server has it before this connection ends.
        screen.xtest_fake_input(kind, key, x11rb::CURRENT_TIME, x11rb::NONE, 0, 0, 0)?.check()?;
    }
    Ok(())
}

fn find(display: &str, title: &str) -> Answer<(RustConnection, Option<Window>)> {
    let (screen, number) = RustConnection::connect(Some(display))?;
    let root = screen.setup().roots[number].root;
    let name = atom(&screen, "_NET_WM_NAME")?;
    let utf8 = atom(&screen, "UTF8_STRING")?;
    let mut found = None;
    for window in screen.query_tree(root)?.reply()?.children {
        let attributes = screen.get_window_attributes(window)?.reply();
        let modern = screen.get_property(false, window, name, utf8, 0, 1024)?.reply();
        let old = screen.get_property(false, window, AtomEnum::WM_NAME, AtomEnum::ANY, 0, 1024)?.reply();
        // One that was closed since the tree was read, such as a list of suggestions, is no dialog.
        let (Ok(attributes), Ok(modern), Ok(old)) = (attributes, modern, old) else { continue };
        let shown = attributes.map_state == MapState::VIEWABLE;
        let says = |text: &[u8]| String::from_utf8_lossy(text).contains(title);
        if shown && (says(&modern.value) || says(&old.value)) {
            found = Some(window);
        }
    }
    Ok((screen, found))
}

fn keycode(screen: &RustConnection, keysym: u32) -> Answer<u8> {
    let (first, last) = (screen.setup().min_keycode, screen.setup().max_keycode);
    let keys = screen.get_keyboard_mapping(first, last - first + 1)?.reply()?;
    let signs = usize::from(keys.keysyms_per_keycode);
    let at = keys.keysyms.chunks(signs).position(|signs| signs.contains(&keysym));
    let at = at.ok_or("the keyboard has no such key")?;
    Ok(first + u8::try_from(at)?)
}
