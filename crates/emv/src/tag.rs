//! The table of tags: size, short and long name, and the names that logs and processors use. One row a tag.
//!
//! Not the meaning of values: those are the modules of each tag. EMV 4.4 Book 3, Annex A; EMV Book C-2 v2.11, Annex A (`DF81xx`) as open
//! kernels cite it; Visa, Mastercard and Amex share 9F66 to 9F6E. Invariant: no spelling leads to two rows.

use std::fmt;

/// A BER tag of one to four bytes, such as `9F34`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tag(pub u32);

/// Format of the values of a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Bytes, of which bits or numbers are read.
    Bytes,
    /// Two or three characters.
    Code,
    /// A list of tags with lengths.
    List,
    /// Identifies a card or a person: never repeated.
    Private,
}

/// Facts about one tag.
#[derive(Debug)]
pub struct TagRow {
    pub tag: Tag,
    /// Bytes of a value at least and at most.
    pub least: usize,
    pub most: usize,
    pub form: Form,
    /// "TVR"; empty where people say the tag.
    pub short: &'static str,
    /// The book's name.
    pub name: &'static str,
    /// Further names of logs and processors: upper case, letters and digits only.
    pub names: &'static [&'static str],
}

const fn row(
    tag: u32,
    (least, most): (usize, usize),
    form: Form,
    short: &'static str,
    name: &'static str,
    names: &'static [&'static str],
) -> TagRow {
    TagRow { tag: Tag(tag), least, most, form, short, name, names }
}

const B: Form = Form::Bytes;
const P: Form = Form::Private;
const L: Form = Form::List;

