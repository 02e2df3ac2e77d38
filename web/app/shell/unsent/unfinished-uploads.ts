/**
 * Uploads that a closed or reloaded page left unfinished: this browser knows their numbers, and never the files. Choosing
 * the same file again continues its upload.
 */
import type { Holder } from "@portico/api/shapes.ts";
import type { UploadPurpose } from "@portico/api/uploads.ts";
import { holderKey } from "../session/active-holder.ts";
import { currentWriter, formKeyPrefix, keptNames, readKept, writeKept } from "../storage.ts";

export interface UnfinishedUpload {
  id: number;
  name: string;
  /** Bytes. */
  size: number;
  /** Milliseconds since 1970. */
  startedAt: number;
}

/** The server removes an upload after this time without a fragment. */
const keptMs = 24 * 60 * 60 * 1000;

const keyPrefix = (holder: Holder, purpose: UploadPurpose = "document"): string =>
  `${formKeyPrefix}upload.${holderKey(holder)}.${purpose}.`;

/** Tells files apart by what the browser knows of them without reading them. */
export const uploadKey = (holder: Holder, purpose: UploadPurpose | undefined, file: File): string =>
  `${keyPrefix(holder, purpose)}${file.size}.${file.lastModified}.${file.name}`;

/** The upload under the key, unless it is unreadable or the server has removed it by now. */
export function readUnfinished(key: string): UnfinishedUpload | undefined {
  try {
    const stored = JSON.parse(readKept(key) ?? "null") as UnfinishedUpload | null;
    if (stored && Date.now() - stored.startedAt < keptMs) return stored;
    forgetUnfinished(currentWriter(), key);
  } catch {
    // Not written by this version: the file is sent from its beginning.
  }
  return undefined;
}

export const rememberUnfinished = (writer: number | undefined, key: string, upload: UnfinishedUpload): void =>
  writeKept(writer, key, JSON.stringify(upload));

/** `writer`: who began it. Their session may have ended meanwhile: then it is still unfinished. */
export const forgetUnfinished = (writer: number | undefined, key: string): void => writeKept(writer, key, null);

/** All of the holder in this browser, by key. */
export function listUnfinished(holder: Holder, purpose?: UploadPurpose): Map<string, UnfinishedUpload> {
  const found = new Map<string, UnfinishedUpload>();
  for (const key of keptNames(keyPrefix(holder, purpose))) {
    const upload = readUnfinished(key);
    if (upload) found.set(key, upload);
  }
  return found;
}
