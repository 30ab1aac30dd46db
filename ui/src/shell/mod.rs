//! State shared by all pages: the session, the cursor amount, the areas.
//!
//! Signals only; nothing here draws. Core keeps what must survive; the page draws open operations from core's journal.

pub(crate) mod ahead;
pub(crate) mod areas;
mod connection;

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::Failure;
use tapline_contract::commands::{Desk, GetDesk, Rendering, SetRendering, SetTheme, Theme};
use tapline_contract::connection::{Connection, ConnectionId, Environment, Safety, Session};
use tapline_emv::{Currency, Presented};

use self::areas::Areas;
use crate::ipc::{self, Answer, engine};
use crate::nav::Nav;
use crate::outage::Outage;
use crate::shell::areas::{Area, AreaState, Draft};
use crate::time::Time;
use crate::window_state::{Act, WindowState};

#[derive(Clone, Copy)]
pub(crate) struct Shell {
    /// Core's own state: connections, settings, locked or not.
    pub(crate) core: RwSignal<Option<Desk>>,
    pub(crate) session: RwSignal<Option<Session>>,
    pub(crate) nav: Nav,
    /// Unsaved changes of all areas.
    pub(crate) drafts: Memo<Vec<Draft>>,
    /// "What happens at", as typed.
    pub(crate) amount: RwSignal<String>,
    pub(crate) presented: RwSignal<Presented>,
    /// The currency of the configuration in the form, from its users; `None` if it is the connection's. It changes only when the
    /// form is opened anew: typed amounts were read in it.
    pub(crate) users_currency: RwSignal<Option<Currency>>,
    areas: Areas,
    window: StoredValue<WindowState>,
}

impl Shell {
    pub(crate) fn new(all: &'static [Area]) -> Shell {
        let areas = Areas::new(all);
        let drafts = Memo::new(move |_| areas.drafts());
        let session = RwSignal::new(None::<Session>);
        Shell {
            core: RwSignal::new(None),
            session,
            nav: Nav::new(),
            drafts,
            amount: RwSignal::new(String::new()),
            presented: RwSignal::new(Presented::Card),
            users_currency: RwSignal::new(None),
            areas,
            window: StoredValue::new(WindowState::new()),
        }
    }

    pub(crate) fn areas(self) -> Areas {
        self.areas
    }

    pub(crate) fn window(self) -> WindowState {
        self.window.get_value()
    }

    pub(crate) fn time(self) -> Time {
        self.window().time
    }

    pub(crate) fn outage(self) -> Outage {
        self.window().outage
    }

    /// The state of this type, created when first requested.
    pub(crate) fn state<T: AreaState + Default + Copy>(self) -> T {
        self.areas.state()
    }

    pub(crate) fn currency(self) -> Currency {
        self.session.with(|session| currency_of(session.as_ref()))
    }

    /// True if wire names, hex and minor units are shown (Settings). The only place that decides.
    pub(crate) fn shows_wire_names(self) -> bool {
        self.window().preferences.with(|kept| kept.wire_names)
    }

    /// The open connection.
    pub(crate) fn opened(self) -> Option<Connection> {
        self.session.with(|session| session.as_ref().map(|session| session.connection.clone()))
    }

    pub(crate) fn environment(self) -> Option<Environment> {
        self.session.with(|session| session.as_ref().map(|session| session.connection.environment))
    }

