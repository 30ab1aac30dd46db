//! A D-Bus session of its own, with a keyring or without.
//!
//! No service starts by itself on this bus. So "no keyring" means that there is none, instead of a locked one that somebody's
//! activation file brings up.

use std::fs;
use std::io::Write as _;
use std::process::Stdio;

use crate::display::first_line;
use crate::process::{Environment, Process};

#[derive(Debug)]
pub(crate) struct Bus {
    pub(crate) address: String,
    _daemon: Process,
}

impl Bus {
    pub(crate) fn start(environment: &Environment) -> Bus {
        let folder = environment.runtime();
        let config = folder.join("bus.conf");
        let text = format!(
            "<!DOCTYPE busconfig PUBLIC \"-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN\" \
             \"http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd\">\n\
             <busconfig><type>session</type><listen>unix:path={}</listen><auth>EXTERNAL</auth>\
             <policy context=\"default\"><allow send_destination=\"*\" eavesdrop=\"true\"/><allow eavesdrop=\"true\"/>\
             <allow own=\"*\"/></policy></busconfig>\n",
            folder.join("bus").display()
        );
        fs::write(&config, text).expect("the runtime folder was made for this test");
        let mut command = environment.command("dbus-daemon");
        command.args(["--nofork", "--nopidfile", "--print-address=1"]);
        command.arg(format!("--config-file={}", config.display()));
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut daemon = Process::start(&mut command);
        let address = first_line(&mut daemon);
        assert!(!address.is_empty(), "dbus-daemon ended before it had an address");
        Bus { address, _daemon: daemon }
    }
}

/// A keyring that is open, as after a login. Must run before the first client asks.
#[derive(Debug)]
pub(crate) struct Keyring {
    _daemon: Process,
}

impl Keyring {
    pub(crate) fn unlocked(environment: &Environment) -> Keyring {
        let mut command = environment.command("gnome-keyring-daemon");
        command.args(["--foreground", "--unlock", "--components=secrets"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut daemon = Process::start(&mut command);
        let mut input = daemon.child().stdin.take().expect("its input is a pipe");
        input.write_all(b"window tests").expect("the daemon reads its password");
        drop(input);
        // It tells where its control socket is as soon as it listens.
        assert!(!first_line(&mut daemon).is_empty(), "gnome-keyring-daemon ended at once");
        Keyring { _daemon: daemon }
    }
}
