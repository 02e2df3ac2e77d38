/** Files that the portal reads by itself: previewed as an upload is, and booked by a rule where nothing asks for a person. */
import type { PersonReason } from "@portico/api/rules/pickups.ts";
import type { Services } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { systemAsker } from "./audit-entries.ts";
import { reasonsForPerson } from "./booking/automatic.policy.ts";
import { findImport } from "./imports.queries.ts";
import { countQuotes } from "./quotes/quotes.queries.ts";
import type { ImportKind } from "./reading/reader.ts";

export { listPickedUp } from "./imports.queries.ts";

/** Actors in the audit log. */
export const rules = { reading: "pickup", booking: "pickup: automatic booking" } as const;

export interface PickedUpFile {
  /** Record of the file, by which it is read once. */
  fileId: number;
  /** Where it lay, as staff read it. */
  from: string;
  fileName: string;
  bytes: Uint8Array;
  /** Whose folder it lay in. */
  custodian?: number;
  /** Without it, what the file is recognised as. */
  kind?: ImportKind;
}

const isArchive = ({ bytes, fileName }: PickedUpFile): boolean =>
  /\.zip$/i.test(fileName) && bytes[0] === 0x50 && bytes[1] === 0x4b;

/** Files of sources wait for each other, and for no colleague. */
const turn = { holder: "pickups" };

/** Previews the file, or each file of a ZIP: the ids of its imports. The same file again has the same imports. */
export async function previewPickedUp(
  { workers, now }: Pick<Services, "workers" | "now">,
  file: PickedUpFile,
): Promise<{ ids: number[]; refusal: string | null }> {
  const asker = systemAsker(rules.reading, now());
  const { fileId, from, fileName, bytes, kind, custodian } = file;
  const pickup = { fileId, from };
  if (isArchive(file)) {
    const { ids, refusal } = await workers.run("previewArchive", { bytes, asker, pickup, custodian }, turn);
    return { ids, refusal: refusal && [refusal.code, refusal.detail].filter(Boolean).join(" ") };
  }
  const typed = { openingBalances: [], exclude: [], decisions: [], transferCosts: [] };
  const upload = { ...typed, sent: bytes, fileName, pickup, ...(kind && { kind }), custodian };
  const { id } = await workers.run("previewImport", { upload, asker }, turn);
  return { ids: [id], refusal: null };
}

/** Why a person decides about an import. */
export async function readReasonsForPerson({ db }: Pick<Services, "db">, id: number): Promise<PersonReason[]> {
  const record = await findImport(db, id);
  return record ? reasonsForPerson(record, (await countQuotes(db, id)).open) : ["changed"];
}

/**
 * Books a clean import by the rule; why it waits otherwise. Run again it finds it confirmed. `changed`: what it would do is not what was previewed
 * any more, and its preview was renewed or refused.
 */
export async function bookByRule(services: Services, id: number): Promise<PersonReason[]> {
  const found = await findImport(services.db, id);
  if (!found || found.state === "confirmed" || found.state === "discarded") return [];
  const reasons = await readReasonsForPerson(services, id);
  if (reasons.length > 0) return reasons;
  try {
    await services.workers.run("confirmImport", { id, asker: systemAsker(rules.booking, services.now()) }, turn);
    return [];
  } catch (error) {
    if (error instanceof Refusal && (error.code === "stateConflict" || error.code === "fileRefused"))
      return ["changed"];
    if (error instanceof Refusal && error.code === "quotesNotAccepted") return ["quotes"];
    if (error instanceof Refusal && error.code === "questionsOpen") return ["questions"];
    throw error;
  }
}
