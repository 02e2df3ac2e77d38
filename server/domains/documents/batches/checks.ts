/**
 * Whose each file of a ZIP is, and what stands against adding it. Worked out anew each time that somebody looks, because
 * numbers, room and documents of clients change meanwhile.
 */
import { createHash } from "node:crypto";
import type { FieldCode } from "@portico/api/errors.ts";
import type { RecipientFault } from "@portico/api/rules/document-batches.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { isHolder, type Viewer } from "../../../kernel/viewer.ts";
import {
  findHoldersByLowerNumbers,
  findNumberShapes,
  getCompanyNames,
  getUserNames,
  type NumberedHolder,
} from "../../holders/holders.ts";
import { haveRoom } from "../../uploads/storage-limits.ts";
import { type EntryRecord, findContentsThere } from "./batches.queries.ts";
import { candidatesIn, meantBy, strangeShapes } from "./client-numbers.ts";

export interface JudgedEntry extends Omit<EntryRecord, "fault"> {
  holder: NumberedHolder | null;
  /** Everything that stands against adding it: first what is wrong with the number, then with the file. */
  faults: readonly (FieldCode | RecipientFault)[];
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
    const { holder, faults, excluded } = entry;
    if (!holder) return entry;
    const isTwice = !excluded && (counts.get(keyOf(holder)) ?? 0) > 1;
    const ofNumber: RecipientFault[] = isHolder(viewer, holder) ? ["ownRecord"] : isTwice ? ["numberTwice"] : [];
    return { ...entry, faults: [...ofNumber, ...faults] };
  });
  return withStored(db, type, judged);
}

/** To whom the files were added. */
export async function asAdded(db: Db, entries: readonly EntryRecord[]): Promise<JudgedEntry[]> {
  const idsOf = (type: Holder["holderType"]) =>
    entries.flatMap(({ holder_type, holder_id }) => (holder_type === type && holder_id ? [holder_id] : []));
  const names = { user: await getUserNames(db, idsOf("user")), company: await getCompanyNames(db, idsOf("company")) };
  return entries.map((entry) => {
    const { holder_type: holderType, holder_id: holderId, client_number, fault } = entry;
    const faults = fault === null ? [] : [fault];
    if (!holderType || !holderId) return { ...entry, faults, holder: null };
    const name = names[holderType].get(holderId) ?? "";
    return { ...entry, faults, holder: { holderType, holderId, name, clientNumber: client_number ?? "" } };
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
    const ofFile = entry.fault === null ? [] : [entry.fault];
    if (holders.length === 1 && isAlone) return { ...entry, holder, faults: ofFile };
    const ofNumber =
      holders.length > 1 ? "twoNumbers" : holder ? "perhapsOther" : found.length > 0 ? "unknownNumber" : "noNumber";
    return { ...entry, holder: null, faults: [ofNumber, ...ofFile] };
  });
}

/** By what the holders have already, and how much more they may have. */
async function withStored(db: Db, type: string, entries: readonly JudgedEntry[]): Promise<JudgedEntry[]> {
  const files = entries.flatMap(({ number, holder, sha256, size }) =>
    holder && sha256 ? [{ number, holder, sha256, size }] : [],
  );
  const [there, room] = [await findContentsThere(db, type, files), await haveRoom(db, files)];
  const faults = new Map(
    files.map(({ number }, place) => [
      number,
      there[place] ? ("alreadyThere" as const) : room[place] ? null : ("quotaFull" as const),
    ]),
  );
  return entries.map((entry) => {
    const fault = faults.get(entry.number);
    return fault ? { ...entry, faults: [...entry.faults, fault] } : entry;
  });
}

/** Changes whenever a file would go to somebody else, not go, or go after all. */
export const hashEntries = (entries: readonly JudgedEntry[]): string =>
  createHash("sha256")
    .update(
      JSON.stringify(
        entries.map(({ number, sha256, holder, faults, excluded }) => [
          number,
          sha256?.toString("hex"),
          holder && keyOf(holder),
          faults,
          excluded,
        ]),
      ),
    )
    .digest("hex");
