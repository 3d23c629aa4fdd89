//! The options with which commands find a cluster.

use super::super::failure::Failure;
use boilingpoint_cluster::collector::STALLED;
use boilingpoint_cluster::{ClusterBackend, JobStore, Notify, ServerAccess, Stop};
use boilingpoint_record::input;
use clap::Args;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The size of the largest file with an address, in bytes.
const LONGEST_ADDRESS: u64 = 1 << 16;

/// The time that a command waits for a cluster's server that is not reachable yet.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// The options of a server besides its address.
#[derive(Args, Debug, Clone)]
pub struct Credentials {
    /// A credentials file for the server
    #[arg(long, value_name = "FILE", help_heading = "Cluster")]
    creds: Option<PathBuf>,
    /// Certificates of authorities to trust besides the system's; turns TLS on
    #[arg(long, value_name = "FILE", help_heading = "Cluster")]
    tls_ca: Option<PathBuf>,
    /// The client certificate to show to the server
    #[arg(
        long,
        value_name = "FILE",
        requires = "tls_key",
        help_heading = "Cluster"
    )]
    tls_cert: Option<PathBuf>,
    /// The key of the client certificate
    #[arg(
        long,
        value_name = "FILE",
        requires = "tls_cert",
        help_heading = "Cluster"
    )]
    tls_key: Option<PathBuf>,
    /// Replicas of each NATS stream in a cluster of servers; takes effect only when the stream is
    /// created
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = clap::value_parser!(u8).range(1..=5),
        help_heading = "Cluster"
    )]
    replicas: u8,
}

impl Credentials {
    /// The access to a server. `@FILE` stands for the address in this file, so that an address with
    /// a password need not be on the command line.
    fn access(&self, servers: &str) -> Result<ServerAccess, Failure> {
        let servers = match servers.strip_prefix('@') {
            None => servers.to_string(),
            Some(file) => {
                let read = input::named_text(Path::new(file), LONGEST_ADDRESS);
                let text = read.map_err(|e| Failure::input(format!("{file}: {e}")))?;
                text.trim().to_string()
            }
        };
        if servers.trim().is_empty() {
            let message = "--cluster needs the address of a server, such as nats://localhost:4222";
            return Err(Failure::input(message));
        }
        Ok(ServerAccess {
            servers,
            credentials: self.creds.clone(),
            authorities: self.tls_ca.clone(),
            certificate: self.tls_cert.clone().zip(self.tls_key.clone()),
            replicas: usize::from(self.replicas),
        })
    }

    /// These options as arguments of another process.
    pub fn arguments(&self) -> Vec<OsString> {
        let files = [
            ("--creds", &self.creds),
            ("--tls-ca", &self.tls_ca),
            ("--tls-cert", &self.tls_cert),
            ("--tls-key", &self.tls_key),
        ];
        let given = files.into_iter().filter_map(|(name, file)| {
            let file = file.as_ref()?;
            Some([name.into(), file.clone().into_os_string()])
        });
        given.flatten().collect()
    }
}

/// The cluster of a command that needs one.
#[derive(Args, Debug, Clone)]
pub struct ClusterArgs {
    /// The NATS server: `nats://HOST:4222`, several separated by commas, or `@FILE` with the
    /// address in that file
    #[arg(long, value_name = "URL", env = "BOIL_CLUSTER", hide_env_values = true)]
    pub cluster: String,
    #[command(flatten)]
    pub credentials: Credentials,
}

/// The cluster of a command that also works without one.
#[derive(Args, Debug, Clone)]
pub struct ClusterOption {
    /// Have the workers of a cluster do the work; its NATS server: `nats://HOST:4222`,
    /// several separated by commas, or `@FILE` with the address in that file
    #[arg(long, value_name = "URL", help_heading = "Cluster")]
    pub cluster: Option<String>,
    #[command(flatten)]
    pub credentials: Credentials,
}

impl ClusterArgs {
    /// Connects. Waits at most `patience` for the server.
    ///
    /// # Errors
    /// When the server is not reachable within that time, or refuses this process.
    pub fn connect(&self, patience: Duration, stop: Stop) -> Result<Arc<dyn JobStore>, Failure> {
        connect(&self.credentials, &self.cluster, patience, stop)
    }
}

impl ClusterOption {
    /// Connects as [`ClusterArgs::connect`], if the command was given a cluster.
    ///
    /// # Errors
    /// As [`ClusterArgs::connect`].
    pub fn connect(
        &self,
        patience: Duration,
        stop: Stop,
    ) -> Result<Option<Arc<dyn JobStore>>, Failure> {
        let connect = |servers: &String| connect(&self.credentials, servers, patience, stop);
        self.cluster.as_ref().map(connect).transpose()
    }
}

impl ClusterOption {
    /// The back end of the cluster, if the command was given one.
    ///
    /// # Errors
    /// As [`ClusterArgs::connect`].
    pub fn backend(&self, stop: Stop) -> Result<Option<ClusterBackend>, Failure> {
        let store = self.connect(CONNECT_TIMEOUT, stop)?;
        Ok(store.map(|store| ClusterBackend {
            store,
            stalled: STALLED,
            notify: notifier(),
        }))
    }
}

fn connect(
    credentials: &Credentials,
    servers: &str,
    patience: Duration,
    stop: Stop,
) -> Result<Arc<dyn JobStore>, Failure> {
    let access = credentials.access(servers)?;
    Ok(boilingpoint_cluster::connect(
        &access,
        patience,
        stop,
        notifier(),
    )?)
}

/// Shows messages on standard error.
pub fn notifier() -> Notify {
    Arc::new(|text: &str| print_note!("cluster: {text}"))
}
