//! Pages of the guide from Markdown to the HTML that the application shows, in sections for search and for links to a heading.

use pulldown_cmark::{CowStr, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd, html};
use serde_json::json;

use crate::stop::Stop;

/// Path of the guide within the application.
const AT: &str = "/guide/";

pub(super) struct Book {
    pages: Vec<GuidePage>,
}

struct GuidePage {
    /// Name of its file without the ending.
    id: String,
    /// Heading of its group in the summary.
    group: String,
    title: String,
    sections: Vec<Section>,
}

/// A heading with its text up to the next one; the first section of a page has the page's heading.
struct Section {
    /// Anchor; empty for the first.
    id: String,
    title: String,
    events: Vec<Event<'static>>,
}

/// Anchor of a heading: the rule of mdBook.
fn anchor(title: &str) -> String {
    let kept = title.trim().chars().filter_map(|sign| match sign {
        sign if sign.is_alphanumeric() || sign == '_' || sign == '-' => Some(sign.to_ascii_lowercase()),
        sign if sign.is_whitespace() => Some('-'),
        _ => None,
    });
    kept.collect()
}

/// The same Markdown without the lines of pictures that don't exist.
pub(super) fn without_missing(text: &str, exists: &dyn Fn(&str) -> bool) -> String {
    let is_missing = |line: &&str| {
        let path = line.strip_prefix("![").and_then(|rest| rest.split_once("](")).map(|(_, path)| path);
        path.and_then(|path| path.strip_suffix(')')).is_some_and(|path| !exists(path))
    };
    text.lines().filter(|line| !is_missing(line)).flat_map(|line| [line, "\n"]).collect()
}

impl Book {
    /// Pages in the order of the summary; `read` returns the text of a file.
    pub(super) fn read(summary: &str, read: impl Fn(&str) -> Result<String, Stop>) -> Result<Book, Stop> {
        let (mut group, mut pages) = (String::new(), Vec::new());
        for line in summary.lines() {
            if let Some(heading) = line.strip_prefix("# ").filter(|heading| *heading != "Summary") {
                heading.clone_into(&mut group);
            }
            let file = line.strip_prefix("- [").and_then(|rest| rest.split_once("](")).map(|(_, file)| file);
            if let Some(file) = file.and_then(|file| file.strip_suffix(')')) {
                pages.push(GuidePage::read(file, &group, &read(file)?));
            }
        }
        Ok(Book { pages })
    }

    pub(super) fn json(&self, exists: &dyn Fn(&str) -> bool) -> String {
        let pages = self.pages.iter().map(|page| {
            let sections = page.sections.iter().map(|section| {
                json!({
                    "id": section.id,
                    "title": section.title,
                    "html": section.html(&page.id, exists),
                    "text": section.text(),
                })
            });
            json!({
                "id": page.id,
                "group": page.group,
                "title": page.title,
                "sections": sections.collect::<Vec<_>>(),
            })
        });
        json!(pages.collect::<Vec<_>>()).to_string()
    }
}

#[cfg(test)]
impl Book {
    /// Places that a link can lead to, "limits" or "glossary#cvm".
    pub(super) fn places(&self) -> impl Iterator<Item = String> {
        self.pages.iter().flat_map(|page| {
            page.sections.iter().map(|section| match section.id.as_str() {
                "" => page.id.clone(),
                id => format!("{}#{id}", page.id),
            })
        })
    }

    /// Links with the page that they are on.
    pub(super) fn links(&self) -> impl Iterator<Item = (&str, &str)> {
        let links = self.pages.iter().flat_map(|page| {
            page.events().filter_map(|event| match event {
                Event::Start(Tag::Link { dest_url, .. }) => {
                    Some((page.id.as_str(), dest_url.strip_prefix(AT).unwrap_or(dest_url)))
                }
                _ => None,
            })
        });
        links
    }

    /// Paths and words of the pictures.
    pub(super) fn pictures(&self) -> impl Iterator<Item = (&str, String)> {
        self.pages.iter().flat_map(|page| {
            page.sections.iter().flat_map(|section| {
                section.events.iter().enumerate().filter_map(|(at, event)| match event {
                    Event::Start(Tag::Image { dest_url, .. }) => {
                        Some((dest_url.as_ref(), words_of_image(&section.events[at + 1..])))
                    }
                    _ => None,
                })
            })
        })
    }

    pub(super) fn page_files(&self) -> impl Iterator<Item = String> {
        self.pages.iter().map(|page| format!("{}.md", page.id))
    }
}

impl GuidePage {
    fn read(file: &str, group: &str, text: &str) -> GuidePage {
        let id = file.trim_end_matches(".md").to_owned();
        let mut sections: Vec<Section> = Vec::new();
        // Title of the heading that is being read.
        let mut heading = None::<String>;
        for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
            match event {
                Event::Start(Tag::Heading { level: HeadingLevel::H1 | HeadingLevel::H2, .. }) => {
                    heading = Some(String::new());
                }
                Event::End(TagEnd::Heading(HeadingLevel::H1 | HeadingLevel::H2)) => {
                    let title = heading.take().unwrap_or_default();
                    let id = if sections.is_empty() { String::new() } else { anchor(&title) };
                    sections.push(Section { id, title, events: Vec::new() });
                }
                Event::Text(text) | Event::Code(text) if heading.is_some() => {
                    heading.iter_mut().for_each(|title| title.push_str(&text));
                }
                event => {
                    if let Some(section) = sections.last_mut() {
                        section.events.push(within(&id, event).into_static());
                    }
                }
            }
        }
        let title = sections.first().map(|section| section.title.clone()).unwrap_or_default();
        GuidePage { id, group: group.to_owned(), title, sections }
    }

    #[cfg(test)]
    fn events(&self) -> impl Iterator<Item = &Event<'static>> {
        self.sections.iter().flat_map(|section| &section.events)
    }
}

