/** Calls of an identity provider: within seconds, of limited size, without being led elsewhere or into the firm's network. */
import type { Outside } from "../outside/outside.ts";
import { ProviderAway } from "./failures.ts";

export const timeoutSeconds = 5;
/** Metadata with a hundred keys has a tenth of it. */
const maxBytes = 512 * 1024;

/** As the libraries call it; their own limits of time give way to ours. */
interface Options {
  method: string;
  headers: Record<string, string> | Headers;
  body?: unknown;
}

/**
 * As `fetch`; throws `ProviderAway` if the provider cannot be reached, is slow, answers too much, redirects or says that it is
 * broken, and for an address that the portal does not call (docs/decisions/0394-calls-to-typed-addresses.md).
 */
export function limitedFetch(outside: Outside) {
  const call = outside.fetch({ timeoutMs: timeoutSeconds * 1000, maxBytes });
  return async (url: string, { method, headers, body }: Options): Promise<Response> => {
    try {
      const answer = await call(url, {
        method,
        headers,
        ...(body !== undefined && { body: body as NonNullable<RequestInit["body"]> }),
      });
      if (answer.status >= 300 && answer.status < 400) throw new Error("the provider redirects");
      if (answer.status >= 500) throw new Error(`status ${answer.status}`);
      return answer;
    } catch (error) {
      throw new ProviderAway(error);
    }
  };
}
