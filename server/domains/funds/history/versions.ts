/** What a definition consisted of and when: the weights of every published version, over one list of lines. */
import type { DefinitionContent, DefinitionHistory } from "@portico/api/funds.ts";
import { dayIn } from "@portico/api/rules/calendar.ts";
import { Decimal } from "decimal.js";
import type { Db } from "../../../kernel/transaction.ts";
import { listEverPublished } from "../../content/versions/versions.ts";
import { keyOf } from "../definitions/public.ts";

export type Line = DefinitionContent["allocation"][number];

const isOf = (one: Line, other: Line): boolean =>
  one.fund_id === other.fund_id && one.instrument_id === other.instrument_id;
/** Only a class, without values. */
const isUnvalued = ({ fund_id, instrument_id }: Line): boolean => fund_id === null && instrument_id === null;

/**
 * The lines of `today`, then those that only earlier versions had, at 0 percent; and the versions with their weights. A
 * version with a line that has no values, and those before it, are left out.
 */
export async function getVersionLines(
  db: Db,
  id: number,
  { today, timeZone }: { today: readonly Line[]; timeZone: string },
): Promise<{ lines: Line[]; versions: DefinitionHistory["versions"] }> {
  const all = await listEverPublished<DefinitionContent, "allocation" | "rebalancing">(db, keyOf(id), [
    "allocation",
    "rebalancing",
  ]);
  const known = all.slice(all.findLastIndex(({ data }) => data.allocation.some(isUnvalued)) + 1);
  const lines = [...today];
  for (const line of known.toReversed().flatMap(({ data }) => data.allocation))
    if (!lines.some((one) => isOf(one, line))) lines.push({ ...line, percent: "0" });
  return {
    lines,
    versions: known.map(({ published_at, data: { allocation, rebalancing } }) => ({
      since: dayIn(timeZone, published_at),
      rebalancing,
      percents: lines.map((line, place) =>
        lines.findIndex((one) => isOf(one, line)) === place ? sumOf(allocation, line) : "0",
      ),
    })),
  };
}

const sumOf = (allocation: readonly Line[], line: Line): string =>
  allocation
    .filter((one) => isOf(one, line))
    .reduce((sum, { percent }) => sum.plus(percent), new Decimal(0))
    .toFixed();
