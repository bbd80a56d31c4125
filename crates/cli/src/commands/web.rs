//! `hako web`: serves the page to a browser on this machine.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::process::{Command, Stdio};
use std::time::Duration;

use clap::Args;
use hakooshi_level::formats::Entry;
use hakooshi_search::clock;
use hakooshi_web::{Desk, Limits, Shelf, Shelves};

use crate::exit::{Exit, Failure, Outcome, tell};
use crate::input::Levels;
use crate::{collections, machine, say, units};

/// The default port; if it is taken, a free one is used.
const USUAL_PORT: u16 = 7650;

/// What is written below the help.
const EXAMPLES: &str = "\
The server runs until Ctrl-C. It listens on this machine only, unless --address says otherwise:
anyone who can reach that address can run searches on this machine. It serves no files.

Examples:
  hako web
  hako web --port 8000 --no-open
  hako web --address 0.0.0.0            for a classroom";

/// Bytes that the server takes without searches.
const SERVER: u64 = 24 << 20;

/// Play, solve, watch searches, edit and compare in the browser
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct WebArgs {
    /// Port to listen on [default: 7650, or a free one if that is taken]
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Address to listen on
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
    /// Searches to run at the same time; others wait [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    searches: Option<u16>,
    /// Maximum time limit of a search
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = units::time)]
    time: Duration,
    /// Memory limit for all searches together [default: half of the machine's memory]
    #[arg(long, value_name = "SIZE", value_parser = units::size)]
    memory: Option<u64>,
}

pub(crate) fn run(args: &WebArgs) -> Outcome {
    let limits = limits(args);
    let usual = args.port.unwrap_or(USUAL_PORT);
    let mut served = serve(args, usual, limits);
    let is_taken = |error: &io::Error| error.kind() == io::ErrorKind::AddrInUse;
    if args.port.is_none() && served.as_ref().is_err_and(is_taken) {
        served = serve(args, 0, limits);
    }
    let address = SocketAddr::new(args.address, usual);
    served.map_err(|error| Failure::io(format_args!("cannot serve on {address}"), &error))?;
    Ok(Exit::Ok)
}

fn limits(args: &WebArgs) -> Limits {
    let searches = args.searches.map_or_else(machine::cores, usize::from);
    let memory = args.memory.unwrap_or_else(|| machine::memory() / 2);
    let ceiling = Some(machine::ceiling(memory));
    // Of a little the server itself takes a good part.
    let own = SERVER.min(memory / 2);
    let memory = usize::try_from(memory - own).unwrap_or(usize::MAX) / searches;
    Limits { searches, memory, ceiling, time: args.time, ..Limits::default() }
}

fn serve(args: &WebArgs, port: u16, limits: Limits) -> io::Result<()> {
    let address = SocketAddr::new(args.address, port);
    hakooshi_web::serve(address, desk(limits), |address| {
        let url = format!("http://{address}/");
        tell(format_args!("Hakooshi is at {url} (Ctrl-C stops it)"));
        if !args.no_open && !open(&url) {
            say::warn("no browser could be started; open the address yourself");
        }
    })
}

fn desk(limits: Limits) -> Desk {
    let desk = Desk::new(Box::new(Installed), limits, clock::system);
    #[cfg(feature = "sat")]
    let desk = desk.with_prover(std::sync::Arc::new(crate::certificate::Cadical));
    desk
}

/// Opens the browser the way this system does it; whether that could be started.
fn open(url: &str) -> bool {
    let commands: &[&[&str]] = if cfg!(target_os = "macos") {
        &[&["open"]]
    } else if cfg!(windows) {
        &[&["cmd", "/C", "start", ""]]
    } else {
        &[&["xdg-open"], &["gio", "open"], &["sensible-browser"]]
    };
    commands.iter().any(|words| {
        let mut command = Command::new(words[0]);
        command.args(&words[1..]).arg(url);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().is_ok()
    })
}

/// The collections that `hako list` shows.
struct Installed;

impl Shelves for Installed {
    fn list(&self) -> Vec<Shelf> {
        let shelf = |named: collections::Named| Shelf {
            bundled: named.origin == "bundled",
            name: named.name,
        };
        collections::all().into_iter().map(shelf).collect()
    }

    fn open(&self, name: &str) -> Option<Vec<(usize, Entry)>> {
        let named = collections::find(name)?;
        let items = Levels::of(vec![named]).flatten();
        Some(items.filter_map(|item| Some((item.index, item.level.ok()?))).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn collections_are_known_by_name_only() {
        let list = Installed.list();
        assert!(list.iter().any(|shelf| shelf.bundled));
        assert!(Installed.open(&list[0].name).is_some_and(|levels| !levels.is_empty()));
        assert!(Installed.open("Cargo.toml").is_none() && Installed.open("/etc/passwd").is_none());
    }
}
