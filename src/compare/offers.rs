//! Which runs are offered to be put beside one.

use crate::query::{Query, View};
use crate::sim::{Params, Policy, ServiceKind};
use crate::words::service_name;

/// A run that can be put beside another one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    /// What it is called, in words that follow "compare with".
    pub name: &'static str,
    /// The query that shows both.
    pub query: Query,
}

/// The runs that can be put beside that of a query: the same with fencing or without, the same
/// with each other service, and another one from before, if there is one. Those that would be no
/// different are left out.
pub fn offers(query: &Query, before: Option<Params>) -> Vec<Offer> {
    let params = *query.setup().params();
    let (fencing, storage) = match params.storage {
        Policy::Fencing => ("the same without fencing", Policy::Any),
        Policy::Any | Policy::Conditional | Policy::Value => {
            ("the same with fencing", Policy::Fencing)
        }
    };
    let services = ServiceKind::ALL.iter().map(|&service| {
        // Where a service does not have what the storage is to check, it checks nothing.
        (service_name(service), Params { service, ..params })
    });
    let mut all = vec![(fencing, Params { storage, ..params })];
    all.retain(|(_, params)| params.allows(params.storage));
    all.extend(services.filter(|(_, other)| other.service != params.service));
    all.extend(before.map(|before| ("before the last edit", before)));
    let offers = all.into_iter().map(|(name, params)| Offer { name, query: beside(query, params) });
    offers.filter(|offer| offer.query.view.compare.is_some()).collect()
}

fn beside(query: &Query, params: Params) -> Query {
    let view = View { compare: None, ..query.view };
    let mut both = Query { view, ..*query }.settled();
    both.put_beside(params);
    both
}

/// The same two runs, the other one first.
pub fn swapped(query: &Query) -> Option<Query> {
    let other = query.other()?;
    let mut swapped = Query { view: View { compare: None, ..query.view }, ..other };
    swapped.put_beside(*query.setup().params());
    Some(swapped)
}
