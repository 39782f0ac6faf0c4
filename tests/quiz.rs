//! Questions about a run, which is shown no further until they are answered.

mod support;

use lock_simulator::draw::{self, Theme};
use lock_simulator::page::quiz::Question;
use lock_simulator::query::Query;
use lock_simulator::sim::{Answer, Moment, Quiz, Scenario, ServiceKind, Subject, Time, Trace};
use lock_simulator::words::{self, Line};
use proptest::prelude::*;
use support::{custom_setups, setups};

fn run(link: &str) -> (Trace, Vec<Line>, Option<Quiz>) {
    let (query, notices) = Query::parse(link);
    assert!(notices.is_empty(), "{notices:?}");
    let trace = Trace::of(query.setup());
    let lines = words::log(&trace);
    (trace, lines, query.view.quiz)
}

fn question(link: &str) -> (Trace, Vec<Line>, Question) {
    let (trace, lines, quiz) = run(link);
    let (_, _, question) = Question::ask(quiz.expect("a quiz"), trace.clone(), lines.clone());
    (trace, lines, question.expect("a question"))
}

/// What is said after an answer.
fn answered(link: &str, word: &str) -> String {
    let (trace, lines, question) = question(link);
    question.answer(&trace, word).expect("a possible answer").words(&trace, &lines)
}

#[test]
fn what_is_stored_is_asked_where_the_storage_decides_for_the_last_time() {
    let (trace, _, question) = question("quiz=stored");
    assert_eq!(
        question.words(&trace),
        "The run stops before step 20, at 8.6 s. When all that happens then has happened, what is stored?"
    );
    let why = "The storage accepts A’s write, though A’s lease is over. It replaces “from B”, which \
               A has not read. So “from A” is stored.";
    assert_eq!(answered("quiz=stored", "A"), format!("That is right. {why}"));
    assert_eq!(answered("quiz=stored", "B"), format!("That is not right: from B. {why}"));
    let refused = answered("storage=fencing&quiz=stored", "B");
    assert!(refused.starts_with("That is right.") && refused.ends_with("So “from B” is stored."));
}

#[test]
fn who_holds_the_lock_is_asked_where_somebody_loses_it_who_still_believes_in_it() {
    let (trace, _, question) = question("quiz=holder");
    assert_eq!(
        question.words(&trace),
        "The run stops before step 9, at 5.5 s. When all that happens then has happened, who holds the lock by the account of etcd?"
    );
    let said = answered("quiz=holder", "nobody");
    assert!(said.starts_with("That is not right: nobody."), "{said}");
    assert!(said.ends_with("So by the account of etcd, B holds the lock."), "{said}");
}

#[test]
fn a_step_that_would_tell_what_comes_later_is_told_as_far_as_it_has_come() {
    for (link, later) in [
        ("service=redis&quiz=stored~0.3", "It tries again 18 times"),
        ("service=redis&clients=3&quiz=holder~0.5", "It tries again 21 times"),
    ] {
        let (trace, lines, quiz) = run(link);
        let tells = |lines: &[Line]| lines.iter().any(|line| line.text.contains(later));
        assert!(tells(&lines), "{link}");
        let (_, told, _) = Question::ask(quiz.expect("a quiz"), trace, lines);
        assert!(!tells(&told), "{link}");
    }
}

#[test]
fn neither_picture_nor_words_take_the_moment_for_the_end_of_the_run() {
    let (trace, lines, quiz) = run("service=redis&quiz=holder");
    let end = trace.end;
    let (shown, told, _) = Question::ask(quiz.expect("a quiz"), trace, lines);
    let words = words::describe(&shown).join(" ");
    assert!(words.ends_with("It holds “empty” so far."), "{words}");
    let picture = draw::svg(&draw::timeline_until(&shown, &told, 800, end), Theme::Light);
    assert!(picture.contains("?") && !picture.contains("end of the run"));
}

#[test]
fn a_question_can_be_about_any_step() {
    let (trace, lines, last) = question("quiz=stored~1000");
    let step = lines.iter().find(|line| line.at == lines[lines.len() - 1].at).expect("a step");
    assert!(last.words(&trace).contains(&format!("step {},", step.number)));
    let (trace, _, first) = question("quiz=stored~0.001");
    assert!(first.words(&trace).contains("at 0.02 s"), "{}", first.words(&trace));
}

#[test]
fn an_answer_that_cannot_be_given_is_none() {
    let (trace, _, question) = question("quiz=stored");
    for word in ["", "C", "several", "a", "<b>"] {
        assert_eq!(question.answer(&trace, word), None, "{word}");
    }
}

#[test]
fn the_page_around_a_figure_is_told_in_json() {
    let (trace, _, question) = question("quiz=holder");
    let told = question.answer(&trace, "A").expect("a possible answer").json();
    let told: serde_json::Value = serde_json::from_str(&told).expect("JSON");
    let wanted = serde_json::json!({
        "question": "holder", "answer": "A", "right": "B", "correct": false
    });
    assert_eq!(told, wanted);
}

/// Every question about a run has one right answer, and nothing that is shown before it comes from
/// what happens later.
fn check(trace: Trace, quiz: Quiz) -> Result<(), TestCaseError> {
    let lines = words::log(&trace);
    let (shown, told, question) = Question::ask(quiz, trace.clone(), lines.clone());
    let Some(question) = question else {
        prop_assert!(lines.is_empty());
        return Ok(());
    };
    let right = |word: &str| question.answer(&trace, word).is_some_and(|given| given.is_right());
    let answers = Answer::all(&trace.setup).map(|answer| answer.word(quiz.subject));
    prop_assert_eq!(answers.filter(|word| right(word)).count(), 1);
    let mut moment = Moment::default();
    for event in &trace.events {
        moment.turn_to(&trace, event.at);
        let holders = trace.setup.clients().filter(|&client| moment.holds(client)).count();
        prop_assert!(holders <= 1, "{holders} hold the lock at {:?}", event.at);
    }

    // All that is shown is made from this, which knows no more than what has happened.
    prop_assert!(shown.events.len() < trace.events.len());
    prop_assert!(trace.events.starts_with(&shown.events));
    let end = shown.end;
    prop_assert!(shown.events.iter().all(|event| event.at < end));
    prop_assert!(shown.outcome.waiting.is_empty() && shown.outcome.unfinished.is_empty());
    prop_assert_eq!(&told, &words::log(&shown));
    prop_assert!(shown.spans().iter().all(|span| span.to <= end));
    prop_assert!(shown.gaps().iter().all(|gap| gap.to <= end));
    Ok(())
}

#[test]
fn in_every_scenario_there_is_something_to_ask() {
    for &service in ServiceKind::ALL {
        for &scenario in Scenario::ALL {
            for &subject in Subject::ALL {
                let link = format!("service={}&scenario={}", service.word(), scenario.word());
                let (trace, _, _) = run(&link);
                assert!(trace.worth_asking(subject) > Time::ZERO, "{link}, {subject:?}");
                check(trace, Quiz { subject, at: None }).expect(&link);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_shown_before_the_answer_does_not_tell_it(
        setup in prop_oneof![setups(), custom_setups(ServiceKind::ALL)],
        subject in proptest::sample::select(Subject::ALL),
        at in proptest::option::of(0_u64..20_000),
    ) {
        let at = at.map(lock_simulator::sim::Duration::from_millis);
        check(Trace::of(setup), Quiz { subject, at })?;
    }
}
