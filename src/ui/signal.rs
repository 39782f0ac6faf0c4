//! The state of the page as a signal of Leptos.

use leptos::prelude::*;

use super::state::{Shown, Store};

/// The signal.
pub struct Signal(RwSignal<Shown>);

impl Signal {
    /// A signal that begins with this.
    pub fn new(shown: Shown) -> Signal {
        Signal(RwSignal::new(shown))
    }
}

impl Store for Signal {
    fn get(&self) -> Shown {
        self.0.get()
    }

    fn now(&self) -> Shown {
        self.0.get_untracked()
    }

    fn set(&self, shown: Shown) {
        self.0.set(shown);
    }

    // Effects are boxed, since each type of them would weigh two kilobytes.
    fn effect(&self, mut act: Box<dyn FnMut()>) {
        Effect::new(move |_| act());
    }
}
