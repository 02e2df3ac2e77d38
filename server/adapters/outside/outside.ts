/**
 * Calls to addresses that people of the firm typed. The name is resolved once, every address of it is checked, and the
 * connection goes to a checked address, so a name that changes its address gains nothing. Redirects are answers like
 * others; nobody follows them. docs/decisions/0394-calls-to-typed-addresses.md
 */
import dns from "node:dns";
import http, { type IncomingMessage, type RequestOptions } from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isAmong, isOutside } from "../../kernel/addresses.ts";

export const outsideFailures = ["badAddress", "inside", "unknownName", "slow", "unreachable", "tooLong"] as const;
export type OutsideFailureCode = (typeof outsideFailures)[number];

/** Why there is no answer. `detail` is technical, in English. */
export class OutsideFailure extends Error {
  readonly code: OutsideFailureCode;
  readonly detail: string;
  constructor(code: OutsideFailureCode, detail: string) {
    super(`${code}: ${detail}`);
    this.code = code;
    this.detail = detail;
  }
}

type Resolve = (name: string) => Promise<readonly { address: string; family: number }[]>;

interface OutsideOptions {
  /** Addresses and networks inside that may be called too, also without TLS (INSIDE_ADDRESSES). */
  allowed: readonly string[];
  /** All addresses of a name; tests give their own. */
  resolve?: Resolve;
}

export interface OutsideRequest {
  url: string;
  method: "GET" | "POST";
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer;
  /** For everything, from the name to the last byte that is read. */
  timeoutMs: number;
  /** Bytes of the answer that are read. */
  maxBytes: number;
  /** What is done about a longer answer: the rest is left (`cut`), or it is refused as `tooLong`. */
  longer: "cut" | "refuse";
}

export interface OutsideAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

export interface Outside {
  /** Refuses what no connection is needed for: a scheme, a password in the address, a typed address inside. */
  check(url: string): void;
  /** Throws an `OutsideFailure` without an answer. Any status is an answer. */
  request(request: OutsideRequest): Promise<OutsideAnswer>;
  /** For libraries that take a `fetch` of their own; a redirect is an answer. */
  fetch(limits: { timeoutMs: number; maxBytes: number }): typeof fetch;
  close(): void;
}

const resolveAll: Resolve = (name) => dns.promises.lookup(name, { all: true, verbatim: true });

/** Connections to one host; an idle one is closed before servers usually close it (after five seconds). */
const kept = { keepAlive: true, maxSockets: 32, maxFreeSockets: 8, scheduling: "lifo" as const, timeout: 4000 };

function parse(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:"))
    throw new OutsideFailure("badAddress", "it must begin with https://");
  if (url.username !== "" || url.password !== "")
    throw new OutsideFailure("badAddress", "it must not contain a user or password");
  return url;
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, "");

export function createOutside({ allowed, resolve = resolveAll }: OutsideOptions): Outside {
  const isAllowed = isAmong(allowed);

  /** Why the portal does not connect to the address; null if it does. */
  function refusalOf(address: string, isTls: boolean): string | null {
    if (isAllowed(address)) return null;
    if (!isOutside(address)) return `${address} is inside the network; INSIDE_ADDRESSES does not name it`;
    return isTls ? null : "without https only addresses that INSIDE_ADDRESSES names are called";
  }

  /** As net.connect asks for it: what it is given here is what it connects to. */
  const lookupFor =
    (isTls: boolean): LookupFunction =>
    (name, options, answer) => {
      const fail = (error: Error) => answer(error as NodeJS.ErrnoException, "", 0);
      resolve(name).then(
        (found) => {
          const refusal = found.map(({ address }) => refusalOf(address, isTls)).find((one) => one !== null);
          const [first] = found;
          if (refusal) return fail(new OutsideFailure("inside", refusal));
          if (!first) return fail(new OutsideFailure("unknownName", `${name} has no address`));
          if (options.all) return answer(null, [...found]);
          return answer(null, first.address, first.family);
        },
        (error: unknown) => fail(new OutsideFailure("unknownName", (error as Error).message)),
      );
    };
  const agents = {
    "https:": new https.Agent({ ...kept, lookup: lookupFor(true) }),
    "http:": new http.Agent({ ...kept, lookup: lookupFor(false) }),
  };

  function checked(text: string): URL {
    const url = parse(text);
    const host = hostOf(url);
    // A written address is not looked up.
    const refusal = isIP(host) === 0 ? null : refusalOf(host, url.protocol === "https:");
    if (refusal !== null) throw new OutsideFailure("inside", refusal);
    return url;
  }

  async function request(asked: OutsideRequest): Promise<OutsideAnswer> {
    const url = checked(asked.url);
    const isTls = url.protocol === "https:";
    const { method, timeoutMs } = asked;
    const body = asked.body === undefined ? undefined : Buffer.from(asked.body);
    const options: RequestOptions = {
      method,
      agent: isTls ? agents["https:"] : agents["http:"],
      headers: { ...asked.headers, ...(body && { "content-length": body.length }) },
      signal: AbortSignal.timeout(timeoutMs),
    };
    try {
      return await send({ url, options, body, asked });
    } catch (error) {
      throw failureOf(error, timeoutMs);
    }
  }

  return {
    check: (text) => void checked(text),
    request,
    fetch: (limits) => async (input, init) => {
      const from = new Request(input, init);
      if (from.method !== "GET" && from.method !== "POST")
        throw new OutsideFailure("badAddress", `nothing is asked by ${from.method}`);
      const body = from.method === "POST" ? Buffer.from(await from.arrayBuffer()) : undefined;
      const headers = Object.fromEntries(from.headers);
      const { url, method } = from;
      const answer = await request({ url, method, headers, ...(body && { body }), ...limits, longer: "refuse" });
      const isBare = answer.status === 204 || answer.status === 304;
      return new Response(isBare ? null : new Uint8Array(answer.body), answer);
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

interface Sending {
  url: URL;
  options: RequestOptions;
  body: Buffer | undefined;
  asked: OutsideRequest;
}

const send = ({ url, options, body, asked }: Sending): Promise<OutsideAnswer> =>
  new Promise((resolve, reject) => {
    const { request } = url.protocol === "https:" ? https : http;
    const sent = request(url, options, (response) => {
      readAnswer(response, asked).then(resolve, reject);
    });
    sent.on("error", (error: NodeJS.ErrnoException) => {
      // The server closed a connection that was kept open, before it saw this request.
      if (sent.reusedSocket && error.code === "ECONNRESET") send({ url, options, body, asked }).then(resolve, reject);
      else reject(error);
    });
    sent.end(body);
  });

/** The first bytes; a connection with more on it is closed. */
async function readAnswer(
  response: IncomingMessage,
  { maxBytes, longer }: Pick<OutsideRequest, "maxBytes" | "longer">,
): Promise<OutsideAnswer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size <= maxBytes) continue;
    // Leaving the loop destroys the connection.
    if (longer === "refuse") throw new OutsideFailure("tooLong", `answer of more than ${maxBytes} bytes`);
    break;
  }
  const headers = Object.entries(response.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value] as const],
  );
  return {
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(headers),
    body: Buffer.concat(chunks).subarray(0, maxBytes),
  };
}

function failureOf(error: unknown, timeoutMs: number): OutsideFailure {
  if (error instanceof OutsideFailure) return error;
  const { name, message, code } = error as NodeJS.ErrnoException;
  if (name === "TimeoutError" || name === "AbortError")
    return new OutsideFailure("slow", `not done within ${timeoutMs} ms`);
  return new OutsideFailure("unreachable", [code, message].filter(Boolean).join(" ").slice(0, 300));
}
