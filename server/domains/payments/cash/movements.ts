/** Movements of cash with their running balance: counted back from the newest balance, never summed from the start. */
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import type { cashCalls, Movement } from "@portico/api/payments/cash.ts";
import type { TransactionRow } from "@portico/api/portfolios.ts";
import { isDay, isInstant } from "@portico/api/rules/calendar.ts";
import { type CashKind, cashKinds } from "@portico/api/rules/money.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { Decimal, isDecimal } from "@portico/ledger/decimal.ts";
import type { Context } from "../../../kernel/context.ts";
import { decodeCursor, encodeCursor } from "../../../kernel/cursor.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { Stamped } from "../../../kernel/stamped.ts";
import { type Db, inTransaction } from "../../../kernel/transaction.ts";
import { cachedOr } from "../../portfolios/answer-cache.ts";
import { exact } from "../../portfolios/custodian-cash.ts";
import { entriesStampOf, usesOwnLedger } from "../../portfolios/custody.ts";
import { type CustodyRow, readFromCustodian } from "../../portfolios/portfolios.ts";
import { momentsWithin } from "../../settings/firm-day.ts";
import { parseSetting } from "../../settings/settings.ts";
import {
  type EntryPlace,
  findBalances,
  findCheckpoint,
  listKinds,
  listMovementRecords,
  type MovementRecord,
  sumMovements,
} from "./cash.queries.ts";

type Query = Parsed<(typeof cashCalls)["listMovements"]>["query"];
type MovementPage = Answer<(typeof cashCalls)["listMovements"]>;

const order = "movements";
/** Pages that a custodian is asked for until one has a match. */
const mostPages = 20;

/** Where a page ends: its last entry, the balances before that, and the version of the ledger they are from. */
interface PageEnd {
  place: EntryPlace;
  version: number;
  balances: Record<string, string>;
}

const writeCursor = ({ place, version, balances }: PageEnd): string =>
  encodeCursor(order, [place.day, place.bookedAt, version, JSON.stringify(balances)].join(" "), place.id);

function readCursor(cursor: string): PageEnd {
  const { value, id } = decodeCursor(cursor, order);
  const [, day = "", bookedAt = "", version = "", text = ""] = /^(\S+) (\S+) (\d{1,15}) (.*)$/.exec(value) ?? [];
  const balances = balancesIn(text);
  if (!isDay(day) || !isInstant(bookedAt) || !balances)
    throw new Refusal("badInput", { fields: [{ path: "cursor", code: "badFormat" }] });
  return { place: { day, bookedAt, id }, version: Number(version), balances };
}

