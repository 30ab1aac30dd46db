//! A display of its own without a screen, X server or compositor of Wayland: clipboard, pictures.

use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::Stdio;

use crate::process::{Environment, Process};
use crate::wait;

#[derive(Debug)]
pub(crate) struct Display {
    /// ":7", "wayland-1"
    pub(crate) name: String,
    /// Whoever offers the clipboard must live on.
    clipboard: Option<Process>,
    _server: Process,
}

impl Display {
    /// On a number that is free.
    pub(crate) fn open(environment: &Environment, (width, height): (u16, u16)) -> Display {
        let mut command = environment.command("Xvfb");
        command.args(["-displayfd", "1", "-nolisten", "tcp", "-noreset", "-screen", "0"]);
        command.arg(format!("{width}x{height}x24")).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut server = Process::start(&mut command);
        let number = first_line(&mut server);
        assert!(!number.is_empty(), "Xvfb ended before it had a display");
        Display { name: format!(":{number}"), clipboard: None, _server: server }
    }

    /// A compositor of Wayland without X11. It refuses root.
    pub(crate) fn wayland(environment: &Environment, (width, height): (u16, u16)) -> Display {
        let config = environment.runtime().join("sway.conf");
        let text =
            format!("xwayland disable\ndefault_border none\noutput HEADLESS-1 resolution {width}x{height}\n");
        std::fs::write(&config, text).expect("the runtime folder was made for this test");
        let mut command = environment.command("sway");
        command.arg("--config").arg(&config).stdout(Stdio::null()).stderr(Stdio::null());
        command.envs([
            ("WLR_BACKENDS", "headless"),
            ("WLR_LIBINPUT_NO_DEVICES", "1"),
            ("WLR_RENDERER", "pixman"),
        ]);
        let mut server = Process::start(&mut command);
        // The first that sway tries; its runtime folder is its own.
        let name = "wayland-1".to_owned();
        let listens = wait::until_now(|| {
            assert!(!server.has_ended(), "sway ended before it had a display");
            UnixStream::connect(environment.runtime().join(&name)).map_err(|cause| cause.to_string())
        });
        listens.unwrap_or_else(|reason| panic!("sway has no display: {reason}"));
        Display { name, clipboard: None, _server: server }
    }

    /// As if someone had copied this text elsewhere.
    pub(crate) fn copy(&mut self, environment: &Environment, text: &str) {
        // In the foreground, so that it can be ended.
        let mut command = if is_wayland(environment) {
            let mut command = environment.command("wl-copy");
            command.arg("--foreground");
            command
        } else {
            let mut command = environment.command("xclip");
            command.args(["-quiet", "-selection", "clipboard", "-in"]);
            command
        };
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut xclip = Process::start(&mut command);
        let mut input = xclip.child().stdin.take().expect("its input is a pipe");
        input.write_all(text.as_bytes()).expect("xclip reads its input");
        drop(input);
        self.clipboard = Some(xclip);
        let offered = wait::until_now(|| {
            let now = paste(environment);
            if now == text { Ok(()) } else { Err("the clipboard does not hold what was copied".to_owned()) }
        });
        offered.unwrap_or_else(|reason| panic!("{reason}"));
    }

    /// A picture of the corner of this size.
    pub(crate) fn picture(&self, environment: &Environment, (width, height): (u16, u16), path: &Path) {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).expect("the folder of the pictures can be made");
        }
        let mut command = environment.command("import");
        command.args(["-display", &self.name, "-window", "root"]);
        command.args(["-crop", &format!("{width}x{height}+0+0"), "+repage"]).arg(path);
        let done = command.output().map(|output| output.status.success());
        assert!(done.unwrap_or(false), "no picture {} was made", path.display());
    }
}

fn is_wayland(environment: &Environment) -> bool {
    environment.variables.iter().any(|(name, _)| *name == "WAYLAND_DISPLAY")
}

/// Content of the clipboard; empty if no program offers any.
pub(crate) fn paste(environment: &Environment) -> String {
    if is_wayland(environment) {
        let output = environment.command("wl-paste").arg("--no-newline").output();
        let offered = output.ok().filter(|output| output.status.success());
        return offered
            .map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
            .unwrap_or_default();
    }
    paste_as(environment, "UTF8_STRING")
}

/// Content of the clipboard in one of its forms.
pub(crate) fn paste_as(environment: &Environment, target: &str) -> String {
    let output =
        environment.command("xclip").args(["-selection", "clipboard", "-out", "-target", target]).output();
    output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default()
}

/// First line of a process; its further output is read and dropped, so that it never blocks.
pub(crate) fn first_line(process: &mut Process) -> String {
    let output = process.child().stdout.take().expect("its output is a pipe");
    let mut reader = BufReader::new(output);
    let mut line = String::new();
    reader.read_line(&mut line).expect("a pipe to a process that was just started");
    std::thread::spawn(move || std::io::copy(&mut reader, &mut std::io::sink()));
    line.trim().to_owned()
}
