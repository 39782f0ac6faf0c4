//! What a question is about, by the link and by the form, and the link to what is open.

use leptos::prelude::*;

use super::desk::Desk;
use crate::query::{Ask, Details};

/// A question of the page.
pub struct Asked<D: 'static> {
    /// The run that it is about.
    pub desk: Desk,
    /// What is asked, as it was set last.
    pub details: RwSignal<D>,
    /// What the link asks for and cannot have.
    wrong: RwSignal<Option<String>>,
}

impl<D> Clone for Asked<D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D> Copy for Asked<D> {}

impl<D: Details + Send + Sync> Asked<D> {
    /// The question as the link has it, now and whenever that changes.
    pub fn new(desk: Desk, is_open: Signal<bool>) -> Self {
        let (details, wrong) = (RwSignal::new(D::default()), RwSignal::new(None));
        let asked = Asked { desk, details, wrong };
        let link = Memo::new(move |_| {
            desk.shown.with(|query| query.view.ask.filter(|ask| ask.inquiry == D::INQUIRY))
        });
        asked.hear(link.get_untracked());
        Effect::new(move |_| asked.hear(link.get()));
        // A link that is copied leads to what is open.
        Effect::new(move |was_open: Option<bool>| {
            let is_open = is_open.get();
            match (is_open, link.get_untracked()) {
                (true, None) => desk.ask(Ask::about(&details.get_untracked())),
                (false, Some(_)) if was_open == Some(true) => desk.ask(None),
                _ => {}
            }
            is_open
        });
        asked
    }

    /// Asks what a link asks.
    fn hear(self, link: Option<Ask>) {
        let (details, wrong) = match link.map(|ask| ask.read()) {
            None => (None, None),
            Some(Ok(details)) => (Some(details), None),
            Some(Err(why)) => (Some(D::default()), Some(why)),
        };
        if let Some(details) = details.filter(|details| *details != self.details.get_untracked()) {
            self.details.set(details);
        }
        self.wrong.set(wrong);
    }

    /// Asks something else, and has the link say so.
    pub fn ask(self, details: D) {
        self.details.set(details);
        self.desk.ask(Ask::about(&details));
    }

    /// Whether the link asks what was set last.
    pub fn is_in_link(self) -> bool {
        let ask = self.desk.shown.with_untracked(|query| query.view.ask);
        ask == Ask::about(&self.details.get_untracked())
    }

    /// What is wrong with the link.
    pub fn complaint(self) -> impl IntoView {
        let wrong = self.wrong;
        move || wrong.get().map(|why| view! { <p class="banner" role="alert">{why}</p> })
    }
}
