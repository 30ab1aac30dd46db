//! A member that a person types as text: its rule, and how the text becomes the member.
//!
//! Untouched text goes back as it was read, whatever it is. Typed text is checked; each error is shown at its field and says what
//! to do.

mod rule;

pub use rule::Rule;
pub(crate) use rule::digits;

/// Why a field cannot be read, with the way out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldError {
    /// Path on the wire: `contactEmail`, `acceptances[1].primaryMid`.
    pub field: String,
    /// A whole sentence that begins with the field's name.
    pub sentence: String,
}

impl FieldError {
    pub(crate) fn new(field: impl Into<String>, sentence: impl Into<String>) -> FieldError {
        FieldError { field: field.into(), sentence: sentence.into() }
    }
}

/// An optional text of draft `D`. [`crate::resource`] makes them; pages draw their fields from them.
#[derive(Debug)]
pub struct TextField<D: 'static> {
    /// Name on the wire.
    pub wire: &'static str,
    /// Name for people.
    pub label: &'static str,
    pub rule: Rule,
    pub of: fn(&D) -> &Option<String>,
    pub(crate) of_mut: fn(&mut D) -> &mut Option<String>,
}

/// A table of such fields: `field: "wire", "Label", Rule;` a row.
macro_rules! text_fields {
    ($($field:ident: $wire:literal, $label:literal, $rule:ident;)*) => {
        &[$($crate::text_field::TextField {
            wire: $wire,
            label: $label,
            rule: $crate::text_field::Rule::$rule,
            of: |draft| &draft.$field,
            of_mut: |draft| &mut draft.$field,
        }),*]
    };
}
pub(crate) use text_fields;

/// Typed texts of such fields, by their names on the wire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Texts(Vec<(&'static str, String)>);

impl Texts {
    /// As the draft has them.
    pub(crate) fn from_draft<D>(fields: &[TextField<D>], draft: &D) -> Texts {
        Texts(fields.iter().map(|row| (row.wire, (row.of)(draft).clone().unwrap_or_default())).collect())
    }

    /// Both of them: the texts of a record, and of one inside.
    pub(crate) fn and(mut self, other: Texts) -> Texts {
        self.0.extend(other.0);
        self
    }

    pub fn get(&self, wire: &str) -> Option<&String> {
        self.0.iter().find(|(known, _)| *known == wire).map(|(_, text)| text)
    }

    pub fn get_mut(&mut self, wire: &str) -> Option<&mut String> {
        self.0.iter_mut().find(|(known, _)| *known == wire).map(|(_, text)| text)
    }

    /// Text of a field; empty for an unknown field.
    pub fn text(&self, wire: &str) -> &str {
        self.get(wire).map_or("", String::as_str)
    }

    /// These texts with another text in one field.
    #[must_use]
    pub fn with(mut self, wire: &str, text: &str) -> Texts {
        self.put(wire, text);
        self
    }

    /// Types into a field; another name changes nothing.
    pub fn put(&mut self, wire: &str, text: &str) {
        if let Some(typed) = self.get_mut(wire) {
            text.clone_into(typed);
        }
    }

    /// Puts the typed texts that differ from the draft's into it. `path` precedes the names in errors. Untouched text is not
    /// judged, unless nothing was there at all: then the form began blank.
    pub(crate) fn read<D>(
        &self,
        fields: &[TextField<D>],
        draft: &mut D,
        path: &str,
        errors: &mut Vec<FieldError>,
    ) {
        let began_blank = fields.iter().all(|field| (field.of)(draft).is_none());
        for field in fields {
            let typed = self.text(field.wire);
            if !began_blank && is_untouched(typed, (field.of)(draft).as_ref()) {
                continue;
            }
            match read_text(field.label, field.rule, typed, (field.of)(draft).as_ref()) {
                Ok(text) => *(field.of_mut)(draft) = text,
                Err(sentence) => errors.push(FieldError::new(format!("{path}{}", field.wire), sentence)),
            }
        }
    }
}

pub(crate) fn is_untouched(typed: &str, was: Option<&String>) -> bool {
    typed == was.map_or("", String::as_str)
}

/// Untouched text stays as it was, absent or not; text that was emptied is sent empty.
pub(crate) fn read_text(
    label: &str,
    rule: Rule,
    typed: &str,
    was: Option<&String>,
) -> Result<Option<String>, String> {
    let (trimmed, untouched) = (typed.trim(), is_untouched(typed, was));
    if trimmed.is_empty() {
        return match rule.required() {
            Some(example) => Err(format!("{label} is empty. Enter for example {example}.")),
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