#[rustfmt::skip]
pub static TAGS: &[TagRow] = &[
    row(0x95, (5, 5), B, "TVR", "Terminal Verification Results", &["TERMINALVERIFICATIONRESULT", "TVRHEX"]),
    row(0x9B, (2, 2), B, "TSI", "Transaction Status Information", &["TRANSACTIONSTATUSINFO"]),
    row(0x9F34, (3, 3), B, "CVM", "Cardholder Verification Method Results", &["CVMR", "CVMRESULTS", "CVMRESULT", "CVMPERFORMED", "CARDHOLDERVERIFICATIONMETHOD", "CARDHOLDERVERIFICATIONRESULTS", "CARDHOLDERVERIFICATIONRESULT", "CARDHOLDERVERIFICATIONMETHODRESULT", "CARDHOLDERVERIFICATION", "CARDHOLDERVERIFICATIONMETHODUSED", "VERIFICATIONMETHOD", "CVMMETHOD", "CVMUSED", "CVMTYPE"]),
    row(0x84, (5, 16), B, "AID", "Dedicated File Name", &["DFNAME", "DEDICATEDFILENAMEDF", "DEDICATEDFILENAMEAID", "APPLICATIONID", "APPID", "EMVAID", "CARDAID", "SELECTEDAID"]),
    row(0x4F, (5, 16), B, "", "Application Dedicated File Name", &["ADFNAME", "AIDCARD", "APPLICATIONIDENTIFIERCARD", "APPLICATIONIDENTIFIERADF"]),
    row(0x9F06, (5, 16), B, "", "Application Identifier", &["AIDTERMINAL", "APPLICATIONIDENTIFIERTERMINAL", "APPLICATIONIDENTIFIERAIDTERMINAL", "APPLICATIONIDENTIFIERAID"]),
    row(0x8A, (2, 2), Form::Code, "ARC", "Authorisation Response Code", &["AUTHORIZATIONRESPONSECODE", "AUTHRESPONSECODE", "HOSTRESPCODE", "HOSTCODE", "HOSTRESPONSECODE", "RESPONSECODE", "RESPCODE", "HOSTRESPONSE", "HOSTRESP", "ISSUERRESPONSE", "ISSUERRESPONSECODE", "ACQUIRERRESPONSECODE", "NETWORKRESPONSECODE", "BANKRESPONSECODE", "DECLINECODE", "RC", "ANTWORTCODE", "RETURNCODE", "CODERETOUR", "CODEREPONSE", "CODIGORESPUESTA"]),
    row(0x39, (2, 2), Form::Code, "", "Response code of the host's message", &["DE39", "DE039", "F39", "FIELD39", "BIT39", "P39"]),
    row(0x9F27, (1, 1), B, "CID", "Cryptogram Information Data", &["CRYPTOGRAMINFODATA", "CRYPTOGRAMINFORMATION"]),
    row(0x9F10, (1, 32), B, "IAD", "Issuer Application Data", &[]),
    row(0x82, (2, 2), B, "AIP", "Application Interchange Profile", &[]),
    row(0x9F39, (1, 1), B, "", "Point-of-Service Entry Mode", &["POSENTRYMODE", "POINTOFSERVICEPOSENTRYMODE", "POSENTRY", "DE22", "DE022", "F22", "FIELD22", "BIT22", "POSDATAENTRYMODE", "PANENTRYMODE"]),
    row(0x9F26, (8, 8), B, "", "Application Cryptogram", &["CRYPTOGRAM", "ARQC", "EMVCRYPTOGRAM"]),
    row(0x9F36, (2, 2), B, "ATC", "Application Transaction Counter", &[]),
    row(0x5F2A, (2, 2), B, "", "Transaction Currency Code", &["TXNCURRENCYCODE", "DE49", "FIELD49"]),
    row(0x9F02, (6, 6), B, "", "Amount, Authorised", &["AMOUNTAUTHORISEDNUMERIC", "AMOUNTAUTHORIZED", "AMOUNTAUTHORIZEDNUMERIC", "AUTHORISEDAMOUNT", "AUTHORIZEDAMOUNT", "DE4", "DE04", "DE004", "FIELD4"]),
    row(0x9F03, (6, 6), B, "", "Amount, Other", &["AMOUNTOTHERNUMERIC", "CASHBACKAMOUNT", "OTHERAMOUNT"]),
    row(0x9F1A, (2, 2), B, "", "Terminal Country Code", &[]),
    row(0x5F28, (2, 2), B, "", "Issuer Country Code", &[]),
    row(0x9F33, (3, 3), B, "", "Terminal Capabilities", &["TERMINALCAPABILITY"]),
    row(0x9F35, (1, 1), B, "", "Terminal Type", &[]),
    row(0x9F40, (5, 5), B, "", "Additional Terminal Capabilities", &[]),
    row(0x9F66, (4, 4), B, "TTQ", "Terminal Transaction Qualifiers", &["TTQTERMINALTRANSACTIONQUALIFIERS"]),
    row(0x9F6C, (2, 2), B, "CTQ", "Card Transaction Qualifiers", &[]),
    row(0x9F6D, (1, 1), B, "", "Contactless Reader Capabilities", &["AMEXREADERCAPABILITY"]),
    row(0x9F6E, (4, 32), B, "", "Form Factor Indicator", &["FORMFACTOR", "FFI", "THIRDPARTYDATA", "AMEXEXREADERCAPABILITY", "ENHANCEDCONTACTLESSREADERCAPABILITIES"]),
    row(0x9F1D, (8, 8), B, "", "Terminal Risk Management Data", &["TERMINALRISKMGMTDATA"]),
    row(0xDF_811B, (1, 1), B, "", "Kernel Configuration", &[]),
    row(0xDF_8118, (1, 1), B, "", "CVM Capability - CVM Required", &["CVMCAPABILITYCVMREQUIRED"]),
    row(0xDF_8119, (1, 1), B, "", "CVM Capability - No CVM Required", &["CVMCAPABILITYNOCVM"]),
    row(0xDF_8115, (6, 6), B, "", "Error Indication", &[]),
    row(0xDF_8129, (8, 8), B, "", "Outcome Parameter Set", &[]),
    row(0xDF_8116, (22, 24), B, "", "User Interface Request Data", &[]),
    row(0xDF_8117, (1, 1), B, "", "Card Data Input Capability", &[]),
    row(0xDF_811F, (1, 1), B, "", "Security Capability", &[]),
    row(0xDF_811E, (1, 1), B, "", "Mag-stripe CVM Capability - CVM Required", &[]),
    row(0xDF_812C, (1, 1), B, "", "Mag-stripe CVM Capability - No CVM Required", &[]),
    row(0xDF_8120, (5, 5), B, "", "Terminal Action Code - Default", &["TACDEFAULT"]),
    row(0xDF_8121, (5, 5), B, "", "Terminal Action Code - Denial", &["TACDENIAL"]),
    row(0xDF_8122, (5, 5), B, "", "Terminal Action Code - Online", &["TACONLINE"]),
    row(0x9F0D, (5, 5), B, "", "Issuer Action Code - Default", &["IACDEFAULT"]),
    row(0x9F0E, (5, 5), B, "", "Issuer Action Code - Denial", &["IACDENIAL"]),
    row(0x9F0F, (5, 5), B, "", "Issuer Action Code - Online", &["IACONLINE"]),
    row(0xDF_8123, (6, 6), B, "", "Reader Contactless Floor Limit", &[]),
    row(0xDF_8124, (6, 6), B, "", "Reader Contactless Transaction Limit (No On-device CVM)", &[]),
    row(0xDF_8125, (6, 6), B, "", "Reader Contactless Transaction Limit (On-device CVM)", &[]),
    row(0xDF_8126, (6, 6), B, "", "Reader CVM Required Limit", &[]),
    row(0x8E, (10, 252), B, "", "CVM List", &["CARDHOLDERVERIFICATIONMETHODLIST", "CARDHOLDERVERIFICATIONMETHODCVMLIST"]),
    row(0x8C, (2, 252), L, "CDOL1", "Card Risk Management Data Object List 1", &[]),
    row(0x8D, (2, 252), L, "CDOL2", "Card Risk Management Data Object List 2", &[]),
    row(0x9F38, (2, 252), L, "PDOL", "Processing Options Data Object List", &[]),
    row(0x9F49, (2, 252), L, "DDOL", "Dynamic Data Authentication Data Object List", &["DEFAULTDDOL"]),
    row(0x97, (2, 252), L, "TDOL", "Transaction Certificate Data Object List", &["DEFAULTTDOL"]),
    row(0x9F69, (1, 16), B, "", "Card Authentication Related Data", &[]),
    row(0x5A, (4, 10), P, "PAN", "Application Primary Account Number", &["ACCOUNT", "CARDNUMBER", "PRIMARYACCOUNTNUMBER", "ACCOUNTNUMBER", "DE2", "DE02", "DE002"]),
    row(0x57, (4, 19), P, "", "Track 2 Equivalent Data", &["TRACK2", "DE35"]),
    row(0x56, (1, 76), P, "", "Track 1 Data", &["TRACK1"]),
    row(0x9F6B, (4, 19), P, "", "Track 2 Data", &[]),
    row(0x9F1F, (1, 54), P, "", "Track 1 Discretionary Data", &[]),
    row(0x9F20, (1, 19), P, "", "Track 2 Discretionary Data", &[]),
    row(0x5F20, (2, 26), P, "", "Cardholder Name", &["CARDHOLDER", "NAMEONCARD"]),
    row(0x9F0B, (27, 45), P, "", "Cardholder Name Extended", &[]),
    row(0x5F24, (3, 3), P, "", "Application Expiration Date", &["EXPIRY", "EXPIRYDATE", "EXPIRATIONDATE"]),
    row(0x9F25, (2, 2), P, "", "Last 4 Digits of PAN", &[]),
    row(0x9F24, (29, 29), P, "PAR", "Payment Account Reference", &[]),
    row(0x50, (1, 16), B, "", "Application Label", &[]),
    row(0x5F25, (3, 3), B, "", "Application Effective Date", &[]),
    row(0x5F2D, (2, 8), B, "", "Language Preference", &[]),
    row(0x5F30, (2, 2), B, "", "Service Code", &[]),
    row(0x5F34, (1, 1), B, "PSN", "Application PAN Sequence Number", &["PANSEQUENCENUMBER", "CARDSEQUENCENUMBER"]),
    row(0x5F36, (1, 1), B, "", "Transaction Currency Exponent", &[]),
    row(0x5F57, (1, 1), B, "", "Account Type", &[]),
    row(0x71, (1, 127), B, "", "Issuer Script Template 1", &[]),
    row(0x72, (1, 127), B, "", "Issuer Script Template 2", &[]),
    row(0x86, (1, 261), B, "", "Issuer Script Command", &[]),
    row(0x87, (1, 1), B, "", "Application Priority Indicator", &[]),
    row(0x88, (1, 1), B, "SFI", "Short File Identifier", &[]),
    row(0x89, (6, 6), B, "", "Authorisation Code", &["AUTHORIZATIONCODE", "APPROVALCODE"]),
    row(0x8F, (1, 1), B, "", "Certification Authority Public Key Index", &[]),
    row(0x90, (64, 255), B, "", "Issuer Public Key Certificate", &[]),
    row(0x91, (8, 16), B, "", "Issuer Authentication Data", &[]),
    row(0x92, (1, 255), B, "", "Issuer Public Key Remainder", &[]),
    row(0x93, (64, 255), B, "", "Signed Static Application Data", &[]),
    row(0x94, (4, 252), B, "AFL", "Application File Locator", &[]),
    row(0x9A, (3, 3), B, "", "Transaction Date", &[]),
    row(0x9C, (1, 1), B, "", "Transaction Type", &[]),
    row(0x9F01, (6, 6), B, "", "Acquirer Identifier", &[]),
    row(0x9F05, (1, 32), B, "", "Application Discretionary Data", &[]),
    row(0x9F07, (2, 2), B, "AUC", "Application Usage Control", &[]),
    row(0x9F08, (2, 2), B, "", "Application Version Number (Card)", &[]),
    row(0x9F09, (2, 2), B, "", "Application Version Number (Terminal)", &["APPLICATIONVERSIONNUMBER"]),
    row(0x9F0A, (1, 127), B, "", "Application Selection Registered Proprietary Data", &[]),
    row(0x9F11, (1, 1), B, "", "Issuer Code Table Index", &[]),
    row(0x9F12, (1, 16), B, "", "Application Preferred Name", &[]),
    row(0x9F15, (2, 2), B, "MCC", "Merchant Category Code", &[]),
    row(0x9F16, (15, 15), B, "", "Merchant Identifier", &[]),
    row(0x9F17, (1, 1), B, "", "PIN Try Counter", &[]),
    row(0x9F1B, (4, 4), B, "", "Terminal Floor Limit", &[]),
    row(0x9F1C, (8, 8), B, "", "Terminal Identification", &[]),
    row(0x9F1E, (8, 8), B, "", "Interface Device (IFD) Serial Number", &["IFDSERIALNUMBER"]),
    row(0x9F21, (3, 3), B, "", "Transaction Time", &[]),
    row(0x9F2A, (1, 8), B, "", "Kernel Identifier", &[]),
    row(0x9F32, (1, 3), B, "", "Issuer Public Key Exponent", &[]),
    row(0x9F37, (4, 4), B, "UN", "Unpredictable Number", &[]),
    row(0x9F41, (2, 4), B, "", "Transaction Sequence Counter", &[]),
    row(0x9F42, (2, 2), B, "", "Application Currency Code", &[]),
    row(0x9F44, (1, 1), B, "", "Application Currency Exponent", &[]),
    row(0x9F45, (2, 2), B, "", "Data Authentication Code", &[]),
    row(0x9F46, (64, 255), B, "", "ICC Public Key Certificate", &[]),
    row(0x9F47, (1, 3), B, "", "ICC Public Key Exponent", &[]),
    row(0x9F48, (1, 255), B, "", "ICC Public Key Remainder", &[]),
    row(0x9F4A, (1, 1), B, "", "SDA Tag List", &[]),
    row(0x9F4B, (64, 255), B, "", "Signed Dynamic Application Data", &[]),
    row(0x9F4C, (2, 8), B, "", "ICC Dynamic Number", &[]),
    row(0x9F4E, (1, 127), B, "", "Merchant Name and Location", &[]),
    row(0x9F53, (1, 3), B, "", "Transaction Category Code", &[]),
    row(0x9F5D, (3, 6), B, "", "Application Capabilities Information", &[]),
    row(0x9F7C, (1, 32), B, "", "Customer Exclusive Data", &[]),
];

