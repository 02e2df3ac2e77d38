/** Costs of securities transferred in as typed by a colleague, and in the call's format. */
import type { ImportPreview, ImportTransfer, TransferCost } from "@portico/api/imports.ts";
import { isDay } from "@portico/api/rules/calendar.ts";
import type { Language } from "@portico/messages/text.ts";
import { readNumber } from "./opening-lines.ts";

export interface TypedCost {
  /** Empty while it is unknown. */
  cost: string;
  acquired: string;
  /** Of an offer that was taken; empty once its cost or day is changed by hand. */
  lots: TransferCost["lots"];
}
export type CostField = "cost" | "acquired";

export const transferId = ({ account, entry }: Pick<ImportTransfer, "account" | "entry">): string =>
  `${account} ${entry}`;

/** What the preview was made with. */
export const typedOf = ({ cost, acquired, lots }: Pick<ImportTransfer, "cost" | "acquired" | "lots">): TypedCost => ({
  cost: cost ?? "",
  acquired: acquired ?? "",
  lots,
});

/** The fields that cannot be sent as typed. */
export function costFaults(language: Language, { day }: ImportTransfer, typed: TypedCost): CostField[] {
  const { cost, acquired } = typed;
  if (cost.trim() === "") return [];
  const isCost = Number(readNumber(language, cost) ?? -1) >= 0;
  return [
    ...(isCost ? [] : (["cost"] as const)),
    ...(acquired === "" || (isDay(acquired) && acquired <= day) ? [] : (["acquired"] as const)),
  ];
}

/** The confirmed costs; undefined if one cannot be sent. */
export function toTransferCosts(
  language: Language,
  transfers: readonly ImportTransfer[],
  typed: ReadonlyMap<string, TypedCost>,
): TransferCost[] | undefined {
  const of = (transfer: ImportTransfer) => typed.get(transferId(transfer)) ?? typedOf(transfer);
  if (transfers.some((transfer) => costFaults(language, transfer, of(transfer)).length > 0)) return undefined;
  return transfers.flatMap((transfer): TransferCost[] => {
    const { cost, acquired, lots } = of(transfer);
    const { account, entry } = transfer;
    if (cost.trim() === "") return [];
    return [{ account, entry, cost: readNumber(language, cost) ?? "0", acquired: acquired || null, lots }];
  });
}

/** The costs that a preview was made with. */
export const costsOf = ({ transfers }: Pick<ImportPreview, "transfers">): TransferCost[] =>
  transfers.flatMap(({ account, entry, cost, acquired, lots }) =>
    cost === null ? [] : [{ account, entry, cost, acquired, lots }],
  );
