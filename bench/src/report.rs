//! The table of a run, and its JSON.

use serde_json::{Value, json};

use crate::stats::{self, Ratio, Statistic};
use crate::stop::Stop;

/// A peer that varies more than this says nothing: its row is void.
const MOST_SPREAD: f64 = 0.25;

/// What is aimed at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Target {
    /// Ours is at most so many times the peer's.
    Ratio(f64),
    /// Ours is at least so many times the peer's.
    Times(f64),
    /// Ours is at most this.
    Most(f64),
    /// Ours is at most the peer's and this.
    Over(f64),
    /// Only told.
    None,
}

/// One figure of a metric.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Figure {
    /// "P4"
    pub(crate) metric: &'static str,
    pub(crate) what: &'static str,
    pub(crate) unit: &'static str,
    pub(crate) against: &'static str,
    pub(crate) target: Target,
    pub(crate) statistic: Statistic,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Met,
    Missed,
    Void,
    Told,
    /// The row says why.
    NotMeasured,
}

/// A figure with what was measured.
#[derive(Debug)]
pub(crate) struct Row {
    figure: Figure,
    ours: Vec<f64>,
    peer: Vec<f64>,
    /// Why there is nothing of the peer.
    why: Option<String>,
}

impl Row {
    pub(crate) fn new(figure: Figure, (ours, peer): (Vec<f64>, Vec<f64>)) -> Row {
        Row { figure, ours, peer, why: None }
    }

    /// Without a peer.
    pub(crate) fn alone(figure: Figure, ours: Vec<f64>) -> Row {
        Row { figure, ours, peer: Vec::new(), why: None }
    }

    /// The peer is not there or does not run. What was measured of ours is told; it may be nothing.
    pub(crate) fn without_peer(figure: Figure, ours: Vec<f64>, why: &Stop) -> Row {
        Row { figure, ours, peer: Vec::new(), why: Some(why.to_string()) }
    }

    /// What was not measured, and why.
    pub(crate) fn not_measured(&self) -> Option<(String, String)> {
        let why = self.why.clone()?;
        Some((format!("{} {}, {}", self.figure.metric, self.figure.what, self.figure.against), why))
    }

    fn values(&self) -> (f64, Option<f64>) {
        let statistic = self.figure.statistic;
        (statistic(&self.ours), (!self.peer.is_empty()).then(|| statistic(&self.peer)))
    }

    fn ratio(&self) -> Option<Ratio> {
        let ratio =
            (!self.peer.is_empty()).then(|| stats::ratio(&self.ours, &self.peer, self.figure.statistic))?;
        ratio.value.is_finite().then_some(ratio)
    }

    fn verdict(&self) -> Verdict {
        let (ours, peer) = self.values();
        if self.why.is_some() {
            return Verdict::NotMeasured;
        }
        if self.figure.target == Target::None {
            return Verdict::Told;
        }
        // A bound of its own stands, whatever the peer does.
        let compares = !matches!(self.figure.target, Target::Most(_));
        if compares && peer.is_some() && stats::spread(&self.peer) > MOST_SPREAD {
            return Verdict::Void;
        }
        let met = match self.figure.target {
            Target::Ratio(most) => self.ratio().is_some_and(|ratio| ratio.value <= most),
            Target::Times(least) => self.ratio().is_some_and(|ratio| ratio.value >= least),
            Target::Most(most) => ours <= most,
            Target::Over(more) => peer.is_some_and(|peer| ours <= peer + more),
            Target::None => true,
        };
        if met { Verdict::Met } else { Verdict::Missed }
    }

    fn json(&self) -> Value {
        let (ours, peer) = self.values();
        let ratio = self.ratio();
        json!({
            "metric": self.figure.metric, "what": self.figure.what, "unit": self.figure.unit,
            "against": self.figure.against, "target": target(self.figure.target), "verdict": self.verdict().word(),
            "ours": ours, "peer": peer, "ratio": ratio.map(|ratio| ratio.value),
            "interval": ratio.map(|ratio| [ratio.low, ratio.high]),
            "peerSpread": peer.map(|_| stats::spread(&self.peer)),
            "why": self.why, "samples": { "ours": self.ours, "peer": self.peer },
        })
    }

    fn cells(&self) -> [String; 6] {
        let (ours, peer) = self.values();
        let unit = self.figure.unit;
        let shown = |value: f64| format!("{} {unit}", number(value));
        let ratio = self
            .ratio()
            .map_or_else(|| "-".to_owned(), |r| format!("{:.2} [{:.2}, {:.2}]", r.value, r.low, r.high));
        let peer = match peer {
            Some(peer) => format!("{} {}", self.figure.against, shown(peer)),
            None if self.why.is_some() => format!("{} -", self.figure.against),
            None => "-".to_owned(),
        };
        let target = format!("{} {}", target(self.figure.target), self.verdict().word());
        let samples = self.ours.len().to_string();
        [format!("{} {}", self.figure.metric, self.figure.what), peer, shown(ours), ratio, target, samples]
    }
}

