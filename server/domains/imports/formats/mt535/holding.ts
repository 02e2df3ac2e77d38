/** A holding of MT535: its security, its balances, its price and what it cost. */
import { perUnit } from "../../quotes/quotation.ts";
import { type FileInstrument, RefusedRow, type StatedPosition } from "../../reading/parsed-file.ts";
import { absolute, Exact, isIsin, isZero, makesMoney, negated, sum } from "../../reading/values.ts";
import type { Field } from "./blocks.ts";
import { swiftAmount, swiftNumber, swiftQuantity } from "./values.ts";

/** National numbers by the country that `:35B:` writes before them. */
const schemes: Readonly<Record<string, string>> = {
  DE: "wertpapier",
  GB: "sedol",
  US: "cusip",
  CH: "valoren",
  BE: "belgian",
};

interface Security {
  isin: string | undefined;
  conid: string | undefined;
  name: string;
}

/** `ISIN DE0007236101`, national numbers such as `/DE/723610`, and the name; on lines, or parted by `|` as some banks write it. */
function readSecurity({ value }: Field): Security {
  const lines = value.split(/[\n|]/).map((line) => line.trim());
  const stated = lines
    .map((line) => /^ISIN\s*([A-Z0-9]+)$/i.exec(line)?.[1]?.toUpperCase())
    .find((one) => one !== undefined);
  if (stated !== undefined && !isIsin(stated)) throw new RefusedRow("unknownInstrument", stated);
  const national = lines.map((line) => /^\/([A-Z]{2})\/(\S+)$/.exec(line)).find((found) => found !== null);
  const scheme = schemes[national?.[1] ?? ""];
  const name = lines.filter((line) => line !== "" && !/^ISIN\s/i.test(line) && !line.startsWith("/")).join(" ");
  const conid = stated === undefined && scheme && national ? `${scheme}:${national[2]}` : undefined;
  if (stated === undefined && conid === undefined && name === "") throw new RefusedRow("missingValue", ":35B:");
  return { isin: stated, conid, name: (name || stated || conid || "").slice(0, 200) };
}

/** The currency and the price of one unit, per unit or in percent. */
interface Quote {
  price: string;
  currency: string | undefined;
}

function readQuote({ tag, value }: Field): Quote | undefined {
  const [kind = "", figure = ""] = value.split("/");
  if (tag === "90A") return { price: perUnit(swiftNumber(figure, ":90A:"), "percent"), currency: undefined };
  if (kind === "" || figure === "") return undefined;
  const { amount, currency } = swiftAmount(figure, ":90B:");
  return { price: amount, currency };
}

/**
 * What a unit cost, of the lines that German banks write in `:70E::HOLD`: the price, `+`, and the currency, or nothing for percent. Some
 * number the lines, and the price is on the second.
 */
function readCost({ value }: Field): Quote | undefined {
  const lines = value.split("\n").map((line) => line.trim());
  const isNumbered = /^1[A-Z]{3}\+/.test(lines[0] ?? "");
  const form = isNumbered ? /^2(\d+(?:[.,]\d*)?)\+([A-Z]{3}|%)?/ : /^(\d+(?:[.,]\d*)?)\+([A-Z]{3}|%)?/;
  const found = lines
    .slice(1)
    .map((line) => form.exec(line))
    .find((one) => one !== null);
  if (!found) return undefined;
  const price = swiftNumber(found[1] as string, ":70E:");
  const currency = found[2];
  if (currency === undefined || currency === "%") return { price: perUnit(price, "percent"), currency: undefined };
  return { price, currency };
}

/** Parts of a balance that secure a debt. */
const pledgedCodes = new Set(["PLED", "COLO"]);
const availableCodes = new Set(["AVAI", "TAVI"]);
/** What is not there yet, or no longer. */
const pendingCodes = new Set(["PENR", "PEND", "PDMT", "PDUM", "PRMT", "PRUM"]);

