//! Ways in which logs write a tag, its name, its length and its value.

use crate::{check, found};

const FOUR: &str = "95=0000008000 9F34=1F0302 9B=E800 9F27=80";

#[test]
fn hex_goes_on_in_the_next_line_with_or_without_columns() {
    check(&[
        ("0000: 95 05 00 00 00 80 00 9F 34 03 1F 03 02 9B 02 E8\n0010: 00 9F 27 01 80", FOUR),
        ("0000: 95 05 00 00 00 80 00 9F 34 03 1F 03 02 9B 02 E8\r\n0010: 00 9F 27 01 80\r\n", FOUR),
        ("950500000080009F\n34031F03029B02E8009F270180", FOUR),
        ("9505000000800\n09F34031F03029B02E8009F270180", FOUR),
        ("950500000080009F34\n031F03029B02E800\n9F270180", FOUR),
        (
            "00000000  95 05 00 00 00 80 00 9f  34 03 1f 03 02 9b 02 e8  |........4.......|\n00000010  00 9f 27 01 80                                    |..'..|",
            FOUR,
        ),
        (
            "00000000: 9505 0000 0080 009f 3403 1f03 029b 02e8  ........4.......\n00000010: 009f 2701 80                             ..'..",
            FOUR,
        ),
        (
            "0000   95 05 00 00 00 80 00 9F 34 03 1F 03 02 9B 02 E8   ........4.......\n0010   00 9F 27 01 80   ..'..",
            FOUR,
        ),
        ("12:00:01 9505000000800\n12:00:02 09F34031F03029B02E8009F270180", FOUR),
        ("\u{a0}95 05 00\u{a0}00 00 80 00 9F 34 03 1F 03 02\n9B 02 E8 00 9F 27 01 80", FOUR),
        // Tags with a colon are no offsets.
        ("95: 00 00 00 80 00\n9F34: 1F 03 02\n9B: E8 00\n9F27: 80", FOUR),
    ]);
}

#[test]
fn names_lengths_and_line_ends_may_separate_tag_and_value() {
    let (tvr, both) = ("95=0000048000", "95=0000048000 9F34=420300");
    check(&[
        (
            "Tag: 95 (Terminal Verification Results) - Length: 5 - Value: 0000048000\nTag: 9f34 (CVM Results) - Length: 3 - Value: 420300",
            both,
        ),
        ("95 Terminal Verification Results (TVR) [5]: 0000048000", tvr),
        (
            "Tag 95   : Terminal Verification Results (TVR)     : 00 00 04 80 00\nTag 9F 34: CVM Results   : 42 03 00",
            both,
        ),
        ("95 Terminal Verification Results (TVR)\n\t0000048000\n9F34 CVM Results\n\t420300", both),
        ("--9f6c[02] 'Card Transaction Qualifiers (CTQ)':\n\t00: 00 80      |..", "9F6C=0080"),
        (
            "--95[05] 'TVR':\r\n\t00: 00 00 04 80 00  |.....\r\n--9f34[03] 'CVM Results':\r\n\t00: 42 03 00 |B..",
            both,
        ),
        ("[{\"tag\":\"95\",\"value\":\"0000048000\"},{\"tag\":\"9F34\",\"value\":\"420300\"}]", both),
        ("{\"value\":\"0000048000\",\"tag\":\"95\"},{\"value\":\"420300\",\"tag\":\"9F34\"}", both),
        (
            "{\"95\":{\"length\":5,\"value\":\"0000048000\"},\"9F34\":{\"length\":3,\"value\":\"420300\"}}",
            both,
        ),
        ("<field id=\"95\" value=\"0000048000\"/><field id=\"9F34\" value=\"420300\"/>", both),
        ("<tag name=\"TVR\">0000048000</tag><tag id=\"9F34\">420300</tag>", both),
        ("<tlv><tag>95</tag><length>05</length><value>0000048000</value></tlv>", tvr),
        ("TLV{tag=95, length=5, value=0000048000}", tvr),
        ("tag[95] len[5] val[0000048000]", tvr),
        ("T: 95 L: 05 V: 0000048000", tvr),
        ("Tag=0x95 Length=0x05 Value=0x0000048000", tvr),
        ("Tag : 95\nDescription : Terminal Verification Results\nLength : 5\nValue : 0000048000", tvr),
        ("95\nTerminal Verification Results\n05\n0000048000\n9F34\nCVM Results\n03\n420300", both),
        (
            "| Tag | Name | Len | Value |\n|---|---|---|---|\n| 95 | Terminal Verification Results | 5 | 0000048000 |\n| 9F34 | CVM Results | 3 | 420300 |",
            both,
        ),
        ("95;Terminal Verification Results;5;0000048000\n9F34;CVM Results;3;420300", both),
        ("Name: Terminal Verification Results, Tag: 95, Value: 0000048000", tvr),
        ("TerminalVerificationResults [95]\n    0000048000", tvr),
        ("(95) TVR ............ 0000048000", tvr),
        ("TVR (95): 0000048000", tvr),
        ("TVR: 9505 0000048000", tvr),
        ("EmvData(tvr=0000048000, cvmResults=420300)", both),
        ("tag95[0000048000]", tvr),
        ("95(5)=0000048000", tvr),
        ("95 -> 00:00:04:80:00", tvr),
        ("9F33 Terminal Capabilities\nE0F8C8", "9F33=E0F8C8"),
        ("9F27 Cryptogram Information Data (CID) [1]: 80", "9F27=80"),
        ("84 Dedicated File (DF) Name [7]: A0000000041010", "84=A0000000041010"),
        (
            "--9f27[01] 'Cryptogram Information Data (CID)':\n\t00: 80   |.\n--9f10[07] 'Issuer Application Data (IAD)':\n\t00: 06 01 0A 03 A0 A0 02   |.......",
            "9F27=80 9F10=06010A03A0A002",
        ),
        ("Tag: 9f27 (Cryptogram Information Data (CID)) - Length: 1 - Value: 40", "9F27=40"),
        ("9F35 - Terminal Type - 22", "9F35=22"),
        ("DF8119 CVM Capability - No CVM Required: 08", "DF8119=08"),
    ]);
}

