//! Italian. The terminal is “il POS”, as shopkeepers say.

use tapline_emv::entry::Kind;
use tapline_emv::performed::Verified;

use super::{Amounts, Calm, Words};
use crate::decision::{AskedBy, Decider, DeclineReason, FollowUpResult, Headline, NextStep};

pub(super) const WORDS: Words = Words { likely: "probabilmente ", headline, calm, next };

fn headline(headline: Headline, amounts: &Amounts, likely: &str) -> String {
    match headline {
        Headline::Approved { verified: Some(verified), asked_by } => match verified {
            Verified::Pin => asked("il PIN", asked_by, likely),
            Verified::Signature => asked("una firma", asked_by, likely),
            Verified::PinOrSignature => asked("il PIN o una firma", asked_by, likely),
            Verified::Nothing => passed(asked_by, likely),
            Verified::OnDevice => "Il cliente ha confermato il pagamento sul telefono, quindi il PIN non serviva.".into(),
            Verified::Failed => "Il pagamento è stato approvato, anche se la verifica di PIN o firma non è riuscita.".into(),
        },
        Headline::Approved { verified: None, .. } => "Il pagamento è stato approvato.".into(),
        Headline::ApprovedInPart => match &amounts.approved {
            Some(approved) => format!("La banca del cliente ha approvato solo {approved}."),
            None => "La banca del cliente ha approvato solo una parte dell’importo.".into(),
        },
        Headline::ApprovedOffline { .. } => "La carta e il POS hanno approvato questo pagamento senza contattare la banca.".into(),
        Headline::Declined { by, reason } => declined(by, reason, likely),
        Headline::Reversed { is_unanswered: true } => "La banca non ha risposto e il pagamento è stato annullato, senza addebito per il cliente.".into(),
        Headline::Reversed { is_unanswered: false } => "Il pagamento è stato annullato, senza addebito per il cliente.".into(),
        Headline::Voided => "Il pagamento è stato approvato e poi annullato, senza addebito per il cliente.".into(),
        Headline::Refunded => "Il pagamento è stato approvato e poi rimborsato.".into(),
        Headline::NotFinished => "Questo pagamento non è ancora concluso.".into(),
        Headline::FollowUp { kind, result } => follow_up(kind, result),
        Headline::Unclear => "Non riesco ancora a vedere come si è concluso questo pagamento.".into(),
    }
}

fn asked(what: &str, by: AskedBy, likely: &str) -> String {
    match by {
        AskedBy::Amount => format!("A partire da questo importo, il POS chiede {likely}{what}."),
        AskedBy::Terminal => format!("Il POS è {likely}impostato per chiedere {what}."),
        AskedBy::Bank => format!("Questa volta la banca del cliente ha {likely}chiesto {what}."),
        AskedBy::Card => format!("È stata {likely}la carta stessa a chiedere {what}."),
        AskedBy::Unknown => format!("Il pagamento è stato approvato con {what}."),
    }
}

fn passed(by: AskedBy, likely: &str) -> String {
    match by {
        AskedBy::Amount => format!("Per questo importo il POS {likely}non chiede il PIN."),
        AskedBy::Terminal => format!("Il POS è {likely}impostato per accettare questo pagamento senza PIN."),
        AskedBy::Bank => format!("Questa volta la banca del cliente {likely}non ha chiesto il PIN."),
        AskedBy::Card => format!("Questa volta la carta {likely}non ha chiesto il PIN."),
        AskedBy::Unknown => "Il pagamento è stato approvato senza PIN.".into(),
    }
}

fn declined(by: Decider, reason: DeclineReason, likely: &str) -> String {
    match reason {
        DeclineReason::AboveTransactionLimit => format!("L’importo supera {likely}il limite per i pagamenti contactless."),
        DeclineReason::TerminalSetting => format!("Le impostazioni del POS {likely}non permettono questo pagamento contactless."),
        DeclineReason::NeedsVerification => format!("Questa volta la banca del cliente chiede {likely}un’ulteriore conferma."),
        DeclineReason::WrongPin => format!("Il PIN era {likely}errato."),
        DeclineReason::PinTriesExceeded => format!("È stato {likely}inserito troppe volte un PIN errato."),
        DeclineReason::NotVerified => format!("La verifica con PIN, firma o telefono {likely}non è riuscita."),
        DeclineReason::InsufficientFunds => format!("La banca del cliente ha {likely}rifiutato il pagamento perché non c’è disponibilità sufficiente."),
        DeclineReason::CardExpired => format!("La carta è {likely}scaduta."),
        DeclineReason::SetUp => format!("Il pagamento è stato {likely}rifiutato a causa della configurazione del suo conto o del POS."),
        DeclineReason::Unavailable => format!("In quel momento la banca del cliente {likely}non era raggiungibile."),
        DeclineReason::Offline => format!("La carta e il POS hanno {likely}rifiutato questo pagamento senza contattare la banca."),
        DeclineReason::NoConnection => format!("Il POS {likely}non era collegato alla banca."),
        DeclineReason::CardNotAuthenticated => format!("Il POS {likely}non è riuscito a verificare questa carta."),
        DeclineReason::CardNotAccepted | DeclineReason::Unexplained => match by {
            Decider::Reader | Decider::Terminal => format!("Il POS ha {likely}rifiutato questo pagamento."),
            Decider::Card => format!("È stata {likely}la carta stessa a rifiutare questo pagamento."),
            Decider::Bank => format!("La banca del cliente ha {likely}rifiutato questo pagamento."),
            Decider::Acquirer => format!("Questo pagamento è stato {likely}rifiutato prima di arrivare alla banca del cliente."),
            Decider::NobodyReached => format!("Questo pagamento è stato {likely}rifiutato perché nessuna banca era raggiungibile."),
            Decider::Unknown => "Questo pagamento è stato rifiutato.".into(),
        },
    }
}

