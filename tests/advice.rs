use lock_simulator::advice::*;
use lock_simulator::draw::*;
use lock_simulator::query::Query;
#[test]
fn probe() {
    for (name, link, ask) in [
        ("default", "", "10~1000:1e5"),
        ("redlock", "service=redlock", "10~1000:1e5"),
        ("renew", "renew=on&work=10&lease=20", "10~1000:1e6"),
        ("absurd", "work=300&latency=5000", "1~600000:1e6"),
        ("tiny", "service=chubby", "0.001~0.001:1e3"),
    ] {
        let q = Query::parse(link).0;
        let question = Question::read(ask).unwrap();
        let mut study = Study::new(&q.params, &question);
        while study.advance(1000) {}
        let a = answer(&q.params, &question, &study).unwrap();
        println!("== {name}\n{}\n-- {}", a.sentences.join("\n"), a.notes.join("\n"));
        println!("{:?}", head(&q.params));
        for f in study.figures().iter().step_by(6) {
            println!("{:?}", row(f));
        }
        let grid = grid(&q.params);
        for w in [240, 320, 640, 1000] {
            let c = chart(
                &study.figures(),
                (grid[0], *grid.last().unwrap()),
                present_lease(&q.params),
                a.lease,
                w,
            );
            for (t, theme) in [("l", Theme::Light), ("d", Theme::Dark)] {
                std::fs::write(
                    format!("/tmp/adv/{name}-{w}-{t}.svg"),
                    svg_of(c.size, &c.shapes, "x", theme),
                )
                .unwrap();
            }
        }
    }
}
