/** The bucket of an S3-compatible store: objects by key, with the portal's own patience and limits. */
import { setTimeout as pause } from "node:timers/promises";
import { S3mini, S3NetworkError, S3ServiceError } from "s3mini";
import type { S3Settings } from "../../kernel/config-outside.ts";
import { Refusal } from "../../kernel/refusal.ts";

const tries = 4;
const longestAnswerMs = 30_000;
const passing = new Set([429, 500, 502, 503, 504]);

/**
 * Fetches, and again if the store is busy or away for a moment. A redirect is not followed: it means a wrong endpoint or
 * region. A POST is sent once: it begins or completes an upload.
 */
async function patientFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const isLast = attempt === tries || init.method === "POST";
    const silent = new AbortController();
    // Until the answer begins; a body that stands still is ended by Node.
    const timer = setTimeout(() => silent.abort(), longestAnswerMs);
    try {
      const response = await fetch(input, { ...init, redirect: "manual", signal: silent.signal });
      if (isLast || !passing.has(response.status)) return response;
      await response.body?.cancel();
    } catch (error) {
      if (isLast) throw error;
    } finally {
      clearTimeout(timer);
    }
    await pause(100 * 2 ** attempt * (0.5 + Math.random()));
  }
}

export const openBucket = ({ endpoint, region, bucket, accessKeyId, secretAccessKey }: S3Settings): S3mini =>
  new S3mini({ endpoint: `${endpoint}/${bucket}`, region, accessKeyId, secretAccessKey, fetch: patientFetch });

/** Whether the store could not be reached or did not work: worth another try later. */
export const isStoreAway = (error: unknown): boolean =>
  error instanceof S3ServiceError
    ? passing.has(error.status)
    : error instanceof S3NetworkError ||
      (error instanceof Error && /^(fetch failed|terminated|This operation was aborted)$/.test(error.message));

/** Whether the store says that it has no such object. */
export const isNotThere = (error: unknown): boolean =>
  error instanceof S3ServiceError && /NoSuchKey/.test(`${error.serviceCode} ${error.body}`);

/** Runs a call of the store; `unavailable` if it is away. */
export async function askStore<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw isStoreAway(error) ? Object.assign(new Refusal("unavailable", { retryAfter: 30 }), { cause: error }) : error;
  }
}
