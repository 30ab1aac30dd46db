//! French.

use tapline_emv::entry::Kind;
use tapline_emv::performed::Verified;

use super::{Amounts, Calm, Words};
use crate::decision::{AskedBy, Decider, DeclineReason, FollowUpResult, Headline, NextStep};

pub(super) const WORDS: Words = Words { likely: "probablement ", headline, calm, next };

fn headline(headline: Headline, amounts: &Amounts, likely: &str) -> String {
    match headline {
        Headline::Approved { verified: Some(verified), asked_by } => match verified {
            Verified::Pin => asked("le code", asked_by, likely),
            Verified::Signature => asked("une signature", asked_by, likely),
            Verified::PinOrSignature => asked("le code ou une signature", asked_by, likely),
            Verified::Nothing => passed(asked_by, likely),
            Verified::OnDevice => "Le client a validé le paiement sur son téléphone, le code n’était donc pas nécessaire.".into(),
            Verified::Failed => "Le paiement a été accepté, même si la vérification du client a échoué.".into(),
        },
        Headline::Approved { verified: None, .. } => "Le paiement a été accepté.".into(),
        Headline::ApprovedInPart => match &amounts.approved {
            Some(approved) => format!("La banque du client n’a accepté que {approved}."),
            None => "La banque du client n’a accepté qu’une partie du montant.".into(),
        },
        Headline::ApprovedOffline { .. } => "La carte et votre terminal ont accepté ce paiement sans interroger la banque.".into(),
        Headline::Declined { by, reason } => declined(by, reason, likely),
        Headline::Reversed { is_unanswered: true } => "Faute de réponse de la banque, le paiement a été annulé, sans débit pour le client.".into(),
        Headline::Reversed { is_unanswered: false } => "Le paiement a été annulé, sans débit pour le client.".into(),
        Headline::Voided => "Le paiement a été accepté puis annulé, sans débit pour le client.".into(),
        Headline::Refunded => "Le paiement a été accepté, puis remboursé.".into(),
        Headline::NotFinished => "Ce paiement n’est pas encore terminé.".into(),
        Headline::FollowUp { kind, result } => follow_up(kind, result),
        Headline::Unclear => "Je ne vois pas encore comment ce paiement s’est terminé.".into(),
    }
}

fn asked(what: &str, by: AskedBy, likely: &str) -> String {
    match by {
        AskedBy::Amount => format!("À partir de ce montant, votre terminal demande {likely}{what}."),
        AskedBy::Terminal => format!("Votre terminal est {likely}configuré pour demander {what}."),
        AskedBy::Bank => format!("Cette fois, la banque du client a {likely}demandé {what}."),
        AskedBy::Card => format!("C’est {likely}la carte elle-même qui a demandé {what}."),
        AskedBy::Unknown => format!("Le paiement a été accepté avec {what}."),
    }
}

fn passed(by: AskedBy, likely: &str) -> String {
    match by {
        AskedBy::Amount => format!("Pour ce montant, votre terminal ne demande {likely}pas le code."),
        AskedBy::Terminal => format!("Votre terminal est {likely}configuré pour accepter ce paiement sans code."),
        AskedBy::Bank => format!("Cette fois, la banque du client n’a {likely}pas demandé le code."),
        AskedBy::Card => format!("Cette fois, la carte n’a {likely}pas demandé le code."),
        AskedBy::Unknown => "Le paiement a été accepté sans code.".into(),
    }
}

fn declined(by: Decider, reason: DeclineReason, likely: &str) -> String {
    match reason {
        DeclineReason::AboveTransactionLimit => format!("Le montant dépasse {likely}le plafond du sans contact."),
        DeclineReason::TerminalSetting => format!("Les réglages de votre terminal ne permettent {likely}pas ce paiement sans contact."),
        DeclineReason::NeedsVerification => format!("Cette fois, la banque du client demande {likely}une confirmation supplémentaire."),
        DeclineReason::WrongPin => format!("Le code saisi était {likely}incorrect."),
        DeclineReason::PinTriesExceeded => format!("Un mauvais code a {likely}été saisi trop de fois."),
        DeclineReason::NotVerified => format!("La vérification par code, signature ou téléphone n’a {likely}pas abouti."),
        DeclineReason::InsufficientFunds => format!("La banque du client a {likely}refusé parce que le solde disponible est insuffisant."),
        DeclineReason::CardExpired => format!("La carte a {likely}expiré."),
        DeclineReason::SetUp => format!("Le paiement a {likely}été refusé à cause de la configuration de votre compte ou terminal."),
        DeclineReason::Unavailable => format!("La banque du client était {likely}injoignable à ce moment-là."),
        DeclineReason::Offline => format!("La carte et votre terminal ont {likely}refusé ce paiement sans interroger la banque."),
        DeclineReason::NoConnection => format!("Votre terminal n’avait {likely}pas de connexion avec la banque."),
        DeclineReason::CardNotAuthenticated => format!("Votre terminal n’a {likely}pas pu vérifier cette carte."),
        DeclineReason::CardNotAccepted | DeclineReason::Unexplained => match by {
            Decider::Reader | Decider::Terminal => format!("Votre terminal a {likely}refusé ce paiement."),
            Decider::Card => format!("C’est {likely}la carte elle-même qui a refusé ce paiement."),
            Decider::Bank => format!("La banque du client a {likely}refusé ce paiement."),
            Decider::Acquirer => format!("Ce paiement a {likely}été refusé avant d’arriver à la banque du client."),
            Decider::NobodyReached => format!("Ce paiement a {likely}été refusé parce qu’aucune banque n’était joignable."),
            Decider::Unknown => "Ce paiement a été refusé.".into(),
        },
    }
}

