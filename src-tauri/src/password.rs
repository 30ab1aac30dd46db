//! Core's question for the admin password of a terminal, in a dialog of GTK: the page neither sees nor answers it.
//!
//! Linux only; other systems have no such dialog, and the password comes with the call there.

use std::cell::RefCell;
use std::sync::mpsc;

use gtk::prelude::*;
use gtk::{ButtonsType, DialogFlags, Entry, InputPurpose, MessageDialog, MessageType, ResponseType};
use tapline_contract::secret::Secret;
use tapline_core::Question;
use tauri::{AppHandle, Manager as _};

use crate::question::REFUSE;

/// Blocks until answered, so core asks off the main thread. `None` if the person doesn't agree.
pub(crate) fn ask(app: &AppHandle, question: &Question) -> Option<Secret> {
    let (tell, answer) = mpsc::channel();
    let (shown_by, question) = (app.clone(), question.clone());
    app.run_on_main_thread(move || show(&shown_by, &question, tell)).ok()?;
    // A dialog that closes with its window is no answer.
    answer.recv().ok().flatten()
}

fn show(app: &AppHandle, question: &Question, tell: mpsc::Sender<Option<Secret>>) {
    let window = app.get_webview_window(crate::WINDOW).and_then(|window| window.gtk_window().ok());
    let flags = DialogFlags::MODAL | DialogFlags::DESTROY_WITH_PARENT;
    let dialog =
        MessageDialog::new(window.as_ref(), flags, MessageType::Warning, ButtonsType::None, &question.title);
    dialog.set_title(&question.title);
    dialog.set_secondary_text(Some(question.text.as_str()));
    dialog.add_button(REFUSE, ResponseType::Cancel);
    dialog.add_button(question.agree, ResponseType::Ok);
    dialog.set_default_response(ResponseType::Ok);
    dialog.set_response_sensitive(ResponseType::Ok, false);
    let entry = Entry::new();
    entry.set_visibility(false);
    entry.set_input_purpose(InputPurpose::Password);
    entry.set_activates_default(true);
    entry.set_placeholder_text(Some("Admin password"));
    dialog.content_area().pack_end(&entry, false, false, 0);
    entry.connect_changed({
        let dialog = dialog.clone();
        move |entry| dialog.set_response_sensitive(ResponseType::Ok, entry.text_length() > 0)
    });
    let tell = RefCell::new(Some(tell));
    let typed = entry.clone();
    dialog.connect_response(move |dialog, response| {
        let Some(tell) = tell.take() else { return };
        let agreed = response == ResponseType::Ok;
        let password = agreed.then(|| Secret::new(typed.text().to_string()));
        typed.set_text("");
        // Core stops waiting only when it has ended.
        let _ = tell.send(password);
        if response != ResponseType::DeleteEvent {
            dialog.close();
        }
    });
    dialog.show_all();
    entry.grab_focus();
}
