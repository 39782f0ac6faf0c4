//! What other pages are given: snippets, and what guide and README say about them.

use std::collections::BTreeSet;

use lock_simulator::embed::{
    ATTRIBUTES, Choices, EVENTS, Form, Start, address, file, guide, snippet,
};
use lock_simulator::page::presets::presets;
use lock_simulator::query::schema::{COMPARE, EMBED, QUIZ};
use lock_simulator::query::{Controls, KEYS, Kind, Query, ThemeChoice};
use lock_simulator::sim::{ServiceKind, Subject};

const SITE: &str = "https://your.host/locks/";
const README: &str = include_str!("../README.md");
/// The script of the custom element, and that of the figure's page.
const SCRIPTS: [&str; 2] =
    [include_str!("../assets/embed.js"), include_str!("../assets/figure.js")];

/// A title with what means something in one of the languages.
const NASTY: &str = r#"A "quoted" <b>&amp; `tick` [x](y) \ {z} {{< s >}} */"#;

fn run(link: &str) -> Query {
    let (query, notices) = Query::parse(link);
    assert!(notices.is_empty(), "{link}: {notices:?}");
    query
}

fn plain(form: Form, link: &str) -> String {
    snippet(form, SITE, &run(link), &Choices::new(&run(link)))
}

/// Everything that can be chosen, chosen.
fn chosen() -> (Query, Choices) {
    let run =
        run("service=redis&scenario=custom&faults=pause:A:work~0.25:8,crash:redis1:4:2&t=6.5");
    let choices = Choices {
        width: Some(640),
        height: Some(700),
        theme: ThemeChoice::Dark,
        controls: Controls::parse("service:locked,pause,player").0,
        start: Start::Cursor,
        question: Some(Subject::Holder),
        title: "Who has it?".into(),
    };
    (run, choices)
}

#[test]
fn a_preset_takes_two_lines_and_a_link_for_those_without_scripts() {
    assert_eq!(
        plain(Form::Element, "service=redlock&scenario=clock-jump"),
        "<script src=\"https://your.host/locks/v1/embed.js\" defer></script>\n\
         <lock-simulator service=\"redlock\" scenario=\"clock-jump\" title=\"Redlock: Clock jump\">\n  \
         <a href=\"https://your.host/locks/v1/?service=redlock&amp;scenario=clock-jump\">Redlock: \
         Clock jump</a>\n</lock-simulator>\n"
    );
    assert_eq!(
        plain(Form::Hugo, "service=redlock&scenario=clock-jump"),
        "{{< lock-simulator service=\"redlock\" scenario=\"clock-jump\" title=\"Redlock: Clock \
         jump\" >}}\n"
    );
}

#[test]
fn the_sites_that_the_browser_tests_build_have_what_the_dialog_gives() {
    let book = include_str!("browser/sites/mdbook/src/figures.md");
    let post = include_str!("browser/sites/hugo/content/posts/figures.md");
    let shortcode = include_str!("browser/sites/hugo/layouts/shortcodes/lock-simulator.html");
    let (clock_jump, fencing) = ("service=redlock&scenario=clock-jump", "storage=fencing");
    assert!(book.contains(&plain(Form::Element, clock_jump)));
    assert!(book.contains(&plain(Form::Iframe, fencing)));
    assert!(book.contains(&plain(Form::Markdown, fencing)));
    assert!(post.contains(&plain(Form::Hugo, clock_jump)));
    assert_eq!(file(Form::Hugo, SITE).map(|file| file.text).as_deref(), Some(shortcode));
}

#[test]
fn an_iframe_is_lazy_and_has_a_title_a_size_and_leave_to_copy() {
    let rest = "title=\"etcd: A pauses\"\n  width=\"100%\" height=\"900\"";
    let end = "loading=\"lazy\" allow=\"clipboard-write\"></iframe>\n";
    let src = "https://your.host/locks/v1/";
    assert_eq!(
        plain(Form::Iframe, ""),
        format!("<iframe src=\"{src}\" {rest} style=\"border: 0\" {end}")
    );
    assert_eq!(
        plain(Form::Mdx, "storage=fencing&pause=9"),
        format!(
            "<iframe src=\"{src}?storage=fencing&amp;pause=9\" {rest} style={{{{ border: 0 }}}} {end}"
        )
    );
}

