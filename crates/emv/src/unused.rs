//! Parameters that a scheme's kernel does not read, with the reason for people.
//!
//! [`crate::param::PARAMS`] says which parameters apply; this module only gives the reason why one does not, and its
//! replacement. A value that does not apply is never wrong by itself: it is kept as it was read.

use crate::param::{CVM_REQUIRED, KERNEL_CONFIGURATION, NEW_CVM_RULE, NO_CVM, Param, RISK_DATA, TTQ};
use crate::scheme::Scheme;

/// Why the kernel of this scheme does not read the parameter, as a sentence; nothing where it does.
pub fn reason(param: &Param, scheme: Scheme) -> Option<String> {
    if param.applies_to(scheme) {
        return None;
    }
    let name = scheme.name();
    let reader = match param.key {
        TTQ => return Some(no_ttq(scheme)),
        RISK_DATA => "Mastercard's kernel sends 9F1D to its cards",
        KERNEL_CONFIGURATION => "Mastercard's kernel reads DF811B",
        CVM_REQUIRED => "Mastercard's kernel reads DF8118",
        NO_CVM => "Mastercard's kernel reads DF8119",
        NEW_CVM_RULE => "The new CVM rule is Mastercard's",
        _ => {
            return Some(format!(
                "This is a {name} configuration, and its kernel does not read the parameter."
            ));
        }
    };
    Some(format!("{reader}; this is {} {name} configuration.", article(name)))
}

/// Likely reading if a scheme may have a value and its kernel uses other data; `None` for all others.
pub fn doubt(param: &Param, scheme: Scheme) -> Option<&'static str> {
    (param.key == TTQ && scheme == Scheme::Jcb)
        .then_some("A JCB reader likely uses its own data (9F53) instead of the stored TTQ.")
}

fn no_ttq(scheme: Scheme) -> String {
    let instead = match scheme {
        Scheme::Mastercard => {
            "Mastercard's kernel has other data under 9F66 and uses DF8118, DF8119 and DF811B."
        }
        Scheme::Amex => "Amex's kernel uses 9F6D and 9F6E of the terminal.",
        Scheme::Visa | Scheme::UnionPay | Scheme::Discover | Scheme::Jcb => "",
    };
    let name = scheme.name();
    format!(
        "The kernels of Visa, UnionPay, Discover and JCB read the TTQ (9F66); this is {} {name} configuration. {instead}",
        article(name)
    )
}

fn article(name: &str) -> &'static str {
    if name.starts_with(['A', 'E', 'I', 'O']) { "an" } else { "a" }
}

#[cfg(test)]
mod tests {
    use super::{doubt, reason};
    use crate::param::{PARAMS, param};
    use crate::scheme::Scheme::{self, Amex, Discover, Jcb, Mastercard, UnionPay, Visa};

    /// The table of the service document, with DF8118 and DF8119 as Book C-2 has them: a key, then whether the schemes below read it.
    const READ: [(&str, [bool; 6]); 13] = [
        ("aid", [true; 6]),
        ("appVersion", [true; 6]),
        ("terminalTransactionQualifiers", [true, false, true, false, true, true]),
        ("clFloorLimit", [true; 6]),
        ("clTransLimit", [true; 6]),
        ("clCVMLimit", [true; 6]),
        ("terminalRiskMgmtData", [false, true, false, false, false, false]),
        ("defaultDDOL", [true; 6]),
        ("defaultTDOL", [true; 6]),
        ("kernelConfiguration", [false, true, false, false, false, false]),
        ("isNewCVMRuleForMC", [false, true, false, false, false, false]),
        ("cvmCapabilityCVMRequired", [false, true, false, false, false, false]),
        ("cvmCapabilityNoCVM", [false, true, false, false, false, false]),
    ];
    const SCHEMES: [Scheme; 6] = [Visa, Mastercard, UnionPay, Amex, Discover, Jcb];

    #[test]
    fn what_no_kernel_of_a_scheme_reads_has_a_reason_and_nothing_else_has() {
        assert_eq!(READ.map(|(key, _)| key), PARAMS.iter().map(|row| row.key).collect::<Vec<_>>()[..]);
        for (key, read) in READ {
            let param = param(key).expect("a key of the document");
            for (scheme, is_read) in SCHEMES.into_iter().zip(read) {
                let reason = reason(param, scheme);
                assert_eq!(reason.is_none(), is_read, "{key} {scheme:?}");
                if let Some(reason) = reason {
                    assert!(reason.contains(scheme.name()) && reason.ends_with('.'), "{reason}");
                    assert!(param.tag.is_empty() || reason.contains(param.tag), "{reason}");
                }
            }
        }
    }

    #[test]
    fn the_reason_names_who_reads_it_and_what_takes_its_place() {
        let of = |key, scheme| reason(param(key).expect("a key"), scheme).unwrap_or_default();
        assert_eq!(
            of("cvmCapabilityCVMRequired", Visa),
            "Mastercard's kernel reads DF8118; this is a Visa configuration."
        );
        assert!(of("terminalTransactionQualifiers", Amex).ends_with("9F6D and 9F6E of the terminal."));
        assert!(of("terminalTransactionQualifiers", Mastercard).contains("other data under 9F66"));
        let ttq = param("terminalTransactionQualifiers").expect("a key");
        assert!(doubt(ttq, Jcb).is_some() && doubt(ttq, Visa).is_none());
    }
}
