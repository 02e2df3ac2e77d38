/** Builds the typed client from the endpoints and a transport, for browser, server rendering and tests. */
import type { Answer, Endpoint, Endpoints, Input } from "./endpoint.ts";

export interface ApiRequest {
  method: Endpoint["method"];
  /** Path with its parameters filled in and its query appended, relative to the API base. */
  path: string;
  /** Sent as JSON; a Uint8Array as it is. */
  body?: unknown;
  /** False if a failed call must not be retried automatically. */
  repeatable: boolean;
  /** The answer is a file: resolve with a `Download`. */
  binary?: true;
  signal?: AbortSignal;
}

/** Sends a request; resolves with the parsed answer, rejects with an ApiError. */
export type Transport = (request: ApiRequest) => Promise<unknown>;

type Call<E extends Endpoint> = (keyof Input<E> extends never
  ? (input?: { signal?: AbortSignal }) => Promise<Answer<E>>
  : (input: Input<E> & { signal?: AbortSignal }) => Promise<Answer<E>>) & {
  /** As api/index.ts names it: `tickets.list`. */
  readonly callName: string;
};

export type Client<Api extends Record<string, Endpoints>> = {
  [Domain in keyof Api]: { [Name in keyof Api[Domain]]: Call<Api[Domain][Name]> };
};

export interface LooseInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  signal?: AbortSignal;
}

/** Fills `:name` parameters into a path and appends the query; undefined query values are left out. */
export function fillPath(
  path: string,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) search.set(name, String(value as string | number | boolean));
  return search.size > 0 ? `${filled}?${search}` : filled;
}

/**
 * One function per endpoint: `client.users.getState({ params: { id } })`. `onCall` is notified of each call before it
 * is sent.
 */
export function createClient<Api extends Record<string, Endpoints>>(
  api: Api,
  transport: Transport,
  onCall?: (callName: string, input: LooseInput) => void,
): Client<Api> {
  const call = (callName: string, endpoint: Endpoint) =>
    Object.assign(
      (input: LooseInput = {}): Promise<unknown> => {
        onCall?.(callName, input);
        return transport({
          method: endpoint.method,
          path: fillPath(endpoint.path, input.params, input.query),
          ...(endpoint.body && { body: input.body }),
          repeatable: endpoint.method === "GET" && !endpoint.notRepeatable,
          ...(endpoint.binary && { binary: true as const }),
          ...(input.signal && { signal: input.signal }),
        });
      },
      { callName },
    );
  const domains = Object.entries(api).map(([domain, endpoints]) => [
    domain,
    Object.fromEntries(
      Object.entries(endpoints).map(([name, endpoint]) => [name, call(`${domain}.${name}`, endpoint)]),
    ),
  ]);
  return Object.fromEntries(domains) as Client<Api>;
}
