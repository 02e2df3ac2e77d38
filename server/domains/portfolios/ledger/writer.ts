/**
 * The only way into a holder's ledger. Entries and the state derived from them (positions, cash, the mark for the daily
 * values job) change in one transaction; writers to one holder are serialised.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Holder } from "@portico/api/shapes.ts";
import { undoneBy } from "@portico/ledger/entry-parts.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Db, Trx } from "../../../kernel/transaction.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { findSplits } from "../../market-data/market-data.ts";
import { dayStarts } from "../../settings/firm-day.ts";
import { getSetting } from "../../settings/settings.ts";
import { dailyValuesJob, keyOf, overdueKey, overdueValuesJob } from "../performance/daily-values.jobs.ts";
import {
  calculateChanges,
  describeRefusals,
  refusedEmptySplits,
  refusedOpenings,
  refusedSplits,
} from "./booking-preview.ts";
import { deleteCheckpoints } from "./checkpoints.queries.ts";
import { insertEntries, listReversals, reserveEntryIds, saveUndone } from "./entries.queries.ts";
import {
  type Booking,
  type EntriesPreview,
  type EntryKind,
  type NewEntry,
  type NumberedEntry,
  namedIn,
} from "./entries.ts";
import { type Accepted, type Validated, validate } from "./entry-checks.ts";
import { keepFormerCheckpoints } from "./former-checkpoints.queries.ts";
import {
  advanceHead,
  deleteHoldings,
  findHead,
  isReconciled,
  type LedgerHead,
  lockHead,
  type StoredCash,
  type StoredPosition,
  saveCash,
  savePositions,
} from "./holdings.queries.ts";
import { matchingJob } from "./match-payments.jobs.ts";
import { reconcileJob } from "./reconcile.jobs.ts";
import { type Applied, inOrder, isOutdated, type Prepared, prepareReplay, replay } from "./replay.ts";
import { type AnswerOf, findUnbooked, planSplits, recordSplits, type SplitPlan } from "./splits.ts";

/** Entries that cannot be booked; `preview` says which and why. Nothing was written. */
export class EntriesRefused extends Refusal {
  readonly preview: EntriesPreview;
  constructor(preview: EntriesPreview) {
    super("fileRefused");
    this.preview = preview;
  }
}

/** What may be a client's open deposit or withdrawal, or undo one. */
const concernsPayments: ReadonlySet<EntryKind> = new Set(["deposit", "withdrawal", "fee", "reversal"]);

/** Above every existing id, for a preview that reserves no ids. */
const firstPreviewId = 2 ** 52;

/** Entries numbered before yielding to other calls. */
const entriesPerTurn = 20_000;

/** Validated and numbered entries in booking order, with the data for applying them. */
interface Ready {
  validated: Validated;
  fresh: NumberedEntry[];
  /** Index among the new entries, by id. */
  indexOf: ReadonlyMap<number, number>;
  prepared: Prepared;
}

async function makeReady(
  db: Db,
  holder: Holder,
  head: LedgerHead | undefined,
  entries: readonly NewEntry[],
  idsFor: (count: number) => Promise<number[]>,
): Promise<Ready> {
  const validated = await validate(db, holder, entries, { emptyLedger: !head || head.entries === 0 });
  const { accepted } = validated;
  const startOf = dayStarts((await getSetting(db, "portalRules")).timeZone);
  const ids = accepted.length > 0 ? await idsFor(accepted.length) : [];
  const idOf = new Map(accepted.map(({ entry }, place) => [entry.externalId, ids[place]]));
  const indexOf = new Map<number, number>();
  const fresh: NumberedEntry[] = [];
  for (const [place, { entry: accept, index, reversesKnown }] of accepted.entries()) {
    // 100,000 entries take a fifth of a second, so other calls run in between.
    if (place % entriesPerTurn === entriesPerTurn - 1) await nextTurn();
    const { reversesExternalId, ...entry } = accept;
    const id = ids[place] as number;
    indexOf.set(id, index);
    const time = entry.time === undefined ? undefined : new Date(entry.time).toISOString();
    const reverses = reversesKnown?.id ?? (reversesExternalId === undefined ? undefined : idOf.get(reversesExternalId));
    fresh.push({
      ...entry,
      ...(time && { time }),
      ...(reverses && { reverses }),
      id,
      bookedAt: time ?? startOf(entry.day),
    });
  }
  if (fresh.length > entriesPerTurn) await nextTurn();
  fresh.sort(inOrder);
  const from = earliestDay(fresh, accepted);
  return { validated, fresh, indexOf, prepared: await prepareReplay(db, holder, head, { fresh, from }) };
}

