//! The web client's files: embedded, or read from a directory while somebody works on them.

use std::borrow::Cow;
use std::path::{Component, Path, PathBuf};

use axum::body::Body;
use axum::http::{Method, Response, StatusCode, header};

/// Address and bytes of every embedded file, sorted by address; made by `build.rs`.
const EMBEDDED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// What the client's pages may do: nothing but talk to the server they came from.
const POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
                      connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; \
                      form-action 'self'";

/// Where the client comes from.
#[derive(Clone, Debug, Default)]
pub(crate) enum Assets {
    /// From the program itself.
    #[default]
    Embedded,
    /// From a directory, read at every request.
    Dir(PathBuf),
}

impl Assets {
    /// Answers a request for a page or a file.
    pub(crate) fn serve(&self, method: &Method, path: &str) -> Response<Body> {
        if method != Method::GET && method != Method::HEAD {
            return plain(StatusCode::METHOD_NOT_ALLOWED, "pages and files can only be read");
        }
        let path = path.trim_start_matches('/');
        let name = if path.is_empty() { "index.html" } else { path };
        if let Some(bytes) = self.read(name) {
            return file(name, bytes);
        }
        if name.rsplit('/').next().unwrap_or_default().contains('.') {
            return plain(StatusCode::NOT_FOUND, "there is no such file");
        }
        elsewhere(name)
    }

    fn read(&self, name: &str) -> Option<Cow<'static, [u8]>> {
        match self {
            Self::Embedded => {
                let at = EMBEDDED.binary_search_by_key(&name, |(address, _)| address).ok()?;
                Some(Cow::Borrowed(EMBEDDED[at].1))
            }
            Self::Dir(dir) => {
                let path = Path::new(name);
                // Nothing above the directory: only plain names may be in the address.
                let plain = path.components().all(|part| matches!(part, Component::Normal(_)));
                plain.then(|| std::fs::read(dir.join(path)).ok()).flatten().map(Cow::Owned)
            }
        }
    }
}

fn file(name: &str, bytes: Cow<'static, [u8]>) -> Response<Body> {
    // The build puts a print of the contents into these names.
    let lasting = name.starts_with("assets/");
    let cache = if lasting { "public, max-age=31536000, immutable" } else { "no-cache" };
    let body = match bytes {
        Cow::Borrowed(bytes) => Body::from(bytes),
        Cow::Owned(bytes) => Body::from(bytes),
    };
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, header::HeaderValue::from_static(content_type(name)));
    headers.insert(header::CACHE_CONTROL, header::HeaderValue::from_static(cache));
    headers.insert(header::CONTENT_SECURITY_POLICY, header::HeaderValue::from_static(POLICY));
    response
}

/// The client's pages stand behind the `#` of its one address: whoever asks for a page by a path is sent there, and the
/// client says in the reader's language what is not there. Relative, so that it holds below any path of a proxy.
fn elsewhere(name: &str) -> Response<Body> {
    let up = "../".repeat(name.matches('/').count());
    let mut response = plain(StatusCode::SEE_OTHER, "the pages are behind `/#/`");
    if let Ok(place) = header::HeaderValue::try_from(format!("./{up}#/{name}")) {
        response.headers_mut().insert(header::LOCATION, place);
    }
    response
}

fn plain(status: StatusCode, text: &'static str) -> Response<Body> {
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    response
        .headers_mut()
        .insert(header::CONTENT_TYPE, header::HeaderValue::from_static("text/plain; charset=utf-8"));
    response
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "webmanifest" => "application/manifest+json",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(assets: &Assets, path: &str) -> u16 {
        assets.serve(&Method::GET, path).status().as_u16()
    }

    #[test]
    fn pages_begin_with_the_index() {
        for path in ["/", "/index.html"] {
            let response = Assets::Embedded.serve(&Method::GET, path);
            assert_eq!(response.status(), 200, "{path}");
            assert_eq!(response.headers()[header::CONTENT_TYPE], "text/html; charset=utf-8");
            assert_eq!(response.headers()[header::CACHE_CONTROL], "no-cache");
        }
        for (path, place) in
            [("/nowhere", "./#/nowhere"), ("/game/0123", "./../#/game/0123"), ("//a", "./#/a")]
        {
            let response = Assets::Embedded.serve(&Method::GET, path);
            assert_eq!(
                (response.status().as_u16(), &response.headers()[header::LOCATION]),
                (303, &header::HeaderValue::from_static(place))
            );
        }
        assert_eq!(status(&Assets::Embedded, "/assets/missing.js"), 404);
        assert_eq!(Assets::Embedded.serve(&Method::POST, "/").status(), 405);
    }

    #[test]
    fn a_directory_is_not_left() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("secret.txt"), "secret").unwrap();
        let web = dir.path().join("web");
        std::fs::create_dir(&web).unwrap();
        std::fs::write(web.join("index.html"), "page").unwrap();
        let assets = Assets::Dir(web);
        assert_eq!(status(&assets, "/"), 200);
        for path in ["/../secret.txt", "/./../secret.txt", "//../secret.txt", "/..\\secret.txt"] {
            assert_eq!(status(&assets, path), 404, "{path}");
        }
    }
}