#[test]
fn markdown_has_a_picture_where_there_is_one_that_gives_no_answer_away() {
    assert_eq!(
        plain(Form::Markdown, "storage=fencing"),
        "[![etcd: A pauses](https://your.host/locks/v1/pictures/etcd-pause-fencing.svg)]\
         (https://your.host/locks/v1/?storage=fencing)\n"
    );
    assert_eq!(
        plain(Form::Markdown, "pause=3"),
        "[etcd: A pauses](https://your.host/locks/v1/?pause=3)\n"
    );
    let choices = Choices { question: Some(Subject::Stored), ..Choices::new(&run("")) };
    assert_eq!(
        snippet(Form::Markdown, SITE, &run(""), &choices),
        "[etcd: A pauses](https://your.host/locks/v1/?quiz=stored)\n"
    );
}

#[test]
fn every_choice_is_in_the_snippet() {
    let (run, choices) = chosen();
    let link = "service=redis&amp;scenario=custom&amp;faults=pause:A:work~0.25:8,crash:redis1:4:2\
                &amp;t=6.5&amp;theme=dark&amp;controls=service:locked,pause,player\
                &amp;quiz=holder~6.5";
    assert_eq!(
        snippet(Form::Iframe, SITE, &run, &choices),
        format!(
            "<iframe src=\"https://your.host/locks/v1/?{link}\" title=\"Who has it?\"\n  \
             width=\"640\" height=\"700\" style=\"border: 0\" loading=\"lazy\" \
             allow=\"clipboard-write\"></iframe>\n"
        )
    );
    let element = snippet(Form::Element, SITE, &run, &choices);
    let attributes = "service=\"redis\" scenario=\"custom\" \
                      faults=\"pause:A:work~0.25:8,crash:redis1:4:2\" t=\"6.5\" theme=\"dark\" \
                      controls=\"service:locked,pause,player\" quiz=\"holder~6.5\" \
                      title=\"Who has it?\" height=\"700\" style=\"max-width: 640px\">";
    assert!(element.contains(attributes), "{element}");
}

#[test]
fn a_title_is_text_and_nothing_else_in_every_form() {
    let run = run("pause=3");
    let choices = Choices { title: NASTY.into(), ..Choices::new(&run) };
    let of = |form| snippet(form, SITE, &run, &choices);
    let in_html =
        "title=\"A &quot;quoted&quot; &lt;b&gt;&amp;amp; `tick` [x](y) \\ {z} {{&lt; s &gt;}} */\"";
    for form in [Form::Element, Form::Iframe, Form::Mdx] {
        assert!(of(form).contains(in_html), "{}", of(form));
    }
    assert!(of(Form::Element).contains("\">A \"quoted\" &lt;b&gt;&amp;amp;"));
    assert_eq!(
        of(Form::Markdown),
        "[A \"quoted\" \\<b\\>\\&amp\\; \\`tick\\` \\[x\\]\\(y\\) \\\\ \\{z\\} \\{\\{\\< s \
         \\>\\}\\} \\*\\/](https://your.host/locks/v1/?pause=3)\n"
    );
    assert_eq!(
        of(Form::Hugo),
        "{{< lock-simulator pause=\"3\" title=`A \"quoted\" <b>&amp; 'tick' [x](y) \\ {z} {{< s >}} \
         */` >}}\n"
    );
}

/// The addresses of figures in a text, as a browser takes them.
fn addresses(text: &str) -> Vec<String> {
    let starts = text.match_indices("https://your.host/locks/v1/");
    let all = starts.map(|(start, _)| text[start..].split(['"', ')']).next().unwrap_or_default());
    let figures = all.filter(|address| !address.ends_with(".js") && !address.ends_with(".svg"));
    figures.map(|address| address.replace("&amp;", "&")).collect()
}

#[test]
fn every_address_in_a_snippet_is_the_query_that_was_chosen() {
    let (run_of_choices, choices) = chosen();
    let links = [
        "",
        "service=redlock&scenario=clock-jump",
        "service=chubby&storage=fencing&lockdelay=10&t=3&theme=light",
        "storage=conditional&compare=storage:fencing;lease:7",
        "scenario=custom&starts=1,0&faults=delay:A-storage:write~0.5:8&clients=5&jitter=2.5",
    ];
    let plain = links.map(|link| (run(link), Choices::new(&run(link))));
    for (run, choices) in plain.into_iter().chain([(run_of_choices, choices)]) {
        let wanted = choices.query(&run);
        for form in [Form::Element, Form::Iframe, Form::Markdown, Form::Mdx] {
            let found = addresses(&snippet(form, SITE, &run, &choices));
            assert_eq!(found, [address(SITE, &wanted)], "{form:?}");
            let query = found[0].split_once('?').map_or("", |(_, query)| query);
            let (query, notices) = Query::parse(query);
            assert!(notices.is_empty(), "{notices:?}");
            assert_eq!(query.print(), wanted.print());
        }
    }
}

