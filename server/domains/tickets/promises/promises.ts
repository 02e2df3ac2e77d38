/** Keeps the due times of tickets: with every change of theirs, and after a change of the settings. */
import type { SettingValue } from "@portico/api/settings/shapes.ts";
import { eachRow } from "../../../jobs/each-row.ts";
import type { Services } from "../../../kernel/context.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { type Tx, transact } from "../../../unit-of-work/transact.ts";
import { getSettings } from "../../settings/settings.ts";
import { type ClockRules, calculateClocks, clockSettings, createClockRules } from "./due-times.ts";
import { listOutdated, lockClockFacts, storeClocks } from "./promises.queries.ts";

/** The rules of the last call: a setting that nobody saved since is the same object. */
let lastRules: ClockRules | undefined;

/** The rules in force. */
export const readClockRules = async (db: Db): Promise<ClockRules> =>
  clockRulesOf(...(await getSettings(db, clockSettings)));

/** The rules of these settings. */
export function clockRulesOf(
  rules: SettingValue<"ticketRules">,
  { timeZone }: Pick<SettingValue<"portalRules">, "timeZone">,
): ClockRules {
  if (lastRules?.rules !== rules || lastRules.timeZone !== timeZone) lastRules = createClockRules(rules, timeZone);
  return lastRules;
}

/**
 * Calculates the due times of a ticket that the transaction has changed, and notes whose turn it is since when.
 * `by`: who of the firm answered, or finished it.
 */
export async function keepClocks(
  tx: Tx,
  id: number,
  { by, answered = false }: { by?: number; answered?: boolean } = {},
) {
  const facts = await lockClockFacts(tx, id);
  if (!facts) return;
  const { now, is_finished } = facts;
  const isRunning = facts.turns.length % 2 === 1;
  // What was asked before the ticket was opened has been waited for since then.
  const turned = (facts.turns.length === 0 && facts.waiting_since) || now;
  const turns = isRunning === (facts.waiting_since !== null) ? facts.turns : [...facts.turns, turned];
  const finished_at = is_finished ? (facts.finished_at ?? now) : null;
  // Who finishes a ticket has answered it.
  const isFirst = facts.first_answered_at === null && !facts.firm_wrote_first && (answered || is_finished);
  const kept = {
    ...facts,
    turns,
    finished_at,
    ...(isFirst && { first_answered_at: now, first_answered_by: by ?? null }),
  };
  const rules = await readClockRules(tx);
  await storeClocks(tx, id, kept, calculateClocks(kept, rules), rules.id);
}

const pageSize = 200;

/** Calculates the due times that other rules gave; finished tickets keep theirs. */
export async function recalculateClocks(
  services: Pick<Services, "db" | "events" | "log">,
): Promise<{ changed: number; failed: number }> {
  const { id: rules } = await readClockRules(services.db);
  const { done, failed } = await eachRow<number>(
    services.log,
    {
      list: (after) => listOutdated(services.db, rules, after ?? 0, pageSize),
      async work(id) {
        await transact(services, (tx) => keepClocks(tx, id));
        return true;
      },
      name: (id) => ({ ticket: id }),
    },
    "the due times of a ticket could not be calculated",
  );
  // Pages that show due times ask again.
  if (done > 0) await transact(services, async (tx) => tx.emit("setting:changed", { name: "ticketRules" }));
  return { changed: done, failed };
}