fn follow_up(kind: Kind, result: FollowUpResult) -> String {
    let it = match kind {
        Kind::Refund => "il rimborso",
        Kind::Void => "l’annullamento",
        Kind::Completion => "l’addebito finale",
        Kind::Sale => "il pagamento",
    };
    match (result, kind) {
        (FollowUpResult::Done, _) => format!("Le confermo che {it} è andato a buon fine."),
        (FollowUpResult::Declined, Kind::Refund) => "Il rimborso è stato rifiutato, quindi il cliente non ha riavuto il denaro.".into(),
        (FollowUpResult::Declined, Kind::Void) => "L’annullamento è stato rifiutato, quindi il pagamento resta valido.".into(),
        (FollowUpResult::Declined, Kind::Completion) => "L’addebito finale è stato rifiutato, quindi l’importo non è stato incassato.".into(),
        (FollowUpResult::Declined, Kind::Sale) => "Il pagamento è stato rifiutato.".into(),
        (FollowUpResult::NotFinished, _) => format!("Al momento {it} non è ancora concluso."),
        (FollowUpResult::Unknown, _) => format!("Non è ancora chiaro se {it} sia andato a buon fine."),
    }
}

fn calm(calm: Calm) -> &'static str {
    match calm {
        Calm::Normal => "È del tutto normale.",
        Calm::TerminalWorks => "Il POS funziona regolarmente.",
        Calm::AfterSeveralTaps => "Succede dopo diversi pagamenti senza PIN. Il POS funziona regolarmente.",
        Calm::NothingToDo => "Non deve fare nulla.",
        Calm::MoneyTakesDays => "Il denaro può impiegare qualche giorno ad arrivare al cliente.",
    }
}

fn next(step: NextStep, amounts: &Amounts) -> Option<String> {
    let said = match step {
        NextStep::Nothing => return None,
        NextStep::InsertCard => "Per favore, faccia inserire la carta e digitare il PIN.",
        NextStep::InsertOrOtherCard => "Per favore, faccia inserire la carta o ne provi un’altra.",
        NextStep::InsertOrCheckConnection => "Per favore, faccia inserire la carta o ne provi un’altra, e controlli la connessione.",
        NextStep::EnterPin => "Per favore, faccia riavvicinare la carta e digitare il PIN sul POS.",
        NextStep::RightPin => "Per favore, riprovi con il PIN corretto.",
        NextStep::UnlockPhone => "Per favore, faccia sbloccare il telefono e riavvicinarlo al POS.",
        NextStep::TryAnotherCard => "Per favore, provi con un’altra carta; il cliente può rivolgersi alla propria banca.",
        NextStep::PayAnotherWay => "Per favore, chieda un’altra carta, un telefono o un altro metodo di pagamento.",
        NextStep::TryLater => "Per favore, riprovi tra qualche minuto; il POS non ha nessun problema.",
        NextStep::CheckConnection => "Per favore, controlli la connessione internet del POS e poi riprovi.",
        NextStep::AskAcquirer => "Per favore, chieda una verifica alla banca che gestisce i suoi incassi con carta.",
        NextStep::ConfirmOnline => "Il cliente deve confermare l’ordine nel browser o nell’app della sua banca.",
        NextStep::LookUpFirst => "Prima di riprovare, controlli per favore l’elenco delle sue operazioni.",
        NextStep::Wait => "Un attimo, per favore, controllo di nuovo.",
        NextStep::PayTheRest => match &amounts.rest {
            Some(rest) => return Some(format!("Per favore, incassi i {rest} restanti in un altro modo.")),
            None => "Per favore, incassi il resto in un altro modo.",
        },
    };
    Some(said.to_owned())
}
