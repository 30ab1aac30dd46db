//! What a run was taken on: engine, processor, load, graphics devices. Ratios of two machines can be compared; their seconds cannot.

use std::fs;
use std::process::Command;

use serde_json::{Value, json};

pub(crate) fn describe() -> Value {
    json!({
        "date": said("date", &["-u", "+%Y-%m-%dT%H:%M:%SZ"]),
        "webkit": said("pkg-config", &["--modversion", "webkit2gtk-4.1"]),
        "node": said("node", &["--version"]),
        "kernel": said("uname", &["-sr"]),
        "cpu": line("/proc/cpuinfo", "model name").unwrap_or_default(),
        "cores": std::thread::available_parallelism().map_or(0, usize::from),
        "memory": line("/proc/meminfo", "MemTotal").unwrap_or_default(),
        "load": load(),
        "graphics": graphics(),
    })
}

/// Over the last minute, as the kernel says it.
pub(crate) fn load() -> String {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().unwrap_or_default().to_owned()
}

/// Render nodes; with none, every window is drawn by the processor.
fn graphics() -> Vec<String> {
    let nodes = fs::read_dir("/dev/dri").into_iter().flatten().flatten();
    let names = nodes.map(|node| node.file_name().to_string_lossy().into_owned());
    names.filter(|name| name.starts_with("renderD")).collect()
}

fn line(path: &str, key: &str) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    let found = text.lines().find(|line| line.starts_with(key))?;
    Some(found.split_once(':')?.1.trim().to_owned())
}

/// Empty when it is not there.
fn said(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default()
}
