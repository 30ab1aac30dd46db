//! One or two sentences for each finding.

use tapline_emv::check::{Below, Cover, Other, Problem, TerminalMethod, Threshold, Unreadable, Usual};
use tapline_emv::decode::{BitKind, BitRow, Code};
use tapline_emv::dol::DolError;
use tapline_emv::limits::is_no_limit;
use tapline_emv::money::AmountError;
use tapline_emv::tap::{Method, Methods};
use tapline_emv::{Comparison, Field, Finding, MAX_AMOUNT, Scheme};

use super::{method, mode};
use crate::say::tap::{any_of, card_without_tap, first_names, listed, methods, place};
use crate::say::{Text, capitalized};

/// The problem and its consequence.
pub fn message(finding: &Finding) -> Text {
    Text::new(words(finding))
}

/// The message below its title, without a first sentence that only repeats the title.
pub fn beyond_title(finding: &Finding) -> Text {
    match &finding.problem {
        Problem::LimitMissing(_) => Text::new(AmountError::Empty.sentence(&finding.currency)),
        Problem::Unreadable { reason: Unreadable::Hex(reason), .. } => Text::new(reason.clone()),
        _ => message(finding),
    }
}

fn words(finding: &Finding) -> String {
    let money = |minor: u64| {
        let money = finding.currency.money(minor);
        if is_no_limit(minor) { format!("{money} (no limit)") } else { money }
    };
    let at = |threshold: &Threshold| {
        let word = if threshold.comparison == Comparison::AtLeast { "From" } else { "Above" };
        format!("{word} {}", money(threshold.minor))
    };
    let param = |key| Field::Param(key).label();
    let amount_hint = || AmountError::Empty.sentence(&finding.currency);
    let of_terminals =
        if finding.others.is_empty() { String::new() } else { format!(" at {}", terminals(finding)) };
    let jcb = if finding.scheme == Some(Scheme::Jcb) {
        " A JCB reader likely uses other data than the stored TTQ."
    } else {
        ""
    };
    match &finding.problem {
        Problem::LimitMissing(limit) => {
            format!("{} is missing. {}", param(limit.param()), amount_hint())
        }
        Problem::LimitTooLarge { limit, minor } => {
            format!("{} is {minor}, above {MAX_AMOUNT} minor units. {}", param(limit.param()), amount_hint())
        }
        Problem::LimitUnreadable(limit) => {
            format!("{} is not a whole number of minor units. {}", param(limit.param()), amount_hint())
        }
        Problem::CvmNeverAsks { cvm, transaction, below } => {
            // "No limit" can't be raised, and no higher limit reaches it.
            let way_out = if is_no_limit(*cvm) || is_no_limit(*transaction) {
                "Lower the CVM limit."
            } else {
                "Lower the CVM limit or raise the transaction limit."
            };
            format!(
                "The CVM limit of {} applies to no accepted amount: the transaction limit is {}. {way_out}{}",
                money(*cvm),
                money(*transaction),
                below.map(self::below).unwrap_or_default()
            )
        }
        Problem::CvmAsksAtOneAmount { amount } => {
            format!("The CVM limit requires a PIN or phone unlock at exactly {} only.", money(*amount))
        }
        Problem::Unreadable { field, reason } => format!("{} {}", field.noun(), unreadable(reason)),
        Problem::NoTap(ground) => {
            format!("Likely no tap works{of_terminals}: no contactless mode is on ({}).", place(*ground))
        }
        Problem::CardToldNoTap(modes) => card_without_tap(*modes),
        Problem::FloorWithoutUse { floor } => {
            format!("A floor limit of {} has no effect{of_terminals}: online only.", money(*floor))
        }
        Problem::OfflineOnlyReader { floor } => format!(
            "The reader is declared offline only (TTQ byte 1 bit 4), but amounts above {} must go online.{jcb}",
            money(*floor)
        ),
        Problem::NoMethod { asks } => {
            let where_from = if finding.scheme == Some(Scheme::Amex) { "9F6E byte 2" } else { "the reader" };
            format!(
                "{} verification is required, and {where_from} offers no method{of_terminals}: such taps are likely declined.{jcb}",
                at(asks)
            )
        }
        Problem::PhoneUnlockMissing { asks } => format!(
            "{} phones are treated like cards{of_terminals}: the reader doesn't announce the phone's unlock (CDCVM).{jcb}",
            at(asks)
        ),
        Problem::PhonesNotSupported { asks } => format!(
            "{} phones are possibly treated like cards{of_terminals}: 9F6E byte 2 bit 8 announces the phone's unlock (CDCVM), but byte \
             1 bit 4 says that phones aren't supported.",
            at(asks)
        ),
        Problem::NoMethodForCards { asks } => {
            format!("{} no method works for a card: DF8118 has neither online PIN nor signature.", at(asks))
        }
        Problem::CvmWithoutEffect { asks } => {
            format!(
                "{} a card may pass without verification: the CVM limit has no effect for cards.",
                at(asks)
            )
        }
        Problem::NothingBelow { is_likely } => format!(
            "Up to the CVM limit no method works for a card: DF8119 has neither “No CVM” (bit 4) nor online PIN nor signature, so the tap \
             is {} declined.",
            if *is_likely { "likely" } else { "possibly" }
        ),
        Problem::RequiredBelow(required) => format!(
            "Up to the CVM limit, DF8119 doesn't allow “No CVM” (bit 4), so small amounts need {}.",
            methods(*required)
        ),
        Problem::OfferedBelow(offered) => offered_below(*offered),
        Problem::NewRuleOff => {
            "DF8118 and DF8119 likely count only with the new CVM rule, which is off.".to_owned()
        }
        Problem::NotForScheme { key, scheme } => {
            format!("{} is not used for {}.", param(key), scheme.name())
        }
        Problem::ModesDiffer(modes) => {
            let modes: Vec<&str> = modes.iter().map(|one| mode(*one)).collect();
            format!("DF811B and 9F1D disagree about {}.", listed(&modes, "and"))
        }
        Problem::MethodsDiffer { offered, allowed } => format!(
            "9F1D names {}; the kernel allows {} (DF8118, DF8119).",
            terminal_methods(offered),
            terminal_methods(allowed)
        ),
        Problem::TerminalDiffers { methods } => {
            let other = if finding.scheme == Some(Scheme::Amex) { "9F6E" } else { "this configuration" };
            format!(
                "9F33 of {} and {other} disagree about {}.{jcb}",
                terminals(finding),
                terminal_methods(methods)
            )
        }
        Problem::AmexFloor { terminal, here } => format!(
            "The Amex floor limit of {} is likely {}; here it is {}. It's unclear which one counts.",
            terminals(finding),
            money(*terminal),
            money(*here)
        ),
        Problem::ReservedBits { code, places } => {
            let are = if places.len() == 1 { "is" } else { "are" };
            format!("{} {} {are} set but reserved.", code.name(), places.join(", "))
        }
        Problem::UsualReservedBits => {
            "9F1D byte 2 is FF, with a reserved bit. This is common and does no harm.".to_owned()
        }
        Problem::IdleBits { code, bits } => {
            let bits: Vec<String> = bits.iter().map(|row| idle(*code, row)).collect();
            format!("{} {}.", code.name(), bits.join("; "))
        }
        Problem::ListUnreadable { key, error } => {
            let named = param(key);
            match error {
                DolError::WrongLength { .. } => format!("{named}: {}", error.sentence()),
                DolError::NotHex | DolError::Malformed => {
                    format!("{named} can't be read. {}", error.sentence())
                }
            }
        }
        Problem::RiskDataUnreadable { reason } => {
            format!(
                "{} can't be read. {reason}",
                finding.fields.first().map(|field| field.noun()).unwrap_or_default()
            )
        }
        Problem::LengthByteMissing { key } => {
            format!("{} likely lacks its length byte; other values here begin with one.", param(key))
        }
        Problem::NoUnpredictableNumber { key } => {
            format!("{} must ask for the unpredictable number (9F37).", param(key))
        }
        Problem::TagTwice { key, tag } => format!("{}: {tag} occurs twice.", param(key)),
        Problem::UnusualLength { key, tag, length, usual } => {
            format!("{}: {tag} has length {length}, usually {usual}.", param(key))
        }
        Problem::NotAnAid(error) => error.to_string(),
        Problem::UnknownOwner(aid) => format!("The owner of {aid} is unknown: RID {}.", aid.rid()),
        Problem::OtherOwner { aid, owner, expected } => {
            format!("{aid} belongs to {owner}, the configuration is likely {}.", expected.name())
        }
        Problem::AidOverlap { aid, covers, shares_profile_with } => {
            let covers = covers.as_ref().map(cover).unwrap_or_default();
            let profile = shares_profile_with.as_ref().map_or(String::new(), |name| {
                format!(" One acquirer profile uses both this configuration and {name}.")
            });
            format!("{aid} also falls under {}.{covers}{profile}", named("configuration", finding))
        }
        Problem::WrongDecimals { limit, minor, other, whose, factor } => {
            let times = if minor > other { format!("{factor} times") } else { format!("1/{factor} of") };
            let whose = match whose {
                Usual::Siblings => "what the others have".to_owned(),
                Usual::OtherSchemes => "what other schemes have".to_owned(),
                Usual::Reference(place) => format!("the {place} reference"),
            };
            format!(
                "The {} of {} is about {times} {whose} ({}). Are the decimals right?",
                limit.noun(),
                finding.currency.money(*minor),
                finding.currency.money(*other)
            )
        }
        Problem::AboveReference { cvm, reference } => {
            format!(
                "{} is above the {} reference of {}. Source ({}): {}.",
                finding.currency.money(*cvm),
                reference.place,
                finding.currency.money(reference.minor),
                reference.as_of,
                reference.source
            )
        }
        Problem::VersionUnreadable(text) => {
            format!("{text} is not a version of two bytes (four hex digits).")
        }
        Problem::VersionUnusual { version, scheme, usual, of } => {
            let others: Vec<&str> = of.iter().map(|other| other.name()).collect();
            let owner = if others.is_empty() {
                String::new()
            } else {
                format!(" {version} is usual for {}.", others.join(", "))
            };
            format!("{version} is unusual for {}; usual is {}.{owner}", scheme.name(), usual.join(" or "))
        }
        Problem::StoredAsNumber { field, as_read, is_intact, likely } => {
            let what = capitalized(&field.label().to_lowercase());
            let whose = if is_unnamed(finding) { String::new() } else { format!("{}: ", names(finding)) };
            if *is_intact {
                return format!("{whose}Store {as_read} as text.");
            }
            let likely = likely.map_or(String::new(), |text| format!(" It is likely {text}."));
            format!(
                "{whose}{what} is stored as the number {as_read}: leading zeros or an E are lost.{likely}"
            )
        }
    }
}

