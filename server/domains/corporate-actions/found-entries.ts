/** Whether a holder's ledger has the event of a corporate action already, from a custodian's file. */
import type { ActionOutcome } from "@portico/api/corporate-actions.ts";
import { addDays } from "@portico/api/rules/calendar.ts";
import type { ActionType } from "@portico/api/rules/corporate-actions.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import type { Db } from "../../kernel/transaction.ts";
import { listEntriesAbout, type SourcedEntry } from "../portfolios/ledger/action-entries.ts";
import { type BookedAction, bookingDayOf } from "./outcome.ts";

/** An entry that may be the same event, as it is shown. */
export interface FoundEntry {
  day: string;
  kind: string;
  currency: string;
  amount: string;
  quantity: string | null;
  fileName: string | null;
}

/** `same`: the event itself. `near`: a person decides. */
export interface Finding {
  how: "same" | "near";
  entry: FoundEntry;
}

/** Custodians book some days before or after; more after than before. */
const window = { before: 7, after: 21 };
/** Custodians round each lot, and some deduct cents. */
const nearShare = "0.02";
const nearAmount = "0.05";

const kindsOf: Record<ActionType, readonly string[]> = {
  cashDividend: ["dividend", "returnOfCapital", "interest"],
  choiceDividend: ["dividend", "returnOfCapital", "split", "exchange"],
  returnOfCapital: ["returnOfCapital", "dividend"],
  stockDividend: ["split", "exchange"],
  split: ["split", "exchange"],
  rightsIssue: ["exchange", "buy"],
  spinOff: ["exchange"],
  merger: ["exchange"],
  tenderOffer: ["exchange"],
  redemption: ["exchange"],
};

const isNear = (one: Decimal, other: Decimal): boolean =>
  one
    .minus(other)
    .abs()
    .lte(Decimal.max(other.abs().times(nearShare), nearAmount));

/** Cash as gross or as net: some files have the tax in a row of its own. */
function hasAmount(entry: SourcedEntry, { gross, net, currency }: ActionOutcome): boolean {
  if (entry.currency !== currency) return false;
  const amount = new Decimal(entry.amount);
  return isNear(amount, new Decimal(net)) || isNear(amount.plus(entry.tax ?? 0), new Decimal(gross));
}

/** Units, of which a custodian may have dropped a part. */
const hasUnits = (entry: SourcedEntry, { units, received }: ActionOutcome): boolean =>
  new Decimal(entry.quantity ?? 0).minus(units).abs().lt(1) &&
  new Decimal(entry.counterQuantity ?? 0).minus(received).abs().lt(1);

function judge(type: ActionType, entry: SourcedEntry, outcome: ActionOutcome): Finding["how"] | undefined {
  const isCash = type === "cashDividend" || type === "choiceDividend" || type === "returnOfCapital";
  // A purchase is the subscription only if it is of as many units.
  if (entry.kind === "buy") return hasUnits(entry, outcome) ? "near" : undefined;
  if (isCash && entry.kind !== "split" && entry.kind !== "exchange") {
    // What is taken back is no payment.
    if (entry.amount.startsWith("-")) return undefined;
    return hasAmount(entry, outcome) ? "same" : "near";
  }
  return hasUnits(entry, outcome) ? "same" : "near";
}

/** The entry that is the event or may be it; undefined if nothing is. */
export async function findBooked(
  db: Db,
  holder: Holder,
  action: BookedAction,
  outcome: ActionOutcome,
): Promise<Finding | undefined> {
  const day = bookingDayOf(action);
  const entries = await listEntriesAbout(db, holder, {
    instrumentId: action.instrumentId,
    kinds: kindsOf[action.type],
    from: addDays(day, -window.before),
    to: addDays(day, window.after),
  });
  let found: Finding | undefined;
  for (const entry of entries) {
    const how = judge(action.type, entry, outcome);
    if (how === undefined || found?.how === "same") continue;
    const { day: on, kind, currency, amount, quantity, fileName } = entry;
    if (how === "same" || !found) found = { how, entry: { day: on, kind, currency, amount, quantity, fileName } };
  }
  return found;
}
