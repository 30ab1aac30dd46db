//! The kinds of values that are read, with their tags and the names that logs use.

use super::tags;
use crate::decode::Code;

/// Kinds of values, by what is said of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Tvr,
    Tsi,
    Ctq,
    CvmResults,
    /// The card's methods.
    CvmList,
    Aid,
    HostCode,
    /// The scheme or wallet of a transaction.
    Method,
    /// How the card was read: a word, or digits.
    EntryMode,
    Bits(Code),
    /// 9F6E, of Amex or of Visa.
    EnhancedOrForm,
    FormFactor,
    Currency,
    Country,
    /// Twelve digits.
    Amount,
    Cryptogram,
    /// A list of tags with lengths.
    Dol,
    /// It identifies a card or a person.
    Hidden,
    /// Another tag, whose value is not read here.
    Other,
}

/// Tag, the names that logs use, the kind. The first row of a tag is that of the tag itself.
pub(super) const ROWS: &[(&str, &[&str], Kind)] = &[
    ("95", &["TVR", "TERMINALVERIFICATIONRESULTS", "TERMINALVERIFICATIONRESULT"], Kind::Tvr),
    ("9B", &["TSI", "TRANSACTIONSTATUSINFORMATION"], Kind::Tsi),
    ("9F6C", &["CTQ", "CARDTRANSACTIONQUALIFIERS"], Kind::Ctq),
    ("9F34", &["CVMRESULTS", "CVMRESULT", "CVMR", "CVM", "CVMPERFORMED"], Kind::CvmResults),
    ("8E", &["CVMLIST"], Kind::CvmList),
    ("84", &["AID", "DFNAME"], Kind::Aid),
    ("4F", &[], Kind::Aid),
    ("9F06", &[], Kind::Aid),
    (
        "8A",
        &[
            "HOSTRESPCODE",
            "HOSTCODE",
            "HOSTRESPONSECODE",
            "RESPONSECODE",
            "RESPCODE",
            "HOSTRESPONSE",
            "HOSTRESP",
            "ISSUERRESPONSE",
            "ISSUERRESPONSECODE",
            "AUTHRESPONSECODE",
            "AUTHORIZATIONRESPONSECODE",
            "DECLINECODE",
            "ARC",
            "RC",
            "DECLINED",
            "RESP",
            "RESULTCODE",
            "CODE",
        ],
        Kind::HostCode,
    ),
    ("39", &["DE39", "DE039", "F39", "FIELD39", "BIT39", "P39"], Kind::HostCode),
    // It has no tag; no word in upper case is its name here.
    ("paymentMethod", &["PAYMENTMETHOD", "CARDSCHEME", "SCHEME", "CARDBRAND", "BRAND"], Kind::Method),
    ("9F39", &["POSENTRYMODE"], Kind::EntryMode),
    ("entryMode", &["ENTRYMODE"], Kind::EntryMode),
    ("9F66", &["TTQ", "TERMINALTRANSACTIONQUALIFIERS"], Kind::Bits(Code::Ttq)),
    ("DF811B", &["KERNELCONFIGURATION"], Kind::Bits(Code::KernelConfiguration)),
    ("DF8118", &["CVMCAPABILITYCVMREQUIRED"], Kind::Bits(Code::CvmRequired)),
    ("DF8119", &["CVMCAPABILITYNOCVM"], Kind::Bits(Code::NoCvm)),
    ("9F1D", &["TERMINALRISKMGMTDATA"], Kind::Bits(Code::RiskData)),
    ("9F33", &["TERMINALCAPABILITY", "TERMINALCAPABILITIES"], Kind::Bits(Code::TerminalCapabilities)),
    ("9F35", &["TERMINALTYPE"], Kind::Bits(Code::TerminalType)),
    ("9F40", &["ADDITIONALTERMINALCAPABILITIES"], Kind::Bits(Code::AdditionalCapabilities)),
    ("9F6D", &["AMEXREADERCAPABILITY"], Kind::Bits(Code::AmexReader)),
    ("9F6E", &[], Kind::EnhancedOrForm),
    ("9F6E", &["AMEXEXREADERCAPABILITY"], Kind::Bits(Code::AmexEnhanced)),
    ("9F6E", &["FORMFACTOR", "FORMFACTORINDICATOR", "FFI"], Kind::FormFactor),
    ("9F49", &["DDOL", "DEFAULTDDOL"], Kind::Dol),
    ("97", &["TDOL", "DEFAULTTDOL"], Kind::Dol),
    ("8C", &["CDOL1"], Kind::Dol),
    ("8D", &["CDOL2"], Kind::Dol),
    ("9F38", &["PDOL"], Kind::Dol),
    ("5F2A", &[], Kind::Currency),
    ("9F1A", &[], Kind::Country),
    ("5F28", &[], Kind::Country),
    ("9F02", &[], Kind::Amount),
    ("9F03", &[], Kind::Amount),
    ("DF8123", &[], Kind::Amount),
    ("DF8124", &[], Kind::Amount),
    ("DF8125", &[], Kind::Amount),
    ("DF8126", &[], Kind::Amount),
    ("9F27", &["CID"], Kind::Cryptogram),
    ("5A", &["PAN", "ACCOUNT", "CARDNUMBER"], Kind::Hidden),
    ("57", &["TRACK2"], Kind::Hidden),
    ("56", &["TRACK1"], Kind::Hidden),
    ("9F6B", &[], Kind::Hidden),
    ("9F1F", &[], Kind::Hidden),
    ("9F20", &[], Kind::Hidden),
    ("5F20", &["CARDHOLDERNAME"], Kind::Hidden),
    ("9F0B", &[], Kind::Hidden),
    ("5F24", &["EXPIRY"], Kind::Hidden),
];

