//! Service document, "PBO owner info".

use serde_json::{Value, json};

use super::operation::{Operation, READ};
use super::world::Reply;

pub(super) const GET: Operation = Operation {
    name: "GetOwner",
    path: "/api/v2/current",
    act: |world, _| Reply::data(world.owner.clone()),
    ..READ
};

pub(super) fn start() -> Value {
    json!({
        "groupName": "Northern Payments", "groupId": "group-7", "messageFormat": "[\"ISO8583\"]",
        "emailSender": "{\"address\":\"receipts@example.com\"}", "updatedAt": "2026-09-14T08:30:00+0000",
    })
}
