//! `taps.md`: what Tapline says about a tap at an amount.

use std::fmt::Write as _;

use tapline_emv::Presented::{Card, Phone};
use tapline_emv::Scheme::{self, Amex, Discover, Jcb, Mastercard, UnionPay, Visa};
use tapline_emv::at_terminals::{TerminalSale, differences};
use tapline_emv::replay::{Effect, Undecided};
use tapline_emv::tap::{Method, Methods, Presented, Side, decide, effects, limit_meaning, stretches};
use tapline_emv::{Currency, LimitKind, Limits, PartialLimits, Terminal, Value, limits, param};
use tapline_explain::say::tap as say;

use super::{params, snapshot};

/// Floor, CVM and transaction limit; "-" is missing, "∞" no limit.
fn limits_of(text: &str) -> PartialLimits {
    let mut all = text.split('/').map(|one| match one {
        "-" => None,
        "∞" => Some(99_999_999),
        minor => Some(minor.parse().expect("minor units")),
    });
    let mut next = || all.next().flatten();
    PartialLimits { floor: next(), cvm: next(), transaction: next() }
}

type TapRow = (Scheme, &'static str, &'static str, u64, Presented);

/// The limits of most examples: floor 0.00, CVM 50.00, transaction 250.00.
const USUAL: &str = "0/5000/25000";
const OFFLINE: &str = "6000/5000/25000";