/// Further sizes: other data of Mastercard under tags of other schemes (EMV Book C-2, as emv-utils cites it), a 9F1D behind its length,
/// and a list of methods without a rule.
const OTHER_SIZES: &[(Tag, usize)] = &[(Tag(0x9F66), 2), (Tag(0x9F6D), 2), (Tag(0x9F1D), 9), (Tag(0x8E), 8)];

impl Tag {
    pub const TVR: Tag = Tag(0x95);
    pub const CVM_RESULTS: Tag = Tag(0x9F34);
    pub const AID: Tag = Tag(0x84);
    pub const HOST_CODE: Tag = Tag(0x8A);

    /// A tag of the table, or one of two or three bytes that has the form of one (EMV 4.4 Book 3, Annex B).
    pub fn parse(hex: &str) -> Option<Tag> {
        if !matches!(hex.len(), 2 | 4 | 6) || !hex.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return None;
        }
        let tag = Tag(u32::from_str_radix(hex, 16).ok()?);
        (tag.row().is_some() || tag.has_form()).then_some(tag)
    }

    fn has_form(self) -> bool {
        match self.0.to_be_bytes() {
            [0, 0, 0x5F | 0x9F | 0xBF | 0xDF, second] => (1..0x80).contains(&second),
            [0, 0x9F | 0xDF, second, third] => second > 0x80 && third < 0x80,
            _ => false,
        }
    }

    pub fn row(self) -> Option<&'static TagRow> {
        TAGS.iter().find(|row| row.tag == self)
    }

    /// Whole bytes of the tag itself.
    pub fn width(self) -> usize {
        self.to_string().len() / 2
    }

    pub fn is_private(self) -> bool {
        self.row().is_some_and(|row| row.form == Form::Private)
    }

    /// True if values may have so many bytes; any size where the tag isn't in the table.
    pub fn has_size(self, bytes: usize) -> bool {
        self.row().map_or((1..=255).contains(&bytes), |row| (row.least..=row.most).contains(&bytes))
            || OTHER_SIZES.contains(&(self, bytes))
    }

    /// The one size that values have; `None` where it varies or isn't known.
    pub fn size(self) -> Option<usize> {
        self.row().filter(|row| row.least == row.most).map(|row| row.most)
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0..=0xFF => write!(f, "{:02X}", self.0),
            0x100..=0xFFFF => write!(f, "{:04X}", self.0),
            0x1_0000..=0xFF_FFFF => write!(f, "{:06X}", self.0),
            _ => write!(f, "{:08X}", self.0),
        }
    }
}

