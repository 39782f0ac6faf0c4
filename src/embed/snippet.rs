//! The snippets: a run with what was chosen for it, in the language of the page it is to go into.

use super::Choices;
use super::escape::{attribute, destination, element, markdown, shortcode};
use crate::page::preset::picture;
use crate::query::Query;

/// How high an iframe is whose height was not chosen: it cannot follow its content.
const HEIGHT: u32 = 900;

/// Where everything lies that embedders rely on, below the site's address.
const VERSION: &str = "v1/";

/// The address that stands for the site's in the file for a shortcode.
const EXAMPLE: &str = "https://your.host/locks/";

/// A way to write a figure into a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// The custom element, which is as high as its content.
    Element,
    /// An iframe, which needs no script.
    Iframe,
    /// A picture with a link, where nothing else is possible.
    Markdown,
    /// A shortcode of Hugo, with a file for the site.
    Hugo,
    /// An iframe for Markdown with JSX.
    Mdx,
}

impl Form {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Form; 5] = [Form::Element, Form::Iframe, Form::Markdown, Form::Hugo, Form::Mdx];

    /// The word that stands for it in the dialog.
    pub fn word(self) -> &'static str {
        match self {
            Form::Element => "element",
            Form::Iframe => "iframe",
            Form::Markdown => "markdown",
            Form::Hugo => "hugo",
            Form::Mdx => "mdx",
        }
    }

    /// What a word stands for.
    pub fn from_word(word: &str) -> Option<Form> {
        Form::ALL.into_iter().find(|form| form.word() == word)
    }

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Form::Element => "Custom element",
            Form::Iframe => "Plain iframe",
            Form::Markdown => "Markdown: a picture with a link",
            Form::Hugo => "Hugo: a shortcode",
            Form::Mdx => "MDX: an iframe",
        }
    }

    /// What there is to know about it.
    pub fn about(self) -> &'static str {
        match self {
            Form::Element => {
                "As high as its content, and at least as high as you say; shows a picture until a \
                 reader comes near. It needs a page that may load a script from this site."
            }
            Form::Iframe => {
                "Needs no script, and cannot follow the height of its content: what does not fit \
                 scrolls."
            }
            Form::Markdown => {
                "For places that show nothing else, such as a README: a picture where the run is \
                 one of the presets, and otherwise a link. It has no size of its own, and the \
                 preview shows where it leads."
            }
            Form::Hugo => "As the custom element. The file below goes into the site once.",
            Form::Mdx => "As a plain iframe, for Docusaurus and whatever else reads MDX.",
        }
    }

    /// Whether it follows the height of its content.
    pub fn follows(self) -> bool {
        matches!(self, Form::Element | Form::Hugo)
    }

    /// Whether the figure itself is in the page, so that it can have a size.
    pub fn has_size(self) -> bool {
        match self {
            Form::Element | Form::Iframe | Form::Hugo | Form::Mdx => true,
            Form::Markdown => false,
        }
    }

    /// How high a figure is in this form, as far as the height of its content is known.
    pub fn height(self, choices: &Choices, content: Option<u32>) -> u32 {
        match content.filter(|_| self.follows()) {
            Some(content) => content.max(choices.height.unwrap_or_default()),
            None => choices.height.unwrap_or(HEIGHT),
        }
    }
}

/// A file that a form needs besides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    /// Where it goes in the embedder's site.
    pub name: &'static str,
    /// What is in it.
    pub text: String,
}

/// The address of the site, from that of one of its pages.
pub fn site(page: &str) -> &str {
    let page = page.split(['?', '#']).next().unwrap_or_default();
    page.rfind('/').map_or(page, |last| &page[..=last])
}

/// The address of a figure, below the address of the site, which ends with a slash.
pub fn address(site: &str, query: &Query) -> String {
    let query = query.print();
    let mark = if query.is_empty() { "" } else { "?" };
    [site, VERSION, mark, &query].concat()
}

/// A run as a snippet.
pub fn snippet(form: Form, site: &str, run: &Query, choices: &Choices) -> String {
    let query = choices.query(run);
    let address = address(site, &query);
    let title = choices.name(run);
    match form {
        Form::Element => {
            let attributes: String = attributes(&query, &title, choices)
                .iter()
                .map(|(name, value)| format!(" {name}=\"{}\"", attribute(value)))
                .collect();
            format!(
                "{}\n<lock-simulator{attributes}>\n  <a href=\"{}\">{}</a>\n</lock-simulator>\n",
                script(site),
                attribute(&address),
                element(&title)
            )
        }
        Form::Iframe => iframe(&address, &title, choices, "style=\"border: 0\""),
        Form::Mdx => iframe(&address, &title, choices, "style={{ border: 0 }}"),
        Form::Markdown => {
            let (title, address) = (markdown(&title), destination(&address));
            // The picture would give the answer away.
            match picture(&query).filter(|_| query.view.quiz.is_none()) {
                Some(name) => {
                    let file = destination(&[site, VERSION, "pictures/", &name, ".svg"].concat());
                    format!("[![{title}]({file})]({address})\n")
                }
                None => format!("[{title}]({address})\n"),
            }
        }
        Form::Hugo => {
            let parameters: String = attributes(&query, &title, choices)
                .iter()
                .map(|(name, value)| format!(" {name}={}", shortcode(value)))
                .collect();
            format!("{{{{< lock-simulator{parameters} >}}}}\n")
        }
    }
}

/// The file that a form needs besides, for a site at an address.
pub fn file(form: Form, site: &str) -> Option<File> {
    (form == Form::Hugo).then(|| File {
        name: "layouts/shortcodes/lock-simulator.html",
        text: include_str!("shortcode.html").replace(EXAMPLE, &attribute(site)),
    })
}

fn script(site: &str) -> String {
    let address = [site, VERSION, "embed.js"].concat();
    format!("<script src=\"{}\" defer></script>", attribute(&address))
}

fn iframe(address: &str, title: &str, choices: &Choices, style: &str) -> String {
    let width = choices.width.map_or("100%".into(), |width| width.to_string());
    let height = Form::Iframe.height(choices, None);
    format!(
        "<iframe src=\"{}\" title=\"{}\"\n  width=\"{width}\" height=\"{height}\" {style} \
         loading=\"lazy\" allow=\"clipboard-write\"></iframe>\n",
        attribute(address),
        attribute(title)
    )
}

/// What is chosen, as attributes of the custom element: the keys of the query, and a few more.
fn attributes(query: &Query, title: &str, choices: &Choices) -> Vec<(String, String)> {
    let query = query.print();
    let keys = query.split('&').filter_map(|pair| pair.split_once('='));
    let height = choices.height.map(|height| ("height", height.to_string()));
    let width = choices.width.map(|width| ("style", format!("max-width: {width}px")));
    keys.map(|(name, value)| (name.into(), value.into()))
        .chain([("title".into(), title.into())])
        .chain(height.into_iter().chain(width).map(|(name, value)| (name.into(), value)))
        .collect()
}
