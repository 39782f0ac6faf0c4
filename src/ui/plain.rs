//! The state of an embedded figure. A figure shows nothing but the one run in elements that are there
//! already, for which a framework would weigh more than it does.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use leptos::prelude::window;
use web_sys::js_sys::Function;

use super::callback;
use super::state::{Shown, Store};

/// A value, and what there is to do when it has changed.
pub struct Plain(Rc<Inner>);

struct Inner {
    shown: RefCell<Shown>,
    effects: RefCell<Vec<Box<dyn FnMut()>>>,
    /// Runs the effects.
    run: OnceCell<Function>,
    /// Whether they are about to be run.
    waits: Cell<bool>,
}

impl Plain {
    /// A value that begins with this.
    pub fn new(shown: Shown) -> Plain {
        let inner = Rc::new(Inner {
            shown: RefCell::new(shown),
            effects: RefCell::new(Vec::new()),
            run: OnceCell::new(),
            waits: Cell::new(false),
        });
        let kept = inner.clone();
        inner.run.get_or_init(|| callback(move || kept.run_effects()));
        Plain(inner)
    }
}

impl Inner {
    fn run_effects(&self) {
        self.waits.set(false);
        for effect in self.effects.borrow_mut().iter_mut() {
            effect();
        }
    }

    /// Runs the effects once whoever is at work now has come to an end.
    fn look_after(&self) {
        if let Some(run) = self.run.get().filter(|_| !self.waits.replace(true)) {
            window().queue_microtask(run);
        }
    }
}

impl Store for Plain {
    fn get(&self) -> Shown {
        self.now()
    }

    fn now(&self) -> Shown {
        self.0.shown.borrow().clone()
    }

    fn set(&self, shown: Shown) {
        self.0.shown.replace(shown);
        self.0.look_after();
    }

    fn effect(&self, act: Box<dyn FnMut()>) {
        self.0.effects.borrow_mut().push(act);
        self.0.look_after();
    }
}
