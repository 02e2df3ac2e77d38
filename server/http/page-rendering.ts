/** Renders one address to a document, with the page's calls made within the process for whoever asked for it. */
import type { ApiRequest } from "@portico/api/client.ts";
import { ApiError, type Problem } from "@portico/api/errors.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Services } from "../kernel/context.ts";
import { Refusal } from "../kernel/refusal.ts";
import { createLimits, type Limited } from "./limits.ts";
import { marks, type RenderedPage, readPage } from "./page-answers.ts";

/** Export of web's build: renders a request to a page, with data through `apiFetch`. */
export interface PageRenderer {
  render(
    request: Request,
    options: {
      nonce: string;
      apiFetch: (request: ApiRequest) => Promise<unknown>;
      apiBase: string;
      apiPort: number;
      /** Every page is marked as the demo's. */
      isDemo: boolean;
    },
  ): Promise<Response>;
  /**
   * The address under which the page may be kept for everyone who asks for it like this, without what the page does not
   * read; null for a page that is only this reader's. `*` at its end stands for any path that is no page.
   */
  keptAddress?(url: URL, cookie: string | undefined): string | null;
}

/** Renderings that one network may cause; kept pages do not count. */
const rendering: Limited = {
  eachProcess: true,
  method: "GET",
  path: "(page)",
  rateLimits: [{ tries: 100, seconds: 60, per: "address" }],
};

/** The public address of a request: pages must not depend on Host and X-Forwarded-* headers. */
export function addressOf(request: FastifyRequest, publicUrl: string): URL {
  const address = URL.parse(`${new URL(publicUrl).origin}${request.url}`);
  if (!address || !request.url.startsWith("/")) throw new Refusal("badInput");
  return address;
}

function headersOf(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === "string" && !name.startsWith(":")) headers.set(name, value);
  return headers;
}

interface Caller {
  /** Who asks for the page is the caller, whichever proxies are trusted. */
  address: string;
  cookie: string | undefined;
  /** A call failed, other than by asking for what is not there. */
  onFailure: () => void;
}

const apiFetchFor =
  (api: FastifyInstance, { address, cookie, onFailure }: Caller) =>
  async ({ method, path, body }: ApiRequest): Promise<unknown> => {
    const answer = await api.inject({
      method,
      url: path,
      remoteAddress: address,
      headers: {
        accept: "application/json, application/problem+json",
        ...(cookie !== undefined && { cookie }),
      },
      ...(body !== undefined && { payload: body as object }),
    });
    if (answer.statusCode < 300) return answer.json();
    if (answer.statusCode !== 404) onFailure();
    throw new ApiError(answer.json<Problem>());
  };

/** `tooManyRequests` for a network that causes too many renderings. */
export function pageRendering(
  { config, pool, demo }: Pick<Services, "config" | "pool" | "demo">,
  { api, renderer }: { api: FastifyInstance; renderer: PageRenderer },
) {
  const limits = createLimits(pool, { on: config.rateLimits }).of(rendering);
  async function render(request: FastifyRequest, address: URL, { headers, lasting }: Rendering): Promise<RenderedPage> {
    await limits.byAddress?.(request.ip);
    let isComplete = true;
    const caller: Caller = {
      address: request.ip,
      cookie: headers.get("cookie") ?? undefined,
      onFailure: () => {
        isComplete = false;
      },
    };
    const response = await renderer.render(new Request(address, { method: "GET", headers }), {
      nonce: marks.nonce,
      apiFetch: apiFetchFor(api, caller),
      apiBase: config.apiBase,
      apiPort: config.apiPort,
      isDemo: demo !== undefined,
    });
    return readPage(response, { isLasting: isComplete && response.status === lasting });
  }
  return {
    /** As this reader asked for it. */
    asAsked: (request: FastifyRequest, address: URL) =>
      render(request, address, { headers: headersOf(request), lasting: null }),
    /** As it is for everyone: nothing of the reader but the network reaches it. */
    forEveryone: (request: FastifyRequest, kept: string) => {
      const path = kept.replace(/\*$/, marks.path);
      const lasting = path === kept ? 200 : 404;
      return render(request, new URL(path, config.publicUrl), { headers: new Headers(), lasting });
    },
  };
}

interface Rendering {
  headers: Headers;
  /** The status with which the page may be kept. */
  lasting: number | null;
}
