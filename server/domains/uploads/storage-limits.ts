/** How large a file of a holder may be, and how much room all of them may take. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { uploads } from "@portico/api/uploads.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Db, Trx } from "../../kernel/transaction.ts";
import { getSetting } from "../settings/settings.ts";
import { lockRoom, sumForHolder, sumForHolders } from "./uploads.queries.ts";

const megabyte = 1024 * 1024;

/** The firm's limits, in bytes. */
export async function getUploadLimits(db: Db): Promise<{ fileMaxBytes: number; maxBytes: number }> {
  const { fileMegabytes, holderMegabytes } = await getSetting(db, "documentLimits");
  return { fileMaxBytes: fileMegabytes * megabyte, maxBytes: holderMegabytes * megabyte };
}

export const readRoom = async ({ db }: { db: Db }, holder: Holder): Promise<Answer<typeof uploads.getRoom>> => ({
  ...(await getUploadLimits(db)),
  usedBytes: await sumForHolder(db, holder),
});

/** Whether each holder has room for so many bytes, in the order of the files. */
export async function haveRoom(db: Db, files: readonly { holder: Holder; size: number }[]): Promise<boolean[]> {
  const { maxBytes } = await getUploadLimits(db);
  const used = await sumForHolders(
    db,
    files.map(({ holder }) => holder),
  );
  return files.map(({ size }, place) => (used[place] ?? 0) + size <= maxBytes);
}

/**
 * Refuses a file that is too large or for which the holder has no room; `path` names its field. Until the end of the
 * transaction nothing else takes room of the holder.
 */
export async function requireRoom(trx: Trx, holder: Holder, { size, path }: { size: number; path: string }) {
  const { fileMaxBytes, maxBytes } = await getUploadLimits(trx);
  if (size > fileMaxBytes) throw new Refusal("fileRefused", { fields: [{ path, code: "fileTooBig" }] });
  await lockRoom(trx, holder);
  if ((await sumForHolder(trx, holder)) + size > maxBytes)
    throw new Refusal("fileRefused", { fields: [{ path, code: "quotaFull" }] });
}
