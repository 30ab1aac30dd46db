//! Dutch, for the Netherlands and Belgium: betaalterminal and kaart are said in both.

use tapline_emv::entry::Kind;
use tapline_emv::performed::Verified;

use super::{Amounts, Calm, Words};
use crate::decision::{AskedBy, Decider, DeclineReason, FollowUpResult, Headline, NextStep};

pub(super) const WORDS: Words = Words { likely: "waarschijnlijk ", headline, calm, next };

fn headline(headline: Headline, amounts: &Amounts, likely: &str) -> String {
    match headline {
        Headline::Approved { verified: Some(verified), asked_by } => match verified {
            Verified::Pin => asked("de pincode", asked_by, likely),
            Verified::Signature => asked("een handtekening", asked_by, likely),
            Verified::PinOrSignature => asked("de pincode of een handtekening", asked_by, likely),
            Verified::Nothing => passed(asked_by, likely),
            Verified::OnDevice => "De klant heeft de betaling op de telefoon bevestigd, dus een pincode was niet nodig.".into(),
            Verified::Failed => "De betaling is goedgekeurd, ook al is de controle van pincode of handtekening niet gelukt.".into(),
        },
        Headline::Approved { verified: None, .. } => "De betaling is goedgekeurd.".into(),
        Headline::ApprovedInPart => match &amounts.approved {
            Some(approved) => format!("De bank van de klant heeft maar {approved} goedgekeurd."),
            None => "De bank van de klant heeft maar een deel van het bedrag goedgekeurd.".into(),
        },
        Headline::ApprovedOffline { .. } => "De kaart en uw betaalterminal hebben deze betaling goedgekeurd zonder de bank te raadplegen.".into(),
        Headline::Declined { by, reason } => declined(by, reason, likely),
        Headline::Reversed { is_unanswered: true } => "De bank reageerde niet op tijd. De betaling is teruggedraaid, de klant betaalt dus niets.".into(),
        Headline::Reversed { is_unanswered: false } => "De betaling is teruggedraaid, de klant betaalt dus niets.".into(),
        Headline::Voided => "De betaling is goedgekeurd en daarna geannuleerd, de klant betaalt dus niets.".into(),
        Headline::Refunded => "De betaling is goedgekeurd en later terugbetaald.".into(),
        Headline::NotFinished => "Deze betaling is nog niet afgerond.".into(),
        Headline::FollowUp { kind, result } => follow_up(kind, result),
        Headline::Unclear => "Ik kan nog niet zien hoe deze betaling is afgelopen.".into(),
    }
}

fn asked(what: &str, by: AskedBy, likely: &str) -> String {
    match by {
        AskedBy::Amount => format!("Vanaf dit bedrag vraagt uw betaalterminal {likely}om {what}."),
        AskedBy::Terminal => format!("Uw betaalterminal is {likely}zo ingesteld dat hij om {what} vraagt."),
        AskedBy::Bank => format!("De bank van de klant vroeg deze keer {likely}om {what}."),
        AskedBy::Card => format!("De kaart zelf vroeg {likely}om {what}."),
        AskedBy::Unknown => format!("De betaling is goedgekeurd met {what}."),
    }
}

fn passed(by: AskedBy, likely: &str) -> String {
    match by {
        AskedBy::Amount => format!("Bij dit bedrag vraagt uw betaalterminal {likely}niet om de pincode."),
        AskedBy::Terminal => format!("Uw betaalterminal is {likely}zo ingesteld dat deze betaling zonder pincode kan."),
        AskedBy::Bank => format!("De bank van de klant vroeg deze keer {likely}niet om de pincode."),
        AskedBy::Card => format!("De kaart had deze keer {likely}geen pincode nodig."),
        AskedBy::Unknown => "De betaling is goedgekeurd zonder pincode.".into(),
    }
}

