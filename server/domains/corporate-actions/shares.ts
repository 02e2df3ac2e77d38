/** What one holder gets in a run: calculated against the ledger by the writer's own dry run. */

import type { OptionName, ShareReason } from "@portico/api/rules/corporate-actions.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import type { Db } from "../../kernel/transaction.ts";
import { getHolderAccount } from "../holders/holders.ts";
import { getUnits, readCostBefore } from "../portfolios/ledger/action-entries.ts";
import type { EntryRefusal, NewEntry } from "../portfolios/ledger/entries.ts";
import { previewEntries } from "../portfolios/ledger/writer.ts";
import type { ActionRecord } from "./actions.queries.ts";
import { findStanding } from "./elections.queries.ts";
import { findBooked } from "./found-entries.ts";
import { type BookedAction, workOut } from "./outcome.ts";
import type { Calculated, ShareRecord } from "./shares.queries.ts";

/** The action as its entries need it, in one of its applications. */
export const toBooked = (action: ActionRecord, application = action.application): BookedAction => ({
  id: action.id,
  application,
  type: action.type,
  instrumentId: action.instrumentId,
  instrumentCurrency: action.instrument.currency,
  exDay: action.exDay,
  payDay: action.payDay,
  terms: action.terms,
});

/** Cost of the units at the close before the ex-day, in the instrument's currency; null if unknown. */
async function readCost(db: Db, action: BookedAction, holder: ShareRecord): Promise<Decimal | null> {
  const { baseCurrency } = await getHolderAccount(db, holder);
  const account = { holderType: holder.holderType, holderId: holder.holderId, baseCurrency };
  const cost = await readCostBefore(db, account, { instrumentId: action.instrumentId, day: action.exDay });
  return cost === null ? null : new Decimal(cost);
}

/** Who elects nothing has the default; what is not to be chosen has none. */
export const findOption = async (db: Db, action: ActionRecord, holder: ShareRecord): Promise<OptionName | null> =>
  action.defaultOption && ((await findStanding(db, holder, action.id))?.option ?? action.defaultOption);

/** The units that an election concerns: of what was sold after the ex-day nothing can be given up. */
async function findUnits(db: Db, action: ActionRecord, share: ShareRecord): Promise<Decimal> {
  const entitled = new Decimal(share.units);
  if (action.type !== "tenderOffer") return entitled;
  return Decimal.min(entitled, await getUnits(db, share, action.instrumentId));
}

const reasonOf = ({ code }: EntryRefusal): ShareReason => (code === "splitDiffers" ? "splitDiffers" : "entryRefused");

/** What the share is, with the entries that would book it. */
export async function calculateShare(
  db: Db,
  action: ActionRecord,
  share: ShareRecord,
): Promise<Calculated & { made: NewEntry[] }> {
  const booked = toBooked(action);
  const option = await findOption(db, action, share);
  const units = await findUnits(db, action, share);
  const none = { outcome: null, reason: null, detail: null, found: null, option, made: [] };
  if (units.isZero()) return { ...none, state: "refused", reason: "unitsGone" };
  const cost = action.type === "spinOff" ? await readCost(db, booked, share) : null;
  const entitled = { holder: share, units, option, cost, custodian: share.custodian };
  const { outcome, entries, reason } = workOut(booked, entitled);
  if (entries.length === 0) return { ...none, state: "nothing", outcome, reason };
  if (share.decision === null) {
    const finding = await findBooked(db, share, booked, outcome);
    if (finding) return { ...none, state: finding.how === "same" ? "known" : "unclear", outcome, found: finding.entry };
  }
  // Who says that a split is to be booked although others booked it weeks before says that it is that one.
  const preview = await previewEntries(db, share, entries, { answerOf: () => "same" });
  const [refusal] = preview.refusals;
  if (refusal) {
    const detail = [refusal.code, refusal.detail].filter((part) => part !== null).join(": ");
    return { ...none, state: "refused", outcome, reason: reasonOf(refusal), detail };
  }
  const detail = preview.cashBelowZero.length > 0 ? preview.cashBelowZero.join(", ") : null;
  return { ...none, state: "ready", outcome, detail, made: entries };
}