impl fmt::Debug for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Upper case, letters and digits only: `terminal_type`, `terminalType` and "Terminal type" are one spelling.
pub fn plain(text: &str) -> String {
    text.chars().filter(char::is_ascii_alphanumeric).map(|sign| sign.to_ascii_uppercase()).collect()
}

impl TagRow {
    /// Every plain spelling that leads to this row.
    pub fn spellings(&self) -> impl Iterator<Item = String> {
        let long = Some(plain(self.name));
        let short = (!self.short.is_empty()).then(|| plain(self.short));
        let both = short.as_ref().zip(long.as_ref()).map(|(short, long)| format!("{long}{short}"));
        long.into_iter().chain(short).chain(both).chain(self.names.iter().map(|name| (*name).to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{TAGS, Tag, TagRow};

    #[test]
    fn no_spelling_leads_to_two_rows_and_each_tag_stands_once() {
        let mut seen: BTreeMap<String, Tag> = BTreeMap::new();
        for spelling in TAGS.iter().flat_map(|row| row.spellings().map(|text| (text, row.tag))) {
            let (text, tag) = spelling;
            assert!(seen.insert(text.clone(), tag).is_none_or(|other| other == tag), "{text}");
        }
        let mut tags: Vec<_> = TAGS.iter().map(|row: &TagRow| row.tag).collect();
        tags.sort_unstable();
        assert!(tags.windows(2).all(|pair| pair[0] != pair[1]));
    }

    #[test]
    fn a_tag_has_its_form_or_is_in_the_table() {
        for (text, expected) in [
            ("9F36", true),
            ("9F7A", true),
            ("DF8104", true),
            ("DF53", true),
            ("82", true),
            ("9F81", false),
            ("DF81", false),
            ("83", false),
            ("0000", false),
            ("9F3", false),
        ] {
            assert_eq!(Tag::parse(text).is_some(), expected, "{text}");
        }
        assert!(Tag(0x9F36).has_size(2) && !Tag(0x9F36).has_size(1) && Tag(0x9F7A).has_size(1));
        assert_eq!(
            (Tag(0x9F06).to_string(), Tag(0x95).width(), Tag(0xDF_8129).width()),
            ("9F06".into(), 1, 3)
        );
    }
}
