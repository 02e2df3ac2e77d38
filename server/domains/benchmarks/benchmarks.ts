/** Benchmarks as staff make them: of an instrument, a series of values, or a blend of these. */
import { type BenchmarkContent, type BenchmarkRow, benchmarks as calls } from "@portico/api/benchmarks.ts";
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import type { FieldError } from "@portico/api/errors.ts";
import { isWhole } from "@portico/ledger/benchmarks.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { canOf, staffVerdict } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Trx } from "../../kernel/transaction.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import { getInstruments } from "../market-data/market-data.ts";
import { describeDefinition, readDefinitions } from "../portfolios/benchmarks/definitions.ts";
import { listAssignments } from "./assignments.ts";
import {
  findStanding,
  findWritten,
  insertBenchmark,
  listBlends,
  listEndedParts,
  listStandings,
  lockBenchmark,
  lockParts,
  replaceParts,
  type StandingRecord,
  setEnded,
  updateBenchmark,
} from "./benchmarks.queries.ts";
import { countDays } from "./series/values.queries.ts";

const refuse = (...fields: FieldError[]) => new Refusal("badInput", { fields });

async function toRows(context: Context, standings: readonly StandingRecord[]): Promise<BenchmarkRow[]> {
  const definitions = await readDefinitions(
    context.db,
    standings.map(({ id }) => id),
  );
  const described = new Map(definitions.map((one) => [one.id, describeDefinition(one)]));
  return standings.flatMap(({ id, from, to, assigned, ended }) => {
    const of = described.get(id);
    return of ? [{ ...of, from, to, assigned, ended }] : [];
  });
}

/** Every benchmark by its English name, those that ended last. */
export async function listBenchmarks(context: Context): Promise<Answer<typeof calls.list>> {
  const create = staffVerdict(requireViewer(context), calls.create);
  return { benchmarks: await toRows(context, await listStandings(context.db)), can: canOf({ create }) };
}

/** A benchmark for staff; `notFound` for an unknown one. */
export async function openBenchmark(context: Context, id: number): Promise<Answer<typeof calls.open>> {
  const { db } = context;
  const viewer = requireViewer(context);
  const standing = await findStanding(db, id);
  const [definition] = standing ? await readDefinitions(db, [id]) : [];
  const [row] = standing ? await toRows(context, [standing]) : [];
  if (!standing || !definition || !row) throw new Refusal("notFound");
  const { instrumentId } = definition;
  const instrument = instrumentId === null ? undefined : (await getInstruments(db, [instrumentId])).get(instrumentId);
  const endedParts = await listEndedParts(db, id);
  const blends = await listBlends(db, id);
  return {
    ...row,
    instrument: instrument ? { id: instrument.id, name: instrument.name, isin: instrument.isin } : null,
    ...(await findWritten(db, id)),
    part_ids: definition.parts.map((part) => ({ id: part.id, ended: endedParts.includes(part.id) })),
    part_of: blends.map(({ id: blend, name }) => ({ id: blend, name })),
    days: row.kind === "series" ? await countDays(db, id) : 0,
    assignments: await listAssignments(context, id),
    saved_at: standing.saved_at.toISOString(),
    can: canOf({
      edit: staffVerdict(viewer, calls.save) ?? (row.ended ? "stateConflict" : null),
      end: staffVerdict(viewer, calls.end) ?? (row.ended || blends.some(({ ended }) => !ended) ? "inUse" : null),
      restore: staffVerdict(viewer, calls.restore) ?? (!row.ended || endedParts.length > 0 ? "inUse" : null),
      assign: staffVerdict(viewer, calls.assign) ?? (row.ended ? "stateConflict" : null),
      upload: staffVerdict(viewer, calls.previewValues) ?? (row.kind === "series" ? null : "stateConflict"),
    }),
  };
}

/** The currency of what is written: an instrument's is its own. `badInput` for an unknown instrument. */
async function readCurrency(trx: Trx, content: BenchmarkContent, path: string): Promise<string> {
  if (content.kind !== "instrument") return content.currency;
  const instrument = (await getInstruments(trx, [content.instrument_id])).get(content.instrument_id);
  if (!instrument) throw refuse({ path: `${path}instrument_id`, code: "unknownInstrument" });
  return instrument.currency;
}

/**
 * Refuses parts that do not sum to exactly 100 % (`notHundred`), are named twice, do not exist, have ended, or are blends
 * themselves, such as the one that is written.
 */
