//! The page of the figure that other pages embed. It has all places that the program fills, and no
//! run: that would be another one than the figure's for most readers.

use super::controls::figure_controls;
use super::player::places_of_moment;
use super::run::{default_trace, run};
use crate::page::{ANNOUNCEMENT, FULL_PAGE, NOTICES, SIMULATOR, WHOLE_PAGE};

/// The styles of a figure, of which the build makes one file.
const STYLES: &str = "inks.css page.css controls.css report.css player.css figure.css print.css";

/// The page, with names in braces where the build puts those of the site's files.
pub fn figure_page() -> String {
    let controls = figure_controls();
    let run = run("", "", "", &places_of_moment(&default_trace()), "");
    format!(
        "<!doctype html>\n<html lang=\"en\" data-waiting>\n<head>\n\
         <meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Distributed lock simulator</title>\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta name=\"robots\" content=\"noindex\">\n\
         <link rel=\"icon\" href=\"data:,\">\n\
         <link rel=\"preload\" href=\"{{wasm}}\" as=\"fetch\" type=\"application/wasm\" crossorigin>\n\
         <link rel=\"stylesheet\" href=\"{{style}}\" data-styles=\"{STYLES}\">\n\
         <script src=\"{{figure}}\"></script>\n<script src=\"{{start}}\"></script>\n\
         <script id=\"program\" src=\"{{program}}\" data-wasm=\"{{wasm}}\" defer></script>\n\
         </head>\n<body>\n<main>\n<h1 class=\"visually-hidden\">Distributed lock simulator</h1>\n\
         <p id=\"failure\" class=\"banner\" role=\"alert\" hidden>The simulator could not be loaded, or \
         has broken down.</p>\n\
         <noscript><p class=\"banner\">This figure needs JavaScript and WebAssembly. The picture is \
         always that of the default run (etcd, A pauses); \
         the <a href=\"{WHOLE_PAGE}\" target=\"_blank\" rel=\"noopener\">full page</a> \
         says more of it.</p><picture><source media=\"(max-width: 35rem)\" \
         srcset=\"pictures/etcd-pause-narrow.svg\"><img src=\"pictures/etcd-pause.svg\" \
         alt=\"The timeline of the default run\"></picture></noscript>\n\
         <div id=\"{SIMULATOR}\" tabindex=\"-1\">\n{controls}<div id=\"{NOTICES}\"></div>\n\
         {run}\
         <p id=\"{ANNOUNCEMENT}\" class=\"visually-hidden\" role=\"status\"></p>\n\
         <p id=\"printed-link\"></p>\n<p class=\"full-page\">\
         <a id=\"{FULL_PAGE}\" href=\"{WHOLE_PAGE}\" target=\"_blank\" \
         rel=\"noopener\">Open this run in the full simulator</a></p>\n</div>\n</main>\n</body>\n\
         </html>\n"
    )
}
