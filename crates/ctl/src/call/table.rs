//! The contract's table as rows of values: what the command line shows, and how it reads what was given for a row.

use serde::de::DeserializeOwned;
use tapline_contract::{Class, Endpoint, endpoints};

use super::example::Example;

/// One endpoint.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) class: Class,
    method: &'static str,
    path: &'static str,
    pub(crate) words: &'static str,
    pub(crate) example_id: &'static str,
    pub(crate) example_input: &'static str,
    /// Read by the endpoint's own types; the error says what does not fit.
    pub(crate) reads_id: Reads,
    pub(crate) reads_input: Reads,
    pub(crate) reads_seen: Reads,
}

type Reads = fn(&str) -> Result<(), serde_json::Error>;

macro_rules! rows {
    ($(($name:ident $class:ident))*) => {
        pub(crate) const ROWS: &[Row] = &[$(Row::of::<endpoints::$name>()),*];
    };
}
tapline_contract::for_each_endpoint!(rows);

impl Row {
    const fn of<E: Example>() -> Row {
        Row {
            name: E::NAME,
            class: E::CLASS,
            method: E::METHOD.as_str(),
            path: E::PATH,
            words: E::WORDS,
            example_id: E::ID,
            example_input: E::INPUT,
            reads_id: reads::<E::Id>,
            reads_input: reads::<E::Input>,
            reads_seen: reads::<<E as Endpoint>::Seen>,
        }
    }

    pub(crate) fn find(name: &str) -> Option<&'static Row> {
        ROWS.iter().find(|row| row.name == name)
    }

    pub(crate) fn takes_id(&self) -> bool {
        self.path.contains('{')
    }

    pub(crate) fn takes_input(&self) -> bool {
        (self.reads_input)("null").is_err()
    }

    /// Whether it changes a terminal, which is listed by merchant only and does not tell whose it is.
    pub(crate) fn takes_merchant(&self) -> bool {
        let reads = |json| (self.reads_seen)(json).is_ok();
        self.takes_id() && reads(r#"{"mchId":null,"device":null}"#) && !reads(r#"{"unknown":null}"#)
    }

    /// Whether a change is compared with a record that was seen.
    pub(crate) fn takes_seen(&self) -> bool {
        self.class != Class::Read && self.class != Class::Effect
    }

    pub(crate) fn takes_password(&self) -> bool {
        ["VoidTransaction", "RefundTransaction"].contains(&self.name)
    }

    pub(crate) fn changes(&self) -> bool {
        self.class != Class::Read
    }

    /// `GET /api/v2/emv`
    pub(crate) fn place(&self) -> String {
        let namespace = if self.path.starts_with("/api/v1") { "{namespace}" } else { "" };
        format!("{} {namespace}{}", self.method, self.path)
    }

    /// A command line that could be typed.
    pub(crate) fn example(&self) -> String {
        let mut line = format!("taplinectl call {}", self.name);
        if self.takes_id() {
            line.extend([" --id ", self.example_id]);
        }
        if self.takes_merchant() {
            line.push_str(" --merchant M1001");
        }
        if self.takes_input() {
            line.extend([" --input '", self.example_input, "'"]);
        }
        if self.takes_password() {
            line.push_str(" --admin-password-file FILE");
        }
        line
    }
}

fn reads<T: DeserializeOwned>(json: &str) -> Result<(), serde_json::Error> {
    serde_json::from_str::<T>(json).map(drop)
}

#[cfg(test)]
mod tests {
    use tapline_contract::record;

    use super::*;

    #[test]
    fn every_example_is_read_by_its_endpoint() {
        for row in ROWS {
            let id = serde_json::Value::from(row.example_id).to_string();
            assert_eq!(row.takes_id(), (row.reads_id)(&id).is_ok(), "{}", row.name);
            assert_eq!(row.takes_id(), !row.example_id.is_empty(), "{}", row.name);
            assert_eq!(row.takes_input(), !row.example_input.is_empty(), "{}", row.name);
            if row.takes_input() && !row.takes_password() {
                (row.reads_input)(row.example_input)
                    .unwrap_or_else(|misfit| panic!("{}: {misfit}", row.name));
            }
        }
    }

    #[test]
    fn an_example_has_no_key_that_its_endpoint_does_not_know() {
        macro_rules! written {
            ($(($name:ident $class:ident))*) => { vec![$((stringify!($name), again::<endpoints::$name>())),*] };
        }
        for (name, written) in tapline_contract::for_each_endpoint!(written) {
            let Some((typed, written)) = written else { continue };
            assert_eq!(typed, written, "{name}");
        }
    }

    /// The keys of the example, and those that are known among them. A record keeps unknown keys behind the known ones.
    fn again<E: Example>() -> Option<(Vec<String>, Vec<String>)> {
        if E::INPUT.is_empty() || E::INPUT == "{}" {
            return None;
        }
        let input: E::Input = serde_json::from_str(E::INPUT).ok()?;
        let unknown = format!(r#"{{"unknownKey":1,{}"#, &E::INPUT[1..]);
        let keys = |json: &str| -> Vec<String> {
            record::members(json)
                .unwrap()
                .into_iter()
                .filter(|(_, raw)| raw != "null")
                .map(|(key, _)| key)
                .collect()
        };
        let with_unknown = serde_json::to_string(&serde_json::from_str::<E::Input>(&unknown).ok()?).ok()?;
        let known = keys(&with_unknown).into_iter().take_while(|key| key != "unknownKey");
        let (mut typed, mut known): (Vec<_>, Vec<_>) = (keys(E::INPUT), known.collect());
        assert!(keys(&serde_json::to_string(&input).unwrap()).len() >= known.len());
        typed.sort_unstable();
        known.sort_unstable();
        Some((typed, known))
    }

    #[test]
    fn the_terminals_changes_take_a_merchant() {
        let found: Vec<_> = ROWS.iter().filter(|row| row.takes_merchant()).map(|row| row.name).collect();
        assert_eq!(found, ["EndDevice", "UpdateDevice"]);
    }
}
