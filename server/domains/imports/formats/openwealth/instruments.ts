/** The instruments of OpenWealth: which can be booked, and by which numbers they are known. */
import { type AssetClass, type FileInstrument, RefusedRow } from "../../reading/parsed-file.ts";
import { isIsin } from "../../reading/values.ts";
import { currencyIn, listIn, requiredText, textIn } from "./fields.ts";
import type { JsonObject } from "./json.ts";

/** Types that the portal books, with their asset class. */
const booked: Readonly<Record<string, AssetClass>> = {
  equity: "equity",
  fund: "fund",
  bond: "bond",
  commodity: "commodity",
  cryptoAsset: "other",
  other: "other",
};

/** Money lent to the bank for a time: part of the cash, which the contract does not change. */
const deposits = new Set(["fixedDeposit", "callableDeposit"]);

export type Category = "cash" | "deposit" | "booked" | "outside";

/** What an instrument is to the portal; `outside` are derivatives, credits and loans. */
export function categoryOf(instrument: JsonObject | undefined): Category {
  const type = requiredText(instrument, "type");
  if (type === "cash") return "cash";
  if (deposits.has(type)) return "deposit";
  return Object.hasOwn(booked, type) ? "booked" : "outside";
}

/** Numbers that mean the same security at every custodian, in the order in which they are preferred. */
const standard = ["valoren", "sedol", "cusip", "wertpapier", "common", "sicovam", "belgian", "dutch"] as const;

/** All identifiers by their type. */
function identifiersOf(instrument: JsonObject): Map<string, string> {
  return new Map(
    listIn(instrument, "identificationList").map((one) => [
      requiredText(one, "type").replace(/^valor$/i, "valoren"),
      requiredText(one, "identifier"),
    ]),
  );
}

/**
 * An instrument as described in the file. The currency is that of its position or price, otherwise of its denomination,
 * otherwise `currency`. One without any number is known by its name.
 */
export function readInstrument(instrument: JsonObject, currency: string): FileInstrument {
  const numbers = identifiersOf(instrument);
  const name = requiredText(instrument, "name");
  const isin = numbers.get("isin")?.toUpperCase();
  if (isin !== undefined && !isIsin(isin)) throw new RefusedRow("unknownInstrument", isin);
  const scheme = isin === undefined ? standard.find((one) => numbers.has(one)) : undefined;
  const conid = scheme && `${scheme}:${numbers.get(scheme)}`;
  const ticker = numbers.get("tickerSymbol") ?? isin ?? numbers.get(scheme ?? "") ?? name.slice(0, 60);
  return {
    ...(isin !== undefined && { isin }),
    ...(conid !== undefined && { conid }),
    ticker,
    name,
    currency,
    assetClass: booked[requiredText(instrument, "type")] ?? "other",
  };
}

/** The currency of an instrument of cash. */
export function cashCurrency(instrument: JsonObject | undefined, otherwise: string | undefined): string {
  const iso = listIn(instrument ?? {}, "identificationList").find((one) => textIn(one, "type") === "iso3");
  const stated = currencyIn(iso, "identifier") ?? otherwise ?? currencyIn(instrument, "currencyOfDenomination");
  if (stated === undefined) throw new RefusedRow("missingValue", "currency");
  return stated;
}