#[test]
fn escapes_and_byte_lists_are_resolved() {
    let (tvr, two) = ("95=0000008000", "95=0000008000 9F34=1F0302");
    check(&[
        ("{\"log\":\"CARD READ OK\\nTVR: 0000008000\\nCVM: 1F0302\"}", two),
        ("{\"log\":\"TVR: 0000008000\\\\r\\\\nCVM: 1F0302\"}", two),
        ("95\\t0000008000\\t9F34\\t1F0302", two),
        ("\\x1c950500000080009F34031F0302\\x1c1", two),
        ("\\u001c950500000080009F34031F0302", two),
        ("\"\\x95\\x05\\x00\\x00\\x00\\x80\\x00\\x9f\\x34\\x03\\x1f\\x03\\x02\"", two),
        ("\\u0095\\u0005\\u0000\\u0000\\u0000\\u0080\\u0000", tvr),
        ("0x95, 0x05, 0x00, 0x00, 0x00, 0x80, 0x00, 0x9F, 0x34, 0x03, 0x1F, 0x03, 0x02", two),
        ("(byte)0x95,(byte)0x05,0x00,0x00,0x00,(byte)0x80,0x00", tvr),
        ("new byte[] { (byte) 0x95, 5, 0, 0, 0, (byte) 0x80, 0 };", tvr),
        ("byteArrayOf(0x95.toByte(), 0x05, 0x00, 0x00, 0x00, 0x80.toByte(), 0x00)", tvr),
        ("[-107, 5, 0, 0, 0, -128, 0]", tvr),
        ("\"data\":[149,5,0,0,0,128,0]", tvr),
        ("{&quot;tvr&quot;:&quot;0000008000&quot;}", tvr),
        ("{\\\"tvr\\\":\\\"0000008000\\\"}", tvr),
        ("unsigned char tvr[] = { 0x00, 0x00, 0x00, 0x80, 0x00 };", tvr),
    ]);
}

