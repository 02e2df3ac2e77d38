/** The files that sources offered, with what became of each. */
import type { Answer } from "@portico/api/endpoint.ts";
import { pickups as calls } from "@portico/api/pickups.ts";
import { pickupLimits } from "@portico/api/rules/pickups.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { canOf, enforce, staffVerdict, type Verdict } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Viewer } from "../../kernel/viewer.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { listPickedUp } from "../imports/picked-up.ts";
import { sourceOfCustodian } from "./looking/folder.ts";
import { type FileRow, listCustodians, listNewest, lockFile, saveDecision } from "./pickups.queries.ts";

type Decision = "readAgain" | "setAside";
type Imported = Pick<Awaited<ReturnType<typeof listPickedUp>>[number], "id" | "state">;

/** What was read without a result may be read again or put away; what was left is only read again. */
function refusalTo(
  viewer: Viewer,
  decision: Decision,
  { state, reason }: FileRow,
  imports: readonly Imported[],
): Verdict {
  const isStuck =
    state === "taken" &&
    (reason === "notUnpacked" || imports.every((one) => one.state === "refused")) &&
    reason !== "sameContent";
  const isLeft =
    state === "left" &&
    (reason === "tooLarge" || reason === "vanished" || reason === "noTarget") &&
    imports.length === 0;
  const may = decision === "readAgain" ? isStuck || isLeft : isStuck;
  return staffVerdict(viewer, calls[decision]) ?? (may ? null : "stateConflict");
}

/** The newest first. */
export async function listFiles(context: Context, source: string | undefined): Promise<Answer<typeof calls.listFiles>> {
  const { db } = context;
  const viewer = requireViewer(context);
  const [rows, custodians] = await Promise.all([listNewest(db, source, pickupLimits.shownFiles), listCustodians(db)]);
  const names = new Map(custodians.map(({ id, name }) => [sourceOfCustodian(id), name]));
  const imports = Map.groupBy(
    await listPickedUp(
      db,
      rows.map(({ id }) => id),
    ),
    ({ fileId }) => fileId,
  );
  return rows.map((row) => {
    const own = (imports.get(row.id) ?? []).map(({ id, state }) => ({ id, state }));
    return {
      id: row.id,
      source: row.source,
      sourceName: names.get(row.source) ?? null,
      name: row.name,
      bytes: row.bytes,
      modifiedAt: row.modified_at.toISOString(),
      state: row.state,
      reason: row.reason,
      detail: row.detail,
      // A person has settled what waited.
      waits: own.some(({ state }) => state === "previewed" || state === "refused") ? row.waits : [],
      seenAt: row.seen_at.toISOString(),
      takenAt: row.taken_at?.toISOString() ?? null,
      endedAt: row.ended_at?.toISOString() ?? null,
      imports: own,
      can: canOf({
        readAgain: refusalTo(viewer, "readAgain", row, own),
        setAside: refusalTo(viewer, "setAside", row, own),
      }),
    };
  });
}

/** Decides about a file that was refused or left; `stateConflict` once it is not any more. */
export async function decideFile(context: Context, id: number, decision: Decision): Promise<{ done: true }> {
  const viewer = requireViewer(context);
  await transact(context, async (tx) => {
    const row = await lockFile(tx, id);
    if (!row) throw new Refusal("notFound");
    enforce(refusalTo(viewer, decision, row, await listPickedUp(tx, [id])));
    await saveDecision(tx, id, decision);
    const after = { source: row.source, name: row.name, bytes: row.bytes };
    if (decision === "readAgain") tx.audit("pickup.again", id, { after });
    else tx.audit("pickup.setAside", id, { after });
    tx.emit("pickups:changed", {});
  });
  return { done: true };
}
