//! Lists that are read again and again: every change of a configuration reads all of them before and after it.

use std::sync::Mutex;

use tapline_contract::emv_config::EmvConfig;
use tapline_contract::record::Misfit;
use tapline_contract::wire::{Page, ReadOnce};
use tapline_platform::sync::locked;

/// Last answer of the service, for lists where decoding it whole each time was most of the work.
#[derive(Default)]
pub struct LastAnswer {
    emv: Mutex<ReadOnce<EmvConfig>>,
}

impl LastAnswer {
    pub(super) fn emv(&self, data: Option<&str>) -> Result<Page<EmvConfig>, Misfit> {
        // Decoding holds no lock: others read at the same time.
        let known = locked(&self.emv).clone();
        let (page, known) = Page::read_again(data, &known)?;
        *locked(&self.emv) = known;
        Ok(page)
    }
}
