/**
 * Rows that look like what the portal booked itself by a corporate action: a colleague leaves each out, or books it as it is
 * (docs/decisions/0362-rows-of-applied-actions.md).
 */
import { addDays, daysBetween } from "@portico/api/rules/calendar.ts";
import type { Trx } from "../../../kernel/transaction.ts";
import { listActionEntries, type SourcedEntry } from "../../portfolios/ledger/action-entries.ts";
import { findBookedTrades } from "../../portfolios/ledger/holdings.ts";
import { toLedgerId } from "../booking/account-ids.ts";
import type { Prepared } from "../booking/statement.ts";
import type { FileEntry, ReadFile } from "../reading/parsed-file.ts";
import { Exact } from "../reading/values.ts";
import type { RefusedEntry } from "./refused-rows.ts";

/** Custodians book some days before or after the portal does. */
const window = { before: 7, after: 21 };

/** Kinds of entries that may be one event; a sale or purchase is it only with as many units. */
const groups: readonly (readonly string[])[] = [
  ["dividend", "returnOfCapital", "interest"],
  ["split", "exchange"],
  ["buy"],
  ["sell"],
];
const isTrade = (kind: string): boolean => kind === "buy" || kind === "sell";
const hasSameUnits = (row: FileEntry, booked: SourcedEntry): boolean =>
  new Exact(row.quantity ?? 0)
    .minus(booked.quantity ?? 0)
    .abs()
    .lt(1);

/** Whether a row is of the event of an action's entry; withheld tax in a row of its own is, if the action booked tax. */
function isOfEvent(row: FileEntry, booked: SourcedEntry): boolean {
  const late = row.day < booked.day ? -daysBetween(row.day, booked.day) : daysBetween(booked.day, row.day);
  if (late < -window.before || late > window.after) return false;
  if (row.kind === "tax") return booked.tax !== null;
  if (isTrade(row.kind) && !hasSameUnits(row, booked)) return false;
  return groups.some((kinds) => kinds.includes(row.kind) && kinds.includes(booked.kind));
}

const possible: ReadonlySet<string> = new Set([...groups.flat(), "tax"]);

/** `action:7:1:user-3` is of the action 7. */
const nameOf = ({ externalId, day, currency, amount, quantity }: SourcedEntry): string => {
  const moved = new Exact(amount).isZero() && quantity !== null ? quantity : `${amount} ${currency}`;
  return `${externalId.split(":")[1] ?? ""} · ${day} · ${moved}`;
};

/** The rows of a file that actions booked already, without those that are booked beside them. */
export async function findApplied(
  trx: Trx,
  { entries }: ReadFile,
  { accounts, resolved }: Pick<Prepared, "accounts" | "resolved">,
): Promise<RefusedEntry[]> {
  const refused: RefusedEntry[] = [];
  const idOf = ({ instrument }: FileEntry): number | undefined =>
    instrument === undefined ? undefined : resolved.ids[instrument];
  const asked = entries.filter((row) => possible.has(row.kind) && row.undoes === undefined && idOf(row) !== undefined);
  for (const [account, rows] of Map.groupBy(asked, (row) => row.account)) {
    const found = accounts.get(account);
    if (!found) continue;
    const days = rows.map(({ day }) => day).toSorted();
    const booked = await listActionEntries(trx, found.holder, {
      instrumentIds: [...new Set(rows.flatMap((row) => idOf(row) ?? []))],
      from: addDays(days[0] ?? "", -window.after),
      to: addDays(days.at(-1) ?? "", window.before),
    });
    if (booked.length === 0) continue;
    const ids = rows.map(({ externalId }) => toLedgerId(found, externalId));
    const known = new Set((await findBookedTrades(trx, found.holder, ids)).map(({ externalId }) => externalId));
    for (const entry of rows) {
      const same = booked.find((one) => one.instrumentId === idOf(entry) && isOfEvent(entry, one));
      if (!same || known.has(toLedgerId(found, entry.externalId))) continue;
      const { line } = entry;
      refused.push({ entry, refusal: { line, code: "bookedByAction", detail: nameOf(same), account } });
    }
  }
  return refused;
}
