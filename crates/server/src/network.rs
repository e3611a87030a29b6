//! How others reach this server, and links as pictures.

use std::net::{IpAddr, SocketAddr, UdpSocket};

use qrcode::{Color, EcLevel, QrCode};

use crate::fault::Fault;
use crate::protocol::{Qr, ServerInfo};

/// The longest text of a QR code.
const MOST_TEXT: usize = 400;

/// This machine's address on its network, if it is on one. Nothing is sent for that: connecting a datagram socket only asks
/// which address would be used.
fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    // An address set aside for documentation.
    socket.connect("192.0.2.1:9").ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_loopback() && !address.is_unspecified()).then_some(address)
}

/// Addresses for a browser on another machine; none where only this machine can call.
pub fn addresses(listens: SocketAddr) -> Vec<String> {
    let url = |ip: IpAddr| format!("http://{}/", SocketAddr::new(ip, listens.port()));
    match listens.ip() {
        ip if ip.is_loopback() => Vec::new(),
        ip if ip.is_unspecified() => own_address().map(url).into_iter().collect(),
        ip => vec![url(ip)],
    }
}

/// What clients show beside an invitation.
pub(crate) fn info(listens: SocketAddr) -> ServerInfo {
    let loopback = listens.ip().is_loopback();
    let would_be = own_address().filter(|_| loopback);
    let would_be = would_be.map(|ip| format!("http://{}/", SocketAddr::new(ip, listens.port())));
    ServerInfo { loopback, addresses: addresses(listens), would_be }
}

/// A text as a QR code.
pub(crate) fn qr(text: &str) -> Result<Qr, Fault> {
    if text.is_empty() || text.len() > MOST_TEXT {
        return Err(Fault::bad(format!("text: expected 1 to {MOST_TEXT} bytes")));
    }
    let code =
        QrCode::with_error_correction_level(text, EcLevel::M).map_err(|e| Fault::bad(e.to_string()))?;
    let square = |color: &Color| if *color == Color::Dark { '#' } else { '.' };
    let rows = code.to_colors().chunks(code.width()).map(|row| row.iter().map(square).collect()).collect();
    Ok(Qr { rows })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loopback_is_for_this_machine_alone() {
        assert_eq!(addresses("127.0.0.1:7420".parse().unwrap()), Vec::<String>::new());
        assert_eq!(addresses("192.168.1.5:80".parse().unwrap()), ["http://192.168.1.5:80/"]);
        assert!(info("127.0.0.1:7420".parse().unwrap()).loopback);
        assert!(addresses("0.0.0.0:7420".parse().unwrap()).iter().all(|url| url.ends_with(":7420/")));
    }

    #[test]
    fn a_code_is_square_and_has_its_corners() {
        let code = qr("http://192.168.1.5:7420/#/game/0123456789abcdef").unwrap();
        let rows: Vec<&str> = code.rows.iter().map(String::as_str).collect();
        assert!(rows.iter().all(|row| row.len() == rows.len()) && rows.len() > 20);
        assert!(rows[0].starts_with("#######.") && rows[0].ends_with(".#######"));
        assert!(rows[1].starts_with("#.....#.") && rows[rows.len() - 1].starts_with("#######."));
        assert!(qr("").is_err() && qr(&"x".repeat(401)).is_err());
    }
}
