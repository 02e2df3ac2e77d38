/** Renders a request to a page. The page server loads nothing of web but the build of this file. */
import type { Transport } from "@portico/api/client.ts";
import { createRequestHandler, RouterContextProvider } from "react-router";
import * as build from "virtual:react-router/server-build";
import { languageCookieOf } from "../app/shell/language-cookie.ts";
import { serverContext } from "../app/shell/server-context.ts";
import { detectLanguage, languageOfCookie, languageOfPath } from "./locale.ts";

const handle = createRequestHandler(build, import.meta.env.PROD ? "production" : "development");

export interface RenderOptions {
  /** Fresh for each answer; the Content-Security-Policy names the same. */
  nonce: string;
  /** Calls the API within the process, on behalf of the request. */
  apiFetch: Transport;
}

/** A page, its data, or the redirect to the page in the visitor's language. Sets the language cookie where there is none. */
export async function render(request: Request, { nonce, apiFetch }: RenderOptions): Promise<Response> {
  const url = new URL(request.url);
  const language = languageOfPath(url.pathname);
  if (!language) return redirectToLanguage(request, url);

  const context = new RouterContextProvider();
  context.set(serverContext, { nonce, apiFetch });
  const response = await handle(request, context);
  if (!languageOfCookie(request.headers.get("cookie")))
    response.headers.append("set-cookie", languageCookieOf(language));
  return response;
}

function redirectToLanguage(request: Request, url: URL): Response {
  const language = detectLanguage(request.headers);
  const path = url.pathname.replace(/^\/+/, "").replace(/\/+$/, "");
  return new Response(null, {
    status: 302,
    headers: {
      location: `/${language}${path ? `/${path}` : ""}${url.search}`,
      "set-cookie": languageCookieOf(language),
      vary: "Cookie, Accept-Language",
      "cache-control": "no-store",
    },
  });
}
