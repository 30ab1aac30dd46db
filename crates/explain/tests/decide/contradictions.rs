//! Facts that exclude each other, and facts that the configurations of now exclude.

use super::sales::{ON, TTQ, decided, names};

fn check(table: &str) {
    let rows = table.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//"));
    let wrong: Vec<_> = rows
        .filter_map(|row| {
            let (line, expected) = row.split_once(" | ")?;
            let found =
                names(&decided(&line.replace("{ON}", ON).replace("{TTQ}", TTQ)).contradictions).join(" ");
            let found = if found.is_empty() { "-".to_owned() } else { found };
            (found != expected).then(|| format!("{row}\n  found {found}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn facts_of_a_sale_that_exclude_each_other_are_named() {
    check(
        "
        Visa 26.00 NFC DECLINED Y1 NO_CVM - | StatusAndHostCode
        Visa 26.00 NFC APPROVED 51 NO_CVM - | StatusAndHostCode
        Visa 26.00 NFC VOIDED 05 NO_CVM - | StatusAndHostCode
        Visa 26.00 NFC APPROVED Y1 NO_CVM - | -
        Visa 26.00 NFC DECLINED 51 NO_CVM - | -
        Visa 23.10 NFC DECLINED 00 NO_CVM - stood later=CAPTURE:DECLINED:61 | -
        // PIN in TVR and service.
        Mastercard 30.00 NFC APPROVED 00 NO_CVM 0000048000 {ON} | PinInTvrAlone
        Mastercard 99.99 NFC APPROVED 00 PIN 0000008000 {ON} | PinNotInTvr
        Mastercard 99.99 NFC DECLINED 51 PIN 0000008000 {ON} | PinNotInTvr
        UnionPay 99.99 NFC APPROVED 00 PIN 0000008000 {TTQ} | PinNotInTvr
        Mastercard 99.99 NFC APPROVED 00 PIN 0000000000 {ON} | -
        Visa 99.99 NFC APPROVED 00 PIN 0000008000 {TTQ} | -
        Mastercard 99.99 EMV_CONTACT APPROVED 00 PIN 0000008000 {ON} | -
        Visa 62.00 NFC APPROVED 00 1E0301 0000848000 {TTQ} | PinInTvrAlone
        Visa 62.00 NFC APPROVED 00 420301 0000848000 {TTQ} | -
        Visa 99.99 EMV_CONTACT DECLINED 55 PIN 0000208000 | WrongPinWithoutPin
        Visa 60.00 MANUAL DECLINED 55 - - | WrongPinWithoutPin
        Visa 62.00 NFC DECLINED 55 420301 0000848000 | -
        // Entry.
        Mastercard 23.10 NFC APPROVED 00 NO_CVM 0000208000 {ON} | InsertedBitsOnTap
        Mastercard 60.00 NFC APPROVED 00 440302 - {ON} | CardPinOnTap
        Mastercard 60.00 NFC APPROVED 00 410302 - {ON} | CardPinOnTap
        Mastercard 60.00 NFC APPROVED 00 010002 - {ON} | -
        Visa 60.00 NFC APPROVED 00 010002 - {TTQ} | CardPinOnTap
        Visa 60.00 EMV_CONTACT APPROVED 00 CDCVM - | EntryCannotVerify
        Visa 99.99 MANUAL APPROVED 00 PIN - | EntryCannotVerify
        Visa 99.99 E_COMM APPROVED 00 PIN 0000048000 | EntryCannotVerify TvrWithoutChip
        Visa 99.99 3 APPROVED 00 NO_CVM 0000048000 | TvrWithoutChip
        Visa 60.00 NFC APPROVED 00 NO_CVM FFFFFFFFFF | TvrExcludesItself
        Visa 60.00 NFC APPROVED 00 CDCVM - wallet card | WalletAndCard
        // Nobody answered.
        Visa 99.99 EMV_CONTACT DECLINED Z1 NO_CVM 0000008040 | BankStepWithoutBank
        Visa 99.99 EMV_CONTACT DECLINED Z1 NO_CVM 0000008020 | BankStepWithoutBank
        Visa 99.99 EMV_CONTACT APPROVED Y1 NO_CVM 0000008040 | BankStepWithoutBank
        Visa 99.99 EMV_CONTACT APPROVED Y1 NO_CVM - tsi=1000 | BankStepWithoutBank
        Visa 99.99 EMV_CONTACT DECLINED 05 NO_CVM 0000008040 | -
        Visa 62.00 NFC APPROVED 00 SIGNATURE - type=24 | SignatureUnattended
        Visa 62.00 NFC APPROVED 00 SIGNATURE - type=22 | -
        ",
    );
}

#[test]
fn a_sale_that_the_configurations_exclude_had_other_values() {
    check(
        "
        Visa 300.00 NFC APPROVED 00 PIN - | LimitWouldStop
        Mastercard 260.00 NFC APPROVED 00 PIN 0000048000 {ON} | LimitWouldStop
        Visa 300.00 NFC DECLINED 51 NO_CVM - | LimitWouldStop
        Visa 300.00 NFC DECLINED - NO_CVM - | -
        Visa 300.00 NFC PROCESSING - - - | -
        Visa 25.00 NFC APPROVED 00 NO_CVM - TTQ=06004000 | NoTapNow
        Visa 25.00 NFC DECLINED - NO_CVM - TTQ=06004000 | -
        Visa 62.00 NFC APPROVED 00 PIN - TTQ=2E004080 | OfflineNow
        Visa 62.00 NFC APPROVED Y1 - - TTQ=24004080 type=23 | -
        Visa 62.00 NFC APPROVED 00 PIN - TTQ=22004000 | MethodNotOfferedNow
        Mastercard 62.00 NFC APPROVED 00 PIN 0000048000 DF8118=20 DF8119=08 DF811B=A0 flag=true | MethodNotOfferedNow
        Mastercard 62.00 NFC APPROVED 00 PIN 0000048000 DF8118=20 DF8119=08 DF811B=A0 | -
        Mastercard 23.10 NFC APPROVED 00 420302 0000048000 {ON} | -
        Mastercard 23.10 NFC APPROVED 00 PIN 0000048000 {ON} earlier=65 | -
        Visa 62.00 NFC APPROVED 00 CDCVM - TTQ=26000080 | PhoneCheckNotAnnouncedNow
        Mastercard 23.10 NFC APPROVED 00 3F0002 - DF811B=80 flag=true | PhoneCheckNotAnnouncedNow
        Mastercard 23.10 NFC APPROVED 00 3F0002 - {ON} | -
        Mastercard 30.00 NFC APPROVED 00 010002 - {ON} | OtherSideOfLimit
        Mastercard 60.00 NFC APPROVED 00 3F0002 - {ON} | OtherSideOfLimit
        ",
    );
    let other = |line: &str| decided(line).needs_other_values();
    assert!(other("Visa 300.00 NFC APPROVED 00 PIN -") && other("Visa 62.00 NFC APPROVED 00 NO_CVM -"));
    // Kernel 2 notes the floor limit itself; Visa's leaves the TVR empty.
    assert!(
        other("Mastercard 23.10 NFC APPROVED 00 1F0302 0000000800")
            && other("Visa 0.00 NFC APPROVED 00 NO_CVM 0000008000")
    );
    assert!(
        !other("Visa 62.00 NFC APPROVED 00 PIN -") && !other("Visa 23.10 NFC APPROVED 00 NO_CVM 0000000000")
    );
    assert!(!other("Mastercard 23.10 EMV_CONTACT APPROVED 00 1F0302 0000000000"));
}
