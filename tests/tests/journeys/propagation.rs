//! A change of limits in the sales of terminals: before and since, by the dates that the service filters by.

use tapline_contract::commands::FindPropagation;
use tapline_contract::connection::ConnectionId;
use tapline_contract::device::DeviceId;
use tapline_contract::propagation::{LimitsChange, Propagation, PropagationQuery};
use tapline_contract::replay::Version;
use tapline_emv::{Limits, Params, Scheme};

use crate::test_core::TestCore;

const TERMINAL: &str = "CD-H3N8T2WA";

async fn find(core: &TestCore, id: &ConnectionId, old: u64, new: u64, terminals: &[&str]) -> Propagation {
    let version = |cvm| Version::new(Limits { floor: 0, cvm, transaction: 50_000 }, &Params::new());
    let change = LimitsChange {
        scheme: Scheme::Visa,
        currency: "EUR".to_owned(),
        old: version(old),
        new: version(new),
    };
    let query = PropagationQuery {
        connection: id.clone(),
        at: "2026-11-05T10:00:00Z".to_owned(),
        change,
        terminals: terminals.iter().map(|id| DeviceId::parse(id).unwrap()).collect(),
    };
    core.command::<FindPropagation>(query).await.unwrap()
}

#[tokio::test]
async fn sales_before_and_since_a_change_are_told_apart_by_the_limits_that_they_fit() {
    let core = TestCore::new();
    let id = core.open_sandbox().await;
    let found = find(&core, &id, 2500, 5000, &[TERMINAL]).await;
    assert_eq!(found.day, "2026-11-05");
    let [one] = &found.terminals[..] else { panic!("{found:?}") };
    assert_eq!((one.is_part, &one.failed), (false, &None));
    assert!(one.since.sales() > 0, "{one:?}");

    let back = find(&core, &id, 5000, 2500, &[TERMINAL]).await.terminals.remove(0);
    for (there, back) in [(&one.since, &back.since), (&one.before, &back.before)] {
        assert_eq!((there.only_new, there.only_old), (back.only_old, back.only_new));
        assert_eq!((there.both, there.untold), (back.both, back.untold));
    }
    let same = find(&core, &id, 2500, 2500, &[TERMINAL]).await.terminals.remove(0);
    assert_eq!((same.since.only_new, same.since.only_old), (0, 0));

    // A sale of one terminal is not a sale of another.
    let twice = find(&core, &id, 2500, 5000, &[TERMINAL, TERMINAL]).await.terminals.remove(1);
    assert!(twice.failed.is_some() && twice.since.sales() == 0, "{twice:?}");
}
