//! `endpoints`: what can be called, with examples.

use clap::Args;
use tapline_contract::shown::Shown;

use crate::call::{EndpointRow, ROWS};
use crate::exit::Exit;
use crate::repeated::named;
use crate::say::{self, Stop, wrong};

#[derive(Args, Debug)]
#[command(after_help = "Example:\n  taplinectl endpoints RefundTransaction")]
pub(crate) struct EndpointsArgs {
    /// Endpoint to show [default: all]
    name: Option<String>,
}

pub(crate) fn run(args: &EndpointsArgs) -> Result<Exit, Stop> {
    let shown: Vec<Shown> = match &args.name {
        None => ROWS.iter().map(described).collect(),
        Some(name) => {
            let row = EndpointRow::find(name);
            let unknown =
                || wrong(format!("Endpoint {} not found. `taplinectl endpoints` lists them.", named(name)));
            vec![described(row.ok_or_else(unknown)?)]
        }
    };
    let mut all = Shown::default();
    for (at, one) in shown.into_iter().enumerate() {
        if at > 0 {
            all.add("");
        }
        all.append(one);
    }
    say::text(&all)?;
    Ok(Exit::Done)
}

fn described(row: &EndpointRow) -> Shown {
    let class = if row.changes() { "changes records" } else { "reads only" };
    Shown::lines([
        format!("{}  {}", row.name, row.place()),
        format!("  {}; {class}", row.words()),
        format!("  {}", row.example()),
    ])
}
