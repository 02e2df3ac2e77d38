/** Sends a file in fragments. After a broken connection it goes on by itself, at the offset that the server has. */
import type { Api } from "@portico/api";
import type { Client } from "@portico/api/client.ts";
import { ApiError } from "@portico/api/errors.ts";
import { fragmentMaxBytes, fragmentMinBytes } from "@portico/api/rules/uploads.ts";
import { visibleFileName } from "@portico/api/rules/visible-text.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { UploadPurpose } from "@portico/api/uploads.ts";
import type { Upload as FieldUpload } from "../../ui/uploads.ts";
import { isPassing } from "../calls/passing.ts";
import { currentWriter } from "../storage.ts";
import { forgetUnfinished, readUnfinished, rememberUnfinished, uploadKey } from "./unfinished-uploads.ts";

type Control = Parameters<FieldUpload>[1];

const firstFragmentBytes = 256 * 1024;
const quickMs = 1000;
const slowMs = 4000;
/** Small enough that a broken connection costs seconds, and as large as the line allows. */
export function nextFragmentBytes(bytes: number, milliseconds: number): number {
  if (milliseconds < quickMs) return Math.min(bytes * 2, fragmentMaxBytes);
  return milliseconds > slowMs ? Math.max(bytes / 2, fragmentMinBytes) : bytes;
}

const longestWaitSeconds = 60;
const triesOfFault = 3;
/** Worth another try. A wait of minutes, and a fault that the server repeats, are told to the person. */
const isWorthTrying = (error: unknown, tries: number): error is ApiError =>
  isPassing(error) &&
  (error.retryAfter ?? 0) <= longestWaitSeconds &&
  (error.status !== 500 || tries + 1 < triesOfFault);

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
      if (signal.aborted || !isWorthTrying(error, tries)) throw error;
      if (error.status !== 429) report("offline");
      await beforeNextTry(error, tries, signal);
      signal.throwIfAborted();
    }
  }
}

/** As the server compares it. A file that is no longer readable throws here, not as a lost connection. */
async function hashFile(file: File): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

interface FileToSend<T> {
  holder: Holder;
  file: File;
  on: Control;
  purpose?: UploadPurpose | undefined;
  /** A closed page leaves it unfinished, to be continued when the file is chosen again. */
  isResumable?: boolean;
  /** Gets the upload's id, and whether an earlier call of it may have succeeded without its answer. */
  use: (upload: number, isRepeated: boolean) => Promise<T>;
}
type Uploads = Pick<Client<Api>, "uploads">;

/** Sends the whole file and has it used. What is refused or given up is removed from the server. */
export async function sendFile<T>(api: Uploads, sent: FileToSend<T>): Promise<T> {
  const { holder, file, purpose, on, isResumable } = sent;
  // Two tabs that send the same file do not share an upload.
  if (!isResumable || !("locks" in navigator)) return sendAs(api, sent, await create(api, sent));
  const key = uploadKey(holder, purpose, file);
  return navigator.locks.request(key, { ifAvailable: true }, async (lock) => {
    if (!lock) return sendAs(api, sent, await create(api, sent));
    const writer = currentWriter();
    const known = await resumable(api, sent, key);
    const upload = known ?? (await create(api, sent));
    if (!known)
      rememberUnfinished(writer, key, { id: upload.id, name: file.name, size: file.size, startedAt: Date.now() });
    try {
      return await sendAs(api, sent, upload);
    } catch (error) {
      // Another file of the same name, size and time: it is sent from its beginning.
      if (!known || on.signal.aborted || !isOtherContent(error)) throw error;
      return await sendAs(api, sent, await create(api, sent));
    } finally {
      forgetUnfinished(writer, key);
    }
  });
}

interface Upload {
  id: number;
  /** Bytes that the server has. */
  offset: number;
  /** A page that was closed may have used it. */
  isUsed: boolean;
}

/** Where the server is, if the last fragment of a page that was closed has arrived meanwhile. */
function aheadOf(error: unknown, at: number): { offset: number } {
  if (error instanceof ApiError && error.code === "stateConflict" && (error.offset ?? 0) > at)
    return { offset: error.offset ?? 0 };
  throw error;
}
const isOtherContent = (error: unknown): boolean =>
  error instanceof ApiError && error.errors.some(({ code }) => code === "wrongHash");

async function create(api: Uploads, { holder, file, on, purpose }: FileToSend<unknown>): Promise<Upload> {
  // The same in each try: an upload whose answer is lost does not keep its room besides the next one.
  const key = crypto.randomUUID();
  const body = { fileName: visibleFileName(file.name), size: file.size, key, ...(purpose && { purpose }) };
  const { signal } = on;
  const { id } = await patiently(on, "sending", () => api.uploads.create({ params: holder, body, signal }));
  return { id, offset: 0, isUsed: false };
}

/** The upload of the file that an earlier page began, if the server still has it. */
async function resumable(api: Uploads, { holder, on }: FileToSend<unknown>, key: string): Promise<Upload | undefined> {
  const known = readUnfinished(key);
  if (!known) return undefined;
  const { signal } = on;
  const params = { ...holder, uploadId: known.id };
  try {
    const { id, offset, state } = await patiently(on, "sending", () => api.uploads.get({ params, signal }));
    return state === "refused" ? undefined : { id, offset, isUsed: state === "used" };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

/** Sends what the server does not have of the file, and has it used. */
async function sendAs<T>(
  api: Uploads,
  { holder, file, on, use }: FileToSend<T>,
  { id, offset: begin, isUsed }: Upload,
): Promise<T> {
  const { signal } = on;
  const params = { ...holder, uploadId: id };
  try {
    let length = firstFragmentBytes;
    if (begin > 0) on.progress(begin / file.size);
    for (let offset = begin; offset < file.size; ) {
      const fragment = new Uint8Array(await file.slice(offset, offset + length).arrayBuffer());
      const at = offset;
      const begun = performance.now();
      // After a failure it is unknown whether the fragment is there.
      const answer = await patiently(on, "sending", (tries) =>
        tries === 0
          ? api.uploads.append({ params: { ...params, offset: at }, body: fragment, signal })
          : api.uploads.get({ params, signal }),
      ).catch((error: unknown) => aheadOf(error, at));
      offset = answer.offset;
      length = nextFragmentBytes(length, performance.now() - begun);
      on.progress(offset / file.size);
    }
    const sha256 = await hashFile(file);
    await patiently(on, "checking", () => api.uploads.finish({ params, body: { sha256 }, signal }));
    return await patiently(on, "checking", (tries) => use(id, isUsed || tries > 0));
  } catch (error) {
    void api.uploads.remove({ params }).catch(() => undefined);
    throw error;
  }
}
