//! A sale with its candidates, and the questions that every rule asks.

mod reader;

pub(super) use self::reader::agreed;

use tapline_emv::bits::Reading;
use tapline_emv::entry::{Entry, Status};
use tapline_emv::host::{self, Detail};
use tapline_emv::limits::{self, Comparison, LimitKind, is_no_limit, rule};
use tapline_emv::performed::{self, Verified};
use tapline_emv::{Presented, Scheme, aid, param, tvr};

use crate::decision::{CvmSide, HostMeaning};
use crate::facts::{Candidate, ChangeOrder, Cryptogram, Money, PartialLimits, Sale, ValueChange};

#[derive(Clone, Copy)]
pub(super) struct Case<'a> {
    pub(super) sale: &'a Sale,
    /// Those that accept the card.
    pub(super) candidates: &'a [Candidate],
    /// The configurations name AIDs, but not the card's.
    pub(super) is_other_aid: bool,
    /// Absent where its bits exclude each other: nothing is concluded from such a value.
    pub(super) tvr: &'a Reading,
    pub(super) is_tvr_real: bool,
    /// As far as service, TVR, kernel and card agree.
    pub(super) verified: Option<Verified>,
    pub(super) host: Option<host::Code>,
}

impl<'a> Case<'a> {
    pub(super) fn new(sale: &'a Sale, candidates: &'a [Candidate]) -> Case<'a> {
        let is_other_aid = is_other_aid(sale, candidates);
        let candidates = if is_other_aid { &[] } else { candidates };
        let has = |bit| sale.entry.reads_chip() && sale.tvr.has(bit) == Some(true);
        let is_tvr_real = !(has(tvr::EXPIRED) && has(tvr::NOT_EFFECTIVE));
        let tvr = if is_tvr_real { &sale.tvr } else { &Reading::Absent };
        let mut case = Case { sale, candidates, is_other_aid, tvr, is_tvr_real, verified: None, host: None };
        case.host = case.code().and_then(|code| case.meaning(code));
        case.verified = case.resolved();
        case
    }

    fn resolved(&self) -> Option<Verified> {
        let reported = self.sale.verified;
        let failed = self.has(tvr::CVM_FAILED) && !reported.is_some_and(Verified::is_asked);
        let online_pin = self.has(tvr::ONLINE_PIN);
        match reported {
            _ if failed => Some(Verified::Failed),
            // The TVR shows which of the two it was.
            Some(Verified::PinOrSignature) if online_pin => Some(Verified::Pin),
            Some(reported) => Some(reported),
            None => {
                let by_ctq = self.sale.card.is_verified_by_ctq().then_some(Verified::OnDevice);
                online_pin.then_some(Verified::Pin).or_else(|| self.sale.kernel.verified()).or(by_ctq)
            }
        }
    }

    pub(super) fn has(&self, bit: &str) -> bool {
        self.sale.entry.reads_chip() && self.tvr.has(bit) == Some(true)
    }

    pub(super) fn entry(&self) -> Entry {
        self.sale.entry
    }

    pub(super) fn may_be_a_tap(&self) -> bool {
        self.sale.entry.may_be_a_tap()
    }

    pub(super) fn is_kernel_2(&self) -> bool {
        self.sale.scheme == Some(Scheme::Mastercard)
    }

    /// The last answer to the sale itself.
    pub(super) fn code(&self) -> Option<&'a str> {
        self.sale.host_codes.iter().rev().map(|code| code.trim()).find(|code| !code.is_empty())
    }

    /// Earlier answers, oldest first.
    pub(super) fn earlier(&self) -> impl DoubleEndedIterator<Item = &'a str> {
        let codes: Vec<_> =
            self.sale.host_codes.iter().map(|code| code.trim()).filter(|code| !code.is_empty()).collect();
        let many = codes.len().saturating_sub(1);
        codes.into_iter().take(many)
    }

    /// Without a scheme only what the code asks for in all of them.
    pub(super) fn meaning(&self, code: &str) -> Option<host::Code> {
        let read = |scheme| host::read(code, scheme, self.may_be_a_tap());
        let Some(scheme) = self.sale.scheme else {
            let first = read(Scheme::Visa)?;
            return Scheme::ALL.into_iter().all(|other| read(other) == Some(first)).then_some(first);
        };
        read(scheme)
    }

    pub(super) fn host_meaning(&self, code: &str) -> HostMeaning {
        HostMeaning { code: code.trim().to_owned(), meaning: self.meaning(code) }
    }

    pub(super) fn detail(&self) -> Option<Detail> {
        self.host?.detail
    }

    /// True if the terminal decided without a host, by the response code.
    pub(super) fn is_without_host(&self) -> bool {
        self.host.is_some_and(|code| code.is_of_terminal())
    }

    /// Approved, so that the reader let it pass.
    pub(super) fn is_done(&self) -> bool {
        matches!(self.sale.status, Status::Approved | Status::Voided)
    }

    pub(super) fn is_declined(&self) -> bool {
        match self.sale.status {
            Status::Declined => true,
            // A code doesn't end a sale that isn't finished.
            Status::Approved | Status::Voided | Status::Open => false,
            _ if self.code().is_some() => self.host.is_some_and(|code| code.declines(self.sale.status)),
            Status::Unknown => self.is_refused_by_kernel(),
            Status::Reversed => false,
        }
    }

    /// A log shows the kernel's own outcome: declined or another interface (DF8129), an error (DF8115), or the card's AAC.
    fn is_refused_by_kernel(&self) -> bool {
        let status = self.sale.kernel.outcome.map(|outcome| outcome[0] >> 4);
        let error = self.sale.kernel.error.is_some_and(|error| error[..3] != [0; 3]);
        matches!(status, Some(2 | 6))
            || error && !matches!(status, Some(1 | 3))
            || self.sale.card.cryptogram == Some(Cryptogram::Declined) && !matches!(status, Some(1 | 3))
    }

    /// Card or phone. Only what the transaction shows.
    pub(super) fn is_phone(&self) -> bool {
        let shown = self.sale.card.presented == Some(Presented::Phone);
        let device = self.is_kernel_2() && self.sale.card.verifies_on_device == Some(true);
        self.sale.wallet.is_some() || shown || device || self.is_phone_unasked()
    }

    /// 3F0002 of kernel 2: the way of the phone, with nothing asked up to the limit.
    pub(super) fn is_phone_unasked(&self) -> bool {
        self.sale.scheme.is_some_and(|scheme| performed::is_phone_unasked(&self.sale.cvm_raw, scheme))
    }

    pub(super) fn card_has_none(&self) -> bool {
        self.sale.scheme.is_some_and(|scheme| performed::card_has_none(&self.sale.cvm_raw, scheme))
    }

    pub(super) fn is_pin_of_card(&self) -> bool {
        self.sale.scheme.is_some_and(|scheme| performed::is_pin_of_card(&self.sale.cvm_raw, scheme))
    }

    /// The amount, where it can be compared with limits.
    pub(super) fn money(&self) -> Option<&'a Money> {
        self.sale.amount.as_ref().ok().filter(|money| money.currency == self.sale.limits_currency)
    }

    pub(super) fn comparison(&self, kind: LimitKind) -> Option<&'static limits::Rule> {
        self.sale.scheme.map(|scheme| rule(scheme, kind))
    }

    /// `None` where amount, scheme or limit is unknown.
    pub(super) fn reaches(&self, kind: LimitKind, one: &Candidate) -> Option<bool> {
        self.holds(self.comparison(kind)?.service, kind, one)
    }

    /// [`Case::reaches`] by the EMV book's strict reading.
    pub(super) fn reaches_strictly(&self, kind: LimitKind, one: &Candidate) -> Option<bool> {
        self.holds(self.comparison(kind)?.book, kind, one)
    }

    fn holds(&self, by: Comparison, kind: LimitKind, one: &Candidate) -> Option<bool> {
        let limit = limit(one.limits, kind)?;
        Some(!is_no_limit(limit) && by.holds(self.money()?.minor, limit))
    }

    /// True if every configuration has the limit and says so; false without any.
    pub(super) fn all(&self, says: impl Fn(&Candidate) -> Option<bool>) -> bool {
        !self.candidates.is_empty() && self.candidates.iter().all(|one| says(one) == Some(true))
    }

    /// The side of the CVM limit, where all configurations whose limit is known agree.
    pub(super) fn side(&self) -> Option<CvmSide> {
        let mut all = self.candidates.iter().filter_map(|one| self.reaches(LimitKind::Cvm, one));
        let first = all.next()?;
        all.all(|other| other == first).then_some(if first { CvmSide::Above } else { CvmSide::UpTo })
    }

    /// True if a CVM limit of one of the configurations is unknown.
    pub(super) fn is_partial(&self) -> bool {
        self.candidates.iter().any(|one| one.limits.cvm.is_none())
    }

    /// True if card or host was asked: then the transaction limit didn't stop the tap (Book B v2.5, 3.1.1.5; Book C-2, S456.14).
    pub(super) fn passed(&self) -> bool {
        let any = |reading: &Reading, counts: fn(&str) -> bool| match reading {
            Reading::Bits(bits) => bits.iter().any(|bit| !bit.is_reserved && counts(&bit.place)),
            Reading::Absent | Reading::Malformed(_) => false,
        };
        // A terminal writes Z1 without asking anyone; with Z3 it went on to ask.
        let coded = self.code().is_some() && self.detail() != Some(Detail::DeclinedOffline);
        let checked =
            self.verified.is_some_and(|verified| verified != Verified::Nothing) || self.is_phone_unasked();
        coded
            || checked
            || self.sale.is_own_action_accepted && !self.sale.later.is_empty()
            || self.sale.card.cryptogram.is_some()
            // Kernel 2 notes byte 5 before it compares.
            || any(self.tvr, |place| !place.starts_with("B5"))
            || any(&self.sale.tsi, |_| true)
    }

    /// The CVM limit at the sale, where it was changed since: the value before the oldest change after the sale.
    pub(super) fn cvm_then(&self) -> Option<(CvmSide, &'a ValueChange)> {
        let [one] = self.candidates else { return None };
        let is_it = |change: &&ValueChange| {
            change.key == param::CVM && change.order == ChangeOrder::After && change.configuration == one.name
        };
        let change = self.sale.changes.iter().rfind(is_it)?;
        let cvm = change.from.as_ref()?.trim().parse().ok()?;
        let then = Candidate { limits: PartialLimits { cvm: Some(cvm), ..one.limits }, ..one.clone() };
        let side = if self.reaches(LimitKind::Cvm, &then)? { CvmSide::Above } else { CvmSide::UpTo };
        Some((side, change))
    }

    /// The TVR notes a PIN and the service another verification, or kernel 2 notes none and the service has one.
    pub(super) fn disagrees(&self) -> bool {
        let other =
            matches!(self.sale.verified, Some(Verified::Nothing | Verified::OnDevice | Verified::Signature));
        other && self.has(tvr::ONLINE_PIN) && !self.has(tvr::CVM_FAILED)
            || self.is_kernel_2() && self.lacks_pin()
    }

    /// The service has a PIN at a tap and the TVR notes none. A TVR of zeros was likely never filled, and kernel 3 doesn't fill it.
    pub(super) fn lacks_pin(&self) -> bool {
        let is_kept = self.sale.scheme.is_some_and(|scheme| scheme != Scheme::Visa)
            && matches!(self.tvr, Reading::Bits(bits) if !bits.is_empty());
        let reported = self.entry() == Entry::Tap && self.sale.verified == Some(Verified::Pin);
        reported && is_kept && !self.is_pin_of_card() && self.tvr.has(tvr::ONLINE_PIN) == Some(false)
    }
}

/// The limit of this kind, minor units.
pub(super) fn limit(limits: PartialLimits, kind: LimitKind) -> Option<u64> {
    match kind {
        LimitKind::Floor => limits.floor,
        LimitKind::Cvm => limits.cvm,
        LimitKind::Transaction => limits.transaction,
    }
}

fn is_other_aid(sale: &Sale, candidates: &[Candidate]) -> bool {
    let Some(card) = &sale.aid else { return false };
    let texts = candidates.iter().filter_map(|one| one.params.get(param::AID)?.text());
    let named: Vec<_> = texts.flat_map(aid::parse_list).flatten().collect();
    !named.is_empty() && !named.iter().any(|aid| card.starts_with(aid))
}
