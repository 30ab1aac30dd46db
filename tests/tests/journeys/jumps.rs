//! F35 of the fault matrix, the lock: a wall clock that jumps neither unlocks Tapline nor keeps it unlocked. A jump ahead of more
//! than the time allowed locks: it looks the same as a computer that slept.

use std::time::Duration;

use chrono::TimeDelta;
use tapline_contract::FailureKind;
use tapline_contract::commands::{GetDesk, PasteToken, Unlock};
use tapline_contract::connection::Safety;
use tapline_sandbox::{Options, Sandbox};

use crate::test_core::TestCore;

const TOKEN: &str = "first.token.of-the-owner-0001";
const MINUTE: Duration = Duration::from_mins(1);

async fn is_locked(core: &TestCore) -> bool {
    core.command::<GetDesk>(()).await.unwrap().locked
}

#[tokio::test]
async fn a_clock_that_jumps_neither_unlocks_nor_keeps_open() {
    let options = Options { token: Some(TOKEN.to_owned()), ..Options::default() };
    let sandbox = Sandbox::start(options).await.unwrap();
    for (by, locks_at_once) in [
        (TimeDelta::minutes(5), false),
        (TimeDelta::minutes(-5), false),
        (TimeDelta::days(-1), false),
        (TimeDelta::days(1), true),
    ] {
        let core = TestCore::attended();
        let id = core.connect(&sandbox.base_address(), TOKEN, Safety::Confirm).await.unwrap();
        core.clock.jump(by);
        if !locks_at_once {
            assert!(!is_locked(&core).await, "{by}");
            // No one is there, whatever the wall clock says.
            core.clock.advance(11 * MINUTE);
        }
        // The first call says it: a watch that slept with the computer may still sleep.
        assert!(is_locked(&core).await, "{by}");
        for again in [by, -by, -by] {
            core.clock.jump(again);
            assert!(is_locked(&core).await, "{by}, then {again}");
            let refused = core.command::<Unlock>(id.clone()).await.unwrap_err();
            assert_eq!(refused.kind, FailureKind::NoToken, "{by}, then {again}: {refused:?}");
        }
        // The way out is the token, as ever.
        core.shell.copy(TOKEN);
        core.command::<PasteToken>(id.clone()).await.unwrap();
        core.command::<Unlock>(id.clone()).await.unwrap();
        core.forget(&id).await;
    }
}