/// The kind of a word that is a tag or a name, with the tag; nothing for every other word.
pub(super) fn named(word: &str) -> Option<Name> {
    let plain = plain(word);
    let plain = plain.strip_prefix("TAG").or_else(|| plain.strip_prefix("0X")).unwrap_or(&plain);
    if let Some(name) = tagged(plain) {
        return Some(name);
    }
    let (tag, _, kind) = ROWS.iter().find(|(_, names, _)| names.contains(&plain))?;
    Some(Name { tag: (*tag).to_owned(), kind: *kind, is_tag: false })
}

/// The kind of a tag in upper case.
pub(super) fn tagged(tag: &str) -> Option<Name> {
    let kind = match ROWS.iter().find(|(known, ..)| *known == tag) {
        Some((.., kind)) => *kind,
        None if tags::is_tag(tag) => Kind::Other,
        None => return None,
    };
    Some(Name { tag: tag.to_owned(), kind, is_tag: true })
}

/// Names of a host code that may be words of another sentence: a code counts behind them only where its meaning is known.
const VAGUE: &[&str] = &["DECLINED", "RESP", "RESULTCODE", "CODE"];

/// Whether a name, as it is spelled, may also be a word of another sentence.
pub(super) fn is_vague(spelled: &str) -> bool {
    let plain = plain(spelled);
    VAGUE.contains(&plain.as_str())
}

/// Upper case, without what joins words.
pub(super) fn plain(word: &str) -> String {
    word.chars().filter(|sign| *sign != '_').map(|sign| sign.to_ascii_uppercase()).collect()
}

/// What stands before a value.
pub(super) struct Name {
    pub(super) tag: String,
    pub(super) kind: Kind,
    /// It is the tag itself, and no word for it.
    pub(super) is_tag: bool,
}

/// Whether it is known what a tag is.
pub(super) fn is_known(tag: &str) -> bool {
    tagged(tag).is_some_and(|name| name.kind != Kind::Other || tags::name(tag).is_some())
}

/// Whether values of this kind, which is read here, may have so many bytes.
pub(super) fn has(kind: Kind, bytes: u8) -> bool {
    match kind {
        Kind::HostCode => bytes == 2,
        Kind::Aid => (5..=16).contains(&bytes),
        Kind::EntryMode => bytes == 1,
        Kind::Other => false,
        _ => size(kind, "") == Some(bytes.into()),
    }
}

/// Bytes of every value of this kind, where they are always as many.
pub(super) fn size(kind: Kind, tag: &str) -> Option<usize> {
    Some(match kind {
        Kind::Tvr => 5,
        Kind::Tsi | Kind::Ctq | Kind::Currency | Kind::Country => 2,
        Kind::CvmResults => 3,
        Kind::EntryMode if tag == "9F39" => 1,
        Kind::Cryptogram => 1,
        Kind::EnhancedOrForm | Kind::FormFactor => 4,
        Kind::Amount => 6,
        Kind::Bits(code) => code.size(),
        Kind::Other => return tags::size(tag),
        Kind::EntryMode
        | Kind::CvmList
        | Kind::Aid
        | Kind::HostCode
        | Kind::Method
        | Kind::Dol
        | Kind::Hidden => {
            return None;
        }
    })
}
