//! The small signs in lanes and legend.

use super::ink::Ink;
use super::picture::{Point, Rect, Shape, point};
use super::scene::{Layer, Scene};
use crate::sim::ClientId;

/// The radius of the marks for writes.
pub const RADIUS: i32 = 7;

/// A cross.
pub fn cross(
    scene: &mut Scene,
    layer: Layer,
    Point { x, y }: Point,
    reach: i32,
    stroke: i32,
    ink: Ink,
) {
    let (left, right, top, bottom) = (x - reach, x + reach, y - reach, y + reach);
    scene.line(layer, point(left, top), point(right, bottom), stroke, ink);
    scene.line(layer, point(left, bottom), point(right, top), stroke, ink);
}

/// A write that was accepted: a disc with a check mark.
pub fn accepted(scene: &mut Scene, layer: Layer, center: Point, ink: Ink) {
    scene.disc(layer, center, RADIUS + 1, Ink::Ground);
    scene.disc(layer, center, RADIUS, ink);
    let Point { x, y } = center;
    let points = [point(x - 3, y), point(x - 1, y + 3), point(x + 4, y - 3)];
    scene.draw(layer, Shape::Hook { points, stroke: 2, ink: Ink::OnHue });
}

/// A write that was refused: a cross in a ring.
pub fn refused(scene: &mut Scene, layer: Layer, center: Point) {
    scene.disc(layer, center, RADIUS + 1, Ink::Ground);
    scene.disc(layer, center, RADIUS, Ink::Trouble);
    scene.disc(layer, center, RADIUS - 2, Ink::Ground);
    cross(scene, layer, center, 2, 2, Ink::Trouble);
}

/// A flag on a pole, its foot at `foot`.
pub fn flag(scene: &mut Scene, layer: Layer, foot: Point, height: i32, ink: Ink) {
    let (x, top) = (foot.x + 2, foot.y - height);
    scene.fill(layer, Rect::new(foot.x, x, top, foot.y), ink);
    let points = [point(x, top), point(x + 8, top + 4), point(x, top + 8)];
    scene.draw(layer, Shape::Triangle { points, ink });
}

/// A pause: hatched, between two lines.
pub fn pause(scene: &mut Scene, layer: Layer, area: Rect) {
    scene.hatch(layer, area, 7, 1, Ink::Hatch);
    for x in [area.left, area.right] {
        scene.line(layer, point(x, area.top), point(x, area.bottom), 1, Ink::Hatch);
    }
}

/// A cut that keeps a client apart: a broken line all around.
pub fn cut(scene: &mut Scene, layer: Layer, Rect { left, top, right, bottom }: Rect) {
    let mut from = point(left, bottom);
    for to in [point(left, top), point(right, top), point(right, bottom), point(left, bottom)] {
        scene.draw(layer, Shape::Dashes { from, to, dash: 5, gap: 5, stroke: 2, ink: Ink::Hatch });
        from = to;
    }
}

/// A stretch during which a lock server gives no lock: bars, as of a gate.
pub fn barred(scene: &mut Scene, layer: Layer, area: Rect) {
    scene.draw(layer, Shape::Frame { area, stroke: 1, ink: Ink::Line });
    let (from, to) = (point(area.left + 5, area.middle()), point(area.right, area.middle()));
    if from.x < to.x {
        let stroke = area.height() - 2;
        let ink = Ink::Line;
        scene.draw(layer, Shape::Dashes { from, to, dash: 1, gap: 4, stroke, ink });
    }
}

/// A bar for what the service says: hollow, if it is wide enough for that.
pub fn hollow(scene: &mut Scene, layer: Layer, area: Rect, client: ClientId) {
    let hue = Ink::Hue(client);
    if area.width() <= 2 {
        scene.fill(layer, area, hue);
    } else {
        scene.fill(layer, area, Ink::Soft(client));
        scene.draw(layer, Shape::Frame { area, stroke: 1, ink: hue });
    }
}

/// A bar for belief without a lease: hatched.
pub fn stale(scene: &mut Scene, layer: Layer, area: Rect) {
    scene.fill(layer, area, Ink::Trouble);
    scene.hatch(layer, area.grown(0, -2), 9, 2, Ink::OnHue);
}

/// A line from `left` to `right` that ends with a tick: what a client may rely on. No label may
/// cover it; only the tick's foot may touch one that stands below.
pub fn promise(scene: &mut Scene, layer: Layer, left: i32, right: i32, y: i32, ink: Ink) {
    let right = right.max(left + 2);
    scene.fill(layer, Rect::new(left, right, y - 1, y + 1), ink);
    scene.fill(layer, Rect::new(right - 2, right, y - 4, y + 4), ink);
    scene.room.take_bar(Rect::new(left, right, y - 4, y + 3));
}

/// The ground under two promises at once.
pub fn double(scene: &mut Scene, layer: Layer, area: Rect) {
    scene.fill(layer, area, Ink::TroubleSoft);
    for x in [area.left, area.right] {
        scene.edge(layer, x, area.top, area.bottom);
    }
}
