//! German. Sie-Form.

use tapline_emv::entry::Kind;
use tapline_emv::performed::Verified;

use super::{Amounts, Calm, Words};
use crate::decision::{AskedBy, Decider, DeclineReason, FollowUpResult, Headline, NextStep};

pub(super) const WORDS: Words = Words { likely: "vermutlich ", headline, calm, next };

fn headline(headline: Headline, amounts: &Amounts, likely: &str) -> String {
    match headline {
        Headline::Approved { verified: Some(verified), asked_by } => match verified {
            Verified::Pin => asked("die PIN", asked_by, likely),
            Verified::Signature => asked("eine Unterschrift", asked_by, likely),
            Verified::PinOrSignature => asked("die PIN oder eine Unterschrift", asked_by, likely),
            Verified::Nothing => passed(asked_by, likely),
            Verified::OnDevice => "Der Kunde hat die Zahlung am Handy bestätigt, deshalb war keine PIN nötig.".into(),
            Verified::Failed => "Die Zahlung wurde genehmigt, obwohl die Prüfung von PIN oder Unterschrift nicht geklappt hat.".into(),
        },
        Headline::Approved { verified: None, .. } => "Die Zahlung wurde genehmigt.".into(),
        Headline::ApprovedInPart => match &amounts.approved {
            Some(approved) => format!("Die Bank des Kunden hat nur {approved} genehmigt."),
            None => "Die Bank des Kunden hat nur einen Teil des Betrags genehmigt.".into(),
        },
        Headline::ApprovedOffline { .. } => "Karte und Terminal haben die Zahlung ohne Rückfrage bei der Bank genehmigt.".into(),
        Headline::Declined { by, reason } => declined(by, reason, likely),
        Headline::Reversed { is_unanswered: true } => "Die Bank hat nicht rechtzeitig geantwortet. Die Zahlung wurde storniert, dem Kunden wird nichts abgebucht.".into(),
        Headline::Reversed { is_unanswered: false } => "Die Zahlung wurde storniert, dem Kunden wird nichts abgebucht.".into(),
        Headline::Voided => "Die Zahlung wurde genehmigt und danach storniert, dem Kunden wird nichts abgebucht.".into(),
        Headline::Refunded => "Die Zahlung wurde genehmigt und später erstattet.".into(),
        Headline::NotFinished => "Diese Zahlung ist noch nicht abgeschlossen.".into(),
        Headline::FollowUp { kind, result } => follow_up(kind, result),
        Headline::Unclear => "Ich kann noch nicht sehen, wie diese Zahlung ausgegangen ist.".into(),
    }
}

fn asked(what: &str, by: AskedBy, likely: &str) -> String {
    match by {
        AskedBy::Amount => format!("Ab diesem Betrag verlangt Ihr Terminal {likely}{what}."),
        AskedBy::Terminal => format!("Ihr Terminal ist {likely}so eingestellt, dass es {what} verlangt."),
        AskedBy::Bank => format!("Die Bank des Kunden wollte diesmal {likely}{what}."),
        AskedBy::Card => format!("Die Karte selbst hat {likely}{what} verlangt."),
        AskedBy::Unknown => format!("Die Zahlung wurde genehmigt, dafür war {what} nötig."),
    }
}

fn passed(by: AskedBy, likely: &str) -> String {
    match by {
        AskedBy::Amount => format!("Bei diesem Betrag verlangt Ihr Terminal {likely}keine PIN."),
        AskedBy::Terminal => format!("Ihr Terminal ist {likely}so eingestellt, dass diese Zahlung ohne PIN durchgeht."),
        AskedBy::Bank => format!("Die Bank des Kunden wollte diesmal {likely}keine PIN."),
        AskedBy::Card => format!("Die Karte brauchte diesmal {likely}keine PIN."),
        AskedBy::Unknown => "Die Zahlung wurde ohne PIN genehmigt.".into(),
    }
}

fn declined(by: Decider, reason: DeclineReason, likely: &str) -> String {
    match reason {
        DeclineReason::AboveTransactionLimit => format!("Für kontaktloses Bezahlen ist der Betrag {likely}zu hoch."),
        DeclineReason::TerminalSetting => format!("Die Einstellungen Ihres Terminals lassen diese kontaktlose Zahlung {likely}nicht zu."),
        DeclineReason::NeedsVerification => format!("Die Bank des Kunden verlangt diesmal {likely}eine zusätzliche Bestätigung."),
        DeclineReason::WrongPin => format!("Die PIN war {likely}falsch."),
        DeclineReason::PinTriesExceeded => format!("Die PIN wurde {likely}zu oft falsch eingegeben."),
        DeclineReason::NotVerified => format!("Die Prüfung per PIN, Unterschrift oder Handy hat {likely}nicht geklappt."),
        DeclineReason::InsufficientFunds => format!("Die Bank des Kunden hat {likely}abgelehnt, weil nicht genug Geld verfügbar ist."),
        DeclineReason::CardExpired => format!("Die Karte ist {likely}abgelaufen."),
        DeclineReason::SetUp => format!("Die Zahlung wurde {likely}abgelehnt, weil Ihr Konto oder Terminal dafür nicht richtig eingerichtet ist."),
        DeclineReason::Unavailable => format!("Die Bank des Kunden war in dem Moment {likely}nicht erreichbar."),
        DeclineReason::Offline => format!("Karte und Terminal haben die Zahlung {likely}ohne Rückfrage bei der Bank abgelehnt."),
        DeclineReason::NoConnection => format!("Ihr Terminal hatte {likely}keine Verbindung zur Bank."),
        DeclineReason::CardNotAuthenticated => format!("Ihr Terminal konnte diese Karte {likely}nicht prüfen."),
        DeclineReason::CardNotAccepted | DeclineReason::Unexplained => match by {
            Decider::Reader | Decider::Terminal => format!("Ihr Terminal hat diese Zahlung {likely}abgelehnt."),
            Decider::Card => format!("Die Karte selbst hat diese Zahlung {likely}abgelehnt."),
            Decider::Bank => format!("Die Bank des Kunden hat diese Zahlung {likely}abgelehnt."),
            Decider::Acquirer => format!("Diese Zahlung wurde {likely}abgelehnt, bevor sie die Bank des Kunden erreicht hat."),
            Decider::NobodyReached => format!("Diese Zahlung wurde {likely}abgelehnt, weil keine Bank erreichbar war."),
            Decider::Unknown => "Diese Zahlung wurde abgelehnt.".into(),
        },
    }
}

