/** Tells clients of falls by 10 %, and their advisers: at each close of the firm's business days, and when prices come later. */
import type { Holder } from "@portico/api/shapes.ts";
import { systemContext } from "../../../jobs/system-context.ts";
import type { Services } from "../../../kernel/context.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { type Tx, transact } from "../../../unit-of-work/transact.ts";
import { getHolder } from "../../holders/holders.ts";
import { readKnowledgeNow } from "../../market-data/knowledge.ts";
import { getInstruments } from "../../market-data/market-data.ts";
import { getCustody, usesOwnLedger } from "../../portfolios/custody.ts";
import { getSettings } from "../../settings/settings.ts";
import { firmCalendar } from "./business-days.ts";
import type { UnknownDay } from "./closed-days.ts";
import type { Compared } from "./compare.ts";
import { insertNotice, listToCheck, type NewNotice, storeCheck } from "./falls.queries.ts";

/** What the look that is due now is about; null if none is. */
async function readRound({ db, now }: Services) {
  const [{ hours }, { timeZone }] = await getSettings(db, ["ticketRules", "portalRules"]);
  const closed = firmCalendar(hours, timeZone).closedAt(now());
  return closed && { ...closed, hours, timeZone };
}

/** Holders for whom the look of now was not made yet, after the given one. */
export async function listDue(services: Services, after?: Holder): Promise<Holder[]> {
  const round = await readRound(services);
  return round ? listToCheck(services.db, { round: round.round, after, limit: 500 }) : [];
}

async function tell(tx: Tx, holder: Holder, notice: NewNotice): Promise<void> {
  const id = await insertNotice(tx, holder, notice);
  if (id === undefined) return;
  const { threshold, reached, due, base, value, currency, instrumentId } = notice;
  const instrument =
    instrumentId === null ? null : ((await getInstruments(tx, [instrumentId])).get(instrumentId)?.name ?? null);
  tx.audit("fall.told", holder, {
    after: { notice: id, threshold, reached, due, base, value, currency, ...(instrument !== null && { instrument }) },
  });
  const params = {
    percent: threshold,
    asked: String(threshold),
    day: reached,
    account: instrument ?? "",
    what: instrument === null ? "portfolio" : "instrument",
  };
  await tx.notify(holder, { type: "fall_notice", params, target_id: id });
  const { name } = await getHolder(tx, holder);
  await tx.notifyStaff(holder, {
    type: "client_fall",
    params: { name, percent: String(threshold), day: reached, about: instrument ?? "" },
    created_by: null,
  });
  tx.emit("fallNotice", holder);
}

/** Names what is missing to the adviser, unless the look before found the same. */
async function tellUnknown(tx: Tx, holder: Holder, unknown: readonly UnknownDay[], former: readonly UnknownDay[]) {
  const seen = new Set(former.flatMap(({ missing }) => missing));
  const fresh = [...new Set(unknown.flatMap(({ missing }) => missing))].filter((one) => !seen.has(one));
  if (fresh.length === 0) return;
  const { name } = await getHolder(tx, holder);
  const about = fresh.slice(0, 5).join(", ");
  await tx.notifyStaff(holder, { type: "client_fall_unknown", params: { name, about }, created_by: null });
}

/** Looks at one holder, if that is due, and tells what was reached. Safe to repeat: a threshold is told once. */
export async function checkHolder(services: Services, holder: Holder): Promise<void> {
  const round = await readRound(services);
  if (!round) return;
  const { closed, hours, timeZone } = round;
  const context = systemContext(services, "falls");
  const found = await compareInWorker(services, holder, { closed, hours, timeZone });
  await transact(context, async (tx) => {
    const { compared, failure } = found;
    const former = await storeCheck(tx, holder, { closed, round: round.round, unknown: compared.unknown, failure });
    for (const notice of compared.notices) await tell(tx, holder, notice);
    await tellUnknown(tx, holder, compared.unknown, former);
    tx.emit("fallNotice", holder);
  });
}

type Round = NonNullable<Awaited<ReturnType<typeof readRound>>>;

async function compareInWorker(
  services: Services,
  holder: Holder,
  round: Omit<Round, "round">,
): Promise<{ compared: Compared; failure: string | null }> {
  const { db, config, now, workers } = services;
  const nothing: Compared = { notices: [], unknown: [] };
  try {
    const { account } = await getCustody(db, holder, now());
    if (!(await usesOwnLedger(db, config, holder))) return { compared: nothing, failure: "ledgerElsewhere" };
    const known = await readKnowledgeNow(db);
    const asked = { account, known, ...round };
    return {
      compared: await workers.run("fallCheck", asked, { holder: `${holder.holderType}/${holder.holderId}` }),
      failure: null,
    };
  } catch (error) {
    if (error instanceof Refusal && error.code === "noClientNumber") return { compared: nothing, failure: error.code };
    throw error;
  }
}