const PARTS: &[(&str, &[TapRow])] = &[
    (
        "The limits",
        &[
            (Visa, USUAL, "TTQ=26804080", 4_999, Card),
            (Visa, USUAL, "TTQ=26804080", 5_000, Card),
            (Visa, USUAL, "TTQ=24004000", 6_200, Card),
            (Mastercard, USUAL, "DF8118=60 DF8119=08 DF811B=20 flag=true", 5_000, Card),
            (Mastercard, USUAL, "DF8118=60 DF8119=08 DF811B=20 flag=true", 5_001, Card),
            (Visa, USUAL, "TTQ=26804080", 25_000, Card),
            (Visa, USUAL, "TTQ=26804080", 25_001, Card),
            (Amex, USUAL, "9F6E=18E00003", 5_000, Card),
            (Visa, "1000/5000/25000", "TTQ=26804080", 1_000, Card),
            (Mastercard, "1000/5000/25000", "", 500, Card),
            (Visa, "0/∞/∞", "TTQ=26804080", 6_000, Card),
            (Visa, "0/∞/∞", "TTQ=26804080", 100_000_000, Card),
            (Visa, "0/10000/8000", "TTQ=26804080", 5_000, Card),
            (Visa, USUAL, "TTQ=26804080", 0, Card),
            (Discover, "1000/5000/25000", "", 0, Card),
            (Mastercard, "1000/5000/25000", "", 0, Card),
        ],
    ),
    (
        "A limit is missing",
        &[
            (Visa, "0/5000/-", "TTQ=24004000", 6_200, Card),
            (Visa, "0/-/25000", "TTQ=24004000", 6_200, Card),
            (Visa, "-/5000/25000", "TTQ=26004000", 6_200, Card),
            (Visa, "-/-/25000", "", 6_200, Card),
        ],
    ),
    (
        "What the reader offers",
        &[
            (Visa, USUAL, "TTQ=22004000", 6_200, Card),
            (Visa, USUAL, "TTQ=20004000", 6_200, Card),
            (Visa, USUAL, "", 6_200, Card),
            (Amex, USUAL, "", 6_200, Card),
            (Jcb, USUAL, "TTQ=26004000", 6_200, Card),
            (Mastercard, USUAL, "DF8118=68 DF8119=08 flag=true", 6_200, Card),
            (Mastercard, USUAL, "DF8118=08 DF8119=08 flag=true", 6_200, Card),
            (Mastercard, USUAL, "DF8118=00 DF8119=08 flag=true", 6_200, Card),
            (Mastercard, USUAL, "DF8118=20", 6_200, Card),
            (Mastercard, USUAL, "DF8118=00", 6_200, Card),
            (Visa, OFFLINE, "TTQ=26004000", 5_500, Card),
            (Visa, OFFLINE, "TTQ=24004000", 5_500, Card),
            (Discover, USUAL, "TTQ=26004800", 6_200, Card),
        ],
    ),
    (
        "A phone",
        &[
            (Visa, USUAL, "TTQ=26804080", 6_200, Phone),
            (Visa, USUAL, "TTQ=24000000", 6_200, Phone),
            (Mastercard, USUAL, "DF8118=60 DF811B=00 flag=true", 6_200, Phone),
            (Mastercard, USUAL, "DF8118=60 flag=true", 6_200, Phone),
            (Mastercard, USUAL, "DF8118=00 flag=true", 6_200, Phone),
            (Amex, USUAL, "9F6E=10E00003", 6_200, Phone),
        ],
    ),
    (
        "DF8119 up to the CVM limit",
        &[
            (Mastercard, USUAL, "DF8118=60 DF8119=08 DF811B=30 flag=true", 1_500, Card),
            (Mastercard, USUAL, "DF8118=60 DF8119=68 DF811B=30 flag=true", 1_500, Card),
            (Mastercard, USUAL, "DF8118=60 DF8119=48 DF811B=30 flag=true", 1_500, Card),
            (Mastercard, USUAL, "DF8118=60 DF8119=28 DF811B=30 flag=true", 1_500, Card),
            (Mastercard, USUAL, "DF8118=60 DF8119=68 DF811B=30 flag=true", 1_500, Phone),
            (Mastercard, USUAL, "DF8118=60 DF8119=68 DF811B=00 flag=true", 1_500, Phone),
            (Mastercard, USUAL, "DF8118=60 DF8119=40 DF811B=30 flag=true", 1_500, Card),
            (Mastercard, USUAL, "DF8118=60 DF8119=00 DF811B=30 flag=true", 1_500, Card),
            (Mastercard, USUAL, "DF8118=60 DF8119=68 DF811B=30", 1_500, Card),
            (Mastercard, USUAL, "DF8118=60 DF8119=#68 DF811B=30 flag=true", 1_500, Card),
            (Mastercard, USUAL, "DF8118=60 DF8119=48 DF811B=30 flag=true 9F35=26", 0, Card),
            (Mastercard, OFFLINE, "DF8118=60 DF8119=48 DF811B=30 flag=true", 1_500, Card),
        ],
    ),
    (
        "The terminal",
        &[
            (Visa, "1000/5000/25000", "TTQ=24004000 9F35=21", 500, Card),
            (Visa, USUAL, "TTQ=24004000 9F35=23", 2_310, Card),
            (Visa, OFFLINE, "TTQ=24004000 9F35=23", 5_500, Card),
            (Visa, OFFLINE, "TTQ=26004000 9F35=23", 5_500, Card),
            (UnionPay, OFFLINE, "9F35=26", 5_500, Card),
            (Visa, USUAL, "TTQ=26004000 9F35=25", 6_200, Card),
            (Visa, USUAL, "TTQ=22004000 9F35=25", 6_200, Card),
            (Visa, USUAL, "TTQ=2C004000", 6_200, Card),
            (Amex, USUAL, "9F6E=18E08003 9F35=21", 6_200, Card),
        ],
    ),
    (
        "No tap, or another mode",
        &[
            (Visa, USUAL, "TTQ=06004000", 6_200, Card),
            (Mastercard, USUAL, "DF811B=C0", 6_200, Card),
            (Amex, USUAL, "9F6E=00E00003", 6_200, Card),
            (Mastercard, USUAL, "DF811B=60 DF8118=60 flag=true", 6_200, Card),
            (Visa, USUAL, "TTQ=86004000", 2_310, Card),
            (
                Mastercard,
                USUAL,
                "DF8118=40 DF8119=08 flag=true DF811B=20 9F1D=086C00C00000000000",
                2_310,
                Card,
            ),
        ],
    ),
    (
        "Values that can't be read",
        &[
            (Visa, USUAL, "TTQ=hello", 6_200, Card),
            (Jcb, USUAL, "TTQ=hello", 2_310, Card),
            (Mastercard, USUAL, "DF8118=#60 DF8119=08 DF811B=20 flag=true", 6_200, Card),
            (Mastercard, USUAL, "DF8118=60 DF8119=08 DF811B=#20 flag=true", 6_200, Phone),
            (Amex, USUAL, "9F6E=#18000", 6_200, Card),
            (Visa, USUAL, "TTQ=24004000 9F35=41", 6_200, Card),
        ],
    ),
];

