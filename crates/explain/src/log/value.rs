//! Values: which bytes are kept, and words that are values.

use tapline_emv::entry::{Entry, Kind, Status};
use tapline_emv::performed::Verified;
use tapline_emv::tag::{Form, Tag, plain};
use tapline_emv::{Aid, Scheme, hex, method};

use super::{Decimal, Value, word};

/// Tags whose values are explained ([`super::meaning`]).
const EXPLAINED: &[u32] = &[
    0x95, 0x9B, 0x9F34, 0x84, 0x8A, 0x9F27, 0x9F10, 0x82, 0x9F39, 0x5F2A, 0x9F02, 0x9F03, 0x9F1A, 0x5F28,
    0x9F33, 0x9F35, 0x9F40, 0x9F66, 0x9F6C, 0x9F6D, 0x9F6E, 0x9F1D, 0xDF_811B, 0xDF_8118, 0xDF_8119,
    0xDF_8115, 0xDF_8129, 0xDF_8120, 0xDF_8121, 0xDF_8122, 0x9F0D, 0x9F0E, 0x9F0F, 0xDF_8123, 0xDF_8124,
    0xDF_8125, 0xDF_8126, 0x8E, 0x8C, 0x8D, 0x9F38, 0x9F49, 0x97, 0x9F17,
];

/// The value kept for the bytes of a tag; `None` if the tag isn't explained.
pub(super) fn kept(tag: Tag, bytes: &[u8]) -> Option<Value> {
    let has_structure =
        tapline_emv::third_party::device(bytes).is_some() || tapline_emv::iad::read(bytes).is_some();
    if tag.is_private() || !has_structure && word::is_card_number(&hex::text(bytes)) {
        return Some(Value::Hidden);
    }
    if let Some(entry) = (tag == Tag(0x9F39)).then(|| entry(&hex::text(bytes))).flatten() {
        return Some(Value::Entry(entry));
    }
    if tag.row().is_some_and(|row| row.form == Form::Code) {
        return code_of_bytes(bytes).map(Value::Code);
    }
    let is_explained = EXPLAINED.contains(&super::field::of_tag(tag).tag()?.0);
    // Mastercard has other data of two bytes there.
    let is_foreign = matches!(tag.0, 0x9F66 | 0x9F6D) && bytes.len() == 2;
    (is_explained && !is_foreign).then(|| Value::Bytes(bytes.to_vec()))
}

/// A number of twelve digits.
pub(super) fn number(digits: [u8; 6]) -> Option<u64> {
    hex::text(&digits).parse().ok()
}

fn code_of_bytes(bytes: &[u8]) -> Option<String> {
    let is_sign = |byte: &u8| byte.is_ascii_digit() || byte.is_ascii_uppercase();
    (bytes.len() == 2 && bytes.iter().all(is_sign))
        .then(|| bytes.iter().map(|byte| char::from(*byte)).collect())
}

/// A host code in characters, or its bytes in hex: `51`, `Z3`, `3535`.
pub(super) fn code(text: &str) -> Option<String> {
    let is_code = (2..=3).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if is_code {
        return Some(text.to_ascii_uppercase());
    }
    code_of_bytes(&hex::bytes(text).filter(|_| text.len() == 4)?)
}

/// True for a host code that a scheme knows.
pub(super) fn is_known_code(code: &str) -> bool {
    Scheme::ALL.iter().any(|scheme| tapline_emv::host::read(code, *scheme, true).is_some())
}

/// Entry mode in words, or by field 22 of ISO 8583:1987, also without the last digit or with a zero before.
pub(super) fn entry(text: &str) -> Option<Entry> {
    let digits = word::is_decimal(text);
    let text = if digits && text.len() == 4 { text.strip_prefix('0').unwrap_or(text) } else { text };
    let known = match Entry::read(text) {
        Entry::Unknown if digits && text.len() == 2 => Entry::read(&format!("{text}0")),
        entry => entry,
    };
    (known != Entry::Unknown).then_some(known)
}