/** The result of applying the entries, as a preview. */
async function summarise(
  db: Db,
  holder: Holder,
  { validated, fresh, indexOf, prepared }: Ready,
  { applied, splits }: { applied: Applied; splits: SplitPlan },
): Promise<EntriesPreview> {
  const impossible = await describeRefusals(db, holder, { fresh, refusals: applied.refusals, indexOf });
  const unfit = [
    ...refusedSplits(splits.conflicts, fresh, indexOf),
    ...refusedEmptySplits(applied, fresh, indexOf),
    ...refusedOpenings(prepared, indexOf),
  ];
  return {
    holder,
    known: validated.known,
    refusals: [...validated.refusals, ...impossible.refusals, ...unfit],
    missing: impossible.missing,
    withoutUnits: applied.withoutUnits.flatMap((id) => indexOf.get(id) ?? []),
    splitQuestions: splits.questions,
    unbookedSplits: await findUnbooked(db, holder, applied),
    ...calculateChanges(applied, fresh),
    from: earliestDay(fresh, validated.accepted),
  };
}

/** The first day that changes: of the first entry, or of a reversed one. */
function earliestDay(fresh: readonly NumberedEntry[], accepted: readonly Accepted[]): string | null {
  const days = [...fresh.map(({ day }) => day), ...accepted.flatMap(({ reversesKnown }) => reversesKnown?.day ?? [])];
  return days.reduce<string | null>((first, day) => (first === null || day < first ? day : first), null);
}

interface Answers {
  /** What a person said of splits that may be the same. */
  answerOf?: AnswerOf | undefined;
}

/** The result of booking the entries, without writing, and the splits that it would store. */
export async function previewEntries(
  db: Db,
  holder: Holder,
  entries: readonly NewEntry[],
  { answerOf }: Answers = {},
): Promise<EntriesPreview & { splits: SplitPlan }> {
  const idsFor = async (count: number) => Array.from({ length: count }, (_, place) => firstPreviewId + place);
  const ready = await makeReady(db, holder, await findHead(db, holder), entries, idsFor);
  const applied = await replay(ready.prepared);
  const splits = await planSplits(db, holder, applied, answerOf);
  return { ...(await summarise(db, holder, ready, { applied, splits })), splits };
}

const storedPositions = ({ after }: Applied): StoredPosition[] =>
  Object.entries(after.positions).map(([id, state]) => ({ instrumentId: Number(id), quantity: state.quantity, state }));
const storedCash = ({ after }: Applied): StoredCash[] =>
  Object.entries(after.cash).map(([currency, state]) => ({ currency, amount: state.amount, state }));

/** Writes the derived state: positions, cash, and the head with its mark for the daily values. */
async function storeEntries(
  trx: Trx,
  holder: Holder,
  applied: Applied,
  booked: { count: number; from: string | null; checkpointsFrom: string; feesInCost: boolean },
): Promise<number> {
  if (applied.replayed) {
    await deleteHoldings(trx, holder);
    await keepFormerCheckpoints(trx, holder, booked.checkpointsFrom);
    await deleteCheckpoints(trx, holder, booked.checkpointsFrom);
  }
  await savePositions(trx, holder, storedPositions(applied));
  await saveCash(trx, holder, storedCash(applied));
  const { positions: _positions, cash: _cash, ...state } = applied.after;
  return advanceHead(trx, holder, {
    booked: booked.count,
    from: booked.from,
    state: { ...state, feesInCost: booked.feesInCost },
  });
}

