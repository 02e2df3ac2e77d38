/** What a holder has subscribed to: listed, begun, ended. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { reports } from "@portico/api/reports.ts";
import {
  frequenciesOf,
  maxSubscriptions,
  nextDue,
  periodBefore,
  type ReportFrequency,
} from "@portico/api/rules/report-subscriptions.ts";
import type { ReportKind } from "@portico/api/rules/reports.ts";
import type { Holder, Language } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { holderOf } from "../../../kernel/holder-of.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { type Tx, transact } from "../../../unit-of-work/transact.ts";
import { getUserNames } from "../../holders/holders.ts";
import { readGiven } from "../given.ts";
import { kinds, offeredKinds } from "../kinds/kinds.ts";
import { dropWaiting } from "./periods.queries.ts";
import {
  endSubscription,
  findSubscription,
  insertSubscription,
  type LastPeriod,
  listStanding,
  listSubscriptions,
  lockSubscriptions,
  type SubscriptionRecord,
} from "./subscriptions.queries.ts";

type Listed = Answer<(typeof reports)["listSubscriptions"]>;

export const recordedOf = ({
  id,
  kind,
  frequency,
  language,
}: Pick<SubscriptionRecord, "id" | "kind" | "frequency" | "language">) => ({
  subscription: id,
  kind,
  frequency,
  language,
});

/** What the holder has subscribed to, with who did and what became of the last period; newest first. */
export async function listHolderSubscriptions({ db }: Context, holder: Holder): Promise<Listed> {
  const rows = await listSubscriptions(db, holder);
  const names = await getUserNames(db, [
    ...new Set(rows.flatMap(({ made_by, ended_by }) => (ended_by === null ? [made_by] : [made_by, ended_by]))),
  ]);
  return {
    subscriptions: rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      frequency: row.frequency,
      language: row.language,
      madeBy: names.get(row.made_by) ?? "",
      madeAt: row.made_at.toISOString(),
      dueOn: row.due_on,
      last: row.last as (LastPeriod & NonNullable<Listed["subscriptions"][number]["last"]>) | null,
      endedAt: row.ended_at?.toISOString() ?? null,
      endedBy: row.ended_by === null ? null : (names.get(row.ended_by) ?? null),
      endedWhy: row.ended_why,
    })),
    offer: { kinds: [...offeredKinds] },
  };
}

interface Wanted {
  kind: ReportKind;
  frequency: ReportFrequency;
  language: Language;
}

/**
 * Subscribes from the present period on; what is subscribed to already is the same subscription. `badInput` for a kind that the
 * portal does not make or not so often; `noClientNumber` and `ledgerElsewhere` as when one is asked for.
 */
export async function subscribe(context: Context, holder: Holder, wanted: Wanted): Promise<{ id: number }> {
  const { userId } = requireViewer(context);
  const { today } = await readGiven(context, holder, wanted.kind);
  const fields = [
    ...(offeredKinds.includes(wanted.kind) ? [] : [{ path: "kind", code: "notAllowed" } as const]),
    ...(frequenciesOf(wanted.kind).includes(wanted.frequency)
      ? []
      : [{ path: "frequency", code: "notAllowed" } as const]),
    // Of a year that is over, so that nothing but the kind can be refused.
    ...(kinds[wanted.kind]?.refuse?.(holder, periodBefore("year", nextDue("year", today))) ?? []),
  ];
  if (fields.length > 0) throw new Refusal("badInput", { fields });
  return transact(context, async (tx) => {
    await lockSubscriptions(tx, holder);
    const standing = await listStanding(tx, holder);
    const known = standing.find(
      ({ kind, frequency, language }) =>
        kind === wanted.kind && frequency === wanted.frequency && language === wanted.language,
    );
    if (known) return { id: known.id };
    if (standing.length >= maxSubscriptions) throw new Refusal("tooManyRequests", { retryAfter: 3600 });
    const dueOn = nextDue(wanted.frequency, today);
    const id = await insertSubscription(tx, { holder, ...wanted, madeBy: userId, dueOn });
    tx.audit("report.subscribed", holder, { after: recordedOf({ id, ...wanted }) });
    tx.emit("reportSubscription", holder);
    return { id };
  });
}

/** Ends it, and drops what is being made for it; false if it has ended already. */
export async function end(
  tx: Tx,
  row: SubscriptionRecord,
  ended: { by: number | null; why: "asked" | "rights" | "closed" },
): Promise<boolean> {
  if (!(await endSubscription(tx, row.id, ended))) return false;
  await dropWaiting(tx, row.id);
  const holder = holderOf(row);
  tx.audit("report.unsubscribed", holder, { after: { ...recordedOf(row), why: ended.why } });
  tx.emit("reportSubscription", holder);
  return true;
}

/** By one of the holder's people. `notFound` if the holder has no such subscription; again, it changes nothing. */
export const unsubscribe = (context: Context, holder: Holder, id: number): Promise<{ done: true }> =>
  transact(context, async (tx) => {
    const row = await findSubscription(tx, id);
    if (!row || row.holder_type !== holder.holderType || row.holder_id !== holder.holderId)
      throw new Refusal("notFound");
    await end(tx, row, { by: requireViewer(context).userId, why: "asked" });
    return { done: true };
  });
