/** The bucket of an S3-compatible store: objects by key, with the portal's own patience and limits. */
import { setTimeout as pause } from "node:timers/promises";
import { S3mini, S3NetworkError, S3ServiceError } from "s3mini";
import type { S3Settings } from "../../kernel/config-outside.ts";
import { Refusal } from "../../kernel/refusal.ts";

const tries = 4;
const longestAnswerMs = 30_000;
/** Nobody waits longer in a call, whatever the store asks for. */
const longestPauseMs = 10_000;
const passing = new Set([408, 429, 500, 502, 503, 504]);

/** An answer of the store, or of something in front of it, that is none to the question. */
export class StoreFault extends Error {}

const retryAfterMs = (response: Response | undefined): number =>
  Math.min(longestPauseMs, 1000 * (Number(response?.headers.get("retry-after") ?? 0) || 0));

/**
 * Fetches, and again if the store is busy or away for a moment. A redirect is not followed: it means a wrong endpoint or
 * region. A POST is sent once: it begins or completes an upload.
 */
const patientFetch =
  (ended: AbortSignal | undefined) =>
  async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt === tries || init.method === "POST";
      const silent = new AbortController();
      // Until the answer begins; a body that stands still is ended by Node.
      const timer = setTimeout(() => silent.abort(), longestAnswerMs);
      const signal = AbortSignal.any([silent.signal, ...(ended ? [ended] : [])]);
      let busy: Response | undefined;
      try {
        const response = await fetch(input, { ...init, redirect: "manual", signal });
        if (isLast || !passing.has(response.status)) return response;
        busy = response;
        await response.body?.cancel();
      } catch (error) {
        if (isLast || ended?.aborted) throw error;
      } finally {
        clearTimeout(timer);
      }
      const pauseMs = Math.max(100 * 2 ** attempt * (0.5 + Math.random()), retryAfterMs(busy));
      await pause(pauseMs, undefined, { signal: ended });
    }
  };

/** `ended`: when nobody waits any longer. */
export const openBucket = (
  { endpoint, region, bucket, accessKeyId, secretAccessKey }: S3Settings,
  ended?: AbortSignal,
): S3mini =>
  new S3mini({ endpoint: `${endpoint}/${bucket}`, region, accessKeyId, secretAccessKey, fetch: patientFetch(ended) });

/** Whether the store could not be reached or did not work: worth another try later. */
export const isStoreAway = (error: unknown): boolean =>
  error instanceof S3ServiceError
    ? passing.has(error.status)
    : error instanceof StoreFault ||
      error instanceof S3NetworkError ||
      (error instanceof Error && /^(fetch failed|terminated|This operation was aborted)$/.test(error.message));

/** Whether the store says that it has no such object. */
export const isNotThere = (error: unknown): boolean =>
  error instanceof S3ServiceError && /NoSuchKey/.test(`${error.serviceCode} ${error.body}`);

const refusalOf = (error: unknown): unknown =>
  isStoreAway(error) ? Object.assign(new Refusal("unavailable", { retryAfter: 30 }), { cause: error }) : error;

/** Runs a call of the store; `unavailable` if it is away. */
export async function askStore<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw refusalOf(error);
  }
}

/** The pieces of an answer's body; `unavailable` if it ends early. */
export async function* readBody(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  try {
    for await (const piece of body) yield Buffer.from(piece);
  } catch (error) {
    throw refusalOf(error);
  }
}
