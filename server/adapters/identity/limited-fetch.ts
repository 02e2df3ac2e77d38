/** Calls of an identity provider: within seconds, of limited size, without being led elsewhere. */
import { readLimited } from "../limited-answer.ts";
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

/** As `fetch`; throws `ProviderAway` if the provider cannot be reached, is slow, answers too much or says that it is broken. */
export async function fetchLimited(url: string, options: Options): Promise<Response> {
  try {
    const { method, headers: sent, body } = options;
    const response = await fetch(url, {
      method,
      headers: sent,
      ...(body !== undefined && { body: body as NonNullable<RequestInit["body"]> }),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutSeconds * 1000),
    });
    const text = await readLimited(response, maxBytes);
    if (response.status >= 500) throw new Error(`status ${response.status}`);
    const { status, statusText, headers } = response;
    return new Response(status === 204 || status === 304 ? null : text, { status, statusText, headers });
  } catch (error) {
    throw new ProviderAway(error);
  }
}
