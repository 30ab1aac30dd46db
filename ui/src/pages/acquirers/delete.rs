//! Deleting an acquirer profile; the merchants that use it are listed first.

use leptos::prelude::*;
use tapline_contract::acquirer::AcquirerId;
use tapline_contract::where_used::UsedRecord;

use super::{ACQUIRERS, users};
use crate::record::delete::RecordDelete;
use crate::shell::shell;
use crate::used::{How, UsedLine};

#[component]
pub(crate) fn DeleteAcquirer(id: AcquirerId) -> impl IntoView {
    let shell = shell();
    users::read(shell);
    let key = id.to_string();
    let used = {
        let key = key.clone();
        Signal::derive(move || !users::merchants(shell, &key).is_empty())
    };
    let listed = {
        let key = key.clone();
        Callback::new(move |()| {
            let key = key.clone();
            let of = UsedRecord::Acquirer(id.clone());
            view! { <div><UsedLine of=of how=How::Anew/>{move || users::links(shell, &key)}</div> }.into_any()
        })
    };
    view! {
        <RecordDelete kind=ACQUIRERS key=key users=listed used=used
            consequence="Payments that use this acquirer profile may fail. Move its merchants to another one first."/>
    }
}
