/**
 * Numbers with a comma: "1,234" is a whole number with a thousands sign in some files and 1.234 in others. One reading
 * is taken only if the row's own other figures prove it and refute the other.
 */
import { findCurrency } from "@portico/api/currencies.ts";
import { RefusedRow } from "./parsed-file.ts";

/** A comma before every three digits, and decimals after a point. */
const grouped = /^[-+]?\d{1,3}(,\d{3})+(\.\d+)?$/;
export const isGrouped = (text: string): boolean => grouped.test(text);

const asThousands = (text: string): string => text.replaceAll(",", "");
const asDecimals = (text: string): string => text.replace(",", ".");
/** Whether it may have a decimal comma instead. */
const isAmbiguous = (text: string): boolean => /^[-+]?\d{1,3},\d{3}$/.test(text);

/** Both readings of a number, for a message. */
export const readingsOf = (text: string): string =>
  isAmbiguous(text) ? `→ ${asThousands(text)} / ${asDecimals(text)}` : `→ ${asThousands(text)}`;

interface Numbers {
  /** Texts by the name of the field. */
  numbers: ReadonlyMap<string, string>;
  /** Whether they prove each other. */
  isProvable: boolean;
  /** Fields that are amounts of the currency, which have no thousandths unless the currency has. */
  amounts: readonly string[];
  currency: string | undefined;
}

/**
 * Reads a row whose numbers in some columns have thousands signs. `read` throws a RefusedRow if the row's figures
 * disagree. Without grouped numbers the row is read as it is.
 */
export function readGrouped<T>(
  { numbers, isProvable, amounts, currency = "" }: Numbers,
  read: (numbers: ReadonlyMap<string, string>) => T,
): T {
  const found = [...numbers].filter(([, text]) => isGrouped(text));
  const [first] = found;
  if (!first) return read(new Map());
  const [name, text] = first;
  const refused = new RefusedRow(
    "badNumber",
    [`${name}: ${text} (${readingsOf(text)})`, ...(isProvable ? [`≠ ${[...numbers.keys()].join(", ")}`] : [])].join(
      " ",
    ),
  );
  if (!isProvable) throw refused;
  const whole = (findCurrency(currency)?.digits ?? 2) > 2 ? [] : amounts;
  const fits = combineReadings(found, whole).flatMap((variant): { isWhole: boolean; made: T }[] => {
    try {
      return [
        {
          isWhole: variant.every(({ isWhole }) => isWhole),
          made: read(new Map(variant.map(({ name, value }) => [name, value]))),
        },
      ];
    } catch (error) {
      if (error instanceof RefusedRow) return [];
      throw error;
    }
  });
  const [only, ...others] = fits;
  if (!only?.isWhole || others.length > 0) throw refused;
  return only.made;
}

interface Reading {
  name: string;
  value: string;
  /** Read with thousands signs. */
  isWhole: boolean;
}

/** Every combination of readings, with thousands signs throughout first; fields that are `whole` have only that one. */
const combineReadings = (found: readonly (readonly [string, string])[], wholeOnly: readonly string[]): Reading[][] =>
  found.reduce<Reading[][]>(
    (variants, [name, text]) => {
      const whole: Reading = { name, value: asThousands(text), isWhole: true };
      const readings =
        isAmbiguous(text) && !wholeOnly.includes(name)
          ? [whole, { name, value: asDecimals(text), isWhole: false }]
          : [whole];
      return variants.flatMap((variant) => readings.map((reading) => [...variant, reading]));
    },
    [[]],
  );