/// Words of a verification, as receipts and processors write them, by their plain spelling (which has no accents).
const VERIFIED: &[(Verified, &str)] = &[
    (
        Verified::Nothing,
        "NOCVM NOCVMREQUIRED NONE NOTREQUIRED NOTPERFORMED NOCVMPERFORMED NOVERIFICATION NOVERIFICATIONREQUIRED \
         CVMNOTREQUIRED NOCARDHOLDERVERIFICATION NOPIN NOPINREQUIRED NOSIGNATUREREQUIRED KEINPIN KEINEPIN OHNEPIN \
         SANSCODE SANSPIN ZONDERPIN GEENPIN GEENPINCODE SINPIN SENZAPIN",
    ),
    (Verified::PinOrSignature, "PINORSIGNATURE SIGNATUREORPIN"),
    (
        Verified::Pin,
        "PIN ONLINEPIN OFFLINEPIN PINONLINE PINOFFLINE ENCIPHEREDPINONLINE ENCIPHEREDONLINEPIN ENCRYPTEDPIN \
         ENCRYPTEDONLINEPIN PLAINTEXTPIN PINVERIFIED VERIFIEDBYPIN PINVERIFIEDONLINE PINOK PINGEPRFT PINGEPRUEFT \
         PINENTERED PINUSED OFFLINEPINVERIFIED ONLINEPINVERIFIED CODEPIN PINEINGEGEBEN CODEVRIFI CODEVERIFIE \
         PINGECONTROLEERD PINVERIFICADO PINCORRECTO PINVERIFICATO PINCORRETTO",
    ),
    (
        Verified::Signature,
        "SIGNATURE SIGN VERIFIEDBYSIGNATURE SIGNATUREVERIFIED SIGNATUREREQUIRED OBTAINSIGNATURE PAPERSIGNATURE \
         UNTERSCHRIFT HANDTEKENING FIRMA FIRMADELCLIENTE FIRMADELTITULAR",
    ),
    (
        Verified::OnDevice,
        "CDCVM ONDEVICE DEVICE ONDEVICECVM CONSUMERDEVICECVM CDCVMPERFORMED VERIFIEDBYDEVICE VERIFIEDONDEVICE \
         DEVICEVERIFIED DEVICECVM CARDHOLDERDEVICE MOBILECVM CONFIRMATIONCODEVERIFIED BIOMETRIC",
    ),
    (Verified::Failed, "FAILED CVMFAILED PINFAILED VERIFICATIONFAILED"),
];

/// Words of a verification that alone may be a heading, or mean something else.
const HEADINGS: &str = "PIN NONE NOTREQUIRED NOTPERFORMED SIGN DEVICE FAILED BIOMETRIC PINORSIGNATURE SIGNATUREORPIN \
     CODEPIN FIRMA HANDTEKENING";

const STATUSES: &[(Status, &str)] = &[
    (
        Status::Declined,
        "DECLINED REFUSED DENIED REJECTED NOTAPPROVED NOTAUTHORISED NOTAUTHORIZED DECLINE ABGELEHNT NICHTGENEHMIGT \
         REFUS REFUSE REFUSEE GEWEIGERD AFGEWEZEN NIETGOEDGEKEURD DENEGADA DENEGADO RECHAZADA RECHAZADO NEGATA NEGATO \
         RIFIUTATA RIFIUTATO NONAPPROVATA NONAUTORIZZATA OFFLINEDECLINED",
    ),
    (
        Status::Approved,
        "APPROVED AUTHORISED AUTHORIZED ACCEPTED CAPTURED SUCCESS SUCCESSFUL SUCCEEDED APPROVE GENEHMIGT AUTORISIERT \
         ACCEPTE ACCEPTEE AUTORISE AUTORISEE AKKOORD GOEDGEKEURD APROBADA APROBADO ACEPTADA ACEPTADO AUTORIZADA \
         AUTORIZADO APPROVATA APPROVATO AUTORIZZATA AUTORIZZATO OFFLINEAPPROVED",
    ),
    (Status::Reversed, "REVERSED REVERSAL"),
    (Status::Voided, "VOIDED CANCELLED CANCELED"),
    (Status::Open, "PROCESSING PENDING"),
];

fn listed<T: Copy>(table: &[(T, &str)], text: &str) -> Option<T> {
    let text = plain(text);
    table.iter().find(|(_, words)| word::is_in(words, &text)).map(|(value, _)| *value)
}

/// A verification in words; the service's numbers are not words.
pub(super) fn verified(text: &str) -> Option<Verified> {
    listed(VERIFIED, &text.replace('/', "or"))
}

/// A verification in words that need no name before them.
pub(super) fn verified_phrase(text: &str) -> Option<Verified> {
    verified(text).filter(|_| !word::is_in(HEADINGS, &plain(text)))
}

/// A status in a word; the service's own numbers are none.
pub(super) fn status(text: &str) -> Option<Status> {
    listed(STATUSES, text)
}

/// Kind of a transaction in words.
pub(super) fn kind(text: &str) -> Option<Kind> {
    const SALES: &str = "SALE PURCHASE AUTH PAYMENT GOODSANDSERVICES GOODS PREAUTH AUTHORIZATION";
    Some(Kind::read(text)).filter(|kind| *kind != Kind::Sale || word::is_in(SALES, &plain(text)))
}

/// A payment method that is known, by name or code.
pub(super) fn payment_method(text: &str) -> Option<String> {
    (Scheme::from_method(text).is_some() || method::likely(text).is_some()).then(|| text.to_owned())
}

/// `62.00`, `1.234,56`.
pub(super) fn decimal(text: &str) -> Option<Decimal> {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let decimals = text.len().checked_sub(text.rfind(['.', ','])? + 1)?;
    Some(Decimal {
        digits: digits.parse().ok().filter(|_| digits.len() <= 12)?,
        decimals: u32::try_from(decimals).ok()?,
    })
}

/// True for an AID whose owner and product are known: digits behind it don't belong to it.
pub(super) fn has_product(digits: &str) -> bool {
    Aid::parse(digits).is_ok_and(|aid| tapline_emv::aid::product(&aid).is_some())
}

/// Byte of 9F27 for the name of a cryptogram.
pub(super) fn cryptogram(text: &str) -> Option<u8> {
    match text {
        "AAC" => Some(0x00),
        "TC" => Some(0x40),
        "ARQC" => Some(0x80),
        _ => None,
    }
}
