//! The pages for monitors: `/healthz`, `/readyz` and `/metrics`.

use std::{convert::Infallible, net::SocketAddr, sync::Arc, time::Duration};

use hyper::{
    Method, Request, Response, StatusCode, body::Incoming, header, server::conn::http1,
    service::service_fn,
};
use hyper_util::rt::{TokioIo, TokioTimer};
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::{
    net::{TcpListener, TcpStream},
    sync::Semaphore,
};

use crate::{
    HealthError,
    checkup::{Checkup, Health, Unwell},
    figures,
};

/// The number of monitors that may ask at a time: the program keeps its files for what it is there for.
const MOST_CONNECTIONS: usize = 16;
/// The longest life of a connection, which is good for one question.
const LONGEST_CONNECTION: Duration = Duration::from_secs(15);
/// The time within which the question has to come.
const QUESTION_WITHIN: Duration = Duration::from_secs(2);
/// The pause after a connection that the system did not give.
const AFTER_FAULT: Duration = Duration::from_secs(1);

/// The types of what is answered.
const TEXT: &str = "text/plain; charset=utf-8";
const FIGURES: &str = "text/plain; version=0.0.4; charset=utf-8";

/// Takes the address and answers there until the program ends. Returns the address with the port that was taken.
pub(crate) async fn start(listen: SocketAddr, health: Health) -> Result<SocketAddr, HealthError> {
    let fault = |error| HealthError::Listen(listen, error);
    let listener = TcpListener::bind(listen).await.map_err(fault)?;
    let address = listener.local_addr().map_err(fault)?;
    let figures = figures::collected(&*health.clock)?;
    tracing::info!("monitors are told how the program is at http://{address}");
    tokio::spawn(figures::keep_small(figures.clone(), Arc::clone(&health.clock)));
    tokio::spawn(serve(listener, health, figures));
    Ok(address)
}

async fn serve(listener: TcpListener, health: Health, figures: PrometheusHandle) {
    let room = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    // Nobody closes it.
    while let Ok(place) = Arc::clone(&room).acquire_owned().await {
        match listener.accept().await {
            Ok((stream, _)) => {
                let (health, figures) = (health.clone(), figures.clone());
                tokio::spawn(async move {
                    let clock = Arc::clone(&health.clock);
                    let answered = answer_one(stream, health, figures);
                    let _ = host::timeout(&*clock, LONGEST_CONNECTION, answered).await;
                    drop(place);
                });
            }
            Err(error) => {
                tracing::debug!("a monitor was not let in: {error}");
                health.clock.sleep(AFTER_FAULT).await;
            }
        }
    }
}

/// Answers the one question of a connection.
async fn answer_one(stream: TcpStream, health: Health, figures: PrometheusHandle) {
    let service = service_fn(|request| answer(request, &health, &figures));
    let mut server = http1::Builder::new();
    server.keep_alive(false).timer(TokioTimer::new()).header_read_timeout(QUESTION_WITHIN);
    let connection = server.serve_connection(TokioIo::new(stream), service);
    if let Err(error) = connection.await {
        tracing::debug!("a monitor was not answered: {error}");
    }
}

async fn answer(
    request: Request<Incoming>,
    health: &Health,
    figures: &PrometheusHandle,
) -> Result<Response<String>, Infallible> {
    let is_reading = matches!(*request.method(), Method::GET | Method::HEAD);
    let (status, kind, text) = match request.uri().path() {
        _ if !is_reading => (StatusCode::METHOD_NOT_ALLOWED, TEXT, "only GET\n".to_owned()),
        "/healthz" => verdict(health.check().await.alive),
        "/readyz" => verdict(health.check().await.ready),
        "/metrics" => {
            let checkup: Checkup = health.check().await;
            (StatusCode::OK, FIGURES, figures::text(figures, &checkup))
        }
        _ => (StatusCode::NOT_FOUND, TEXT, "see /healthz, /readyz and /metrics\n".to_owned()),
    };
    let mut response = Response::new(text);
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, header::HeaderValue::from_static(kind));
    Ok(response)
}

fn verdict(found: Result<(), Unwell>) -> (StatusCode, &'static str, String) {
    match found {
        Ok(()) => (StatusCode::OK, TEXT, "ok\n".to_owned()),
        Err(why) => (StatusCode::SERVICE_UNAVAILABLE, TEXT, format!("{why}\n")),
    }
}
