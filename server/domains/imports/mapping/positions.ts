/** Positions and cash at the end of a day, from rows that a mapping made: they are compared, and nothing is booked. */
import { followingDecisions } from "../csv/decided-rows.ts";
import { type CsvRow, type Rows, readRecords } from "../csv/records.ts";
import {
  notNegative,
  requiredCurrency,
  requiredDay,
  requiredNumber,
  requiredText,
  textOf,
  withMajorUnits,
} from "../csv/row.ts";
import type { GivenWhole } from "../formats/format.ts";
import { instrumentBook, parseIsin } from "../reading/instruments.ts";
import { emptyFile, getOrAddAccount, type ReadFile, RefusedRow, UnreadableFile } from "../reading/parsed-file.ts";
import { noteStated } from "../reading/stated-positions.ts";
import { atMostDigits, quantityDigits } from "../reading/values.ts";

export async function readMappedPositions(
  source: { rows: Rows },
  { today, decisions }: Pick<GivenWhole, "today" | "decisions">,
): Promise<ReadFile> {
  const file = emptyFile("mapped");
  const book = instrumentBook(file.instruments);
  const read = (written: CsvRow): void => {
    const row = withMajorUnits(written);
    const { line } = row;
    const day = requiredDay(row, "date");
    if (day > today) throw new RefusedRow("futureDate", day);
    const currency = requiredCurrency(row, "currency");
    const quantity = requiredNumber(row, "quantity");
    const stated = textOf(row, "isin");
    const isin = parseIsin(stated);
    if (stated !== undefined && isin === undefined) throw new RefusedRow("unknownInstrument", stated);
    const ticker = textOf(row, "ticker") ?? isin;
    const account = getOrAddAccount(file, requiredText(row, "account"), line);
    if (ticker === undefined) return noteStated(account, { day, cash: { currency, amount: quantity } });
    atMostDigits(quantityDigits, "quantity", quantity);
    const name = textOf(row, "name") ?? ticker;
    const instrument = book.indexOf({
      ...(isin !== undefined && { isin }),
      ticker,
      name,
      currency,
      assetClass: "other",
    });
    const cost = textOf(row, "cost") === undefined ? undefined : notNegative(row, "cost");
    noteStated(account, {
      day,
      position: { line, instrument, quantity, currency, ...(cost !== undefined && { cost }) },
    });
  };
  // Of rows alone, whose columns the mapping makes, none is unknown.
  const columns = { kind: "statement" as const, known: new Set<string>(), required: [] };
  file.rows = readRecords(source, columns, read, file.refusals, followingDecisions({ file, decisions }));
  if (file.rows === 0) throw new UnreadableFile("emptyFile", null, null);
  return file;
}
