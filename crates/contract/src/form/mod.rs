//! What a person typed, as text: `Form::of(&record)` shows a record, `draft()` reads the text once.
//!
//! Text that was not touched goes back as it was read, whatever it is; what was typed is checked, every error at once, each
//! at its field with the way out. Nothing typed is lost by an error. The form of an EMV configuration is
//! [`crate::emv_form`].

pub mod acquirer;
pub mod activation;
pub mod device;
mod json_row;
mod list_text;
pub mod merchant;
pub mod money;
pub mod profile;
mod rule;

pub use json_row::JsonRow;
pub use rule::Rule;

/// Why a field cannot be read, with the way out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldError {
    /// Path on the wire: `contactEmail`, `acceptances[1].primaryMid`.
    pub field: String,
    /// A whole sentence that begins with the field's name.
    pub sentence: String,
}

impl FieldError {
    fn new(field: impl Into<String>, sentence: impl Into<String>) -> FieldError {
        FieldError { field: field.into(), sentence: sentence.into() }
    }
}

/// The draft, when there are no errors.
fn finish<T>(draft: T, errors: Vec<FieldError>) -> Result<T, Vec<FieldError>> {
    if errors.is_empty() { Ok(draft) } else { Err(errors) }
}

/// A text of form `F` that fills an optional member of draft `D`. A page draws its fields from rows of these.
#[derive(Debug)]
pub struct TextField<F: 'static, D: 'static> {
    /// Name on the wire.
    pub wire: &'static str,
    /// Name for people.
    pub label: &'static str,
    pub rule: Rule,
    pub get: fn(&F) -> &String,
    pub get_mut: fn(&mut F) -> &mut String,
    draft: fn(&D) -> &Option<String>,
    draft_mut: fn(&mut D) -> &mut Option<String>,
}

/// Rows of [`TextField`]: `field: "member", "Label", Rule;`, where form and draft call the field alike.
macro_rules! text_fields {
    ($($field:ident: $wire:literal, $label:literal, $rule:ident;)*) => {
        &[$($crate::form::TextField {
            wire: $wire,
            label: $label,
            rule: $crate::form::Rule::$rule,
            get: |form| &form.$field,
            get_mut: |form| &mut form.$field,
            draft: |draft| &draft.$field,
            draft_mut: |draft| &mut draft.$field,
        }),*]
    };
}
use text_fields;

/// Puts the draft's texts into the form.
fn show<F, D>(fields: &[TextField<F, D>], draft: &D, form: &mut F) {
    for field in fields {
        *(field.get_mut)(form) = (field.draft)(draft).clone().unwrap_or_default();
    }
}

/// Puts the typed texts that differ from the draft's into it. `path` stands before the names in errors. Untouched text is not
/// judged, unless nothing was there at all: then the form began blank.
fn read<F, D>(fields: &[TextField<F, D>], form: &F, draft: &mut D, path: &str, errors: &mut Vec<FieldError>) {
    let began_blank = fields.iter().all(|field| (field.draft)(draft).is_none());
    for field in fields {
        let typed = (field.get)(form);
        if !began_blank && is_untouched(typed, (field.draft)(draft).as_ref()) {
            continue;
        }
        match read_text(field.label, field.rule, typed, (field.draft)(draft).as_ref()) {
            Ok(text) => *(field.draft_mut)(draft) = text,
            Err(sentence) => errors.push(FieldError::new(format!("{path}{}", field.wire), sentence)),
        }
    }
}

fn is_untouched(typed: &str, was: Option<&String>) -> bool {
    typed == was.map_or("", String::as_str)
}

/// Untouched text stays as it was, absent or not; text that was emptied is sent empty.
fn read_text(label: &str, rule: Rule, typed: &str, was: Option<&String>) -> Result<Option<String>, String> {
    let (trimmed, untouched) = (typed.trim(), is_untouched(typed, was));
    if trimmed.is_empty() {
        return match rule.required() {
            Some(example) => Err(format!("{label} is empty. Write for example {example}.")),
            None if untouched => Ok(was.cloned()),
            None => Ok(was.map(|_| String::new())),
        };
    }
    if untouched {
        return Ok(was.cloned());
    }
    match rule.fault(trimmed) {
        Some(way_out) => Err(format!("{label}: {way_out}")),
        None => Ok(Some(trimmed.to_owned())),
    }
}
