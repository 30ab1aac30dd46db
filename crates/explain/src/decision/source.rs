//! Source of each cause: a member of the record, a tag and bit, a parameter or a book.

use std::borrow::Cow;
use std::fmt;

use tapline_emv::cvm::{self, Capability};
use tapline_emv::{Scheme, limits, param};

use super::cause::{Basis, CauseFact, Counters, CvmSide, Disagreement, HostMeaning, LimitCause, OfflineBy};

/// Place to look up a cause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A member of the record: `hostRespCode`.
    Member(&'static str),
    /// A tag, with the bit that decides: "TVR B3 b3", "DF8119 bit 4".
    Tag(Cow<'static, str>),
    /// A key of `params`.
    Param(&'static str),
    /// A book, a list or a rule.
    Book(&'static str),
    /// A change applied with Tapline.
    History,
    /// Nothing in the transaction shows it.
    None,
}

impl CauseFact {
    /// Returns the place to look up the fact.
    #[expect(clippy::match_same_arms, reason = "a table: one row a fact")]
    pub fn source(&self) -> Source {
        use CauseFact as F;
        use Source::{Book, Member, Param};
        let tag = |text: &'static str| Source::Tag(Cow::Borrowed(text));
        let phone =
            |scheme: &Scheme| tag(cvm::bit(*scheme, Capability::PhoneCheck).map_or("", cvm::Bit::name));
        match self {
            F::Limit(LimitCause { kind, .. })
            | F::ConfigurationsDisagree(Disagreement { kind, .. })
            | F::LimitUnknown { kind, .. } => Param(kind.param()),
            F::NoCvmLimit { .. } => Param(param::CVM),
            F::ExactlyAtLimit { kind, scheme, .. } => Book(limits::rule(*scheme, *kind).book_source),
            F::ParameterUnreadable { parameter, .. } => Param(parameter.key()),
            F::OtherValueThen { key } => Param(key),
            F::LimitsNotInLog => Source::None,
            F::NoConfiguration { .. } => Member("paymentMethod"),
            F::OtherAid { .. } | F::OtherNetwork { .. } => Member("aid"),
            F::OtherCurrency { .. } | F::NotCompared(_) | F::ApprovedAmount { .. } => Member("amount"),
            F::ZeroAmount { .. } => Book("EMV Book B v2.5, 3.1.1.4 and 3.1.1.11"),
            F::OfferedBelow { .. } => tag("DF8119 bits 7 and 6"),
            F::RequiredBelow { .. } | F::NotOfferedBelow { .. } => tag("DF8119 bit 4"),
            F::NoCvmAllowedAbove { .. } => tag("DF8118 bit 4"),
            F::NoMethod { scheme: Scheme::Mastercard, side: CvmSide::UpTo } => tag("DF8119"),
            F::NoMethod { scheme: Scheme::Mastercard, .. } => tag("DF8118 bits 7 and 6"),
            F::NoMethod { scheme: Scheme::Amex, .. } => tag("9F6E byte 2 bits 7 and 6"),
            F::NoMethod { .. } => tag("TTQ byte 1 bits 3 and 2"),
            F::OfferedAbove { .. } => Param(param::CVM),
            F::NoTap { ground, .. } => tag(ground),
            F::MagStripeMode => tag("DF811E and DF812C"),
            F::OfflineOnly(OfflineBy::Reader(Scheme::Amex)) => tag("9F6E byte 3 bit 8"),
            F::OfflineOnly(OfflineBy::Reader(_)) => tag("TTQ byte 1 bit 4"),
            F::OfflineOnly(OfflineBy::Terminal(_)) | F::TerminalType { .. } => tag("9F35"),
            F::PhoneCheckAccepted { scheme } | F::PhoneCheckNotAnnounced { scheme } => phone(scheme),
            F::PhoneCheckRequired => tag("TTQ byte 3 bit 4"),
            F::StoredCvmRequired => tag("TTQ byte 2 bit 7"),
            F::TerminalIsPhone => Member("deviceType"),
            F::Wallet { .. } => Member("paymentMethod"),
            F::Presented(_) => tag("9F6E"),
            F::CardRequires(_) => tag("CTQ byte 1 bits 8 and 7"),
            F::CardHasList { basis } | F::CardHasNoCvm { basis } | F::Verification { basis, .. } => {
                basis.source()
            }
            F::NoRuleFits { side: Some(CvmSide::Above), .. } => tag("DF8118"),
            F::NoRuleFits { side: Some(CvmSide::UpTo), .. } => tag("DF8119"),
            F::NoRuleFits { .. } | F::MethodFailed { .. } | F::PhoneVerified | F::NotVerified => {
                Member("cvmPerformed")
            }
            F::NoCommonMethod { .. } => Book("EMV Book C-3, 5.7.1"),
            F::Cryptogram(_) | F::CryptogramReason(_) => tag("9F27"),
            F::Iad(_) => tag("9F10"),
            F::KernelOutcome { .. } => tag("DF8129"),
            F::KernelError { .. } => tag("DF8115"),
            F::BankCounts(Counters::Eea) => Book("PSD2 RTS Art. 11"),
            F::BankCounts(Counters::Uk) => Book("UK rule of October 2021"),
            F::BankAskedEarlier(host) | F::HostCode(host) | F::EarlierCode(host) => host.source(),
            F::ServiceReason { .. } => Member("reason"),
            F::Later { .. } => Member("actions"),
            F::Tvr { place, .. } => Source::Tag(format!("TVR {place}").into()),
            F::TvrEmpty => tag("TVR"),
            F::Floor(_) => tag("TVR B4 b8"),
            F::Relay { .. } => tag("TVR B5 b4 and b3"),
            F::Tsi { places } if places.is_empty() => Source::Tag("TSI".into()),
            F::Tsi { places } => Source::Tag(format!("TSI {}", places.join(", ")).into()),
            F::Malformed { tag: name } => tag(name),
            F::Entry(_) => Member("entryMode"),
            F::ChangedSince { .. } => Source::History,
            F::BankCounts(Counters::Own) | F::CardOrBank { .. } | F::PhoneNotVerified | F::PassedReader => {
                Source::None
            }
        }
    }
}

impl Basis {
    fn source(self) -> Source {
        match self {
            Basis::CvmResults => Source::Member("cvmPerformed"),
            Basis::Tvr(place) => Source::Tag(format!("TVR {place}").into()),
            Basis::Ctq => Source::Tag("CTQ byte 2 bit 8".into()),
            Basis::KernelOutcome => Source::Tag("DF8129".into()),
            Basis::Nothing => Source::None,
        }
    }
}

impl HostMeaning {
    fn source(&self) -> Source {
        self.meaning.map_or(Source::Member("hostRespCode"), |code| Source::Book(code.source))
    }
}

impl fmt::Display for Source {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Member(text) | Source::Param(text) | Source::Book(text) => out.write_str(text),
            Source::Tag(text) => out.write_str(text),
            Source::History => out.write_str("history on this computer"),
            Source::None => out.write_str("not in the transaction"),
        }
    }
}
