//! Spanish, as in Spain.

use tapline_emv::entry::Kind;
use tapline_emv::performed::Verified;

use super::{Amounts, Calm, Words};
use crate::decision::{AskedBy, Decider, DeclineReason, FollowUpResult, Headline, NextStep};

pub(super) const WORDS: Words = Words { likely: "probablemente ", headline, calm, next };

fn headline(headline: Headline, amounts: &Amounts, likely: &str) -> String {
    match headline {
        Headline::Approved { verified: Some(verified), asked_by } => match verified {
            Verified::Pin => asked("el PIN", asked_by, likely),
            Verified::Signature => asked("una firma", asked_by, likely),
            Verified::PinOrSignature => asked("el PIN o una firma", asked_by, likely),
            Verified::Nothing => passed(asked_by, likely),
            Verified::OnDevice => "El cliente ha confirmado el pago en su móvil, así que no hacía falta el PIN.".into(),
            Verified::Failed => "El pago ha sido aprobado, aunque no se ha podido comprobar el PIN o la firma.".into(),
        },
        Headline::Approved { verified: None, .. } => "El pago ha sido aprobado.".into(),
        Headline::ApprovedInPart => match &amounts.approved {
            Some(approved) => format!("El banco del cliente solo ha aprobado {approved}."),
            None => "El banco del cliente solo ha aprobado una parte del importe.".into(),
        },
        Headline::ApprovedOffline { .. } => "La tarjeta y su terminal han aprobado este pago sin consultar al banco.".into(),
        Headline::Declined { by, reason } => declined(by, reason, likely),
        Headline::Reversed { is_unanswered: true } => "El banco no respondió a tiempo y el pago ha sido anulado, sin cargo al cliente.".into(),
        Headline::Reversed { is_unanswered: false } => "El pago ha sido anulado, sin cargo al cliente.".into(),
        Headline::Voided => "El pago fue aprobado y después anulado, sin cargo al cliente.".into(),
        Headline::Refunded => "El pago fue aprobado y después devuelto.".into(),
        Headline::NotFinished => "Este pago todavía no ha terminado.".into(),
        Headline::FollowUp { kind, result } => follow_up(kind, result),
        Headline::Unclear => "Todavía no puedo ver cómo ha terminado este pago.".into(),
    }
}

fn asked(what: &str, by: AskedBy, likely: &str) -> String {
    match by {
        AskedBy::Amount => format!("A partir de este importe, su terminal {likely}pide {what}."),
        AskedBy::Terminal => format!("Con la configuración actual, su terminal {likely}pide {what}."),
        AskedBy::Bank => format!("Esta vez, el banco del cliente {likely}ha pedido {what}."),
        AskedBy::Card => format!("La propia tarjeta {likely}ha pedido {what}."),
        AskedBy::Unknown => format!("El pago ha sido aprobado con {what}."),
    }
}

fn passed(by: AskedBy, likely: &str) -> String {
    match by {
        AskedBy::Amount => format!("Con este importe, su terminal {likely}no pide el PIN."),
        AskedBy::Terminal => format!("Con la configuración actual, su terminal {likely}acepta este pago sin PIN."),
        AskedBy::Bank => format!("Esta vez, el banco del cliente {likely}no ha pedido el PIN."),
        AskedBy::Card => format!("Esta vez, la tarjeta {likely}no ha pedido el PIN."),
        AskedBy::Unknown => "El pago ha sido aprobado sin PIN.".into(),
    }
}

fn declined(by: Decider, reason: DeclineReason, likely: &str) -> String {
    match reason {
        DeclineReason::AboveTransactionLimit => format!("El importe {likely}supera el límite para pagar sin contacto."),
        DeclineReason::TerminalSetting => format!("La configuración de su terminal {likely}no permite este pago sin contacto."),
        DeclineReason::NeedsVerification => format!("Esta vez, el banco del cliente {likely}pide una confirmación adicional."),
        DeclineReason::WrongPin => format!("El PIN {likely}no era correcto."),
        DeclineReason::PinTriesExceeded => format!("El PIN {likely}se ha introducido mal demasiadas veces."),
        DeclineReason::NotVerified => format!("La comprobación con PIN, firma o móvil {likely}no ha funcionado."),
        DeclineReason::InsufficientFunds => format!("El banco del cliente {likely}ha rechazado el pago porque no hay saldo suficiente."),
        DeclineReason::CardExpired => format!("La tarjeta {likely}está caducada."),
        DeclineReason::SetUp => format!("El pago {likely}ha sido rechazado por la configuración de su cuenta o de su terminal."),
        DeclineReason::Unavailable => format!("El banco del cliente {likely}no estaba disponible en ese momento."),
        DeclineReason::Offline => format!("La tarjeta y su terminal {likely}han rechazado este pago sin consultar al banco."),
        DeclineReason::NoConnection => format!("Su terminal {likely}no tenía conexión con el banco."),
        DeclineReason::CardNotAuthenticated => format!("Su terminal {likely}no ha podido verificar esta tarjeta."),
        DeclineReason::CardNotAccepted | DeclineReason::Unexplained => match by {
            Decider::Reader | Decider::Terminal => format!("Su terminal {likely}ha rechazado este pago."),
            Decider::Card => format!("La propia tarjeta {likely}ha rechazado este pago."),
            Decider::Bank => format!("El banco del cliente {likely}ha rechazado este pago."),
            Decider::Acquirer => format!("Este pago {likely}ha sido rechazado antes de llegar al banco del cliente."),
            Decider::NobodyReached => format!("Este pago {likely}ha sido rechazado porque no se ha podido contactar con ningún banco."),
            Decider::Unknown => "Este pago ha sido rechazado.".into(),
        },
    }
}

