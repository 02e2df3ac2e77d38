import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, type RouterContextProvider, ServerRouter } from "react-router";
import { NonceProvider } from "./shell/nonce.ts";
import { laterScriptText } from "./shell/public/later-script.ts";
import { hasPlain, hasReadable, plainHeader } from "./shell/public/plain-page.ts";
import { serverContext } from "./shell/server-context.ts";

/** Renders the whole page before answering: pages wait for no data, and a failed rendering still gets the right status. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  headers.set("content-type", "text/html; charset=utf-8");
  const isPlain = isPlainPage(routerContext);
  if (isPlain) headers.set(plainHeader, "true");
  if (request.method === "HEAD") return new Response(null, { status, headers });

  // A plain document is the same for everyone.
  const nonce = isPlain ? undefined : loadContext.get(serverContext).nonce;
  let failed = false;
  const html = await new Promise<string>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <NonceProvider value={nonce}>
        <ServerRouter context={routerContext} url={request.url} {...(nonce && { nonce })} />
      </NonceProvider>,
      {
        ...(nonce && { nonce }),
        onAllReady: () => resolve(text(pipe(new PassThrough()))),
        onShellError: reject,
        onError: () => {
          failed = true;
        },
      },
    );
  });
  const sent = isPlain ? html : isReadablePage(routerContext) ? scriptsLater(html, routerContext) : styleFirst(html);
  return new Response(sent, { status: failed ? 500 : status, headers });
}

/** On a slow connection style sheet and font load before the code: the page is readable before it is interactive. */
const styleFirst = (html: string): string =>
  html.replaceAll('rel="modulepreload"', 'rel="modulepreload" fetchpriority="low"');

const isPlainPage = ({ staticHandlerContext: { matches }, routeModules }: EntryContext): boolean =>
  hasPlain(matches.map(({ route }) => routeModules[route.id]?.handle));

const isReadablePage = ({ staticHandlerContext: { matches }, routeModules }: EntryContext): boolean =>
  hasReadable(matches.map(({ route }) => routeModules[route.id]?.handle));

/** A page that is complete without scripts loads none of them before somebody uses it. */
function scriptsLater(html: string, { manifest, staticHandlerContext: { matches } }: EntryContext): string {
  if (import.meta.env.DEV) return html;
  const script = laterScriptText({
    manifest: manifest.url,
    routes: matches.map(({ route: { id } }) => {
      const { clientActionModule, clientLoaderModule, clientMiddlewareModule, hydrateFallbackModule, module } =
        manifest.routes[id] ?? {};
      const parts = [clientActionModule, clientLoaderModule, clientMiddlewareModule, hydrateFallbackModule, module];
      return [id, parts.filter((part) => part !== undefined)];
    }),
    entry: manifest.entry.module,
  });
  return html
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, "")
    .replace(
      /(<script[^>]*) type="module"([^>]*>)[\s\S]*?<\/script>/,
      (_, before: string, after: string) => `${before}${after}${script}</script>`,
    );
}
