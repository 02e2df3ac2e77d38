/** A holding of semt.002: its security, its balances, its price and its value. */
import { isCurrency } from "@portico/api/currencies.ts";
import { findCurrencyUnit, inMajorUnits, perUnit } from "../../quotes/quotation.ts";
import { type FileInstrument, RefusedRow, type StatedPosition } from "../../reading/parsed-file.ts";
import { absolute, Exact, exactNumber, isIsin, isZero, negated, sum } from "../../reading/values.ts";
import { all, find, type Node, textAt } from "./tree.ts";

interface Money {
  amount: string;
  currency: string;
}

/** Elements that hold a quantity, in any version. */
const quantities = ["Unit", "FaceAmt", "AmtsdVal", "DgtlTknUnit"] as const;

/** A quantity; below zero if it is marked as short. */
function quantityIn(node: Node | undefined, name: string): string | undefined {
  if (!node) return undefined;
  const text = quantities.map((one) => textAt(node, one)).find((one) => one !== undefined);
  if (text === undefined) return undefined;
  const value = exactNumber(text, name);
  return textAt(node, "ShrtLngInd") === "SHOR" ? negated(absolute(value)) : value;
}

function moneyIn(node: Node | undefined, name: string): Money | undefined {
  if (!node) return undefined;
  const amount = node.attributes["Ccy"] === undefined ? find(node, "Amt") : node;
  const code = amount?.attributes["Ccy"];
  if (!amount || code === undefined) return undefined;
  const unit = findCurrencyUnit(code);
  if (!unit) throw new RefusedRow("unknownCurrency", code);
  const value = inMajorUnits(exactNumber(amount.text.trim(), name), unit.per);
  return { currency: unit.currency, amount: textAt(node, "Sgn") === "false" ? negated(value) : value };
}

const schemes: Readonly<Record<string, string>> = {
  SEDL: "sedol",
  CUSP: "cusip",
  WKN: "wertpapier",
  VALO: "valoren",
  COMM: "common",
  SICV: "sicovam",
  BELC: "belgian",
};

function readSecurity(node: Node): Pick<FileInstrument, "isin" | "conid" | "name" | "ticker"> {
  const isin = textAt(node, "ISIN")?.toUpperCase();
  if (isin !== undefined && !isIsin(isin)) throw new RefusedRow("unknownInstrument", isin);
  const other = all(node, "OthrId")[0];
  const type = other && textAt(other, "Tp", "Cd");
  const number = other && textAt(other, "Id");
  const scheme = type === undefined ? undefined : schemes[type];
  const conid = isin === undefined && scheme && number ? `${scheme}:${number}` : undefined;
  const name = (textAt(node, "Desc") ?? isin ?? number)?.replace(/\s+/g, " ").slice(0, 200);
  if (name === undefined) throw new RefusedRow("missingValue", "FinInstrmId");
  const ticker = isin ?? number ?? name.slice(0, 60);
  return { ...(isin !== undefined && { isin }), ...(conid !== undefined && { conid }), name, ticker };
}

/** Kinds of balances that secure a debt. */
const pledgedCodes = new Set(["PLED", "COLO", "COLA"]);

function readParts(node: Node, quantity: string): Pick<StatedPosition, "available" | "notAvailable" | "pledged"> {
  const available = quantityIn(find(node, "AvlblBal"), "AvlblBal");
  const not = quantityIn(find(node, "NotAvlblBal"), "NotAvlblBal");
  const pledged = all(node, "BalBrkdwn")
    .filter((one) => pledgedCodes.has(textAt(one, "SubBalTp", "Cd") ?? ""))
    .flatMap((one) => quantityIn(find(one, "Qty"), "BalBrkdwn") ?? []);
  if (available !== undefined && not !== undefined && sum(available, not) !== quantity)
    throw new RefusedRow("amountsDisagree", `${available} + ${not} ≠ ${quantity}`);
  const secures = pledged.length === 0 ? {} : { pledged: sum(...pledged) };
  if (available === undefined && not === undefined) return secures;
  return {
    available: available ?? sum(quantity, negated(not ?? "0")),
    notAvailable: not ?? sum(quantity, negated(available ?? "0")),
    ...secures,
  };
}

interface Quote {
  price: string;
  currency: string | undefined;
}

/** The market price, otherwise the first. */
function readQuote(node: Node): Quote | undefined {
  const details = all(node, "PricDtls");
  const chosen = details.find((one) => textAt(one, "Tp", "Cd") === "MRKT") ?? details[0];
  const value = chosen && find(chosen, "Val");
  if (!value) return undefined;
  const rate = textAt(value, "Rate");
  if (rate !== undefined) return { price: perUnit(exactNumber(rate, "Rate"), "percent"), currency: undefined };
  const money = moneyIn(value, "PricDtls");
  return money && { price: money.amount, currency: money.currency };
}

export interface Holding {
  instrument: FileInstrument;
  position: Omit<StatedPosition, "instrument" | "line" | "day">;
}

/** `baseCurrency`: of the account, for a security without a price and a value. */
export function readHolding(node: Node, baseCurrency: string | undefined): Holding {
  const identified = find(node, "FinInstrmId");
  if (!identified) throw new RefusedRow("missingValue", "FinInstrmId");
  const quantity = quantityIn(find(node, "AggtBal"), "AggtBal");
  if (quantity === undefined) throw new RefusedRow("missingValue", "AggtBal");
  const quote = readQuote(node);
  const values = ["InstrmCcyAmts", "AcctBaseCcyAmts", "AltrnRptgCcyAmts"].flatMap(
    (name) => moneyIn(find(node, name, "HldgVal"), `${name}/HldgVal`) ?? [],
  );
  const denominated = textAt(node, "FinInstrmAttrbts", "DnmtnCcy");
  const own = denominated !== undefined && isCurrency(denominated) ? denominated : baseCurrency;
  const currency = quote?.currency ?? values[0]?.currency ?? own ?? "EUR";
  const worth = values.find((one) => one.currency === currency);
  const price = quote?.price ?? (worth && !isZero(quantity) ? ratio(worth.amount, quantity) : undefined);
  return {
    instrument: { ...readSecurity(identified), currency, assetClass: "other" },
    position: {
      quantity,
      currency,
      ...readParts(node, quantity),
      ...(price !== undefined && { price }),
      ...(worth && { marketValue: worth.amount }),
    },
  };
}

const ratio = (amount: string, quantity: string): string =>
  new Exact(absolute(amount)).div(absolute(quantity)).toDecimalPlaces(12).toFixed();
