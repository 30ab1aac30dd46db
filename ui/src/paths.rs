//! Every place of the window, and its path. Back and forward come from the history of these.

use tapline_contract::emv_config::EmvId;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Route {
    Start,
    Limits,
    Editor(EmvId),
    /// A configuration that does not exist yet.
    New,
    /// Review of what is being edited; also shows what became of saving it.
    Review,
    Conflict,
    Delete(EmvId),
    Activity,
}

impl Route {
    pub(crate) fn path(&self) -> String {
        match self {
            Route::Start => "/".to_owned(),
            Route::Limits => "/limits".to_owned(),
            Route::New => "/limits/new".to_owned(),
            Route::Review => "/limits/review".to_owned(),
            Route::Conflict => "/limits/conflict".to_owned(),
            Route::Editor(id) => format!("/limits/id/{}", encoded(id.as_str())),
            Route::Delete(id) => format!("/limits/id/{}/delete", encoded(id.as_str())),
            Route::Activity => "/activity".to_owned(),
        }
    }

    /// Unknown paths lead to the start.
    pub(crate) fn parse(path: &str) -> Route {
        let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        let id = |text: &str| EmvId::parse(&decoded(text));
        match parts.as_slice() {
            ["limits"] => Route::Limits,
            ["limits", "new"] => Route::New,
            ["limits", "review"] => Route::Review,
            ["limits", "conflict"] => Route::Conflict,
            ["limits", "id", text] => id(text).map_or(Route::Limits, Route::Editor),
            ["limits", "id", text, "delete"] => id(text).map_or(Route::Limits, Route::Delete),
            ["activity"] => Route::Activity,
            _ => Route::Start,
        }
    }
}

fn encoded(text: &str) -> String {
    text.bytes()
        .map(|b| if b.is_ascii_alphanumeric() { char::from(b).to_string() } else { format!("%{b:02X}") })
        .collect()
}

fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let hex = |at: usize| tail.get(at).and_then(|b| char::from(*b).to_digit(16));
        if let (b'%', Some(high), Some(low)) = (first, hex(0), hex(1)) {
            bytes.push(u8::try_from(high * 16 + low).unwrap_or(b'?'));
            rest = &tail[2..];
        } else {
            bytes.push(*first);
            rest = tail;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_is_read_back_from_its_path() {
        let id = |text: &str| EmvId::parse(text).unwrap();
        for route in [
            Route::Start,
            Route::Limits,
            Route::New,
            Route::Review,
            Route::Conflict,
            Route::Activity,
            Route::Editor(id("12")),
            Route::Editor(id("a/b %é")),
            Route::Delete(id("12")),
        ] {
            assert_eq!(Route::parse(&route.path()), route);
        }
        assert_eq!(Route::parse("/nowhere/at/all"), Route::Start);
    }
}