#[test]
fn names_of_processors_are_known_in_every_case() {
    let visa = "84=A0000000031010";
    check(&[
        (
            "{\"cardholder_verification_method\":\"online_pin\",\"dedicated_file_name\":\"A000000025010801\",\"terminal_verification_results\":\"0000048000\"}",
            "9F34=Pin 84=A000000025010801 95=0000048000",
        ),
        (
            "{\"applicationIdentifier\":\"A0000000031010\",\"cardholderVerificationMethodResults\":\"420300\",\"cryptogramInformationData\":\"80\"}",
            "84=A0000000031010 9F34=420300 9F27=80",
        ),
        (
            "{\"application_identifier\":\"A0000000031010\",\"verification_method\":\"PIN\",\"entry_method\":\"CONTACTLESS\"}",
            "84=A0000000031010 9F34=Pin Entry=Tap",
        ),
        ("posEntryMode=CLESS_CHIP", "9F39=Tap"),
        (
            "AID: A0000000031010 TVR: 8000008000 IAD: 06010A03A0A002 TSI: 6800 ARC: 00",
            "84=A0000000031010 95=8000008000 9F10=06010A03A0A002 9B=6800 8A=00",
        ),
        ("EMV_TVR=0000048000;EMV_TSI=E800", "95=0000048000 9B=E800"),
        ("Dedicated File Name: A0000000031010", visa),
        ("Application Identifier (AID): A0000000031010", visa),
        ("dedicatedFileName=A0000000031010", visa),
        ("Issuer Application Data\n06010A03A0A002", "9F10=06010A03A0A002"),
        ("application_interchange_profile: 1980", "82=1980"),
        ("Transaction Status Information = E800", "9B=E800"),
        ("\"authorization_response_code\": \"3030\"", "8A=00"),
        (
            "Transaction Currency Code: 0978\nAmount, Authorised (Numeric): 000000006200\nTerminal Country Code: 0276",
            "5F2A=0978 9F02=000000006200 9F1A=0276",
        ),
        ("cryptogram_information_data: ARQC", "9F27=80"),
        ("Application Transaction Counter: 0041, Unpredictable Number: AABBCCDD", "9F36? 9F37?"),
        ("DE22: 071\nDE39: 51\nDE55: 95050000048000", "9F39=Tap 8A=51 95=0000048000"),
        (
            "<isomsg><field id=\"22\" value=\"051\"/><field id=\"39\" value=\"00\"/><field id=\"55\" value=\"95050000048000\"/></isomsg>",
            "9F39=Chip 8A=00 95=0000048000",
        ),
        ("read_method: contactless_emv, brand: visa", "Entry=Tap Method=visa"),
        ("entryMode: EMV_CONTACT", "Entry=Chip"),
        ("pan_entry_mode=07", "9F39=Tap"),
        ("Antwortcode: 05 TVR 0000048000", "8A=05 95=0000048000"),
    ]);
}

#[test]
fn receipts_say_verification_outcome_and_amount() {
    check(&[
        ("CVM: Online PIN", "9F34=Pin"),
        ("Verified by PIN", "9F34=Pin"),
        ("CARDHOLDER PIN VERIFIED", "9F34=Pin"),
        ("Signature", "9F34=Signature"),
        ("No CVM", "9F34=Nothing"),
        ("CVM: PIN or signature", "9F34=PinOrSignature"),
        ("CVM = NONE", "9F34=Nothing"),
        ("AID A0000000031010\nTOTAL EUR 62.00\nAPPROVED", "84=A0000000031010 Amount=6200/2 Status=Approved"),
        ("TOTAL   62,00 €\r\n*** DECLINED ***\r\n", "Amount=6200/2 Status=Declined"),
        ("Betrag EUR 62,00\nGenehmigt", "Amount=6200/2 Status=Approved"),
        ("MONTANT = 62,00 EUR", "Amount=6200/2"),
        ("NOT APPROVED", "Status=Declined"),
    ]);
}

#[test]
fn an_answer_of_the_card_ends_in_its_status_word() {
    check(&[
        (
            "6f:17:84:07:a0:00:00:00:03:10:10:a5:0c:50:04:56:49:53:41:9f:38:03:9f:66:04:90:00",
            "84=A0000000031010 9F38=9F6604 50?",
        ),
        ("77099F360200419F2701809000", "9F27=80 9F36?"),
        ("77178202198094080801010010010201 9F2701409F360200419000", "82=1980 9F27=40 94? 9F36?"),
        ("77 09 9F 36 02 00 41 9F 27 01 80 90 00 77 04 82 02 19 80 90 00", "9F27=80 82=1980 9F36?"),
        (">> 00A4040007A000000003101000\n<< 6F0984 07A0000000031010 9000", "84=A0000000031010"),
        ("80 12 80 0041 1122334455667788 06010A03A0A002 9000", "9F27=80 9F10=06010A03A0A002 9F36? 9F26?"),
        ("80060180 08010100 9000", "82=0180 94?"),
        ("SW1SW2=9000 DATA=77099F360200419F270180", "9F27=80 9F36?"),
    ]);
}

