/** Our own CSV of a statement, prices or rates, told by its columns. */
import type { ImportKind } from "@portico/api/rules/import-kinds.ts";
import type { FileFormat, Given } from "../formats/format.ts";
import { createClock } from "../reading/clock.ts";
import { type ReadFile, UnreadableFile } from "../reading/parsed-file.ts";
import { readCsvLots } from "./lots.ts";
import { readCsvPrices, readCsvRates } from "./quotes.ts";
import { type RowSource, recogniseColumns } from "./records.ts";
import { readCsvStatement } from "./statement.ts";

const kinds: readonly ImportKind[] = ["statement", "prices", "rates", "lots"];

/** Reads a table of our columns as what it is. */
export async function readOwnTable(
  source: RowSource,
  { kind, today, zone, exclude, decisions }: Pick<Required<Given>, "kind" | "today" | "zone" | "exclude" | "decisions">,
): Promise<ReadFile> {
  const file =
    kind === "prices"
      ? await readCsvPrices(source, today, decisions)
      : kind === "rates"
        ? await readCsvRates(source, today, decisions)
        : kind === "lots"
          ? await readCsvLots(source, { today, decisions })
          : await readCsvStatement(source, { clock: createClock(zone), today, exclude: new Set(exclude), decisions });
  if (file.rows === 0) throw new UnreadableFile("emptyFile", null, null);
  return file;
}

export const csvFormat: FileFormat = {
  name: "csv",
  readAlsoAs: kinds,
  recognise({ text }) {
    const own = recogniseColumns(text);
    const kind = kinds.find((one) => one === own);
    return kind && { kind };
  },
  read: ({ text }, given) => readOwnTable(text, given),
};