function balancesIn(text: string): Record<string, string> | undefined {
  try {
    const balances = JSON.parse(text) as unknown;
    const entries = Object.entries(balances as object);
    return entries.every(([, amount]) => typeof amount === "string" && isDecimal(amount))
      ? (balances as Record<string, string>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Refuses a range that ends before it starts. */
function checkRange({ from, to }: Query): void {
  if (from !== undefined && to !== undefined && from > to)
    throw new Refusal("badInput", { fields: [{ path: "to", code: "endBeforeStart" }] });
}

/**
 * One page of movements, newest first, kept until an entry or an instrument's name changes. Where a custodian keeps the
 * ledger, no balance is known.
 */
export function listMovements(
  context: Context,
  { holder, query, row }: { holder: Holder; query: Query; row: CustodyRow | undefined },
): Promise<MovementPage> | Stamped<MovementPage> {
  checkRange(query);
  const { db, config, caller } = context;
  if ((row?.baseUrl ?? config.custodianUrl) !== undefined) return listFromCustodian(context, holder, query);
  if (!row) return Promise.resolve({ movements: [], nextCursor: null });
  const { timeZone } = parseSetting("portalRules", row.rules);
  const stamp = entriesStampOf(row);
  const key = `movements ${holder.holderType}/${holder.holderId} ${timeZone} ${JSON.stringify(query)}`;
  return new Stamped(`${key} ${stamp}`, () =>
    cachedOr(db, { key, stamp, signal: caller.signal }, () =>
      // One snapshot, so that the balances belong to the entries.
      inTransaction(db, (trx) => listFromLedger(trx, holder, { query, timeZone }), "repeatable read"),
    ),
  );
}

/** The kinds of which there is a movement, in the order of the ledger's kinds. */
export async function listMovementKinds({ db, config }: Context, holder: Holder): Promise<{ kinds: CashKind[] }> {
  if (!(await usesOwnLedger(db, config, holder))) return { kinds: [...cashKinds] };
  const occurring = await listKinds(db, holder);
  return { kinds: cashKinds.filter((kind) => occurring.includes(kind)) };
}

async function listFromLedger(
  db: Db,
  holder: Holder,
  { query, timeZone }: { query: Query; timeZone: string },
): Promise<MovementPage> {
  const { currency, kind, from, to, cursor, limit } = query;
  const head = await findBalances(db, holder);
  const momentOf = momentsWithin(timeZone);
  const currencies = head.balances.map((balance) => balance.currency).filter((code) => code === (currency ?? code));
  const end = cursor === undefined ? undefined : readCursor(cursor);
  const start = await calculateStart(db, holder, { currencies, head, end, to });
  const records = await listMovementRecords(db, holder, {
    currencies,
    kind,
    from,
    to,
    after: end?.place,
    limit: limit + 1,
  });
  const shown = records.slice(0, limit);
  const last = shown.at(-1);
  const before = (record: MovementRecord, place: number): Decimal =>
    new Decimal(start[place] ?? 0).minus(record.sums[place] ?? 0);
  return {
    movements: shown.flatMap((record) =>
      currencies.flatMap((code, place): Movement[] => {
        const amount = new Decimal(record.moves[place] ?? 0);
        if (amount.isZero()) return [];
        return [
          {
            key: `${record.id} ${code}`,
            entry_id: record.id,
            day: record.day,
            date: momentOf(record),
            kind: record.kind,
            name: record.name,
            ticker: record.ticker,
            description: record.description,
            currency: code,
            amount: amount.toFixed(),
            balance: before(record, place).plus(amount).toFixed(),
          },
        ];
      }),
    ),
    nextCursor:
      records.length > limit && last
        ? writeCursor({
            place: { day: last.day, bookedAt: last.booked_at.toISOString(), id: last.id },
            version: head.version,
            balances: Object.fromEntries(currencies.map((code, place) => [code, before(last, place).toFixed()])),
          })
        : null,
  };
}

interface Start {
  currencies: readonly string[];
  head: Awaited<ReturnType<typeof findBalances>>;
  end: PageEnd | undefined;
  to: string | undefined;
}

/**
 * The balances at the start of the page. The cursor carries them; if entries were booked since, what is newer than the
 * cursor is subtracted from the newest balance. An earlier last day starts from the checkpoint before it.
 */
async function calculateStart(db: Db, holder: Holder, { currencies, head, end, to }: Start): Promise<Decimal[]> {
  const newest = currencies.map(
    (code) => new Decimal(head.balances.find(({ currency }) => currency === code)?.amount ?? 0),
  );
  const less = (sums: readonly string[]) => newest.map((amount, place) => amount.minus(sums[place] ?? 0));
  if (end) {
    if (end.version === head.version && currencies.every((code) => end.balances[code] !== undefined))
      return currencies.map((code) => new Decimal(end.balances[code] ?? 0));
    return less(await sumMovements(db, holder, currencies, { since: end.place }));
  }
  if (to === undefined || head.lastDay === null || to >= head.lastDay) return newest;
  const checkpoint = await findCheckpoint(db, holder, to);
  if (!checkpoint) return less(await sumMovements(db, holder, currencies, { afterDay: to }));
  const sums = await sumMovements(db, holder, currencies, { after: checkpoint, to });
  return currencies.map((code, place) => new Decimal(checkpoint.balances[code] ?? 0).plus(sums[place] ?? 0));
}

/** What a custodian's system tells: transactions that move cash, without balances. */
async function listFromCustodian(context: Context, holder: Holder, query: Query): Promise<MovementPage> {
  const { currency, kind, from = "1900-01-01", to = "2200-12-31", limit } = query;
  let { cursor } = query;
  // Its system does not filter: pages without a match are passed over, so that an end is one.
  for (let page = 1; ; page++) {
    const { transactions, nextCursor } = await readFromCustodian(context, holder, (custodian, account) =>
      custodian.listTransactions(account, { from, to, limit, ...(cursor !== undefined && { cursor }) }),
    );
    const movements = toMovements(transactions, { currency, kind });
    if (movements.length > 0 || nextCursor === null || page === mostPages) return { movements, nextCursor };
    cursor = nextCursor;
  }
}

/** What transactions move; an exchange of two currencies moves both. */
function toMovements(
  transactions: readonly TransactionRow[],
  { currency, kind }: Pick<Query, "currency" | "kind">,
): Movement[] {
  return transactions.flatMap((row): Movement[] => {
    if (row.kind === "reversal" || row.reversedBy !== null || row.kind !== (kind ?? row.kind)) return [];
    const { kind: moved, id, day, date, name, ticker, description } = row;
    const sides = [
      { code: row.currency, sum: row.sum },
      { code: row.counterCurrency, sum: row.counterSum ?? 0 },
    ];
    return sides.flatMap(({ code, sum }): Movement[] => {
      if (code === null || sum === 0 || code !== (currency ?? code)) return [];
      const amount = exact(sum).toFixed();
      const key = `${id} ${code}`;
      return [
        { key, entry_id: id, day, date, kind: moved, name, ticker, description, currency: code, amount, balance: null },
      ];
    });
  });
}
