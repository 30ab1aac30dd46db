//! A merchant's payment methods down to their configurations, and the limits that these draw on the amount axis.
//!
//! A transaction names no configuration: every configuration listed for a method may be used.

use std::collections::BTreeMap;

use tapline_contract::acquirer::{Acquirer, AcquirerId};
use tapline_contract::emv_config::{EmvConfig, EmvId};
use tapline_contract::field::Number;
use tapline_contract::merchant::Merchant;
use tapline_emv::check::limits_of;
use tapline_emv::limits::{LimitKind, is_no_limit};
use tapline_emv::{Currency, Limits, Scheme};

use crate::widgets::bars::LimitLine;

/// One payment method of a merchant.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct MethodRoute {
    pub(super) method: String,
    pub(super) scheme: Option<Scheme>,
    /// Id and name of the acquirer profile.
    pub(super) acquirer: Option<(AcquirerId, String)>,
    /// `None`: the profile isn't loaded, or has no readable list.
    pub(super) configs: Option<Vec<ConfigRoute>>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct ConfigRoute {
    pub(super) id: EmvId,
    pub(super) name: String,
    limits: Option<Limits>,
    currency: String,
}

/// The merchant's methods. `connections`: currency of a profile without one.
pub(super) fn routes(
    merchant: &Merchant,
    acquirers: &[Acquirer],
    configs: &[EmvConfig],
    connections: &Currency,
) -> Vec<MethodRoute> {
    let methods = merchant.supported_payment_methods.iter().flatten();
    methods
        .map(|method| {
            let code = method.payment_method.clone().unwrap_or_default();
            let id = method.profile_id.as_ref().and_then(|id| AcquirerId::parse(&id.to_string()));
            let profile = acquirers
                .iter()
                .find(|profile| profile.path_id().is_some_and(|known| Some(known) == id.as_ref()));
            let name = profile.map(Acquirer::name);
            MethodRoute {
                scheme: Scheme::recognize(&code, ""),
                configs: profile.and_then(|profile| of_profile(profile, &code, configs, connections)),
                acquirer: id.map(|id| (id.clone(), name.unwrap_or_else(|| id.to_string()))),
                method: code,
            }
        })
        .collect()
}

fn of_profile(
    profile: &Acquirer,
    method: &str,
    configs: &[EmvConfig],
    connections: &Currency,
) -> Option<Vec<ConfigRoute>> {
    let lists = profile.emv_lists()?;
    let currency = profile.currency.clone().filter(|code| !code.trim().is_empty());
    let currency = currency.unwrap_or_else(|| connections.code().to_owned());
    let one = |number: &Number| {
        let id = EmvId::parse(&number.to_string())?;
        let config = configs.iter().find(|config| config.id == id);
        Some(ConfigRoute {
            name: config.map_or_else(|| format!("Configuration {id}"), EmvConfig::name),
            limits: config.and_then(|config| limits_of(&config.values())),
            currency: currency.clone(),
            id,
        })
    };
    Some(lists.get(method).unwrap_or_default().iter().filter_map(one).collect())
}

/// Limits of methods with sales, equal ones merged. A limit of one configuration among several has its name.
pub(super) fn limit_lines(routes: &[MethodRoute], sold: &[Scheme], currency: &str) -> Vec<LimitLine> {
    let mut found: BTreeMap<(u64, LimitKind), Vec<(Scheme, &ConfigRoute)>> = BTreeMap::new();
    let (mut schemes, mut total) = (Vec::new(), 0);
    for route in routes {
        let Some(scheme) = route.scheme.filter(|scheme| sold.contains(scheme)) else { continue };
        for config in route.configs.iter().flatten().filter(|config| config.currency == currency) {
            let Some(limits) = config.limits else { continue };
            total += 1;
            if !schemes.contains(&scheme) {
                schemes.push(scheme);
            }
            for (kind, minor) in [(LimitKind::Cvm, limits.cvm), (LimitKind::Transaction, limits.transaction)]
            {
                if !is_no_limit(minor) {
                    found.entry((minor, kind)).or_default().push((scheme, config));
                }
            }
        }
    }
    let line = |((minor, kind), users): ((u64, LimitKind), Vec<(Scheme, &ConfigRoute)>)| {
        let mut of: Vec<Scheme> = users.iter().map(|(scheme, _)| *scheme).collect();
        of.sort_unstable();
        of.dedup();
        LimitLine {
            minor,
            kind,
            scheme: if let [scheme] = of[..] { Some(scheme).filter(|_| schemes.len() > 1) } else { None },
            only: (users.len() == 1 && total > 1).then(|| users[0].1.name.clone()),
        }
    };
    found.into_iter().map(line).collect()
}

/// The largest limit of the merchant that is no "no limit", for the end of the axis.
pub(super) fn reach(routes: &[MethodRoute], currency: &str) -> u64 {
    let configs = routes.iter().flat_map(|route| route.configs.iter().flatten());
    let limits = configs.filter(|config| config.currency == currency).filter_map(|config| config.limits);
    let limits = limits.flat_map(|limits| [limits.cvm, limits.transaction]);
    limits.filter(|minor| !is_no_limit(*minor)).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(id: u64, name: &str, cvm: u64, transaction: u64) -> ConfigRoute {
        ConfigRoute {
            id: EmvId::parse(&id.to_string()).unwrap(),
            name: name.to_owned(),
            limits: Some(Limits { floor: 0, cvm, transaction }),
            currency: "EUR".to_owned(),
        }
    }

    fn route(scheme: Scheme, configs: Vec<ConfigRoute>) -> MethodRoute {
        MethodRoute {
            method: scheme.method_code().to_owned(),
            scheme: Some(scheme),
            acquirer: None,
            configs: Some(configs),
        }
    }

    #[test]
    fn equal_limits_are_one_line_and_a_single_configuration_is_named() {
        let routes = [
            route(Scheme::Visa, vec![config(1, "Retail", 5000, 20_000), config(2, "North", 2500, 20_000)]),
            route(Scheme::Mastercard, vec![config(3, "Retail", 5000, 25_000)]),
            route(Scheme::Jcb, vec![config(4, "Retail", 3000, 4500)]),
        ];
        let lines = limit_lines(&routes, &[Scheme::Visa, Scheme::Mastercard], "EUR");
        let lines: Vec<_> =
            lines.iter().map(|line| (line.minor, line.words(), line.only.as_deref())).collect();
        assert_eq!(
            lines,
            [
                (2500, "Visa CVM limit".to_owned(), Some("North")),
                (5000, "CVM limit".to_owned(), None),
                (20_000, "Visa transaction limit".to_owned(), None),
                (25_000, "Mastercard transaction limit".to_owned(), Some("Retail")),
            ]
        );
        assert_eq!(reach(&routes, "EUR"), 25_000);
    }

    #[test]
    fn other_currencies_and_no_limit_draw_nothing() {
        let routes = [route(Scheme::Visa, vec![config(1, "Retail", 99_999_999, 99_999_999)])];
        assert_eq!(limit_lines(&routes, &[Scheme::Visa], "EUR"), []);
        let routes = [route(Scheme::Visa, vec![config(1, "Retail", 5000, 20_000)])];
        assert_eq!(limit_lines(&routes, &[Scheme::Visa], "CHF"), []);
        assert_eq!(limit_lines(&routes, &[], "EUR"), []);
        assert_eq!(reach(&routes, "CHF"), 0);
    }
}
