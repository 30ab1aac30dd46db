//! From the table of endpoints to a router. An endpoint of the table that [`AppState`] does not [`Serve`] does not compile.
//!
//! A request that arrived whole is carried out to its end, also when the caller hangs up meanwhile: a service would.

use std::future::Future;
use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{RawPathParams, State};
use axum::http::{HeaderMap, Method as HttpMethod, Uri, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodFilter, MethodRouter, on};
use tapline_contract::{Endpoint, Method, endpoints};

use crate::NAMESPACE;
use crate::answer::Answer;
use crate::decode::{self, Decode};
use crate::problem::Problem;
use crate::state::AppState;

/// Carries out one endpoint.
pub(crate) trait Serve<E: Endpoint> {
    fn serve(&self, id: E::Id, input: E::Input) -> impl Future<Output = Result<Answer, Problem>> + Send;
}

pub(crate) fn router(app: Arc<AppState>) -> Router {
    macro_rules! routes {
        ($(($name:ident $class:ident))*) => {
            Router::new()$(.route(&path::<endpoints::$name>(), route::<endpoints::$name>()))*
        };
    }
    tapline_contract::for_each_endpoint!(routes)
        .fallback(|uri: Uri| async move { Problem::path(uri.path()) })
        .method_not_allowed_fallback(|method: HttpMethod, uri: Uri| async move {
            Problem::method(method.as_str(), uri.path())
        })
        .layer(middleware::from_fn_with_state(Arc::clone(&app), crate::middleware::check))
        .with_state(app)
}

/// Unwrapped endpoints are under the customer's namespace.
fn path<E: Endpoint>() -> String {
    if E::WRAPPED { E::PATH.to_owned() } else { format!("{NAMESPACE}{}", E::PATH) }
}

fn route<E>() -> MethodRouter<Arc<AppState>>
where
    E: Endpoint,
    E::Input: Decode,
    AppState: Serve<E>,
{
    on(
        filter(E::METHOD),
        async |state: State<Arc<AppState>>,
               path: RawPathParams,
               uri: Uri,
               headers: HeaderMap,
               body: Bytes| {
            let content_type =
                headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
            let request = decode::Request { uri: &uri, content_type, body: &body };
            let segment = path.iter().next().map(|(_, segment)| segment);
            let decoded = decode::path_id(segment).and_then(|id| Ok((id, E::Input::decode(&request)?)));
            match decoded {
                Ok((id, input)) => call::<E>(state.0, id, input).await,
                Err(problem) => problem.into_response(),
            }
        },
    )
}

async fn call<E>(app: Arc<AppState>, id: E::Id, input: E::Input) -> Response
where
    E: Endpoint,
    AppState: Serve<E>,
{
    let work = tokio::spawn(async move { Serve::<E>::serve(app.as_ref(), id, input).await });
    match work.await {
        Ok(Ok(answer)) => answer.respond(),
        Ok(Err(problem)) => problem.into_response(),
        Err(cause) => Problem::system(format!("{} broke down: {cause}", E::NAME)).into_response(),
    }
}

const fn filter(method: Method) -> MethodFilter {
    match method {
        Method::Get => MethodFilter::GET,
        Method::Post => MethodFilter::POST,
        Method::Put => MethodFilter::PUT,
        Method::Patch => MethodFilter::PATCH,
        Method::Delete => MethodFilter::DELETE,
    }
}
