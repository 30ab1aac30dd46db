//! Requests of a window manager to the window, where none runs: close, this size, the keyboard is yours.

use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{
    AtomEnum, ClientMessageEvent, ConfigureWindowAux, ConnectionExt as _, EventMask, InputFocus, MapState,
    Window,
};
use x11rb::rust_connection::RustConnection;

pub(crate) type Answer<T> = Result<T, Box<dyn std::error::Error>>;

/// Asks the window to close, as its close button does (ICCCM, `WM_DELETE_WINDOW`).
pub(crate) fn close(display: &str) -> Answer<()> {
    let (screen, window) = find(display)?;
    let (protocols, delete) = (atom(&screen, "WM_PROTOCOLS")?, atom(&screen, "WM_DELETE_WINDOW")?);
    let message = ClientMessageEvent::new(32, window, protocols, [delete, x11rb::CURRENT_TIME, 0, 0, 0]);
    // Checked, so that the server has it before this connection ends: with the connection it drops what is unread.
    Ok(screen.send_event(false, window, EventMask::NO_EVENT, message)?.check()?)
}

/// Place and size of a window, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub x: i16,
    pub y: i16,
    pub width: u16,
    pub height: u16,
}

/// Moves and resizes the window.
pub(crate) fn place(display: &str, place: Place) -> Answer<()> {
    let (screen, window) = find(display)?;
    let (width, height) = (u32::from(place.width), u32::from(place.height));
    let at = ConfigureWindowAux::new().x(i32::from(place.x)).y(i32::from(place.y));
    Ok(screen.configure_window(window, &at.width(width).height(height))?.check()?)
}

pub(crate) fn place_of(display: &str) -> Answer<Place> {
    let (screen, window) = find(display)?;
    let now = screen.get_geometry(window)?.reply()?;
    Ok(Place { x: now.x, y: now.y, width: now.width, height: now.height })
}

/// Gives the keyboard to the window.
pub(crate) fn focus(display: &str) -> Answer<()> {
    let (screen, window) = find(display)?;
    Ok(screen.set_input_focus(InputFocus::PARENT, window, x11rb::CURRENT_TIME)?.check()?)
}

/// Removes the keyboard from all windows, as when another program is in front.
pub(crate) fn look_away(display: &str) -> Answer<()> {
    let (screen, number) = RustConnection::connect(Some(display))?;
    let root = screen.setup().roots[number].root;
    Ok(screen.set_input_focus(InputFocus::NONE, root, x11rb::CURRENT_TIME)?.check()?)
}

/// True if the window or a part of it has the keyboard.
pub(crate) fn has_focus(display: &str) -> Answer<bool> {
    let (screen, window) = find(display)?;
    let mut at = screen.get_input_focus()?.reply()?.focus;
    // 0 is no window, 1 whatever lies under the mouse; the root has no parent.
    while at > 1 && at != window {
        at = screen.query_tree(at)?.reply()?.parent;
    }
    Ok(at == window)
}

/// Text of the title bar.
pub(crate) fn title(display: &str) -> Answer<String> {
    let (screen, window) = find(display)?;
    let (name, utf8) = (atom(&screen, "_NET_WM_NAME")?, atom(&screen, "UTF8_STRING")?);
    let property = screen.get_property(false, window, name, utf8, 0, 1024)?.reply()?;
    Ok(String::from_utf8(property.value)?)
}

/// The largest window on the display that accepts a close request.
fn find(display: &str) -> Answer<(RustConnection, Window)> {
    let (screen, number) = RustConnection::connect(Some(display))?;
    let root = screen.setup().roots[number].root;
    let protocols = atom(&screen, "WM_PROTOCOLS")?;
    let mut best = None;
    for window in screen.query_tree(root)?.reply()?.children {
        let attributes = screen.get_window_attributes(window)?.reply();
        let property = screen.get_property(false, window, protocols, AtomEnum::ATOM, 0, 16)?.reply();
        let size = screen.get_geometry(window)?.reply();
        // Skips windows closed since `query_tree`.
        let (Ok(attributes), Ok(property), Ok(size)) = (attributes, property, size) else { continue };
        if attributes.map_state == MapState::VIEWABLE && property.value_len > 0 {
            best = best.max(Some((u32::from(size.width) * u32::from(size.height), window)));
        }
    }
    let (_, window) = best.ok_or("no window is shown")?;
    Ok((screen, window))
}

pub(crate) fn atom(screen: &RustConnection, name: &str) -> Answer<u32> {
    Ok(screen.intern_atom(false, name.as_bytes())?.reply()?.atom)
}
