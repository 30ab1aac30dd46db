//! THE TABLE: every operation of the service, one row each. Service document, "Endpoints".

use crate::emv_config::{EmvConfig, EmvDraft, EmvId};
use crate::endpoint::endpoints;
use crate::owner::Owner;
use crate::wire::{Page, PageQuery, Saved};

endpoints! { $
    /// Lists the EMV configurations of the token's owner.
    ListEmv = Get Read "/api/v2/emv"; ((), PageQuery) -> Page<EmvConfig>;
    /// Creates an EMV configuration.
    CreateEmv = Post Create "/api/v2/emv"; ((), EmvDraft) -> Saved<EmvId>, over Option<EmvConfig>;
    /// Replaces an EMV configuration.
    UpdateEmv = Put Absolute "/api/v2/emv/{emvId}"; (EmvId, EmvDraft) -> Saved<EmvId>, over Option<EmvConfig>;
    /// Deletes an EMV configuration.
    DeleteEmv = Delete Delete "/api/v2/emv/{emvId}"; (EmvId, ()) -> Saved<EmvId>, over Option<EmvConfig>;
    /// Reads the owner of the token.
    GetOwner = Get Read "/api/v2/current"; ((), ()) -> Owner;
}
