//! Meaning of a plan by the service's present records: the effect on sales, the findings about the values that it sets, and the
//! users of the records. Only if a service is named; nothing is sent.

use tapline_contract::acquirer::AcquirerId;
use tapline_contract::commands::FindAllUsers;
use tapline_contract::connection::ConnectionId;
use tapline_contract::emv_config::{EmvConfig, EmvDraft, EmvId};
use tapline_contract::endpoints::ListEmv;
use tapline_contract::plan::{Plan, PlanItem, PlanKind};
use tapline_contract::siblings::Siblings;
use tapline_contract::where_used::{AllUsers, AllUsersQuery, UsedRecord, UsersCurrency, WhereUsed, counted};
use tapline_contract::wire::PageQuery;
use tapline_emv::check::Sibling;
use tapline_emv::reference::reference_in;
use tapline_emv::tap::{self, Side};
use tapline_emv::{Currency, Reference, Severity, Subject, Terminal, at_terminals, check};
use tapline_explain::say::{check as findings, tap as words};

use crate::explain::own_amounts;
use crate::opened::{Core, read};
use crate::say::{Stop, note};
use crate::set::limit::LimitCurrency;
use crate::users::{self, Reach};

/// Records read from the service.
pub(super) struct PlanRecords {
    configurations: Vec<EmvConfig>,
    users: AllUsers,
    /// Users of each item, in order; `None` if the id is no id.
    used: Vec<Option<WhereUsed>>,
    own: Vec<Reference>,
    connections: Currency,
}

impl PlanRecords {
    /// Fails where configurations or their users cannot be read.
    pub(super) async fn read(
        core: &Core,
        connection: &ConnectionId,
        connections: Currency,
        plan: &Plan,
    ) -> Result<PlanRecords, Stop> {
        let page = read::<ListEmv>(core, connection, (), PageQuery::ALL).await?;
        if page.has_next || !page.unreadable.is_empty() {
            note(&format!("Not all configurations loaded; the checks compare with {}.", page.records.len()));
        }
        let query = AllUsersQuery { connection: connection.clone(), again: false };
        let users = core.command::<FindAllUsers>(query).await?;
        let mut used = Vec::with_capacity(plan.items.len());
        for item in &plan.items {
            let of = match item.kind {
                PlanKind::Emv => EmvId::parse(&item.id).map(UsedRecord::Emv),
                PlanKind::Acquirer => AcquirerId::parse(&item.id).map(UsedRecord::Acquirer),
            };
            used.push(match of {
                Some(of) => Some(users::users(core, connection, of, Reach::Usual).await?),
                None => None,
            });
        }
        Ok(PlanRecords {
            configurations: page.records,
            users,
            used,
            own: own_amounts(&core.folder),
            connections,
        })
    }

