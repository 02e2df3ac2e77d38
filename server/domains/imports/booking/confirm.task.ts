/** Worker task: books a previewed file as a whole, once, and only if it still fits the portal's data. */
import type { ImportPreview } from "@portico/api/imports.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { enforce } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Trx } from "../../../kernel/transaction.ts";
import { type Tx, transact, type WriteContext } from "../../../unit-of-work/transact.ts";
import type { Tools } from "../../../workers/task.ts";
import { recordFacts } from "../../payments/bank-entries/recording.ts";
import { type ChangedPortfolio, emitPortfolios } from "../../portfolios/change-events.ts";
import type { Booking } from "../../portfolios/ledger/entries.ts";
import { recordExcluded } from "../../portfolios/ledger/excluded-instruments.ts";
import { getHoldings } from "../../portfolios/ledger/holdings.ts";
import { type MarketChange, recordMarket, recordNames } from "../../portfolios/ledger/market-changes.ts";
import { bookEntries, EntriesRefused } from "../../portfolios/ledger/writer.ts";
import { type Asker, personOf, recordImport, toAuditedChoices, toWriteContext } from "../audit-entries.ts";
import { refusalTo } from "../imports.policy.ts";
import {
  findImport,
  type ImportRecord,
  listAnswers,
  lockImport,
  renewPreview,
  settleImport,
} from "../imports.queries.ts";
import { validatedStatement } from "../preview/comparison.ts";
import { booksEntries, type Read, readAgain } from "../preview/dry-run.ts";
import { calculateOutcomes, leaveOutRefused, nameRefused } from "../preview/outcomes.ts";
import { answered, countEntries, isAsShown, storedPreview, type Validated } from "../preview/preview.ts";
import { validatedPositions } from "../preview/stated.ts";
import { askAbout, nameIn } from "../questions/questions.ts";
import { answersFor, isOpen } from "../questions/split-questions.ts";
import { prepareQuotes } from "../quotes/comparison.ts";
import { countQuotes, replaceQuotes } from "../quotes/quotes.queries.ts";
import type { ReadFile } from "../reading/parsed-file.ts";
import { recordAnnouncements } from "./announcements.ts";
import { getHeldElsewhere } from "./elsewhere.ts";
import { recordStated } from "./stated-accounts.ts";
import { type Outcome, prepareStatement } from "./statement.ts";

/** The file no longer fits: another import was booked meanwhile, or an account or instrument changed. */
class NoLongerFits extends Error {
  readonly validated: Validated;
  constructor(validated: Validated) {
    super("the file no longer fits");
    this.validated = validated;
  }
}

/** The result would differ from the preview: it is shown again and must be confirmed again. */
class NotAsShown extends Error {
  readonly validated: Validated;
  constructor(validated: Validated) {
    super("the outcome is not the one that was shown");
    this.validated = validated;
  }
}

interface Written {
  validated: Validated;
  bookings: Booking[];
  /** How many reversals the file has for each of these holders. */
  reversals: ReadonlyMap<Booking, number>;
  /** Further holders whose figures or names change. */
  market: Pick<MarketChange, "holders">;
}

async function writeStatement(trx: Tx, read: Read, importId: number): Promise<Written> {
  const prepared = await prepareStatement(trx, read);
  if (prepared.refusals.length > 0)
    throw new NoLongerFits(validatedStatement(prepared, await calculateOutcomes(trx, prepared)));
  const answerOf = answersFor(read.answers, nameIn(prepared));
  const bookings: Booking[] = [];
  const reversals = new Map<Booking, number>();
  const outcomes: Outcome[] = [];
  for (const batch of prepared.batches) {
    const holdings = await getHoldings(trx, batch.holder);
    const elsewhere = await getHeldElsewhere(trx, prepared.accounts.get(batch.account));
    await leaveOutRefused(trx, prepared, batch, answerOf);
    try {
      const booking = await bookEntries(trx, batch.holder, batch.entries, { importId, answerOf });
      bookings.push(booking);
      reversals.set(booking, batch.entries.filter(({ kind }) => kind === "reversal").length);
      outcomes.push({ batch, holdings, elsewhere, preview: booking });
    } catch (error) {
      if (!(error instanceof EntriesRefused)) throw error;
      await nameRefused(trx, prepared, error.preview);
      outcomes.push({ batch, holdings, elsewhere, preview: error.preview });
      throw new NoLongerFits(validatedStatement(prepared, outcomes));
    }
  }
  if (prepared.pooled) await recordFacts(trx, prepared.pooled.facts, importId);
  const renamed = await recordNames(trx, prepared.resolved.completed);
  const left = await recordLeftOut(trx, prepared.file, prepared.holders, importId);
  const announced = await recordAnnouncements(trx, prepared, importId);
  await recordStated(trx, prepared, importId);
  const market = { holders: [...renamed, ...left, ...announced] };
  const questions = await askAbout(trx, { prepared, outcomes }, read.answers);
  return {
    validated: { ...validatedStatement(prepared, outcomes), questions },
    bookings,
    reversals,
    market,
  };
}

