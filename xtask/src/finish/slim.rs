//! Short names for what the program and its JavaScript call each other.
//!
//! wasm-bindgen names every function of the browser that the program imports, with a hash that no
//! compression helps against, once in the program and once in the JavaScript beside it. Nobody
//! else knows the names, so they can be short.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, ensure};

use super::folder::Folder;
use super::hash;

/// Old names and new ones.
type Names = BTreeMap<String, String>;

/// Sections of a WebAssembly program, by their numbers in its specification.
const CUSTOM: u8 = 0;
const IMPORTS: u8 = 2;
const EXPORTS: u8 = 7;

/// The exports that wasm-bindgen makes begin with one of these.
const MADE: [&str; 3] = ["__wbindgen", "__externref", "wasm_bindgen"];

/// A program of the site, by the names of its files.
pub struct Program {
    /// The JavaScript that loads it.
    pub script: String,
    /// The program itself.
    pub wasm: String,
}

/// Makes a program of the site short, and gives its files names that change with it.
pub fn program(folder: &Folder, name: &str) -> Result<Program> {
    shorten(folder, name)?;
    let [script, wasm] = files(name);
    let contents = [folder.take(&script)?, folder.take(&wasm)?];
    let mark = hash::mark(&contents);
    let [script, wasm] = [script, wasm].map(|file| hash::marked(&file, &mark));
    for (file, content) in [&script, &wasm].into_iter().zip(contents) {
        folder.write(file, content)?;
    }
    Ok(Program { script, wasm })
}

/// Gives short names to what a program of the site and its JavaScript call each other.
pub fn shorten(folder: &Folder, name: &str) -> Result<()> {
    let [script, wasm] = files(name);
    let (slim, names) = rename(&folder.bytes(&wasm)?)?;
    folder.write(&wasm, slim)?;
    folder.write(&script, replace(&folder.read(&script)?, &names))
}

/// The files of a program, as they are built: its JavaScript and itself.
pub fn files(name: &str) -> [String; 2] {
    [format!("{name}.js"), format!("{name}_bg.wasm")]
}

/// The same program with short names and without remarks, and the names.
fn rename(program: &[u8]) -> Result<(Vec<u8>, Names)> {
    let mut reader = Reader { bytes: program, at: 0 };
    let mut slim = reader.take(8)?.to_vec();
    let mut names = Names::new();
    while reader.at < program.len() {
        let kind = reader.byte()?;
        let length = reader.number()?;
        let body = reader.take(length)?;
        let body = match kind {
            CUSTOM => continue,
            IMPORTS => imports(body, &mut names)?,
            EXPORTS => exports(body, &mut names)?,
            _ => body.to_vec(),
        };
        slim.push(kind);
        put_bytes(&mut slim, &body);
    }
    Ok((slim, names))
}

fn imports(body: &[u8], names: &mut Names) -> Result<Vec<u8>> {
    let mut reader = Reader { bytes: body, at: 0 };
    let count = reader.number()?;
    let mut slim = Vec::new();
    put_number(&mut slim, count);
    for _ in 0..count {
        put_bytes(&mut slim, reader.name()?.as_bytes());
        put_bytes(&mut slim, short(reader.name()?, names).as_bytes());
        let start = reader.at;
        ensure!(reader.byte()? == 0, "the program imports something that is no function");
        reader.number()?;
        slim.extend_from_slice(&body[start..reader.at]);
    }
    Ok(slim)
}

fn exports(body: &[u8], names: &mut Names) -> Result<Vec<u8>> {
    let mut reader = Reader { bytes: body, at: 0 };
    let count = reader.number()?;
    let mut slim = Vec::new();
    put_number(&mut slim, count);
    for _ in 0..count {
        let name = reader.name()?;
        let is_made = MADE.iter().any(|start| name.starts_with(start));
        let name = if is_made { short(name, names) } else { name.into() };
        put_bytes(&mut slim, name.as_bytes());
        let start = reader.at;
        reader.byte()?;
        reader.number()?;
        slim.extend_from_slice(&body[start..reader.at]);
    }
    Ok(slim)
}

/// The short name for a long one: a letter and a number.
fn short(name: &str, names: &mut Names) -> String {
    let next = names.len();
    let letter = char::from(b'a' + (next % 26) as u8);
    names.entry(name.into()).or_insert_with(|| format!("{letter}{}", next / 26)).clone()
}

/// A script with other names wherever a whole word is one of the old ones.
fn replace(script: &str, names: &Names) -> String {
    let is_word = |character: char| character.is_ascii_alphanumeric() || "_$".contains(character);
    let mut replaced = String::new();
    let mut rest = script;
    while !rest.is_empty() {
        let end = rest.find(|character| !is_word(character)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        replaced += names.get(word).map_or(word, String::as_str);
        let gap = after.find(is_word).unwrap_or(after.len());
        let (between, next) = after.split_at(gap);
        replaced += between;
        rest = next;
    }
    replaced
}

/// Reads a program from its beginning.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8]> {
        let taken = self.bytes.get(self.at..self.at + length).context("the program is cut off")?;
        self.at += length;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8> {
        Ok(self.take(1)?[0])
    }

    /// A number in LEB128, seven bits to a byte.
    fn number(&mut self) -> Result<usize> {
        let (mut number, mut shift) = (0, 0);
        loop {
            let byte = self.byte()?;
            number |= usize::from(byte & 0x7f) << shift;
            shift += 7;
            if byte < 0x80 {
                return Ok(number);
            }
            ensure!(shift < 35, "the program has a number that is too long");
        }
    }

    fn name(&mut self) -> Result<&'a str> {
        let length = self.number()?;
        Ok(std::str::from_utf8(self.take(length)?)?)
    }
}

fn put_number(to: &mut Vec<u8>, mut number: usize) {
    while number >= 0x80 {
        to.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    to.push(number as u8);
}

fn put_bytes(to: &mut Vec<u8>, bytes: &[u8]) {
    put_number(to, bytes.len());
    to.extend_from_slice(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_program_and_script_stay_the_same_as_each_other() {
        let mut program = b"\0asm\x01\0\0\0".to_vec();
        program.extend_from_slice(b"\x02\x0b\x01\x01m\x05__wbg\0\0");
        program.extend_from_slice(b"\x07\x17\x02\x0c__wbindgen_x\0\x01\x04main\0\x02");
        program.extend_from_slice(b"\x00\x03\x01aa");
        let (slim, names) = rename(&program).expect("a program");
        let wanted =
            b"\0asm\x01\0\0\0\x02\x08\x01\x01m\x02a0\0\0\x07\x0d\x02\x02b0\0\x01\x04main\0\x02";
        assert_eq!(slim, wanted);
        let script = "w={__wbg:()=>e.__wbindgen_x(),__wbg2:e.main}";
        assert_eq!(replace(script, &names), "w={a0:()=>e.b0(),__wbg2:e.main}");
    }

    #[test]
    fn a_program_that_is_cut_off_is_refused() {
        assert!(rename(b"\0asm\x01\0\0\0\x02\x7f").is_err());
    }
}
