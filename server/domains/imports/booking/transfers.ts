/** Costs of securities transferred in: what the file states, and what staff confirmed. */
import { type ImportRefusal, type ImportTransfer, refusalsShown, type TransferCost } from "@portico/api/imports.ts";
import { isMadeOfLots } from "@portico/ledger/entry-parts.ts";
import type { FileEntry, ReadAccount, ReadFile } from "../reading/parsed-file.ts";
import { Exact, isNegative, sum } from "../reading/values.ts";

/** A transfer in whose row does not state its cost. */
const lacksCost = ({ kind, instrument, cost, isCostTyped }: FileEntry): boolean =>
  kind === "transferIn" && instrument !== undefined && (cost === undefined || isCostTyped === true);

/**
 * Gives transfers the costs that staff confirmed. Their fingerprints stay, so that the same file is recognised again. A
 * cost of a transfer that the file does not have is ignored.
 */
export function withTransferCosts(file: ReadFile, costs: readonly TransferCost[]): ReadFile {
  if (costs.length === 0) return file;
  const of = new Map(costs.map((cost) => [`${cost.account} ${cost.entry}`, cost]));
  const refusals: ImportRefusal[] = [];
  const entries = file.entries.map((entry): FileEntry => {
    const given = lacksCost(entry) ? of.get(`${entry.account} ${entry.externalId}`) : undefined;
    if (!given) return entry;
    const { line, account } = entry;
    const { cost, acquired, lots } = given;
    if (isNegative(cost)) refusals.push({ line, code: "belowZero", detail: `cost: ${cost}`, account });
    if (acquired !== null && acquired > entry.day)
      refusals.push({ line, code: "futureDate", detail: acquired, account });
    const { kind, quantity } = entry;
    if (lots.length > 0 && !isMadeOfLots({ ...entry, instrumentId: entry.instrument, cost, lots }))
      refusals.push({ line, code: "amountsDisagree", detail: `${kind} ${quantity} (lots), cost: ${cost}`, account });
    const dated = acquired !== null && { acquiredOn: acquired };
    return { ...entry, cost, ...dated, ...(lots.length > 0 && { lots }), isCostTyped: true };
  });
  return { ...file, entries, refusals: [...file.refusals, ...refusals] };
}

/** Kinds that change no units. */
const cashKinds: ReadonlySet<FileEntry["kind"]> = new Set([
  "dividend",
  "interest",
  "fee",
  "tax",
  "deposit",
  "withdrawal",
]);

/** The custodian's cost of the open position, if the transfers are all that makes it. */
function statedCost(
  entry: FileEntry,
  entries: readonly FileEntry[],
  { positions }: ReadAccount,
  heldBefore: string,
): ImportTransfer["offers"] {
  const position = positions.find(({ instrument }) => instrument === entry.instrument);
  if (!position?.cost || position.currency !== entry.currency || heldBefore !== "0") return [];
  const own = entries.filter(
    ({ kind, instrument, counter }) =>
      !cashKinds.has(kind) && (instrument === entry.instrument || counter?.instrument === entry.instrument),
  );
  const came = sum(...own.map(({ quantity }) => quantity ?? "0"));
  if (own.some(({ kind }) => kind !== "transferIn") || came !== position.quantity || isNegative(position.cost))
    return [];
  const cost = new Exact(position.cost)
    .times(entry.quantity ?? "0")
    .div(position.quantity)
    .toDecimalPlaces(8)
    .toFixed();
  return [{ source: "position", cost, acquired: position.acquiredOn ?? null, lots: [], sender: null }];
}

/** The transfers in whose cost their rows do not state; known ones are booked as they are. */
export function listTransfers(
  file: ReadFile,
  known: ReadonlySet<FileEntry>,
  heldBefore: (account: string, instrument: number) => string,
): ImportTransfer[] {
  const byAccount = Map.groupBy(file.entries, ({ account }) => account);
  const transfers = file.entries.flatMap((entry): ImportTransfer[] => {
    const account = file.accounts.get(entry.account);
    const instrument = file.instruments[entry.instrument ?? -1];
    if (!lacksCost(entry) || known.has(entry) || !account || !instrument) return [];
    const held = heldBefore(entry.account, entry.instrument ?? -1);
    const { line, externalId, day, quantity = "0", currency, cost, acquiredOn, lots = [] } = entry;
    return [
      {
        line,
        account: entry.account,
        entry: externalId,
        day,
        name: instrument.name,
        ticker: instrument.ticker,
        quantity,
        currency,
        cost: cost ?? null,
        acquired: acquiredOn ?? null,
        lots: [...lots],
        offers: statedCost(entry, byAccount.get(entry.account) ?? [], account, held),
      },
    ];
  });
  return transfers.slice(0, refusalsShown);
}
