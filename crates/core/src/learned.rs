//! Facts learned about a service, kept for the next start.

use tapline_changes::Open;
use tapline_contract::connection::ConnectionId;
use tapline_contract::field::Loose;
use tapline_contract::preference::Preference;
use tapline_http::Filter;
use tapline_platform::log;
use tapline_platform::sync::locked;

use crate::state::AppState;

/// Saves how the service of this connection wants its filter, for the next start.
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

/// Keeps that a service which is no saved connection sent an amount with a fraction: it does not count in minor units.
pub(crate) fn keep_fraction(app: &AppState, id: &ConnectionId) {
    let Some(key) = fraction_key(id) else { return };
    let mut preferences = locked(&app.preferences);
    if preferences.get(&key).is_none() {
        let kept = Loose::json("true").map(|value| preferences.put(Preference { key, value }));
        if !matches!(kept, Some(Ok(()))) {
            log::trouble("learned", "that the unit of amounts was contradicted could not be saved");
        }
    }
}

/// True if this service is known to have sent an amount with a fraction.
pub(crate) fn has_sent_fraction(app: &AppState, id: &ConnectionId) -> bool {
    fraction_key(id).is_some_and(|key| locked(&app.preferences).get(&key).is_some())
}

/// Saved connections keep it themselves, and a sandbox is another one each time.
fn fraction_key(id: &ConnectionId) -> Option<String> {
    id.0.starts_with(ATTACHED).then(|| format!("fraction.{}", id.0))
}

/// Begins the id of a service that was given for one run.
pub(crate) const ATTACHED: &str = "service-";

/// Restores what the last start learned about the service of this connection.
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