    /// The configurations as the checks compare them.
    pub(super) fn siblings(&self) -> Siblings<'_> {
        let currency = |record: &EmvConfig| self.users.currency(&record.id).of_limits(&self.connections);
        Siblings::new(&self.configurations, Some(&self.users), |_, record| record.sibling(currency(record)))
    }

    /// Currency of the limits of the item at this place.
    pub(super) fn limit_currency(&self, at: usize) -> LimitCurrency {
        match self.used.get(at).and_then(Option::as_ref).map(WhereUsed::currency) {
            Some(UsersCurrency::Agreed(currency)) => LimitCurrency::Known(currency),
            _ => LimitCurrency::Assumed(self.connections.clone()),
        }
    }

    /// Lines about the item at this place.
    pub(super) fn lines(&self, item: &PlanItem, at: usize, siblings: &mut Siblings<'_>) -> Vec<String> {
        let mut lines = Vec::new();
        let used = self.used.get(at).and_then(Option::as_ref);
        if item.kind == PlanKind::Emv {
            let place = self.configurations.iter().position(|record| record.id.as_str() == item.id);
            let record = place.map(|place| (place, &self.configurations[place]));
            match record.and_then(|(place, record)| Some((place, record, item.planned(record)?))) {
                Some((place, record, draft)) => {
                    let currency = self.limit_currency(at).currency().clone();
                    let terminals = used.and_then(WhereUsed::checked_terminals);
                    let agreed = terminals.as_deref().map(at_terminals::agreed).unwrap_or_default();
                    lines.extend(
                        effects(record, &draft, &agreed, &currency)
                            .into_iter()
                            .map(|effect| format!("Effect: {effect}")),
                    );
                    let checks = |siblings: &[Sibling]| {
                        self.checks(&draft, &currency, used, terminals.as_deref(), siblings)
                    };
                    lines.extend(siblings.beside(place, |_, _, others| checks(others)));
                }
                None => lines.push(
                    "Effect and checks: unclear, because the configuration isn't loaded or readable."
                        .to_owned(),
                ),
            }
        }
        if let Some(used) = used {
            let progress = used.progress().map_or_else(String::new, |progress| format!("; {progress}"));
            lines.push(format!("Used by: {}{progress}.", used.counts()));
            lines.extend(used.missing.iter().cloned());
        }
        lines
    }

    /// Findings about the values that it would have; mere notes are only counted, and only if there is nothing else.
    fn checks(
        &self,
        draft: &EmvDraft,
        currency: &Currency,
        used: Option<&WhereUsed>,
        terminals: Option<&[Terminal]>,
        siblings: &[Sibling],
    ) -> Vec<String> {
        let country = used.map(WhereUsed::users_country);
        let country = country.as_ref().and_then(|country| country.agreed());
        let found = check(&Subject {
            name: &draft.emv_name,
            method: &draft.payment_method,
            scheme: draft.scheme(),
            params: &draft.params.values(),
            currency,
            reference: reference_in(country, currency, &self.own),
            siblings,
            terminals,
        });
        let (notes, concerns): (Vec<_>, Vec<_>) =
            found.into_iter().partition(|finding| finding.severity == Severity::Info);
        let mut lines: Vec<String> = concerns
            .iter()
            .map(|finding| {
                format!("{}: {} ({})", finding.severity.word(), findings::message(finding), finding.id)
            })
            .collect();
        match (lines.len(), notes.len()) {
            (0, 0) => lines.push("Checks: no findings.".to_owned()),
            (0, notes) => {
                lines.push(format!("Checks: {} only.", counted(notes, "note", "notes")));
            }
            _ => {}
        }
        lines
    }
}

/// Effects on sales, in the words of the window's review; `agreed` has the values that all its terminals share.
fn effects(
    record: &EmvConfig,
    draft: &EmvDraft,
    agreed: &tapline_emv::Params,
    currency: &Currency,
) -> Vec<String> {
    let [before, after] =
        [record.values(), draft.params.values()].map(|params| at_terminals::with(&params, agreed));
    let Some(scheme) = draft.scheme() else {
        return vec!["unclear, because the scheme is unknown.".to_owned()];
    };
    let was = record.scheme().map(|scheme| Side::from_params(scheme, &before));
    let effects = tap::effects(was, Side::from_params(scheme, &after));
    if effects.is_empty() {
        return vec!["none.".to_owned()];
    }
    effects.iter().map(|effect| words::change_effect(effect, currency).to_string()).collect()
}

#[cfg(test)]
mod tests {
    use tapline_contract::record::Record as _;

    use tapline_emv::Value;

    use super::*;

    #[test]
    fn an_effect_counts_what_all_terminals_tell_alike() {
        let params = r#"{"terminalTransactionQualifiers":"26804080","clFloorLimit":10000,"clCVMLimit":20000,"clTransLimit":30000}"#;
        let raw = serde_json::json!({"id": 12, "emvName": "Quay", "paymentMethod": "01", "params": params});
        let record = EmvConfig::read(&raw.to_string()).unwrap();
        let mut draft = record.draft().unwrap();
        assert!(draft.params.set("clFloorLimit", "2000"));
        let words = |agreed: &tapline_emv::Params| effects(&record, &draft, agreed, &Currency::euro());
        let online_only = [("terminalType".to_owned(), Value::Text("21".to_owned()))].into_iter().collect();
        assert_eq!(words(&online_only), ["none."]);
        assert_ne!(words(&tapline_emv::Params::new()), words(&online_only));
    }
}
