//! The project's sandbox as a process: the service for both sides.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::Value;

use crate::stop::Stop;

/// A running sandbox. Dropping it ends the process.
#[derive(Debug)]
pub(crate) struct Sandbox {
    child: Child,
    pub(crate) access: Access,
}

/// The line of JSON that a sandbox prints when it is ready: address, namespace and token.
#[derive(Clone, Debug)]
pub(crate) struct Access(pub(crate) Value);

impl Sandbox {
    pub(crate) fn start(ctl: &Path, arguments: &[&str]) -> Result<Sandbox, Stop> {
        let mut command = Command::new(ctl);
        command.arg("sandbox").args(arguments).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(Stop::at("the sandbox does not start"))?;
        let mut line = String::new();
        if let Some(output) = child.stdout.take() {
            BufReader::new(output).read_line(&mut line).map_err(Stop::at("the sandbox"))?;
        }
        let mut sandbox = Sandbox { child, access: Access(Value::Null) };
        sandbox.access.0 = serde_json::from_str(&line).map_err(Stop::at("the sandbox is not ready"))?;
        Ok(sandbox)
    }
}

impl Access {
    pub(crate) fn text(&self, member: &str) -> &str {
        self.0[member].as_str().unwrap_or_default()
    }

    /// Header for each request.
    pub(crate) fn authorization(&self) -> String {
        format!("Authorization: Bearer {}", self.text("token"))
    }

    /// Variables that point `taplinectl` to the service at this address.
    pub(crate) fn variables<'a>(&'a self, address: &'a str) -> [(&'static str, &'a str); 3] {
        [
            ("TAPLINE_BASE_URL", address),
            ("TAPLINE_TOKEN", self.text("token")),
            ("TAPLINE_NAMESPACE", self.text("namespace")),
        ]
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        // The sandbox may have ended on its own.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
