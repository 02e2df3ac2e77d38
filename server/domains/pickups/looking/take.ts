/**
 * Reads the files of a folder that no longer change, each once. A file is remembered by its name, size and time; it is read when two looks found
 * it the same, and only if it is still the same afterwards.
 */
import { createHash } from "node:crypto";
import { type PickupReason, pickupLimits } from "@portico/api/rules/pickups.ts";
import { FileTooLarge, type RemoteFile, type RemoteFolders } from "../../../adapters/sftp/sftp.ts";
import { systemContext } from "../../../jobs/system-context.ts";
import type { Services } from "../../../kernel/context.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { bookByRule, previewPickedUp, readReasonsForPerson } from "../../imports/picked-up.ts";
import { fits, isFitName } from "../pickups.policy.ts";
import {
  type FileRow,
  findSameContent,
  insertFile,
  listInState,
  listOfNames,
  saveEnded,
  saveFileCame,
  saveSeenAnew,
  saveTaken,
  saveWaits,
} from "../pickups.queries.ts";
import { type Folder, pathOf, placeOf } from "./folder.ts";

/** Two looks of the same minute would tell little about a file that is still written. */
const leastPauseMs = 30_000;
/** Read in one look; the others wait for the next. */
const mostPerLook = 200;

const isSame = (row: Pick<FileRow, "bytes" | "modified_at">, file: Pick<RemoteFile, "size" | "modifiedMs">): boolean =>
  row.bytes === file.size && row.modified_at.getTime() === file.modifiedMs;

const system = "pickup";

interface Ready {
  row: FileRow;
  file: RemoteFile;
}

/** Remembers what the folder offers; the files that may be read now. */
async function remember(
  services: Services,
  { source, connection }: Folder,
  offered: readonly RemoteFile[],
): Promise<Ready[]> {
  const at = services.now();
  return transact(systemContext(services, system), async (tx) => {
    const named = offered.map((file) => (isFitName(file.name) ? file : { ...file, name: shown(file.name) }));
    const wanted = named.filter(({ name }) => fits(name, connection.pattern));
    const known = Map.groupBy(
      await listOfNames(
        tx,
        source,
        wanted.map(({ name }) => name),
      ),
      ({ name }) => name,
    );
    const ready: Ready[] = [];
    let came = false;
    for (const file of wanted) {
      const rows = known.get(file.name) ?? [];
      const same = rows.find((row) => isSame(row, file));
      const waiting = rows.find(({ state }) => state === "seen");
      if (!isFitName(file.name)) {
        if (!same) await insertFile(tx, source, file, { at, state: "left", reason: "unfitName" });
      } else if (same) {
        if (same.state === "seen" && at.getTime() - same.seen_at.getTime() >= leastPauseMs)
          ready.push({ row: same, file });
      } else {
        came = true;
        if (waiting) await saveSeenAnew(tx, waiting.id, file, at);
        else await insertFile(tx, source, file, { at, state: "seen" });
      }
    }
    const offeredNames = new Set(named.map(({ name }) => name));
    for (const { id, name, bytes } of await listInState(tx, source, "seen")) {
      if (offeredNames.has(name)) continue;
      if (await saveEnded(tx, id, { from: "seen", to: "left", at, reason: "vanished" }))
        tx.audit("pickup.left", id, { after: { source, name, bytes, reason: "vanished" } });
    }
    if (came) await saveFileCame(tx, source, at);
    return ready;
  });
}

/** A name that cannot be stored or asked for again, as staff see it. */
const shown = (name: string): string =>
  name
    .toWellFormed()
    .replace(/\p{Cc}/gu, "\uFFFD")
    .slice(0, 255) || "?";

async function leave(
  services: Services,
  { source }: Folder,
  { row, file }: Ready,
  reason: PickupReason,
): Promise<void> {
  const at = services.now();
  await transact(systemContext(services, system), async (tx) => {
    if (await saveEnded(tx, row.id, { from: "seen", to: "left", at, reason }))
      tx.audit("pickup.left", row.id, { after: { source, name: file.name, bytes: file.size, reason } });
  });
}

