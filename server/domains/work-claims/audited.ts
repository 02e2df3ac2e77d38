/** What the audit log records of who works on what. */
import type { Holder } from "@portico/api/shapes.ts";
import type { ClaimedKind } from "@portico/api/work-claims/kinds.ts";
import type { Tx } from "../../unit-of-work/transact.ts";

interface Claimed {
  kind: ClaimedKind;
  itemId: number;
  holder: Holder;
}

/** Work of screening is recorded about the candidate: what is recorded about a client is in their archive. */
export function auditClaimed(tx: Tx, { kind, itemId, holder }: Claimed): void {
  if (kind === "screening") tx.audit("screening.claimed", itemId, {});
  else tx.audit("work.claimed", holder, { after: { kind, item: itemId } });
}

export function auditReleased(tx: Tx, { kind, itemId, holder }: Claimed): void {
  if (kind === "screening") tx.audit("screening.released", itemId, {});
  else tx.audit("work.released", holder, { before: { kind, item: itemId } });
}

export function auditGiven(
  tx: Tx,
  { kind, itemId, holder }: Claimed,
  { from, to }: { from: number | null; to: number | null },
): void {
  const before = { staffId: from };
  if (kind === "screening") tx.audit("screening.given", itemId, { before, after: { staffId: to } });
  else tx.audit("work.given", holder, { before, after: { kind, item: itemId, staffId: to } });
}
