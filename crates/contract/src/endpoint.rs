//! The trait of an endpoint, and the macro that declares the table of endpoints.
//!
//! Two facts of the service document keep it small: every path has at most one parameter, and no endpoint has both a
//! query and a body. The envelope follows from the path family.

use serde::{Deserialize, Deserializer, Serialize, de::DeserializeOwned};

use crate::connection::ConnectionId;
use crate::guard::Guarded;
use crate::input::{Input, PathId};
use crate::operation::OperationId;
use crate::wire::Payload;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    Get,
    Post,
    Put,
    Patch,
    Delete,
}

impl Method {
    pub const fn as_str(self) -> &'static str {
        match self {
            Method::Get => "GET",
            Method::Post => "POST",
            Method::Put => "PUT",
            Method::Patch => "PATCH",
            Method::Delete => "DELETE",
        }
    }
}

/// Effect of a call on the service; decides how the call is sent, and how a lost answer is settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Changes nothing.
    Read,
    /// Writes the whole of something that exists.
    Absolute,
    /// Makes something new.
    Create,
    /// Takes something away.
    Delete,
    /// Moves money: void, refund, capture, settle.
    Money,
    /// Has an effect that no read shows: an email, a sign-on.
    Effect,
}

/// One operation of the service.
pub trait Endpoint: 'static {
    /// Path parameter; `()` without one.
    type Id: PathId + Serialize + DeserializeOwned + Send + Sync + Clone;
    /// Query or body.
    type Input: Input + Serialize + DeserializeOwned + Send + Sync + Clone;
    /// Answer of the service.
    type Output: Payload + Serialize + DeserializeOwned + Send + Sync + Clone;
    /// Record as the person saw it before the change; `()` when nothing is compared.
    type Seen: Guarded + Serialize + DeserializeOwned + Send + Sync + Clone + Default;
    /// Answer for the page: the output of a read, the [`crate::Outcome`] of anything else.
    type Answer: Serialize + DeserializeOwned;

    const NAME: &'static str;
    const METHOD: Method;
    const CLASS: Class;
    /// With the parameter in braces, e.g. `/api/v2/emv/{emvId}`. A path under `/api/v1` comes after the customer's namespace.
    const PATH: &'static str;
    /// Begins a sentence: "Saving the merchant failed: …".
    const DOING: &'static str;
    /// Before the name of what was changed: "Refunded", "Sent the receipt of". Empty for a read.
    const DONE: &'static str = "";
    /// Purpose of the call and cautions before it, as a sentence: the comment of its row.
    const ABOUT: &'static str = "";
    /// Members of the query or of the body that the service document requires, except members that an update sends back
    /// unchanged.
    const NEEDS: &'static [&'static str] = &[];
    /// A list without pages: the whole list comes at once, whatever the query.
    const ALWAYS_WHOLE: bool = false;
    /// True if answers are wrapped in `Response<T>`: on `/api/v2`, and not on `/api/v1`.
    const WRAPPED: bool = Self::PATH.as_bytes()[6] == b'2';
}

/// A call of an endpoint as the page sends it to core.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound = "", rename_all = "camelCase", deny_unknown_fields)]
pub struct Call<E: Endpoint> {
    pub connection: ConnectionId,
    pub id: E::Id,
    pub input: E::Input,
    /// The record that the person saw; compared with the service's before anything is sent. `null` or nothing: none was.
    #[serde(default, deserialize_with = "or_default")]
    pub seen: E::Seen,
    /// A change of the same record whose outcome is unknown, and for which a person decided not to wait.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supersedes: Option<OperationId>,
    /// The consequence that the person agreed to; without it core refuses a call that has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accepts: Option<Consequence>,
}

impl<E: Endpoint> Call<E> {
    pub fn new(connection: ConnectionId, id: E::Id, input: E::Input, seen: E::Seen) -> Call<E> {
        Call { connection, id, input, seen, supersedes: None, accepts: None }
    }
}

fn or_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    Ok(Option::<T>::deserialize(deserializer)?.unwrap_or_default())
}

/// A consequence that a call must name, because it is easily caused by accident.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Consequence {
    /// Updating a profile with no acceptances unbinds all of them.
    UnbindAll,
}

/// Declares the table: a row is `Name = Method Class "path" "Doing it", "Done"; (Id, Input) -> Output;`, with `over Record`
/// when a change is compared with what the person saw, `needs "member"` for what the document requires, and `always whole` for a
/// list without pages. A read needs no word for being done.
///
/// Also emits `for_each_endpoint!`, which hands `(Name Class)` of every row to another macro.
macro_rules! endpoints {
    ($d:tt $($(#[doc = $doc:literal])* $name:ident = $method:ident $class:ident $path:literal $doing:literal $(, $done:literal)?; ($id:ty, $input:ty) -> $output:ty $(, over $seen:ty)? $(, needs $($needs:literal)+)? $(, always $whole:ident)?;)*) => {
        $(
            $(#[doc = $doc])*
            #[derive(Clone, Copy, Debug)]
            pub struct $name;
            impl $crate::endpoint::Endpoint for $name {
                type Id = $id;
                type Input = $input;
                type Output = $output;
                type Seen = $crate::endpoint::endpoints!(@seen $($seen)?);
                type Answer = $crate::endpoint::endpoints!(@answer $class $output, $crate::endpoint::endpoints!(@seen $($seen)?));
                const NAME: &'static str = stringify!($name);
                const METHOD: $crate::endpoint::Method = $crate::endpoint::Method::$method;
                const CLASS: $crate::endpoint::Class = $crate::endpoint::Class::$class;
                const PATH: &'static str = $path;
                const DOING: &'static str = $doing;
                $(const DONE: &'static str = $done;)?
                const ABOUT: &'static str = concat!($($doc),*);
                $(const NEEDS: &'static [&'static str] = &[$($needs),+];)?
                $(const ALWAYS_WHOLE: bool = $crate::endpoint::endpoints!(@always $whole);)?
            }
        )*

        /// Name, class and `DONE` of every endpoint, in the order of the table.
        pub const ENDPOINTS: &[(&str, $crate::endpoint::Class, &str)] = &[
            $((stringify!($name), $crate::endpoint::Class::$class, <$name as $crate::endpoint::Endpoint>::DONE)),*
        ];

        /// Calls `$callback! { (Name Class) … }` with every row of the table.
        #[macro_export]
        macro_rules! for_each_endpoint {
            ($d callback:ident) => { $d callback! { $(($name $class))* } };
        }
    };
    (@always whole) => { true };
    (@seen) => { () };
    (@seen $seen:ty) => { $seen };
    (@answer Read $output:ty, $seen:ty) => { $output };
    (@answer $class:ident $output:ty, $seen:ty) => { $crate::outcome::Outcome<$output, $seen> };
}
pub(crate) use endpoints;
