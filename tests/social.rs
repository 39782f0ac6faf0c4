//! Pictures of the site for places that take no SVG.

use std::path::Path;
use std::sync::Arc;

use lock_simulator::page::social;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{Options, Tree};

/// How far a channel of a pixel may be from what is wanted: processors round differently.
const CLOSE: u8 = 3;
/// The most that a picture may weigh, in bytes.
const MOST: usize = 100_000;

/// An SVG as pixels, with the fonts that come along with these tests and no others.
fn pixels(svg: &str, (width, height): (u32, u32)) -> Pixmap {
    let mut fonts = Database::new();
    fonts.load_font_data(dejavu::sans::regular().into());
    fonts.load_font_data(dejavu::sans::bold().into());
    fonts.set_sans_serif_family("DejaVu Sans");
    let options = Options { fontdb: Arc::new(fonts), ..Options::default() };
    let tree = Tree::from_str(svg, &options).expect("the picture is SVG");
    let mut pixels = Pixmap::new(width, height).expect("the picture has a size");
    let across = width as f32 / tree.size().width();
    let scale = Transform::from_scale(across, height as f32 / tree.size().height());
    resvg::render(&tree, scale, &mut pixels.as_mut());
    pixels
}

/// Whether two pictures look the same.
fn is_close(one: &Pixmap, other: &Pixmap) -> bool {
    let pairs = || one.data().iter().zip(other.data());
    (one.width(), one.height()) == (other.width(), other.height())
        && pairs().all(|(one, other)| one.abs_diff(*other) <= CLOSE)
}

fn check(name: &str, svg: &str, size: (u32, u32)) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets").join(name);
    let wanted = pixels(svg, size);
    if std::env::var_os("UPDATE_ASSETS").is_some() {
        let png = wanted.encode_png().expect("the picture can be written");
        std::fs::write(&path, png).expect("the asset can be written");
    }
    let file = std::fs::read(&path).unwrap_or_default();
    assert!(file.len() <= MOST, "{name} weighs {} bytes", file.len());
    let hint = "renew it with `UPDATE_ASSETS=1 cargo test --test social`";
    let found = Pixmap::decode_png(&file).ok();
    assert!(found.is_some_and(|found| is_close(&found, &wanted)), "{name} is stale; {hint}");
}

#[test]
fn the_picture_beside_a_link_shows_the_default_run() {
    check("social.png", &social::picture(), social::SIZE);
}

#[test]
fn the_icon_is_there_in_the_sizes_that_systems_ask_for() {
    let icon = include_str!("../assets/icon.svg");
    check("icon-192.png", icon, (192, 192));
    check("icon-512.png", icon, (512, 512));
}
