//! Runs rebuilt from public reports.
//!
//! The lengths are those of the reports; where a report has none, its story says whose they are.
//! How a run ended is never written here: the model says it.

use crate::query::Query;
use crate::sim::Outcome;
use crate::words::{headline_name, stored_name};

/// Where something was reported.
pub struct Reference {
    /// What it is called on the page.
    pub label: &'static str,
    /// Its address.
    pub url: &'static str,
}

/// A report, and two runs of the model: what it tells, and the same with a remedy.
pub struct Incident {
    /// A few words for a heading.
    pub title: &'static str,
    /// What the report tells, and what the run makes of it.
    pub story: &'static str,
    /// The report.
    pub reference: Reference,
    /// The year of the report.
    pub year: u16,
    /// The query of the run.
    pub happened: &'static str,
    /// What would have helped, and why.
    pub remedy: &'static str,
    /// The query of the run with the remedy.
    pub remedied: &'static str,
}

/// What there is to say before the first one.
const INTRO: &str = "Runs rebuilt from public reports, with their lengths where they give any. \
     Some reports tell what happened; others are tests, questions or warnings, and it says so. \
     Whatever the lock was for, here it guards one stored value. A is the client that fails, B \
     the next.";

/// All of them: pauses, overlong work, careless clients, broken links, failing services, a waiter.
pub static INCIDENTS: &[Incident] = &[
    Incident {
        title: "A collection of 50 s",
        story: "An HBase region server stood still for almost 50 s in a garbage collection, lost \
                its ZooKeeper session and shut itself down. Rightly; but a write can slip out \
                first. In the run A checks its session (40 s, our figure), stops for 49.7 s, and \
                writes as it wakes.",
        reference: Reference {
            label: "bigdata#25",
            url: "https://github.com/mattshma/bigdata/issues/25",
        },
        year: 2016,
        happened: "service=zookeeper&scenario=check-pause&lease=40&pause=49.7&renew=on&obey=on",
        remedy: "Fencing: the storage refuses whatever A sends before it has noticed.",
        remedied: "service=zookeeper&scenario=check-pause&storage=fencing&lease=40&pause=49.7&renew=on&obey=on",
    },
    Incident {
        title: "A laptop falls asleep",
        story: "A scheduler kept a Redis lock of 25 s alive until the laptop slept for longer. \
                Awake again, it could not extend the lock and quit. The run shows what was \
                avoided: A sleeps for 60 s, our figure, and carries on.",
        reference: Reference {
            label: "redbeat#218",
            url: "https://github.com/sibson/redbeat/issues/218",
        },
        year: 2022,
        happened: "service=redis&lease=25&pause=60&renew=on",
        remedy: "What the scheduler did: A finds its lease over and stops. Something else has to \
                 start it again.",
        remedied: "service=redis&lease=25&pause=60&renew=on&obey=on",
    },
    Incident {
        title: "A set that loses elements",
        story: "In a test by Jepsen, clients took an etcd lock with a lease of 2 s, read a set, \
                waited up to 2 s and wrote it back with one more element. Some were lost. The run \
                adds a pause of 4 s, our figure.",
        reference: Reference {
            label: "etcd#11457",
            url: "https://github.com/etcd-io/etcd/issues/11457",
        },
        year: 2019,
        happened: "lease=2&pause=4&renew=on&work=2",
        remedy: "Write only if the version that was read is still there. A’s update is refused.",
        remedied: "storage=conditional&lease=2&pause=4&renew=on&work=2",
    },
    Incident {
        title: "Ten seconds of work, eight of lock",
        story: "A question: the lock lasts 8 s, the work at times 10 s. What if the lock runs out \
                first? In the run B gets it after 8 s, and A writes over B’s data.",
        reference: Reference {
            label: "redsync#6",
            url: "https://github.com/go-redsync/redsync/issues/6",
        },
        year: 2017,
        happened: "service=redis&scenario=overrun&lease=8&pause=10",
        remedy: "Extend the lock during the work, as the thread advises. Then B waits. It is no \
                 help against a pause.",
        remedied: "service=redis&scenario=overrun&lease=8&pause=10&renew=on",
    },
    Incident {
        title: "A job of five minutes",
        story: "A scheduled job ran for 5 minutes or more, its lock ended within one, and all \
                three instances ran it at once. In the run A works for 5 minutes under a lock of \
                60 s, B and C for 2, to keep it short. Redis stands for a store not named.",
        reference: Reference {
            label: "ShedLock#1502",
            url: "https://github.com/lukas-krecan/ShedLock/issues/1502",
        },
        year: 2023,
        happened: "service=redis&scenario=overrun&lease=60&pause=300&work=120&clients=3",
        remedy: "Keep the lock alive as long as the job runs.",
        remedied: "service=redis&scenario=overrun&lease=60&pause=300&renew=on&work=120&clients=3",
    },
    Incident {
        title: "A watchdog that missed",
        story: "Redisson’s watchdog prolongs a lock of 30 s as long as the work lasts, here 5 \
                minutes. Now and then, a user reports, it did nothing for over 30 s, and the lock \
                lapsed. Why is not known; in the run A cannot reach Redis for 35 s.",
        reference: Reference {
            label: "redisson#5698",
            url: "https://github.com/redisson/redisson/issues/5698",
        },
        year: 2024,
        happened: "service=redis&scenario=custom&lease=30&renew=on&work=300&faults=cut:A-service:work~120:35",
        remedy: "Stop if no renewal gets through: A gives up just before B begins.",
        remedied: "service=redis&scenario=custom&lease=30&renew=on&obey=on&work=300&faults=cut:A-service:work~120:35",
    },
    Incident {
        title: "Somebody else’s lock set free",
        story: "A report, with steps to reproduce it: A outlasts its lock of 10 s, B gets it, and \
                A deletes the key, which by then is B’s. C comes in beside B. In the run A has \
                written in time and only releases late, to show that alone.",
        reference: Reference {
            label: "laravel#26213",
            url: "https://github.com/laravel/framework/issues/26213",
        },
        year: 2018,
        happened: "service=redis&scenario=custom&lease=10&work=5&clients=3&seed=3&faults=pause:A:write~0.01:7&release=naive",
        remedy: "Delete only one’s own key, as Laravel does since 5.8. C has to wait.",
        remedied: "service=redis&scenario=custom&lease=10&work=5&clients=3&seed=3&faults=pause:A:write~0.01:7",
    },
    Incident {
        title: "A dead lock revived",
        story: "A script deletes a client’s key and lets another in, yet the first can extend its \
                lock. In the run, with one Redis and our lengths, a failover loses the key. A \
                stops for 3 s, extends what is gone, and writes.",
        reference: Reference {
            label: "redlock-rb#36",
            url: "https://github.com/leandromoreira/redlock-rb/issues/36",
        },
        year: 2016,
        happened: "service=redis&scenario=custom&renew=on&obey=on&faults=failover:service:acquired,pause:A:work~0.25:3&extend=naive",
        remedy: "Extend only one’s own key. A hears that it is gone, and stops. That both had the \
                 lock at first is the failover’s doing.",
        remedied: "service=redis&scenario=custom&renew=on&obey=on&faults=failover:service:acquired,pause:A:work~0.25:3",
    },
    Incident {
        title: "Redis out of reach, the database not",
        story: "A question: a worker loses Redis, but not the database. After 30 s its lock is \
                gone, and a second worker writes as well. In the run A is cut off for 60 s, our \
                figure, and its write lands on B’s.",
        reference: Reference {
            label: "redisson#3636",
            url: "https://github.com/redisson/redisson/issues/3636",
        },
        year: 2021,
        happened: "service=redis&scenario=partition&lease=30&pause=60",
        remedy: "Count the holders, and let the database compare the numbers. Redisson has had \
                 such a lock since 2022.",
        remedied: "service=redis&scenario=partition&storage=fencing&lease=30&pause=60&token=incr",
    },
    Incident {
        title: "Unplugged",
        story: "A test: one client takes a ZooKeeper lock, and its network is unplugged until its \
                session has ended. A second gets the lock, and the first works on undisturbed. \
                Our lengths: a session of 5 s, 8 s without network.",
        reference: Reference {
            label: "curator#727",
            url: "https://github.com/apache/curator/issues/727",
        },
        year: 2015,
        happened: "service=zookeeper&scenario=partition",
        remedy: "Take “disconnected” for lost, as Curator advises. A hears it after two thirds of \
                 the session, before B can have the lock.",
        remedied: "service=zookeeper&scenario=partition&obey=on",
    },
    Incident {
        title: "Ninety seconds too long",
        story: "A test of “consul lock”, with a TTL and a lock-delay of 15 s each. The second \
                node has the lock after 30 s, but the first one’s child process is told to stop \
                only 90 s later. Chubby, whose lock-delay inspired Consul’s, stands in for it.",
        reference: Reference {
            label: "consul#9788",
            url: "https://github.com/hashicorp/consul/issues/9788",
        },
        year: 2021,
        happened: "service=chubby&scenario=partition&lease=15&pause=120&lockdelay=15",
        remedy: "Stop when the session is in doubt, after 15 s. The lock-delay leaves A as long \
                 again to wind up.",
        remedied: "service=chubby&scenario=partition&lease=15&pause=120&obey=on&lockdelay=15",
    },
    Incident {
        title: "A failover forgets the lock",
        story: "A warning: Redis fails over before a lock’s key has been copied. The promoted \
                replica grants the lock again, and two schedulers do the same work. In the run, \
                with our lengths, A’s update is lost.",
        reference: Reference {
            label: "redbeat#163",
            url: "https://github.com/sibson/redbeat/issues/163",
        },
        year: 2020,
        happened: "service=redis&scenario=failover",
        remedy: "A lock from etcd, where a majority stores each grant. The next leader knows of \
                 A’s lock and lease.",
        remedied: "scenario=failover",
    },
    Incident {
        title: "A clock some days ahead",
        story: "No lock was involved: ntpdate set a clock some days ahead, and timeouts of Redis \
                fired far too early. But a lock’s key ends by the wall clock too. In the run that \
                jumps by two days, our figure, and B comes in beside A.",
        reference: Reference {
            label: "redis#416",
            url: "https://github.com/redis/redis/issues/416",
        },
        year: 2012,
        happened: "service=redis&scenario=custom&faults=jump:redis1:acquired:172800",
        remedy: "Slew the clock. It gains next to nothing while A has the lock. (Two days would take eleven years.)",
        remedied: "service=redis&scenario=custom&faults=jump:redis1:acquired:172800&clock=slew",
    },
    Incident {
        title: "A waiter whose session has ended",
        story: "A case made for etcd: one client has the lock for 20 s, another waits with a \
                lease of 5 s. That ends, and when its turn comes, it is told that it has the \
                lock. In the run A renews, B sleeps in the queue for 16 s, and writes over C’s \
                data.",
        reference: Reference {
            label: "etcd#9921",
            url: "https://github.com/etcd-io/etcd/issues/9921",
        },
        year: 2018,
        happened: "scenario=custom&renew=on&work=20&clients=3&faults=pause:B:5:16&recheck=off",
        remedy: "Look for one’s own key first, as etcd does now: B has none and stops.",
        remedied: "scenario=custom&renew=on&work=20&clients=3&faults=pause:B:5:16",
    },
];

