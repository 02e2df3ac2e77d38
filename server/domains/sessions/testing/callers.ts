/** The sign-in calls over HTTP, by callers with their own address and cookies. */
import type { FastifyInstance } from "fastify";
import { buildApi } from "../../../app.ts";
import { createMetrics } from "../../../http/metrics.ts";
import type { startSigning } from "./signing.ts";

interface Answer {
  status: number;
  /** The code of a refusal. */
  code: string;
  body: Record<string, unknown>;
}

export interface HttpCaller {
  post(path: string, body: Record<string, unknown>, token?: string): Promise<Answer>;
  patch(path: string, body: Record<string, unknown>, token?: string): Promise<Answer>;
  get(path: string): Promise<Answer>;
  cookies: Map<string, string>;
}

let addresses = 0;
/** A unique IPv4 address. */
export const newAddress = (): string => `203.0.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`;

/** The API on the test's services; limits per address apply as in production. */
export const startApi = (signing: Awaited<ReturnType<typeof startSigning>>): Promise<FastifyInstance> =>
  buildApi(signing.services, { operations: { metrics: createMetrics() } });

interface CallerOptions {
  /** Sends a browser's headers. */
  isBrowser?: boolean;
  keepsCookies?: boolean;
  address?: string;
}

export function httpCaller(
  app: FastifyInstance,
  { isBrowser = false, keepsCookies = isBrowser, address = newAddress() }: CallerOptions = {},
): HttpCaller {
  const cookies = new Map<string, string>();
  async function call(
    method: "GET" | "PATCH" | "POST",
    url: string,
    payload?: object,
    token?: string,
  ): Promise<Answer> {
    const answer = await app.inject({
      method,
      url,
      headers: {
        "x-forwarded-for": address,
        ...(isBrowser && { "sec-fetch-site": "same-origin", "sec-fetch-dest": "empty" }),
        ...(cookies.size > 0 && { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(payload && { payload }),
    });
    if (keepsCookies)
      for (const { name, value, maxAge } of answer.cookies)
        if (maxAge === 0 || value === "") cookies.delete(name);
        else cookies.set(name, value);
    const isJson = answer.headers["content-type"]?.toString().includes("json");
    return {
      status: answer.statusCode,
      code: isJson ? "" : answer.body,
      body: isJson ? answer.json<Record<string, unknown>>() : {},
    };
  }
  return {
    post: (path, body, token) => call("POST", path, body, token),
    patch: (path, body, token) => call("PATCH", path, body, token),
    get: (path) => call("GET", path),
    cookies,
  };
}
