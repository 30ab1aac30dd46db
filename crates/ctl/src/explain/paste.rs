//! `explain --paste`: the payment that a log is about, and the values in it.

use std::io::{ErrorKind, Read as _};

use serde_json::json;
use tapline_contract::shown::Shown;
use tapline_contract::written;
use tapline_explain::log::{self, Log, LogPayment};
use tapline_explain::say::{self, About, Language, merchant, support};

use super::Format;
use super::transaction::{Wish, certainty};
use crate::say::{Stop, note, wrong};

/// The text to read: the argument itself, `-` for standard input, or `@FILE`.
pub(super) fn input(text: &str) -> Result<String, Stop> {
    let read = |mut source: Box<dyn std::io::Read>| {
        // One byte more shows that there is more.
        let mut bytes = Vec::new();
        source.by_ref().take(MOST_BYTES).read_to_end(&mut bytes).map(|_| bytes)
    };
    let (name, bytes) = match text.strip_prefix('@') {
        None if text != "-" => return Ok(text.to_owned()),
        None => ("standard input", read(Box::new(std::io::stdin()))),
        Some(path) => (path, std::fs::File::open(path).and_then(|file| read(Box::new(file)))),
    };
    let bytes = bytes.map_err(|error| {
        wrong(match error.kind() {
            ErrorKind::NotFound => format!("--paste: file {name} not found."),
            _ => format!("--paste: {name} can't be read: {error}."),
        })
    })?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Bytes read of a log at most; the reader looks at fewer characters and says so.
const MOST_BYTES: u64 = 8 << 20;

pub(super) fn document(text: &str, wish: Wish) -> Result<String, Stop> {
    let log = log::read(text);
    // A tab that is written out ends no id.
    let sale = written::transaction_id(&text.replace("\\t", " ").replace("\\n", " "))
        .map(|id| format!("To explain it: taplinectl explain --transaction {id}"));
    if log.is_empty() {
        if let Some(sale) = sale {
            return Err(wrong(format!("No EMV value found, but a transaction id. {sale}")));
        }
        return Err(wrong(
            "No EMV value found. Paste a log, or a TVR, CVM result, AID, host code or TTQ with its name or tag.",
        ));
    }
    if let Some(sale) = sale {
        note(&sale);
    }
    let payment = log::explain(&log, &[]);
    match (wish.format, wish.language) {
        (Format::Json, language) => Ok(as_json(&log, payment.as_ref(), language)),
        (Format::Text, Some(language)) => {
            let payment = payment.ok_or_else(|| wrong(NO_OUTCOME))?;
            Ok(Shown::line(merchant(language, &payment.decision, &About::from_sale(&payment.sale)))
                .to_string())
        }
        (Format::Text, None) => Ok(as_text(&log, payment.as_ref(), wish.is_short)),
    }
}

const NO_OUTCOME: &str = "The log doesn't show the result of the payment.";

fn as_text(log: &Log, payment: Option<&LogPayment>, is_short: bool) -> String {
    let mut lines = Shown::default();
    let answer = payment.map(|payment| support(&payment.decision));
    match &answer {
        Some(answer) => {
            lines.add(&answer.headline);
            lines.add(&answer.next);
            if !is_short {
                answer.doubts.iter().for_each(|doubt| lines.add(doubt));
            }
        }
        None if is_short => lines.add(NO_OUTCOME),
        None => {}
    }
    if is_short {
        return lines.to_string();
    }
    if let Some(answer) = answer {
        if !answer.causes.is_empty() {
            lines.add("");
            lines.add("Why");
        }
        for (number, cause) in (1..).zip(&answer.causes) {
            lines.add(format_args!("  {number}. {} [{}]", cause.text, cause.source));
        }
        lines.add("");
        lines.add("Values");
    }
    for line in say::log::lines(log) {
        lines.add(format_args!("  {line}"));
    }
    lines.to_string()
}

fn as_json(log: &Log, payment: Option<&LogPayment>, language: Option<Language>) -> String {
    let values: Vec<_> = say::log::lines(log).iter().map(ToString::to_string).collect();
    let Some(LogPayment { sale, decision }) = payment else {
        return json!({ "sentence": null, "values": values }).to_string();
    };
    let answer = support(decision);
    let language = language.unwrap_or(Language::English);
    let reasons = answer.causes.iter().map(|cause| {
        json!({
            "words": cause.text.to_string(), "source": cause.source.to_string(),
            "certainty": certainty(cause.certainty),
        })
    });
    json!({
        "sentence": answer.headline.to_string(), "next": answer.next.to_string(),
        "certainty": certainty(answer.certainty),
        "merchant": {
            "language": language.code(),
            "sentence": merchant(language, decision, &About::from_sale(sale)).to_string(),
        },
        "doubts": answer.doubts.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "reasons": reasons.collect::<Vec<_>>(), "values": values,
    })
    .to_string()
}
