/** A file of own costs: what it would store, and storing it as a whole. */
import { createHash } from "node:crypto";
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import type { reports as calls } from "@portico/api/reports.ts";
import { canonicalJson } from "@portico/reports/canonical.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { shownName, shownRefusals, shownRows } from "../../imports/row-files.ts";
import { findByIsins, findCounting, insertCosts, lockInstruments, type StatedCost } from "./own-costs.queries.ts";
import { auditedCost, samePercentages } from "./own-costs.ts";
import type { ReadCost, ReadCosts } from "./reader.ts";

type Shown = Answer<(typeof calls)["previewOwnCosts"]>;
type Sent = Parsed<(typeof calls)["previewOwnCosts"]>["body"];

interface Change {
  line: number;
  name: string;
  isin: string;
  cost: StatedCost;
  /** What counts of the day now. */
  stored: (StatedCost & { id: number }) | null;
}

interface Compared {
  changes: Change[];
  known: number;
  unknown: string[];
}

/** What the firm receives, where the file does not tell: as stated from the last day before, or nothing. */
function toStated(
  { line: _line, isin: _isin, ...read }: ReadCost,
  instrumentId: number,
  counting: readonly StatedCost[],
): StatedCost {
  const before = counting.findLast(({ from }) => from <= read.from)?.thirdParties ?? "0";
  const thirdParties = read.thirdParties ?? (Number(before) > Number(read.ongoing) ? read.ongoing : before);
  return { ...read, instrumentId, thirdParties };
}

async function compare(db: Db, read: readonly ReadCost[]): Promise<Compared> {
  const instruments = new Map(
    (await findByIsins(db, [...new Set(read.map(({ isin }) => isin))])).map((one) => [one.isin, one]),
  );
  const counting = Map.groupBy(
    await findCounting(
      db,
      [...instruments.values()].map(({ id }) => id),
    ),
    ({ instrumentId }) => instrumentId,
  );
  const compared: Compared = { changes: [], known: 0, unknown: [] };
  for (const row of read) {
    const instrument = instruments.get(row.isin);
    if (!instrument) {
      compared.unknown.push(row.isin);
      continue;
    }
    const own = counting.get(instrument.id) ?? [];
    const cost = toStated(row, instrument.id, own);
    const stored = own.find(({ from }) => from === row.from) ?? null;
    if (stored && samePercentages(stored, cost)) compared.known += 1;
    else compared.changes.push({ line: row.line, name: instrument.name, isin: row.isin, cost, stored });
  }
  return compared;
}

/** Of the rows, and of what is stored beside them. */
const stampOf = ({ changes, known }: Compared, { refusals }: ReadCosts): string =>
  createHash("sha256")
    .update(
      canonicalJson({
        changes: changes.map(({ cost, stored }) => ({ cost, before: stored?.id ?? null })),
        known,
        refused: refusals.length,
      }),
    )
    .digest("hex");

function present(read: ReadCosts, compared: Compared): Shown {
  const { changes, known, unknown } = compared;
  const corrected = changes.filter(({ stored }) => stored !== null).length;
  return {
    rows: read.rows,
    newRows: changes.length - corrected,
    correctedRows: corrected,
    knownRows: known + read.repeated,
    unknownRows: unknown.length,
    unknown: unknown.slice(0, shownRows),
    refusedRows: read.refusals.length,
    // Codes of other formats cannot occur.
    refusals: shownRefusals(read.refusals) as Shown["refusals"],
    changes: changes.slice(0, shownRows).map(({ line, name, isin, cost, stored }) => {
      const { instrumentId: _instrument, ...shown } = cost;
      const { id: _id, instrumentId: _of, from: _from, ...before } = stored ?? { id: 0, ...cost };
      return { line, name, isin, ...shown, stored: stored && before };
    }),
    stamp: stampOf(compared, read),
  };
}

const read = (context: Context, { content }: Sent): Promise<ReadCosts> =>
  context.workers.run(
    "readOwnCosts",
    { content: content.pieces },
    {
      holder: `user/${requireViewer(context).userId}`,
      ...(context.caller.signal && { signal: context.caller.signal }),
    },
  );

/** Reads a file and says what it would store. Rows of instruments that the portal does not have are skipped. */
export async function previewOwnCosts(context: Context, sent: Sent): Promise<Shown> {
  const costs = await read(context, sent);
  return present(costs, await compare(context.db, costs.costs));
}

/**
 * Stores a file as it was previewed. `fileRefused` if one of its rows is refused; `stateConflict` if what is stored is not what the preview
 * showed. Stored already, it changes nothing.
 */
export async function importOwnCosts(context: Context, { stamp, ...sent }: Sent & { stamp: string }): Promise<Shown> {
  const { userId } = requireViewer(context);
  const costs = await read(context, sent);
  if (costs.refusals.length > 0) throw new Refusal("fileRefused");
  return transact(context, async (tx) => {
    const named = await findByIsins(tx, [...new Set(costs.costs.map(({ isin }) => isin))]);
    const instruments = new Map(
      (
        await lockInstruments(
          tx,
          named.map(({ id }) => id),
        )
      ).map((one) => [one.id, one]),
    );
    const compared = await compare(tx, costs.costs);
    if (compared.changes.length === 0) return present(costs, compared);
    if (stampOf(compared, costs) !== stamp) throw new Refusal("stateConflict");
    const fileName = shownName(sent.fileName);
    await insertCosts(
      tx,
      compared.changes.map(({ cost }) => cost),
      { userId, fileName },
    );
    for (const { cost, stored } of compared.changes) {
      const instrument = instruments.get(cost.instrumentId);
      if (!instrument) throw new Refusal("stateConflict");
      tx.audit("instrument.costsSaved", cost.instrumentId, {
        ...(stored && { before: auditedCost(stored, instrument) }),
        after: { ...auditedCost(cost, instrument), fileName },
      });
    }
    return present(costs, compared);
  });
}
