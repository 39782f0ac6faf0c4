//! Marks at the first difference, in both pictures and in the steps above, and the cursor's part
//! in the picture below.

use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlElement;

use super::Table;
use crate::bridge::web::px;
use crate::page::TIMELINE;
use crate::page::compare::OTHER;
use crate::page::player::CURSOR;
use crate::page::report::STEPS;
use crate::workshop::page::{element, style};

/// What a mark says.
pub const DIFFERENCE: &str = "First difference";
/// The attribute of a step that is marked.
const MARKED: &str = "data-difference";

/// A line where two runs part, behind a picture: the first or the second of two.
#[component]
pub fn Mark(table: Table, place: usize) -> impl IntoView {
    let found = move || {
        let at = table.pair.get()?.difference?.at;
        table.pictures.with(|pictures| {
            let picture = pictures.as_ref()?.get(place)?;
            Some((picture.scale.x(at), picture.rows.clone(), picture.width))
        })
    };
    move || {
        found().map(|(x, rows, width)| {
            // As much of the words goes to the left as there is room there.
            let far = (x * 1_000 / width.max(1)).to_string();
            view! {
                <div
                    class="difference"
                    aria-hidden="true"
                    style:left=px(x)
                    style:height=px(rows.end)
                    style=("--far", far)
                >
                    <span>{DIFFERENCE}</span>
                </div>
            }
        })
    }
}

/// Marks a step above, and no other.
pub fn mark_step(step: Option<u32>) {
    let find = |selector: &str| document().query_selector(selector).ok().flatten();
    let inside = ["#", STEPS, " ["].concat();
    if let Some(before) = find(&[&inside, MARKED, "]"].concat()) {
        let _ = before.remove_attribute(MARKED);
        if let Ok(Some(mark)) = before.query_selector(".mark") {
            mark.remove();
        }
    }
    let wanted = step.map(|step| [&inside, "data-step='", &step.to_string(), "']"].concat());
    let Some(line) = wanted.and_then(|wanted| find(&wanted)) else {
        return;
    };
    let _ = line.set_attribute(MARKED, "");
    let (Ok(Some(text)), Ok(mark)) =
        (line.query_selector(".text"), document().create_element("strong"))
    else {
        return;
    };
    mark.set_class_name("mark");
    mark.set_text_content(Some(&[DIFFERENCE, " "].concat()));
    let _ = text.prepend_with_node_1(&mark);
}

/// Puts the cursor's other part where the picture below is.
pub fn place_cursor(table: Table) {
    let canvas = document().query_selector(&["#", OTHER, " canvas"].concat()).ok().flatten();
    let places = (element(CURSOR), element(TIMELINE), canvas);
    let (Some(cursor), Some(above), Some(below)) = places else {
        return;
    };
    let below: HtmlElement = below.unchecked_into();
    let top = |element: &HtmlElement| element.get_bounding_client_rect().top();
    table.pictures.with_untracked(|pictures| {
        let Some([this, that]) = pictures else {
            return;
        };
        let down = top(&below) - top(&above) + f64::from(that.rows.start - this.rows.start);
        style(&cursor, "--other-top", &px(down));
        style(&cursor, "--other-height", &px(that.rows.end - that.rows.start));
    });
}
