/**
 * Whose each file of a ZIP is, and what stands against adding it. Worked out anew each time that somebody looks, because
 * numbers, room and documents of clients change meanwhile.
 */
import { createHash } from "node:crypto";
import type { FieldCode } from "@portico/api/errors.ts";
import type { RecipientFault } from "@portico/api/rules/document-batches.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { Db } from "../../kernel/transaction.ts";
import { isHolder, type Viewer } from "../../kernel/viewer.ts";
import {
  findHoldersByLowerNumbers,
  findNumberShapes,
  getCompanyNames,
  getUserNames,
  type NumberedHolder,
} from "../holders/holders.service.ts";
import { haveRoom } from "../uploads/uploads.room.service.ts";
import { candidatesIn, meantBy, strangeShapes } from "./batches.numbers.ts";
import { type EntryRecord, findContentsThere } from "./batches.queries.ts";

export interface JudgedEntry extends EntryRecord {
  holder: NumberedHolder | null;
  fault: FieldCode | RecipientFault | null;
}

const keyOf = ({ holderType, holderId }: NumberedHolder): string => `${holderType} ${holderId}`;

export async function judge(
  db: Db,
  viewer: Viewer,
  type: string,
  entries: readonly EntryRecord[],
): Promise<JudgedEntry[]> {
  const named = await withHolders(db, entries);
  const counts = new Map<string, number>();
  for (const { holder, excluded } of named)
    if (holder && !excluded) counts.set(keyOf(holder), (counts.get(keyOf(holder)) ?? 0) + 1);
  const judged = named.map((entry): JudgedEntry => {
    const { holder, fault, excluded } = entry;
    if (fault !== null || !holder) return entry;
    if (isHolder(viewer, holder)) return { ...entry, fault: "ownRecord" };
    return !excluded && (counts.get(keyOf(holder)) ?? 0) > 1 ? { ...entry, fault: "numberTwice" } : entry;
  });
  return withStored(db, type, judged);
}

/** To whom the files were added. */
export async function asAdded(db: Db, entries: readonly EntryRecord[]): Promise<JudgedEntry[]> {
  const idsOf = (type: Holder["holderType"]) =>
    entries.flatMap(({ holder_type, holder_id }) => (holder_type === type && holder_id ? [holder_id] : []));
  const names = { user: await getUserNames(db, idsOf("user")), company: await getCompanyNames(db, idsOf("company")) };
  return entries.map((entry) => {
    const { holder_type: holderType, holder_id: holderId, client_number } = entry;
    if (!holderType || !holderId) return { ...entry, holder: null };
    const name = names[holderType].get(holderId) ?? "";
    return { ...entry, holder: { holderType, holderId, name, clientNumber: client_number ?? "" } };
  });
}

/** By the numbers in the names. */
async function withHolders(db: Db, entries: readonly EntryRecord[]): Promise<JudgedEntry[]> {
  const candidates = entries.map(({ name }) => candidatesIn(name));
  const known = await findHoldersByLowerNumbers(db, [
    ...new Set(candidates.flatMap((found) => found.map(({ text }) => text))),
  ]);
  const shapes = await findNumberShapes(db, [...new Set(candidates.flatMap((found) => strangeShapes(found, known)))]);
  return entries.map((entry, place) => {
    const found = candidates[place] ?? [];
    const holders = meantBy(found, known);
    const [holder = null] = holders;
    const isAlone = !strangeShapes(found, known).some((shape) => shapes.has(shape));
    if (holders.length === 1 && isAlone) return { ...entry, holder };
    const fault =
      holders.length > 1 ? "twoNumbers" : holder ? "perhapsOther" : found.length > 0 ? "unknownNumber" : "noNumber";
    return { ...entry, holder: null, fault: entry.fault ?? fault };
  });
}

/** By what the holders have already, and how much more they may have. */
async function withStored(db: Db, type: string, entries: readonly JudgedEntry[]): Promise<JudgedEntry[]> {
  const files = entries.flatMap(({ number, holder, sha256, size, fault }) =>
    holder && sha256 && fault === null ? [{ number, holder, sha256, size }] : [],
  );
  const [there, room] = [await findContentsThere(db, type, files), await haveRoom(db, files)];
  const faults = new Map(
    files.map(({ number }, place) => [
      number,
      there[place] ? ("alreadyThere" as const) : room[place] ? null : ("quotaFull" as const),
    ]),
  );
  return entries.map((entry) => ({ ...entry, fault: entry.fault ?? faults.get(entry.number) ?? null }));
}

/** Changes whenever a file would go to somebody else, not go, or go after all. */
export const hashEntries = (entries: readonly JudgedEntry[]): string =>
  createHash("sha256")
    .update(
      JSON.stringify(
        entries.map(({ number, sha256, holder, fault, excluded }) => [
          number,
          sha256?.toString("hex"),
          holder && keyOf(holder),
          fault,
          excluded,
        ]),
      ),
    )
    .digest("hex");
