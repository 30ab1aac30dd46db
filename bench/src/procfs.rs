//! Process trees as the kernel sees them: their processor time and their memory.

use std::collections::BTreeMap;
use std::fs;

/// Ticks per second of `/proc/<pid>/stat`: the kernel's own constant for everything that programs see.
const TICKS: f64 = 100.0;

/// The process and its descendants. Found by parent ids: renderers of a browser overwrite their environment.
pub(crate) fn tree(root: u32) -> Vec<u32> {
    let mut children: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        if let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse().ok())
            && let Some(parent) = stat(pid, 1)
        {
            children.entry(parent).or_default().push(pid);
        }
    }
    let (mut pids, mut at) = (vec![root], 0);
    while let Some(pid) = pids.get(at) {
        pids.extend(children.remove(pid).unwrap_or_default());
        at += 1;
    }
    pids
}

/// Seconds of user and system time of these processes together.
pub(crate) fn cpu(pids: &[u32]) -> f64 {
    let ticks = |pid: u32| stat(pid, 11).unwrap_or(0) + stat(pid, 12).unwrap_or(0);
    f64::from(pids.iter().map(|pid| ticks(*pid)).sum::<u32>()) / TICKS
}

/// Proportional set size of these processes together, in MB.
pub(crate) fn pss(pids: &[u32]) -> f64 {
    let kibibytes = |pid: &u32| -> Option<f64> {
        let text = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix("Pss:"))?;
        line.split_whitespace().next()?.parse().ok()
    };
    pids.iter().filter_map(kibibytes).sum::<f64>() * 1.024 / 1000.0
}

/// A field of `/proc/<pid>/stat`, counted from the end of the name, which may contain any character.
fn stat(pid: u32, field: usize) -> Option<u32> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    text.rsplit_once(')')?.1.split_whitespace().nth(field)?.parse().ok()
}
