//! The decision as a table, and the facts read from folders laid out like a computer's.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use tapline_contract::commands::Rendering;

use super::decide::{Way, decide};
use super::facts::{Compositor, Device, Egl, Facts, Gl, Nvidia, Session};

/// A computer with a working device.
fn working() -> Facts {
    Facts {
        own_variable: false,
        chosen: Rendering::Automatic,
        gl: Gl::Any,
        devices: vec![device("i915")],
        nvidia: None,
    }
}

fn device(driver: &str) -> Device {
    Device { driver: driver.to_owned(), may_be_opened: true, is_virtual_without_3d: false }
}

fn nvidia(session: Session, compositor: Compositor, egl: Egl) -> Facts {
    Facts { devices: vec![device("nvidia")], nvidia: Some(Nvidia { session, compositor, egl }), ..working() }
}

#[test]
fn the_first_reason_that_applies_decides() {
    let locked = Device { may_be_opened: false, ..device("i915") };
    let no_virgl = Device { is_virtual_without_3d: true, ..device("virtio-pci") };
    let blank = nvidia(Session::X11, Compositor::Tolerant, Egl::Other);
    for (facts, way, begins) in [
        (working(), Way::Hardware, "Hardware. Graphics device: i915."),
        (Facts { devices: vec![], ..working() }, Way::Software, "Software, because this computer has no"),
        (
            Facts { devices: vec![locked.clone()], ..working() },
            Way::Software,
            "Software, because this user can't",
        ),
        (
            Facts { devices: vec![device("vgem")], ..working() },
            Way::Software,
            "Software, because the graphics device can only",
        ),
        (
            Facts { devices: vec![no_virgl.clone()], ..working() },
            Way::Software,
            "Software, because the graphics device can only",
        ),
        (Facts { devices: vec![device("virtio-pci")], ..working() }, Way::Hardware, "Hardware."),
        (Facts { devices: vec![no_virgl, device("amdgpu")], ..working() }, Way::Hardware, "Hardware."),
        (
            Facts { devices: vec![locked, device("vkms")], ..working() },
            Way::Software,
            "Software, because the",
        ),
        (Facts { gl: Gl::Software, ..working() }, Way::Software, "Software, because LIBGL_ALWAYS_SOFTWARE"),
        (blank.clone(), Way::Software, "Software, because windows stay blank"),
        (
            nvidia(Session::Wayland, Compositor::Hyprland, Egl::Wayland2),
            Way::Software,
            "Software, because Hyprland",
        ),
        (
            nvidia(Session::Wayland, Compositor::Strict, Egl::Wayland2),
            Way::WithoutExplicitSync,
            "Hardware without",
        ),
        (
            nvidia(Session::Wayland, Compositor::Tolerant, Egl::Other),
            Way::WithoutExplicitSync,
            "Hardware without",
        ),
        (nvidia(Session::Wayland, Compositor::Tolerant, Egl::Wayland2), Way::Hardware, "Hardware."),
        (nvidia(Session::Unknown, Compositor::Hyprland, Egl::Other), Way::Hardware, "Hardware."),
        // The person's choice comes first: in the session, then in the settings.
        (Facts { chosen: Rendering::Hardware, ..blank.clone() }, Way::Hardware, "Hardware, as set"),
        (
            Facts { chosen: Rendering::Hardware, devices: vec![], ..working() },
            Way::Hardware,
            "Hardware, as set",
        ),
        (Facts { chosen: Rendering::Software, ..working() }, Way::Software, "Software, as set"),
        (
            Facts { own_variable: true, chosen: Rendering::Software, ..blank },
            Way::Hardware,
            "Set by the environment",
        ),
    ] {
        let decision = decide(&facts);
        assert_eq!(decision.way, way, "{facts:?}");
        assert!(decision.sentence().starts_with(begins), "{} for {facts:?}", decision.sentence());
    }
}

#[test]
fn each_way_is_one_variable_and_both_are_a_persons_own_when_they_are_there() {
    let variables = [Way::Software, Way::WithoutExplicitSync].map(Way::variable);
    assert_eq!(variables.map(Option::unwrap), super::VARIABLES[..2]);
    assert_eq!(Way::Hardware.variable(), None);
}

/// Adds `/dev/dri/renderD128` and its card, with this driver.
fn add_device(root: &Path, driver: &str) {
    let device = root.join("sys/devices/gpu");
    let drivers = root.join("sys/bus/drivers").join(driver);
    for folder in [
        &device,
        &drivers,
        &root.join("sys/class/drm/renderD128"),
        &root.join("sys/class/drm/card0"),
        &root.join("dev/dri"),
    ] {
        fs::create_dir_all(folder).unwrap();
    }
    fs::write(root.join("dev/dri/renderD128"), "").unwrap();
    symlink(&drivers, device.join("driver")).unwrap();
    for node in ["renderD128", "card0"] {
        symlink(&device, root.join("sys/class/drm").join(node).join("device")).unwrap();
    }
}

fn write(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn read(root: &Path, variables: &[(&str, &str)]) -> Facts {
    let of =
        |name: &str| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned());
    Facts::read(root, of, Rendering::Automatic)
}

