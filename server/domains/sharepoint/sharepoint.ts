/** The folder shared with a holder: what is in it, its files, and adding to it. */
import { createHash } from "node:crypto";
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import { isSharepointName } from "@portico/api/rules/sharepoint-names.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { SharedItem, sharepoint } from "@portico/api/sharepoint.ts";
import { clientFolderName, clientNumberOf } from "../../adapters/sharepoint/client-folder.ts";
import type { SharepointItem } from "../../adapters/sharepoint/sharepoint.ts";
import type { SentFile } from "../../http/downloads.ts";
import { splitIntoPieces } from "../../kernel/bytes.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { canOf, enforce } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { isHolder } from "../../kernel/viewer.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { checkUpload } from "../files/store.ts";
import { findHoldersByClientNumbers, getHolderAccount } from "../holders/holders.ts";
import { getActiveHolder } from "../users/users.ts";
import { openCursor, sealCursor } from "./cursor.ts";
import { refusalToRead, refusalToUpload } from "./sharepoint.policy.ts";

/** Names of the folders in a path; one that no folder can have is as one that is not there. */
function namesIn(path: string): string[] {
  const names = path.split("/").filter((name) => name !== "");
  if (!names.every(isSharepointName)) throw new Refusal("notFound");
  return names;
}

/** The item as its reader gets it: its path begins in the client's folder. */
const describedAs = (item: SharepointItem): SharedItem => ({
  name: item.name,
  path: item.path.slice(1).join("/"),
  driveId: item.driveId,
  itemId: item.itemId,
  folder: item.isFolder,
  size: item.isFolder ? null : item.size,
  type: item.mediaType,
  modified_at: item.modifiedAt,
  modified_by: item.modifiedBy,
  eTag: item.eTag,
});

interface Wanted {
  path?: string | undefined;
  cursor?: string | undefined;
  holder_type?: Holder["holderType"] | undefined;
  holder_id?: number | undefined;
}

/**
 * A page of a folder shared with the holder that the query names (the access check admitted them), or with the active
 * one. Empty without a client number, and while its folder is not made yet; `notFound` for a folder that is not there.
 */
export async function listShared(
  context: Context,
  { path = "", cursor, holder_type: holderType, holder_id: holderId }: Wanted,
): Promise<Answer<typeof sharepoint.list>> {
  const viewer = requireViewer(context);
  const holder: Holder =
    holderType && holderId ? { holderType, holderId } : await getActiveHolder(context.db, viewer.userId);
  const { clientNumber } = await getHolderAccount(context.db, holder);
  const names = namesIn(path);
  const can = canOf({ upload: clientNumber === null ? "noClientNumber" : refusalToUpload(viewer, holder) });
  const empty = { items: [], client_number: clientNumber, can, nextCursor: null };
  if (clientNumber === null) return empty;
  const folder = await context.sharepoint.find([clientFolderName(clientNumber), ...names]);
  if (!folder && names.length === 0) return empty;
  if (!folder?.isFolder) throw new Refusal("notFound");
  const { items, next } = await context.sharepoint.list(folder, cursor && (await openCursor(context, folder, cursor)));
  return { ...empty, items: items.map(describedAs), nextCursor: next && (await sealCursor(context, folder, next)) };
}

/** The holder with the client number, and the number as their folder has it; null if nobody has it. */
async function findHolderByNumber(
  { db }: Context,
  number: string,
): Promise<{ holder: Holder; clientNumber: string } | null> {
  const found = (await findHoldersByClientNumbers(db, [number])).get(number);
  if (!found) return null;
  const { holderType, holderId, clientNumber } = found;
  return { holder: { holderType, holderId }, clientNumber };
}

/**
 * A file from a shared folder. Ids from a caller prove nothing: the folder that the file is in, found by the ids of its
 * ancestors, says whose it is. Anything that is not the caller's is `notFound`.
 */
export async function downloadShared(
  context: Context,
  { driveId, itemId }: { driveId: string; itemId: string },
): Promise<SentFile> {
  const viewer = requireViewer(context);
  const item = await context.sharepoint.get(driveId, itemId);
  const clientNumber = item && clientNumberOf(item.path[0] ?? "");
  const found = clientNumber ? await findHolderByNumber(context, clientNumber) : null;
  // A folder of a number in other letters was another client's, before such numbers were one.
  if (!item || item.isFolder || !clientNumber || found?.clientNumber !== clientNumber) throw new Refusal("notFound");
  const { holder } = found;
  enforce(refusalToRead(viewer, holder));
  if (item.isInfected) throw new Refusal("fileRefused", { fields: [{ path: "itemId", code: "infected" }] });
  if (!isHolder(viewer, holder))
    await transact(context, async (tx) =>
      tx.audit("sharepoint.readByStaff", holder, {
        after: { clientNumber, path: item.path.slice(1).join("/") },
        oncePerHour: true,
      }),
    );
  return {
    name: item.name,
    media_type: /^[\w.+-]+\/[\w.+-]+$/.test(item.mediaType ?? "")
      ? (item.mediaType as string)
      : "application/octet-stream",
    size: item.size,
    etag: createHash("sha256").update(`${item.itemId} ${item.eTag}`).digest("hex"),
    stream: (start, end) => context.sharepoint.open(item, start, end),
  };
}

type NewShared = Parsed<typeof sharepoint.upload>["body"];

/** Puts a file into the folder of a client number, after the same checks as a document. */
export async function uploadShared(
  context: Context,
  { fileName: typed, base64data: sent, client_number: number, byAdmin: claimed, path = "" }: NewShared,
): Promise<Answer<typeof sharepoint.upload>> {
  const viewer = requireViewer(context);
  const found = await findHolderByNumber(context, number);
  if (!found) throw new Refusal("notFound");
  const { holder, clientNumber } = found;
  enforce(refusalToUpload(viewer, holder));
  if (claimed !== undefined && claimed === isHolder(viewer, holder)) throw new Refusal("contradictsSession");
  // Letters with marks have two encodings, and macOS sends the one that others do not.
  const fileName = typed.normalize("NFC");
  if (!isSharepointName(fileName))
    throw new Refusal("fileRefused", { fields: [{ path: "fileName", code: "forbiddenName" }] });
  const names = namesIn(path);
  const { mediaType, content, clean } = await checkUpload(context, { name: fileName, sent }, "base64data");
  // Nothing waits there for its check, unlike in the portal's own store.
  if (!clean) throw new Refusal("unavailable", { retryAfter: 60 });
  const clientFolder = clientFolderName(clientNumber);
  const folder = await (names.length === 0
    ? context.sharepoint.makeFolder(clientFolder)
    : context.sharepoint.find([clientFolder, ...names]));
  if (!folder?.isFolder) throw new Refusal("notFound");
  const { item, already } = await context.sharepoint.upload(folder, { name: fileName, mediaType, content });
  const described = describedAs(item);
  const hash = createHash("sha256");
  for await (const piece of splitIntoPieces(content)) hash.update(piece);
  const sha256 = hash.digest("hex");
  // Recorded also if it was there: an earlier try may have ended before its entry.
  await transact(context, async (tx) =>
    tx.audit("sharepoint.uploaded", holder, {
      after: {
        clientNumber,
        path: described.path,
        size: content.length,
        sha256,
        already,
      },
    }),
  );
  return { ...described, already };
}
