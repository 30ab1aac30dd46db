//! What a person typed, as text: `Form::of(&record)` shows a record, `draft()` reads the text once.
//!
//! Text that was not touched goes back as it was read, whatever it is; what was typed is checked, every error at once, each
//! at its field with the way out ([`crate::text_field`]). Nothing typed is lost by an error. The form of an EMV configuration is
//! [`crate::emv_form`].

pub mod acquirer;
pub mod activation;
pub mod device;
mod json_row;
mod list_text;
pub mod merchant;
pub mod money;
pub mod profile;

pub use json_row::JsonRow;

pub use crate::text_field::{FieldError, Rule, TextField, Texts};
use crate::text_field::{digits, is_untouched, read_text};

/// The draft, when there are no errors.
fn finish<T>(draft: T, errors: Vec<FieldError>) -> Result<T, Vec<FieldError>> {
    if errors.is_empty() { Ok(draft) } else { Err(errors) }
}
