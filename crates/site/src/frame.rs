//! The frame of all pages: title, style, and the links above the contents.

use boilingpoint_pages::Links;

/// The parts that all pages of a site share.
#[derive(Clone, Debug)]
pub struct SiteHead {
    pub title: String,
    pub has_docs: bool,
    pub has_questions: bool,
    pub has_explorer: bool,
}

/// The frame of a page.
pub struct Frame<'a> {
    pub site: &'a SiteHead,
    /// The name of the part of the site to which the page belongs.
    pub tab: &'static str,
    /// The way from the page's folder to the folder of the site: `../` for each level.
    pub up: String,
}

impl<'a> Frame<'a> {
    /// The frame of a page with this name, such as `record/12.html`.
    pub fn of(site: &'a SiteHead, tab: &'static str, name: &str) -> Frame<'a> {
        let up = "../".repeat(name.matches('/').count());
        Frame { site, tab, up }
    }

    /// The addresses on the page.
    pub fn links(&self) -> Links {
        Links::of_site(&self.up, self.site.has_explorer)
    }
}
