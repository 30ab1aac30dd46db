//! What was learned of a service, kept for the next start.

use tapline_contract::field::Loose;
use tapline_contract::preference::Preference;

use crate::http::Filter;
use crate::session_state::Open;
use crate::state::AppState;
use crate::sync::locked;

/// Keeps for the next start what the service of this connection wanted last.
pub(crate) fn keep_filter(app: &AppState, open: &Open) {
    let key = filter_key(open);
    let mut preferences = locked(&app.preferences);
    let now = open.client.merchants_by();
    if filter_of(preferences.get(&key)) != now {
        let value = if now == Filter::Empty { EMPTY } else { "null" };
        // Without it, the next start asks once more.
        let _ = Loose::json(value).map(|value| preferences.put(Preference { key, value }));
    }
}

/// What the last start learned of the service of this connection.
pub(crate) fn recall_filter(app: &AppState, open: &Open) {
    let kept = locked(&app.preferences).get(&filter_key(open));
    open.client.list_merchants_by(filter_of(kept));
}

const EMPTY: &str = r#""empty""#;

fn filter_key(open: &Open) -> String {
    format!("merchants-by.{}", open.session.connection.id.0)
}

fn filter_of(kept: Option<Loose>) -> Filter {
    if kept.is_some_and(|kept| kept.raw() == EMPTY) { Filter::Empty } else { Filter::Absent }
}
