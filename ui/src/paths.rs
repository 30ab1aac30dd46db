//! Every place of the window, and its path. Back and forward come from the history of these.

use tapline_contract::acquirer::AcquirerId;
use tapline_contract::device::DeviceId;
use tapline_contract::emv_config::EmvId;
use tapline_contract::history::OperationId;
use tapline_contract::merchant::MerchantId;
use tapline_contract::profile::ProfileId;
use tapline_contract::settlement::BatchId;
use tapline_contract::transaction::TransactionId;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Route {
    Start,
    Limits,
    Editor(EmvId),
    /// A configuration that does not exist yet.
    New,
    /// Review of what is being edited, what became of saving it, and the choice when both changed it.
    Review,
    Delete(EmvId),
    Transactions,
    Transaction(TransactionId),
    Settlements,
    Settlement(BatchId),
    Merchants,
    Merchant(MerchantId),
    EditMerchant(MerchantId),
    /// A merchant that does not exist yet.
    NewMerchant,
    /// Review of the merchant that is being edited, what became of saving it, and the choice when both changed it.
    ReviewMerchant,
    /// Whose terminals.
    Terminals,
    TerminalsOf(MerchantId),
    /// An activation code that does not exist yet, and then the code.
    ActivateTerminal(MerchantId),
    Terminal(MerchantId, DeviceId),
    EditTerminal(MerchantId, DeviceId),
    /// Review of the terminal that is being edited, and what became of saving it.
    ReviewTerminal,
    Profiles,
    /// A profile with its acceptances as a board.
    Profile(ProfileId),
    /// Its own values.
    EditProfile(ProfileId),
    /// As it came.
    RawProfile(ProfileId),
    /// A profile that does not exist yet.
    NewProfile,
    /// Review of the profile that is being edited, what became of saving it, and the choice when both changed it.
    ReviewProfile,
    Acquirers,
    Acquirer(AcquirerId),
    EditAcquirer(AcquirerId),
    DeleteAcquirer(AcquirerId),
    /// An acquirer profile that does not exist yet.
    NewAcquirer,
    /// As for merchants.
    ReviewAcquirer,
    Owner,
    Activity,
    /// One change of the history.
    Change(OperationId),
}

/// A form whose pages lead to each other without losing what is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Limits,
    Merchant,
    Profile,
    Terminal,
    Acquirer,
}

impl Route {
    pub(crate) fn path(&self) -> String {
        match self {
            Route::Start => "/".to_owned(),
            Route::Limits => "/limits".to_owned(),
            Route::New => "/limits/new".to_owned(),
            Route::Review => "/limits/review".to_owned(),
            Route::Editor(id) => format!("/limits/id/{}", encoded(id.as_str())),
            Route::Delete(id) => format!("/limits/id/{}/delete", encoded(id.as_str())),
            Route::Transactions => "/transactions".to_owned(),
            Route::Transaction(id) => format!("/transactions/id/{}", encoded(id.as_str())),
            Route::Settlements => "/settlements".to_owned(),
            Route::Settlement(id) => format!("/settlements/id/{}", encoded(id.as_str())),
            Route::Merchants => "/merchants".to_owned(),
            Route::NewMerchant => "/merchants/new".to_owned(),
            Route::ReviewMerchant => "/merchants/review".to_owned(),
            Route::Merchant(id) => format!("/merchants/id/{}", encoded(id.as_str())),
            Route::EditMerchant(id) => format!("/merchants/id/{}/edit", encoded(id.as_str())),
            Route::Terminals => "/terminals".to_owned(),
            Route::TerminalsOf(of) => format!("/terminals/of/{}", encoded(of.as_str())),
            Route::ActivateTerminal(of) => format!("/terminals/of/{}/activate", encoded(of.as_str())),
            Route::Terminal(of, id) => {
                format!("/terminals/of/{}/id/{}", encoded(of.as_str()), encoded(id.as_str()))
            }
            Route::EditTerminal(of, id) => {
                format!("/terminals/of/{}/id/{}/edit", encoded(of.as_str()), encoded(id.as_str()))
            }
            Route::ReviewTerminal => "/terminals/review".to_owned(),
            Route::Profiles => "/profiles".to_owned(),
            Route::NewProfile => "/profiles/new".to_owned(),
            Route::ReviewProfile => "/profiles/review".to_owned(),
            Route::Profile(id) => format!("/profiles/id/{}", encoded(id.as_str())),
            Route::EditProfile(id) => format!("/profiles/id/{}/edit", encoded(id.as_str())),
            Route::RawProfile(id) => format!("/profiles/id/{}/raw", encoded(id.as_str())),
            Route::Acquirers => "/acquirers".to_owned(),
            Route::NewAcquirer => "/acquirers/new".to_owned(),
            Route::ReviewAcquirer => "/acquirers/review".to_owned(),
            Route::Acquirer(id) => format!("/acquirers/id/{}", encoded(id.as_str())),
            Route::EditAcquirer(id) => format!("/acquirers/id/{}/edit", encoded(id.as_str())),
            Route::DeleteAcquirer(id) => format!("/acquirers/id/{}/delete", encoded(id.as_str())),
            Route::Owner => "/owner".to_owned(),
            Route::Activity => "/activity".to_owned(),
            Route::Change(id) => format!("/activity/id/{}", id.0),
        }
    }

