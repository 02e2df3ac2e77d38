/** Sends a file in fragments. After a broken connection it goes on by itself, at the offset that the server has. */
import type { Api } from "@portico/api";
import type { Client } from "@portico/api/client.ts";
import { ApiError } from "@portico/api/errors.ts";
import { fragmentMaxBytes, fragmentMinBytes } from "@portico/api/rules/uploads.ts";
import { visibleFileName } from "@portico/api/rules/visible-text.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { UploadPurpose } from "@portico/api/uploads.ts";
import type { Upload } from "../ui/use-uploads.ts";

type Control = Parameters<Upload>[1];

const firstFragmentBytes = 256 * 1024;
const quickMs = 1000;
const slowMs = 4000;
/** Small enough that a broken connection costs seconds, and as large as the line allows. */
export function nextFragmentBytes(bytes: number, milliseconds: number): number {
  if (milliseconds < quickMs) return Math.min(bytes * 2, fragmentMaxBytes);
  return milliseconds > slowMs ? Math.max(bytes / 2, fragmentMinBytes) : bytes;
}

/** No connection, or a server that asks for a moment: worth another try. A wait of minutes is told to the person. */
const passing = new Set([0, 408, 429, 502, 503, 504]);
const longestWaitSeconds = 60;
const isPassing = (error: unknown): error is ApiError =>
  error instanceof ApiError && passing.has(error.status) && (error.retryAfter ?? 0) <= longestWaitSeconds;

/** Until the browser is online again, or the server asked for, or a while that grows with the tries. */
function beforeNextTry({ retryAfter }: ApiError, tries: number, signal: AbortSignal): Promise<void> {
  const seconds = retryAfter ?? Math.min(2 ** tries, 15);
  return new Promise((resolve) => {
    const over = new AbortController();
    const go = (): void => {
      over.abort();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(go, seconds * 1000);
    addEventListener("online", go, { signal: over.signal });
    signal.addEventListener("abort", go, { signal: over.signal });
  });
}

/** Does the work when it is its turn, again and again while the connection fails; `tries` counts the failures. */
async function patiently<T>(
  { signal, turn, report }: Control,
  state: "sending" | "checking",
  work: (tries: number) => Promise<T>,
): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    await turn();
    if (tries === 0) report(state);
    try {
      const done = await work(tries);
      report(state);
      return done;
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error;
      if (error.status !== 429) report("offline");
      await beforeNextTry(error, tries, signal);
      signal.throwIfAborted();
    }
  }
}

/** As the server compares it. A file that is no longer readable throws here, not as a lost connection. */
async function hashOf(file: File): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Sends the whole file and has it used: `use` gets the upload's id, and whether an earlier call of it may have succeeded
 * without its answer. What is not used in the end is removed from the server.
 */
export async function sendFile<T>(
  api: Pick<Client<Api>, "uploads">,
  { holder, file, on, purpose }: { holder: Holder; file: File; on: Control; purpose?: UploadPurpose | undefined },
  use: (upload: number, isRepeated: boolean) => Promise<T>,
): Promise<T> {
  const { signal } = on;
  const body = { fileName: visibleFileName(file.name), size: file.size, ...(purpose && { purpose }) };
  const { id } = await patiently(on, "sending", () => api.uploads.create({ params: holder, body, signal }));
  const params = { ...holder, uploadId: id };
  try {
    let length = firstFragmentBytes;
    for (let offset = 0; offset < file.size; ) {
      const fragment = new Uint8Array(await file.slice(offset, offset + length).arrayBuffer());
      const at = offset;
      const begun = performance.now();
      // After a failure it is unknown whether the fragment is there.
      const answer = await patiently(on, "sending", (tries) =>
        tries === 0
          ? api.uploads.append({ params: { ...params, offset: at }, body: fragment, signal })
          : api.uploads.get({ params, signal }),
      );
      offset = answer.offset;
      length = nextFragmentBytes(length, performance.now() - begun);
      on.progress(offset / file.size);
    }
    const sha256 = await hashOf(file);
    await patiently(on, "checking", () => api.uploads.finish({ params, body: { sha256 }, signal }));
    return await patiently(on, "checking", (tries) => use(id, tries > 0));
  } catch (error) {
    void api.uploads.remove({ params }).catch(() => undefined);
    throw error;
  }
}
