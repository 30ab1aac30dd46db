//! Forms: what a person typed, as text. `Form::of(&record)` shows a record, `draft()` reads the text once.
//!
//! Untouched text goes back as it was read, whatever it is. Typed text is checked: all errors at once, each at its field with what to
//! do ([`crate::text_field`]). An error loses nothing that was typed. The form of an EMV configuration is
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
