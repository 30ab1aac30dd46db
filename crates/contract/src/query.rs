//! Queries: every key optional, left out when it is not set.

/// Declares a query: `field: kind = "key"`, one line each.
macro_rules! query {
    ($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $kind:ty = $key:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        pub struct $name {
            $(
                $(#[$field_doc])*
                #[serde(rename = $key, default, skip_serializing_if = "Option::is_none")]
                pub $field: Option<$kind>,
            )*
        }

        impl $crate::input::Input for $name {
            fn query(&self) -> Vec<(&'static str, String)> {
                let pairs = [$(($key, self.$field.as_ref().map(ToString::to_string))),*];
                pairs.into_iter().filter_map(|(key, value)| Some((key, value?))).collect()
            }
        }
    };
}
pub(crate) use query;
