//! The menu of the window. Everything in it is in the page too.
//!
//! It decides nothing. The page gets an event with the id of the action (`ui/src/actions`); the web engine does the editing;
//! quitting asks as the close button does.
//!
//! The page's keys stand in the labels as text, as the page reports them. They are no accelerators: those take a key before the
//! page sees it, so an action would miss the layouts that the page allows for and could not be given another key.

use std::collections::BTreeMap;
use std::sync::Mutex;

use tapline_contract::menu::ACTIONS;
use tapline_contract::shown::Shown;
use tapline_platform::log::shell_trouble;
use tapline_platform::sync::locked;
#[cfg(target_os = "linux")]
use tauri::WebviewWindow;
#[cfg(not(target_os = "linux"))]
use tauri::WebviewWindowBuilder;
#[cfg(target_os = "macos")]
use tauri::menu::MenuItem;
use tauri::menu::{Menu, MenuEvent, MenuItemKind, Submenu, SubmenuBuilder};
use tauri::{AppHandle, Manager, Wry};

use crate::WINDOW;

const QUIT: &str = "quit";
/// Commands of the web engine, and their labels.
#[cfg(target_os = "linux")]
const EDIT: [(&str, &str); 4] = [
    ("Cut", "Cut\tCtrl X"),
    ("Copy", "Copy\tCtrl C"),
    ("Paste", "Paste\tCtrl V"),
    ("SelectAll", "Select all\tCtrl A"),
];

/// Keys of the page's actions by id, kept for a menu that is made later.
#[derive(Default)]
pub(crate) struct MenuKeys(Mutex<BTreeMap<String, String>>);

#[cfg(not(target_os = "linux"))]
type Builder<'a> = WebviewWindowBuilder<'a, Wry, AppHandle>;

/// The window with its menu.
#[cfg(not(target_os = "linux"))]
pub(crate) fn with<'a>(window: Builder<'a>, app: &AppHandle) -> tauri::Result<Builder<'a>> {
    Ok(window.menu(build(app)?))
}

/// Gives the window its menu, once the page is loaded and usually before it is first painted: GTK creates and draws the menu while
/// the web engine compiles the page. Created with the window, the menu kept the page waiting.
#[cfg(target_os = "linux")]
pub(crate) fn add(window: &WebviewWindow) {
    if window.menu().is_none() {
        let shown = build(window.app_handle()).and_then(|menu| window.set_menu(menu));
        let shown = shown.and_then(|_| show_keys(window.app_handle()));
        if let Err(error) = shown {
            shell_trouble("the window has no menu", &error);
        }
    }
}

/// The whole menu; all but *Quit* and the help items is Tauri's.
#[cfg(target_os = "macos")]
fn build(app: &AppHandle) -> tauri::Result<Menu<Wry>> {
    let menu = Menu::default(app)?;
    ask_before_quitting(app, &menu)?;
    let help = help(app)?;
    match menu.get(tauri::menu::HELP_SUBMENU_ID) {
        Some(item) => {
            if let Some(there) = item.as_submenu() {
                for item in help.items()? {
                    there.append(&item)?;
                }
            }
        }
        None => menu.append(&help)?,
    }
    Ok(menu)
}

/// Replaces the last item of the first menu, which ends the process at once, by one that closes the window. The window asks about
/// unsaved work; *Quit* in the Dock still ends Tapline without asking.
#[cfg(target_os = "macos")]
fn ask_before_quitting(app: &AppHandle, menu: &Menu<Wry>) -> tauri::Result<()> {
    let items = menu.items()?;
    let Some(first) = items.first().and_then(MenuItemKind::as_submenu) else { return Ok(()) };
    if let Some(quit) = first.items()?.last() {
        first.remove(quit)?;
    }
    first.append(&MenuItem::with_id(app, QUIT, "Quit Tapline", true, Some("CmdOrCtrl+Q"))?)
}

#[cfg(not(target_os = "macos"))]
fn build(app: &AppHandle) -> tauri::Result<Menu<Wry>> {
    let [(settings, words), ..] = ACTIONS;
    let file =
        SubmenuBuilder::new(app, "File").text(settings, words).separator().text(QUIT, "Quit").build()?;
    Menu::with_items(app, &[&file, &edit(app)?, &help(app)?])
}

