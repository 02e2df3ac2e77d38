/** Transfers between two holders of the firm: the cost of the securities in the ledger of the one who sends them. */
import type { ImportTransfer } from "@portico/api/imports.ts";
import type { Trx } from "../../../kernel/transaction.ts";
import { getHolder } from "../../holders/holders.ts";
import {
  type DeliveredCost,
  findDeliveredCost,
  findMatchingTransfers,
  isNear,
} from "../../portfolios/ledger/delivered-costs.ts";
import type { ReadFile } from "../reading/parsed-file.ts";
import { negated } from "../reading/values.ts";
import type { Outcome } from "./statement.ts";

type Offer = ImportTransfer["offers"][number];

/** Most transfers of a file whose senders are looked for: each takes a replay of the sender's ledger. */
const mostTransfers = 50;

const offerOf = (found: DeliveredCost | undefined, transfer: ImportTransfer, sender: string): Offer[] =>
  found && found.currency === transfer.currency
    ? [
        ...(found.cost
          ? [{ source: "sender" as const, cost: found.cost, acquired: found.acquiredOn, lots: [], sender }]
          : []),
        ...(found.lots ? [{ source: "senderLots" as const, ...found.lots, sender }] : []),
      ]
    : [];

/** Adds what the ledgers of the senders say: booked before, or in the same file. */
export async function withSenders(
  trx: Trx,
  file: ReadFile,
  transfers: readonly ImportTransfer[],
  outcomes: readonly Outcome[],
): Promise<ImportTransfer[]> {
  const offered: ImportTransfer[] = [];
  for (const [place, transfer] of transfers.entries()) {
    const offers = place < mostTransfers ? await findOffers(trx, file, transfer, outcomes) : [];
    offered.push({ ...transfer, offers: [...transfer.offers, ...offers] });
  }
  return offered;
}

async function findOffers(
  trx: Trx,
  file: ReadFile,
  transfer: ImportTransfer,
  outcomes: readonly Outcome[],
): Promise<Offer[]> {
  const { account, entry: externalId, quantity, day } = transfer;
  const receiver = outcomes.find(({ batch }) => batch.account === account);
  // Ids of the batch name the account; those of its rows are as in the file.
  const taken = receiver?.batch.entries[receiver.batch.rows.findIndex((row) => row.externalId === externalId)];
  if (!receiver || taken?.instrumentId === undefined) return [];
  const offers: Offer[] = [];
  const wanted = { instrumentId: taken.instrumentId, quantity, day };
  for (const { holder, id } of await findMatchingTransfers(trx, wanted, receiver.batch.holder)) {
    const { name } = (await getHolder(trx, holder)) ?? { name: "?" };
    offers.push(...offerOf(await findDeliveredCost(trx, holder, { id }), transfer, name));
  }
  for (const { batch, preview } of outcomes) {
    if (batch.account === account) continue;
    const known = new Set(preview.known);
    const fresh = batch.entries.filter((_, index) => !known.has(index));
    const sent = fresh.filter(
      (entry) =>
        entry.kind === "transferOut" &&
        entry.instrumentId === taken.instrumentId &&
        entry.quantity === negated(quantity) &&
        isNear(entry.day, day),
    );
    for (const entry of sent)
      offers.push(
        ...offerOf(
          await findDeliveredCost(trx, batch.holder, { externalId: entry.externalId }, fresh),
          transfer,
          batch.holder.name,
        ),
      );
  }
  return offers;
}
