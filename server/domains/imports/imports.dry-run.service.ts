/**
 * Validation shared by preview and confirmation: reads a file and compares it with the portal's data. Runs on a worker
 * thread.
 */
import type { OpeningBalance, RowDecision, TransferCost } from "@portico/api/imports.ts";
import { type Db, inTransaction, type Trx } from "../../kernel/transaction.ts";
import { getHoldings } from "../portfolios/ledger/holdings.service.ts";
import { previewEntries } from "../portfolios/ledger/writer.service.ts";
import { firmDay } from "../settings/settings.firm-day.service.ts";
import type { ReadFile } from "./imports.file.ts";
import { withOpeningBalances } from "./imports.opening.ts";
import type { Validated } from "./imports.preview.service.ts";
import { findEarlierDecisions } from "./imports.queries.ts";
import { type ImportKind, readFile } from "./imports.reader.ts";
import { withSenders } from "./imports.senders.service.ts";
import { type Outcome, type Prepared, prepareStatement, validatedStatement } from "./imports.statement.service.ts";
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
}

/** A parsed file, with what staff typed for it. */
export interface Read {
  file: ReadFile;
  typedInstruments: ReadonlySet<number>;
}

export async function readUpload(db: Db, now: Date, upload: Upload): Promise<Read> {
  const { kind, content, openingBalances, exclude, decisions, transferCosts } = upload;
  const { timeZone, today } = await firmDay(db, now);
  const read = await readFile(content, { kind, today, zone: timeZone, exclude, decisions });
  const file = withTransferCosts(read, transferCosts);
  return kind === "statement"
    ? withOpeningBalances(file, openingBalances, today)
    : { file, typedInstruments: new Set() };
}

/** The writer's result for each account's entries. */
export async function calculateOutcomes(trx: Trx, { batches }: Prepared): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const batch of batches) {
    const holdings = await getHoldings(trx, batch.holder);
    outcomes.push({ batch, holdings, preview: await previewEntries(trx, batch.holder, batch.entries) });
  }
  return outcomes;
}

async function validate(trx: Trx, { file, typedInstruments }: Read, kind: ImportKind): Promise<Validated> {
  if (kind !== "statement") return (await prepareQuotes(trx, file)).validated;
  const prepared = await prepareStatement(trx, file, typedInstruments);
  const outcomes = await calculateOutcomes(trx, prepared);
  const validated = validatedStatement(file, prepared, outcomes);
  return { ...validated, transfers: await withSenders(trx, file, validated.transfers, outcomes) };
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
