//! Words of receipts in six languages: outcome, verification and entry. A code of an authorization is none of a host.

use crate::check;

#[test]
fn the_verification_of_a_receipt_is_read_in_its_words() {
    check(&[
        ("CVM: Signature", "9F34=Signature"),
        ("CVM: No CVM", "9F34=Nothing"),
        ("CVM: Offline PIN", "9F34=Pin"),
        ("CVM: Online PIN verified", "9F34=Pin"),
        ("CVM: CDCVM", "9F34=OnDevice"),
        ("CVM: Device", "9F34=OnDevice"),
        ("VERIFIED BY PIN", "9F34=Pin"),
        ("PIN VERIFIED", "9F34=Pin"),
        ("NO CVM REQUIRED", "9F34=Nothing"),
        ("VERIFIED BY DEVICE", "9F34=OnDevice"),
        ("PIN geprüft", "9F34=Pin"),
        ("PIN eingegeben", "9F34=Pin"),
        ("Ohne PIN", "9F34=Nothing"),
        ("CVM: Unterschrift", "9F34=Signature"),
        ("CODE VÉRIFIÉ", "9F34=Pin"),
        ("Sans code", "9F34=Nothing"),
        ("PIN gecontroleerd", "9F34=Pin"),
        ("Geen pincode", "9F34=Nothing"),
        ("CVM: handtekening", "9F34=Signature"),
        ("PIN VERIFICADO", "9F34=Pin"),
        ("SIN PIN", "9F34=Nothing"),
        ("FIRMA DEL CLIENTE", "9F34=Signature"),
        ("PIN CORRETTO", "9F34=Pin"),
        ("SENZA PIN", "9F34=Nothing"),
    ]);
}

#[test]
fn the_outcome_of_a_receipt_is_read_in_its_words() {
    check(&[
        ("APPROVED", "Status=Approved"),
        ("DECLINED", "Status=Declined"),
        ("NOT APPROVED", "Status=Declined"),
        ("Genehmigt", "Status=Approved"),
        ("Nicht genehmigt", "Status=Declined"),
        ("Zahlung abgelehnt", "Status=Declined"),
        ("ACCEPTÉ", "Status=Approved"),
        ("PAIEMENT ACCEPTE", "Status=Approved"),
        ("PAIEMENT REFUSÉ", "Status=Declined"),
        ("We accept Visa", ""),
        ("REFUSÉ", "Status=Declined"),
        ("Goedgekeurd", "Status=Approved"),
        ("NIET GOEDGEKEURD", "Status=Declined"),
        ("OPERACION ACEPTADA", "Status=Approved"),
        ("OPERACION DENEGADA", "Status=Declined"),
        ("AUTORIZZATA", "Status=Approved"),
        ("NON AUTORIZZATA", "Status=Declined"),
        ("TRANSAZIONE RIFIUTATA", "Status=Declined"),
    ]);
}

#[test]
fn a_whole_receipt_is_one_payment() {
    check(&[
        (
            "CONTACTLESS\nAID: A0000000031010\nTVR: 0000000000\nTSI: 0000\nAUTH CODE: 123456\nAPPROVED\nNO CVM REQUIRED",
            "84=A0000000031010 95=0000000000 9B=0000 Status=Approved 9F34=Nothing",
        ),
        (
            "KONTAKTLOS\nAID A0000000041010\nBetrag EUR 62,00\nZahlung abgelehnt",
            "84=A0000000041010 Amount=6200/2 Status=Declined",
        ),
    ]);
    for text in [
        "VISA sans contact",
        "VISA SIN CONTACTO",
        "Visa senza contatto",
        "Visa contactloos",
        "Visa kontaktlos",
    ] {
        assert_eq!(tapline_explain::log::read(text).card.entry, tapline_emv::entry::Entry::Tap, "{text}");
    }
}
