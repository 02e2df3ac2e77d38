/** What instruments cost by themselves, as staff state it one by one. Nothing that was stated is changed or deleted. */
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import type { reports as calls } from "@portico/api/reports.ts";
import { reports } from "@portico/api/reports.ts";
import { ownCostFields } from "@portico/api/rules/own-costs.ts";
import { Decimal } from "decimal.js";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { canOf, staffVerdict } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Trx } from "../../../kernel/transaction.ts";
import { type Tx, transact } from "../../../unit-of-work/transact.ts";
import { getUserNames } from "../../holders/holders.ts";
import {
  findCounting,
  findInstrument,
  insertCosts,
  listCosts,
  lockInstruments,
  type Percentages,
  type StatedCost,
} from "./own-costs.queries.ts";

type Listed = Answer<(typeof calls)["listOwnCosts"]>;

export const samePercentages = (one: Percentages, other: Percentages): boolean =>
  ownCostFields.every((field) => new Decimal(one[field]).eq(other[field]));

/** What the audit log says of what counts from a day on. */
export const auditedCost = (
  { instrumentId: _id, ...cost }: StatedCost,
  { name, isin }: { name: string; isin: string | null },
) => ({
  name,
  isin,
  from: cost.from,
  ongoing: cost.ongoing,
  transactions: cost.transactions,
  incidental: cost.incidental,
  oneOff: cost.oneOff,
  thirdParties: cost.thirdParties,
});

/** Everything that was ever stated of the instrument. `notFound` for an unknown one. */
export async function listOwnCosts(context: Context, id: number): Promise<Listed> {
  const { db } = context;
  if (!(await findInstrument(db, id))) throw new Refusal("notFound");
  const costs = await listCosts(db, id);
  const names = await getUserNames(db, [...new Set(costs.map(({ recordedBy }) => recordedBy))]);
  const days = new Set<string>();
  return {
    costs: costs.map(({ instrumentId: _instrument, recordedAt, recordedBy, ...cost }) => {
      const isLast = !days.has(cost.from);
      days.add(cost.from);
      return {
        ...cost,
        counts: isLast && !cost.withdrawn,
        recordedAt: recordedAt.toISOString(),
        recordedBy: names.get(recordedBy) ?? String(recordedBy),
      };
    }),
    can: canOf({ edit: staffVerdict(requireViewer(context), reports.saveOwnCosts) }),
  };
}

async function lockOne(tx: Tx, id: number) {
  const [instrument] = await lockInstruments(tx, [id]);
  if (!instrument) throw new Refusal("notFound");
  return instrument;
}

/** States costs from a day on. `stateConflict` if what counts of the day is not what the caller saw; the same again changes nothing. */
export async function saveOwnCosts(
  context: Context,
  id: number,
  { before, ...stated }: Parsed<(typeof calls)["saveOwnCosts"]>["body"],
): Promise<Listed> {
  const { userId } = requireViewer(context);
  await transact(context, async (tx) => {
    const instrument = await lockOne(tx, id);
    const counting = (await findCounting(tx, [id])).find(({ from }) => from === stated.from);
    if (counting && samePercentages(counting, stated)) return;
    if ((counting?.id ?? null) !== before) throw new Refusal("stateConflict");
    const cost = { instrumentId: id, ...stated };
    await insertCosts(tx, [cost], { userId });
    tx.audit("instrument.costsSaved", id, {
      ...(counting && { before: auditedCost(counting, instrument) }),
      after: { ...auditedCost(cost, instrument), fileName: null },
    });
  });
  return listOwnCosts(context, id);
}

/** Takes back what counts of a day. `stateConflict` if it does not count; withdrawn already, it changes nothing. */
export async function withdrawOwnCosts(
  context: Context,
  { id, costId }: Parsed<(typeof calls)["withdrawOwnCosts"]>["params"],
): Promise<Listed> {
  const { userId } = requireViewer(context);
  await transact(context, async (tx) => {
    const instrument = await lockOne(tx, id);
    const costs = await listCosts(tx, id);
    const asked = costs.find((cost) => cost.id === costId);
    if (!asked) throw new Refusal("notFound");
    const last = costs.find(({ from }) => from === asked.from);
    if (last?.withdrawn) return;
    if (last?.id !== costId) throw new Refusal("stateConflict");
    await insertCosts(tx, [asked], { withdrawn: true, userId });
    tx.audit("instrument.costsWithdrawn", id, { before: auditedCost(asked, instrument) });
  });
  return listOwnCosts(context, id);
}

/** States costs without asking what counts: for the demo. */
export const recordOwnCosts = (trx: Trx, costs: readonly StatedCost[], userId: number): Promise<void> =>
  insertCosts(trx, costs, { userId });
