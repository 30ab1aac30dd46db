//! Facts of a sale that exclude each other, and facts that exclude the configurations as they are now.

use tapline_emv::Scheme;
use tapline_emv::cvm::{self, Capability};
use tapline_emv::entry::{Entry, Status};
use tapline_emv::host;
use tapline_emv::limits::LimitKind;
use tapline_emv::performed::{self, Verified};
use tapline_emv::{Presented, tvr};

use super::case::Case;
use super::decline::INSERTED;
use super::next;
use crate::decision::{AskedBy, Contradiction, CvmSide, Methods};

/// All, the gravest first. `asked_by`: what the answer says.
pub(super) fn all(case: &Case<'_>, asked_by: AskedBy) -> Vec<Contradiction> {
    let mut found = Vec::new();
    if !case.is_tvr_real {
        found.push(Contradiction::TvrExcludesItself);
    }
    found.extend(status_and_code(case));
    found.extend(pins(case));
    found.extend(entry(case));
    found.extend(without_bank(case));
    found.extend(terminal(case));
    if case.may_be_a_tap()
        && let Some(scheme) = case.sale.scheme
    {
        found.extend(configured(case, scheme, asked_by));
    }
    found
}

fn status_and_code(case: &Case<'_>) -> Option<Contradiction> {
    let meaning = case.host?;
    let is_approved = meaning.kind == host::Kind::Approved;
    let clashes = match case.sale.status {
        Status::Approved | Status::Voided => !is_approved,
        // An approval of a host may be followed by a decline of card or terminal; the later step may be what was declined.
        Status::Declined => {
            is_approved && !case.sale.later.iter().any(|step| step.status == Status::Declined)
        }
        _ => false,
    };
    let code = case.code()?.to_owned();
    clashes.then_some(Contradiction::StatusAndHostCode { is_approved, code, meaning })
}

fn pins(case: &Case<'_>) -> Vec<Contradiction> {
    let mut found = Vec::new();
    let reported = case.sale.verified;
    let wrong_pin = case.host.is_some_and(|code| code.kind == host::Kind::WrongPin);
    if case.has(tvr::ONLINE_PIN) && !wrong_pin && !performed::is_failed_online_pin(&case.sale.cvm_raw) {
        let other = reported.filter(|other| !matches!(other, Verified::Pin | Verified::PinOrSignature));
        found.extend(other.map(|reported| Contradiction::PinInTvrAlone { reported }));
    }
    if case.lacks_pin() {
        found.push(Contradiction::PinNotInTvr);
    }
    if case.has(tvr::CVM_FAILED)
        && let Some(reported) = reported.filter(|reported| reported.is_asked())
    {
        found.push(Contradiction::VerifiedAndFailed { reported });
    }
    if wrong_pin && case.is_declined() && !next::can_be_wrong(case) {
        found.push(Contradiction::WrongPinWithoutPin);
    }
    found
}

fn entry(case: &Case<'_>) -> Vec<Contradiction> {
    let mut found = Vec::new();
    let entry = case.entry();
    let places: Vec<_> = INSERTED.into_iter().filter(|bit| entry == Entry::Tap && case.has(bit)).collect();
    if !places.is_empty() {
        found.push(Contradiction::InsertedBitsOnTap { places });
    }
    if entry.is_tap() && case.is_pin_of_card() {
        found.push(Contradiction::CardPinOnTap);
    }
    if let Some(verified) = case.verified.filter(|verified| !entry.fits(*verified)) {
        found.push(Contradiction::EntryCannotVerify { entry, verified });
    }
    if !entry.reads_chip()
        && matches!(&case.sale.tvr, tapline_emv::bits::Reading::Bits(bits) if !bits.is_empty())
    {
        found.push(Contradiction::TvrWithoutChip { entry });
    }
    if let (Some(wallet), Some(presented @ Presented::Card)) = (case.sale.wallet, case.sale.card.presented) {
        found.push(Contradiction::WalletAndCard { wallet, presented });
    }
    found
}

/// A step that needs a bank's answer, under a code of the terminal.
fn without_bank(case: &Case<'_>) -> Option<Contradiction> {
    if !case.is_without_host() {
        return None;
    }
    let noted = |bit| case.sale.tsi.has(bit) == Some(true);
    let steps = [
        (case.has(tvr::ISSUER_FAILED), "TVR B5 b7"),
        (case.has("B5 b6"), "TVR B5 b6"),
        (case.has("B5 b5"), "TVR B5 b5"),
        (noted("B1 b5"), "TSI B1 b5"),
        (noted("B1 b3"), "TSI B1 b3"),
    ];
    let (_, place) = steps.into_iter().find(|(is_noted, _)| *is_noted)?;
    Some(Contradiction::BankStepWithoutBank { code: case.code()?.to_owned(), place })
}

/// Nobody is there to take a signature.
fn terminal(case: &Case<'_>) -> Option<Contradiction> {
    let digits = case.terminal_type().filter(|_| case.is_unattended())?;
    (case.verified == Some(Verified::Signature)).then_some(Contradiction::SignatureUnattended { digits })
}

/// Results of the sale that the configurations, as they are now, rule out.
fn configured(case: &Case<'_>, scheme: Scheme, asked_by: AskedBy) -> Vec<Contradiction> {
    let mut found = Vec::new();
    let worked = !case.is_declined() || case.passed();
    let went_through = case.passed() || case.is_done();
    if case.all(|one| case.reaches(LimitKind::Transaction, one)) && went_through {
        found.push(Contradiction::LimitWouldStop);
    }
    if let Some(no_tap) = case.no_tap().filter(|_| worked) {
        found.push(Contradiction::NoTapNow { ground: no_tap.ground });
    }
    let answered = case.host.is_some_and(|code| !code.is_of_terminal());
    found.extend(case.offline().filter(|_| answered).map(Contradiction::OfflineNow));
    if case.is_kernel_2() {
        let is_wrong_side = match case.side() {
            Some(CvmSide::UpTo) => performed::is_phone_asked(&case.sale.cvm_raw),
            Some(CvmSide::Above) => case.is_phone_unasked(),
            None => false,
        };
        if is_wrong_side {
            found.push(Contradiction::OtherSideOfLimit);
        }
    }
    let uses_phone_check = case.is_phone_unasked() || case.verified == Some(Verified::OnDevice);
    if uses_phone_check && case.lacks(Capability::PhoneCheck) {
        found.push(Contradiction::PhoneCheckNotAnnouncedNow { scheme });
    }
    found.extend(method(case, scheme, asked_by));
    found
}

fn method(case: &Case<'_>, scheme: Scheme, asked_by: AskedBy) -> Option<Contradiction> {
    let below = case.is_kernel_2() && case.side() == Some(CvmSide::UpTo);
    let capability = match case.verified? {
        Verified::Pin if below => Capability::OnlinePinBelow,
        Verified::Pin => Capability::OnlinePin,
        Verified::Signature if below => Capability::SignatureBelow,
        Verified::Signature => Capability::Signature,
        _ => return None,
    };
    let method = Methods::from_verified(case.verified?);
    let is_open = case.is_kernel_2() && case.is_without_rule() || case.is_mag_stripe();
    // A PIN up to the limit that the bank asked for was never the reader's to offer.
    let is_bank = below && method.pin;
    let is_explained = asked_by == AskedBy::Bank && (below || case.earlier().next().is_some());
    (case.lacks(capability) && !is_open && !is_explained).then(|| {
        let place = cvm::bit(scheme, capability).map_or("", cvm::Bit::name);
        Contradiction::MethodNotOfferedNow { method, place, is_bank }
    })
}
