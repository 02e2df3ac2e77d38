/** Opening lots as typed by staff, and as the CSV that is read like an uploaded one. */
import { isDay } from "@portico/api/rules/calendar.ts";
import type { Language } from "@portico/messages/text.ts";
import { readAmount } from "../../ui/typed-amount.ts";

export interface LotLine {
  /** Identifies lines on the page. */
  key: string;
  account: string;
  /** ISIN or ticker. */
  security: string;
  acquired: string;
  quantity: string;
  cost: string;
  currency: string;
  /** The day on which the units came; empty if a transfer in the ledger says it. */
  arrived: string;
}
export type LotField = Exclude<keyof LotLine, "key">;

let made = 0;
const nextKey = (): string => `lot-${(made += 1)}`;

const empty = { account: "", security: "", acquired: "", quantity: "", cost: "", currency: "EUR", arrived: "" };

/** The next line: of the same account, security and arrival as the one before. */
export const nextLot = (before: LotLine | undefined): LotLine => ({
  ...empty,
  ...(before && {
    account: before.account,
    security: before.security,
    currency: before.currency,
    arrived: before.arrived,
  }),
  key: nextKey(),
});

const isAbove = (language: Language, text: string, least: "zero" | "none"): boolean => {
  const value = readAmount(language, text);
  return value !== undefined && (least === "zero" ? Number(value) > 0 : Number(value) >= 0);
};

/** Errors of a line by field. The day of acquisition may be unknown, and that of arrival found in the ledger. */
export function lotFaults(language: Language, line: LotLine): LotField[] {
  const isFine: Readonly<Record<LotField, boolean>> = {
    account: line.account.trim() !== "",
    security: line.security.trim() !== "",
    acquired: line.acquired === "" || isDay(line.acquired),
    quantity: isAbove(language, line.quantity, "zero"),
    cost: isAbove(language, line.cost, "none"),
    currency: /^[A-Z]{3}$/.test(line.currency.trim().toUpperCase()),
    arrived: line.arrived === "" || isDay(line.arrived),
  };
  return (Object.keys(isFine) as LotField[]).filter((field) => !isFine[field]);
}

const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const isIsin = (text: string): boolean => /^[A-Z]{2}[A-Z0-9]{9}\d$/i.test(text);

/** Lines without errors as a file of lots. */
export function toLotFile(language: Language, lines: readonly LotLine[]): string {
  const rows = lines.map((line) => {
    const security = line.security.trim();
    const number = (text: string): string => readAmount(language, text) ?? text;
    return [
      line.account.trim(),
      isIsin(security) ? security.toUpperCase() : "",
      isIsin(security) ? "" : security,
      line.acquired,
      number(line.quantity),
      number(line.cost),
      line.currency.trim().toUpperCase(),
      line.arrived,
    ]
      .map(quoted)
      .join(",");
  });
  return ["account,isin,ticker,acquired,quantity,cost,currency,arrived", ...rows].join("\n");
}

/** The lines stored in the tab; one empty line if there are none. */
export function readLots(text: string): LotLine[] {
  try {
    const stored = JSON.parse(text || "[]") as Partial<LotLine>[];
    const lines = stored.map((line) => ({ ...empty, ...line, key: nextKey() }));
    return lines.length > 0 ? lines : [nextLot(undefined)];
  } catch {
    return [nextLot(undefined)];
  }
}
