//! What metrics are measured with: programs, data, the service, how often.

use std::path::{Path, PathBuf};

use serde_json::Value;
use tokio::runtime::Runtime;

use crate::data::Data;
use crate::service::{LANES, Service};
use crate::stop::Stop;
use crate::window::Play;

pub(crate) struct Stage {
    /// Pairs of a quick metric; slow ones take fewer, see [`Stage::few`].
    pub(crate) pairs: usize,
    /// Where the build put its results: `target`.
    pub(crate) target: PathBuf,
    /// Where this program is, and those that it measures.
    programs: PathBuf,
    pub(crate) data: Data,
    pub(crate) service: Service,
    pub(crate) runtime: Runtime,
}

/// Pages and modules made for the bench, below `target`.
const PAGES: &str = "bench/pages";
/// The packages of the grid peers.
const GRIDS: &str = "bench/grids";

impl Stage {
    pub(crate) fn set(target: PathBuf, pairs: usize) -> Result<Stage, Stop> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
        let runtime = runtime.map_err(Stop::at("no runtime"))?;
        let data = Data::below(&target.join("bench"))?;
        let grids = std::path::absolute(GRIDS).map_err(Stop::at("the grids are missing"))?;
        let service = runtime.block_on(Service::start(&data, grids))?;
        let program = std::env::current_exe().map_err(Stop::at("this program has no path"))?;
        let programs = program.parent().map(Path::to_owned).unwrap_or_default();
        Ok(Stage { pairs, target, programs, data, service, runtime })
    }

    /// So many pairs of what takes long, and no more than were asked for.
    pub(crate) fn few(&self, most: usize) -> usize {
        self.pairs.min(most)
    }

    /// A file that the build made for the bench.
    pub(crate) fn made(&self, name: &str) -> PathBuf {
        self.target.join(PAGES).join(name)
    }

    /// The window of Tapline, built with the feature `measured`.
    pub(crate) fn ours(&self) -> PathBuf {
        self.programs.join("tapline")
    }

    /// The command line.
    pub(crate) fn ctl(&self) -> PathBuf {
        self.programs.join("taplinectl")
    }

    /// An empty window of the same parts.
    pub(crate) fn blank(&self) -> PathBuf {
        self.programs.join("tapline-blank")
    }
}

/// A script with its settings, for this program.
pub(crate) fn play<'a>(program: &'a Path, settings: &Value, script: &str) -> Play<'a> {
    Play { program, script: format!("const MEASURE = {settings};\n{script}"), variables: Vec::new() }
}

impl Play<'_> {
    /// With this service open from the start.
    pub(crate) fn on(self, service: &Service) -> Self {
        self.at(&service.address)
    }

    /// With the service at this address open from the start.
    pub(crate) fn at(mut self, address: &str) -> Self {
        self.variables.push(("TAPLINE_MEASURE_SERVICE", address.to_owned()));
        self
    }

    /// With the service at this address open from the start, to be changed.
    pub(crate) fn changing(self, address: &str) -> Self {
        let mut changing = self.at(address);
        changing.variables.push(("TAPLINE_MEASURE_CHANGES", "yes".to_owned()));
        changing
    }

    /// The same with two hundred configurations.
    pub(crate) fn with_lanes(self, service: &Service) -> Self {
        self.at(&format!("{}{LANES}", service.address))
    }
}