#[test]
fn the_address_of_a_site_stays_whole_in_every_form() {
    let site = "https://your.host/a(b)/";
    let run = run("");
    let choices = Choices::new(&run);
    let markdown = snippet(Form::Markdown, site, &run, &choices);
    assert!(markdown.ends_with("](https://your.host/a%28b%29/v1/)\n"), "{markdown}");
    let iframe = snippet(Form::Iframe, site, &run, &choices);
    assert!(iframe.starts_with("<iframe src=\"https://your.host/a(b)/v1/\" "), "{iframe}");
}

#[test]
fn only_a_shortcode_needs_a_file() {
    for form in Form::ALL {
        assert_eq!(file(form, SITE).is_some(), form == Form::Hugo);
    }
}

#[test]
fn the_file_for_a_shortcode_has_the_address_of_the_site_and_no_other() {
    let site = "https://some.where/a&b/";
    let text = file(Form::Hugo, site).expect("it needs one").text;
    assert_eq!(text.matches("https://").count(), 2, "{text}");
    assert!(text.contains("\"https://some.where/a&amp;b/v1/embed.js\""), "{text}");
    assert!(text.contains("\"https://some.where/a&amp;b/v1/?{{ querify "), "{text}");
}

/// The text between two others, of which the first occurs once.
fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    let [_, rest] = text.split(start).collect::<Vec<_>>()[..] else { panic!("{start} once") };
    rest.split(end).next().unwrap_or_default()
}

#[test]
fn the_scripts_know_which_runs_have_pictures_and_what_these_are_called() {
    let presets = presets();
    let has_tokens = |word: &&str| presets.contains_key(&format!("{word}-pause-fencing"));
    let with_tokens: Vec<&str> =
        ServiceKind::ALL.iter().map(|service| service.word()).filter(has_tokens).collect();
    // These make no difference to a picture, while the other two lead elsewhere or hide it.
    let of_view = KEYS.iter().filter(|key| !key.is_of_run());
    let harmless =
        of_view.map(|key| key.name).filter(|name| ![EMBED.name, QUIZ.name].contains(name));
    let drawn: BTreeSet<&str> =
        ["service", "scenario", "storage"].into_iter().chain(harmless).collect();
    for script in SCRIPTS {
        assert_eq!(between(script, r"/^(\w+-any|(", ")-fencing)$/.test("), with_tokens.join("|"));
        let keys = between(script, "const DRAWN = [", "];").split(", ");
        assert_eq!(keys.map(|key| key.trim_matches('"')).collect::<BTreeSet<_>>(), drawn);
        assert_eq!(
            between(script, "`pictures/", "`"),
            "${service}-${scenario}${policy}${width}.svg"
        );
        assert!(script.contains(r#"policy = storage === "any" ? "" : "-fencing";"#));
        assert!(script.contains(r#" < 560 ? "-narrow" : "";"#));
    }
}

#[test]
fn the_element_knows_which_keys_are_switches() {
    let switches = KEYS.iter().filter(|key| key.is_of_run() && matches!(key.kind, Kind::Switch));
    // The last one is the old name of a way to check writes.
    let names: Vec<&str> = switches.map(|key| key.name).chain(["fencing"]).collect();
    assert_eq!(between(SCRIPTS[0], "value || (/^(", ")$/"), names.join("|"));
}

#[test]
fn guide_and_readme_name_every_key_attribute_and_event() {
    let keys = KEYS.iter().map(|key| key.name).chain([COMPARE]);
    let attributes = ATTRIBUTES.iter().map(|attribute| attribute.name);
    let events = EVENTS.iter().map(|event| event.name);
    let guide = guide();
    for name in keys.chain(attributes).chain(events) {
        assert!(README.contains(&format!("`{name}`")), "{name}");
        assert!(guide.contains(&format!("<code>{name}</code>")), "{name}");
    }
}

#[test]
fn figure_element_and_guide_speak_of_the_same_events() {
    let [element, figure] = SCRIPTS;
    let words: BTreeSet<&str> =
        EVENTS.iter().map(|event| event.name.trim_start_matches("lock-simulator:")).collect();
    let heard = between(element, "/^lock-simulator:(", ")$/").split('|');
    assert_eq!(heard.collect::<BTreeSet<_>>(), words);
    let told = figure.split(" tell(\"").skip(1).filter_map(|call| call.split('"').next());
    assert_eq!(told.collect::<BTreeSet<_>>(), words);
    for attribute in ATTRIBUTES {
        let name = attribute.name;
        let taken = [format!("this.getAttribute(\"{name}\")"), format!("this.{name} ")];
        assert!(taken.iter().any(|taken| element.contains(taken)), "{name}");
    }
}