    /// The place of the rail it belongs to.
    pub(crate) fn place(&self) -> Route {
        match self {
            Route::Start => Route::Start,
            Route::Limits | Route::Editor(_) | Route::New | Route::Review | Route::Delete(_) => Route::Limits,
            Route::Merchants
            | Route::Merchant(_)
            | Route::EditMerchant(_)
            | Route::NewMerchant
            | Route::ReviewMerchant => Route::Merchants,
            Route::Transactions | Route::Transaction(_) => Route::Transactions,
            Route::Settlements | Route::Settlement(_) => Route::Settlements,
            Route::Terminals
            | Route::TerminalsOf(_)
            | Route::ActivateTerminal(_)
            | Route::Terminal(..)
            | Route::EditTerminal(..)
            | Route::ReviewTerminal => Route::Terminals,
            Route::Profiles
            | Route::Profile(_)
            | Route::EditProfile(_)
            | Route::RawProfile(_)
            | Route::NewProfile
            | Route::ReviewProfile => Route::Profiles,
            Route::Acquirers
            | Route::Acquirer(_)
            | Route::EditAcquirer(_)
            | Route::DeleteAcquirer(_)
            | Route::NewAcquirer
            | Route::ReviewAcquirer => Route::Acquirers,
            Route::Owner => Route::Owner,
            Route::Activity | Route::Change(_) => Route::Activity,
        }
    }

    pub(crate) fn form(&self) -> Option<Form> {
        match self {
            Route::Editor(_) | Route::New | Route::Review => Some(Form::Limits),
            Route::EditMerchant(_) | Route::NewMerchant | Route::ReviewMerchant => Some(Form::Merchant),
            Route::Profile(_)
            | Route::EditProfile(_)
            | Route::RawProfile(_)
            | Route::NewProfile
            | Route::ReviewProfile => Some(Form::Profile),
            Route::EditTerminal(..) | Route::ReviewTerminal => Some(Form::Terminal),
            Route::EditAcquirer(_) | Route::NewAcquirer | Route::ReviewAcquirer => Some(Form::Acquirer),
            _ => None,
        }
    }

    /// Unknown paths lead to the start.
    pub(crate) fn parse(path: &str) -> Route {
        let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        let id = |text: &str| EmvId::parse(&decoded(text));
        let merchant = |text: &str| MerchantId::parse(&decoded(text));
        let transaction = |text: &str| TransactionId::parse(&decoded(text));
        let batch = |text: &str| BatchId::parse(&decoded(text));
        let profile = |text: &str| ProfileId::parse(&decoded(text));
        let terminal = |of: &str, id: &str| Some((merchant(of)?, DeviceId::parse(&decoded(id))?));
        let acquirer = |text: &str, route: fn(AcquirerId) -> Route| {
            AcquirerId::parse(&decoded(text)).map_or(Route::Acquirers, route)
        };
        match parts.as_slice() {
            ["limits"] => Route::Limits,
            ["limits", "new"] => Route::New,
            ["limits", "review"] => Route::Review,
            ["limits", "id", text] => id(text).map_or(Route::Limits, Route::Editor),
            ["limits", "id", text, "delete"] => id(text).map_or(Route::Limits, Route::Delete),
            ["merchants"] => Route::Merchants,
            ["merchants", "new"] => Route::NewMerchant,
            ["merchants", "review"] => Route::ReviewMerchant,
            ["merchants", "id", text] => merchant(text).map_or(Route::Merchants, Route::Merchant),
            ["merchants", "id", text, "edit"] => merchant(text).map_or(Route::Merchants, Route::EditMerchant),
            ["transactions"] => Route::Transactions,
            ["transactions", "id", text] => transaction(text).map_or(Route::Transactions, Route::Transaction),
            ["settlements"] => Route::Settlements,
            ["settlements", "id", text] => batch(text).map_or(Route::Settlements, Route::Settlement),
            ["terminals"] => Route::Terminals,
            ["terminals", "review"] => Route::ReviewTerminal,
            ["terminals", "of", of] => merchant(of).map_or(Route::Terminals, Route::TerminalsOf),
            ["terminals", "of", of, "activate"] => {
                merchant(of).map_or(Route::Terminals, Route::ActivateTerminal)
            }
            ["terminals", "of", of, "id", id] => {
                terminal(of, id).map_or(Route::Terminals, |(of, id)| Route::Terminal(of, id))
            }
            ["terminals", "of", of, "id", id, "edit"] => {
                terminal(of, id).map_or(Route::Terminals, |(of, id)| Route::EditTerminal(of, id))
            }
            ["profiles"] => Route::Profiles,
            ["profiles", "new"] => Route::NewProfile,
            ["profiles", "review"] => Route::ReviewProfile,
            ["profiles", "id", text] => profile(text).map_or(Route::Profiles, Route::Profile),
            ["profiles", "id", text, "edit"] => profile(text).map_or(Route::Profiles, Route::EditProfile),
            ["profiles", "id", text, "raw"] => profile(text).map_or(Route::Profiles, Route::RawProfile),
            ["acquirers"] => Route::Acquirers,
            ["acquirers", "new"] => Route::NewAcquirer,
            ["acquirers", "review"] => Route::ReviewAcquirer,
            ["acquirers", "id", text] => acquirer(text, Route::Acquirer),
            ["acquirers", "id", text, "edit"] => acquirer(text, Route::EditAcquirer),
            ["acquirers", "id", text, "delete"] => acquirer(text, Route::DeleteAcquirer),
            ["owner"] => Route::Owner,
            ["activity"] => Route::Activity,
            ["activity", "id", id] => OperationId::parse(id).map_or(Route::Activity, Route::Change),
            _ => Route::Start,
        }
    }
}

pub(crate) fn encoded(text: &str) -> String {
    text.bytes()
        .map(|b| if b.is_ascii_alphanumeric() { char::from(b).to_string() } else { format!("%{b:02X}") })
        .collect()
}

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
        assert_eq!(Route::parse("/nowhere/at/all"), Route::Start);
    }
}