/** The result with the entries' own splits: applied again if there are any, which is rare. */
async function withSplits(
  trx: Trx,
  prepared: Prepared,
  applied: Applied,
  { saved, forgotten }: SplitPlan,
): Promise<Applied> {
  if (saved.length + forgotten.length === 0) return applied;
  const facts = Map.groupBy(
    await findSplits(trx, [...namedIn(prepared.entries).instrumentIds]),
    ({ instrumentId }) => instrumentId,
  );
  const options = { ...prepared.options, splits: (instrumentId: number) => facts.get(instrumentId) ?? [] };
  return { ...(await replay({ ...prepared, options })), before: applied.before };
}

/**
 * Books all entries or none; identical known ones are skipped. Part of the caller's transaction if `db` is one; then
 * the caller emits (`emitPortfolios`). Throws `EntriesRefused` if one cannot be booked.
 */
export async function bookEntries(
  db: Db,
  holder: Holder,
  entries: readonly NewEntry[],
  { importId = null, answerOf }: { importId?: number | null } & Answers = {},
): Promise<Booking> {
  return transact({ db }, async (tx) => {
    const head = await lockHead(tx, holder);
    const ready = await makeReady(tx, holder, head, entries, (count) => reserveEntryIds(tx, count));
    const { fresh } = ready;
    // The database writes while this process calculates; for a long file both take about as long. A refusal undoes
    // both.
    const [applied] = await Promise.all([replay(ready.prepared), insertEntries(tx, holder, fresh, importId)]);
    if (fresh.some(({ kind }) => kind === "reversal"))
      await saveUndone(tx, holder, undoneBy(await listReversals(tx, holder)));
    const splits = await planSplits(tx, holder, applied, answerOf);
    const preview = await summarise(tx, holder, ready, { applied, splits });
    if (preview.refusals.length > 0) throw new EntriesRefused(preview);
    if (preview.from === null) return { ...preview, booked: 0, version: String(head.version), affected: [] };
    // Before the head is advanced, whose version is the final one.
    const affected = await recordSplits(tx, splits);
    const settled = await withSplits(tx, ready.prepared, applied, splits);
    const { feesInCost } = ready.prepared.options;
    // After a late rate or a changed rule no checkpoint is valid; otherwise those before the first changed day are.
    const checkpointsFrom = isOutdated(head, feesInCost) ? "0001-01-01" : preview.from;
    const version = await storeEntries(tx, holder, settled, {
      count: fresh.length,
      from: preview.from,
      checkpointsFrom,
      feesInCost,
    });
    await tx.enqueue(dailyValuesJob, holder, { key: keyOf(holder) });
    if (fresh.some(({ kind }) => concernsPayments.has(kind)))
      await tx.enqueue(matchingJob, holder, { key: keyOf(holder) });
    if (fresh.length > 0 && (await isReconciled(tx, holder)))
      await tx.enqueue(reconcileJob, holder, { key: keyOf(holder) });
    if (affected.length > 0) await tx.enqueue(overdueValuesJob, {}, { key: overdueKey });
    return { ...preview, booked: fresh.length, version: String(version), affected };
  });
}

/**
 * Replays a holder's whole ledger after a late rate or a changed rule. Part of the caller's transaction, which holds
 * the head's lock.
 */
export async function replayLedger(trx: Trx, holder: Holder, head: LedgerHead): Promise<void> {
  const prepared = await prepareReplay(trx, holder, { ...head, replay: true }, { fresh: [], from: null });
  const first = await replay(prepared);
  const splits = await planSplits(trx, holder, first);
  await recordSplits(trx, splits);
  const applied = await withSplits(trx, prepared, first, splits);
  const { feesInCost } = prepared.options;
  // Daily values do not depend on the fee rule; those changed by a late rate are already marked.
  await storeEntries(trx, holder, applied, { count: 0, from: null, checkpointsFrom: "0001-01-01", feesInCost });
}
