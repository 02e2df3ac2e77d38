/**
 * Euro reference rates of the European Central Bank (eurofxref-daily.xml, eurofxref-hist-90d.xml): an envelope of gesmes with a cube for each
 * day, and in it one for each currency, in units per euro.
 */
import { isCurrency } from "@portico/api/currencies.ts";
import { fixedPerEuro } from "@portico/ledger/fixed-rates.ts";
import { emptyFile, leaveOut, type ReadFile, RefusedRow, refuseTooMany } from "../../reading/parsed-file.ts";
import { exactNumber, isNegative, isZero, parseDay, plausibleRate } from "../../reading/values.ts";
import { type Attributes, readElements } from "../../reading/xml.ts";
import type { FileFormat } from "../format.ts";

/** Source of these rates, as those of our own CSV are called. */
const source = "ECB";
/** The envelope and three cubes, one in the other. */
const deepest = 6;

const start = /<(?:\w+:)?Envelope\b[^>]*\beurofxref\b/;

function readRate(
  file: ReadFile,
  { currency = "", rate = "" }: Attributes,
  { day, line, seen }: { day: string; line: number; seen: Set<string> },
): void {
  file.rows += 1;
  refuseTooMany(file.rows);
  if (!isCurrency(currency)) return leaveOut(file, `Cube ${currency}`);
  // A rate of a currency that the euro has replaced would be ignored.
  if (fixedPerEuro(currency, day)) return leaveOut(file, `Cube ${currency}`);
  const perEuro = exactNumber(rate, "rate");
  if (isZero(perEuro) || isNegative(perEuro)) throw new RefusedRow("notPositive", `rate ${rate}`);
  const key = `${currency} ${day}`;
  if (seen.has(key)) throw new RefusedRow("repeatedInFile", key);
  seen.add(key);
  file.rates.push({ line, currency, day, perEuro: plausibleRate(perEuro, "rate"), source });
}

async function read(text: string, today: string): Promise<ReadFile> {
  const file = emptyFile("ecb");
  const seen = new Set<string>();
  let day: string | undefined;
  const attempt = (line: number, work: () => void): void => {
    try {
      work();
    } catch (error) {
      if (!(error instanceof RefusedRow)) throw error;
      file.refusals.push({ line, code: error.code, detail: error.detail, account: null });
    }
  };
  const open = (name: string, attributes: Attributes, line: number): void => {
    if (name !== "Cube") return;
    const { time, currency } = attributes;
    if (time !== undefined) {
      day = undefined;
      attempt(line, () => {
        const parsed = parseDay(time);
        if (parsed > today) throw new RefusedRow("futureDate", time);
        day = parsed;
      });
    } else if (currency !== undefined && day !== undefined) {
      const of = day;
      attempt(line, () => readRate(file, attributes, { day: of, line, seen }));
    }
  };
  await readElements(text, { open, close: () => undefined }, { deepest, isPrefixed: true });
  return file;
}

export const ecbFormat: FileFormat = {
  name: "ecb",
  recognise: ({ text }) => (start.test(text) ? { kind: "rates", message: "eurofxref" } : undefined),
  read: ({ text }, { today }) => read(text, today),
};
