//! The most memory that this process held, since a moment. Only of use in a process of its own.

pub(super) const MIB: u64 = 1 << 20;
/// Memory budget of lists.
pub(super) const BUDGET: u64 = 512 * MIB;
/// Besides.
pub(super) const BEYOND: u64 = 64 * MIB;

/// The peak is counted from here.
pub(super) fn forget_peak() {
    std::fs::write("/proc/self/clear_refs", "5").unwrap();
}

/// The most memory that this process held, in bytes.
pub(super) fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("0 kB");
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1024
}
