//! Every process connected with every other, and one exchange of messages among all.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

/// How long the others are waited for at the start.
const PATIENCE: Duration = Duration::from_secs(30);

/// The connections of a process.
pub(crate) struct Mesh {
    rank: usize,
    /// By rank; none to itself.
    peers: Vec<Option<TcpStream>>,
    /// Bytes written.
    pub(crate) wire: u64,
    /// Time spent in exchanges.
    pub(crate) waited: Duration,
}

#[expect(clippy::disallowed_methods, reason = "a prototype that is measured")]
pub(crate) fn now() -> Instant {
    Instant::now()
}

impl Mesh {
    /// Connects process `rank` with the others. Each listens on its own address and calls those
    /// before it.
    pub(crate) fn new(rank: usize, listener: &TcpListener, hosts: &[String]) -> io::Result<Self> {
        let mut peers: Vec<Option<TcpStream>> = hosts.iter().map(|_| None).collect();
        for (other, host) in hosts.iter().enumerate().take(rank) {
            let mut peer = call(host)?;
            peer.write_all(&(rank as u64).to_le_bytes())?;
            peers[other] = Some(peer);
        }
        for _ in rank + 1..hosts.len() {
            let (mut peer, _) = listener.accept()?;
            let mut number = [0; 8];
            peer.read_exact(&mut number)?;
            let other = u64::from_le_bytes(number) as usize;
            *peers.get_mut(other).ok_or(io::ErrorKind::InvalidData)? = Some(peer);
        }
        for peer in peers.iter().flatten() {
            peer.set_nodelay(true)?;
        }
        Ok(Self { rank, peers, wire: 0, waited: Duration::ZERO })
    }

    /// Sends `messages[i]` to process i and calls `receive` with what each of them sends. Of each pair
    /// the lower rank writes first, and all take their partners in ascending order, so that nobody
    /// waits for somebody who waits for him, however little the network holds.
    pub(crate) fn exchange(
        &mut self,
        messages: &[Vec<u8>],
        mut receive: impl FnMut(usize, &[u8]),
    ) -> io::Result<()> {
        let started = now();
        let mut buffer = Vec::new();
        for (other, peer) in self.peers.iter_mut().enumerate() {
            let Some(peer) = peer else { continue };
            let writes_first = self.rank < other;
            if writes_first {
                self.wire += write(peer, &messages[other])?;
            }
            read(peer, &mut buffer)?;
            if !writes_first {
                self.wire += write(peer, &messages[other])?;
            }
            receive(other, &buffer);
        }
        self.waited += started.elapsed();
        Ok(())
    }
}

fn call(host: &str) -> io::Result<TcpStream> {
    let started = now();
    loop {
        match TcpStream::connect(host) {
            Err(_) if started.elapsed() < PATIENCE => std::thread::sleep(Duration::from_millis(20)),
            result => return result,
        }
    }
}

fn write(peer: &mut TcpStream, message: &[u8]) -> io::Result<u64> {
    let length = (message.len() as u64).to_le_bytes();
    peer.write_all(&length)?;
    peer.write_all(message)?;
    Ok((length.len() + message.len()) as u64)
}

fn read(peer: &mut TcpStream, buffer: &mut Vec<u8>) -> io::Result<()> {
    let mut length = [0; 8];
    peer.read_exact(&mut length)?;
    buffer.resize(u64::from_le_bytes(length) as usize, 0);
    peer.read_exact(buffer)
}
