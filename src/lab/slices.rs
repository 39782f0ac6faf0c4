//! Long computations in slices, between which the page does what else it has to.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use gloo_timers::callback::Timeout;
use leptos::prelude::window;

/// How long a slice takes, in milliseconds: half a frame, so that the page keeps up.
const SLICE: f64 = 8.0;

/// A computation that is under way. Dropping it ends it.
pub struct Slices {
    is_wanted: Rc<Cell<bool>>,
}

impl Slices {
    /// Does a little at a time, a fraction of a millisecond, until there is no more.
    pub fn of(some: impl FnMut() -> bool + 'static) -> Slices {
        let is_wanted = Rc::new(Cell::new(true));
        go_on(Rc::new(RefCell::new(some)), is_wanted.clone());
        Slices { is_wanted }
    }
}

impl Drop for Slices {
    fn drop(&mut self) {
        self.is_wanted.set(false);
    }
}

/// Leaves the next slice for later.
fn go_on(some: Rc<RefCell<dyn FnMut() -> bool>>, is_wanted: Rc<Cell<bool>>) {
    Timeout::new(0, move || {
        let start = now();
        while is_wanted.get() {
            // Nobody else borrows it, so it is there.
            let is_more = some.try_borrow_mut().is_ok_and(|mut some| some());
            if !is_more {
                return;
            }
            if now() - start > SLICE {
                return go_on(some.clone(), is_wanted.clone());
            }
        }
    })
    .forget();
}

/// The time in milliseconds, since whenever.
pub fn now() -> f64 {
    window().performance().map_or(0.0, |performance| performance.now())
}