fn follow_up(kind: Kind, result: FollowUpResult) -> String {
    let it = match kind {
        Kind::Refund => "Erstattung",
        Kind::Void => "Stornierung",
        Kind::Completion => "Endabrechnung",
        Kind::Sale => "Zahlung",
    };
    match (result, kind) {
        (FollowUpResult::Done, _) => format!("Die {it} hat geklappt."),
        (FollowUpResult::Declined, Kind::Refund) => "Die Erstattung wurde abgelehnt, der Kunde hat sein Geld noch nicht zurück.".into(),
        (FollowUpResult::Declined, Kind::Void) => "Die Stornierung wurde abgelehnt, die Zahlung gilt also weiterhin.".into(),
        (FollowUpResult::Declined, Kind::Completion) => "Die Endabrechnung wurde abgelehnt, der Betrag wurde also nicht abgebucht.".into(),
        (FollowUpResult::Declined, Kind::Sale) => "Die Zahlung wurde abgelehnt.".into(),
        (FollowUpResult::NotFinished, _) => format!("Die {it} ist noch nicht abgeschlossen."),
        (FollowUpResult::Unknown, _) => format!("Es ist noch nicht klar, ob die {it} geklappt hat."),
    }
}

fn calm(calm: Calm) -> &'static str {
    match calm {
        Calm::Normal => "Das ist ganz normal.",
        Calm::TerminalWorks => "Ihr Terminal funktioniert einwandfrei.",
        Calm::AfterSeveralTaps => "Das kommt nach mehreren Zahlungen ohne PIN vor. Ihr Terminal funktioniert einwandfrei.",
        Calm::NothingToDo => "Sie müssen nichts weiter tun.",
        Calm::MoneyTakesDays => "Bis das Geld beim Kunden ankommt, kann es ein paar Tage dauern.",
    }
}

fn next(step: NextStep, amounts: &Amounts) -> Option<String> {
    let said = match step {
        NextStep::Nothing => return None,
        NextStep::InsertCard => "Bitte stecken Sie die Karte und lassen Sie die PIN eingeben.",
        NextStep::InsertOrOtherCard => "Bitte stecken Sie die Karte oder nehmen Sie eine andere.",
        NextStep::InsertOrCheckConnection => "Bitte stecken Sie die Karte oder nehmen Sie eine andere und prüfen Sie die Verbindung.",
        NextStep::EnterPin => "Bitte die Karte noch einmal vorhalten und die PIN am Terminal eingeben lassen.",
        NextStep::RightPin => "Bitte versuchen Sie es noch einmal mit der richtigen PIN.",
        NextStep::UnlockPhone => "Bitte lassen Sie den Kunden sein Handy entsperren und noch einmal vorhalten.",
        NextStep::TryAnotherCard => "Bitte versuchen Sie es mit einer anderen Karte; Näheres erfährt der Kunde bei seiner Bank.",
        NextStep::PayAnotherWay => "Bitte fragen Sie nach einer anderen Karte, dem Handy oder einer anderen Zahlungsart.",
        NextStep::TryLater => "Bitte versuchen Sie es in ein paar Minuten noch einmal; Ihr Terminal ist in Ordnung.",
        NextStep::CheckConnection => "Bitte prüfen Sie die Internetverbindung Ihres Terminals und versuchen Sie es dann noch einmal.",
        NextStep::AskAcquirer => "Bitte lassen Sie das von der Bank prüfen, die Ihre Kartenzahlungen abwickelt.",
        NextStep::ConfirmOnline => "Der Kunde muss die Bestellung im Browser oder in der Banking-App bestätigen.",
        NextStep::LookUpFirst => "Bitte sehen Sie zuerst in Ihrer Umsatzliste nach, bevor Sie es noch einmal versuchen.",
        NextStep::Wait => "Einen Moment bitte, ich sehe gleich noch einmal nach.",
        NextStep::PayTheRest => match &amounts.rest {
            Some(rest) => return Some(format!("Bitte lassen Sie die restlichen {rest} auf anderem Weg bezahlen.")),
            None => "Bitte lassen Sie den Rest auf anderem Weg bezahlen.",
        },
    };
    Some(said.to_owned())
}
