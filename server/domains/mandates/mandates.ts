/** The category and mandate of a client: recorded from a day on, never changed. */
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import type { mandates as calls, Mandate } from "@portico/api/mandates.ts";
import type { ClientCategory } from "@portico/api/rules/mandates.ts";
import { mandateFaults } from "@portico/api/rules/mandates.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { canOf, enforce } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Db } from "../../kernel/transaction.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import { getHolder, getUserNames } from "../holders/holders.ts";
import { firmDay } from "../settings/firm-day.ts";
import { refusalToRecord } from "./mandates.policy.ts";
import {
  type BenchmarkName,
  insertMandate,
  listBenchmarkNames,
  listHistory,
  listStanding,
  lockMandate,
  type NewMandate,
  type StoredMandate,
} from "./mandates.queries.ts";

export { listBenchmarkNames, listStanding, type StoredMandate } from "./mandates.queries.ts";

/** What holds where nothing was recorded. */
const unsaid: Omit<StoredMandate, "id" | "from"> = {
  category: "retail",
  service: "execution",
  leverage: false,
  benchmark: null,
  frequency: null,
  singleConfirmations: false,
};

export type StandingMandate = Omit<StoredMandate, "id" | "from"> & {
  /** The day from which it holds; null if nothing was recorded. */
  from: string | null;
};

/** What holds on a day, as far as was known at a time (ISO 8601; without one, now): retail and execution only unless said. */
export async function readMandate(
  db: Db,
  holder: Holder,
  { day, knownAt }: { day: string; knownAt?: string | undefined },
): Promise<StandingMandate> {
  const [standing] = await listStanding(db, holder, { day, knownAt });
  if (!standing) return { ...unsaid, from: null };
  const { id: _id, ...mandate } = standing;
  return mandate;
}

const named = (benchmarks: ReadonlyMap<number, BenchmarkName>, id: number | null): Mandate["benchmark"] => {
  const found = id === null ? undefined : benchmarks.get(id);
  return found ? { id: found.id, name: found.name } : null;
};
const benchmarkMap = async (db: Db): Promise<Map<number, BenchmarkName>> =>
  new Map((await listBenchmarkNames(db)).map((one) => [one.id, one]));

/** The mandate of today. */
export async function getMandate({ db, now }: Context, holder: Holder): Promise<Answer<typeof calls.get>> {
  const { today } = await firmDay(db, now());
  const { benchmark, ...mandate } = await readMandate(db, holder, { day: today });
  return { ...mandate, benchmark: named(await benchmarkMap(db), benchmark) };
}

/** All that was recorded, and what can be recorded. */
export async function listMandateRecords(context: Context, holder: Holder): Promise<Answer<typeof calls.listRecords>> {
  const { db } = context;
  await getHolder(db, holder);
  const rows = await listHistory(db, holder);
  const benchmarks = await benchmarkMap(db);
  const names = await getUserNames(db, [...new Set(rows.flatMap(({ recordedBy }) => recordedBy ?? []))]);
  return {
    records: rows.map(({ benchmark, recordedAt, recordedBy, ...row }) => ({
      ...row,
      benchmark: named(benchmarks, benchmark),
      recordedAt: recordedAt.toISOString(),
      recordedBy: recordedBy === null ? null : (names.get(recordedBy) ?? String(recordedBy)),
    })),
    benchmarks: [...benchmarks.values()].filter(({ ended }) => !ended).map(({ id, name }) => ({ id, name })),
    last: rows.reduce<number | null>((last, { id }) => (last === null || id > last ? id : last), null),
    can: canOf({ record: refusalToRecord(requireViewer(context), holder) }),
  };
}

export const auditedMandate = (record: number | null, { from, ...mandate }: Omit<StoredMandate, "id">) => ({
  ...(record !== null && { record }),
  day: from,
  category: mandate.category,
  service: mandate.service,
  leverage: mandate.leverage,
  benchmark: mandate.benchmark,
  frequency: mandate.frequency,
  singleConfirmations: mandate.singleConfirmations,
});