async function checkParts(trx: Trx, content: BenchmarkContent, path: string): Promise<void> {
  if (content.kind !== "blend") return;
  const { parts } = content;
  if (!isWhole(parts.map(({ percent }) => percent))) throw refuse({ path: `${path}parts`, code: "notHundred" });
  const ids = parts.map((part) => part.benchmark_id);
  const known = await lockParts(trx, ids);
  const faults = ids.flatMap((id, place): FieldError[] => {
    const part = known.get(id);
    const at = `${path}parts.${place}.benchmark_id`;
    if (ids.indexOf(id) < place) return [{ path: at, code: "twice" }];
    return part && part.kind !== "blend" && !part.ended ? [] : [{ path: at, code: "notAllowed" }];
  });
  if (faults.length > 0) throw refuse(...faults);
}

const changed = (tx: Tx) => tx.emit("benchmarks:changed", {});

/** Adds a benchmark. `badInput` as of `checkParts` and for an unknown instrument. */
export const createBenchmark = (context: Context, content: BenchmarkContent): Promise<{ id: number }> =>
  transact(context, async (tx) => {
    const { userId } = requireViewer(context);
    const currency = await readCurrency(tx, content, "");
    await checkParts(tx, content, "");
    const id = await insertBenchmark(tx, content, { currency, userId });
    if (content.kind === "blend") await replaceParts(tx, id, content.parts);
    tx.audit("benchmark.created", id, { after: content });
    changed(tx);
    return { id };
  });

/**
 * Changes a benchmark for all days. `badInput` for another kind or instrument, `inUse` for another currency of a series with
 * values, `stateConflict` if it was saved since or has ended.
 */
export const saveBenchmark = (
  context: Context,
  id: number,
  { content, since }: Parsed<typeof calls.save>["body"],
): Promise<{ done: true }> =>
  transact(context, async (tx) => {
    const { userId } = requireViewer(context);
    const before = await lockBenchmark(tx, id);
    if (!before) throw new Refusal("notFound");
    if (before.ended) throw new Refusal("stateConflict");
    if (before.kind !== content.kind) throw refuse({ path: "content.kind", code: "notAllowed" });
    const [definition] = await readDefinitions(tx, [id]);
    if (content.kind === "instrument" && definition?.instrumentId !== content.instrument_id)
      throw refuse({ path: "content.instrument_id", code: "notAllowed" });
    const currency = await readCurrency(tx, content, "content.");
    if (content.kind === "series" && currency !== before.currency && (await countDays(tx, id)) > 0)
      throw new Refusal("inUse");
    await checkParts(tx, content, "content.");
    if (!(await updateBenchmark(tx, id, content, { currency, userId, since }))) throw new Refusal("stateConflict");
    if (content.kind === "blend") await replaceParts(tx, id, content.parts);
    tx.audit("benchmark.saved", id, { before: definition && describeDefinition(definition), after: content });
    changed(tx);
    return { done: true };
  });

/** Ends a benchmark; doing it twice is one. `inUse` while a blend that did not end consists of it. */
export const endBenchmark = (context: Context, id: number): Promise<{ done: true }> =>
  transact(context, async (tx) => {
    const before = await lockBenchmark(tx, id);
    if (!before) throw new Refusal("notFound");
    if ((await listBlends(tx, id)).some(({ ended }) => !ended)) throw new Refusal("inUse");
    if (!(await setEnded(tx, id, true))) return { done: true };
    tx.audit("benchmark.ended", id, { before: { name: before.name } });
    changed(tx);
    return { done: true };
  });

/** Offers an ended benchmark again; doing it twice is one. `inUse` if one of its parts has ended. */
export const restoreBenchmark = (context: Context, id: number): Promise<{ done: true }> =>
  transact(context, async (tx) => {
    const before = await lockBenchmark(tx, id);
    if (!before) throw new Refusal("notFound");
    const [definition] = await readDefinitions(tx, [id]);
    const parts = await lockParts(tx, definition?.parts.map((part) => part.id) ?? []);
    if ([...parts.values()].some(({ ended }) => ended)) throw new Refusal("inUse");
    if (!(await setEnded(tx, id, false))) return { done: true };
    tx.audit("benchmark.restored", id, { after: { name: before.name } });
    changed(tx);
    return { done: true };
  });
