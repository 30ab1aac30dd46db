//! Queries: every key optional, left out when it is not set. A key that no query has is an error, and so is a list of values.

/// Declares a query: `field: kind = "key"`, one line each.
macro_rules! query {
    ($(#[$meta:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $kind:ty = $key:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
        pub struct $name {
            $(
                $(#[$field_doc])*
                #[serde(rename = $key, skip_serializing_if = "Option::is_none")]
                pub $field: Option<$kind>,
            )*
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                use serde::de::Error as _;
                struct Object;
                impl<'de> serde::de::Visitor<'de> for Object {
                    type Value = $name;
                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str("an object")
                    }
                    fn visit_map<A: serde::de::MapAccess<'de>>(self, mut members: A) -> Result<$name, A::Error> {
                        let mut query = $name::default();
                        while let Some(key) = members.next_key::<String>()? {
                            match key.as_str() {
                                $($key if query.$field.is_some() => return Err(A::Error::duplicate_field($key)),
                                $key => query.$field = members.next_value()?,)*
                                // An absent value and `null` are the same.
                                _ if members.next_value::<Option<serde::de::IgnoredAny>>()?.is_none() => {}
                                unknown => return Err(A::Error::unknown_field(unknown, &[$($key),*])),
                            }
                        }
                        Ok(query)
                    }
                }
                deserializer.deserialize_map(Object)
            }
        }

        impl $crate::input::Input for $name {
            const KEYS: &'static [&'static str] = &[$($key),*];

            fn query(&self) -> Vec<(&'static str, String)> {
                let pairs = [$(($key, self.$field.as_ref().map(ToString::to_string))),*];
                pairs.into_iter().filter_map(|(key, value)| Some((key, value?))).collect()
            }
        }
    };
}
pub(crate) use query;
