//! Operations that are not carried out yet.

use tapline_contract::{Endpoint, endpoints};

use crate::answer::Answer;
use crate::problem::Problem;
use crate::router::Serve;
use crate::world::World;

macro_rules! pending {
    ($($name:ident)*) => { $(
        impl Serve<endpoints::$name> for World {
            async fn serve(
                &self,
                _: <endpoints::$name as Endpoint>::Id,
                _: <endpoints::$name as Endpoint>::Input,
            ) -> Result<Answer, Problem> {
                Err(Problem::system("not carried out yet"))
            }
        }
    )* };
}

pending! {
    ListDevices
    ActivateDevice
    EndDevice
    UpdateDevice
    ListMerchants
    CreateMerchant
    GetMerchant
    UpdateMerchant
    ListAcquirers
    CreateAcquirer
    UpdateAcquirer
    DeleteAcquirer
    ListProfiles
    GetProfile
    FindProfile
    CreateProfile
    UpdateProfile
    SignOnProfile
    SetProfileStatus
}