fn follow_up(kind: Kind, result: FollowUpResult) -> String {
    let it = match kind {
        Kind::Refund => "la devolución",
        Kind::Void => "la anulación",
        Kind::Completion => "el cobro final",
        Kind::Sale => "el pago",
    };
    match (result, kind) {
        (FollowUpResult::Done, _) => format!("Le confirmo que {it} se ha completado."),
        (FollowUpResult::Declined, Kind::Refund) => "La devolución ha sido rechazada, así que el cliente no ha recuperado el dinero.".into(),
        (FollowUpResult::Declined, Kind::Void) => "La anulación ha sido rechazada, así que el pago sigue siendo válido.".into(),
        (FollowUpResult::Declined, Kind::Completion) => "El cobro final ha sido rechazado, así que no se ha cobrado el importe.".into(),
        (FollowUpResult::Declined, Kind::Sale) => "El pago ha sido rechazado.".into(),
        (FollowUpResult::NotFinished, _) => format!("De momento, {it} todavía no ha terminado."),
        (FollowUpResult::Unknown, _) => format!("Todavía no está claro si {it} se ha completado."),
    }
}

fn calm(calm: Calm) -> &'static str {
    match calm {
        Calm::Normal => "Es totalmente normal.",
        Calm::TerminalWorks => "Su terminal funciona perfectamente.",
        Calm::AfterSeveralTaps => "Suele pasar después de varios pagos sin PIN. Su terminal funciona perfectamente.",
        Calm::NothingToDo => "No tiene que hacer nada.",
        Calm::MoneyTakesDays => "El dinero puede tardar unos días en llegar al cliente.",
    }
}

fn next(step: NextStep, amounts: &Amounts) -> Option<String> {
    let said = match step {
        NextStep::Nothing => return None,
        NextStep::InsertCard => "Por favor, inserte la tarjeta y pida al cliente que marque el PIN.",
        NextStep::InsertOrOtherCard => "Por favor, inserte la tarjeta o pruebe con otra.",
        NextStep::InsertOrCheckConnection => "Por favor, inserte la tarjeta o pruebe con otra, y compruebe la conexión.",
        NextStep::EnterPin => "Por favor, acerque otra vez la tarjeta y que el cliente marque el PIN.",
        NextStep::RightPin => "Por favor, inténtelo de nuevo con el PIN correcto.",
        NextStep::UnlockPhone => "Por favor, pida al cliente que desbloquee el móvil y lo acerque otra vez.",
        NextStep::TryAnotherCard => "Por favor, pruebe con otra tarjeta; el cliente puede consultar con su banco.",
        NextStep::PayAnotherWay => "Por favor, pida otra tarjeta, el móvil u otra forma de pago.",
        NextStep::TryLater => "Por favor, inténtelo de nuevo en unos minutos; su terminal funciona bien.",
        NextStep::CheckConnection => "Por favor, compruebe la conexión a internet de su terminal y vuelva a intentarlo.",
        NextStep::AskAcquirer => "Por favor, pida que lo revise el banco que gestiona sus cobros con tarjeta.",
        NextStep::ConfirmOnline => "El cliente debe confirmar el pedido en el navegador o la aplicación del banco.",
        NextStep::LookUpFirst => "Por favor, mire primero en su lista de operaciones antes de intentarlo de nuevo.",
        NextStep::Wait => "Un momento, por favor, enseguida lo vuelvo a mirar.",
        NextStep::PayTheRest => match &amounts.rest {
            Some(rest) => return Some(format!("Por favor, cobre los {rest} restantes de otra forma.")),
            None => "Por favor, cobre el resto de otra forma.",
        },
    };
    Some(said.to_owned())
}
