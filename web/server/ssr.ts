/** Renders a request to a page. The page server loads only the build of this file. */

import { createHash } from "node:crypto";
import styleSheets from "virtual:portico-styles";
import * as build from "virtual:react-router/server-build";
import type { Transport } from "@portico/api/client.ts";
import type { Language } from "@portico/messages/catalogue.ts";
import { textIn } from "@portico/messages/server-text.ts";
import { createRequestHandler, type RequestHandler, RouterContextProvider } from "react-router";
import { writeLanguageCookie } from "../app/shell/navigation/language-cookie.ts";
import { plainHeader } from "../app/shell/public/plain-page.ts";
import { plainScriptText } from "../app/shell/public/plain-script.ts";
import { serverContext } from "../app/shell/server-context.ts";
import { keptAddressesOf } from "./kept-address.ts";
import { detectLanguage, languageOfCookie, languageOfPath } from "./locale.ts";
import { manifestOf, routesOf, type Side, sideOfPath, withStyles } from "./routes-of-language.ts";

const mode = import.meta.env.PROD ? "production" : "development";

/** During development, the manifest is a module of Vite's, with the routes of all languages and sides. */
function handlerOf(language: Language, side: Side): RequestHandler {
  if (mode === "development") return createRequestHandler(build, mode);
  const { assets } = build;
  const known = styleSheets ? withStyles(assets.routes, styleSheets) : assets.routes;
  const own = { url: manifestOf(language, side, assets.url), routes: routesOf(language, side, known) };
  return createRequestHandler(
    { ...build, routes: routesOf(language, side, build.routes), assets: { ...assets, ...own } },
    mode,
  );
}

const handlersOf = (language: Language): Record<Side, RequestHandler> => ({
  client: handlerOf(language, "client"),
  staff: handlerOf(language, "staff"),
});
const handlers: Record<Language, Record<Side, RequestHandler>> = {
  bg: handlersOf("bg"),
  en: handlersOf("en"),
  pl: handlersOf("pl"),
};

const keptAddresses: Record<Language, (url: URL) => string | null> = {
  bg: keptAddressesOf("bg", build.routes),
  en: keptAddressesOf("en", build.routes),
  pl: keptAddressesOf("pl", build.routes),
};

/**
 * The address under which the page of a request may be kept for everyone, without what it does not read; null if it may not.
 * `*` at its end stands for any path that is no page. Nothing is kept during development.
 */
export function keptAddress(url: URL, cookie: string | undefined): string | null {
  const language = languageOfPath(url.pathname);
  if (mode === "development" || !language) return null;
  // Somebody who is signed in is sent to the dashboard.
  if (isRoot(url.pathname, language) && hasSession(cookie ?? "")) return null;
  return keptAddresses[language](url);
}

interface RenderOptions {
  /** New for each answer; the same as in the Content-Security-Policy. */
  nonce: string;
  /** Calls the API within the process, for the request. */
  apiFetch: Transport;
  /** Address of the API for browsers: a path of this server, or a full address. */
  apiBase: string;
  /** Port of the API and the sockets on this machine. */
  apiPort: number;
  /** Every page is marked as the demo's. */
  isDemo: boolean;
}

/** A page, its data, or the redirect to the page in the visitor's language. The language of the page is remembered. */
export async function render(request: Request, options: RenderOptions): Promise<Response> {
  const url = new URL(request.url);
  const language = languageOfPath(url.pathname);
  if (!language) return redirectTo(request, url, detectLanguage(request.headers));
  if (isRoot(url.pathname, language) && hasSession(cookieOf(request))) return redirectTo(request, url, language);

  const context = new RouterContextProvider();
  context.set(serverContext, options);
  const answer = await handlers[language][sideOfPath(url.pathname)](request, context);
  const response = isPlainFailure(answer) ? failurePage(language, answer.status) : answer;
  const isPlain = response.headers.has(plainHeader);
  // A plain document is the same for everyone; its own script remembers the language.
  if (isPlain) response.headers.set(plainHeader, plainScriptHash);
  else if (languageOfCookie(request.headers.get("cookie")) !== language)
    response.headers.append("set-cookie", writeLanguageCookie(language));
  if (!isIndexed(url.pathname)) response.headers.set("x-robots-tag", "noindex");
  return response;
}

/** Of the only script in plain pages, for their policy. */
const plainScriptHash = `'sha256-${createHash("sha256").update(plainScriptText()).digest("base64")}'`;

/** What a search engine may show: what visitors read, and where they begin. */
const isIndexed = (pathname: string): boolean =>
  /^\/\w+\/(?:learn-more\/.+|verify-contract|login|register)\/?$/.test(pathname);

const isRoot = (path: string, language: Language): boolean => path.replace(/\/+$/, "") === `/${language}`;

/** Whether the browser sends its half of a session; the page finds out which one and if it is valid. */
const hasSession = (cookie: string): boolean => /(^|;\s*)__Host-portico-bind=./.test(cookie);
const cookieOf = (request: Request): string => request.headers.get("cookie") ?? "";

/**
 * Redirects to the page in its language, and from the root to the dashboard for a signed-in person, without a page in
 * between.
 */
function redirectTo(request: Request, url: URL, language: Language): Response {
  const asked = url.pathname.replace(/^\/+/, "").replace(/\/+$/, "");
  const isAtRoot = asked === "" || asked === language;
  const path = isAtRoot ? (hasSession(cookieOf(request)) ? "dashboard" : "") : asked;
  return new Response(null, {
    status: 302,
    headers: {
      location: `/${language}${path ? `/${path}` : ""}${url.search}`,
      "set-cookie": writeLanguageCookie(language),
      vary: "Cookie, Accept-Language",
      "cache-control": "no-store",
    },
  });
}

/** React Router's answer if not even the error page could be rendered. */
const isPlainFailure = (response: Response): boolean =>
  response.status >= 500 && !response.headers.get("content-type")?.startsWith("text/html");

/** The fallback: the 500 page without scripts or styles. */
function failurePage(language: Language, status: number): Response {
  const t = textIn(language);
  const title = t("shell.error.500.title");
  const html = `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head><body><h1>${title}</h1><p>${t("shell.error.500.message")}</p><p>${t("shell.error.500.explain")}</p></body></html>`;
  return new Response(html, { status, headers: { "content-type": "text/html; charset=utf-8" } });
}