/** Parts of the quantity, from the balances of the sub-blocks. */
function readParts(
  quantity: string,
  balances: readonly Field[],
): Pick<StatedPosition, "available" | "notAvailable" | "pledged"> {
  let available: string | undefined;
  let not: string | undefined;
  let pledged: string | undefined;
  for (const { code, value } of balances) {
    if (pendingCodes.has(code)) continue;
    const { quantity: part, part: marked } = swiftQuantity(value, `:93C::${code}`);
    if (availableCodes.has(code) || (marked === "AVAI" && !pledgedCodes.has(code)))
      available = sum(available ?? "0", part);
    else if (code === "NAVL" || marked === "NAVL" || pledgedCodes.has(code)) not = sum(not ?? "0", part);
    if (pledgedCodes.has(code)) pledged = sum(pledged ?? "0", part);
  }
  if (available !== undefined && not !== undefined && sum(available, not) !== quantity)
    throw new RefusedRow("amountsDisagree", `${available} + ${not} ≠ ${quantity}`);
  if (available === undefined && not === undefined) return {};
  const rest = not ?? sum(quantity, negated(available ?? "0"));
  return {
    available: available ?? sum(quantity, negated(rest)),
    notAvailable: rest,
    ...(pledged !== undefined && { pledged }),
  };
}

export interface Holding {
  instrument: FileInstrument;
  position: Omit<StatedPosition, "instrument" | "line" | "day">;
}

/** Fields of a block `FIN`, without those of its sub-blocks, and the balances of these. */
export interface HoldingFields {
  fields: readonly Field[];
  balances: readonly Field[];
}

/**
 * Reads a holding. Its currency is that of its value, its price or its denomination; of one that states none the ISIN decides, and the
 * currency says nothing.
 */
export function readHolding({ fields, balances }: HoldingFields): Holding {
  const of = (tag: string, code?: string): Field | undefined =>
    fields.find((field) => field.tag === tag && (code === undefined || field.code === code));
  const named = of("35B");
  if (!named) throw new RefusedRow("missingValue", ":35B:");
  const { isin, conid, name } = readSecurity(named);
  const total = of("93B", "AGGR") ?? of("93C", "AGGR");
  if (!total) throw new RefusedRow("missingValue", ":93B::AGGR");
  const { quantity } = swiftQuantity(total.value, ":93B::AGGR");
  const quoted = fields.find(
    ({ tag, code }) => (tag === "90A" || tag === "90B") && (code === "MRKT" || code === "INDC"),
  );
  const quote = quoted && readQuote(quoted);
  const worth = readWorth(fields, quantity, quote);
  const denominated = /^[A-Z]{3}$/.exec(of("11A", "DENO")?.value.trim() ?? "")?.[0];
  const currency = worth?.currency ?? quote?.currency ?? denominated ?? "EUR";
  const price = unitPrice(quantity, worth, quote);
  const cost = readCostOf(of("70E", "HOLD"), quantity, currency);
  return {
    instrument: {
      ...(isin !== undefined && { isin }),
      ...(conid !== undefined && { conid }),
      ticker: isin ?? conid?.split(":")[1] ?? name.slice(0, 60),
      name,
      currency,
      assetClass: "other",
    },
    position: {
      quantity,
      currency,
      ...readParts(quantity, balances),
      ...(cost !== undefined && { cost }),
      ...(price !== undefined && { price }),
      ...(worth && { marketValue: worth.amount }),
    },
  };
}

/** The value, of several in different currencies the one that the price makes, or in whose currency the price is. */
function readWorth(
  fields: readonly Field[],
  quantity: string,
  quote: Quote | undefined,
): { currency: string; amount: string } | undefined {
  const values = fields
    .filter(({ tag, code }) => tag === "19A" && code === "HOLD")
    .map(({ value }) => swiftAmount(value, ":19A::HOLD"));
  const { price, currency: own } = quote ?? {};
  const isMade = ({ amount, currency }: { currency: string; amount: string }): boolean =>
    price !== undefined && makesMoney({ quantity, price, money: amount, currency });
  return values.find(({ currency }) => currency === own) ?? values.find(isMade) ?? values[0];
}

/**
 * The price in the currency of the value, as quoted, whether it makes the value or not: accrued interest may be in it. Without one, the
 * value of a unit.
 */
function unitPrice(
  quantity: string,
  worth: { currency: string; amount: string } | undefined,
  quote: Quote | undefined,
): string | undefined {
  if (!worth) return quote?.price;
  if (isZero(quantity)) return undefined;
  const { amount, currency } = worth;
  if (quote && (quote.currency === undefined || quote.currency === currency)) return quote.price;
  return new Exact(absolute(amount)).div(absolute(quantity)).toDecimalPlaces(12).toFixed();
}

function readCostOf(field: Field | undefined, quantity: string, currency: string): string | undefined {
  const cost = field && readCost(field);
  if (!cost || (cost.currency !== undefined && cost.currency !== currency)) return undefined;
  return new Exact(cost.price).times(quantity).toDecimalPlaces(8).toFixed();
}
