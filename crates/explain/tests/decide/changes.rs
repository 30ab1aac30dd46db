//! The one parameter with which it would have gone otherwise.

use tapline_explain::decision::ChangeTo;

use super::sales::{ON, TTQ, decided};

/// "clCVMLimit >= 6201", "cvmCapabilityNoCVM + DF8119 bit 4", or "-".
fn changed(line: &str) -> String {
    let Some(change) = decided(&line.replace("{ON}", ON).replace("{TTQ}", TTQ)).change else {
        return "-".to_owned();
    };
    let key = change.key;
    let usual = if change.above_usual.is_some() { " unusual" } else { "" };
    match change.to {
        ChangeTo::AtLeast(money) => format!("{key} >= {}{usual}", money.minor),
        ChangeTo::AtMost(money) => format!("{key} <= {}", money.minor),
        ChangeTo::BitSet(bit) => format!("{key} + {bit}"),
        ChangeTo::BitCleared(bit) => format!("{key} - {bit}"),
    }
}

#[test]
fn one_parameter_would_have_changed_it() {
    let table = "
        Visa 62.00 NFC APPROVED 00 PIN - | clCVMLimit >= 6201 unusual
        Mastercard 62.00 NFC APPROVED 00 PIN - | clCVMLimit >= 6200 unusual
        Amex 50.01 NFC APPROVED 00 PIN - | clCVMLimit >= 5002 unusual
        Visa 23.10 NFC APPROVED 00 PIN - and=Retail:0:2000:25000 | clCVMLimit >= 2311
        Visa 23.10 NFC APPROVED 00 NO_CVM - | clCVMLimit <= 2310
        Mastercard 23.10 NFC APPROVED 00 NO_CVM - | clCVMLimit <= 2309
        Mastercard 0.01 NFC APPROVED 00 1F0302 0000008000 {ON} | clCVMLimit <= 0
        Visa 300.00 NFC DECLINED - - - | clTransLimit >= 30001
        Mastercard 250.01 NFC DECLINED - - - {ON} | clTransLimit >= 25001
        Visa 250.00 NFC DECLINED - - - | clTransLimit >= 25001
        Mastercard 23.10 NFC APPROVED 00 PIN - DF8119=40 flag=true | cvmCapabilityNoCVM + DF8119 bit 4
        Mastercard 23.10 NFC APPROVED 00 PIN - DF8119=48 flag=true | cvmCapabilityNoCVM - DF8119 bit 7
        Mastercard 23.10 NFC APPROVED 00 SIGNATURE - DF8119=28 flag=true | cvmCapabilityNoCVM - DF8119 bit 6
        Mastercard 62.00 NFC APPROVED 00 NO_CVM - DF8118=68 DF8119=08 flag=true | cvmCapabilityCVMRequired - DF8118 bit 4
        Visa 62.00 NFC APPROVED 00 PIN - TTQ=26000080 wallet | terminalTransactionQualifiers + TTQ byte 3 bit 7
        Mastercard 62.00 NFC APPROVED 00 PIN 0000048000 DF8118=60 DF811B=80 flag=true wallet | kernelConfiguration + DF811B bit 6
        Mastercard 23.10 NFC DECLINED - - - DF811B=C0 | kernelConfiguration - DF811B bit 7
        Visa 62.00 - APPROVED 00 PIN - | clCVMLimit >= 6201 unusual
        // The reader could ask a card for what it offers.
        Visa 62.00 NFC APPROVED 00 PIN - and=Retail:0:5000:99999999 | clCVMLimit >= 6201 unusual
        Visa 23.10 NFC APPROVED 00 NO_CVM - TTQ=22004000 | clCVMLimit <= 2310
        Mastercard 23.10 NFC APPROVED 00 NO_CVM - DF8118=40 DF8119=08 flag=true | clCVMLimit <= 2309
        // A decision of bank, card or an unknown value has none.
        Mastercard 23.10 NFC APPROVED 00 PIN - DF8119=40 | -
        Mastercard 23.10 NFC APPROVED 00 PIN - DF8119=40 flag=true earlier=65 | -
        Visa 23.10 NFC APPROVED 00 PIN - | -
        Visa 23.10 NFC DECLINED - - - | -
        Visa 62.00 EMV_CONTACT APPROVED 00 PIN - | -
        Visa 23.10 NFC APPROVED 00 NO_CVM - TTQ=20004000 | -
        Visa 23.10 NFC APPROVED 00 NO_CVM - TTQ=hello | -
        Mastercard 23.10 NFC APPROVED 00 NO_CVM - DF8118=00 DF8119=08 flag=true | -
        Mastercard 23.10 NFC APPROVED 00 3F0000 0000008000 {ON} | -
        Mastercard 23.10 NFC APPROVED 00 3F0002 0000008000 {ON} | -
        Mastercard 23.10 NFC APPROVED 00 NO_CVM 2000008000 {ON} | -
        Visa 0.00 NFC APPROVED 00 NO_CVM - | -
        Mastercard 0.00 NFC APPROVED 00 1F0302 - {ON} | -
        Visa 62.00 NFC APPROVED 00 PIN - and=Retail:0:5000:25000 and=Kiosk:0:-:25000 | -
        Visa 300.00 NFC DECLINED - PIN - | -
        Visa 250.01 NFC DECLINED - - - reason=Cancelled | -
        Visa 23.10 NFC REVERSED 68 NO_CVM - | -
        Mastercard 60.00 NFC APPROVED 00 440302 - {ON} | -
        Mastercard 30.00 NFC APPROVED 00 NO_CVM 0000048000 {ON} | -
        // No accepted amount would reach such a limit.
        Visa 250.00 NFC APPROVED 00 PIN - | -
        Visa 249.99 NFC APPROVED 00 PIN - | -
        Visa 249.98 NFC APPROVED 00 PIN - | clCVMLimit >= 24999 unusual
        Mastercard 250.00 NFC APPROVED 00 PIN 0000048000 {ON} | -
        Mastercard 249.99 NFC APPROVED 00 PIN 0000048000 {ON} | clCVMLimit >= 24999 unusual
    ";
    let rows = table.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//"));
    let wrong: Vec<_> = rows
        .filter_map(|row| {
            let (line, expected) = row.split_once(" | ")?;
            let found = changed(line);
            (found != expected).then(|| format!("{row}\n  found {found}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