impl Verdict {
    fn word(self) -> &'static str {
        match self {
            Verdict::Met => "met",
            Verdict::Missed => "MISSED",
            Verdict::Void => "void: the peer varies too much",
            Verdict::Told => "",
            Verdict::NotMeasured => "not measured",
        }
    }
}

fn target(target: Target) -> String {
    match target {
        Target::Ratio(most) => format!("≤ {most} ×"),
        Target::Times(least) => format!("≥ {least} ×"),
        Target::Most(most) => format!("≤ {}", number(most)),
        Target::Over(more) => format!("≤ peer + {}", number(more)),
        Target::None => "-".to_owned(),
    }
}

/// Three digits that say something.
fn number(value: f64) -> String {
    let digits = match value.abs() {
        large if large >= 100.0 => 0,
        middle if middle >= 10.0 => 1,
        _ => 2,
    };
    format!("{value:.digits$}")
}

/// The rows under each other, columns as wide as their widest cell.
pub(crate) fn table(rows: &[Row]) -> String {
    let head = ["metric", "peer", "ours", "ratio [95 %]", "target", "samples"].map(str::to_owned);
    let lines: Vec<[String; 6]> = std::iter::once(head).chain(rows.iter().map(Row::cells)).collect();
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; 6] = std::array::from_fn(width);
    let line = |line: &[String; 6]| {
        let cells = line
            .iter()
            .zip(widths)
            .map(|(cell, width)| format!("{cell}{}", " ".repeat(width.saturating_sub(cell.chars().count()))));
        cells.collect::<Vec<_>>().join(" · ").trim_end().to_owned()
    };
    lines.iter().map(line).collect::<Vec<_>>().join("\n")
}

pub(crate) fn json(rows: &[Row], machine: Value, not_measured: &[(String, String)]) -> Value {
    let missing = not_measured.iter().map(|(metric, why)| json!({ "metric": metric, "why": why }));
    json!({
        "machine": machine,
        "rows": rows.iter().map(Row::json).collect::<Vec<_>>(),
        "notMeasured": missing.collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(target: Target, ours: &[f64], peer: &[f64]) -> Row {
        let figure = Figure {
            metric: "P0",
            what: "time",
            unit: "ms",
            against: "peer",
            target,
            statistic: stats::median,
        };
        Row::new(figure, (ours.to_vec(), peer.to_vec()))
    }

    #[test]
    fn verdicts() {
        for (target, ours, peer, expected) in [
            (Target::Ratio(0.6), &[5.0, 5.0][..], &[10.0, 10.0][..], Verdict::Met),
            (Target::Ratio(0.4), &[5.0, 5.0], &[10.0, 10.0], Verdict::Missed),
            (Target::Ratio(0.6), &[5.0, 5.0], &[10.0, 1.0], Verdict::Void),
            (Target::Times(25.0), &[50.0, 50.0], &[2.0, 2.0], Verdict::Met),
            (Target::Times(25.1), &[50.0, 50.0], &[2.0, 2.0], Verdict::Missed),
            (Target::Times(25.0), &[50.0, 50.0], &[2.0, 1.0], Verdict::Void),
            (Target::Most(5.0), &[5.0], &[], Verdict::Met),
            (Target::Most(5.0), &[5.0, 5.0], &[10.0, 1.0], Verdict::Met),
            (Target::Over(2.0), &[13.0], &[10.0], Verdict::Missed),
            (Target::None, &[13.0], &[10.0], Verdict::Told),
        ] {
            assert_eq!(row(target, ours, peer).verdict(), expected, "{target:?} {ours:?} {peer:?}");
        }
    }

    #[test]
    fn a_row_without_its_peer_says_why_and_is_not_met() {
        let figure = row(Target::Ratio(0.6), &[], &[]).figure;
        let row = Row::without_peer(figure, vec![5.0], &Stop::new("java does not start"));
        assert_eq!(row.verdict(), Verdict::NotMeasured);
        assert_eq!(row.not_measured(), Some(("P0 time, peer".to_owned(), "java does not start".to_owned())));
        assert_eq!(row.json()["why"], "java does not start");
        let text = table(&[row]);
        assert!(text.contains("P0 time · peer - · 5.00 ms · - · ≤ 0.6 × not measured · 1"), "{text}");
    }

    #[test]
    fn a_row_is_read_in_one_line() {
        let text = table(&[row(Target::Ratio(0.6), &[5.0, 5.0], &[10.0, 10.0])]);
        assert!(
            text.contains("P0 time · peer 10.0 ms · 5.00 ms · 0.50 [0.50, 0.50] · ≤ 0.6 × met · 2"),
            "{text}"
        );
    }
}
