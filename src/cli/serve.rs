//! `boil serve`: the live view of a folder of runs.

use super::failure::{CommandResult, Failure};
use boilingpoint_serve::{Access, ServeOptions, serve};
use clap::Args;
use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub struct ServeArgs {
    /// The folder of runs, with the record book `records.db`
    #[arg(value_name = "RUNS", default_value = "runs")]
    runs: PathBuf,
    /// The address of this machine and the port to listen on; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8010", value_parser = address)]
    listen: SocketAddr,
    /// The token that a browser has to send, as `/?token=...` or as a bearer token; required if
    /// other machines can reach the address. The variable BOIL_TOKEN keeps it out of the list of
    /// processes
    #[arg(long, value_name = "TOKEN")]
    token: Option<String>,
}

fn address(text: &str) -> Result<SocketAddr, String> {
    let problem = "expected an address and a port, such as 127.0.0.1:8010 or [::1]:8010";
    text.parse().map_err(|_| problem.to_string())
}

impl ServeArgs {
    pub fn run(&self) -> CommandResult {
        let token = self
            .token
            .clone()
            .or_else(|| std::env::var("BOIL_TOKEN").ok());
        let token = token.filter(|token| !token.is_empty());
        let options = ServeOptions {
            runs: self.runs.clone(),
            listen: self.listen,
            access: Access::new(self.listen, token),
        };
        let ready = |address: SocketAddr| {
            // The address is the result of the command. A closed pipe does not end the server.
            let mut out = std::io::stdout().lock();
            let _ = writeln!(out, "http://{address}/");
            let _ = out.flush();
            print_note!("showing {}; Ctrl-C ends it", self.runs.display());
        };
        serve(&options, ready).map_err(Failure::input)
    }
}
