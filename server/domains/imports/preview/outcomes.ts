/** What the writer would do with each account of a statement, without what staff left out. */
import type { Trx } from "../../../kernel/transaction.ts";
import { getInstruments } from "../../market-data/market-data.ts";
import type { EntriesPreview } from "../../portfolios/ledger/entries.ts";
import { getHoldings } from "../../portfolios/ledger/holdings.ts";
import { type AnswerOf, saveFacts } from "../../portfolios/ledger/splits.ts";
import { bookEntries, previewEntries } from "../../portfolios/ledger/writer.ts";
import { getHeldElsewhere } from "../booking/elsewhere.ts";
import type { Batch, Outcome, Prepared } from "../booking/statement.ts";
import { nameIn } from "../questions/questions.ts";
import { followDecided } from "../questions/refused-rows.ts";
import { answersFor, type StoredAnswer } from "../questions/split-questions.ts";
import { refusedEntries } from "./comparison.ts";

/** Looks up the names of refused instruments that the file does not name, such as those of a reversed entry. */
export async function nameRefused(
  trx: Trx,
  { resolved: { names } }: Prepared,
  { refusals }: Pick<EntriesPreview, "refusals">,
): Promise<void> {
  const ids = refusals.flatMap(({ instrumentId: id }) => (id === undefined || names.has(id) ? [] : [id]));
  if (ids.length === 0) return;
  for (const [id, instrument] of await getInstruments(trx, ids)) names.set(id, instrument);
}

/**
 * Previews an account's entries. Rows that the writer refuses leave the file if a colleague decided so; what is refused
 * without them is asked about again.
 */
async function previewBatch(
  trx: Trx,
  prepared: Prepared,
  batch: Batch,
  answerOf: AnswerOf,
): Promise<Awaited<ReturnType<typeof previewEntries>>> {
  for (;;) {
    const preview = await previewEntries(trx, batch.holder, batch.entries, { answerOf });
    await nameRefused(trx, prepared, preview);
    const gone = followDecided(prepared.file, prepared.decisions, refusedEntries(batch, prepared, preview));
    if (gone.size === 0) return preview;
    const isKept = batch.rows.map((row) => !gone.has(row));
    batch.entries = batch.entries.filter((_, index) => isKept[index]);
    batch.rows = batch.rows.filter((_, index) => isKept[index]);
  }
}

/** Takes out of a batch, before it is booked, what staff left out because the writer refuses it. */
export async function leaveOutRefused(trx: Trx, prepared: Prepared, batch: Batch, answerOf: AnswerOf): Promise<void> {
  const followed = new Set(prepared.file.decided.map(({ line, key }) => `${line} ${key}`));
  const isOpen = [...prepared.decisions.values()].flat().some(({ line, key }) => !followed.has(`${line} ${key}`));
  if (isOpen) await previewBatch(trx, prepared, batch, answerOf);
}

const isSameHolder = (one: Batch["holder"], other: Batch["holder"]): boolean =>
  one.holderType === other.holderType && one.holderId === other.holderId;

/** The writer's result for each account's entries, in a transaction that is rolled back. */
export async function calculateOutcomes(
  trx: Trx,
  prepared: Prepared,
  answers: readonly StoredAnswer[] = [],
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const answerOf = answersFor(answers, nameIn(prepared));
  const { batches } = prepared;
  for (const batch of batches) {
    const holdings = await getHoldings(trx, batch.holder);
    const { splits, ...preview } = await previewBatch(trx, prepared, batch, answerOf);
    // The file's next account is compared with them.
    if (batches.length > 1) await saveFacts(trx, splits);
    const elsewhere = await getHeldElsewhere(trx, prepared.accounts.get(batch.account));
    outcomes.push({ batch, holdings, elsewhere, preview });
    // The next account of the same holder begins with what this one leaves; all of it is rolled back.
    const isShared = batches.some((one) => one !== batch && isSameHolder(one.holder, batch.holder));
    if (isShared && preview.refusals.length === 0) await bookEntries(trx, batch.holder, batch.entries, { answerOf });
  }
  return outcomes;
}
