//! `endpoints`: what can be called, with examples.

use clap::Args;

use crate::args::named;
use crate::call::{ROWS, Row};
use crate::exit::Exit;
use crate::say::{Stop, document, wrong};

#[derive(Args, Debug)]
#[command(after_help = "Example:\n  taplinectl endpoints RefundTransaction")]
pub(crate) struct EndpointsArgs {
    /// Only this one
    name: Option<String>,
}

pub(crate) fn run(args: &EndpointsArgs) -> Result<Exit, Stop> {
    let shown: Vec<_> = match &args.name {
        None => ROWS.iter().map(described).collect(),
        Some(name) => {
            let row = Row::find(name);
            let unknown =
                || wrong(format!("There is no endpoint {}. `taplinectl endpoints` lists them.", named(name)));
            vec![described(row.ok_or_else(unknown)?)]
        }
    };
    document(&shown.join("\n\n"))?;
    Ok(Exit::Done)
}

fn described(row: &Row) -> String {
    let class = if row.changes() { "changes something" } else { "reads" };
    format!("{}  {}\n  {}; {class}\n  {}", row.name, row.place(), row.words(), row.example())
}
