//! Kernel 2 of Mastercard: besides the CVM limit, DF8118 decides above it and DF8119 up to it. Book C-2, 7.5.

use tapline_emv::cvm::Capability;
use tapline_emv::param::{CVM_REQUIRED, NO_CVM};
use tapline_emv::performed;

use super::{VerificationAnswer, by, issuer, likely, unclear, unread_below};
use crate::decide::case::Case;
use crate::decide::findings::{Findings, counters, methods, offered};
use crate::decision::Certainty::{Likely, Unclear};
use crate::decision::{AskedBy, Basis, CauseFact as F, CvmSide, Methods};

/// Kernel 2 copies DF8119 into its capabilities and walks the card's list, which often begins with the online PIN: only a DF8119 of
/// "No CVM" alone asks for nothing. Book C-2, 7.5.
pub(super) fn below(case: &Case<'_>, used: Methods, limit: Findings, source: F) -> VerificationAnswer {
    if let Some(unread) = unread_below(case) {
        return unclear(Findings::one(unread, Unclear).join(limit).and(source, Unclear));
    }
    let offered = methods([
        case.declared(Capability::OnlinePinBelow),
        case.declared(Capability::SignatureBelow).filter(|_| !case.is_unattended()),
    ]);
    let is_offered = used.pin && offered.pin || used.signature && offered.signature;
    let is_rule_on = !case.only_likely(Capability::NoCvmBelow);
    let value = case.value(NO_CVM);
    let by_reader = |fact| {
        if is_rule_on {
            return by(AskedBy::Terminal, fact, limit.clone());
        }
        unclear(Findings::one(fact, Unclear).join(limit.clone()).and(source.clone(), Unclear))
    };
    match (case.declared(Capability::NoCvmBelow), is_offered) {
        (Some(true), true) => by_reader(F::OfferedBelow { methods: offered, value, is_rule_on }),
        (Some(false), true) => by_reader(F::RequiredBelow { methods: offered, value, is_rule_on }),
        // The card can't have asked; the bank can, in its answer to a first tap.
        (Some(true), false) if is_rule_on => {
            let causes = Findings::one(F::NotOfferedBelow { value }, Likely);
            let answer = issuer(case, used, limit);
            VerificationAnswer { causes: causes.join(answer.causes), ..answer }
        }
        _ => unclear(limit.and(source, Unclear).and(F::BankCounts(counters(case)), Unclear)),
    }
}

/// Nothing asked, where DF8118 or DF8119 bears on it.
pub(super) fn unverified(case: &Case<'_>, side: CvmSide, limit: &Findings) -> Option<VerificationAnswer> {
    let is_rule_on = !case.only_likely(Capability::NoCvmBelow);
    match side {
        CvmSide::UpTo if case.lacks(Capability::NoCvmBelow) && is_rule_on => {
            let by_phone = !case.lacks(Capability::PhoneCheck);
            if by_phone && case.is_phone() {
                return None;
            }
            let offered = methods(offered(case, CvmSide::UpTo));
            let required = F::RequiredBelow { methods: offered, value: case.value(NO_CVM), is_rule_on };
            let other = F::OtherValueThen { key: NO_CVM };
            let method = performed::method_of(&case.sale.cvm_raw).is_some();
            Some(if case.card_has_none() {
                let fact = F::CardHasNoCvm { basis: Basis::CvmResults };
                likely(AskedBy::Card, Findings::one(fact, Likely).and(required, Likely).join(limit.clone()))
            } else if method || case.is_phone() {
                likely(
                    AskedBy::Unknown,
                    Findings::one(other, Likely).and(required, Likely).join(limit.clone()),
                )
            } else {
                let mut causes = Findings::one(required, Likely).and(other, Unclear);
                if by_phone {
                    causes.push(F::PhoneVerified, Unclear);
                }
                unclear(causes.and(F::CardHasNoCvm { basis: Basis::Nothing }, Unclear).join(limit.clone()))
            })
        }
        CvmSide::Above if case.declared(Capability::NoCvmAbove) == Some(true) => {
            let fact = F::NoCvmAllowedAbove { value: case.value(CVM_REQUIRED), is_rule_on };
            Some(if is_rule_on {
                by(AskedBy::Terminal, fact, limit.clone())
            } else {
                unclear(Findings::one(fact, Unclear).join(limit.clone()))
            })
        }
        _ => None,
    }
}
