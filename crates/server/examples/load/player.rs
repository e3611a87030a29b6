//! One player's line.

use futures_util::{SinkExt, StreamExt};
use grognard_server::protocol::apply;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, client_async};

use super::{Wanted, device};

/// One player's line. Of a state it keeps the little it needs.
pub(super) struct Player {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub(super) game: String,
    pub(super) device: String,
    pub(super) seat: String,
    prompt: Value,
    pub(super) revision: u64,
    pub(super) over: bool,
    pub(super) bytes: u64,
}

impl Player {
    pub(super) async fn sit(wanted: &Wanted, game: &str, device: &str, seat: &str) -> Result<Player, String> {
        let stream = TcpStream::connect(wanted.server).await.map_err(|e| e.to_string())?;
        stream.set_nodelay(true).ok();
        let address = format!("ws://{}/api/games/{game}/ws", wanted.server);
        let mut request = address.into_client_request().map_err(|e| e.to_string())?;
        let cookie = format!("grognard={device}").parse().map_err(|_| "no cookie".to_owned())?;
        request.headers_mut().insert("cookie", cookie);
        let (socket, _) =
            client_async(request, MaybeTlsStream::Plain(stream)).await.map_err(|e| e.to_string())?;
        let mut player = Player {
            socket,
            game: game.to_owned(),
            device: device.to_owned(),
            seat: seat.to_owned(),
            prompt: Value::Null,
            revision: 0,
            over: false,
            bytes: 0,
        };
        let view = json!({"kind": "seat", "seat": seat});
        player
            .send(&json!({"type": "hello", "protocol": 2, "view": view, "changes": wanted.changes}))
            .await?;
        Ok(player)
    }

    pub(super) async fn send(&mut self, message: &Value) -> Result<(), String> {
        self.socket.send(Message::Text(message.to_string().into())).await.map_err(|e| e.to_string())
    }

    /// Reads one message; says whether it was a state.
    pub(super) async fn hear(&mut self) -> Result<bool, String> {
        loop {
            let message = self.socket.next().await.ok_or("the server closed")?.map_err(|e| e.to_string())?;
            let Message::Text(text) = message else { continue };
            self.bytes += text.len() as u64;
            let message: Value = serde_json::from_str(&text).map_err(|e| e.to_string())?;
            match message["type"].as_str() {
                Some("hello") if message["nonce"] == true => {
                    self.send(&json!({"type": "nonce", "nonce": &device()[..32]})).await?;
                }
                Some("state") => {
                    self.prompt = message["prompt"].clone();
                    self.revision = message["revision"].as_u64().unwrap_or(0);
                    self.over = !message["over"].is_null();
                    return Ok(true);
                }
                Some("changes") => {
                    let none = Vec::new();
                    for change in message["changes"].as_array().unwrap_or(&none) {
                        self.change(change).ok_or("a change does not fit")?;
                    }
                    return Ok(true);
                }
                Some("error") if message["reload"] != true => return Err(message["error"].to_string()),
                Some("refused") => return Err(message["refusal"].to_string()),
                _ => {}
            }
        }
    }

    /// Takes over what concerns the question; the board is not looked at.
    fn change(&mut self, change: &Value) -> Option<()> {
        match change[0][0].as_str()? {
            "revision" => self.revision = change[1].as_u64()?,
            "over" => self.over = true,
            "prompt" => {
                let mut state = json!({"prompt": self.prompt.take()});
                apply(&mut state, std::slice::from_ref(change))?;
                self.prompt = state["prompt"].take();
            }
            _ => {}
        }
        Some(())
    }

    /// An answer to what is asked, if this player is asked.
    pub(super) fn answer(&self, random: u64) -> Option<String> {
        let asked = self.prompt["seats"].as_array()?.iter().any(|seat| seat == self.seat.as_str());
        let ask = &self.prompt["ask"];
        let options = match ask["kind"].as_str()? {
            "options" => ask["options"].as_array()?,
            "proposal" => ask["form"]["suggestions"].as_array()?,
            _ => return None,
        };
        let option = options.get(random as usize % options.len().max(1))?;
        option["text"].as_str().filter(|_| asked && !self.over).map(str::to_owned)
    }
}
