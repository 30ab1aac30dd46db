//! The form that a typed text must have. Whether a code, an address or a time zone exists is for the service to decide.

use tapline_emv::Currency;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    Free,
    /// Any text but none: the document requires it, or Tapline needs it to settle a lost answer.
    Name,
    Reference,
    DeviceType,
    Email,
    RequiredEmail,
    /// Merchant category code.
    Mcc,
    /// ISO 4217 letters.
    Currency,
    /// ISO 3166; letters or digits, the document does not say which.
    Country,
    /// http or https.
    Url,
    /// IANA name.
    TimeZone,
}

impl Rule {
    /// An example, when the text must not be empty.
    pub fn required(self) -> Option<&'static str> {
        match self {
            Rule::Name => Some("Corner bakery"),
            Rule::Reference => Some("shop-0042"),
            Rule::DeviceType => Some("COTS"),
            Rule::RequiredEmail => Some("ann@shop.example"),
            _ => None,
        }
    }

    /// Fault of a text that is not empty, phrased as the fix.
    pub fn fault(self, text: &str) -> Option<&'static str> {
        let (fits, way_out) = match self {
            Rule::Free | Rule::Name | Rule::Reference | Rule::DeviceType => return None,
            Rule::Email | Rule::RequiredEmail => {
                (is_email(text), "Enter one address such as ann@shop.example.")
            }
            Rule::Mcc => (text.len() == 4 && digits(text), "Enter four digits such as 5411."),
            Rule::Currency => (is_currency(text), "Enter three capital letters of ISO 4217 such as EUR."),
            Rule::Country => (is_country(text), "Enter a code of ISO 3166 such as DE."),
            Rule::Url => (is_url(text), "Enter an address such as https://host.example/path."),
            Rule::TimeZone => (is_zone(text), "Enter an IANA time zone such as Europe/Berlin."),
        };
        (!fits).then_some(way_out)
    }
}

pub(crate) fn digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_email(text: &str) -> bool {
    let dotted =
        |domain: &str| domain.split('.').count() > 1 && domain.split('.').all(|label| !label.is_empty());
    let plain =
        !text.contains(|c: char| c.is_whitespace() || c.is_control() || matches!(c, ',' | ';' | '<' | '>'));
    plain
        && text
            .split_once('@')
            .is_some_and(|(name, domain)| !name.is_empty() && !domain.contains('@') && dotted(domain))
}

fn is_currency(text: &str) -> bool {
    Currency::new(text).is_some_and(|currency| currency.code() == text)
}

fn is_country(text: &str) -> bool {
    let letters = matches!(text.len(), 2 | 3) && text.bytes().all(|byte| byte.is_ascii_uppercase());
    letters || (text.len() == 3 && digits(text))
}

fn is_url(text: &str) -> bool {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let host = rest.map(|rest| rest.split(['/', '?', '#']).next().unwrap_or_default());
    host.is_some_and(|host| !host.is_empty()) && !text.contains(|c: char| c.is_whitespace() || c.is_control())
}

fn is_zone(text: &str) -> bool {
    let part = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_alphabetic())
            && part.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'+'))
    };
    text.split('/').all(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_knows_the_shape() {
        for (rule, good, bad) in [
            (
                Rule::Email,
                &["ann@shop.example", "a.b+c@x.y.example"][..],
                &["ann", "ann@", "@x.y", "a b@x.y", "a@x", "a@x..y", "a@b@x.y", "a@x.y,b@x.y"][..],
            ),
            (Rule::Mcc, &["5411", "0742"], &["541", "54110", "54 1", "five", "５４１１"]),
            (Rule::Currency, &["EUR", "JPY"], &["eur", "EU", "978", "EURO"]),
            (Rule::Country, &["DE", "DEU", "276"], &["D", "de", "DE1", "27"]),
            (
                Rule::Url,
                &["https://host.example", "http://127.0.0.1:81/x?y=1"],
                &["host.example", "ftp://host.example", "https://", "https:///x", "https://a b"],
            ),
            (
                Rule::TimeZone,
                &["Europe/Berlin", "UTC", "Etc/GMT+1", "America/Argentina/Buenos_Aires"],
                &["Europe Berlin", "Europe/", "+01:00", "/x"],
            ),
            (Rule::Free, &["anything at all"], &[]),
        ] {
            assert_eq!(good.iter().find_map(|text| rule.fault(text)), None, "{rule:?}");
            for text in bad {
                assert!(rule.fault(text).is_some(), "{rule:?}: {text}");
            }
        }
    }
}