#[test]
fn the_words_of_taps() {
    let mut text = String::from(
        "# Taps at an amount\n\nWritten by a test. Read every sentence before committing a change.\n",
    );
    for (heading, rows) in PARTS {
        write!(text, "\n## {heading}\n").expect("a string");
        for row in *rows {
            answer(&mut text, *row);
        }
    }
    zones(&mut text);
    limit_words(&mut text);
    changes(&mut text);
    terminals(&mut text);
    replays(&mut text);
    snapshot("taps.md", &text);
}

fn answer(text: &mut String, (scheme, given, values, amount, presented): TapRow) {
    let euro = Currency::euro();
    let decision = decide(scheme, limits_of(given), &params(values), amount, presented);
    let answer = say::answer(&decision, &euro);
    let lane = say::lane(&decision, &euro);
    let who = if presented == Phone { "phone" } else { "card" };
    let values = if values.is_empty() { "no values" } else { values };
    write!(
        text,
        "\n`{} {given} · {values} · {} · {who}`\n**{}.** {}\nDecided by {} ({}). Lane: {} — {}\n",
        scheme.name(),
        euro.figure(amount),
        answer.title,
        answer.sentence,
        answer.decided_by,
        answer.operator,
        lane.title,
        lane.why
    )
    .expect("a string");
    for note in answer.notes {
        writeln!(text, "- {note}").expect("a string");
    }
}

fn zones(text: &mut String) {
    text.push_str("\n## Zones\n");
    for (scheme, given, values) in [
        (Visa, "1000/5000/25000", "TTQ=26004000"),
        (Mastercard, "0/10000/∞", "DF8118=60 DF8119=68 DF811B=30 flag=true"),
    ] {
        write!(text, "\n`{} {given} · {values} · card`\n", scheme.name()).expect("a string");
        for one in stretches(scheme, limits_of(given), &params(values), Card) {
            let to = one.to.map_or("…".to_owned(), |to| Currency::euro().figure(to));
            writeln!(text, "- {} to {to}: {}", Currency::euro().figure(one.from), say::result(one.result))
                .expect("a string");
        }
    }
}

fn limit_words(text: &mut String) {
    text.push_str("\n## Limits in words\n\n");
    for (scheme, limit, minor, values) in [
        (Visa, LimitKind::Cvm, 5_000, "TTQ=24004000"),
        (Visa, LimitKind::Cvm, 5_000, "TTQ=26004000"),
        (Visa, LimitKind::Cvm, 5_000, "TTQ=20004000"),
        (Visa, LimitKind::Cvm, 5_000, "TTQ=20000000"),
        (Visa, LimitKind::Cvm, 5_000, "TTQ=hello"),
        (Visa, LimitKind::Cvm, 99_999_999, ""),
        (Visa, LimitKind::Cvm, 5_000_000, ""),
        (Mastercard, LimitKind::Cvm, 5_000, "DF8118=68 DF811B=20 DF8119=08 flag=true"),
        (Mastercard, LimitKind::Cvm, 5_000, "DF8118=60 DF811B=20 DF8119=68 flag=true"),
        (Mastercard, LimitKind::Cvm, 5_000, "DF8118=40 DF811B=20 DF8119=40"),
        (Mastercard, LimitKind::Cvm, 5_000, "DF8118=40 DF811B=20 DF8119=00 flag=true"),
        (Amex, LimitKind::Cvm, 5_000, "9F6E=10E00003"),
        (Amex, LimitKind::Cvm, 5_000, "9F6E=10800003"),
        (Visa, LimitKind::Floor, 1_000, "TTQ=24004000"),
        (Visa, LimitKind::Floor, 1_000, "TTQ=2C004000"),
        (Visa, LimitKind::Floor, 1_000, "TTQ=24004000 9F35=21"),
        (Visa, LimitKind::Floor, 1_000, "TTQ=2C004000 9F35=21"),
        (Visa, LimitKind::Floor, 1_000, "TTQ=06004000"),
        (Visa, LimitKind::Floor, 99_999_999, ""),
        (Visa, LimitKind::Transaction, 20_000, ""),
        (Visa, LimitKind::Transaction, 99_999_999, ""),
    ] {
        let meaning = limit_meaning(scheme, limit, minor, &params(values));
        let words = say::limit_meaning(&meaning, &Currency::euro());
        let values = if values.is_empty() { "no values" } else { values };
        writeln!(text, "- `{} {} {minor} · {values}` {words}", scheme.name(), limit.noun())
            .expect("a string");
    }
    text.push_str("\nNever reached:\n\n");
    for given in [
        Limits { floor: 0, cvm: 30_000, transaction: 20_000 },
        Limits { floor: 25_000, cvm: 5_000, transaction: 25_000 },
        Limits { floor: 0, cvm: 99_999_999, transaction: 20_000 },
    ] {
        for zone in limits::unreachable(Visa, given) {
            writeln!(text, "- {}", say::unreachable(&zone, &Currency::euro())).expect("a string");
        }
    }
}

