//! The rendering decision: a table over the facts whose first matching row decides. Reads nothing and sets nothing.
//!
//! The rows about NVIDIA's own driver follow the crate `webkit2gtk-nvidia-quirk`: WebKit bug 280210 and tauri#10702 (a window
//! that shares DMA-BUF on Wayland is closed with error 71, because WebKit commits without the acquire point that explicit
//! synchronization requires), tauri#9304 (blank on X11).

use tapline_contract::commands::Rendering;

use super::facts::{Compositor, Device, Egl, Facts, Gl, Session};

const NO_DMABUF: &str = "WEBKIT_DISABLE_DMABUF_RENDERER";
const NO_EXPLICIT_SYNC: &str = "__NV_DISABLE_EXPLICIT_SYNC";

/// Variables with which a person configures the drawing; if one is set, nothing is decided here. Tapline itself sets the first
/// two.
pub(crate) const VARIABLES: [&str; 4] =
    [NO_DMABUF, NO_EXPLICIT_SYNC, "WEBKIT_DISABLE_COMPOSITING_MODE", "WEBKIT_DMABUF_RENDERER_FORCE_SHM"];

/// Drivers of devices that can only display: the processor draws for them. A vmwgfx has a render node, but its EGL is often
/// emulated (clash-verge-rev#7791).
const NO_3D: [&str; 10] =
    ["ast", "bochs-drm", "evdi", "hyperv_drm", "mgag200", "qxl", "vboxvideo", "vgem", "vkms", "vmwgfx"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// WebKit's default.
    Hardware,
    Software,
    /// Hardware without NVIDIA's explicit synchronization.
    WithoutExplicitSync,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Decision {
    pub(crate) way: Way,
    why: &'static str,
    /// Names of the drivers, for troubleshooting.
    drivers: String,
}

struct Rule {
    applies: fn(&Facts) -> bool,
    way: Way,
    /// Reason shown to people.
    why: &'static str,
}

const RULES: [Rule; 12] = [
    Rule {
        applies: |facts| facts.own_variable,
        way: Way::Hardware,
        why: "Set by the environment variables of your session.",
    },
    Rule {
        applies: |facts| facts.chosen == Rendering::Hardware,
        way: Way::Hardware,
        why: "Hardware, as set in Settings.",
    },
    Rule {
        applies: |facts| facts.chosen == Rendering::Software,
        way: Way::Software,
        why: "Software, as set in Settings.",
    },
    Rule {
        applies: |facts| facts.gl == Gl::Software,
        way: Way::Software,
        why: "Software, because LIBGL_ALWAYS_SOFTWARE is set.",
    },
    Rule {
        applies: |facts| facts.devices.is_empty(),
        way: Way::Software,
        why: "Software, because this computer has no graphics device for rendering.",
    },
    Rule {
        applies: |facts| !facts.devices.iter().any(|device| device.may_be_opened),
        way: Way::Software,
        why: "Software, because this user can't access the graphics device.",
    },
    Rule {
        applies: |facts| !facts.devices.iter().any(draws),
        way: Way::Software,
        why: "Software, because the graphics device can only display.",
    },
    Rule {
        applies: |facts| facts.nvidia.as_ref().is_some_and(|nvidia| nvidia.session == Session::X11),
        way: Way::Software,
        why: "Software, because windows stay blank with NVIDIA's driver on X11.",
    },
    Rule {
        // Hyprland also crashes while drawing, so giving up explicit synchronization is not enough.
        applies: |facts| on_wayland(facts, |nvidia| nvidia.compositor == Compositor::Hyprland),
        way: Way::Software,
        why: "Software, because Hyprland closes windows drawn with NVIDIA's driver.",
    },
    Rule {
        applies: |facts| on_wayland(facts, |nvidia| nvidia.compositor == Compositor::Strict),
        way: Way::WithoutExplicitSync,
        why: "Hardware without explicit synchronization, because this desktop closes windows drawn with NVIDIA's driver.",
    },
    Rule {
        applies: |facts| on_wayland(facts, |nvidia| nvidia.egl == Egl::Other),
        way: Way::WithoutExplicitSync,
        why: "Hardware without explicit synchronization, because of NVIDIA's driver.",
    },
    Rule { applies: |_| true, way: Way::Hardware, why: "Hardware." },
];

pub(crate) fn decide(facts: &Facts) -> Decision {
    let rule = RULES.iter().find(|rule| (rule.applies)(facts)).unwrap_or(&RULES[RULES.len() - 1]);
    let drivers: Vec<_> = facts.devices.iter().map(|device| device.driver.as_str()).collect();
    Decision { way: rule.way, why: rule.why, drivers: drivers.join(", ") }
}

fn draws(device: &Device) -> bool {
    device.may_be_opened && !device.is_virtual_without_3d && !NO_3D.contains(&device.driver.as_str())
}

fn on_wayland(facts: &Facts, is: impl Fn(&super::facts::Nvidia) -> bool) -> bool {
    facts.nvidia.as_ref().is_some_and(|nvidia| nvidia.session == Session::Wayland && is(nvidia))
}

impl Way {
    /// Variable that makes WebKit draw this way when set to 1.
    pub(crate) fn variable(self) -> Option<&'static str> {
        match self {
            Way::Hardware => None,
            Way::Software => Some(NO_DMABUF),
            Way::WithoutExplicitSync => Some(NO_EXPLICIT_SYNC),
        }
    }
}

impl Decision {
    /// The decision and its reason, for *About* and the log.
    pub(crate) fn sentence(&self) -> String {
        match self.drivers.as_str() {
            "" => self.why.to_owned(),
            drivers => format!("{} Graphics device: {drivers}.", self.why),
        }
    }
}
