/** What concerns a holder's data by law: holds, archives and erasures, for staff. */
import { type DataArchive, type DataErasure, dataRights, type LegalHold } from "@portico/api/data-rights.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { canOf } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { refusalToDecide } from "../holders/holders.policy.ts";
import { findKept, getUserNames } from "../holders/holders.ts";
import { firmDay } from "../settings/firm-day.ts";
import { type ArchiveRow, listArchives } from "./archives/archives.queries.ts";
import { refusalToArchive, refusalToErase, refusalToHold, refusalToLift } from "./data-rights.policy.ts";
import { type ErasureRow, listErasures } from "./erasures/erasures.queries.ts";
import { peopleOf, presentHold } from "./holds/all-holds.ts";
import { type HoldRow, listHolds } from "./holds/holds.queries.ts";

/** Everything about the holder, the newest first; `notFound` without one. */
export async function readDataRights(context: Context, holder: Holder): Promise<Answer<(typeof dataRights)["get"]>> {
  const { db, now } = context;
  const viewer = requireViewer(context);
  const [kept, holds, archiveRows, erasureRows, { today }] = await Promise.all([
    findKept(db, holder),
    listHolds(db, holder),
    listArchives(db, holder),
    listErasures(db, holder),
    firmDay(db, now()),
  ]);
  if (!kept) throw new Refusal("notFound");
  const names = await getUserNames(db, [...new Set([...holds, ...archiveRows, ...erasureRows].flatMap(peopleOf))]);
  const person = (id: number | null) => (id === null ? null : { id, name: names.get(id) ?? "" });
  const toHold = (row: HoldRow): LegalHold => ({
    ...presentHold(row, { names, today }),
    can: canOf({ lift: refusalToLift(viewer, holder, row) }),
  });
  const toArchive = (row: ArchiveRow): DataArchive => ({
    id: row.id,
    reason: row.reason,
    state: row.state as DataArchive["state"],
    askedAt: row.asked_at.toISOString(),
    askedBy: { id: row.asked_by, name: names.get(row.asked_by) ?? "" },
    confirmedBy: person(row.confirmed_by),
    madeAt: row.made_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
    size: row.size,
    contents: row.contents as DataArchive["contents"],
    can: canOf({
      download:
        refusalToDecide(viewer, dataRights.downloadArchive, holder) ??
        (row.state === "ready" && row.expires_at !== null && row.expires_at > now() ? null : "notFound"),
    }),
  });
  const toErasure = (row: ErasureRow): DataErasure => ({
    id: row.id,
    classes: row.classes as DataErasure["classes"],
    askedOn: row.asked_on,
    reason: row.reason,
    state: row.state as DataErasure["state"],
    askedAt: row.asked_at.toISOString(),
    askedBy: { id: row.asked_by, name: names.get(row.asked_by) ?? "" },
    confirmedBy: person(row.confirmed_by),
    endedAt: row.ended_at?.toISOString() ?? null,
    outcome: row.outcome as DataErasure["outcome"],
    refusal: row.refusal as DataErasure["refusal"],
  });
  return {
    held: kept.held,
    holds: holds.map(toHold),
    archives: archiveRows.map(toArchive),
    erasures: erasureRows.map(toErasure),
    can: canOf({
      hold: refusalToHold(viewer, holder, kept),
      archive: refusalToArchive(viewer, holder, kept),
      erase: refusalToErase(viewer, holder, kept),
    }),
  };
}