fn changes(text: &mut String) {
    text.push_str("\n## Effects of a change\n");
    for (was, was_values, is, is_values) in [
        (USUAL, "TTQ=24004000", "0/2000/25000", "TTQ=24004000"),
        (USUAL, "TTQ=24004000", "0/5000/∞", "TTQ=24004000"),
        (USUAL, "TTQ=26004080", USUAL, "TTQ=20000080"),
        (USUAL, "TTQ=24004000", "10000/5000/25000", "TTQ=24004000"),
        (USUAL, "TTQ=24004000", "0/2000/-", "TTQ=24004000"),
        ("", "", USUAL, "TTQ=24004000"),
        ("", "", USUAL, "TTQ=20000080"),
    ] {
        let [before, after] = [params(was_values), params(is_values)];
        let before =
            (!was.is_empty()).then(|| Side { scheme: Visa, limits: limits_of(was), params: &before });
        let after = Side { scheme: Visa, limits: limits_of(is), params: &after };
        write!(text, "\n`Visa {was} {was_values} → {is} {is_values}`\n").expect("a string");
        for effect in effects(before, after) {
            writeln!(text, "- {}", say::change_effect(&effect, &Currency::euro())).expect("a string");
        }
    }
    let [was, is] = ["DF8118=60 DF8119=08 DF811B=30 flag=true", "DF8118=60 DF8119=68 DF811B=30 flag=true"];
    write!(text, "\n`Mastercard {USUAL} {was} → {is}`\n").expect("a string");
    let [was, is] = [was, is].map(params);
    let side = |params| Side { scheme: Mastercard, limits: limits_of(USUAL), params };
    for effect in effects(Some(side(&was)), side(&is)) {
        writeln!(text, "- {}", say::change_effect(&effect, &Currency::euro())).expect("a string");
    }
}

fn terminals(text: &mut String) {
    text.push_str("\n## Terminals that differ\n\n");
    let terminal = |name: &str, kind: &str, amex: &str, floor: Option<u64>| Terminal {
        id: name.to_owned(),
        name: name.to_owned(),
        terminal_type: Some(Value::Text(kind.to_owned())),
        capabilities: None,
        amex_enhanced: Some(Value::Text(amex.to_owned())),
        amex_floor: floor.map(Value::Number),
    };
    let mut configuration = params("TTQ=26804080");
    for (key, minor) in [(param::FLOOR, 1_000), (param::CVM, 5_000), (param::TRANSACTION, 20_000)] {
        configuration.insert(key.to_owned(), Value::Number(minor));
    }
    let all = [
        terminal("Counter 1", "21", "18000003", None),
        terminal("Counter 2", "22", "18E00003", Some(100)),
        terminal("Kiosk", "25", "18E00003", Some(100)),
    ];
    for (scheme, amount) in [(Visa, 500), (Amex, 6_000), (Amex, 500)] {
        let asked = TerminalSale { scheme, params: &configuration, amount, presented: Card };
        for difference in differences(asked, &all) {
            let words = say::terminal_difference(&difference, &Currency::euro());
            writeln!(text, "- `{} {amount}` {words}", scheme.name()).expect("a string");
        }
    }
}

fn replays(text: &mut String) {
    text.push_str("\n## After a number of past sales\n\n");
    let [pin, nothing] = [Method::Pin, Method::Nothing].map(Methods::only);
    for effect in Effect::ALL {
        for methods in [pin, pin.or(nothing), Methods::ANY] {
            writeln!(text, "- {}", say::replay_effect(effect, Some(methods))).expect("a string");
        }
    }
    for why in Undecided::ALL {
        writeln!(text, "- {}", say::undecided(why)).expect("a string");
    }
}
