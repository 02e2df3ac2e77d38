/** Our own CSV of a statement, prices or rates, told by its columns. */
import type { ImportKind } from "@portico/api/rules/import-kinds.ts";
import type { FileFormat } from "../formats/format.ts";
import { createClock } from "../reading/clock.ts";
import { UnreadableFile } from "../reading/parsed-file.ts";
import { readCsvPrices, readCsvRates } from "./quotes.ts";
import { recogniseColumns } from "./records.ts";
import { readCsvStatement } from "./statement.ts";

const kinds: readonly ImportKind[] = ["statement", "prices", "rates"];

export const csvFormat: FileFormat = {
  name: "csv",
  readAlsoAs: kinds,
  recognise({ text }) {
    const own = recogniseColumns(text);
    const kind = kinds.find((one) => one === own);
    return kind && { kind };
  },
  async read({ text }, { kind, today, zone, exclude, decisions }) {
    const file =
      kind === "prices"
        ? await readCsvPrices(text, today, decisions)
        : kind === "rates"
          ? await readCsvRates(text, today, decisions)
          : await readCsvStatement(text, { clock: createClock(zone), today, exclude: new Set(exclude), decisions });
    if (file.rows === 0) throw new UnreadableFile("emptyFile", null, null);
    return file;
  },
};
