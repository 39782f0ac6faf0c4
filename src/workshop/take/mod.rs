//! The tool for taking a run along, and for opening one that was.

mod forms;
mod open;
mod web;

use leptos::html::Input;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::bench::Bench;
use super::embed::Embed;
use crate::draw::Theme;
use crate::export;
use crate::query::ThemeChoice;
use crate::workshop::notice::{self, Notice, Said};
use crate::workshop::page;
use forms::Form;

/// The tool. It opens itself to say that something that was dropped or pasted is no run.
#[component]
pub fn Take(bench: Bench, is_open: RwSignal<bool>) -> impl IntoView {
    let notice = RwSignal::new(Notice::default());
    let chosen = RwSignal::new(None);
    let theme = Memo::new(move |_| {
        chosen.get().unwrap_or_else(|| bench.light.get().theme(bench.shown.get().view.theme))
    });
    open::listen(bench, is_open, notice);
    Effect::new(move |_| {
        is_open.track();
        notice.set(Notice::default());
    });
    let link = Memo::new(move |_| export::address(&page::address(), &bench.shown.get()));
    let downloads = Form::ALL.map(|form| {
        let download = move |_| {
            notice.set(Notice::default());
            let (query, href) = (bench.shown.get_untracked(), link.get_untracked());
            let theme = theme.get_untracked();
            spawn_local(async move {
                let name = export::file_name(&query, form.ending());
                notice.set(match form.make(&query, &href, theme).await {
                    Some(file) if web::download(&name, &file) => {
                        Notice::good(format!("The download of {name} has begun."))
                    }
                    _ => Notice::bad(format!("The browser could not make {name}.")),
                });
            });
        };
        view! {
            <button type="button" title=form.meaning() on:click=download>
                {form.name()}
            </button>
        }
    });
    let opened = move |event: leptos::ev::Event| {
        let input: web_sys::HtmlInputElement = event_target(&event);
        let file = input.files().and_then(|files| files.get(0));
        if let Some(file) = file {
            // The same words are not heard again unless they were gone.
            notice.set(Notice::default());
            spawn_local(async move { notice.set(open::open_file(bench, &file).await) });
        }
        // The same file can be chosen again.
        input.set_value("");
    };
    view! {
        <div class="take">
            <Link link notice />
            {(!page::is_figure()).then(|| view! { <Embed bench /> })}
            <div class="downloads" role="group" aria-label="Download">
                <span aria-hidden="true">"Download"</span>
                {downloads}
                <label>
                    "Colours of the picture "
                    <select
                        prop:value=move || theme_word(theme.get())
                        on:change=move |event| chosen.set(Some(theme_from(&event_target_value(&event))))
                    >
                        <option value=theme_word(Theme::Light)>"light"</option>
                        <option value=theme_word(Theme::Dark)>"dark"</option>
                    </select>
                </label>
            </div>
            <label class="open-run">
                <span>"Open an exported run (JSON)"</span>
                <input type="file" accept=".json,application/json" on:change=opened />
            </label>
            <p class="hint">"Such a file can also be dropped anywhere on this page, and its text pasted."</p>
            <Said notice />
        </div>
    }
}

/// The link, which can be copied with a button or by hand.
#[component]
fn Link(link: Memo<String>, notice: RwSignal<Notice>) -> impl IntoView {
    let field = NodeRef::<Input>::new();
    let select = move || {
        if let Some(field) = field.get_untracked() {
            field.select();
        }
    };
    let copy = move |_| notice::copy("link".into(), link.get_untracked(), select, notice);
    view! {
        <div class="link">
            <label>
                <span>"Link to this run"</span>
                <input
                    type="text"
                    node_ref=field
                    prop:value=move || link.get()
                    readonly
                    on:focus=move |_| select()
                />
            </label>
            <button type="button" on:click=copy>"Copy link"</button>
        </div>
    }
}

fn theme_word(theme: Theme) -> &'static str {
    match theme {
        Theme::Light => ThemeChoice::Light.word(),
        Theme::Dark => ThemeChoice::Dark.word(),
    }
}

fn theme_from(word: &str) -> Theme {
    if word == ThemeChoice::Dark.word() { Theme::Dark } else { Theme::Light }
}