/// Tag, length and value; what is found.
const TRIPLES: &[(&str, &str, &str, &str)] = &[
    ("9F27", "01", "40", "9F27=40"),
    ("9F36", "02", "0293", "9F36?"),
    ("9A", "03", "261120", "9A?"),
    ("8A", "02", "3035", "8A=05"),
    ("9B", "02", "E800", "9B=E800"),
    ("9F35", "01", "22", "9F35=22"),
    ("95", "05", "0000048000", "95=0000048000"),
    ("5F2A", "02", "0978", "5F2A=0978"),
    ("DF8118", "01", "60", "DF8118=60"),
    ("9F34", "03", "420300", "9F34=420300"),
    ("84", "07", "A0000000041010", "84=A0000000041010"),
    ("82", "02", "1980", "82=1980"),
];

#[test]
fn a_tag_with_its_length_is_that_tag_however_it_is_written() {
    for (tag, length, value, expected) in TRIPLES {
        let pairs: Vec<String> =
            value.as_bytes().chunks(2).map(|pair| String::from_utf8_lossy(pair).into_owned()).collect();
        let pairs = pairs.join(" ");
        for text in [
            format!("{tag}{length}{value}"),
            format!("{tag}{length} {value}"),
            format!("{tag} {length} {value}"),
            format!("{tag} {length}{value}"),
            format!("{tag}{length}: {value}"),
            format!("{tag}{length}={value}"),
            format!("{tag}{length} {pairs}"),
            format!("{tag}={value}"),
            format!("{tag}: {value}"),
            format!("{tag} {value}"),
            format!("{tag} - {value}"),
            format!("0x{tag} = 0x{value}"),
            format!("\"{tag}\":\"{value}\""),
        ] {
            assert_eq!(found(&text), [*expected], "{text}");
            assert_eq!(found(&text.to_lowercase()), [*expected], "{text}");
        }
    }
    let written: Vec<String> =
        TRIPLES.iter().map(|(tag, length, value, _)| format!("{tag}{length} {value}")).collect();
    for between in [" ", "\n", ", ", "; ", "\r\n"] {
        assert_eq!(found(&written.join(between)).len(), TRIPLES.len(), "{between:?}");
    }
}

#[test]
fn groups_that_fill_the_length_are_one_value() {
    check(&[
        ("8E 0000000000000000 4203 1E03 1F03", "8E=000000000000000042031E031F03"),
        ("8E 0E 0000000000000000 4203 1E03 1F03", "8E=000000000000000042031E031F03"),
        ("8E 00 00 00 00 00 00 00 00 42 03 1E 03 1F 03", "8E=000000000000000042031E031F03"),
        ("TVR=00000480-00", "95=0000048000"),
        ("TTQ 2680 4080", "9F66=26804080"),
        ("9F1D 6C00 8000 0000 0000", "9F1D=6C00800000000000"),
        ("AID A000000004 1010", "84=A0000000041010"),
        ("AID A0000000041010 5000", "84=A0000000041010"),
        ("95 00 00 00 80 00 9B E8 00 9F 36 00 12", "95=0000008000 9B=E800 9F36?"),
        ("95 0000A08000 9F34 410302 9B E800 8A 65", "95=0000A08000 9F34=410302 9B=E800 8A=65"),
        ("95-0000A08000 9F34-410302 9B-E800 8A-65", "95=0000A08000 9F34=410302 9B=E800 8A=65"),
        ("9f34.03.42.03.02", "9F34=420302"),
        ("8C 9F02069F03069F1A0295055F2A029A03", "8C=9F02069F03069F1A0295055F2A029A03"),
        ("defaultTDOL 95055F2A029A03", "97=95055F2A029A03"),
        ("DDOL 9F3704 9F34 420300", "9F49=9F3704 9F34=420300"),
    ]);
}

#[test]
fn bytes_of_python_and_a_chain_in_base64_are_hex() {
    let three = "95=0000048000 9F34=420300 9B=E800";
    check(&[
        (r"b'\x95\x05\x00\x00\x04\x80\x00\x9f4\x03B\x03\x00\x9b\x02\xe8\x00'", three),
        (r#"data = b"\x95\x05\x00\x00\x04\x80\x00\x9f4\x03B\x03\x00\x9b\x02\xe8\x00""#, three),
        (r#"b'\x9f&\x08\x11"3DUfw\x88' 95: 0000048000"#, "95=0000048000 9F26?"),
        ("lQUAAASAAJ80A0IDAJsC6AA=", three),
        ("{\"emvData\": \"lQUAAASAAJ80A0IDAJsC6AA=\"}", three),
        // A word, or half a chain.
        ("b'PIN' verificationResults", ""),
        ("lQUAAASAAJ80A0IDAJsC", ""),
    ]);
}
