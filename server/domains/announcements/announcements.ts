/** Announcements of income by files of staff: their list, and withdrawals. */
import { announcements as calls } from "@portico/api/announcements.ts";
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { readPage } from "../../kernel/cursor.ts";
import { canOf, staffVerdict } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { getUserNames } from "../holders/holders.ts";
import { emitPortfolios } from "../portfolios/change-events.ts";
import { recordNames } from "../portfolios/ledger/market-changes.ts";
import { endAsWithdrawn, findAnnouncement, listRecords, lockAnnouncements } from "./announcements.queries.ts";

/** The latest day of payment first. */
export async function listAnnouncements(
  context: Context,
  { cursor, limit }: Parsed<typeof calls.list>["query"],
): Promise<Answer<typeof calls.list>> {
  const { db } = context;
  const { rows, nextCursor } = await readPage(
    { cursor, limit, order: "payDay" },
    (start) => listRecords(db, start),
    (row) => [row.payDay, row.id],
  );
  const names = await getUserNames(db, [...new Set(rows.flatMap(({ withdrawnBy }) => withdrawnBy ?? []))]);
  const verdict = staffVerdict(requireViewer(context), calls.withdraw);
  return {
    announcements: rows.map(({ isin, recordedAt, endedBy, endedAt, withdrawnBy, ...row }) => ({
      id: row.id,
      kind: row.kind,
      isin: isin ?? "",
      name: row.name,
      exDay: row.exDay,
      recordDay: row.recordDay,
      payDay: row.payDay,
      currency: row.currency,
      amount: row.amount,
      fileName: row.fileName,
      reason: row.reason,
      state: endedBy ?? "stands",
      recorded_at: recordedAt.toISOString(),
      ended_at: endedAt?.toISOString() ?? null,
      withdrawn_by: withdrawnBy === null ? null : (names.get(withdrawnBy) ?? String(withdrawnBy)),
      can: canOf({ withdraw: verdict ?? (endedBy === null ? null : "stateConflict") }),
    })),
    nextCursor,
  };
}

/** Withdraws an announcement that stands; `stateConflict` for one that was corrected. Doing it twice is no error. */
export async function withdrawAnnouncement(context: Context, id: number, reason: string): Promise<{ done: true }> {
  const { userId } = requireViewer(context);
  await transact(context, async (tx) => {
    await lockAnnouncements(tx);
    const record = await findAnnouncement(tx, id);
    if (!record) throw new Refusal("notFound");
    if (!(await endAsWithdrawn(tx, id, { userId, reason }))) {
      if (record.endedBy === "withdrawn") return;
      throw new Refusal("stateConflict");
    }
    const { name, kind, exDay, payDay, currency, amount, instrumentId } = record;
    tx.audit("announcement.withdrawn", id, {
      before: { instrument: name, kind, exDay, payDay, currency, amount },
      after: { reason },
    });
    tx.emit("announcements:changed", {});
    emitPortfolios(tx, await recordNames(tx, [instrumentId]));
  });
  return { done: true };
}
