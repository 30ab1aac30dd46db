//! Tapline's own commands: the trait, and the macro that declares their table.
//!
//! A command is called like an endpoint, but is not itself a call of the service.

use serde::{Serialize, de::DeserializeOwned};

/// One of Tapline's own commands.
pub trait Command: 'static {
    type Input: Serialize + DeserializeOwned + Send;
    type Output: Serialize + DeserializeOwned + Send;
    const NAME: &'static str;
}

/// Declares the table: a row is `Name: Input -> Output;`. Also emits `for_each_command!`.
macro_rules! commands {
    ($d:tt $($(#[$doc:meta])* $name:ident: $input:ty => $output:ty;)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug)]
            pub struct $name;
            impl $crate::command::Command for $name {
                type Input = $input;
                type Output = $output;
                const NAME: &'static str = stringify!($name);
            }
        )*

        /// The names of all commands.
        pub const COMMANDS: &[&str] = &[$(stringify!($name)),*];

        /// Calls `$callback! { Name … }` with every row of the table.
        #[macro_export]
        macro_rules! for_each_command {
            ($d callback:ident) => { $d callback! { $($name)* } };
        }
    };
}
pub(crate) use commands;