fn declined(by: Decider, reason: DeclineReason, likely: &str) -> String {
    match reason {
        DeclineReason::AboveTransactionLimit => format!("Het bedrag is {likely}te hoog om contactloos te betalen."),
        DeclineReason::TerminalSetting => format!("De instellingen van uw betaalterminal laten deze contactloze betaling {likely}niet toe."),
        DeclineReason::NeedsVerification => format!("De bank van de klant wil deze keer {likely}een extra bevestiging."),
        DeclineReason::WrongPin => format!("De pincode was {likely}niet juist."),
        DeclineReason::PinTriesExceeded => format!("De pincode is {likely}te vaak verkeerd ingetoetst."),
        DeclineReason::NotVerified => format!("De controle met pincode, handtekening of telefoon is {likely}niet gelukt."),
        DeclineReason::InsufficientFunds => format!("De bank van de klant heeft {likely}geweigerd omdat er te weinig geld beschikbaar is."),
        DeclineReason::CardExpired => format!("De kaart is {likely}verlopen."),
        DeclineReason::SetUp => format!("De betaling is {likely}geweigerd door de instellingen van uw account of betaalterminal."),
        DeclineReason::Unavailable => format!("De bank van de klant was op dat moment {likely}niet bereikbaar."),
        DeclineReason::Offline => format!("De kaart en uw betaalterminal hebben deze betaling {likely}geweigerd zonder de bank te raadplegen."),
        DeclineReason::NoConnection => format!("Uw betaalterminal had {likely}geen verbinding met de bank."),
        DeclineReason::CardNotAuthenticated => format!("Uw betaalterminal kon deze kaart {likely}niet controleren."),
        DeclineReason::CardNotAccepted | DeclineReason::Unexplained => match by {
            Decider::Reader | Decider::Terminal => format!("Uw betaalterminal heeft deze betaling {likely}geweigerd."),
            Decider::Card => format!("De kaart zelf heeft deze betaling {likely}geweigerd."),
            Decider::Bank => format!("De bank van de klant heeft deze betaling {likely}geweigerd."),
            Decider::Acquirer => format!("Deze betaling is {likely}geweigerd voordat ze bij de bank van de klant aankwam."),
            Decider::NobodyReached => format!("Deze betaling is {likely}geweigerd omdat er geen bank bereikbaar was."),
            Decider::Unknown => "Deze betaling is geweigerd.".into(),
        },
    }
}

fn follow_up(kind: Kind, result: FollowUpResult) -> String {
    let it = match kind {
        Kind::Refund => "terugbetaling",
        Kind::Void => "annulering",
        Kind::Completion => "definitieve afschrijving",
        Kind::Sale => "betaling",
    };
    match (result, kind) {
        (FollowUpResult::Done, _) => format!("De {it} is gelukt."),
        (FollowUpResult::Declined, Kind::Refund) => "De terugbetaling is geweigerd, de klant heeft het geld dus nog niet terug.".into(),
        (FollowUpResult::Declined, Kind::Void) => "De annulering is geweigerd, de betaling blijft dus staan.".into(),
        (FollowUpResult::Declined, Kind::Completion) => "De definitieve afschrijving is geweigerd, het bedrag is dus niet afgeschreven.".into(),
        (FollowUpResult::Declined, Kind::Sale) => "De betaling is geweigerd.".into(),
        (FollowUpResult::NotFinished, _) => format!("De {it} is nog niet afgerond."),
        (FollowUpResult::Unknown, _) => format!("Het is nog niet duidelijk of de {it} gelukt is."),
    }
}

fn calm(calm: Calm) -> &'static str {
    match calm {
        Calm::Normal => "Dat is heel gewoon.",
        Calm::TerminalWorks => "Uw betaalterminal werkt gewoon goed.",
        Calm::AfterSeveralTaps => "Dat gebeurt na een paar betalingen zonder pincode. Uw betaalterminal werkt gewoon goed.",
        Calm::NothingToDo => "U hoeft niets te doen.",
        Calm::MoneyTakesDays => "Het kan een paar dagen duren voordat de klant het geld ziet.",
    }
}

fn next(step: NextStep, amounts: &Amounts) -> Option<String> {
    let said = match step {
        NextStep::Nothing => return None,
        NextStep::InsertCard => "Laat de klant de kaart insteken en de pincode intoetsen, alstublieft.",
        NextStep::InsertOrOtherCard => "Laat de klant de kaart insteken of een andere kaart gebruiken.",
        NextStep::InsertOrCheckConnection => "Laat de klant de kaart insteken of een andere gebruiken, en controleer de verbinding.",
        NextStep::EnterPin => "Laat de klant de kaart opnieuw tegen de terminal houden en de pincode intoetsen.",
        NextStep::RightPin => "Probeer het nog eens met de juiste pincode, alstublieft.",
        NextStep::UnlockPhone => "Laat de klant de telefoon ontgrendelen en opnieuw tegen de terminal houden.",
        NextStep::TryAnotherCard => "Probeert u het met een andere kaart; de klant kan zijn bank om uitleg vragen.",
        NextStep::PayAnotherWay => "Vraagt u om een andere kaart, een telefoon of een andere manier van betalen.",
        NextStep::TryLater => "Probeert u het over een paar minuten nog eens; uw betaalterminal is in orde.",
        NextStep::CheckConnection => "Controleert u de internetverbinding van uw betaalterminal en probeert u het dan nog eens.",
        NextStep::AskAcquirer => "Laat u dit nakijken door de bank die uw kaartbetalingen verwerkt.",
        NextStep::ConfirmOnline => "De klant moet de bestelling bevestigen in de browser of de app van de bank.",
        NextStep::LookUpFirst => "Kijkt u eerst in uw transactieoverzicht voordat u het nog eens probeert.",
        NextStep::Wait => "Een ogenblik alstublieft, ik kijk zo nog een keer.",
        NextStep::PayTheRest => match &amounts.rest {
            Some(rest) => return Some(format!("Laat de overige {rest} op een andere manier betalen, alstublieft.")),
            None => "Laat de rest op een andere manier betalen, alstublieft.",
        },
    };
    Some(said.to_owned())
}
