/** Facts of instruments that staff state: the issuer's country, the sector, the legal form and the venue. */
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import { portfolioInstruments as calls } from "@portico/api/portfolio-instruments.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { readPage } from "../../../kernel/cursor.ts";
import { canOf, staffVerdict } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { emitPortfolios } from "../change-events.ts";
import { recordNames } from "../ledger/market-changes.ts";
import { type Facts, type FactsRecord, findFacts, listFacts, updateFacts } from "./facts.queries.ts";

const present = ({ sort: _sort, ...row }: FactsRecord): Answer<typeof calls.saveInstrumentFacts> => row;

/** What is given, and of the rest what is stored. */
const factsOf = (stored: FactsRecord, given: Partial<Facts>): Facts => ({
  country: given.country === undefined ? stored.country : given.country,
  sector: given.sector === undefined ? stored.sector : given.sector,
  legalForm: given.legalForm === undefined ? stored.legalForm : given.legalForm,
  venue: given.venue === undefined ? stored.venue : given.venue,
});
const sameFacts = (one: Facts, other: Facts): boolean =>
  one.country === other.country &&
  one.sector === other.sector &&
  one.legalForm === other.legalForm &&
  one.venue === other.venue;

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
 * States the facts; a file fills in neither country nor sector from then on if it was changed. Legal form and venue stay as they are if the
 * caller names none. The portfolios that hold the instrument get a new version. `stateConflict` if the facts are not what the caller saw; the
 * same again changes nothing.
 */
export async function saveInstrumentFacts(
  context: Context,
  id: number,
  { before, ...given }: Parsed<typeof calls.saveInstrumentFacts>["body"],
): Promise<Answer<typeof calls.saveInstrumentFacts>> {
  return transact(context, async (tx) => {
    const stored = await findFacts(tx, id);
    if (!stored) throw new Refusal("notFound");
    const { name, isin } = stored;
    const [seen, facts] = [factsOf(stored, before), factsOf(stored, given)];
    if (sameFacts(facts, factsOf(stored, {}))) return present(stored);
    const saved = await updateFacts(tx, id, facts, seen);
    if (!saved) throw new Refusal("stateConflict");
    tx.audit("instrument.factsSaved", id, { before: { name, isin, ...seen }, after: { name, isin, ...facts } });
    emitPortfolios(tx, await recordNames(tx, [id]));
    return present(saved);
  });
}