/// Links of Markdown files as links within the application.
fn within<'a>(page: &str, event: Event<'a>) -> Event<'a> {
    match event {
        Event::Start(Tag::Link { dest_url, title, id, .. }) => {
            let place = match dest_url.strip_prefix('#') {
                Some(anchor) => format!("{page}#{anchor}"),
                None => dest_url.replacen(".md", "", 1),
            };
            let dest_url = CowStr::from(format!("{AT}{place}"));
            Event::Start(Tag::Link { link_type: LinkType::Inline, dest_url, title, id })
        }
        // No page may bring tags of its own.
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        event => event,
    }
}

fn words_of_image(after: &[Event<'static>]) -> String {
    let words = after.iter().take_while(|event| !matches!(event, Event::End(TagEnd::Image)));
    words.filter_map(|event| if let Event::Text(text) = event { Some(text.as_ref()) } else { None }).collect()
}

impl Section {
    fn html(&self, page: &str, exists: &dyn Fn(&str) -> bool) -> String {
        let mut kept = Vec::new();
        let mut events = self.events.iter();
        while let Some(event) = events.next() {
            let Event::Start(Tag::Image { dest_url, link_type, title, id }) = event else {
                kept.push(event.clone());
                continue;
            };
            if exists(dest_url) {
                let dest_url = CowStr::from(format!("{AT}{dest_url}"));
                let (title, id) = (title.clone(), id.clone());
                kept.push(Event::Start(Tag::Image { link_type: *link_type, dest_url, title, id }));
            } else {
                let is_end = |event: &&Event<'_>| matches!(event, Event::End(TagEnd::Image));
                // The end of the picture is consumed with it.
                let _ = events.find(is_end);
            }
        }
        let mut written = String::new();
        html::push_html(&mut written, kept.into_iter());
        debug_assert!(!written.contains("<script"), "{page}");
        written.replace("<p></p>\n", "")
    }

    /// Plain text, for search.
    fn text(&self) -> String {
        let mut text = String::new();
        for event in &self.events {
            match event {
                Event::Text(part) | Event::Code(part) => text.push_str(part),
                Event::SoftBreak | Event::HardBreak | Event::End(_) => text.push(' '),
                _ => {}
            }
        }
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book() -> Book {
        let page = "# Read *it*\n\nA [limit](b.md#cvm-limit) and [here](#keys-a--b).\n\n![words](pictures/a.png)\n\n## Keys: A & B\n\n<b>`Ctrl+S`</b>\n";
        let pages =
            [("a.md", page), ("b.md", "# B\n\n## CVM limit\n\n![none](pictures/none.png)\n\nText.\n")];
        let read = |name: &str| {
            let found = pages.iter().find(|(known, _)| *known == name);
            Ok(found.map(|(_, text)| (*text).to_owned()).unwrap_or_default())
        };
        Book::read("# Summary\n\n- [One](a.md)\n\n# More\n\n- [B](b.md)\n", read).unwrap()
    }

    #[test]
    fn pages_have_sections_with_links_of_the_application() {
        let json: serde_json::Value =
            serde_json::from_str(&book().json(&|path| path.ends_with("a.png"))).unwrap();
        assert_eq!(json[0]["title"], "Read it");
        assert_eq!((&json[0]["group"], &json[1]["group"]), (&"".into(), &"More".into()));
        let first = json[0]["sections"][0]["html"].as_str().unwrap();
        assert!(first.contains("<a href=\"/guide/b#cvm-limit\">limit</a>"), "{first}");
        assert!(first.contains("<img src=\"/guide/pictures/a.png\" alt=\"words\""), "{first}");
        assert_eq!(json[0]["sections"][1]["id"], "keys-a--b");
        let second = json[0]["sections"][1]["html"].as_str().unwrap();
        assert!(second.contains("&lt;b&gt;<code>Ctrl+S</code>"), "tags are text: {second}");
        assert_eq!(json[1]["sections"][1]["html"], "<p>Text.</p>\n", "a missing picture leaves nothing");
        assert_eq!(json[1]["sections"][1]["text"], "none Text.");
    }

    #[test]
    fn missing_pictures_are_left_out_of_the_site() {
        let text = "a\n![b](pictures/b.png)\n![c](pictures/c.png)\n";
        assert_eq!(without_missing(text, &|path| path.contains('c')), "a\n![c](pictures/c.png)\n");
    }

    #[test]
    fn anchors_are_those_of_mdbook() {
        for (title, expected) in [
            ("What happens at an amount", "what-happens-at-an-amount"),
            ("1A", "1a"),
            ("Keys: A & B", "keys-a--b"),
            ("Card's data", "cards-data"),
        ] {
            assert_eq!(anchor(title), expected);
        }
    }
}
