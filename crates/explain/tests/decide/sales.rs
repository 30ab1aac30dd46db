//! Sales from lines, and rows of expectations.

use tapline_emv::entry::{Entry, Kind, Status};
use tapline_emv::{Currency, Params, Presented, Scheme, Value, param, performed, tsi, tvr};
use tapline_explain::decide;
use tapline_explain::decision::{Decision, Headline};
use tapline_explain::facts::{
    Candidate, ChangeOrder, Cryptogram, IadBit, LaterStep, Money, NoAmount, PartialLimits, Sale, ValueChange,
};

/// DF8118 and DF8119 as usual, phones accepted, the new CVM rule on.
pub(crate) const ON: &str = "DF8118=60 DF8119=08 DF811B=A0 flag=true";
pub(crate) const TTQ: &str = "TTQ=26004080";
pub(crate) const LIMITS: PartialLimits =
    PartialLimits { floor: Some(0), cvm: Some(5_000), transaction: Some(25_000) };

pub(crate) fn euros(minor: u64) -> Money {
    Money { minor, currency: Currency::euro() }
}

/// Value of a parameter: "#40" is the JSON number 40, "!x" something of another shape.
fn value(text: &str) -> Value {
    match (text.strip_prefix('#'), text.strip_prefix('!')) {
        (Some(digits), _) => Value::Number(digits.parse().unwrap()),
        (_, Some(raw)) => Value::Unreadable(raw.to_owned()),
        (None, None) => Value::Text(text.to_owned()),
    }
}

fn bytes<const N: usize>(text: &str) -> [u8; N] {
    let pairs = (0..N).map(|at| u8::from_str_radix(&text[2 * at..2 * at + 2], 16).unwrap());
    pairs.collect::<Vec<_>>().try_into().unwrap()
}

/// The sale and its candidates. Without `limits=` there is one configuration, "Retail".
pub(crate) fn read(line: &str) -> (Sale, Vec<Candidate>) {
    let mut words = line.split_whitespace();
    let mut next = || words.next().filter(|word| *word != "-").unwrap_or_default();
    let (scheme, amount, entry) = (next(), next(), next());
    let scheme = Scheme::ALL.into_iter().find(|known| known.name() == scheme);
    let mut sale = Sale::unknown(Currency::euro());
    sale.scheme = scheme;
    sale.amount = if amount.is_empty() {
        Err(NoAmount::Missing)
    } else {
        Ok(euros(Currency::euro().parse(amount).unwrap()))
    };
    sale.entry = Entry::read(entry);
    sale.status = Status::read(next());
    let code = next();
    let cvm = next();
    cvm.clone_into(&mut sale.cvm_raw);
    sale.verified = performed::read(cvm, scheme, sale.entry).and_then(|read| read.verified);
    sale.tvr = tvr::read(next(), scheme.filter(|_| sale.entry.may_be_a_tap()));
    sale.is_own_action_accepted = sale.status != Status::Declined;
    let mut params = Params::new();
    let mut all = Vec::new();
    let money = |text: &str| (text != "-").then(|| text.parse::<u64>().unwrap());
    let candidate = |name: &str, limits, params: &Params| Candidate {
        name: name.to_owned(),
        limits,
        params: params.clone(),
    };
    for word in words {
        let (key, text) = word.split_once('=').unwrap_or((word, ""));
        let given = || Some(text.replace('_', " "));
        match key {
            "TTQ" => _ = params.insert(param::TTQ.to_owned(), value(text)),
            "DF8118" => _ = params.insert(param::CVM_REQUIRED.to_owned(), value(text)),
            "DF8119" => _ = params.insert(param::NO_CVM.to_owned(), value(text)),
            "DF811B" => _ = params.insert(param::KERNEL_CONFIGURATION.to_owned(), value(text)),
            "9F6E" => _ = params.insert(param::AMEX_ENHANCED.to_owned(), value(text)),
            "flag" => _ = params.insert(param::NEW_CVM_RULE.to_owned(), value(text)),
            "9F1D" => _ = params.insert(param::RISK_DATA.to_owned(), value(text)),
            "9F35" => _ = params.insert(param::TERMINAL_TYPE.to_owned(), value(text)),
            "aid" => _ = params.insert(param::AID.to_owned(), value(text)),
            // Another configuration: name:floor:cvm:transaction, with the parameters so far.
            "and" => {
                let parts: Vec<_> = text.split(':').collect();
                let [floor, cvm, transaction] = [1, 2, 3].map(|at| money(parts[at]));
                all.push(candidate(parts[0], PartialLimits { floor, cvm, transaction }, &params));
            }
            "none" => all.clear(),
            "wallet" => sale.wallet = Some("Apple Pay"),
            "card" => sale.card.presented = Some(Presented::Card),
            "phone" => sale.card.presented = Some(Presented::Phone),
            "ctq" => sale.card.ctq = Some(bytes(text)),
            "aac" => sale.card.cryptogram = Some(Cryptogram::Declined),
            "tc" => sale.card.cryptogram = Some(Cryptogram::Approved),
            "9F27" => sale.card.cryptogram_reason = Some(text.parse().unwrap()),
            "pintries" => sale.card.iad.push(IadBit::PinTriesExceeded),
            "cardlimit" => sale.card.iad.push(IadBit::LimitExceeded),
            "DF8129" => sale.kernel.outcome = Some(bytes(text)),
            "DF8115" => sale.kernel.error = Some(bytes(text)),
            "type" => sale.terminal.terminal_type = Some(text.parse().unwrap()),
            "cots" => sale.terminal.is_phone = Some(true),
            "tsi" => sale.tsi = tsi::read(text),
            "earlier" => sale.host_codes.extend(text.split(',').map(str::to_owned)),
            "reason" => sale.service_reason = given(),
            "stood" => sale.is_own_action_accepted = true,
            "kind" => sale.kind = Kind::read(text),
            "of" => sale.requested = Some(euros(text.parse().unwrap())),
            "in" => {
                sale.amount =
                    sale.amount.map(|money| Money { currency: Currency::new(text).unwrap(), ..money });
            }
            "cardaid" => sale.aid = tapline_emv::Aid::parse(text).ok(),
            "later" => {
                let parts: Vec<_> = text.split(':').collect();
                let code = parts[2].to_owned();
                sale.later.push(LaterStep {
                    kind: parts[0].to_owned(),
                    status: Status::read(parts[1]),
                    code,
                });
            }
            "was" => sale.changes.push(ValueChange {
                configuration: "Retail".to_owned(),
                key: param::CVM,
                from: given(),
                to: Some("5000".to_owned()),
                at: String::new(),
                order: ChangeOrder::After,
            }),
            other => panic!("{other} is no key"),
        }
    }
    if !code.is_empty() {
        sale.host_codes.push(code.to_owned());
    }
    if all.is_empty() && !line.split_whitespace().any(|word| word == "none") {
        all.push(candidate("Retail", LIMITS, &params));
    }
    (sale, all)
}

