/**
 * Files in a bucket of an S3-compatible store, encrypted in the same format and under the same names as in the folder.
 * A content is encrypted into a local file first, since its name is known only at its end.
 */
import { type FileHandle, open } from "node:fs/promises";
import type { S3mini, UploadPart } from "s3mini";
import type { S3Settings } from "../../kernel/config-outside.ts";
import type { Vault } from "../../secrets/vault.ts";
import type { Files } from "./files.ts";
import { askStore, isNotThere, openBucket, readBody, StoreFault } from "./s3-store.ts";
import { orMissing, type SealedBytes } from "./sealed-bytes.ts";
import { openContent } from "./sealed-content.ts";
import { isName, placeOf, sweepUnfinished, withSealedFile } from "./sealed-file.ts";

/** Larger contents are uploaded in parts of this size. A store accepts parts of 5 MiB or more, and 10,000 of them. */
const partBytes = 8 * 1024 * 1024;
const maxParts = 10_000;
/** First bytes of an object, fetched with its size: the header of a content. */
const firstBytes = 64;
const mediaType = "application/octet-stream";

async function readPart(handle: FileHandle, start: number, length: number): Promise<Buffer> {
  const part = Buffer.alloc(length);
  for (let at = 0; at < length; ) {
    const { bytesRead } = await handle.read(part, at, length - at, start + at);
    if (bytesRead === 0) throw new Error("The file was cut while it was uploaded");
    at += bytesRead;
  }
  return part;
}

async function uploadInParts(bucket: S3mini, key: string, handle: FileHandle, size: number): Promise<void> {
  const length = Math.max(partBytes, Math.ceil(size / maxParts));
  const upload = await bucket.getMultipartUploadId(key, mediaType);
  try {
    const parts: UploadPart[] = [];
    for (let at = 0; at < size; at += length)
      parts.push(
        await bucket.uploadPart(key, upload, await readPart(handle, at, Math.min(length, size - at)), parts.length + 1),
      );
    // The store may report an error in an answer that began as a success.
    const { etag } = await bucket.completeMultipartUpload(key, upload, parts);
    if (typeof etag !== "string") throw new StoreFault("The store did not complete the upload");
  } catch (error) {
    await bucket.abortMultipartUpload(key, upload).catch(() => undefined);
    throw error;
  }
}

async function upload(bucket: S3mini, key: string, path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    const { size } = await handle.stat();
    if (size > partBytes) await uploadInParts(bucket, key, handle, size);
    else await bucket.putObject(key, await readPart(handle, 0, size), mediaType);
  } finally {
    await handle.close();
  }
}

/** The bytes of a range of an object; of the version with this ETag, if one is given. */
async function fetchRange(bucket: S3mini, key: string, range: { start: number; end: number; etag?: string }) {
  const { start, end, etag } = range;
  const answer = await bucket.getObjectRaw(key, false, start, end, etag === undefined ? {} : { "if-match": etag });
  const [, from, size] = /^bytes (\d+)-\d+\/(\d+)$/.exec(answer.headers.get("content-range") ?? "") ?? [];
  if (answer.status !== 206 || !answer.body || Number(from) !== start) {
    await answer.body?.cancel();
    throw new StoreFault("The store does not answer ranges");
  }
  return { body: answer.body, size: Number(size), etag: answer.headers.get("etag") ?? undefined };
}

async function accessTo(bucket: S3mini, key: string): Promise<SealedBytes> {
  const { body, size, etag } = await fetchRange(bucket, key, { start: 0, end: firstBytes });
  const first = Buffer.from(await new Response(body).arrayBuffer());
  return {
    size,
    async *read(start, end) {
      if (end <= first.length) return yield first.subarray(start, end);
      const range = await askStore(() => fetchRange(bucket, key, { start, end, ...(etag && { etag }) }));
      yield* readBody(range.body);
    },
    close: async () => undefined,
  };
}

/** `folder`: where contents are encrypted before they are uploaded. */
export function createS3Files(settings: S3Settings, folder: string, vault: Vault): Files {
  const bucket = openBucket(settings);
  const keyOf = (sha256: string): string => settings.prefix + placeOf(sha256);

  return {
    put: (content) =>
      withSealedFile(folder, { vault, content }, (path, { sha256 }) =>
        askStore(() => upload(bucket, keyOf(sha256), path)),
      ),
    async open(sha256) {
      const key = keyOf(sha256);
      return openContent(vault, () => askStore(() => accessTo(bucket, key)).catch(orMissing(isNotThere)), sha256);
    },
    has: async (sha256) => (await askStore(() => bucket.objectExists(keyOf(sha256)))) === true,
    remove: async (sha256) => void (await askStore(() => bucket.deleteObject(keyOf(sha256)))),
    async *listOlderThan(milliseconds) {
      await sweepUnfinished(folder, milliseconds);
      const before = Date.now() - milliseconds;
      for (let next: string | undefined, page = 1; page === 1 || next !== undefined; page += 1) {
        const listed = await askStore(() => bucket.listObjectsPaged("/", settings.prefix, 1000, next));
        for (const { Key, LastModified } of listed?.objects ?? []) {
          const name = Key.slice(Key.lastIndexOf("/") + 1);
          if (isName(name) && Key === keyOf(name) && new Date(LastModified).getTime() <= before) yield name;
        }
        next = listed?.nextContinuationToken;
      }
    },
  };
}
