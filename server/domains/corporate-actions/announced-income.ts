/** The announcement of income of an action that pays cash: clients see one list of what is to come, which the action feeds. */
import type { AnnouncedKind } from "@portico/api/rules/announcements.ts";
import type { ActionType } from "@portico/api/rules/corporate-actions.ts";
import type { Tx } from "../../unit-of-work/transact.ts";
import { endAnnouncement, stateAnnouncement } from "../announcements/external.ts";
import { emitPortfolios } from "../portfolios/change-events.ts";
import { recordNames } from "../portfolios/ledger/market-changes.ts";
import { type ActionRecord, linkAnnouncement } from "./actions.queries.ts";

/** What pays money for units that stay. */
const kindOf: Partial<Record<ActionType, AnnouncedKind>> = {
  cashDividend: "dividend",
  choiceDividend: "dividend",
  returnOfCapital: "returnOfCapital",
};

/**
 * An announcement that a file brought of the same instrument, ex-day and kind is the action's: it stays, or is corrected. One that the
 * action brought for other days is withdrawn.
 */
export async function stateIncome(tx: Tx, action: ActionRecord, userId: number): Promise<void> {
  const kind = kindOf[action.type];
  const { cash } = action.terms;
  const before = action.announcementId;
  if (!kind || !cash) return;
  const { instrumentId, exDay, recordDay, payDay } = action;
  const row = { instrumentId, kind, exDay, recordDay, payDay, currency: cash.currency, amount: cash.perUnit };
  const { id, wasThere } = await stateAnnouncement(tx, row);
  if (before !== null && before !== id && action.ownsAnnouncement)
    await endAnnouncement(tx, before, { userId, reason: action.source });
  await linkAnnouncement(tx, action.id, id, before === null ? !wasThere : action.ownsAnnouncement);
  await tellPortfolios(tx, instrumentId);
}

/** What is cancelled is not paid: the announcement is withdrawn, whoever brought it. */
export async function dropIncome(
  tx: Tx,
  { announcementId, instrumentId }: ActionRecord,
  by: { userId: number; reason: string },
): Promise<void> {
  if (announcementId === null) return;
  await endAnnouncement(tx, announcementId, by);
  await tellPortfolios(tx, instrumentId);
}

async function tellPortfolios(tx: Tx, instrumentId: number): Promise<void> {
  tx.emit("announcements:changed", {});
  emitPortfolios(tx, await recordNames(tx, [instrumentId]));
}
