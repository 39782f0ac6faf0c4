//! Where the run begins to end differently when something is moved: in words, and in the picture.

use leptos::prelude::*;

use super::Table;
use crate::bridge::web::px;
use crate::draw::Lanes;
use crate::edit::{Board, Grip, What, boundaries, boundaries_in_words, grip_name};
use crate::page::icon;
use crate::sim::{Boundary, Duration, Headline, Params, Time};

/// What there is to say about moving something.
#[derive(Clone, PartialEq)]
pub struct Bounds {
    /// All of it in a sentence.
    pub words: String,
    /// What is moved.
    grip: Grip,
    found: Vec<Boundary>,
}

/// The bounds of what is chosen. They are the same wherever that is put, so they are not looked for
/// again while it is moved.
pub fn memo(
    board: Memo<Board>,
    lanes: Memo<Lanes>,
    chosen: RwSignal<Option<What>>,
) -> Memo<Option<Bounds>> {
    let apart_from_it = Memo::new(move |_| {
        let what = chosen.get()?;
        board.with(|board| {
            let (least, _) = board.grip(what)?.limits;
            Some((what, board.set(what, least, Duration::ZERO)))
        })
    });
    Memo::new(move |_| {
        let (what, _): (What, Params) = apart_from_it.get()?;
        let board = board.get_untracked();
        let grip = board.grip(what)?;
        // Twice as far as can be seen: so far one can drag.
        let end = lanes.with_untracked(|lanes| lanes.scale.end);
        let found = boundaries(&board, what, end + end.since(Time::ZERO));
        let words = boundaries_in_words(&grip_name(&board, what), &found);
        Some(Bounds { words, grip, found }).filter(|bounds| !bounds.words.is_empty())
    })
}

/// The bounds in the picture, in the lane of what is moved: each with the sign of what begins there.
#[component]
pub fn Ticks(table: Table) -> impl IntoView {
    move || {
        let Bounds { grip, found, .. } = table.bounds.get()?;
        let lanes = table.lanes.get();
        let area = lanes.lanes.iter().find(|lane| lane.node == grip.lane)?.area;
        let visible = found.into_iter().skip(1).filter_map(|Boundary { from, headline }| {
            let at = grip.instant_of(from);
            (at <= lanes.scale.end).then(|| (lanes.scale.x(at), headline))
        });
        let tick = |(x, headline)| {
            view! {
                <div
                    class="bound"
                    data-grade=Headline::word(headline)
                    style:left=px(x)
                    style:top=px(area.top)
                    style:height=px(area.height())
                >
                    <svg viewBox="0 0 24 24" aria-hidden="true">
                        <path d=icon(headline)></path>
                    </svg>
                </div>
            }
        };
        Some(visible.map(tick).collect_view())
    }
}
