use lock_simulator::advice::*;
use lock_simulator::query::Query;
#[test]
fn probe() {
    for (link, ask) in [
        ("service=redis", "10~1000:1e5"),
        ("", "10~1000:1e5"),
        ("renew=on&work=60", "10~1000:1e5"),
        ("service=redlock", "10~1000:1e5"),
        ("service=zookeeper&jitter=5", "10~1000:1e5"),
        ("service=chubby&clients=3", "10~300:1e5"),
    ] {
        let t = std::time::Instant::now();
        let q = Query::parse(link).0;
        let mut study = Study::new(&q.params, &Question::read(ask).unwrap());
        let mut n = 0u64;
        while study.advance(1000) {
            n += 1;
        }
        println!("{link} {ask} {:?} ksteps {n} runs {}", t.elapsed(), study.runs());
        for f in study.figures() {
            let e = |e: &Estimate| {
                format!("{:.3e} [{:.3e} {:.3e}]", e.value * 1e6, e.low * 1e6, e.high * 1e6)
            };
            println!(
                "{:>5} harmless {:>8} runs {:>4} ov {} lost {:?} wait {:?}",
                f.lease.to_string(),
                f.harmless.to_string(),
                f.runs,
                e(&f.overlap),
                f.lost.iter().map(|(_, x)| e(x)).collect::<Vec<_>>(),
                f.wait.map(|w| (w.mean.to_string(), w.worst.to_string()))
            );
        }
    }
}
