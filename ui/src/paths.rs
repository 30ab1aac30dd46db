//! All routes of the window and their paths. Back and forward use the history of these paths.

use tapline_contract::acquirer::AcquirerId;
use tapline_contract::device::DeviceId;
use tapline_contract::emv_config::EmvId;
use tapline_contract::history::OperationId;
use tapline_contract::input::percent_encoded;
use tapline_contract::merchant::MerchantId;
use tapline_contract::profile::ProfileId;
use tapline_contract::settlement::BatchId;
use tapline_contract::transaction::TransactionId;

/// A row for each route: its ids, and its path with a `{}` for each id. The path of an area is its first segment.
macro_rules! routes {
    ($($(#[$doc:meta])* $name:ident $(($($id:ident: $kind:ty),+))? = $path:literal;)*) => {
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub(crate) enum Route {
            $($(#[$doc])* $name $(($($kind),+))?,)*
        }

        impl Route {
            pub(crate) fn path(&self) -> String {
                match self {
                    $(Route::$name $(($($id),+))? => filled($path, &[$($($id.as_str()),+)?]),)*
                }
            }

            /// The route of a path; `None` if no row matches or an id is empty.
            fn read(path: &str) -> Option<Route> {
                $(if let Some([$($($id),+)?]) = ids_in(path, $path).as_deref() {
                    return Some(Route::$name $(($(<$kind>::parse($id)?),+))?);
                })*
                None
            }
        }
    };
}

routes! {
    Start = "/";
    Limits = "/limits";
    /// Form of a new configuration.
    New = "/limits/new";
    /// Form in review: the edit, the result of saving it, and the merge after a conflict. Other areas have the same route.
    Review = "/limits/review";
    /// Matrix of parameters by configurations.
    Matrix = "/limits/matrix";
    Editor(id: EmvId) = "/limits/id/{}";
    Delete(id: EmvId) = "/limits/id/{}/delete";
    Transactions = "/transactions";
    Transaction(id: TransactionId) = "/transactions/id/{}";
    Settlements = "/settlements";
    Settlement(id: BatchId) = "/settlements/id/{}";
    Merchants = "/merchants";
    NewMerchant = "/merchants/new";
    ReviewMerchant = "/merchants/review";
    Merchant(id: MerchantId) = "/merchants/id/{}";
    EditMerchant(id: MerchantId) = "/merchants/id/{}/edit";
    /// Merchants, to select whose terminals to list.
    Terminals = "/terminals";
    ReviewTerminal = "/terminals/review";
    TerminalsOf(of: MerchantId) = "/terminals/of/{}";
    /// Form of a new activation code, and then the code.
    ActivateTerminal(of: MerchantId) = "/terminals/of/{}/activate";
    Terminal(of: MerchantId, id: DeviceId) = "/terminals/of/{}/id/{}";
    EditTerminal(of: MerchantId, id: DeviceId) = "/terminals/of/{}/id/{}/edit";
    Profiles = "/profiles";
    NewProfile = "/profiles/new";
    ReviewProfile = "/profiles/review";
    /// A profile with its acceptances as a board.
    Profile(id: ProfileId) = "/profiles/id/{}";
    /// Form of the profile's own values.
    EditProfile(id: ProfileId) = "/profiles/id/{}/edit";
    /// JSON of a profile.
    RawProfile(id: ProfileId) = "/profiles/id/{}/raw";
    Acquirers = "/acquirers";
    NewAcquirer = "/acquirers/new";
    ReviewAcquirer = "/acquirers/review";
    Acquirer(id: AcquirerId) = "/acquirers/id/{}";
    EditAcquirer(id: AcquirerId) = "/acquirers/id/{}/edit";
    DeleteAcquirer(id: AcquirerId) = "/acquirers/id/{}/delete";
    /// Usage of all records as a picture.
    Usage = "/acquirers/usage";
    /// Usage with the path of one record.
    UsersOf(id: EmvId) = "/acquirers/usage/configuration/{}";
    UsersOfAcquirer(id: AcquirerId) = "/acquirers/usage/acquirer/{}";
    UsersOfMerchant(id: MerchantId) = "/acquirers/usage/merchant/{}";
    UsersOfProfile(id: ProfileId) = "/acquirers/usage/profile/{}";
    /// The open change set and its run, or the changes gathered for the next one.
    Plan = "/change-sets";
    Owner = "/owner";
    Activity = "/activity";
    /// One change in the history.
    Change(id: OperationId) = "/activity/id/{}";
}

impl Route {
    /// The route of a path. An unknown path leads to its area, or else to the start.
    pub(crate) fn parse(path: &str) -> Route {
        Route::read(path).unwrap_or_else(|| area(path))
    }

    /// The first page of the route's area, which the side bar links to.
    pub(crate) fn place(&self) -> Route {
        area(&self.path())
    }

    /// True for a form or a review.
    pub(crate) fn is_form(&self) -> bool {
        let is_new = matches!(self, Route::New | Route::NewMerchant | Route::NewProfile | Route::NewAcquirer);
        let is_edited = match self {
            Route::Editor(_) | Route::EditMerchant(_) | Route::EditTerminal(..) | Route::EditAcquirer(_) => {
                true
            }
            _ => self.profile().is_some(),
        };
        let review = self.place().path() + "/review";
        is_new || is_edited || self.path() == review
    }

    /// Usage with the path of the record shown here.
    pub(crate) fn users(&self) -> Option<Route> {
        match self {
            Route::Editor(id) | Route::Delete(id) => Some(Route::UsersOf(id.clone())),
            Route::Acquirer(id) | Route::EditAcquirer(id) | Route::DeleteAcquirer(id) => {
                Some(Route::UsersOfAcquirer(id.clone()))
            }
            Route::Merchant(id) | Route::EditMerchant(id) => Some(Route::UsersOfMerchant(id.clone())),
            route => route.profile().map(|id| Route::UsersOfProfile(id.clone())),
        }
    }

    /// The profile of this page: all pages of a profile share one form.
    pub(crate) fn profile(&self) -> Option<&ProfileId> {
        match self {
            Route::Profile(id) | Route::EditProfile(id) | Route::RawProfile(id) => Some(id),
            _ => None,
        }
    }
}

fn area(path: &str) -> Route {
    segments(path).next().and_then(Route::read).unwrap_or(Route::Start)
}

fn segments(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter(|segment| !segment.is_empty())
}

/// The pattern with ids in place of its `{}`.
fn filled(pattern: &str, ids: &[&str]) -> String {
    ids.iter().fold(pattern.to_owned(), |path, id| path.replacen("{}", &percent_encoded(id), 1))
}

/// The ids at the `{}` of a pattern; `None` if the path doesn't match.
fn ids_in(path: &str, pattern: &str) -> Option<Vec<String>> {
    let (mut path, mut pattern) = (segments(path), segments(pattern));
    let mut ids = Vec::new();
    loop {
        match (pattern.next(), path.next()) {
            (None, None) => return Some(ids),
            (Some("{}"), Some(id)) => ids.push(decoded(id)),
            (Some(wanted), Some(given)) if wanted == given => {}
            _ => return None,
        }
    }
}

/// Percent-decoded text; invalid UTF-8 is replaced.
pub(crate) fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let hex = |at: usize| tail.get(at).and_then(|b| char::from(*b).to_digit(16));
        if let (b'%', Some(high), Some(low)) = (first, hex(0), hex(1)) {
            bytes.push(u8::try_from(high * 16 + low).unwrap_or(b'?'));
            rest = &tail[2..];
        } else {
            bytes.push(*first);
            rest = tail;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_is_read_back_from_its_path() {
        let id = |text: &str| EmvId::parse(text).unwrap();
        let merchant = |text: &str| MerchantId::parse(text).unwrap();
        let profile = |text: &str| ProfileId::parse(text).unwrap();
        let device = |text: &str| DeviceId::parse(text).unwrap();
        for route in [
            Route::Start,
            Route::Limits,
            Route::New,
            Route::Review,
            Route::Matrix,
            Route::Plan,
            Route::Transactions,
            Route::Settlements,
            Route::Settlement(BatchId::parse("B1").unwrap()),
            Route::Terminals,
            Route::Profiles,
            Route::Acquirers,
            Route::Owner,
            Route::Activity,
            Route::Editor(id("12")),
            Route::Editor(id("a/b %é")),
            Route::Delete(id("12")),
            Route::UsersOf(id("12")),
            Route::UsersOfProfile(profile("prof_7Qd2Lk")),
            Route::Usage,
            Route::UsersOfAcquirer(AcquirerId::from(301)),
            Route::UsersOfMerchant(merchant("M1")),
            Route::Merchants,
            Route::NewMerchant,
            Route::ReviewMerchant,
            Route::Merchant(merchant("M1/é")),
            Route::EditMerchant(merchant("M1")),
            Route::Transaction(TransactionId::parse("T/1 é").unwrap()),
            Route::NewProfile,
            Route::ReviewProfile,
            Route::Profile(profile("prof_7Qd2Lk")),
            Route::EditProfile(profile("prof/é")),
            Route::RawProfile(profile("prof_7Qd2Lk")),
            Route::TerminalsOf(merchant("M1/é")),
            Route::ActivateTerminal(merchant("M1")),
            Route::Terminal(merchant("M1"), device("CD-1/é")),
            Route::EditTerminal(merchant("M1"), device("SDK-1")),
            Route::ReviewTerminal,
            Route::NewAcquirer,
            Route::ReviewAcquirer,
            Route::Acquirer(AcquirerId::from(301)),
            Route::EditAcquirer(AcquirerId::from(301)),
            Route::DeleteAcquirer(AcquirerId::from(301)),
        ] {
            assert_eq!(Route::parse(&route.path()), route);
        }
        for (path, route) in [
            ("/nowhere/at/all", Route::Start),
            ("/merchants/at/all", Route::Merchants),
            ("/activity/id/12", Route::Activity),
        ] {
            assert_eq!(Route::parse(path), route);
        }
    }
}
