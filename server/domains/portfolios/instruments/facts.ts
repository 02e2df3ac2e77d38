/** Facts of instruments that staff state: the issuer's country and the sector. */
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import { portfolioInstruments as calls } from "@portico/api/portfolio-instruments.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { readPage } from "../../../kernel/cursor.ts";
import { canOf, staffVerdict } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { emitPortfolios } from "../change-events.ts";
import { recordNames } from "../ledger/market-changes.ts";
import { type FactsRecord, findFacts, listFacts, updateFacts } from "./facts.queries.ts";

const present = ({ sort: _sort, ...row }: FactsRecord): Answer<typeof calls.saveInstrumentFacts> => row;

/** The firm's instruments by name. */
export async function listInstruments(
  context: Context,
  { search, missing, cursor, limit }: Parsed<typeof calls.listInstruments>["query"],
): Promise<Answer<typeof calls.listInstruments>> {
  const { rows, nextCursor } = await readPage(
    { cursor, limit, order: "name" },
    (start) => listFacts(context.db, { search, missing, ...start }),
    (row) => [row.sort, row.id],
  );
  return {
    instruments: rows.map(present),
    nextCursor,
    can: canOf({ edit: staffVerdict(requireViewer(context), calls.saveInstrumentFacts) }),
  };
}

/**
 * States country and sector; a file fills in neither from then on if it was changed. The portfolios that hold the instrument get a
 * new version. `stateConflict` if they are not what the caller saw; the same again changes nothing.
 */
export async function saveInstrumentFacts(
  context: Context,
  id: number,
  { country, sector, before }: Parsed<typeof calls.saveInstrumentFacts>["body"],
): Promise<Answer<typeof calls.saveInstrumentFacts>> {
  return transact(context, async (tx) => {
    const stored = await findFacts(tx, id);
    if (!stored) throw new Refusal("notFound");
    const { name, isin } = stored;
    if (stored.country === country && stored.sector === sector) return present(stored);
    const saved = await updateFacts(tx, id, { country, sector }, before);
    if (!saved) throw new Refusal("stateConflict");
    tx.audit("instrument.factsSaved", id, {
      before: { name, isin, country: before.country, sector: before.sector },
      after: { name, isin, country, sector },
    });
    emitPortfolios(tx, await recordNames(tx, [id]));
    return present(saved);
  });
}
