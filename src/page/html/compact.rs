//! The same SVG in fewer bytes.
//!
//! Dotted and hatched areas are hundreds of small elements of one style, which is most of what the
//! default run weighs in the page. Those that follow each other become one path each.

/// Rectangles, polygons or lines of one style, as the commands of a path.
struct Run<'a> {
    style: &'a str,
    commands: String,
    /// Where the pen is.
    pen: (i32, i32),
}

/// Joins the rectangles, polygons and lines of an SVG that has one element in each line.
pub fn compact(svg: &str) -> String {
    let mut compacted = String::new();
    let mut run: Option<Run> = None;
    for line in svg.lines() {
        let element = rectangle(line).or_else(|| polyline(line)).or_else(|| polygon(line));
        let style = element.as_ref().map(|(style, _)| *style);
        if run.as_ref().map(|run| run.style) != style {
            finish(run.take(), &mut compacted);
        }
        match element {
            Some((style, points)) => {
                let start = Run { style, commands: String::new(), pen: (0, 0) };
                run.get_or_insert(start).draw(&points);
            }
            None => compacted = compacted + line + "\n",
        }
    }
    finish(run, &mut compacted);
    compacted
}

fn finish(run: Option<Run>, compacted: &mut String) {
    if let Some(Run { style, commands, .. }) = run {
        *compacted += &format!("<path {style} d=\"{commands}\"/>\n");
    }
}

impl Run<'_> {
    /// Steps are relative, since equal steps are the same text again and so weigh next to nothing.
    fn draw(&mut self, points: &[(i32, i32)]) {
        for (index, &(x, y)) in points.iter().enumerate() {
            let command = if index == 0 { 'm' } else { 'l' };
            let (across, down) = (x - self.pen.0, y - self.pen.1);
            self.commands += &match (command, across, down) {
                ('l', _, 0) => format!("h{across}"),
                ('l', 0, _) => format!("v{down}"),
                _ => format!("{command}{across} {down}"),
            };
            self.pen = (x, y);
        }
        if points.len() > 1 && points.first() == points.last() {
            self.commands.push('z');
        }
    }
}

/// The style and the outline of a rectangle.
fn rectangle(line: &str) -> Option<(&str, Vec<(i32, i32)>)> {
    let line = line.strip_prefix("<rect ")?;
    let number = |name: &str| attribute(line, name)?.parse::<i32>().ok();
    let (x, y) = (number("x")?, number("y")?);
    let (right, bottom) = (x + number("width")?, y + number("height")?);
    let style = &line[line.find("fill=")?..line.rfind("/>")?];
    Some((style, vec![(x, y), (right, y), (right, bottom), (x, bottom), (x, y)]))
}

/// The style and the points of a line.
fn polyline(line: &str) -> Option<(&str, Vec<(i32, i32)>)> {
    points(line.strip_prefix("<polyline ")?)
}

/// The style and the outline of a polygon.
fn polygon(line: &str) -> Option<(&str, Vec<(i32, i32)>)> {
    let (style, mut points) = points(line.strip_prefix("<polygon ")?)?;
    points.extend(points.first().copied());
    Some((style, points))
}

fn points(line: &str) -> Option<(&str, Vec<(i32, i32)>)> {
    let style = line[..line.find("points=")?].trim_end();
    let point = |pair: &str| {
        let (x, y) = pair.split_once(',')?;
        Some((x.parse().ok()?, y.parse().ok()?))
    };
    let points = attribute(line, "points")?.split_whitespace().map(point);
    Some((style, points.collect::<Option<Vec<(i32, i32)>>>()?))
}

fn attribute<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = line.split_once(&format!("{name}=\""))?;
    Some(rest.split_once('"')?.0)
}

#[cfg(test)]
mod tests {
    use super::compact;

    #[test]
    fn neighbours_of_one_style_become_one_path() {
        let svg = "<svg>\n\
                   <rect x=\"1\" y=\"2\" width=\"3\" height=\"4\" fill=\"red\"/>\n\
                   <rect x=\"6\" y=\"2\" width=\"3\" height=\"4\" fill=\"red\"/>\n\
                   <polygon fill=\"red\" points=\"6,8 9,8 6,9\"/>\n\
                   <rect x=\"0\" y=\"0\" width=\"1\" height=\"1\" fill=\"blue\"/>\n\
                   <text>A</text>\n\
                   <polyline fill=\"none\" stroke=\"red\" points=\"0,7 7,0\"/>\n\
                   </svg>";
        let compacted = "<svg>\n\
                         <path fill=\"red\" d=\"m1 2h3v4h-3v-4zm5 0h3v4h-3v-4zm0 6h3l-3 1v-1z\"/>\n\
                         <path fill=\"blue\" d=\"m0 0h1v1h-1v-1z\"/>\n\
                         <text>A</text>\n\
                         <path fill=\"none\" stroke=\"red\" d=\"m0 7l7 -7\"/>\n\
                         </svg>\n";
        assert_eq!(compact(svg), compacted);
    }
}
