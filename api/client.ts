/** Builds the typed client from the endpoints and a transport, for browser, server rendering and tests. */
import type { Answer, ByteRange, Endpoint, Endpoints, Input } from "./endpoint.ts";

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
  /** Of the file, in ascending order without overlaps; a range that ends beyond it ends with it. */
  ranges?: readonly ByteRange[];
  signal?: AbortSignal;
}

/** Sends a request; resolves with the parsed answer, rejects with an ApiError. */
export type Transport = (request: ApiRequest) => Promise<unknown>;

type Options<E extends Endpoint> = { signal?: AbortSignal } & (E extends { binary: true }
  ? { ranges?: readonly ByteRange[] }
  : unknown);

type Call<E extends Endpoint> = (keyof Input<E> extends never
  ? (input?: Options<E>) => Promise<Answer<E>>
  : (input: Input<E> & Options<E>) => Promise<Answer<E>>) & {
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
  ranges?: readonly ByteRange[];
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

/** A name that a call can have, unlike those that libraries ask any object for. */
const isCallName = (name: string | symbol): name is string =>
  typeof name === "string" && /^[a-z]\w*$/.test(name) && name !== "then" && name !== "toJSON";

/** The object with an entry for each other name, made when it is first asked for. */
const withOthers = <T extends object>(known: Record<string, T>, make: (name: string) => T): Record<string, T> =>
  new Proxy(known, {
    get: (entries, name) => (isCallName(name) ? (entries[name] ??= make(name)) : Reflect.get(entries, name)),
  });

/**
 * One function per endpoint: `client.users.getState({ params: { id } })`. `onCall` is notified of each call before it
 * is sent. `more` loads the endpoints that are not in `api`, when one of them is first called.
 */
export function createClient<Api extends Record<string, Endpoints>>(
  api: Api,
  transport: Transport,
  onCall?: (callName: string, input: LooseInput) => void,
  more?: () => Promise<Record<string, Endpoints>>,
): Client<Api> {
  const send = (endpoint: Endpoint, input: LooseInput): Promise<unknown> =>
    transport({
      method: endpoint.method,
      path: fillPath(endpoint.path, input.params, input.query),
      ...(endpoint.body && { body: input.body }),
      repeatable: endpoint.method === "GET" && !endpoint.notRepeatable,
      ...(endpoint.binary && { binary: true as const }),
      ...(input.ranges && { ranges: input.ranges }),
      ...(input.signal && { signal: input.signal }),
    });
  const call = (callName: string, sendIt: (input: LooseInput) => Promise<unknown>) =>
    Object.assign(
      (input: LooseInput = {}): Promise<unknown> => {
        onCall?.(callName, input);
        return sendIt(input);
      },
      { callName },
    );
  const lateCall = (domain: string, name: string) =>
    call(`${domain}.${name}`, async (input) => {
      const endpoint = (await more?.())?.[domain]?.[name];
      if (!endpoint) throw new Error(`There is no call ${domain}.${name}`);
      return send(endpoint, input);
    });
  const callsOf = (domain: string, endpoints: Endpoints) => {
    const calls = Object.fromEntries(
      Object.entries(endpoints).map(([name, endpoint]) => [
        name,
        call(`${domain}.${name}`, (input) => send(endpoint, input)),
      ]),
    );
    return more ? withOthers(calls, (name) => lateCall(domain, name)) : calls;
  };
  const domains = Object.fromEntries(
    Object.entries(api).map(([domain, endpoints]) => [domain, callsOf(domain, endpoints)]),
  );
  return (more ? withOthers(domains, (domain) => callsOf(domain, {})) : domains) as Client<Api>;
}
