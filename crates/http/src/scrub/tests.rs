//! Every form in which a service may say a secret back.

use tapline_contract::secret::Secret;

use super::*;

const TOKEN: &str = "abc/def+ghi.jkl=mno";
const PASSWORD: &str = "hu\"nt/er22é";

fn scrub() -> Scrub {
    let token = Token::parse(TOKEN).unwrap();
    let secrets = [PASSWORD, "0000", "abc"].map(|text| Secret::new(text.to_owned()));
    Scrub::new(Some(&token), &secrets)
}

#[test]
fn words_are_struck_in_every_form() {
    for (text, expected) in [
        ("no, Bearer abc/def+ghi.jkl=mno is wrong", "no, Bearer •••• is wrong"),
        (r#"bad password hu"nt/er22é, pin 0000"#, "bad password ••••, pin ••••"),
        (r#"{"adminPwd":"hu\"nt/er22é"}"#, r#"{"adminPwd":"••••"}"#),
        (r#"{"adminPwd":"hu\u0022nt\/er22\u00e9"}"#, r#"{"adminPwd":"••••"}"#),
        (r#""{\"adminPwd\":\"hu\\\"nt\\\/er22\\u00E9\"}""#, r#""{\"adminPwd\":\"••••\"}""#),
        ("token=abc%2Fdef%2bghi.jkl%3Dmno&x", "token=••••&x"),
        ("pwd=hu%22nt/er22%C3%A9.", "pwd=••••."),
        (r"pin \u0030\u0030\u0030\u0030", "pin ••••"),
        // base64 of the token, of "user:" and the password, and url-safe
        ("Basic YWJjL2RlZitnaGkuamtsPW1ubw== is wrong", "Basic •••• is wrong"),
        ("Basic dXNlcjpodSJudC9lcjIyw6k= is wrong", "Basic •••• is wrong"),
        ("Basic eDphYmMvZGVmK2doaS5qa2w9bW5v.", "Basic ••••."),
        ("the pin 1000 and abc and 100%, a\\b %zz \\u12", "the pin 1000 and abc and 100%, a\\b %zz \\u12"),
    ] {
        assert_eq!(scrub().heard(text), expected, "{text}");
    }
}

/// Each text, written with other escapes at each of its places, up to three deep: what is ruled out must hold no secret.
#[test]
fn a_text_that_is_ruled_out_holds_no_secret() {
    let secret = "ab/c\"é9.x";
    let sought = Sought::new(secret);
    let mut hidden = 0;
    let mut state = 1_u64;
    let mut next = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    for round in 0..3000 {
        let carrier = if round % 3 == 0 { "nothing: ä \\ \" 100% %zz/" } else { secret };
        let mut text = carrier.to_owned();
        for _ in 0..next(4) {
            text = text.chars().map(|sign| written(sign, next(4))).collect();
        }
        let text = format!("{{\"x\":\"{text}\"}}");
        let holds = !forms::find(&text, [&sought].into_iter()).is_empty();
        let ruled_out = !sought.is_plainly_in(&text) && !sought.may_be_hidden_in(&text);
        assert!(!(holds && ruled_out), "{text}");
        hidden += u32::from(holds && !sought.is_plainly_in(&text));
    }
    assert!(hidden > 500, "{hidden}");
    // Typical content of lists: words beyond ASCII, quotes and lines, and none of them in a token.
    let token = Sought::new("eyJhbGciOiJIUzI1NiJ9.e30.c2lnbg");
    assert!(!token.may_be_hidden_in(r#"{"msg":"Z\u00fcrich \"A\", \\ 100%\n"}"#));
    assert!(token.may_be_hidden_in(r"\u0065yJ") && token.may_be_hidden_in("%65yJ"));
}

/// One character as JSON or a URL may have it.
fn written(sign: char, way: u64) -> String {
    match (way, sign) {
        (0, _) => {
            let units: Vec<_> =
                sign.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("{unit:04x}")).collect();
            format!("\\u{}", units.join("\\u"))
        }
        (1, '"' | '\\' | '/') => format!("\\{sign}"),
        (2, _) if sign.is_ascii_punctuation() => format!("%{:02X}", u32::from(sign)),
        _ => sign.to_string(),
    }
}

#[test]
fn a_secret_at_the_cut_is_struck_before_it() {
    for before in 480..501 {
        let heard = scrub().heard(&format!("{}{TOKEN}{}", "x".repeat(before), "y".repeat(600)));
        assert!(!heard.contains("abc"), "{before}: {heard}");
    }
}

#[test]
fn data_stays_data() {
    for (body, expected) in [
        (r#"{"code":0,"data":{"note":"abc\/def+ghi.jkl=mno!"}}"#, r#"{"code":0,"data":{"note":"••••!"}}"#),
        (r#"{"code":0, "id":"D-0000-1","n":10000}"#, r#"{"code":0, "id":"D-0000-1","n":10000}"#),
        (r#"{"adminPwd":"0000","x":"hu\"nt/er22\u00e9"}"#, r#"{"adminPwd":"••••","x":"••••"}"#),
        (r#"{"deviceAdmin":"0000","alias":"0000"}"#, r#"{"deviceAdmin":"0000","alias":"••••"}"#),
        (
            r#"{"x":"{\"jwtSecret\":\"0000\",\"y\":\"0000\"}"}"#,
            r#"{"x":"{\"jwtSecret\":\"0000\",\"y\":\"••••\"}"}"#,
        ),
        (r#"{"0000":1, "e":"\u00e9", "k":["a",{}] }"#, r#"{"0000":1, "e":"\u00e9", "k":["a",{}] }"#),
    ] {
        assert_eq!(scrub().success(body), expected, "{body}");
    }
}

#[test]
fn a_refusal_stays_readable() {
    for (body, expected) in [
        (r#"{"code":10000,"msg":"pin 0000"}"#, r#"{"code":10000,"msg":"pin ••••"}"#),
        (r#"{"code":7,"msg":"{\"pin\":\"0000\"}"}"#, r#"{"code":7,"msg":"{\"pin\":\"••••\"}"}"#),
        ("no JSON: {pin: 0000", "no JSON: {pin: ••••"),
    ] {
        assert_eq!(scrub().refusal(body), expected, "{body}");
    }
}

#[test]
fn a_list_on_its_way_is_struck_wherever_it_is_cut() {
    let text = format!(r#"{{"a":"{TOKEN}","b":"{}","c":"abc/def"}}"#, TOKEN.replace('/', "\\/"));
    let expected = r#"{"a":"••••","b":"••••","c":"abc/def"}"#;
    for cut in 0..text.len() {
        let mut passing = scrub().passing();
        let (first, second) = text.as_bytes().split_at(cut);
        let out = [passing.push(first.to_vec()), passing.push(second.to_vec()), passing.finish()].concat();
        assert_eq!(String::from_utf8(out).unwrap(), expected, "cut at {cut}");
    }
    let mut passing = scrub().passing();
    let out: Vec<u8> = text.bytes().flat_map(|byte| passing.push(vec![byte])).collect();
    assert_eq!(String::from_utf8([out, passing.finish()].concat()).unwrap(), expected);
}

#[test]
fn nothing_secret_changes_nothing() {
    let body = r#"{"a":"b"}"#;
    assert_eq!(Scrub::default().success(body), body);
    assert_eq!(Scrub::default().heard("plain"), "plain");
    assert_eq!(format!("{:?}", scrub()), "••••");
}
