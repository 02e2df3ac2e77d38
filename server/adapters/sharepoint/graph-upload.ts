/**
 * Uploads to a folder of SharePoint: small files at once, larger ones in fragments
 * (learn.microsoft.com/graph/api/driveitem-createuploadsession). A name that is taken is always refused (`fail`), since
 * the default replaces the file. So every request may be repeated: what an earlier try stored is found by its content.
 */
import { z } from "zod";
import { splitIntoPieces } from "../../kernel/bytes.ts";
import { maxSameName, numbered } from "./file-names.ts";
import type { GraphClient } from "./graph-client.ts";
import { GraphError, isCode } from "./graph-error.ts";
import { type DriveItem, driveItem, selected } from "./graph-items.ts";
import { createQuickXorHash } from "./quick-xor-hash.ts";
import type { NewFile } from "./sharepoint.ts";

/** Larger files are sent in fragments, whose length must be a multiple of 320 KiB. */
const atOnceBytes = 4 * 1024 * 1024;
const fragmentBytes = 10 * 320 * 1024;
/** Answers in a row without progress. */
const maxStandstills = 5;
const maxSessions = 2;

const session = z.object({ uploadUrl: z.string() });
const progress = z.object({ nextExpectedRanges: z.array(z.string()).min(1) });

export interface Uploaded {
  item: DriveItem;
  already: boolean;
}

/** The session ended before the file was complete, or after: its address answers 404 in both cases. */
class SessionGone extends Error {}

async function isSame({ file, size }: DriveItem, content: Buffer): Promise<boolean> {
  if (size !== content.length) return false;
  const hash = createQuickXorHash();
  for await (const piece of splitIntoPieces(content)) hash.update(piece);
  return file?.hashes?.quickXorHash === hash.digest();
}

/** The first byte that SharePoint is missing. */
async function askProgress(client: GraphClient, uploadUrl: string): Promise<number> {
  const { nextExpectedRanges } = progress.parse(await client.ask({ to: uploadUrl, anonymous: true }));
  return startOf(nextExpectedRanges);
}

/** Sends a file to the address of a session. Throws `SessionGone`. */
async function sendFragments(client: GraphClient, uploadUrl: string, content: Buffer): Promise<DriveItem> {
  let at = 0;
  for (let standstills = 0; standstills < maxStandstills; ) {
    const before = at;
    const end = Math.min(at + fragmentBytes, content.length);
    try {
      const body: unknown = await client.ask({
        method: "PUT",
        to: uploadUrl,
        headers: { "content-range": `bytes ${at}-${end - 1}/${content.length}` },
        body: new Uint8Array(content.subarray(at, end)),
        anonymous: true,
        ofBytes: true,
      });
      const made = driveItem.safeParse(body);
      if (made.success) return made.data;
      at = startOf(progress.parse(body).nextExpectedRanges);
    } catch (error) {
      if (isCode(error, "itemNotFound")) throw new SessionGone();
      // It has the bytes already, or not those before them.
      if (!isCode(error, "invalidRange")) throw error;
      at = await askProgress(client, uploadUrl).catch((gone: unknown) => {
        throw isCode(gone, "itemNotFound") ? new SessionGone() : gone;
      });
    }
    if (at < 0 || at >= content.length) throw new GraphError("serviceNotAvailable", "the upload did not end");
    standstills = at > before ? 0 : standstills + 1;
  }
  throw new GraphError("serviceNotAvailable", "the upload made no progress");
}

export function createUploads(client: GraphClient, driveId: string) {
  /** Addresses a child by its name; a call on it follows after a colon. */
  const place = (folderId: string, name: string): string =>
    `/drives/${driveId}/items/${folderId}:/${encodeURIComponent(name)}`;

  async function findByName(folderId: string, name: string): Promise<DriveItem | null> {
    try {
      return driveItem.parse(await client.ask({ to: `${place(folderId, name)}?${selected}` }));
    } catch (error) {
      if (isCode(error, "itemNotFound")) return null;
      throw error;
    }
  }

  const putAtOnce = async (folderId: string, { name, mediaType, content }: NewFile): Promise<DriveItem> =>
    driveItem.parse(
      await client.ask({
        method: "PUT",
        to: `${place(folderId, name)}:/content?@microsoft.graph.conflictBehavior=fail`,
        headers: { "content-type": mediaType },
        body: new Uint8Array(content),
        ofBytes: true,
      }),
    );

  async function putInFragments(folderId: string, { name, content }: NewFile): Promise<DriveItem> {
    for (let number = 1; ; number += 1) {
      const { uploadUrl } = session.parse(
        await client.ask({
          method: "POST",
          to: `${place(folderId, name)}:/createUploadSession`,
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ item: { "@microsoft.graph.conflictBehavior": "fail" } }),
        }),
      );
      try {
        return await sendFragments(client, uploadUrl, content);
      } catch (error) {
        if (!(error instanceof SessionGone)) {
          // So that its bytes do not count against the quota until it expires.
          await client.send({ method: "DELETE", to: uploadUrl, anonymous: true }).catch(() => undefined);
          throw error;
        }
        // The answer to the last fragment may have been lost.
        const there = await findByName(folderId, name);
        if (there && (await isSame(there, content))) return there;
        if (number === maxSessions) throw new GraphError("serviceNotAvailable", "upload sessions end early");
      }
    }
  }

  return async function upload(folderId: string, file: NewFile): Promise<Uploaded> {
    for (let number = 1; number <= maxSameName; number += 1) {
      const named = { ...file, name: numbered(file.name, number) };
      try {
        const item = await (file.content.length > atOnceBytes ? putInFragments : putAtOnce)(folderId, named);
        return { item, already: false };
      } catch (error) {
        if (!isCode(error, "nameAlreadyExists")) throw error;
        const there = await findByName(folderId, named.name);
        if (there && (await isSame(there, file.content))) return { item: there, already: !error.isRepeated };
      }
    }
    throw new GraphError("nameAlreadyExists", "too many files have the name");
  };
}

/** Of ranges such as `327680-` and `0-26`, the first byte; -1 if it is none. */
function startOf([first = ""]: readonly string[]): number {
  const [, start] = /^(\d{1,12})-/.exec(first) ?? [];
  return start === undefined ? -1 : Number(start);
}
