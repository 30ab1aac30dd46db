//! The names of acquirer profiles; without them their ids are shown alone.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::acquirer::AcquirerQuery;
use tapline_contract::endpoints::ListAcquirers;

use crate::ipc;
use crate::shell::Shell;

pub(crate) fn read_profiles(shell: Shell) {
    let names = shell.areas().acquirer_names;
    if names.with_untracked(|names| !names.is_empty()) {
        return;
    }
    let connection = shell.connection();
    spawn_local(async move {
        let query = AcquirerQuery { page_size: Some(-1), ..AcquirerQuery::default() };
        let answer = ipc::api::<ListAcquirers>(connection.clone(), None, (), query, ()).await;
        if let Ok(page) = answer
            && shell.connection() == connection
        {
            let read = page.records.iter().filter_map(|one| Some((one.path_id()?.to_string(), one.name())));
            names.set(Arc::new(read.collect()));
        }
    });
}