pub(crate) fn decided(line: &str) -> Decision {
    let (sale, candidates) = read(line);
    decide(&sale, &candidates)
}

/// Names of the variants.
pub(crate) fn names<T: std::fmt::Debug>(all: impl IntoIterator<Item = T>) -> Vec<String> {
    let name = |one: T| {
        format!("{one:?}").split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_owned()
    };
    all.into_iter().map(name).collect()
}

/// A headline in a few words, by the names of its variants.
pub(crate) fn named(headline: Headline) -> String {
    let text = format!("{headline:?}");
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| {
        !matches!(
            *word,
            "" | "Some" | "verified" | "asked_by" | "by" | "reason" | "kind" | "result" | "is_unanswered"
        )
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Rows of a table: a sale, its headline, certainty and next step, and causes that it has, the first of them first, or with `!`
/// doesn't have. `{ON}` and `{TTQ}` stand for the usual parameters.
pub(crate) fn check(table: &str) {
    let rows: Vec<_> =
        table.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//")).collect();
    assert!(!rows.is_empty());
    let mut wrong = Vec::new();
    for text in rows {
        let parts: Vec<_> = text.split('|').map(str::trim).collect();
        let [sale, expected @ .., causes] = &parts[..] else { panic!("{text}") };
        let found = decided(&sale.replace("{ON}", ON).replace("{TTQ}", TTQ));
        let facts = names(found.causes.iter().map(|cause| &cause.fact));
        let has = |name: &str| facts.iter().any(|other| other == name);
        let first = causes.split_whitespace().next().filter(|word| !word.starts_with('!'));
        let fits = causes
            .split_whitespace()
            .all(|word| word.strip_prefix('!').map_or_else(|| has(word), |word| !has(word)))
            && first.is_none_or(|first| facts.first().is_some_and(|one| one == first));
        let answer = [named(found.headline), format!("{:?}", found.certainty), format!("{:?}", found.next)];
        if answer[..] != expected[..] || !fits {
            wrong.push(format!("{text}\n  found {} | {}", answer.join(" | "), facts.join(" ")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
