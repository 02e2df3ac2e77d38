/**
 * Validation shared by preview and confirmation: reads a file and compares it with the portal's data. Runs on a worker
 * thread.
 */
import {
  type OpeningBalance,
  openingBalance,
  type RowDecision,
  rowDecision,
  type TransferCost,
  transferCost,
} from "@portico/api/imports.ts";
import { z } from "zod";
import { Refusal } from "../../kernel/refusal.ts";
import { type Db, inTransaction, type Trx } from "../../kernel/transaction.ts";
import { getHoldings } from "../portfolios/ledger/holdings.service.ts";
import { saveFacts } from "../portfolios/ledger/splits.service.ts";
import { previewEntries } from "../portfolios/ledger/writer.service.ts";
import { firmDay } from "../settings/settings.firm-day.service.ts";
import { unpacked } from "./imports.evidence.ts";
import type { ReadFile } from "./imports.file.ts";
import { withOpeningBalances } from "./imports.opening.ts";
import type { Validated } from "./imports.preview.service.ts";
import { findEarlierDecisions, findEvidence, type ImportRecord } from "./imports.queries.ts";
import { askAbout, nameIn } from "./imports.questions.service.ts";
import { answersFor, type StoredAnswer, withSettledSplits } from "./imports.questions.ts";
import { type ImportKind, readFile } from "./imports.reader.ts";
import { withSenders } from "./imports.senders.service.ts";
import {
  nameRefused,
  type Outcome,
  type Prepared,
  prepareStatement,
  validatedStatement,
} from "./imports.statement.service.ts";
import { withTransferCosts } from "./imports.transfers.ts";
import { prepareQuotes } from "./quotes/quotes.comparison.service.ts";

export interface Upload {
  kind: ImportKind;
  content: string;
  openingBalances: readonly OpeningBalance[];
  /** Keys of instruments to exclude. */
  exclude: readonly string[];
  decisions: readonly RowDecision[];
  transferCosts: readonly TransferCost[];
  answers?: readonly StoredAnswer[];
}

/** A parsed file, with what staff typed for it. */
export interface Read {
  file: ReadFile;
  typedInstruments: ReadonlySet<number>;
  answers: readonly StoredAnswer[];
}

export async function readUpload(db: Db, now: Date, upload: Upload): Promise<Read> {
  const { kind, content, openingBalances, exclude, decisions, transferCosts, answers = [] } = upload;
  const { timeZone, today } = await firmDay(db, now);
  const read = await readFile(content, { kind, today, zone: timeZone, exclude, decisions });
  if (kind !== "statement") return { file: read, typedInstruments: new Set(), answers: [] };
  const opened = withOpeningBalances(withTransferCosts(read, transferCosts), openingBalances, today);
  const settled = withSettledSplits(opened.file, answers);
  const typedInstruments = new Set([...opened.typedInstruments, ...settled.typedInstruments]);
  return { file: settled.file, typedInstruments, answers };
}

/** Reads the stored text of an import again, with what was typed beside it: a future date may be valid a day later. */
export async function readAgain(
  db: Db,
  now: Date,
  { id, kind }: Pick<ImportRecord, "id" | "kind">,
  answers: readonly StoredAnswer[],
): Promise<Read> {
  const evidence = await findEvidence(db, id);
  // Discarded meanwhile.
  if (!evidence?.content) throw new Refusal("stateConflict");
  const openingBalances = z.array(openingBalance).parse(evidence.openingBalances);
  const exclude = z.array(z.string()).parse(evidence.excluded);
  const decisions = z.array(rowDecision).parse(evidence.decisions);
  const transferCosts = z.array(transferCost).parse(evidence.transferCosts);
  const content = await unpacked(evidence);
  return readUpload(db, now, { kind, content, openingBalances, exclude, decisions, transferCosts, answers });
}

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
    const { splits, ...preview } = await previewEntries(trx, batch.holder, batch.entries, { answerOf });
    await nameRefused(trx, prepared, preview);
    // The file's next account is compared with them.
    if (batches.length > 1) await saveFacts(trx, splits);
    outcomes.push({ batch, holdings, preview });
  }
  return outcomes;
}

async function validate(trx: Trx, { file, typedInstruments, answers }: Read, kind: ImportKind): Promise<Validated> {
  if (kind !== "statement") return (await prepareQuotes(trx, file)).validated;
  const prepared = await prepareStatement(trx, file, typedInstruments);
  const outcomes = await calculateOutcomes(trx, prepared, answers);
  const validated = validatedStatement(file, prepared, outcomes);
  return {
    ...validated,
    transfers: await withSenders(trx, file, validated.transfers, outcomes),
    questions: await askAbout(trx, { file, prepared, outcomes }, answers),
  };
}

/** Carries a result out of a transaction that is rolled back. */
class LeaveNothing extends Error {
  readonly validated: Validated;
  constructor(validated: Validated) {
    super("rolled back on purpose");
    this.validated = validated;
  }
}

/** Runs the confirmation, including new instruments, and rolls everything back. */
export async function dryRun(db: Db, file: Read, kind: ImportKind): Promise<Validated> {
  try {
    return await inTransaction(db, async (trx) => {
      const before = await findEarlierDecisions(
        trx,
        file.file.undecided.map(({ key }) => key),
      );
      throw new LeaveNothing({ ...(await validate(trx, file, kind)), before });
    });
  } catch (error) {
    if (error instanceof LeaveNothing) return error.validated;
    throw error;
  }
}
