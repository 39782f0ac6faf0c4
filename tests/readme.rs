//! What the README says that can be checked.

use std::path::Path;

use lock_simulator::embed;

#[test]
fn the_table_of_keys_in_the_readme_is_that_of_the_schema() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let readme = std::fs::read_to_string(&path).expect("there is a README");
    let (before, rest) = readme.split_once("<!-- keys -->\n").expect("the table has a beginning");
    let (table, after) = rest.split_once("<!-- end of keys -->").expect("the table has an end");
    let wanted = embed::keys().markdown();
    if std::env::var_os("UPDATE_ASSETS").is_some() {
        let renewed = format!("{before}<!-- keys -->\n{wanted}<!-- end of keys -->{after}");
        std::fs::write(&path, renewed).expect("the README can be written");
    } else {
        let hint = "renew it with `UPDATE_ASSETS=1 cargo test --test readme`";
        assert!(table == wanted, "the table of keys is stale; {hint}");
    }
}
