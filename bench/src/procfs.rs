//! What the kernel knows of processes: time they used, memory they hold, who started whom.

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

/// Of `/proc/<pid>/stat`, per second. The kernel's own constant for everything it shows to programs.
const TICKS: f64 = 100.0;

/// The process and everything it started, also what was handed to another parent by a helper that still lives.
pub(crate) fn tree(root: u32) -> Vec<u32> {
    let mut children: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        if let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse().ok())
            && let Some(parent) = stat(pid, 1).map(f64::round)
        {
            children.entry(whole(parent)).or_default().push(pid);
        }
    }
    let (mut found, mut at) = (vec![root], 0);
    while let Some(pid) = found.get(at).copied() {
        found.extend(children.get(&pid).into_iter().flatten());
        at += 1;
    }
    found
}

/// Seconds of user and system time, of these processes together.
pub(crate) fn cpu(pids: &[u32]) -> f64 {
    let one = |pid: u32| stat(pid, 11).unwrap_or(0.0) + stat(pid, 12).unwrap_or(0.0);
    pids.iter().map(|pid| one(*pid)).sum::<f64>() / TICKS
}

/// Milliseconds that this process used the processor, with threads that have ended, and finer than [`cpu`].
pub(crate) fn worked() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    let nanos = u32::try_from(time.tv_nsec).unwrap_or_default();
    Duration::new(time.tv_sec.unsigned_abs(), nanos).as_secs_f64() * 1e3
}

/// Proportional set size of these processes together, in MB.
pub(crate) fn pss(pids: &[u32]) -> f64 {
    pids.iter().map(|pid| kilobytes(&format!("/proc/{pid}/smaps_rollup"), "Pss:")).sum::<f64>() / 1000.0
}

/// Resident memory of this process in MB: now, and at most since [`forget_most`].
pub(crate) fn resident() -> (f64, f64) {
    let read = |key| kilobytes("/proc/self/status", key) / 1000.0;
    (read("VmRSS:"), read("VmHWM:"))
}

/// The most begins anew. Where the kernel does not allow it, the most is that of the whole life.
pub(crate) fn forget_most() {
    let _ = fs::write("/proc/self/clear_refs", "5");
}

/// A field of `/proc/<pid>/stat`, counted behind the name, which may hold anything.
fn stat(pid: u32, field: usize) -> Option<f64> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    text.rsplit_once(')')?.1.split_whitespace().nth(field)?.parse().ok()
}

fn kilobytes(path: &str, key: &str) -> f64 {
    let text = fs::read_to_string(path).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix(key));
    let kibibytes: f64 = line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0.0);
    kibibytes * 1.024
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a process number")]
fn whole(value: f64) -> u32 {
    value as u32
}
