/** Checkpoints of a holder's ledger: its state after every 256th entry, so that a proof need not replay all of it. */
import type { Holder } from "@portico/api/shapes.ts";
import { Replayer } from "@portico/ledger/replay.ts";
import { startState } from "@portico/ledger/state.ts";
import type { Trx } from "../../../kernel/transaction.ts";
import { listFigureNames } from "../proof/figures.ts";
import { loadMaths } from "./calculation-data.ts";
import { type Checkpoint, findLastCheckpoint, insertCheckpoints, listStretches } from "./checkpoints.queries.ts";
import { lockHead } from "./holdings.queries.ts";

/** Standing entries between two checkpoints. */
export const checkpointEvery = 256;
/** Checkpoints per transaction: few enough that neither writers nor other calls wait noticeably. */
const perTransaction = 4;

/** Creates the next few missing checkpoints. True if more are missing. */
export async function extendCheckpoints(trx: Trx, holder: Holder): Promise<boolean> {
  const head = await lockHead(trx, holder);
  // A ledger with a late rate is replayed first, which deletes its checkpoints.
  if (head.replay) return false;
  const last = await findLastCheckpoint(trx, holder);
  if (head.entries < ((last?.no ?? 0) + 1) * checkpointEvery) return false;
  const limit = perTransaction * checkpointEvery;
  const stretches = await listStretches(trx, holder, [{ no: 0, after: last, to: undefined }], { limit });
  const entries = stretches.get(0) ?? [];
  const first = entries[0];
  if (!first || entries.length < checkpointEvery) return false;
  const range = { from: first.day, to: entries.at(-1)?.day ?? first.day };
  const { options } = await loadMaths(trx, holder, entries, range);
  const replayer = new Replayer(options, { ...startState(), ...last?.state });
  const counts = { ...last?.counts };
  const made: Omit<Checkpoint, "state" | "counts">[] = [];
  const texts: { state: string; counts: string }[] = [];
  for (const [place, entry] of entries.entries()) {
    replayer.apply(entry);
    for (const name of listFigureNames(entry)) counts[name] = (counts[name] ?? 0) + 1;
    if ((place + 1) % checkpointEvery > 0) continue;
    const { day, bookedAt, id } = entry;
    made.push({ no: (last?.no ?? 0) + made.length + 1, day, bookedAt, id });
    texts.push({ state: JSON.stringify(replayer.toJSON()), counts: JSON.stringify(counts) });
  }
  await insertCheckpoints(trx, holder, made, texts);
  return entries.length === limit;
}
