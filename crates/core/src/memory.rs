//! Keeps memory, and the tokens in it, off the disk when the process crashes.
//!
//! It keeps nobody out who may read the memory of the running process, and says nothing of swap. Windows writes no dumps of
//! other programs by default. A crash stays visible: the log and the exit code stay.

/// Turns core dumps off, in a release: a person who works on Tapline wants theirs. Call it first, before there is anything to
/// hide. What the operating system refuses is left as it is; the log is not open yet.
pub fn guard_memory() {
    if !cfg!(debug_assertions) {
        no_core_dumps();
    }
}

fn no_core_dumps() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, setrlimit};
        let none = Rlimit { current: Some(0), maximum: Some(0) };
        let _ = setrlimit(Resource::Core, none);
    }
    // A collector that is given the dump through a pipe does not ask for the limit.
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{DumpableBehavior, set_dumpable_behavior};
        let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::process::Command;

    use rustix::process::{DumpableBehavior, dumpable_behavior};

    use super::*;

    /// Set in the process that this test starts: what is turned off there stays off.
    const CHILD: &str = "TAPLINE_TEST_NO_CORE_DUMPS";

    #[test]
    fn a_crash_leaves_no_dump() {
        if std::env::var_os(CHILD).is_some() {
            no_core_dumps();
            let limits = std::fs::read_to_string("/proc/self/limits").unwrap();
            let core = limits.lines().find(|line| line.starts_with("Max core file size")).unwrap();
            assert_eq!(core.split_whitespace().filter(|word| *word == "0").count(), 2, "{core}");
            assert_eq!(dumpable_behavior().unwrap(), DumpableBehavior::NotDumpable);
            return;
        }
        let mut child = Command::new(std::env::current_exe().unwrap());
        child.args(["--exact", "memory::tests::a_crash_leaves_no_dump", "--nocapture"]).env(CHILD, "1");
        let ended = child.output().unwrap();
        let said = String::from_utf8_lossy(&ended.stdout);
        assert!(ended.status.success() && said.contains("1 passed"), "{said}");
    }
}
