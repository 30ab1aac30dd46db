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

/// Anchor of a heading, by the rule of GitHub and mdBook.
fn anchor(title: &str) -> String {
    let kept = title.trim().chars().filter_map(|sign| match sign {
        sign if sign.is_alphanumeric() || sign == '_' || sign == '-' => Some(sign.to_ascii_lowercase()),
        sign if sign.is_whitespace() => Some('-'),
        _ => None,
    });
    kept.collect()
}

/// Place of the rendered pages, which decides how links and pictures are written.
#[derive(Clone, Copy)]
pub(super) enum Place {
    /// In the application: one file of all pages.
    Application,
    /// On a site: a file for each page.
    Site,
}

impl Place {
    /// Address of a place such as "limits" or "glossary#cvm".
    fn link(self, place: &str) -> String {
        match (self, place.split_once('#')) {
            (Place::Application, _) => format!("{AT}{place}"),
            (Place::Site, Some((page, anchor))) => format!("{page}.html#{anchor}"),
            (Place::Site, None) => format!("{place}.html"),
        }
    }

    fn picture(self, path: &str) -> String {
        match self {
            Place::Application => format!("{AT}{path}"),
            Place::Site => path.to_owned(),
        }
    }
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
                    "html": section.html(Place::Application, exists),
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

    /// Files of the site: a name and HTML for each page. The first page is the site's index too.
    pub(super) fn site(&self, exists: &dyn Fn(&str) -> bool) -> Vec<(String, String)> {
        let named = self.pages.iter().map(|page| (format!("{}.html", page.id), self.file(page, exists)));
        let index = self.pages.first().map(|page| ("index.html".to_owned(), self.file(page, exists)));
        named.chain(index).collect()
    }

    fn file(&self, page: &GuidePage, exists: &dyn Fn(&str) -> bool) -> String {
        let (mut group, mut list) = ("", String::new());
        for other in &self.pages {
            if other.group != group {
                group = &other.group;
                list.extend(["<li><b>", &plain(group), "</b></li>\n"]);
            }
            let here = if other.id == page.id { " aria-current=\"page\"" } else { "" };
            let title = plain(&other.title);
            list.extend(["<li><a href=\"", &other.id, ".html\"", here, ">", &title, "</a></li>\n"]);
        }
        let mut text = String::new();
        for section in &page.sections {
            let title = plain(&section.title);
            let heading = match section.id.as_str() {
                "" => format!("<h1>{title}</h1>\n"),
                id => format!("<h2 id=\"{id}\">{title}</h2>\n"),
            };
            text.extend([heading, section.html(Place::Site, exists)]);
        }
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
             <title>{} · Tapline</title>\n<link rel=\"stylesheet\" href=\"guide.css\">\n\
             <nav aria-label=\"Guide\">\n<ul>\n{list}</ul>\n</nav>\n<main>\n{text}</main>\n</html>\n",
            plain(&page.title)
        )
    }
}

/// Text for HTML.
fn plain(text: &str) -> String {
    let mut written = String::new();
    html::push_html(&mut written, std::iter::once(Event::Text(text.into())));
    written
}

#[cfg(test)]
impl Book {
    /// Places that a link can lead to, "limits" or "glossary#cvm".
    pub(super) fn places(&self) -> impl Iterator<Item = String> {
        self.pages.iter().flat_map(|page| {
            page.sections.iter().map(move |section| match section.id.as_str() {
                "" => page.id.clone(),
                id => format!("{}#{id}", page.id),
            })
        })
    }

    /// Links with the page that they are on.
    pub(super) fn links(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pages.iter().flat_map(|page| {
            page.events().filter_map(move |event| match event {
                Event::Start(Tag::Link { dest_url, .. }) => Some((page.id.as_str(), dest_url.as_ref())),
                _ => None,
            })
        })
    }

    /// Paths and words of the pictures.
    pub(super) fn pictures(&self) -> impl Iterator<Item = (&str, String)> {
        self.pages.iter().flat_map(|page| {
            page.sections.iter().flat_map(|section| {
                section.events.iter().enumerate().filter_map(move |(at, event)| match event {
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
                    heading.get_or_insert_default().push_str(&text);
                }
                // Emphasis and the like in a heading.
                _ if heading.is_some() => {}
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

/// Links of Markdown files as places within the guide.
fn within<'a>(page: &str, event: Event<'a>) -> Event<'a> {
    match event {
        Event::Start(Tag::Link { dest_url, title, id, .. }) => {
            let place = match dest_url.strip_prefix('#') {
                Some(anchor) => format!("{page}#{anchor}"),
                None => dest_url.replacen(".md", "", 1),
            };
            let dest_url = CowStr::from(place);
            Event::Start(Tag::Link { link_type: LinkType::Inline, dest_url, title, id })
        }
        // No page may bring tags of its own.
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        event => event,
    }
}

#[cfg(test)]
fn words_of_image(after: &[Event<'static>]) -> String {
    let words = after.iter().take_while(|event| !matches!(event, Event::End(TagEnd::Image)));
    words.filter_map(|event| if let Event::Text(text) = event { Some(text.as_ref()) } else { None }).collect()
}

impl Section {
    fn html(&self, place: Place, exists: &dyn Fn(&str) -> bool) -> String {
        let mut kept = Vec::new();
        let mut events = self.events.iter();
        while let Some(event) = events.next() {
            match event {
                Event::Start(Tag::Link { dest_url, link_type, title, id }) => {
                    let (dest_url, title, id) = (place.link(dest_url).into(), title.clone(), id.clone());
                    kept.push(Event::Start(Tag::Link { link_type: *link_type, dest_url, title, id }));
                }
                Event::Start(Tag::Image { dest_url, link_type, title, id }) if exists(dest_url) => {
                    let (dest_url, title, id) = (place.picture(dest_url).into(), title.clone(), id.clone());
                    kept.push(Event::Start(Tag::Image { link_type: *link_type, dest_url, title, id }));
                }
                Event::Start(Tag::Image { .. }) => {
                    // The missing picture ends with its words.
                    let _ = events.find(|event| matches!(event, Event::End(TagEnd::Image)));
                }
                event => kept.push(event.clone()),
            }
        }
        let mut written = String::new();
        html::push_html(&mut written, kept.into_iter());
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
    fn pages_of_the_site_lead_to_files() {
        let site = book().site(&|path| path.ends_with("a.png"));
        let names: Vec<_> = site.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["a.html", "b.html", "index.html"]);
        let first = &site[0].1;
        for part in [
            "<title>Read it · Tapline</title>",
            "<a href=\"b.html#cvm-limit\">limit</a>",
            "<a href=\"a.html#keys-a--b\">here</a>",
            "<img src=\"pictures/a.png\" alt=\"words\"",
            "<h2 id=\"keys-a--b\">Keys: A &amp; B</h2>",
            "<a href=\"a.html\" aria-current=\"page\">Read it</a>",
            "<li><b>More</b></li>",
        ] {
            assert!(first.contains(part), "{part} is not in {first}");
        }
    }

    #[test]
    fn anchors_are_those_of_markdown_sites() {
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
