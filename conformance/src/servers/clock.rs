//! A process's wall clock, set while it runs.
//!
//! Programs learn the time from a page that the kernel maps into each process, the vDSO; those in
//! Go as well, which do without the C library. Every process has a copy of its own as soon as
//! something is written there. So three functions in that page are replaced by ones that ask the
//! kernel and add an offset to wall-clock time, and setting the clock is writing the offset. The
//! monotonic clock stays as it is. Works on Linux with x86-64 processors.

use std::fs::{self, File};
use std::io::ErrorKind;
use std::os::unix::fs::FileExt as _;
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use object::{Object as _, ObjectSymbol as _};
use rustix::process::{Pid, Signal, kill_process};
use tokio::time::sleep;

/// Where each replacement keeps the offset, in seconds, counted from its beginning.
const OFFSET: u64 = 32;

/// A function of the vDSO, and what takes its place.
struct Replacement {
    name: &'static str,
    code: &'static [u8],
}

const REPLACEMENTS: [Replacement; 3] = [
    Replacement {
        name: "__vdso_clock_gettime",
        code: &[
            0xb8, 0xe4, 0x00, 0x00, 0x00, //       mov  eax, 228 (clock_gettime)
            0x0f, 0x05, //                         syscall
            0x85, 0xff, //                         test edi, edi (CLOCK_REALTIME)
            0x74, 0x05, //                         je   add
            0x83, 0xff, 0x05, //                   cmp  edi, 5 (CLOCK_REALTIME_COARSE)
            0x75, 0x0a, //                         jne  done
            0x48, 0x8b, 0x0d, 9, 0x00, 0x00, 0x00, // add: mov rcx, [offset]
            0x48, 0x01, 0x0e, //                   add  [rsi], rcx
            0xc3, //                               done: ret
        ],
    },
    Replacement {
        name: "__vdso_gettimeofday",
        code: &[
            0xb8, 0x60, 0x00, 0x00, 0x00, //        mov  eax, 96 (gettimeofday)
            0x0f, 0x05, //                          syscall
            0x48, 0x85, 0xff, //                    test rdi, rdi
            0x74, 0x0a, //                          je   done
            0x48, 0x8b, 0x0d, 13, 0x00, 0x00, 0x00, // mov rcx, [offset]
            0x48, 0x01, 0x0f, //                    add  [rdi], rcx
            0xc3, //                                done: ret
        ],
    },
    Replacement {
        name: "__vdso_time",
        code: &[
            0xb8, 0xc9, 0x00, 0x00, 0x00, //        mov  eax, 201 (time)
            0x0f, 0x05, //                          syscall
            0x48, 0x03, 0x05, 18, 0x00, 0x00, 0x00, // add rax, [offset]
            0x48, 0x85, 0xff, //                    test rdi, rdi
            0x74, 0x03, //                          je   done
            0x48, 0x89, 0x07, //                    mov  [rdi], rax
            0xc3, //                                done: ret
        ],
    },
];

/// A process's wall clock.
pub struct Clock {
    memory: File,
    offsets: Vec<u64>,
    /// How far it is ahead.
    ahead: Duration,
}

impl Clock {
    /// Takes hold of the clock of a process, which goes on showing the right time.
    ///
    /// # Errors
    ///
    /// If this machine does not let it, which the message says.
    pub async fn of(process: Pid) -> Result<Clock> {
        ensure!(
            cfg!(all(target_os = "linux", target_arch = "x86_64")),
            "a process's clock can only be set on Linux with an x86-64 processor"
        );
        let (begin, end) = page(process)?;
        let memory = File::options()
            .read(true)
            .write(true)
            .open(format!("/proc/{process}/mem"))
            .context("a process's memory cannot be opened")?;
        let mut page = vec![0; (end - begin) as usize];
        memory.read_exact_at(&mut page, begin).context("the vDSO cannot be read")?;
        let functions = object::File::parse(page.as_slice()).context("the vDSO is no library")?;

        stop_outside(process, begin..end).await?;
        let written = write(&memory, begin, &functions);
        kill_process(process, Signal::CONT)?;
        let offsets = written.context("this machine's kernel does not let a clock be set")?;
        Ok(Clock { memory, offsets, ahead: Duration::ZERO })
    }

    /// How far the clock was set ahead of the machine's.
    pub fn ahead(&self) -> Duration {
        self.ahead
    }

    /// Sets the clock forward by so many whole seconds.
    ///
    /// # Errors
    ///
    /// If it is to jump by a fraction of a second, or the process is gone.
    pub fn jump(&mut self, by: Duration) -> Result<()> {
        ensure!(by.subsec_nanos() == 0, "a real clock can be set by whole seconds only");
        self.ahead += by;
        for &place in &self.offsets {
            self.memory
                .write_all_at(&self.ahead.as_secs().to_le_bytes(), place)
                .context("the process whose clock was to be set is gone")?;
        }
        Ok(())
    }
}

/// Where the vDSO of a process begins and ends.
fn page(process: Pid) -> Result<(u64, u64)> {
    let maps = fs::read_to_string(format!("/proc/{process}/maps"))?;
    let line = maps.lines().find(|line| line.ends_with("[vdso]"));
    let range = line.and_then(|line| line.split_whitespace().next()?.split_once('-'));
    let (begin, end) = range.context("the process has no vDSO")?;
    Ok((u64::from_str_radix(begin, 16)?, u64::from_str_radix(end, 16)?))
}

/// Writes the replacements, and returns the places of their offsets.
fn write(memory: &File, begin: u64, functions: &object::File) -> Result<Vec<u64>> {
    let mut offsets = Vec::new();
    for Replacement { name, code } in REPLACEMENTS {
        let symbol = functions.dynamic_symbols().find(|symbol| symbol.name() == Ok(name));
        let symbol = symbol.with_context(|| format!("the vDSO has no {name}"))?;
        let place = begin + symbol.address();
        let mut whole = code.to_vec();
        whole.resize(OFFSET as usize + size_of::<u64>(), 0);
        ensure!(symbol.size() >= whole.len() as u64, "{name} is too short to be replaced");
        memory.write_all_at(&whole, place)?;
        offsets.push(place + OFFSET);
    }
    Ok(offsets)
}

/// Stops a process at a moment when none of its threads is inside of these addresses.
async fn stop_outside(process: Pid, addresses: std::ops::Range<u64>) -> Result<()> {
    for _ in 0..100 {
        kill_process(process, Signal::STOP)?;
        sleep(Duration::from_millis(2)).await;
        if !is_inside(process, &addresses)? {
            return Ok(());
        }
        kill_process(process, Signal::CONT)?;
        sleep(Duration::from_millis(1)).await;
    }
    bail!("a process looks at its clock all the time")
}

/// Whether any thread of a process that is stopped is inside of these addresses.
fn is_inside(process: Pid, addresses: &std::ops::Range<u64>) -> Result<bool> {
    for thread in fs::read_dir(format!("/proc/{process}/task"))? {
        // The last word is the instruction that the thread is at, unless it still runs.
        let status = match fs::read_to_string(thread?.path().join("syscall")) {
            Ok(status) => status,
            // The thread has ended meanwhile.
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            Err(error) => return Err(error).context("a thread cannot be looked at"),
        };
        let at = status.trim().rsplit(' ').next().and_then(|word| word.strip_prefix("0x"));
        match at.and_then(|at| u64::from_str_radix(at, 16).ok()) {
            Some(at) if !addresses.contains(&at) => {}
            Some(_) | None => return Ok(true),
        }
    }
    Ok(false)
}
