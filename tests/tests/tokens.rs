//! The colors of the page: contrast (WCAG 2.2) and difference (CIEDE2000), in both themes, also as people see them who lack
//! one kind of cone (Machado, Oliveira and Fernandes 2009, severity 1).
//!
//! Read from `ui/style/tokens.css`, so that a changed token is judged, not a copy of it.

#![expect(clippy::many_single_char_names, reason = "the notation of the papers")]

use std::collections::BTreeMap;
use std::path::Path;

type Rgb = [f64; 3];

const ZONES: [&str; 4] = ["z-off", "z-on", "z-cvm", "z-dec"];
const LANES: [&str; 6] = ["visa", "mc", "amex", "upi", "jcb", "disc"];
const SURFACES: [&str; 3] = ["s0", "s1", "s2"];

/// Linear RGB as seen without red, green or blue cones; the first row of matrices is normal sight.
const SIGHTS: [(&str, [[f64; 3]; 3]); 4] = [
    ("normal", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    (
        "protan",
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
    ),
    (
        "deutan",
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
    ),
    (
        "tritan",
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ),
];

#[test]
fn text_and_edges_have_contrast() {
    for (theme, colors) in themes() {
        let check = |front: &str, back: &str, least: f64| {
            let ratio = contrast(colors[front], colors[back]);
            assert!(ratio >= least, "{theme}: {front} on {back} is {ratio:.2}, needs {least}");
        };
        for surface in SURFACES {
            check("text", surface, 5.5);
            check("muted", surface, 5.5);
            for state in ["danger", "warning", "good", "sandbox"] {
                check(state, surface, 5.3);
            }
            check("accent", surface, 4.5);
        }
        check("on-accent", "accent", 5.3);
        check("on-live", "live", 5.3);
        check("on-danger", "danger", 5.3);
        for lane in LANES {
            check(lane, "s1", 3.3);
        }
        for zone in ZONES {
            check("text", zone, 6.0);
        }
        check("edge", "s1", 3.3);
        check("edge", "s0", 3.3);
        // Focus rings: the accent on every surface, and inside a filled element the color of its words.
        for (ring, behind) in focus_rings() {
            check(&ring, &behind, 3.0);
        }
    }
}

/// Color of the ring that the styles draw inside a chosen segment, and the fill of that segment.
fn focus_rings() -> Vec<(String, String)> {
    let css = style("widgets.css");
    let mut rings = vec![("accent".to_owned(), "s1".to_owned()), ("accent".to_owned(), "s2".to_owned())];
    for segment in [".choices", ".choice-live"] {
        let of = |selector: &str, property: &str| {
            let rule = css.lines().find(|line| line.trim_start().starts_with(selector));
            let rule = rule.unwrap_or_else(|| panic!("{selector} has no rule"));
            let (_, value) = rule.split_once(&format!("{property}: var(--")).expect("a token");
            value.split(')').next().expect("a token ends").to_owned()
        };
        let filled = of(&format!("{segment} input:checked + span"), "background");
        let ring = of(&format!("{segment} input:checked:focus-visible + span"), "outline-color");
        rings.push((ring, filled));
    }
    rings
}

/// The accent has too little contrast with a segment that is filled with the color of text.
#[test]
fn the_ring_of_a_chosen_segment_is_not_the_accent() {
    for (_, colors) in themes() {
        assert!(contrast(colors["accent"], colors["text"]) < 3.0);
    }
    assert!(focus_rings().iter().all(|(ring, behind)| ring != "accent" || behind.starts_with('s')));
}

fn style(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ui/style").join(name);
    std::fs::read_to_string(path).expect("the styles of the page are part of the checkout")
}

#[test]
fn zones_lanes_and_environments_are_told_apart() {
    for (theme, colors) in themes() {
        for (sight, matrix) in SIGHTS {
            for group in [&ZONES[..], &LANES[..], &["live", "sandbox"]] {
                for (at, one) in group.iter().enumerate() {
                    for other in &group[at + 1..] {
                        let difference =
                            ciede2000(lab(seen(colors[*one], matrix)), lab(seen(colors[*other], matrix)));
                        assert!(
                            difference >= 9.0,
                            "{theme}, {sight}: {one} and {other} differ by {difference:.1}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn the_measures_agree_with_published_values() {
    assert!((contrast([0.0; 3], [1.0; 3]) - 21.0).abs() < 0.01);
    // Sharma, Wu and Dalal 2005, pairs 1, 7 and 25.
    for (one, other, expected) in [
        ([50.0, 2.6772, -79.7751], [50.0, 0.0, -82.7485], 2.0425),
        ([50.0, 0.0, 0.0], [50.0, -1.0, 2.0], 2.3669),
        ([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644),
    ] {
        let found = ciede2000(one, other);
        assert!((found - expected).abs() < 0.0005, "{found} instead of {expected}");
    }
}

fn themes() -> [(&'static str, BTreeMap<String, Rgb>); 2] {
    let css = style("tokens.css");
    let mut themes = [("light", BTreeMap::new()), ("dark", BTreeMap::new())];
    for line in css.lines() {
        let Some((name, value)) =
            line.trim().strip_prefix("--").and_then(|line| line.split_once(": light-dark("))
        else {
            continue;
        };
        let values: Vec<Rgb> =
            value.trim_end_matches([')', ';']).split(',').filter_map(|hex| rgb(hex.trim())).collect();
        if let [light, dark] = values.as_slice() {
            themes[0].1.insert(name.to_owned(), *light);
            themes[1].1.insert(name.to_owned(), *dark);
        }
    }
    assert!(themes[0].1.len() > 25, "the tokens were not read");
    themes
}

/// `#rrggbb`; a color with transparency is no token of these tests.
fn rgb(hex: &str) -> Option<Rgb> {
    let digits = hex.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    let channel = |at: usize| Some(f64::from(u8::from_str_radix(&digits[at..at + 2], 16).ok()?) / 255.0);
    Some([channel(0)?, channel(2)?, channel(4)?])
}

fn linear(color: Rgb) -> Rgb {
    color.map(|c| if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) })
}

fn contrast(one: Rgb, other: Rgb) -> f64 {
    let luminance = |color: Rgb| {
        let [r, g, b] = linear(color);
        0.2126 * r + 0.7152 * g + 0.0722 * b
    };
    let (a, b) = (luminance(one), luminance(other));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// Linear RGB of a color through one of [`SIGHTS`].
fn seen(color: Rgb, matrix: [[f64; 3]; 3]) -> Rgb {
    let [r, g, b] = linear(color);
    matrix.map(|row| (row[0] * r + row[1] * g + row[2] * b).clamp(0.0, 1.0))
}

/// CIE L*a*b*, white point D65, of linear RGB.
fn lab([r, g, b]: Rgb) -> [f64; 3] {
    let xyz = [
        (0.412_456 * r + 0.357_576 * g + 0.180_438 * b) / 0.950_47,
        0.212_673 * r + 0.715_152 * g + 0.072_175 * b,
        (0.019_334 * r + 0.119_192 * g + 0.950_304 * b) / 1.088_83,
    ];
    let [x, y, z] = xyz.map(|v| if v > 0.008_856 { v.cbrt() } else { 7.787 * v + 16.0 / 116.0 });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// CIEDE2000, in the notation of Sharma, Wu and Dalal 2005.
fn ciede2000([l1, a1, b1]: [f64; 3], [l2, a2, b2]: [f64; 3]) -> f64 {
    let c_mean = f64::midpoint(a1.hypot(b1), a2.hypot(b2));
    let g = 0.5 * (1.0 - (c_mean.powi(7) / (c_mean.powi(7) + 25f64.powi(7))).sqrt());
    let (a1, a2) = (a1 * (1.0 + g), a2 * (1.0 + g));
    let (c1, c2) = (a1.hypot(b1), a2.hypot(b2));
    let hue =
        |a: f64, b: f64| if a == 0.0 && b == 0.0 { 0.0 } else { b.atan2(a).to_degrees().rem_euclid(360.0) };
    let (h1, h2) = (hue(a1, b1), hue(a2, b2));
    let gray = c1 * c2 == 0.0;
    let dh = if gray { 0.0 } else { (h2 - h1 + 180.0).rem_euclid(360.0) - 180.0 };
    let (dl, dc) = (l2 - l1, c2 - c1);
    let dh_big = 2.0 * (c1 * c2).sqrt() * (dh / 2.0).to_radians().sin();
    let (l, c) = (f64::midpoint(l1, l2), f64::midpoint(c1, c2));
    let h = match ((h1 - h2).abs() > 180.0, h1 + h2 < 360.0) {
        _ if gray => h1 + h2,
        (false, _) => f64::midpoint(h1, h2),
        (true, true) => (h1 + h2 + 360.0) / 2.0,
        (true, false) => (h1 + h2 - 360.0) / 2.0,
    };
    let cos = |degrees: f64| degrees.to_radians().cos();
    let t = 1.0 - 0.17 * cos(h - 30.0) + 0.24 * cos(2.0 * h) + 0.32 * cos(3.0 * h + 6.0)
        - 0.20 * cos(4.0 * h - 63.0);
    let turn = 30.0 * (-((h - 275.0) / 25.0).powi(2)).exp();
    let rc = 2.0 * (c.powi(7) / (c.powi(7) + 25f64.powi(7))).sqrt();
    let sl = 1.0 + 0.015 * (l - 50.0).powi(2) / (20.0 + (l - 50.0).powi(2)).sqrt();
    let (sc, sh) = (1.0 + 0.045 * c, 1.0 + 0.015 * c * t);
    let rt = -(2.0 * turn).to_radians().sin() * rc;
    ((dl / sl).powi(2) + (dc / sc).powi(2) + (dh_big / sh).powi(2) + rt * (dc / sc) * (dh_big / sh)).sqrt()
}
