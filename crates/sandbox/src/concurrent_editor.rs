//! Someone else at work on the same service, so that a conflict can be shown.
//!
//! A configuration whose name ends with "(shared desk)": the first list read that follows an earlier list read with that
//! configuration finds its CVM limit raised by 5.00, once in a run. So a person who opens the list, edits the configuration
//! and saves meets a colleague's change. No clock and no chance decide. The other appearances are in [`crate::sentinel`].

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use tapline_contract::emv_config::EmvId;
use tapline_emv::LimitKind;

use crate::draft::aid_of;
use crate::page::Window;
use crate::problem::Problem;
use crate::store::Store;

/// The ending of the name of a configuration that a colleague edits.
pub(crate) const SHARED_DESK: &str = "(shared desk)";

const ON_SHARED_DESK: Raise = Raise { limit: LimitKind::Cvm, by: 500 };

/// Increase that a colleague makes to a limit, in minor units.
#[derive(Clone, Copy, Debug)]
pub struct Raise {
    pub limit: LimitKind,
    pub by: u64,
}

/// For each shared configuration, the list reads that contained it.
#[derive(Debug, Default)]
pub(crate) struct ConcurrentEditor {
    reads: Mutex<BTreeMap<EmvId, u32>>,
}

impl ConcurrentEditor {
    /// Called by every list read, before it reads.
    pub(crate) fn at_list_read(&self, store: &Store, now: &str) -> Result<(), Problem> {
        let mut all = store.list_emv(Window { size: None, number: 1 })?;
        all.retain(|config| config.emv_name.as_deref().is_some_and(|name| name.ends_with(SHARED_DESK)));
        let mut reads = self.reads.lock().unwrap_or_else(PoisonError::into_inner);
        for config in all {
            let count = reads.entry(config.id.clone()).or_default();
            *count = count.saturating_add(1);
            if *count == 2
                && let Ok(id) = config.id.as_str().parse()
            {
                raise(store, id, ON_SHARED_DESK, now)?;
            }
        }
        Ok(())
    }
}

/// Raises a limit of a configuration; a limit that is absent or unreadable counts as 0. Unreadable `params` stay as they are.
pub(crate) fn raise(store: &Store, id: u32, raise: Raise, now: &str) -> Result<(), Problem> {
    let Some(mut draft) = store.find_emv(id)?.and_then(|config| config.draft()) else { return Ok(()) };
    let key = raise.limit.param();
    let before = draft.params.values().get(key).and_then(tapline_emv::Value::amount).unwrap_or(0);
    if draft.params.set(key, &(before + raise.by).to_string()) {
        store.replace_emv(id, &draft, aid_of(&draft.params).as_deref(), now)?;
    }
    Ok(())
}
