//! The table of a run, and its JSON.

use serde_json::{Value, json};

use crate::stats;

/// Largest spread of a peer; a row with more is void, because it proves nothing.
const MOST_SPREAD: f64 = 0.25;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Aim {
    /// At most this many times the peer's.
    Ratio(f64),
    /// At most this, regardless of the peer.
    Most(f64),
    /// For information.
    None,
}

/// A figure and its peer's.
#[derive(Debug)]
pub(crate) struct MetricRow {
    pub(crate) name: &'static str,
    pub(crate) unit: &'static str,
    pub(crate) peer_name: &'static str,
    pub(crate) aim: Aim,
    pub(crate) ours: Vec<f64>,
    pub(crate) peer: Vec<f64>,
}

impl MetricRow {
    fn verdict(&self) -> &'static str {
        let is_met = match self.aim {
            Aim::None => return "",
            Aim::Most(most) => stats::median(&self.ours) <= most,
            Aim::Ratio(_) if stats::spread(&self.peer) > MOST_SPREAD => {
                return "void: the peer varies too much";
            }
            Aim::Ratio(most) => stats::ratio(&self.ours, &self.peer).value <= most,
        };
        if is_met { "met" } else { "MISSED" }
    }

    fn aim(&self) -> String {
        match self.aim {
            Aim::Ratio(most) => format!("≤ {most} ×"),
            Aim::Most(most) => format!("≤ {most} {}", self.unit),
            Aim::None => "-".to_owned(),
        }
    }

    fn cells(&self) -> [String; 6] {
        let ratio = stats::ratio(&self.ours, &self.peer);
        let shown = |values: &[f64]| format!("{} {}", number(stats::median(values)), self.unit);
        [
            self.name.to_owned(),
            shown(&self.ours),
            format!("{} {}", self.peer_name, shown(&self.peer)),
            format!("{:.2} [{:.2}, {:.2}]", ratio.value, ratio.low, ratio.high),
            format!("{} {}", self.aim(), self.verdict()).trim_end().to_owned(),
            self.ours.len().to_string(),
        ]
    }

    fn json(&self) -> Value {
        let ratio = stats::ratio(&self.ours, &self.peer);
        json!({
            "name": self.name, "unit": self.unit, "peer": self.peer_name, "aim": self.aim(), "verdict": self.verdict(),
            "ratio": ratio.value, "interval": [ratio.low, ratio.high],
            "medians": [stats::median(&self.ours), stats::median(&self.peer)],
            "samples": [self.ours, self.peer],
        })
    }
}

/// A number with three digits.
fn number(value: f64) -> String {
    let digits = match value.abs() {
        large if large >= 100.0 => 0,
        middle if middle >= 10.0 => 1,
        _ => 2,
    };
    format!("{value:.digits$}")
}

/// Aligns rows in columns as wide as their widest cell.
pub(crate) fn table(rows: &[MetricRow]) -> String {
    let head = ["metric", "Tapline", "peer", "ratio [95 %]", "aim", "samples"].map(str::to_owned);
    let lines: Vec<[String; 6]> = std::iter::once(head).chain(rows.iter().map(MetricRow::cells)).collect();
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; 6] = std::array::from_fn(width);
    let line = |cells: &[String; 6]| {
        let padded = cells.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}"));
        padded.collect::<Vec<_>>().join(" · ").trim_end().to_owned()
    };
    lines.iter().map(line).collect::<Vec<_>>().join("\n")
}

pub(crate) fn json(rows: &[MetricRow], machine: &Value, not_measured: &[String]) -> Value {
    let rows: Vec<Value> = rows.iter().map(MetricRow::json).collect();
    json!({ "machine": machine, "rows": rows, "notMeasured": not_measured })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(aim: Aim, ours: &[f64], peer: &[f64]) -> MetricRow {
        MetricRow {
            name: "time",
            unit: "ms",
            peer_name: "peer",
            aim,
            ours: ours.to_vec(),
            peer: peer.to_vec(),
        }
    }

    #[test]
    fn verdicts() {
        for (aim, ours, peer, expected) in [
            (Aim::Ratio(0.6), [5.0, 5.0], [10.0, 10.0], "met"),
            (Aim::Ratio(0.4), [5.0, 5.0], [10.0, 10.0], "MISSED"),
            (Aim::Ratio(0.6), [5.0, 5.0], [10.0, 1.0], "void: the peer varies too much"),
            (Aim::Most(5.0), [5.0, 5.0], [10.0, 1.0], "met"),
            (Aim::Most(4.0), [5.0, 5.0], [10.0, 10.0], "MISSED"),
            (Aim::None, [13.0, 13.0], [10.0, 10.0], ""),
        ] {
            assert_eq!(row(aim, &ours, &peer).verdict(), expected, "{aim:?} {ours:?} {peer:?}");
        }
    }

    #[test]
    fn a_row_is_one_line() {
        let text = table(&[row(Aim::Ratio(0.6), &[5.0, 5.0], &[10.0, 10.0])]);
        let line = text.lines().nth(1).unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(line, "time · 5.00 ms · peer 10.0 ms · 0.50 [0.50, 0.50] · ≤ 0.6 × met · 2");
    }
}
