//! What is shown of a moment: the cursor, the words about it, and the step that is marked.

use wasm_bindgen::JsCast as _;
use web_sys::HtmlInputElement;

use super::Inner;
use super::page::{flag, px, style};
use crate::page::player::{CURSOR, MOMENT, NOW, POSITIONS, TIME, TIP, exact, passing};
use crate::ui::controls::{element, put, say};
use crate::words;

impl Inner {
    /// Makes the cursor as high as the rows of the picture, and puts it and the words about a step
    /// where they belong in it.
    pub(super) fn fit(&mut self) {
        let rows = &self.picture.rows;
        style(CURSOR, "top", &px(rows.start));
        style(CURSOR, "height", &px(rows.end - rows.start));
        let marked = self.marked.take();
        self.mark(marked);
        self.place(true);
    }

    /// Moves the cursor to where it stands and, when a step was taken or it is time, lets words and
    /// the slider follow.
    pub(super) fn place(&mut self, is_due: bool) {
        self.at = self.at.min(self.end());
        if let Some(cursor) = &self.cursor {
            let scale = self.picture.scale;
            let share = self.at.as_micros() as f64 / scale.end.as_micros().max(1) as f64;
            let x = f64::from(scale.left) + f64::from(scale.right - scale.left) * share;
            let place = ["translateX(", &x.to_string(), "px)"].concat();
            let _ = cursor.set_property("transform", &place);
        }
        let steps = self.run.steps(self.at);
        let is_new = steps != self.steps;
        if is_new {
            self.steps = steps;
            flag("aria-current", steps.checked_sub(1).map(|last| last as u32 + 1));
        }
        if is_due || is_new {
            self.tell(is_new || !self.goes_by());
        }
    }

    /// Says what the moment is and, if there may be more to say than the time, how things stand
    /// then.
    fn tell(&mut self, is_more: bool) {
        let time = if self.goes_by() { passing(self.at) } else { exact(self.at) };
        say(TIME, &time);
        let slider = element(MOMENT).map(|slider| slider.unchecked_into::<HtmlInputElement>());
        if let Some(slider) = &slider {
            let (end, at) = (self.end().as_micros().max(1), self.at.as_micros());
            put(slider, &((at * POSITIONS + end / 2) / end).to_string());
        }
        if !is_more {
            return;
        }
        // This would be read out at every change.
        if let Some(slider) = slider {
            let _ = slider.set_attribute("aria-valuetext", &time);
        }
        self.moment.turn_to(&self.run.trace, self.at);
        let mut row = element(NOW).and_then(|list| list.first_element_child());
        for (_, words) in words::moment(&self.run.trace.setup, &self.moment) {
            let Some(present) = row else {
                return;
            };
            row = present.next_element_sibling();
            let place = present.last_element_child();
            if let Some(place) = place.filter(|place| place.text_content().as_ref() != Some(&words))
            {
                place.set_text_content(Some(&words));
            }
        }
    }

    /// Marks a step in the picture and in the list, and says there what it is.
    pub(super) fn mark(&mut self, step: Option<u32>) {
        if self.marked == step {
            return;
        }
        self.marked = step;
        flag("data-marked", step);
        let spot = self.picture.spots.iter().find(|spot| Some(spot.number) == step);
        let line = step.and_then(|step| self.run.lines.get(step as usize - 1));
        let Some(tip) = element(TIP) else {
            return;
        };
        let (Some(spot), Some(line)) = (spot, line) else {
            let _ = tip.set_attribute("hidden", "");
            return;
        };
        let _ = tip.remove_attribute("hidden");
        if let Some(words) = tip.first_element_child() {
            let said = [&line.number.to_string(), ". ", &line.text].concat();
            words.set_text_content(Some(&said));
        }
        style(TIP, "left", &px(spot.at.x));
        style(TIP, "top", &px(spot.at.y));
        // As much of the words goes to the left as there is room there, so that they stay inside.
        let far = spot.at.x * 1_000 / self.picture.width.max(1);
        style(TIP, "--far", &far.to_string());
    }
}
