//! A D-Bus session of its own, with a keyring or without.
//!
//! No service starts by itself on this bus. So "no keyring" means that there is none, instead of a locked one that an
//! activation file brings up.

use std::fs;
use std::io::Write as _;
use std::process::Stdio;

use zbus::blocking::{MessageIterator, connection};
use zbus::message::Type;

use crate::display::first_line;
use crate::process::{Environment, Process};
use crate::wait;

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

impl Bus {
    /// Plays a Tapline that is ending: it still has this name, and leaves the bus without answering a call.
    pub(crate) async fn has_one_that_ends(&self, name: &'static str) {
        // The bus notices a little later than the system that the one before has ended.
        let connected = wait::until(async || {
            let builder =
                connection::Builder::address(self.address.as_str()).and_then(|builder| builder.name(name));
            builder.and_then(connection::Builder::build).map_err(|cause| cause.to_string())
        });
        let connection = connected.await.expect("anybody may have any name on this bus");
        std::thread::spawn(move || {
            let calls = |message: &zbus::Message| message.message_type() == Type::MethodCall;
            let asked = MessageIterator::from(&connection).flatten().find(calls);
            drop((asked, connection));
        });
    }
}

/// Opens a keyring, as a login does. Must run before the first client asks. It goes into the background by itself, and ends with
/// everything else that has this environment.
pub(crate) fn unlock_keyring(environment: &Environment) {
    let mut command = environment.command("gnome-keyring-daemon");
    command.args(["--unlock", "--components=secrets"]);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut daemon = Process::start(&mut command);
    let mut input = daemon.child().stdin.take().expect("its input is a pipe");
    input.write_all(b"window tests").expect("the daemon reads its password");
    drop(input);
    let status = daemon.child().wait().expect("it was just started");
    assert!(status.success(), "gnome-keyring-daemon did not start: {status}");
}