/// DF8119 with a method besides "No CVM". Merchants notice a PIN, so it comes first.
fn offered_below(offered: Methods) -> String {
    let offers = offers("DF8119", offered);
    let name = if offered.has(Method::Pin) { "online PIN" } else { "signature" };
    let too = if offered.has(Method::Pin) && offered.has(Method::Signature) {
        " It offers a signature too."
    } else {
        ""
    };
    format!("{offers}; 08 is usual. A card whose own list begins with {name} needs it at every amount.{too}")
}

pub(super) fn offered_title(offered: Methods) -> String {
    offers("The reader", offered)
}

fn offers(who: &str, offered: Methods) -> String {
    let what = if offered.has(Method::Pin) { "a PIN" } else { "a signature" };
    format!("{who} offers {what} up to the CVM limit")
}

fn unreadable(reason: &Unreadable) -> String {
    match reason {
        Unreadable::Hex(reason) => format!("can't be read. {reason}"),
        Unreadable::NoFlag(text) => format!("is {text}, not true or false."),
        Unreadable::Number(digits) => {
            format!("is stored as the number {digits}. Numbers lose leading zeros and an E: type it again.")
        }
        Unreadable::NoText(raw) => format!("is {raw}, not text."),
        Unreadable::NotInTable(text) => format!("is {text}, not a value of the EMV table."),
    }
}