fn follow_up(kind: Kind, result: FollowUpResult) -> String {
    let it = match kind {
        Kind::Refund => "le remboursement",
        Kind::Void => "l’annulation",
        Kind::Completion => "le débit final",
        Kind::Sale => "le paiement",
    };
    match (result, kind) {
        (FollowUpResult::Done, _) => format!("Je vous confirme que {it} a bien abouti."),
        (FollowUpResult::Declined, Kind::Refund) => "Le remboursement a été refusé, le client n’a donc pas récupéré son argent.".into(),
        (FollowUpResult::Declined, Kind::Void) => "L’annulation a été refusée, le paiement reste donc valable.".into(),
        (FollowUpResult::Declined, Kind::Completion) => "Le débit final a été refusé, le montant n’a donc pas été prélevé.".into(),
        (FollowUpResult::Declined, Kind::Sale) => "Le paiement a été refusé.".into(),
        (FollowUpResult::NotFinished, _) => format!("Pour l’instant, {it} est encore en cours."),
        (FollowUpResult::Unknown, _) => format!("Nous ne savons pas encore si {it} a abouti."),
    }
}

fn calm(calm: Calm) -> &'static str {
    match calm {
        Calm::Normal => "C’est tout à fait normal.",
        Calm::TerminalWorks => "Votre terminal fonctionne parfaitement.",
        Calm::AfterSeveralTaps => "Cela arrive après plusieurs paiements sans contact. Votre terminal fonctionne parfaitement.",
        Calm::NothingToDo => "Vous n’avez rien à faire.",
        Calm::MoneyTakesDays => "L’argent peut mettre quelques jours à arriver sur le compte du client.",
    }
}

fn next(step: NextStep, amounts: &Amounts) -> Option<String> {
    let said = match step {
        NextStep::Nothing => return None,
        NextStep::InsertCard => "Merci de faire insérer la carte et composer le code.",
        NextStep::InsertOrOtherCard => "Merci d’insérer la carte ou d’en essayer une autre.",
        NextStep::InsertOrCheckConnection => "Merci d’insérer la carte ou d’en essayer une autre, et de vérifier la connexion.",
        NextStep::EnterPin => "Merci de présenter à nouveau la carte et de faire composer le code.",
        NextStep::RightPin => "Merci de réessayer avec le bon code.",
        NextStep::UnlockPhone => "Merci de faire déverrouiller le téléphone et de le présenter à nouveau.",
        NextStep::TryAnotherCard => "Merci d’essayer une autre carte, le client pourra se renseigner auprès de sa banque.",
        NextStep::PayAnotherWay => "Merci de proposer une autre carte, un téléphone ou un autre moyen de paiement.",
        NextStep::TryLater => "Merci de réessayer dans quelques minutes, votre terminal n’a aucun problème.",
        NextStep::CheckConnection => "Merci de vérifier la connexion Internet de votre terminal, puis de réessayer.",
        NextStep::AskAcquirer => "Merci de demander une vérification à la banque qui gère vos encaissements par carte.",
        NextStep::ConfirmOnline => "Le client doit valider la commande dans son navigateur ou l’application de sa banque.",
        NextStep::LookUpFirst => "Merci de regarder d’abord dans la liste de vos transactions avant de réessayer.",
        NextStep::Wait => "Un instant, s’il vous plaît, je vérifie à nouveau.",
        NextStep::PayTheRest => match &amounts.rest {
            Some(rest) => return Some(format!("Merci d’encaisser les {rest} restants autrement.")),
            None => "Merci d’encaisser le reste autrement.",
        },
    };
    Some(said.to_owned())
}