/** Stores a record under the holder's lock, with what held on its day before. */
export async function recordMandate(
  tx: Tx,
  holder: Holder,
  mandate: NewMandate,
  { fileName }: { fileName?: string } = {},
): Promise<number> {
  const [before] = await listStanding(tx, holder, { day: mandate.from });
  const id = await insertMandate(tx, holder, mandate);
  tx.audit("mandate.recorded", holder, {
    ...(before && { before: auditedMandate(before.id, before) }),
    after: {
      ...auditedMandate(id, mandate),
      ...(mandate.reason !== null && { reason: mandate.reason }),
      ...(fileName !== undefined && { fileName }),
    },
  });
  // Article 45: who is categorised anew is told, and may ask for another category.
  if (changesCategory(before, mandate.category))
    await tx.notify(holder, {
      type: "category_changed",
      params: { category: mandate.category, day: mandate.from },
      created_by: mandate.recordedBy,
    });
  tx.emit("mandate", holder);
  return id;
}

/** Whether the category is another one than on the day and without this record. */
export const changesCategory = (before: { category: ClientCategory } | undefined, category: ClientCategory): boolean =>
  (before?.category ?? unsaid.category) !== category;

/**
 * Records what holds from a day on. `badInput` for what contradicts the service, for an unknown benchmark, and for a change of category
 * without a reason; `stateConflict` if something was recorded meanwhile.
 */
export const recordByStaff = (
  context: Context,
  holder: Holder,
  { last, reason, ...stated }: Parsed<typeof calls.record>["body"],
): Promise<{ id: number }> =>
  transact(context, async (tx) => {
    const viewer = requireViewer(context);
    await getHolder(tx, holder);
    enforce(refusalToRecord(viewer, holder));
    await lockMandate(tx, holder);
    const history = await listHistory(tx, holder);
    if (history.some(({ id }) => id > (last ?? 0))) throw new Refusal("stateConflict");
    const [before] = await listStanding(tx, holder, { day: stated.from });
    const benchmark = stated.benchmark === null ? undefined : (await benchmarkMap(tx)).get(stated.benchmark);
    const fields = [
      ...mandateFaults(stated),
      ...(stated.benchmark !== null && (!benchmark || (benchmark.ended && before?.benchmark !== benchmark.id))
        ? [{ path: "benchmark", code: "notAllowed" } as const]
        : []),
      ...(reason === null && changesCategory(before, stated.category)
        ? [{ path: "reason", code: "required" } as const]
        : []),
    ];
    if (fields.length > 0) throw new Refusal("badInput", { fields });
    return { id: await recordMandate(tx, holder, { ...stated, reason, recordedBy: viewer.userId }) };
  });

/** Takes a record back; doing it twice is one. `stateConflict` for one that another record of its day has replaced. */
export const withdrawMandate = (
  context: Context,
  holder: Holder,
  { recordId, reason }: { recordId: number; reason: string },
): Promise<{ done: true }> =>
  transact(context, async (tx) => {
    const viewer = requireViewer(context);
    await getHolder(tx, holder);
    enforce(refusalToRecord(viewer, holder));
    await lockMandate(tx, holder);
    const history = await listHistory(tx, holder);
    const record = history.find(({ id }) => id === recordId);
    if (!record || record.withdrawn) throw new Refusal("notFound");
    if (!record.counts) {
      const [newest] = history.filter(({ from }) => from === record.from).toSorted((one, other) => other.id - one.id);
      const former = history.filter(({ from, id }) => from === record.from && id < (newest?.id ?? 0));
      if (newest?.withdrawn && former.every(({ id }) => id <= recordId)) return { done: true };
      throw new Refusal("stateConflict");
    }
    const { id, recordedAt: _at, counts: _counts, withdrawn: _withdrawn, ...mandate } = record;
    await insertMandate(tx, holder, { ...mandate, withdrawn: true, reason, recordedBy: viewer.userId });
    tx.audit("mandate.withdrawn", holder, { before: auditedMandate(id, mandate), after: { reason } });
    tx.emit("mandate", holder);
    return { done: true };
  });
