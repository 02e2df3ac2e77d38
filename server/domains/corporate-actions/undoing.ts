/** The reversal of what an action booked for a holder, and what stands in its way. */
import { hash } from "node:crypto";
import type { Holder } from "@portico/api/shapes.ts";
import { Decimal, zero } from "@portico/ledger/decimal.ts";
import type { Db } from "../../kernel/transaction.ts";
import { listActiveEntries, listOfAction } from "../portfolios/ledger/action-entries.ts";
import type { NewEntry } from "../portfolios/ledger/entries.ts";
import { previewEntries } from "../portfolios/ledger/writer.ts";
import { type BookedAction, idsOfAction } from "./outcome.ts";
import type { Calculated } from "./shares.queries.ts";

/** One reversal for each entry of the application that is in force, the last first. */
export async function listReversals(db: Db, holder: Holder, action: BookedAction): Promise<NewEntry[]> {
  const start = `${idsOfAction(action)}${action.application}:`;
  return (await listOfAction(db, holder, start)).map(({ externalId, day, currency }) => {
    const entry = { kind: "reversal" as const, day, currency, amount: "0", reversesExternalId: externalId };
    return {
      ...entry,
      externalId: `${externalId}:undone`,
      fingerprint: hash("sha256", JSON.stringify(entry), "hex"),
    };
  });
}

/** The entry that would have no units once the action's entries are gone: a sale or transfer, by day and quantity. */
async function findInTheWay(db: Db, holder: Holder, action: BookedAction): Promise<string | null> {
  const gone = new Set(
    (await listOfAction(db, holder, `${idsOfAction(action)}${action.application}:`)).map(({ id }) => id),
  );
  const instrumentIds = [action.instrumentId, ...(action.terms.target === null ? [] : [action.terms.target])];
  const held = new Map<number, Decimal>();
  for (const entry of await listActiveEntries(db, holder, { from: "0001-01-01", to: "9999-12-31", instrumentIds })) {
    if (gone.has(entry.id)) continue;
    const { instrumentId = 0, counter } = entry;
    const sides = [
      [instrumentId, entry.quantity],
      [counter?.instrumentId ?? 0, counter?.quantity],
    ] as const;
    for (const [id, change] of sides) {
      if (change === undefined) continue;
      const left = (held.get(id) ?? zero).plus(change);
      held.set(id, left);
      if (left.isNegative() && !left.isZero()) return `${entry.kind} ${entry.day} ${change}`;
    }
  }
  return null;
}

/** Whether everything of the holder's can be reversed; the writer says so. */
export async function calculateReversal(
  db: Db,
  holder: Holder,
  action: BookedAction,
): Promise<Calculated & { made: NewEntry[] }> {
  const made = await listReversals(db, holder, action);
  if (made.length === 0) return { state: "nothing", reason: null, detail: null, made };
  const { refusals } = await previewEntries(db, holder, made);
  const [refusal] = refusals;
  if (!refusal) return { state: "ready", reason: null, detail: null, made };
  const sale = await findInTheWay(db, holder, action);
  const detail = sale ?? [refusal.code, refusal.detail].filter((part) => part !== null).join(": ");
  return { state: "refused", reason: sale === null ? "entryRefused" : "soldSince", detail, made };
}
