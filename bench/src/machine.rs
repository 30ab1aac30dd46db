//! The machine of a run. Ratios of two machines can be compared; their seconds can't.

use std::fs;
use std::process::Command;

use serde_json::{Value, json};

use crate::page::CHROMIUM;

pub(crate) fn describe() -> Value {
    json!({
        "date": answer("date", &["-u", "+%Y-%m-%dT%H:%M:%SZ"]),
        "webkit": answer("pkg-config", &["--modversion", "webkit2gtk-4.1"]),
        "chromium": answer(CHROMIUM, &["--version"]),
        "node": answer("node", &["--version"]),
        "kernel": answer("uname", &["-sr"]),
        "cpu": line("/proc/cpuinfo", "model name").unwrap_or_default(),
        "cores": std::thread::available_parallelism().map_or(0, usize::from),
        "memory": line("/proc/meminfo", "MemTotal").unwrap_or_default(),
        "load": load(),
        "graphics": has_graphics(),
    })
}

/// Average of the last minute.
pub(crate) fn load() -> String {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().unwrap_or_default().to_owned()
}

/// True with a render node. Without one the processor draws every window.
pub(crate) fn has_graphics() -> bool {
    let mut nodes = fs::read_dir("/dev/dri").into_iter().flatten().flatten();
    nodes.any(|node| node.file_name().to_string_lossy().starts_with("renderD"))
}

fn line(path: &str, key: &str) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    let line = text.lines().find(|line| line.starts_with(key))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

/// Output of a program; empty if it isn't installed.
fn answer(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default()
}