/// Verification that DF8119 requires at any amount.
fn below(below: Below) -> String {
    match below {
        Below::Unread => " DF8119 can't be read, so verification up to the CVM limit is unclear.".to_owned(),
        Below::Refuses(_) => " Up to it, DF8119 lets no card pass.".to_owned(),
        Below::Asks(verification) if verification.methods.is_empty() => {
            " Up to it, DF8119 possibly lets no card pass.".to_owned()
        }
        Below::Asks(verification) => format!(" Up to it, DF8119 decides: {}.", any_of(verification.methods)),
    }
}

/// True for a bit that the scheme keeps for itself.
pub(super) fn is_own(code: Code, row: &BitRow) -> bool {
    row.kind == BitKind::Rfu && !row.is_foreign(code)
}

fn idle(code: Code, row: &BitRow) -> String {
    match row.kind {
        BitKind::Transient => {
            format!("{} ({}) has no effect: the reader sets it on every tap", row.place(), row.words)
        }
        _ if is_own(code, row) => format!("{} is set ({})", row.place(), row.words),
        _ => format!("{} is not for this scheme ({})", row.place(), row.words),
    }
}

fn cover(cover: &Cover) -> String {
    let Cover { shorter, longer, configuration, is_mine } = cover;
    let rule = "A card matches an identifier that its own begins with";
    if *is_mine {
        format!(" {rule}, so {shorter} here also covers {longer} of {configuration}.")
    } else {
        format!(" {rule}, so {shorter} of {configuration} also covers {longer} here.")
    }
}

fn terminal_methods(all: &[TerminalMethod]) -> String {
    let all: Vec<&str> = all.iter().map(|one| method(*one)).collect();
    if all.is_empty() { "no method".to_owned() } else { listed(&all, "and") }
}

/// "terminal A", "terminals A, B, C and 2 more".
fn terminals(finding: &Finding) -> String {
    named("terminal", finding)
}

fn named(noun: &str, finding: &Finding) -> String {
    // The one terminal of `taplinectl explain` has no name.
    if is_unnamed(finding) {
        return format!("the {noun}");
    }
    let plural = if finding.others.len() == 1 { "" } else { "s" };
    format!("{noun}{plural} {}", names(finding))
}

fn is_unnamed(finding: &Finding) -> bool {
    finding.others.iter().all(|other| other.name().is_empty())
}

fn names(finding: &Finding) -> String {
    first_names(&finding.others.iter().map(Other::name).collect::<Vec<_>>())
}