    /// " on LIVE", for the button that sends.
    pub(crate) fn on_live(self) -> &'static str {
        if self.environment() == Some(Environment::Live) { " on LIVE" } else { "" }
    }

    /// Copies a text, and says so in a message.
    pub(crate) fn copy(self, text: String) {
        spawn_local(async move {
            let is_copied = engine::copy(&text).await;
            self.toast(if is_copied { "Copied." } else { "Not copied: the clipboard is unavailable." });
        });
    }

    /// The currency of the limits in the open form.
    pub(crate) fn form_currency(self) -> Currency {
        self.users_currency.get().unwrap_or_else(|| self.currency())
    }

    pub(crate) fn connection(self) -> ConnectionId {
        let id = self.session.with_untracked(|s| s.as_ref().map(|s| s.connection.id.clone()));
        id.unwrap_or(ConnectionId(String::new()))
    }

    /// Returns a check, for when an answer arrives, that the connection is still the current one.
    pub(crate) fn same_connection(self) -> impl Fn() -> bool + 'static {
        let connection = self.connection();
        move || self.connection() == connection
    }

    /// True if changes are refused. Core refuses them too; the page says so before anything is typed.
    pub(crate) fn is_read_only(self) -> bool {
        self.session.with(|s| s.as_ref().is_some_and(|s| s.connection.safety == Safety::ReadOnly))
    }

    /// The reason why nothing can be changed over this connection.
    pub(crate) fn read_only(self) -> Option<&'static str> {
        self.is_read_only().then_some("This connection is read only.")
    }

    /// True if saving requires retyping the name.
    pub(crate) fn must_retype(self) -> bool {
        self.session
            .with_untracked(|s| s.as_ref().is_some_and(|s| s.connection.safety == Safety::ConfirmAndRetype))
    }

    /// The amount of "What happens at" when a connection opens.
    pub(crate) fn first_amount(self) -> String {
        first_amount(&self.currency())
    }

    /// The amount of "What happens at" in minor units; `None` while unreadable.
    pub(crate) fn amount_minor(self) -> Option<u64> {
        self.currency().parse(&self.amount.get()).ok()
    }

    /// [`Shell::amount_minor`] in the currency of the open form: "50.00" is 50 yen.
    pub(crate) fn form_amount_minor(self) -> Option<u64> {
        self.form_currency().parse_whole(&self.amount.get()).ok()
    }

    /// Starts to work on a connection that core opened just now.
    pub(crate) fn enter(self, session: Session) {
        self.begin(session);
        // Refresh the owner and last use for the start page now; a row that grew later would move its buttons.
        spawn_local(self.refresh_core());
    }

    /// Starts to work on the connection that core had open.
    pub(crate) fn begin(self, session: Session) {
        self.amount.set(first_amount(&session.connection.currency()));
        self.areas().clear();
        self.users_currency.set(None);
        self.window().clear();
        self.session.set(Some(session));
    }

    /// True if closing the window or the connection would lose or stop something.
    pub(crate) fn has_at_stake(self) -> bool {
        self.has_drafts() || self.window().at_stake.with(Option::is_some)
    }

    pub(crate) fn has_drafts(self) -> bool {
        self.drafts.with(|drafts| !drafts.is_empty())
    }

    pub(crate) async fn refresh_core(self) {
        self.take_core(ipc::command::<GetDesk>(())).await;
    }

    /// Like [`Shell::refresh_core`], with a request sent before.
    pub(crate) async fn take_core(self, desk: Answer<Desk>) {
        match desk.await {
            Ok(desk) if self.core.with_untracked(|core| core.as_ref() == Some(&desk)) => {}
            Ok(desk) => self.core.set(Some(desk)),
            Err(failure) => self.fail(&failure),
        }
    }

    /// Clears loaded data when the window is locked; unsaved input waits.
    pub(crate) fn clear_cached(self) {
        let frame = self.window();
        frame.locked.set(true);
        frame.sheet.set(None);
        frame.toasts.set(Vec::new());
        self.nav.leaving.set(None);
        self.areas().clear_cached();
    }

    /// Retries failed reads, after a new token or when the service answers again.
    pub(crate) fn read_what_failed(self) {
        self.areas().read_what_failed(self);
    }

    pub(crate) fn set_theme(self, theme: Theme) {
        self.choose(|desk| &mut desk.theme, theme, ipc::command::<SetTheme>(theme));
    }

    /// Sets the rendering for the next start.
    pub(crate) fn set_rendering(self, rendering: Rendering) {
        self.choose(|desk| &mut desk.rendering, Some(rendering), ipc::command::<SetRendering>(rendering));
    }

    /// Shows a choice at once. If core can't keep it, the previous value comes back, with the reason.
    fn choose<T: Copy + PartialEq + 'static>(
        self,
        place: fn(&mut Desk) -> &mut T,
        chosen: T,
        keep: impl Future<Output = Result<(), Failure>> + 'static,
    ) {
        let put =
            move |desk: &mut Option<Desk>| desk.as_mut().map(|desk| std::mem::replace(place(desk), chosen));
        let before = self.core.try_update(put).flatten();
        spawn_local(async move {
            let Err(failure) = keep.await else { return };
            self.core.update(|desk| {
                // A newer choice stays.
                if let (Some(desk), Some(before)) = (desk, before)
                    && *place(desk) == chosen
                {
                    *place(desk) = before;
                }
            });
            self.fail(&failure);
        });
    }

    /// Shows a message that needs no answer and disappears by itself.
    pub(crate) fn toast(self, sentence: &str) {
        self.window().toast(sentence, None);
    }

    /// Announces to screen readers what the page shows in its place anyway.
    pub(crate) fn announce(self, sentence: &str) {
        self.window().announce(sentence);
    }

    /// Shows a message with a button, for an action that can be undone.
    pub(crate) fn offer(self, sentence: &str, button: &str, act: Act) {
        self.window().toast(sentence, Some((button.to_owned(), act)));
    }

    /// Shows a failure that has no place on the page. It stays until dismissed.
    pub(crate) fn fail(self, failure: &Failure) {
        self.window().fail(failure);
    }
}

fn currency_of(session: Option<&Session>) -> Currency {
    session.map_or_else(Currency::euro, |s| s.connection.currency())
}

fn first_amount(currency: &Currency) -> String {
    currency.plain(50 * currency.unit())
}

/// The shell of this page.
pub(crate) fn shell() -> Shell {
    expect_context::<Shell>()
}