const waitAnew = (
  services: Services,
  { row, file }: Ready,
  now: Pick<RemoteFile, "size" | "modifiedMs">,
): Promise<void> =>
  transact(systemContext(services, system), (tx) =>
    saveSeenAnew(tx, row.id, { name: file.name, ...now }, services.now()),
  );

/** The whole file, or null if it is not the one that was listed any more, which is then recorded. */
async function readUnchanged(
  services: Services,
  folder: Folder,
  folders: RemoteFolders,
  ready: Ready,
): Promise<Buffer | null> {
  const { row, file } = ready;
  const path = pathOf(folder.connection.folder, file.name);
  const ended = async (now: Awaited<ReturnType<RemoteFolders["stat"]>>): Promise<null> => {
    if (now === null) await leave(services, folder, ready, "vanished");
    else await waitAnew(services, ready, now);
    return null;
  };
  if (file.size > pickupLimits.fileBytes) {
    await leave(services, folder, ready, "tooLarge");
    return null;
  }
  const before = await folders.stat(path);
  if (before === null || !isSame(row, before)) return ended(before);
  let bytes: Buffer;
  try {
    bytes = await folders.read(path, pickupLimits.fileBytes);
  } catch (error) {
    if (!(error instanceof FileTooLarge)) throw error;
    return ended(await folders.stat(path));
  }
  const after = await folders.stat(path);
  return after === null || !isSame(row, after) || bytes.length !== row.bytes ? ended(after) : bytes;
}

/** Previews a file that was read, books it if the rule allows, and records what waits for a person. True if something waits. */
async function takeOne(services: Services, folder: Folder, { row, file }: Ready, bytes: Buffer): Promise<boolean> {
  const { db, now } = services;
  const { source, automatic, connection, custodianId: custodian } = folder;
  const sha256 = createHash("sha256").update(bytes).digest();
  const known = await findSameContent(db, source, sha256, row.id);
  const from = pathOf(placeOf(connection), file.name);
  const read =
    known === undefined
      ? await previewPickedUp(services, { fileId: row.id, from, fileName: file.name, bytes, custodian })
      : { ids: [], refusal: known };
  const nothing = read.ids.length === 0;
  const reason: PickupReason | null =
    known !== undefined ? "sameContent" : read.refusal === null ? null : "notUnpacked";
  await transact(systemContext(services, system), async (tx) => {
    if (!(await saveTaken(tx, row.id, { at: now(), sha256, reason, detail: read.refusal }))) return;
    const after = { source, name: file.name, bytes: file.size, sha256: sha256.toString("hex"), imports: read.ids };
    tx.audit("pickup.taken", row.id, { after });
    tx.emit("pickups:changed", {});
  });
  if (nothing) return reason === "notUnpacked";
  return settle(services, { id: row.id, automatic, imports: read.ids, reason });
}

/** Books what is clean where the custodian allows it, and records why the rest waits. True if something waits. */
export async function settle(
  services: Services,
  {
    id,
    automatic,
    imports,
    reason,
  }: { id: number; automatic: boolean; imports: readonly number[]; reason: PickupReason | null },
): Promise<boolean> {
  const waits = new Set<FileRow["waits"][number]>();
  for (const one of imports) {
    const why =
      automatic && reason === null ? await bookByRule(services, one) : await readReasonsForPerson(services, one);
    for (const each of why) waits.add(each);
    if (!automatic && why.length === 0) waits.add("notAutomatic");
  }
  await transact(systemContext(services, system), (tx) => saveWaits(tx, id, [...waits]));
  return waits.size > 0;
}

/** Takes what may be read; how many files wait for a person since. A file that fails stops no other. */
export async function takeFiles(services: Services, folder: Folder, folders: RemoteFolders): Promise<number> {
  const offered = await folders.list(folder.connection.folder);
  const ready = await remember(services, folder, offered);
  let waiting = 0;
  for (const one of ready.slice(0, mostPerLook)) {
    const bytes = await readUnchanged(services, folder, folders, one);
    if (bytes !== null && (await takeOne(services, folder, one, bytes))) waiting += 1;
  }
  return waiting;
}
