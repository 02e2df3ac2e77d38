/** What corporate actions read of ledgers: entries beside which they book, units, and costs. */
import { addDays } from "@portico/api/rules/calendar.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { readKnowledgeNow } from "../../market-data/knowledge.ts";
import { listPositions } from "./holdings.queries.ts";
import { findKnowledge } from "./knowledge.queries.ts";
import { readKnownState } from "./known-state.ts";

export {
  listActionEntries,
  listEntriesAbout,
  listOfAction,
  type SourcedEntry,
} from "./action-entries.queries.ts";
export { listActiveEntries, ofFlex } from "./entries.queries.ts";
export { lockHead } from "./holdings.queries.ts";

/** Units that a holder has now; "0" for none. */
export async function getUnits(db: Db, holder: Holder, instrumentId: number): Promise<string> {
  const [held] = await listPositions(db, holder, [instrumentId]);
  return held?.quantity ?? "0";
}

/** Cost of a position at the close before a day, in the instrument's currency; null if unknown, or if nothing was held. */
export async function readCostBefore(
  db: Db,
  account: Holder & { baseCurrency: string },
  { instrumentId, day }: { instrumentId: number; day: string },
): Promise<string | null> {
  const knowledge = await findKnowledge(db, account, await readKnowledgeNow(db));
  const state = await readKnownState(db, account, { day: addDays(day, -1), knowledge });
  return state.positions[instrumentId]?.cost ?? null;
}
