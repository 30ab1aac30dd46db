//! The demo data: what a new database begins with. One module a subject; the same seed makes the same data.
//!
//! Not read at any other time: what a record shows besides its row is derived where it is written ([`crate::transaction`]).

pub(crate) mod acquirers;
mod demonstration;
pub(crate) mod devices;
pub(crate) mod emv;
mod fixed;
pub(crate) mod merchants;
mod month;
mod profiles;
mod shops;

use crate::store::{Store, StoreError};
use crate::{Options, day};
use month::Event;

/// Writes the whole demo data.
pub(crate) fn fill(store: &Store, options: &Options) -> Result<(), StoreError> {
    for config in emv::configs() {
        store.insert_emv(&config)?;
    }
    for (id, record) in acquirers::acquirers() {
        store.put_acquirer(id, &record)?;
    }
    for record in merchants::merchants() {
        store.put_merchant(&record)?;
    }
    for (merchant, record) in devices::devices() {
        store.insert_device(merchant, &record)?;
    }
    for record in profiles::profiles() {
        store.put_profile(&record)?;
    }
    for (profile, record) in profiles::acceptances() {
        store.put_acceptance(&record, profile.as_ref())?;
    }
    store.set_seed(options.seed, day::shift((options.now)()))?;
    let mut writer = store.writer()?;
    month::month(options.records, options.seed, |event| match event {
        Event::Transaction(row) => writer.transaction(&row),
        Event::Refunded(key) => writer.refunded(key),
        Event::Batch(batch) => writer.batch(&batch),
    })
}