/** Stores what staff excluded from each holder's portfolio. Returns the holders whose exclusions changed. */
async function recordLeftOut(
  trx: Trx,
  file: ReadFile,
  holders: ReadonlyMap<string, Holder>,
  importId: number,
): Promise<ChangedPortfolio[]> {
  const changed: ChangedPortfolio[] = [];
  for (const [name, holder] of holders) {
    const account = file.accounts.get(name);
    const instruments = [...file.excluded.values()].filter((one) => one.account === name);
    const listsPositions =
      (account?.positions.length ?? 0) > 0 || instruments.some(({ quantity }) => quantity !== null);
    const statedOn = listsPositions ? (account?.to ?? null) : null;
    const portfolio = await recordExcluded(trx, holder, { instruments, statedOn, importId });
    if (portfolio) changed.push(portfolio);
  }
  return changed;
}

/** Positions book nothing: what they state is kept, and compared with the ledger. */
async function writePositions(trx: Tx, read: Read, importId: number): Promise<Written> {
  const prepared = await prepareStatement(trx, read);
  const validated = await validatedPositions(trx, prepared);
  if (validated.refusals.length > 0) throw new NoLongerFits(validated);
  await recordStated(trx, prepared, importId);
  return { validated, bookings: [], reversals: new Map(), market: { holders: [] } };
}

/** Writes what the kind of the file says. */
const writeFile = (trx: Tx, read: Read, { id, kind }: Pick<ImportRecord, "id" | "kind">): Promise<Written> =>
  booksEntries(kind)
    ? writeStatement(trx, read, id)
    : kind === "positions"
      ? writePositions(trx, read, id)
      : writeQuotes(trx, read);

async function writeQuotes(trx: Trx, read: Read): Promise<Written> {
  const { validated, prices, rates } = await prepareQuotes(trx, read);
  if (validated.refusals.length > 0) throw new NoLongerFits(validated);
  return { validated, bookings: [], reversals: new Map(), market: await recordMarket(trx, { prices, rates }) };
}

/** See `confirmImport` in imports/imports.ts. */
export async function run({ id, asker }: { id: number; asker: Asker }, tools: Tools): Promise<ImportPreview> {
  const { db } = tools;
  const context = toWriteContext(tools, asker);
  const found = await findImport(db, id);
  if (!found) throw new Refusal("notFound");
  if (found.state === "confirmed") return answered(db, asker, found);
  enforce(refusalTo(asker, "confirm", found));
  const read = await readAgain(db, asker.now, found, await listAnswers(db, id));
  try {
    return await answered(db, asker, await transact(context, (tx) => write(tx, asker, { id, read })));
  } catch (error) {
    if (error instanceof NotAsShown) {
      await showAnew(context, { id, validated: error.validated });
      throw new Refusal("stateConflict");
    }
    if (!(error instanceof NoLongerFits)) throw error;
    await refuse(context, asker, { id, validated: error.validated });
    throw new Refusal("fileRefused");
  }
}

async function write(tx: Tx, asker: Asker, { id, read }: { id: number; read: Read }): Promise<ImportRecord> {
  const locked = await lockImport(tx, id);
  if (!locked) throw new Refusal("notFound");
  // Another confirmation was first: return its result.
  if (locked.state === "confirmed") return locked;
  enforce(refusalTo(asker, "confirm", locked));
  const written = await writeFile(tx, read, locked);
  if (!isAsShown(locked, storedPreview(written.validated), countEntries(written.validated)))
    throw new NotAsShown(written.validated);
  if ((await countQuotes(tx, id)).open > 0) throw new Refusal("quotesNotAccepted");
  if (written.validated.questions?.some(isOpen)) throw new Refusal("questionsOpen");
  const record = await settleImport(tx, id, {
    state: "confirmed",
    by: personOf(asker),
    preview: storedPreview(written.validated),
    counts: countEntries(written.validated),
  });
  if (!record) throw new Error("a locked import was settled by somebody else");
  recordImport(tx, record, "import.confirmed", toAuditedChoices(record));
  if ((record.preview.bankAccounts ?? []).length > 0) tx.emit("payments:bankEntries", {});
  const booked = written.bookings.filter(({ booked: entries }) => entries > 0);
  // For each client's activity.
  for (const booking of booked)
    tx.audit("holder.entriesBooked", booking.holder, {
      after: {
        import: id,
        fileName: record.fileName,
        entries: booking.booked,
        reversals: written.reversals.get(booking) ?? 0,
      },
    });
  emitPortfolios(tx, [...booked.map(({ holder, version }) => ({ ...holder, version })), ...written.market.holders]);
  return record;
}

async function showAnew(context: WriteContext, { id, validated }: { id: number; validated: Validated }): Promise<void> {
  await transact(context, async (tx) => {
    const record = await renewPreview(tx, id, {
      preview: storedPreview(validated),
      counts: countEntries(validated),
    });
    if (!record) return;
    await replaceQuotes(tx, id, validated.quotes);
    recordImport(tx, record, "import.shownAnew");
  });
}

async function refuse(
  context: WriteContext,
  asker: Asker,
  { id, validated }: { id: number; validated: Validated },
): Promise<void> {
  await transact(context, async (tx) => {
    const record = await settleImport(tx, id, {
      state: "refused",
      by: personOf(asker),
      preview: storedPreview(validated),
      counts: countEntries(validated),
    });
    if (record) recordImport(tx, record, "import.refused");
  });
}
