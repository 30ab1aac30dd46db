//! Asks for the unit in which a service counts amounts, with real amounts read both ways.
//!
//! It reads and decides nothing, and nothing is preselected. A unit that an amount rules out is not offered.

use leptos::prelude::*;
use tapline_contract::connection::{AmountUnit, Connection};
use tapline_contract::unit::UnitSample;

use super::icon::Icon;

/// One reading of a service's amounts.
#[derive(Clone, Debug, PartialEq, Eq)]
struct UnitReading {
    unit: AmountUnit,
    id: &'static str,
    /// Example amounts, "13.34 USD · 50.00 EUR".
    amounts: String,
    words: &'static str,
}

fn readings(samples: &[UnitSample], connection: &Connection) -> Vec<UnitReading> {
    // An example, if there are no amounts to compare.
    let example = UnitSample { of: String::new(), value: "1334".to_owned(), currency: None };
    let mut both: Vec<_> = samples.iter().filter_map(|sample| sample.both(connection)).collect();
    if both.is_empty() {
        both.extend(
            example
                .both(connection)
                .map(|(minor, major)| (format!("1334 is {minor}"), format!("1334 is {major}"))),
        );
    }
    let read =
        |of: fn(&(String, String)) -> &String| both.iter().map(of).cloned().collect::<Vec<_>>().join(" · ");
    let minor = UnitReading {
        unit: AmountUnit::Minor,
        id: "unit-minor",
        amounts: read(|both| &both.0),
        words: "Minor units: ",
    };
    let major = UnitReading {
        unit: AmountUnit::Major,
        id: "unit-major",
        amounts: read(|both| &both.1),
        words: "Major units: ",
    };
    if samples.iter().any(UnitSample::is_fraction) { vec![major] } else { vec![minor, major] }
}

/// Sources of the samples, "transactions T1, T2".
fn sources(samples: &[UnitSample], connection: &Connection) -> String {
    let shown: Vec<_> = samples
        .iter()
        .filter(|sample| sample.both(connection).is_some())
        .filter_map(|sample| sample.of.split_once(' '))
        .collect();
    let mut sources = String::new();
    let mut kind = "";
    for (word, id) in &shown {
        let joint = if sources.is_empty() { "" } else { ", " };
        sources.push_str(joint);
        if *word != kind {
            let many = shown.iter().filter(|(other, _)| other == word).count();
            let plural = match *word {
                _ if many == 1 => "",
                "batch" => "es",
                _ => "s",
            };
            sources.extend([word, plural, " "]);
        }
        sources.push_str(id);
        kind = word;
    }
    sources
}

#[component]
pub(crate) fn UnitChoice(
    samples: Vec<UnitSample>,
    connection: Connection,
    /// The selected or known unit.
    #[prop(into)]
    chosen: Signal<Option<AmountUnit>>,
    choose: Callback<AmountUnit>,
) -> impl IntoView {
    let sources = sources(&samples, &connection);
    let asks = if sources.is_empty() {
        "No amounts to compare. Ask the service's operator which unit it uses, then select it.".to_owned()
    } else if samples.iter().any(UnitSample::is_fraction) {
        format!("Minor units have no fraction, so the amounts of {sources} can only be:")
    } else {
        format!("Amounts of {sources}. Which reading is right?")
    };
    let readings = readings(&samples, &connection).into_iter().enumerate().map(move |(at, way)| {
        let unit = way.unit;
        let is_chosen = move || chosen.get() == Some(unit);
        view! {
            {(at > 0).then(|| view! { <span>"or"</span> })}
            <button type="button" id=way.id aria-pressed=move || is_chosen().to_string() on:click=move |_| choose.run(unit)>
                {move || is_chosen().then(|| view! { <Icon name="check"/> })}
                <span>{way.words}</span><b class="number">{way.amounts}</b>
            </button>
        }
    });
    view! {
        <div class="unit-choice" role="group" aria-label="Unit of amounts">
            <p>{asks}</p>
            <div class="row">{readings.collect_view()}</div>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use tapline_contract::unit::UnitKnown;

    use super::*;

    fn sample(value: &str, currency: &str) -> UnitSample {
        UnitSample {
            of: "transaction T1".to_owned(),
            value: value.to_owned(),
            currency: Some(currency.to_owned()),
        }
    }

    fn connection() -> Connection {
        Connection { unit_known: UnitKnown::No, ..Connection::example() }
    }

    #[test]
    fn several_of_a_kind_are_named_once_in_the_plural() {
        let of = |of: &str| UnitSample { of: of.to_owned(), ..sample("1334", "USD") };
        for (all, expected) in [
            (vec![of("transaction T1")], "transaction T1"),
            (vec![of("transaction T2"), of("transaction T1")], "transactions T2, T1"),
            (vec![of("batch B1"), of("batch B2"), of("transaction T1")], "batches B1, B2, transaction T1"),
        ] {
            assert_eq!(sources(&all, &connection()), expected);
        }
    }

    #[test]
    fn amounts_are_read_both_ways_and_a_fraction_leaves_one() {
        let connection = connection();
        for (samples, expected) in [
            (
                vec![sample("1334", "USD"), sample("5000", "EUR")],
                vec!["13.34 USD · 50.00 EUR", "1,334.00 USD · 5,000.00 EUR"],
            ),
            // The yen has no decimals, so it proves nothing.
            (vec![sample("1334", "JPY")], vec!["1334 is 13.34 EUR", "1334 is 1,334.00 EUR"]),
            (vec![], vec!["1334 is 13.34 EUR", "1334 is 1,334.00 EUR"]),
            (vec![sample("13.34", "USD"), sample("50", "USD")], vec!["13.34 USD · 50.00 USD"]),
        ] {
            let readings = readings(&samples, &connection);
            assert_eq!(
                readings.iter().map(|way| way.amounts.as_str()).collect::<Vec<_>>(),
                expected,
                "{samples:?}"
            );
        }
    }
}
