//! The decision about one amount: limits first, then what the parameters make of them.

use super::doubt;
use super::terminal::{self, is_contradicted, is_online_only, offline};
use super::verification::{self, RequestedVerification, unread};
use super::{
    ApprovalPlace, BookDifference, Certainty, Compared, DecidedBy, Doubt, Ground, Method, Methods, Online,
    Presented, Refusal, Relation, TapDecision, TapResult, Verification,
};
use crate::cvm::{self, Deciding};
use crate::limits::{self, Comparison, LimitKind, Outcome, PartialLimits, Rule, is_no_limit, rule};
use crate::param::Params;
use crate::scheme::Scheme;

/// Returns the result at an amount, with its reasons. A missing limit leaves its own side of the decision open and no
/// other.
pub fn decide(
    scheme: Scheme,
    limits: impl Into<PartialLimits>,
    params: &Params,
    amount: u64,
    presented: Presented,
) -> TapDecision {
    let tap = Tap { scheme, limits: limits.into(), params, amount, presented };
    let decision = tap.decision(|rule| rule.service);
    TapDecision { book: tap.book(&decision), ..decision }
}

struct Tap<'a> {
    scheme: Scheme,
    limits: PartialLimits,
    params: &'a Params,
    amount: u64,
    presented: Presented,
}

/// The amount against each limit: `true` beyond it, `None` where the limit is missing.
struct Beyond {
    transaction: bool,
    floor: Option<bool>,
    cvm: Option<bool>,
}

