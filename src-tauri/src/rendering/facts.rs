//! The graphics devices of the computer and the variables of the session: from `/dev/dri`, sysfs, procfs and the environment.
//! Decides nothing.
//!
//! Unreadable files count as absent. Tests pass another root folder.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use tapline_contract::commands::Rendering;

use super::VARIABLES;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Facts {
    pub(crate) own_variable: bool,
    pub(crate) chosen: Rendering,
    pub(crate) gl: Gl,
    /// One device per render node.
    pub(crate) devices: Vec<Device>,
    /// `Some` if NVIDIA's own driver shows the desktop.
    pub(crate) nvidia: Option<Nvidia>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gl {
    Any,
    /// Mesa emulates, because of a variable.
    Software,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Device {
    pub(crate) driver: String,
    pub(crate) may_be_opened: bool,
    /// True for a virtio device whose host does no drawing for it.
    pub(crate) is_virtual_without_3d: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Nvidia {
    pub(crate) session: Session,
    pub(crate) compositor: Compositor,
    pub(crate) egl: Egl,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Session {
    X11,
    Wayland,
    Unknown,
}

/// The compositor's reaction to a commit without an acquire point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compositor {
    Hyprland,
    /// Closes the window.
    Strict,
    Tolerant,
}

/// NVIDIA's library between EGL and Wayland.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Egl {
    /// `egl-wayland2`, which shares DMA-BUF itself and needs no workaround on a tolerant compositor.
    Wayland2,
    Other,
}

/// Folders in which EGL looks for libraries between it and a window system, in this order.
const PLATFORMS: [&str; 2] = ["etc/egl/egl_external_platform.d", "usr/share/egl/egl_external_platform.d"];
/// The first driver version that `egl-wayland2` works with.
const WAYLAND2_DRIVER: u32 = 560;
/// Strict compositors, by their names in `XDG_CURRENT_DESKTOP`.
const STRICT: [&str; 2] = ["KDE", "Plasma"];

impl Facts {
    pub(crate) fn read(root: &Path, variable: impl Fn(&str) -> Option<String>, chosen: Rendering) -> Facts {
        let drm = root.join("sys/class/drm");
        let nodes = entries(&root.join("dev/dri"), "renderD");
        let nvidia = shows_with_nvidia(&drm).then(|| Nvidia {
            session: session(&variable),
            compositor: compositor(&variable),
            egl: egl(root),
        });
        Facts {
            own_variable: VARIABLES.iter().any(|name| variable(name).is_some()),
            chosen,
            gl: match variable("LIBGL_ALWAYS_SOFTWARE").as_deref() {
                Some("1" | "true") => Gl::Software,
                _ => Gl::Any,
            },
            devices: nodes.iter().map(|node| device(&drm, node)).collect(),
            nvidia,
        }
    }
}

/// Entries of a folder whose names begin with a prefix, sorted by name.
fn entries(folder: &Path, prefix: &str) -> Vec<PathBuf> {
    let all = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut found: Vec<_> = all.filter(|path| name(path).starts_with(prefix)).collect();
    found.sort();
    found
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn device(drm: &Path, node: &Path) -> Device {
    let device = drm.join(name(node)).join("device");
    Device {
        driver: driver(&device),
        may_be_opened: File::options().read(true).write(true).open(node).is_ok(),
        is_virtual_without_3d: virtio_features(&device).is_some_and(|features| !features.starts_with('1')),
    }
}

/// Name of a device's driver. A device without a driver, such as vgem, has its own name.
fn driver(device: &Path) -> String {
    fs::read_link(device.join("driver"))
        .or_else(|_| fs::read_link(device))
        .map(|to| name(&to))
        .unwrap_or_default()
}

/// Feature bits of a virtio-gpu, one character each. The first is `VIRTIO_GPU_F_VIRGL`: the host draws. Older kernels attach the
/// node to the virtio device itself, newer ones to the PCI device above it.
fn virtio_features(device: &Path) -> Option<String> {
    let below = entries(device, "virtio");
    let virtio = if driver(device) == "virtio_gpu" { device } else { below.first()? };
    fs::read_to_string(virtio.join("features")).ok()
}

/// True if the card that shows the desktop has NVIDIA's own driver. If the firmware marks no card, as on some boards, all cards
/// must have it.
fn shows_with_nvidia(drm: &Path) -> bool {
    // Connectors are named like their card, with a hyphen: card0-DP-1.
    let cards: Vec<_> = entries(drm, "card").into_iter().filter(|card| !name(card).contains('-')).collect();
    let shows = |card: &&PathBuf| {
        ["boot_display", "device/boot_display", "device/boot_vga"]
            .iter()
            .any(|mark| fs::read_to_string(card.join(mark)).is_ok_and(|text| text.trim() == "1"))
    };
    let marked: Vec<_> = cards.iter().filter(shows).collect();
    let has_nvidia = |card: &&PathBuf| driver(&card.join("device")) == "nvidia";
    if marked.is_empty() {
        !cards.is_empty() && cards.iter().all(|card| has_nvidia(&card))
    } else {
        marked.iter().any(has_nvidia)
    }
}

/// Type of the session. GDK uses the first backend of its variable that it knows; a sandbox may not pass on the type of the
/// session.
fn session(variable: impl Fn(&str) -> Option<String>) -> Session {
    let named = |text: &str| match text.trim() {
        "x11" => Some(Session::X11),
        "wayland" => Some(Session::Wayland),
        _ => None,
    };
    let of_gdk = variable("GDK_BACKEND").and_then(|list| list.split(',').find_map(named));
    let of_session = || variable("XDG_SESSION_TYPE").and_then(|text| named(&text));
    let of_display = || {
        let displays = [("WAYLAND_DISPLAY", Session::Wayland), ("DISPLAY", Session::X11)];
        displays.into_iter().find_map(|(name, session)| variable(name).map(|_| session))
    };
    of_gdk.or_else(of_session).or_else(of_display).unwrap_or(Session::Unknown)
}

fn compositor(variable: impl Fn(&str) -> Option<String>) -> Compositor {
    let set = |name: &str| variable(name).filter(|text| !text.trim().is_empty());
    let desktop = set("XDG_CURRENT_DESKTOP").or_else(|| set("XDG_SESSION_DESKTOP")).unwrap_or_default();
    let is = |names: &[&str]| desktop.split([':', ';', ',']).any(|part| names.contains(&part.trim()));
    if is(&["Hyprland"]) || set("HYPRLAND_INSTANCE_SIGNATURE").is_some() {
        Compositor::Hyprland
    } else if is(&STRICT) {
        Compositor::Strict
    } else {
        Compositor::Tolerant
    }
}

/// NVIDIA's first library in EGL's order, if the driver is new enough for it.
fn egl(root: &Path) -> Egl {
    let manifests = PLATFORMS.iter().flat_map(|folder| entries(&root.join(folder), ""));
    let texts = manifests
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .filter_map(|path| fs::read_to_string(path).ok());
    let first = texts.into_iter().find(|text| text.contains("nvidia-egl-wayland"));
    let version = fs::read_to_string(root.join("proc/driver/nvidia/version")).unwrap_or_default();
    let new_enough = driver_version(&version).is_some_and(|major| major >= WAYLAND2_DRIVER);
    if new_enough && first.is_some_and(|text| text.contains("nvidia-egl-wayland2")) {
        Egl::Wayland2
    } else {
        Egl::Other
    }
}

/// Major version from "NVRM version: NVIDIA UNIX Open Kernel Module  610.43.03  Sun …": the first word that is a number with a
/// dot.
fn driver_version(text: &str) -> Option<u32> {
    text.split_whitespace().find_map(|word| word.split_once('.')?.0.parse().ok())
}
