/**
 * Moves files whose imports are settled. Conditional and safe to repeat: what a run that ended in between has moved already is found under its new
 * name, and a file that is not the one that was read any more stays where it is.
 */
import type { PickupReason } from "@portico/api/rules/pickups.ts";
import type { RemoteFile, RemoteFolders } from "../../../adapters/sftp/sftp.ts";
import { systemContext } from "../../../jobs/system-context.ts";
import type { Services } from "../../../kernel/context.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { listPickedUp } from "../../imports/picked-up.ts";
import { type FileRow, listInState, saveEnded } from "../pickups.queries.ts";
import { type Folder, pathOf } from "./folder.ts";

/** Files that are moved although nothing of them was booked or discarded. */
const withoutImport: readonly PickupReason[] = ["sameContent", "setAside"];

/** The read files that nothing keeps in the folder any more. */
export async function listSettled({ db }: Pick<Services, "db">, source: string): Promise<FileRow[]> {
  const taken = await listInState(db, source, "taken");
  const imports = Map.groupBy(
    await listPickedUp(
      db,
      taken.map(({ id }) => id),
    ),
    ({ fileId }) => fileId,
  );
  return taken.filter(({ id, reason }) => {
    if (reason !== null && withoutImport.includes(reason)) return true;
    const own = imports.get(id) ?? [];
    return (
      own.length > 0 && reason === null && own.every(({ state }) => state === "confirmed" || state === "discarded")
    );
  });
}

const isOne = (row: FileRow, file: Pick<RemoteFile, "size" | "modifiedMs"> | null): boolean =>
  file !== null && file.size === row.bytes && file.modifiedMs === row.modified_at.getTime();

/** The names under which the file may go there, in this order: its own, or one with its number. */
function targetsOf({ id, name }: FileRow): string[] {
  const dot = name.lastIndexOf(".");
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
  return [name, `${stem}-${id}${ending}`];
}

async function moveOne(
  folders: RemoteFolders,
  { folder, processedFolder }: Folder["connection"],
  row: FileRow,
): Promise<{ to: "moved" | "left"; reason?: PickupReason; name: string }> {
  const from = pathOf(folder, row.name);
  const there = await folders.stat(from);
  const targets = targetsOf(row);
  if (there === null) {
    for (const name of targets)
      if (isOne(row, await folders.stat(pathOf(processedFolder, name)))) return { to: "moved", name };
    return { to: "left", reason: "vanished", name: row.name };
  }
  // What lies there now is read as a file of its own.
  if (!isOne(row, there)) return { to: "left", reason: "changedAfterwards", name: row.name };
  for (const name of targets)
    if ((await folders.stat(pathOf(processedFolder, name))) === null) {
      await folders.move(from, pathOf(processedFolder, name));
      return { to: "moved", name };
    }
  return { to: "left", reason: "noTarget", name: row.name };
}

/** How many files ended. Throws at the first that the host refuses to move; the next look tries it again. */
export async function moveSettled(
  services: Services,
  { source, connection }: Folder,
  folders: RemoteFolders,
): Promise<number> {
  const settled = await listSettled(services, source);
  for (const row of settled) {
    const { to, reason, name } = await moveOne(folders, connection, row);
    const at = services.now();
    await transact(systemContext(services, "pickup"), async (tx) => {
      const ended = await saveEnded(tx, row.id, { from: "taken", to, at, ...(reason && { reason }) });
      if (!ended) return;
      const after = { source, name: row.name, bytes: row.bytes };
      if (to === "moved") tx.audit("pickup.moved", row.id, { after: { ...after, to: name } });
      else tx.audit("pickup.left", row.id, { after: { ...after, reason: reason ?? "vanished" } });
      tx.emit("pickups:changed", {});
    });
  }
  return settled.length;
}
