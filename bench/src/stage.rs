//! Programs, service and scripts of a run.

use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;

use crate::page::Page;
use crate::served::Served;
use crate::stop::Stop;

const COMMON: &str = include_str!("../js/common.js");

pub(crate) struct Stage {
    rounds: usize,
    pub(crate) records: u32,
    /// Folder of this program and of those it measures.
    programs: PathBuf,
    dashboard: PathBuf,
    /// Home of the browser.
    browser: TempDir,
    pub(crate) service: Served,
}

/// A program with a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    Tapline,
    Dashboard,
    /// An empty window with the same Tauri, Leptos and flags.
    Empty,
}

impl Stage {
    pub(crate) fn new(target: &Path, rounds: usize, records: u32) -> Result<Stage, Stop> {
        let program = std::env::current_exe().map_err(Stop::at("this program has no path"))?;
        let programs = program.parent().map(Path::to_owned).unwrap_or_default();
        let dashboard = target.join("bench/dashboard");
        let service = Served::start(&programs.join("taplinectl"), records, dashboard.clone())?;
        let browser = TempDir::with_prefix("tapline-bench-").map_err(Stop::at("no temporary folder"))?;
        Ok(Stage { rounds, records, programs, dashboard, browser, service })
    }

    /// Rounds of a metric: as many as requested, up to a maximum.
    pub(crate) fn rounds(&self, most: usize) -> usize {
        self.rounds.min(most)
    }

    pub(crate) fn ctl(&self) -> PathBuf {
        self.programs.join("taplinectl")
    }

    /// Another service with this many transactions.
    pub(crate) fn service_with(&self, records: u32) -> Result<Served, Stop> {
        Served::start(&self.ctl(), records, self.dashboard.clone())
    }

    /// Opens a page and plays a script with these settings in it. Without a service Tapline shows its start page.
    pub(crate) fn open(
        &self,
        subject: Subject,
        service: Option<&Served>,
        script: &str,
        settings: &Value,
    ) -> Result<Page, Stop> {
        let places = match subject {
            Subject::Tapline => include_str!("../js/tapline.js"),
            Subject::Dashboard => include_str!("../js/dashboard.js"),
            Subject::Empty => include_str!("../js/empty.js"),
        };
        let script =
            format!("(() => {{\nconst MEASURE = {settings};\n{COMMON}\n{places}\n{script}\n}})();\n");
        match subject {
            Subject::Tapline => Page::window(&self.programs.join("tapline"), &script, service),
            Subject::Empty => Page::window(&self.programs.join("tapline-blank"), &script, None),
            Subject::Dashboard => {
                Page::dashboard(self.browser.path(), &script, service.unwrap_or(&self.service))
            }
        }
    }
}
