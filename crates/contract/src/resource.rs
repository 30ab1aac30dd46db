//! A record and its request in one declaration, with a row per member.
//!
//! [`resource!`] makes two records of it ([`crate::record::record!`]), the way between them, and the texts of the form. A row begins
//! with the member's place: `read` in the record alone, `sent` in the request alone, `both` in both, and `text` in both as a text
//! that a person types, with its label and its [`crate::text_field::Rule`]. Marks are those of `record!`.

/// Declares a record and its draft: see the module's head.
macro_rules! resource {
    ($(#[$record_doc:meta])* $record:ident; $(#[$draft_doc:meta])* $draft:ident; $($rows:tt)*) => {
        $crate::resource::resource! { @row
            [$(#[$record_doc])* $record] [$(#[$draft_doc])* $draft]
            record[] draft[] read[] shared[] sent[] texts[] $($rows)*
        }
    };
    (@row [$($r:tt)*] [$($d:tt)*] record[$($record:tt)*] draft[$($draft:tt)*] read[$($read:tt)*] shared[$($shared:tt)*] sent[$($sent:tt)*]
        texts[$($texts:tt)*] $(#[$doc:meta])* read $field:ident: $kind:ty = $($mark:ident)? $key:literal $($exact:ident)?; $($rows:tt)*) => {
        $crate::resource::resource! { @row [$($r)*] [$($d)*]
            record[$($record)* $(#[$doc])* $field: $kind = $($mark)? $key $($exact)?,] draft[$($draft)*]
            read[$($read)* ($field: $kind)] shared[$($shared)*] sent[$($sent)*] texts[$($texts)*] $($rows)*
        }
    };
    (@row [$($r:tt)*] [$($d:tt)*] record[$($record:tt)*] draft[$($draft:tt)*] read[$($read:tt)*] shared[$($shared:tt)*] sent[$($sent:tt)*]
        texts[$($texts:tt)*] $(#[$doc:meta])* sent $field:ident: $kind:ty = $($mark:ident)? $key:literal $($exact:ident)?; $($rows:tt)*) => {
        $crate::resource::resource! { @row [$($r)*] [$($d)*]
            record[$($record)*] draft[$($draft)* $(#[$doc])* $field: $kind = $($mark)? $key $($exact)?,]
            read[$($read)*] shared[$($shared)*] sent[$($sent)* $field] texts[$($texts)*] $($rows)*
        }
    };
    (@row [$($r:tt)*] [$($d:tt)*] record[$($record:tt)*] draft[$($draft:tt)*] read[$($read:tt)*] shared[$($shared:tt)*] sent[$($sent:tt)*]
        texts[$($texts:tt)*] $(#[$doc:meta])* both $field:ident: $kind:ty = $($mark:ident)? $key:literal $($exact:ident)?; $($rows:tt)*) => {
        $crate::resource::resource! { @row [$($r)*] [$($d)*]
            record[$($record)* $(#[$doc])* $field: $kind = $($mark)? $key $($exact)?,]
            draft[$($draft)* $(#[$doc])* $field: $kind = $($mark)? $key $($exact)?,]
            read[$($read)*] shared[$($shared)* $field] sent[$($sent)*] texts[$($texts)*] $($rows)*
        }
    };
    (@row [$($r:tt)*] [$($d:tt)*] record[$($record:tt)*] draft[$($draft:tt)*] read[$($read:tt)*] shared[$($shared:tt)*] sent[$($sent:tt)*]
        texts[$($texts:tt)*] $(#[$doc:meta])* text $field:ident = $($mark:ident)? $key:literal $($exact:ident)?, $label:literal, $rule:ident; $($rows:tt)*) => {
        $crate::resource::resource! { @row [$($r)*] [$($d)*]
            record[$($record)* $(#[$doc])* $field: Option<String> = $($mark)? $key $($exact)?,]
            draft[$($draft)* $(#[$doc])* $field: Option<String> = $($mark)? $key $($exact)?,]
            read[$($read)*] shared[$($shared)* $field] sent[$($sent)*] texts[$($texts)* ($field $key $label $rule)] $($rows)*
        }
    };
    (@row [$(#[$record_doc:meta])* $Record:ident] [$(#[$draft_doc:meta])* $Draft:ident] record[$($record:tt)*] draft[$($draft:tt)*]
        read[$(($read:ident: $kind:ty))*] shared[$($shared:ident)*] sent[$($sent:ident)*]
        texts[$(($text:ident $key:literal $label:literal $rule:ident))*]) => {
        $crate::record::record! { $(#[$record_doc])* $Record { $($record)* } }
        $crate::record::record! { $(#[$draft_doc])* $Draft { $($draft)* } }

        impl $Record {
            /// The members that a request has alike; what it has besides is left out, and so is what the document does not name.
            fn shared(&self) -> $Draft {
                $Draft { $($shared: self.$shared.clone(),)* ..$Draft::nothing() }
            }

            /// A record from a sent draft, plus the members that only a record has.
            pub fn of_draft(draft: $Draft, $($read: $kind),*) -> $Record {
                $Record { $($shared: draft.$shared,)* $($read,)* other: draft.other }
            }
        }

        impl $Draft {
            /// Members that a person types as text.
            pub const TEXTS: &'static [$crate::text_field::TextField<$Draft>] =
                $crate::text_field::text_fields! { $($text: $key, $label, $rule;)* };

            /// Draft of a record of which nothing is known.
            pub fn nothing() -> $Draft {
                $Draft {
                    $($shared: Default::default(),)*
                    $($sent: Default::default(),)*
                    other: Vec::new(),
                }
            }
        }
    };
}
pub(crate) use resource;
