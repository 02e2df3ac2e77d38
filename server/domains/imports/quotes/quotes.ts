/** The prices and rates of a previewed file by row: shown in pages, and accepted if suspicious. */
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import type { imports } from "@portico/api/imports.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { readPage } from "../../../kernel/cursor.ts";
import { enforce } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { getUserNames } from "../../holders/holders.ts";
import { needsTwo } from "../../proposals/proposals.ts";
import { recordImport } from "../audit-entries.ts";
import { refusalToAcceptQuotes } from "../imports.policy.ts";
import { findImport, lockImport } from "../imports.queries.ts";
import type { QuoteMark } from "./quotes.policy.ts";
import { acceptQuotes, countQuotes, findQuotes } from "./quotes.queries.ts";

const order = "place";

export async function listQuotes(
  { db }: Pick<Context, "db">,
  id: number,
  { show, cursor, limit }: Parsed<typeof imports.listQuotes>["query"],
): Promise<Answer<typeof imports.listQuotes>> {
  if (!(await findImport(db, id))) throw new Refusal("notFound");
  const [{ rows, nextCursor }, counts] = await Promise.all([
    readPage(
      { cursor, limit, order },
      (start) => findQuotes(db, id, { after: start.after?.id ?? 0, marked: show === "marked", limit: start.limit }),
      ({ place }) => ["", place],
    ),
    countQuotes(db, id),
  ]);
  const accepting = rows.flatMap(({ acceptedBy }) => (acceptedBy === null ? [] : [acceptedBy]));
  const names = await getUserNames(db, [...new Set(accepting)]);
  return {
    quotes: rows.map(({ place, line, name, ticker, isin, currency, day, value, source, before, marks, ...quote }) => ({
      place,
      line,
      name,
      ticker,
      isin,
      currency,
      day,
      value,
      source,
      before,
      marks: marks as QuoteMark[],
      accepted_by: quote.acceptedBy === null ? null : (names.get(quote.acceptedBy) ?? String(quote.acceptedBy)),
    })),
    nextCursor,
    ...counts,
  };
}

/**
 * Accepts marked rows of an open preview; `stateConflict` once it is settled, `fourEyes` for who uploaded the file while
 * two are needed. The first acceptance of a row is kept.
 */
export async function acceptMarked(
  context: Context,
  id: number,
  { places, all }: Parsed<typeof imports.acceptQuotes>["body"],
): Promise<Answer<typeof imports.acceptQuotes>> {
  const viewer = requireViewer(context);
  await transact(context, async (tx) => {
    const record = await lockImport(tx, id);
    if (!record) throw new Refusal("notFound");
    enforce(refusalToAcceptQuotes(viewer, record, { byTwo: await needsTwo(tx) }));
    const accepted = await acceptQuotes(tx, id, { places: all ?? places ?? [], by: viewer.userId });
    if (accepted > 0) recordImport(tx, record, "import.quotesAccepted", { accepted });
  });
  return countQuotes(context.db, id);
}