#[test]
fn an_empty_computer_has_nothing() {
    let root = tempfile::tempdir().unwrap();
    assert_eq!(read(root.path(), &[]), Facts { devices: vec![], ..working() });
}

#[test]
fn a_device_has_its_driver_and_can_be_opened() {
    let root = tempfile::tempdir().unwrap();
    add_device(root.path(), "i915");
    assert_eq!(read(root.path(), &[("DISPLAY", ":0")]), working());
}

#[test]
fn a_virtio_device_says_whether_its_host_draws() {
    for (driver, file, features, without) in [
        ("virtio-pci", "sys/devices/gpu/virtio0/features", "1100", false),
        ("virtio-pci", "sys/devices/gpu/virtio0/features", "0100", true),
        ("virtio_gpu", "sys/devices/gpu/features", "1100", false),
        ("virtio_gpu", "sys/devices/gpu/features", "0100", true),
    ] {
        let root = tempfile::tempdir().unwrap();
        add_device(root.path(), driver);
        write(root.path(), file, features);
        assert_eq!(read(root.path(), &[]).devices[0].is_virtual_without_3d, without, "{driver} {features}");
    }
}

#[test]
fn variables_of_a_person_are_seen() {
    let root = tempfile::tempdir().unwrap();
    for name in super::VARIABLES {
        assert!(read(root.path(), &[(name, "0")]).own_variable, "{name}");
    }
    assert!(!read(root.path(), &[("GDK_BACKEND", "x11")]).own_variable);
    assert_eq!(read(root.path(), &[("LIBGL_ALWAYS_SOFTWARE", "1")]).gl, Gl::Software);
    assert_eq!(read(root.path(), &[("LIBGL_ALWAYS_SOFTWARE", "0")]).gl, Gl::Any);
}

#[test]
fn nvidia_counts_where_it_shows_the_desktop() {
    let root = tempfile::tempdir().unwrap();
    add_device(root.path(), "nvidia");
    let alone = read(root.path(), &[]).nvidia;
    assert!(alone.is_some(), "the only card, and none is marked");
    write(root.path(), "sys/class/drm/card1/device/boot_vga", "1\n");
    assert_eq!(read(root.path(), &[]).nvidia, None, "another card shows the desktop");
    write(root.path(), "sys/devices/gpu/boot_vga", "1\n");
    assert_eq!(read(root.path(), &[]).nvidia, alone);
}

#[test]
fn sessions_and_desktops_are_told_apart() {
    let root = tempfile::tempdir().unwrap();
    add_device(root.path(), "nvidia");
    for (variables, session, compositor) in [
        (&[][..], Session::Unknown, Compositor::Tolerant),
        (&[("DISPLAY", ":0")], Session::X11, Compositor::Tolerant),
        (&[("DISPLAY", ":0"), ("WAYLAND_DISPLAY", "w")], Session::Wayland, Compositor::Tolerant),
        (
            &[("GDK_BACKEND", "broadway,x11"), ("XDG_SESSION_TYPE", "wayland")],
            Session::X11,
            Compositor::Tolerant,
        ),
        (&[("XDG_SESSION_TYPE", "tty"), ("DISPLAY", ":0")], Session::X11, Compositor::Tolerant),
        (&[("XDG_CURRENT_DESKTOP", "KDE")], Session::Unknown, Compositor::Strict),
        (&[("XDG_CURRENT_DESKTOP", "ubuntu:GNOME")], Session::Unknown, Compositor::Tolerant),
        (&[("XDG_SESSION_DESKTOP", "Hyprland")], Session::Unknown, Compositor::Hyprland),
        (&[("HYPRLAND_INSTANCE_SIGNATURE", "x")], Session::Unknown, Compositor::Hyprland),
    ] {
        let nvidia = read(root.path(), variables).nvidia.unwrap();
        assert_eq!((nvidia.session, nvidia.compositor), (session, compositor), "{variables:?}");
    }
}

#[test]
fn the_newer_library_needs_a_newer_driver_and_comes_first() {
    let old = ("etc/egl/egl_external_platform.d/10_nvidia_wayland.json", "libnvidia-egl-wayland.so.1");
    let new = ("etc/egl/egl_external_platform.d/09_nvidia_wayland2.json", "libnvidia-egl-wayland2.so.1");
    let late = ("usr/share/egl/egl_external_platform.d/01_nvidia.json", "libnvidia-egl-wayland2.so.1");
    for (manifests, version, expected) in [
        (&[old, new][..], "NVRM version: NVIDIA UNIX Kernel Module  610.43.03  Sun", Egl::Wayland2),
        (&[old, new], "NVRM version: NVIDIA UNIX Kernel Module  550.1.2", Egl::Other),
        (&[old, late], "Kernel Module 610.1", Egl::Other),
        (&[new], "", Egl::Other),
        (&[], "Kernel Module 610.1", Egl::Other),
    ] {
        let root = tempfile::tempdir().unwrap();
        add_device(root.path(), "nvidia");
        write(root.path(), "proc/driver/nvidia/version", version);
        for (path, library) in manifests {
            write(root.path(), path, &format!(r#"{{"ICD":{{"library_path":"{library}"}}}}"#));
        }
        assert_eq!(read(root.path(), &[]).nvidia.unwrap().egl, expected, "{manifests:?} {version}");
    }
}