/// A link to a run that says how it ended.
fn run(query: &str, name: &str) -> String {
    let outcome = Outcome::of(Query::parse(query).0.setup());
    let headline = outcome.headline();
    let (href, grade) = (query.replace('&', "&amp;"), headline.word());
    let (stored, ended) = (stored_name(outcome.stored), headline_name(headline).to_lowercase());
    format!("<a href=\"?{href}\" data-grade=\"{grade}\">{name}: {stored}, {ended}</a>")
}

fn item(incident: &Incident) -> String {
    let Incident { title, story, reference: Reference { label, url }, year, remedy, .. } = incident;
    let happened = run(incident.happened, "The run");
    let remedied = run(incident.remedied, "With the remedy");
    format!(
        "<li><h3>{title}</h3>\n<p>{story} <a href=\"{url}\">{label}, {year}</a></p>\n\
         <p>{remedy}</p>\n<p class=\"runs\">{happened} {remedied}</p></li>\n"
    )
}

/// The gallery, as a part of the page.
pub fn gallery() -> String {
    let items: String = INCIDENTS.iter().map(item).collect();
    format!(
        "<section class=\"prose incidents\" aria-labelledby=\"incidents\">\n\
         <h2 id=\"incidents\">Seen in the field</h2>\n<p>{INTRO}</p>\n<ul role=\"list\">\n\
         {items}</ul>\n</section>\n"
    )
}