impl Tap<'_> {
    fn beyond(&self, reading: fn(&Rule) -> Comparison) -> Beyond {
        let of = |kind| {
            let limit = self.limits.get(kind)?;
            Some(!is_no_limit(limit) && reading(rule(self.scheme, kind)).holds(self.amount, limit))
        };
        Beyond {
            transaction: of(LimitKind::Transaction) == Some(true),
            floor: of(LimitKind::Floor),
            cvm: of(LimitKind::Cvm),
        }
    }

    fn decision(&self, reading: fn(&Rule) -> Comparison) -> TapDecision {
        let Tap { scheme, params, amount, presented, .. } = *self;
        let beyond = self.beyond(reading);
        let by_limits = beyond.outcome();
        let declined = |refusal, compared: Vec<Compared>, decided_by| TapDecision {
            scheme,
            amount,
            presented,
            result: TapResult::declined(refusal),
            outcome: Outcome::Declined,
            online: None,
            compared,
            decided_by,
            doubts: Vec::new(),
            book: None,
        };
        if beyond.transaction {
            let by = DecidedBy::limit(LimitKind::Transaction);
            return declined(Refusal::AboveLimit, self.compared(&[LimitKind::Transaction]), by);
        }
        let doubts = self.doubts(&beyond);
        if let Some(no_tap) = cvm::no_tap(scheme, params) {
            let by = DecidedBy { limit: None, values: vec![Ground::of_no_tap(&no_tap)], is_likely: false };
            return TapDecision { doubts, ..declined(Refusal::NoTap, Vec::new(), by) };
        }
        let offline = offline(scheme, params);
        let ground = offline.as_ref().and_then(terminal::Offline::ground);
        let is_likely = scheme == Scheme::Jcb && matches!(offline, Some(terminal::Offline::Reader(_)));
        let jcb = is_likely.then_some(Doubt::JcbUsesOtherData);
        if is_contradicted(scheme, params) {
            let values = ground.into_iter().chain([Ground::TerminalType]).collect();
            let by = DecidedBy { limit: None, values, is_likely };
            let result = TapResult { place: ApprovalPlace::Contradicted, verification: Verification::NONE };
            let doubts = doubts.into_iter().chain(jcb).collect();
            return TapDecision {
                result,
                outcome: by_limits,
                doubts,
                ..declined(Refusal::NoTap, Vec::new(), by)
            };
        }
        let online = self.online(&beyond);
        let must_go = online.filter(|online| *online != Online::TerminalType);
        if let Some(offline) = offline.as_ref().filter(|_| must_go.is_some()) {
            let by =
                DecidedBy { limit: Some(LimitKind::Floor), values: ground.into_iter().collect(), is_likely };
            let doubts = doubts.into_iter().chain(jcb).collect();
            let is_zero = matches!(must_go, Some(Online::FloorOfZero | Online::ZeroAmount));
            let compared = if is_zero { Vec::new() } else { self.compared(&[LimitKind::Floor]) };
            let declined = declined(offline.refusal(), compared, by);
            return TapDecision { online: must_go, doubts, ..declined };
        }
        self.accepted(&beyond, online, doubts)
    }

    /// Why the sale goes online, whatever the verification.
    fn online(&self, beyond: &Beyond) -> Option<Online> {
        let is_kernel_2 = self.scheme == Scheme::Mastercard;
        match beyond.floor {
            Some(true) if is_kernel_2 => Some(Online::UsuallyAboveFloor),
            Some(true) => Some(Online::AboveFloor),
            _ if self.amount == 0 && self.limits.floor == Some(0) => Some(Online::FloorOfZero),
            _ if self.amount == 0 && !is_kernel_2 => Some(Online::ZeroAmount),
            _ if is_online_only(self.params) => Some(Online::TerminalType),
            _ => None,
        }
    }

    fn accepted(&self, beyond: &Beyond, online: Option<Online>, doubts: Vec<Doubt>) -> TapDecision {
        let Tap { scheme, params, amount, presented, .. } = *self;
        let RequestedVerification { mut verification, refusal, mut values, doubts: own } =
            self.requested(beyond.cvm);
        let pin = Methods::only(Method::Pin);
        let is_pin = verification.methods == pin && verification.certainty != Certainty::Unclear;
        let online = online.or(is_pin.then_some(Online::Pin));
        let is_open = unread(scheme, params, presented, beyond.cvm).any(Deciding::is_of_place);
        let place = match (refusal, online, beyond.floor) {
            (Some(refusal), ..) => ApprovalPlace::Declined(refusal),
            _ if verification.methods.is_empty() => ApprovalPlace::PossiblyDeclined,
            (_, Some(_), _) if is_open => ApprovalPlace::LikelyOnline,
            (_, Some(_), _) => ApprovalPlace::Online,
            (_, None, None) => ApprovalPlace::Either,
            _ if is_open => ApprovalPlace::PossiblyOffline,
            _ => ApprovalPlace::OfflinePossible,
        };
        if refusal.is_some() {
            verification = Verification::NONE;
        }
        let is_asked = !values.is_empty() || verification.methods.asks() || refusal.is_some();
        let (limit, kinds) = match (is_asked, online) {
            (false, Some(Online::FloorOfZero | Online::ZeroAmount)) => (LimitKind::Floor, Vec::new()),
            (false, Some(Online::TerminalType)) => {
                values = vec![Ground::TerminalType];
                (LimitKind::Floor, vec![LimitKind::Floor, LimitKind::Cvm])
            }
            (true, _) | (false, Some(_)) => (LimitKind::Cvm, vec![LimitKind::Cvm]),
            (false, None) => (LimitKind::Floor, vec![LimitKind::Floor, LimitKind::Cvm]),
        };
        let is_by_type = values == [Ground::TerminalType] && !is_asked;
        let decided_by = DecidedBy {
            limit: (!is_by_type).then_some(limit),
            is_likely: scheme == Scheme::Jcb && !values.is_empty() && !is_by_type,
            values,
        };
        let result = TapResult { place, verification };
        let is_open =
            matches!(place, ApprovalPlace::OfflinePossible | ApprovalPlace::PossiblyOffline) && amount > 0;
        let by_book = (is_open && !self.limits.floor.is_some_and(is_no_limit)).then_some(Doubt::FloorByBook);
        TapDecision {
            scheme,
            amount,
            presented,
            outcome: result.outcome(online.is_none() && beyond.floor == Some(false)),
            result,
            online: online.filter(|_| !result.is_declined()),
            compared: self.compared(&kinds),
            decided_by,
            doubts: doubts.into_iter().chain(own).chain(by_book).collect(),
            book: None,
        }
    }

    /// The verification, as far as the CVM limit is known.
    fn requested(&self, is_above: Option<bool>) -> RequestedVerification {
        let Tap { scheme, params, presented, .. } = *self;
        let both = || [verification::above, verification::below].map(|ask| ask(scheme, params, presented));
        match is_above {
            Some(true) => verification::above(scheme, params, presented),
            Some(false) => verification::below(scheme, params, presented),
            None => {
                let [above, below] = both();
                if above.verification == below.verification && above.refusal == below.refusal {
                    return above;
                }
                let methods = above.verification.methods.or(below.verification.methods);
                RequestedVerification {
                    verification: Verification { methods, certainty: Certainty::Unclear },
                    refusal: None,
                    values: Vec::new(),
                    doubts: Vec::new(),
                }
            }
        }
    }

    /// Doubts that don't depend on the verification.
    fn doubts(&self, beyond: &Beyond) -> Vec<Doubt> {
        let Tap { scheme, params, amount, presented, limits } = *self;
        let missing = limits.missing().map(Doubt::LimitMissing);
        let unread = unread(scheme, params, presented, beyond.cvm).map(Doubt::Unread);
        let mut doubts: Vec<Doubt> = missing.chain(unread).chain(doubt::of_reader(scheme, params)).collect();
        let as_number = [LimitKind::Transaction, LimitKind::Cvm, LimitKind::Floor].into_iter();
        doubts.extend(as_number.filter_map(|limit| {
            let minor = limits.get(limit)?;
            let is_beyond = is_no_limit(minor) && rule(scheme, limit).service.holds(amount, minor);
            is_beyond.then_some(Doubt::TakenAsNumber { limit, minor })
        }));
        if beyond.cvm == Some(false)
            && let Some(whole) = limits.whole().filter(|limits| !is_no_limit(limits.cvm))
        {
            let never = limits::unreachable(scheme, whole);
            let never = never.into_iter().find(|zone| zone.limit == LimitKind::Cvm);
            doubts.extend(never.map(Doubt::CvmNeverAsked));
        }
        // If the terminal is online only, no reading of the floor limit keeps a sale offline.
        let is_open =
            beyond.floor == Some(false) && !is_online_only(params) && !limits.floor.is_some_and(is_no_limit);
        if is_open && amount == 0 {
            let may_go_online = scheme == Scheme::Mastercard && limits.floor > Some(0);
            doubts.push(Doubt::ZeroAccepted { may_go_online });
        }
        doubts
    }

    fn compared(&self, kinds: &[LimitKind]) -> Vec<Compared> {
        let one = |kind: &LimitKind| {
            let minor = self.limits.get(*kind)?;
            let relation = match self.amount.cmp(&minor) {
                _ if is_no_limit(minor) => Relation::NoLimit,
                std::cmp::Ordering::Less => Relation::Below,
                std::cmp::Ordering::Equal => Relation::Equal,
                std::cmp::Ordering::Greater => Relation::Above,
            };
            Some(Compared { limit: *kind, minor, relation })
        };
        kinds.iter().filter_map(one).collect()
    }

    /// The book's reading, where it comes to another result with the parameters read.
    fn book(&self, service: &TapDecision) -> Option<BookDifference> {
        if service.result == TapResult::declined(Refusal::AboveLimit) {
            return None;
        }
        let differs = |kind: &LimitKind| {
            let (rule, limit) = (rule(self.scheme, *kind), self.limits.get(*kind));
            limit.is_some_and(|limit| {
                !is_no_limit(limit)
                    && rule.book.holds(self.amount, limit) != rule.service.holds(self.amount, limit)
            })
        };
        let limit = [LimitKind::Transaction, LimitKind::Cvm, LimitKind::Floor].into_iter().find(differs)?;
        let TapDecision { result, outcome, .. } = self.decision(|rule| rule.book);
        let source = rule(self.scheme, limit).book_source;
        (outcome != service.outcome && result != service.result).then_some(BookDifference {
            limit,
            result,
            outcome,
            source,
        })
    }
}

impl Beyond {
    /// By the limits alone. A missing limit counts as one that the amount doesn't reach; a missing floor limit as one of 0.
    fn outcome(&self) -> Outcome {
        match (self.transaction, self.floor != Some(false), self.cvm == Some(true)) {
            (true, _, _) => Outcome::Declined,
            (false, true, true) => Outcome::OnlineWithCvm,
            (false, true, false) => Outcome::OnlineNoCvm,
            (false, false, true) => Outcome::OfflineWithCvm,
            (false, false, false) => Outcome::OfflinePossible,
        }
    }
}

impl TapResult {
    /// As one of the five outcomes; a sale whose place is unknown counts as one that goes online.
    fn outcome(self, is_offline: bool) -> Outcome {
        match (is_offline, self.verification.methods.asks()) {
            _ if self.is_declined() => Outcome::Declined,
            (true, true) => Outcome::OfflineWithCvm,
            (true, false) => Outcome::OfflinePossible,
            (false, true) => Outcome::OnlineWithCvm,
            (false, false) => Outcome::OnlineNoCvm,
        }
    }
}