/// The Edit menu. Tauri's own items need a library on Linux that sends keys to the window of any program.
#[cfg(target_os = "linux")]
fn edit(app: &AppHandle) -> tauri::Result<Submenu<Wry>> {
    let items = EDIT.into_iter();
    items.fold(SubmenuBuilder::new(app, "Edit"), |menu, (id, words)| menu.text(id, words)).build()
}

#[cfg(windows)]
fn edit(app: &AppHandle) -> tauri::Result<Submenu<Wry>> {
    SubmenuBuilder::new(app, "Edit").cut().copy().paste().select_all().build()
}

fn help(app: &AppHandle) -> tauri::Result<Submenu<Wry>> {
    let items = ACTIONS.into_iter().skip(1);
    items.fold(SubmenuBuilder::new(app, "Help"), |menu, (id, words)| menu.text(id, words)).build()
}

/// Shows the keys of the page's actions in their items.
pub(crate) fn set_keys(app: &AppHandle, keys: BTreeMap<String, String>) {
    *locked(&app.state::<MenuKeys>().0) = keys;
    log_failure(show_keys(app));
}

fn show_keys(app: &AppHandle) -> tauri::Result<()> {
    let menu = app.get_webview_window(WINDOW).and_then(|window| window.menu()).or_else(|| app.menu());
    let Some(menu) = menu else { return Ok(()) };
    let keys = locked(&app.state::<MenuKeys>().0).clone();
    for submenu in menu.items()?.iter().filter_map(MenuItemKind::as_submenu) {
        for item in submenu.items()?.iter().filter_map(MenuItemKind::as_menuitem) {
            let id = item.id().as_ref();
            if let Some((_, words)) = ACTIONS.iter().find(|(action, _)| *action == id) {
                item.set_text(label(words, keys.get(id).map_or("", String::as_str)))?;
            }
        }
    }
    Ok(())
}

/// A label with its keys; a single `&` would be left out as a mark.
fn label(words: &str, keys: &str) -> String {
    let keys = Shown::line(keys).replace('&', "&&");
    if keys.is_empty() { words.to_owned() } else { format!("{words}\t{keys}") }
}

/// Runs the chosen item.
pub(crate) fn run_item(app: &AppHandle, event: &MenuEvent) {
    let Some(window) = app.get_webview_window(WINDOW) else { return };
    let id = event.id().as_ref();
    #[cfg(target_os = "linux")]
    if let Some((command, _)) = EDIT.into_iter().find(|(command, _)| *command == id) {
        let done = window.with_webview(move |view| {
            webkit2gtk::WebViewExt::execute_editing_command(&view.inner(), command);
        });
        return log_failure(done);
    }
    log_failure(match page_script(id) {
        Some(script) => window.eval(script),
        None if id == QUIT => window.close(),
        None => Ok(()),
    });
}

/// Script that sends the page the event. Only known ids become a script.
fn page_script(id: &str) -> Option<String> {
    let known = ACTIONS.iter().any(|(action, _)| *action == id);
    known.then(|| format!("window.dispatchEvent(new Event('tapline-menu-{id}'))"))
}

fn log_failure(done: tauri::Result<()>) {
    if let Err(error) = done {
        shell_trouble("the menu could not do what was chosen", &error);
    }
}

#[cfg(test)]
mod tests {
    use super::{label, page_script};

    #[test]
    fn a_label_has_the_keys_of_the_page_as_text() {
        for (keys, expected) in [
            ("Ctrl ,", "Settings\tCtrl ,"),
            ("", "Settings"),
            ("Ctrl &", "Settings\tCtrl &&"),
            ("Ctrl\n,", "Settings\tCtrl\\n,"),
        ] {
            assert_eq!(label("Settings", keys), expected, "{keys:?}");
        }
    }

    #[test]
    fn the_page_is_told_only_of_its_own_actions() {
        let script = "window.dispatchEvent(new Event('tapline-menu-about'))";
        assert_eq!(page_script("about").as_deref(), Some(script));
        for id in ["quit", "Cut", "'))"] {
            assert_eq!(page_script(id), None, "{id}");
        }
    }
}
