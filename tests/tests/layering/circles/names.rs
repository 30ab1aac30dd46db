//! The paths that a source names: imports, and paths written out in the code. Test code is left out.

/// A path as it is written, `crate::http::Sending` say.
#[derive(Debug, PartialEq)]
pub(crate) struct Named {
    pub(crate) path: Vec<String>,
    pub(crate) line: usize,
    /// For an import: the name it has here, if it is a re-export or not.
    pub(crate) import: Option<String>,
}

/// What a source names, and the modules it declares for tests only.
#[derive(Debug, Default)]
pub(crate) struct Names {
    pub(crate) named: Vec<Named>,
    pub(crate) test_modules: Vec<String>,
    /// Macros with `#[macro_export]`: they stand at the root of the crate.
    pub(crate) root_macros: Vec<String>,
}

#[derive(Clone, Copy)]
struct Token<'a> {
    text: &'a str,
    line: usize,
}

/// `code`: a source without comments and texts.
pub(crate) fn names_of(code: &str) -> Names {
    let tokens = tokens(code);
    let text = |at: usize| tokens.get(at).map_or("", |token| token.text);
    let mut names = Names::default();
    let mut at = 0;
    while at < tokens.len() {
        if text(at) == "#" && text(at + 1) == "[" {
            let end = end_of_group(&tokens, at + 1);
            let attribute: Vec<&str> = tokens[at + 2..end].iter().map(|token| token.text).collect();
            at = end + 1;
            if attribute.starts_with(&["cfg", "(", "test"])
                || attribute.starts_with(&["cfg", "(", "all", "(", "test"])
            {
                if let ["mod", name, ";"] = [text(at), text(at + 1), text(at + 2)] {
                    names.test_modules.push(name.to_owned());
                }
                at = end_of_item(&tokens, at);
            } else if attribute.starts_with(&["macro_export"]) && text(at) == "macro_rules" {
                names.root_macros.push(text(at + 2).to_owned());
            }
        } else if text(at) == "use" {
            at = import(&tokens, at + 1, &[], &mut names.named);
        } else if is_word(text(at)) && text(at + 1) == "::" && (at == 0 || text(at - 1) != "::") {
            let line = tokens[at].line;
            let mut path = vec![text(at).to_owned()];
            at += 1;
            while text(at) == "::" && is_word(text(at + 1)) {
                path.push(text(at + 1).to_owned());
                at += 2;
            }
            names.named.push(Named { path, line, import: None });
        } else {
            at += 1;
        }
    }
    names
}

/// One import or one branch of it, from after `use`, `{` or `,`; where it ends.
fn import(tokens: &[Token<'_>], mut at: usize, before: &[String], found: &mut Vec<Named>) -> usize {
    let text = |at: usize| tokens.get(at).map_or(";", |token| token.text);
    let mut path = before.to_vec();
    let line = tokens.get(at).map_or(0, |token| token.line);
    loop {
        match text(at) {
            "::" => at += 1,
            "{" => {
                at += 1;
                while text(at) != "}" && text(at) != ";" {
                    at = import(tokens, at, &path, found);
                    at += usize::from(text(at) == ",");
                }
                return at + 1;
            }
            "as" => {
                let import = Some(text(at + 1).to_owned());
                found.push(Named { path, line, import });
                return at + 2;
            }
            "self" if !path.is_empty() => at += 1,
            word if is_word(word) || word == "*" => {
                path.push(word.to_owned());
                at += 1;
            }
            _ => {
                let import = path.last().cloned();
                found.push(Named { path, line, import });
                return at;
            }
        }
    }
}

fn is_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

fn tokens(code: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    for (index, text) in code.lines().enumerate() {
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            let width = match word {
                0 if rest.starts_with("::") => 2,
                0 => rest.chars().next().map_or(1, char::len_utf8),
                width => width,
            };
            tokens.push(Token { text: &rest[..width], line: index + 1 });
            rest = rest[width..].trim_start();
        }
    }
    tokens
}

/// The bracket that closes the one at `at`.
fn end_of_group(tokens: &[Token<'_>], at: usize) -> usize {
    let mut depth = 0;
    for (index, token) in tokens.iter().enumerate().skip(at) {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return index;
        }
    }
    tokens.len().saturating_sub(1)
}

/// Where the item that begins at `at` is over: after its `;` or its braces.
fn end_of_item(tokens: &[Token<'_>], mut at: usize) -> usize {
    while let Some(token) = tokens.get(at) {
        match token.text {
            ";" => return at + 1,
            "{" => return end_of_group(tokens, at) + 1,
            "(" | "[" => at = end_of_group(tokens, at) + 1,
            ")" | "]" | "}" => return at,
            _ => at += 1,
        }
    }
    at
}

mod tests {
    use super::names_of;

    fn paths(code: &str) -> Vec<String> {
        names_of(code).named.iter().map(|named| named.path.join("::")).collect()
    }

    #[test]
    fn imports_and_inline_paths_are_named() {
        assert_eq!(
            paths("use crate::a::{self, B, c::{D as E, *}};"),
            ["crate::a", "crate::a::B", "crate::a::c::D", "crate::a::c::*"]
        );
        assert_eq!(paths("fn f() -> crate::a::B { super::c::d::<X>() }"), ["crate::a::B", "super::c::d"]);
        assert_eq!(paths("x.collect::<Vec<_>>(); $crate::a::B"), ["collect", "crate::a::B"]);
    }

    #[test]
    fn test_code_names_nothing() {
        let code = "use crate::a;\n#[cfg(test)]\n#[path = x]\nuse crate::b;\n#[cfg(test)]\nmod tests { use crate::c; }\n\
                    #[cfg(test)]\nmod fixture;\n#[cfg(not(test))]\nuse crate::d;";
        assert_eq!(paths(code), ["crate::a", "crate::d"]);
        assert_eq!(names_of(code).test_modules, ["fixture"]);
    }
}
