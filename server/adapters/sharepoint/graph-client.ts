/** Requests to Microsoft Graph, with patience: a busy or absent service is asked again, as it wishes or ever more slowly. */
import { setTimeout as wait } from "node:timers/promises";
import type { SharepointSettings } from "../../kernel/config-outside.ts";
import { codeOf, GraphError, isCode, isHtml } from "./graph-error.ts";
import { createGraphToken } from "./graph-token.ts";

const tries = 4;
const longestAnswerMs = 60_000;
/** Nobody waits longer in a call; what SharePoint asks for beyond is passed on to the caller. */
const longestPauseMs = 10_000;
const largestAnswer = 16 * 1024 * 1024;

export interface GraphRequest {
  method?: "GET" | "PUT" | "POST" | "DELETE";
  /** Below `/v1.0`, or an absolute address that Graph gave. */
  to: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
  /** The address is itself the permission, and a token would be refused or given away. */
  anonymous?: boolean;
  /** Bytes of a file go or come. */
  ofBytes?: boolean;
}

export interface GraphClient {
  /** The answer to a request that succeeded, or redirects; otherwise a `GraphError`. */
  send(request: GraphRequest): Promise<Response>;
  /** Its JSON; null without content. */
  ask(request: GraphRequest): Promise<unknown>;
}

/** Seconds or a date; undefined if it says neither. */
function retryAfterOf({ headers }: Response): number | undefined {
  const text = headers.get("retry-after");
  if (text === null) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}

/** The pieces of an answer's body; a connection that ends early is a `GraphError`. */
export async function* readBody({ body }: Response): AsyncGenerator<Uint8Array> {
  try {
    yield* body ?? [];
  } catch (error) {
    throw new GraphError("unreachable", `the answer ended early (${causeOf(error)})`);
  }
}

async function readText(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of readBody(response)) {
    size += piece.length;
    if (size > largestAnswer) throw new GraphError("unreachable", "the answer is too long");
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

function jsonIn(text: string, response: Response, { ofBytes = false }: GraphRequest): unknown {
  if (text === "") return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    const code = ofBytes && isHtml(response) ? "malwareDetected" : "unreachable";
    throw new GraphError(code, "the answer is not JSON", { status: response.status });
  }
}

interface Patience {
  /** Can be replaced by tests. */
  pause?: ((ms: number) => Promise<unknown>) | undefined;
  /** When nobody waits any longer. */
  signal?: AbortSignal | undefined;
}

export function createGraphClient(
  settings: SharepointSettings,
  { signal, pause = (ms) => wait(ms, undefined, { signal }) }: Patience = {},
): GraphClient {
  const base = `${settings.graphUrl}/v1.0`;
  const token = createGraphToken(settings, signal);
  /** Until then SharePoint wants no requests at all. */
  let closedUntil = 0;

  async function once<T>(request: GraphRequest, take: (response: Response) => Promise<T>): Promise<T> {
    const { method = "GET", to, headers = {}, body, anonymous = false, ofBytes = false } = request;
    const bearer = anonymous ? undefined : await token.get();
    const silent = new AbortController();
    // Until the answer is taken; the body of one that is handed on may stand still until Node ends it.
    const timer = setTimeout(() => silent.abort(), longestAnswerMs);
    try {
      const response = await fetch(to.startsWith("/") ? base + to : to, {
        method,
        headers: { ...headers, ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }) },
        ...(body !== undefined && { body }),
        // A redirect leads to bytes, with an address that must get no token.
        redirect: "manual",
        signal: signal ? AbortSignal.any([silent.signal, signal]) : silent.signal,
      });
      if (response.ok || response.status === 302) return await take(response);
      const { status } = response;
      const code = codeOf(response, await readText(response), { ofBytes });
      if (code === "unauthenticated" && bearer !== undefined) token.forget(bearer);
      throw new GraphError(code, `answered ${status} ${code}`, { status, retryAfter: retryAfterOf(response) });
    } catch (error) {
      throw error instanceof GraphError ? error : new GraphError("unreachable", `no answer (${causeOf(error)})`);
    } finally {
      clearTimeout(timer);
    }
  }

  async function patiently<T>(request: GraphRequest, take: (response: Response) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      const left = closedUntil - performance.now();
      if (left > longestPauseMs)
        throw new GraphError("activityLimitReached", "asked for a pause", { status: 429, retryAfter: left / 1000 });
      if (left > 0) await pause(left);
      try {
        return await once(request, take);
      } catch (thrown) {
        const error = thrown instanceof GraphError ? thrown : new GraphError("unreachable", causeOf(thrown));
        const { code, retryAfter } = error;
        error.isRepeated = attempt > 1;
        if (retryAfter !== undefined) closedUntil = Math.max(closedUntil, performance.now() + retryAfter * 1000);
        const isPassing =
          isCode(error, "activityLimitReached", "serviceNotAvailable", "unreachable") ||
          (code === "unauthenticated" && attempt === 1 && !request.anonymous);
        if (!isPassing || attempt === tries || signal?.aborted) throw error;
        if (retryAfter === undefined && code !== "unauthenticated")
          await pause(250 * 2 ** attempt * (0.5 + Math.random()));
      }
    }
  }

  return {
    send: (request) => patiently(request, (response) => Promise.resolve(response)),
    // An answer that ends early is asked for again: any request may be repeated.
    ask: (request) => patiently(request, async (response) => jsonIn(await readText(response), response, request)),
  };
}

/** The code of the system below a failed fetch, such as ECONNREFUSED. */
function causeOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ("code" in cause && typeof cause.code === "string") return cause.code;
  return error instanceof Error ? error.message : String(error);
}
