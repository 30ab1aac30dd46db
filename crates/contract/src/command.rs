//! Tapline's own commands: the trait, and the macro that declares their table.
//!
//! A command is called like an endpoint, but is not itself a call of the service.

use serde::{Serialize, de::DeserializeOwned};

/// One of Tapline's own commands.
pub trait Command: 'static {
    type Input: Serialize + DeserializeOwned + Send;
    type Output: Serialize + DeserializeOwned + Send;
    const NAME: &'static str;

    /// Writes an answer for its way through the door: as JSON, or [packed](crate::rows::Packed) where its row says so. Fails with the
    /// sentence of the library.
    fn write(output: &Self::Output) -> Result<Vec<u8>, String> {
        serde_json::to_vec(output).map_err(|error| error.to_string())
    }

    /// Reads an answer that [`Command::write`] wrote. Fails with the sentence of the library.
    fn read(answer: &[u8]) -> Result<Self::Output, String> {
        read_json(answer)
    }
}

/// Reads an answer that is JSON text. Fails with the sentence of the library.
pub fn read_json<T: DeserializeOwned>(answer: &[u8]) -> Result<T, String> {
    serde_json::from_str(text(answer)?).map_err(sentence)
}

// Not generic, so that the page has them once and not for each type.
fn text(answer: &[u8]) -> Result<&str, String> {
    str::from_utf8(answer).map_err(|error| error.to_string())
}

fn sentence(error: serde_json::Error) -> String {
    error.to_string()
}

/// Declares the table: a row is `Name: Input => Output;`, or `Name: Input => Output, packed;`. Also emits `for_each_command!`.
macro_rules! commands {
    ($d:tt $($(#[$doc:meta])* $name:ident: $input:ty => $output:ty $(, $packed:ident)?;)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug)]
            pub struct $name;
            impl $crate::command::Command for $name {
                type Input = $input;
                type Output = $output;
                const NAME: &'static str = stringify!($name);
                $($crate::command::$packed! { $output })?
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

/// Form of a command whose answer is no JSON.
macro_rules! packed {
    ($output:ty) => {
        fn write(output: &$output) -> Result<Vec<u8>, String> {
            $crate::rows::Packed::pack(output)
        }
        fn read(answer: &[u8]) -> Result<$output, String> {
            $crate::rows::Packed::unpack(answer)
        }
    };
}
pub(crate) use packed;
