/** A holder's history from the portal's own ledger: every transaction, and orders with their executions grouped. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { OrderRow, portfolios, TransactionRow } from "@portico/api/portfolios.ts";
import { isDay, isInstant } from "@portico/api/rules/calendar.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { Decimal } from "decimal.js";
import type { OrdersQuery, TransactionsQuery } from "../../../adapters/custodian/custodian.ts";
import { decodeCursor, encodeCursor } from "../../../kernel/cursor.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { getInstruments } from "../../market-data/market-data.ts";
import { momentsWithin } from "../../settings/firm-day.ts";
import { figure } from "../figures.ts";
import {
  type EntryKey,
  findTransactionRecords,
  listOrderRecords,
  listRequestedOrders,
  listTransactionRecords,
  type OrderRecord,
  type RequestedOrder,
  type TransactionRecord,
} from "./history.queries.ts";

type Calls = typeof portfolios;
type Moments = ReturnType<typeof momentsWithin>;

/** Converts an entry's key to a cursor and back. Day and instant are one text. */
export const cursorOfKey = (order: string, { day, bookedAt, id }: EntryKey): string =>
  encodeCursor(order, `${day} ${bookedAt}`, id);

const badCursor = () => new Refusal("badInput", { fields: [{ path: "cursor", code: "badFormat" }] });

export function keyOfCursor(cursor: string, order: string): EntryKey {
  const { value, id } = decodeCursor(cursor, order);
  const [day = "", bookedAt = ""] = value.split(" ");
  if (!isDay(day) || !isInstant(bookedAt)) throw badCursor();
  return { day, bookedAt, id };
}

const presentTransaction = (record: TransactionRecord, momentOf: Moments): TransactionRow => ({
  id: record.id,
  date: momentOf(record),
  day: record.day,
  kind: record.kind,
  instrumentId: record.instrument_id,
  name: record.name,
  ticker: record.ticker,
  isin: record.isin,
  country: record.country,
  currency: record.currency,
  quant: figure(record.quantity),
  price: figure(record.price),
  sum: Number(record.amount),
  fee: figure(record.fee),
  tax: figure(record.tax),
  accruedInterest: figure(record.accrued_interest),
  counterCurrency: record.counter_currency,
  counterSum: figure(record.counter_amount),
  counterName: record.counter_name,
  counterQuant: figure(record.counter_quantity),
  description: record.description,
  reverses: record.reverses,
  reversesDay: null,
  reversedBy: record.reversed_by,
});

const opposite = (value: number | null): number | null => (value === null || value === 0 ? value : -value);

/** What a reversal takes back: the entry's figures with the opposite sign. */
const presentReversal = (reversal: TransactionRow, entry: TransactionRow): TransactionRow => ({
  ...entry,
  id: reversal.id,
  date: reversal.date,
  day: reversal.day,
  kind: reversal.kind,
  quant: opposite(entry.quant),
  sum: opposite(entry.sum) ?? 0,
  fee: opposite(entry.fee),
  tax: opposite(entry.tax),
  accruedInterest: opposite(entry.accruedInterest),
  counterSum: opposite(entry.counterSum),
  counterQuant: opposite(entry.counterQuant),
  description: reversal.description,
  reverses: reversal.reverses,
  reversesDay: entry.day,
  reversedBy: reversal.reversedBy,
});

/** The rows of these entries. What reversals among them take back may be a reversal, too. */
async function presentTransactions(
  db: Db,
  holder: Holder,
  records: readonly TransactionRecord[],
  momentOf: Moments,
): Promise<TransactionRow[]> {
  const present = (record: TransactionRecord) => presentTransaction(record, momentOf);
  const ids = records.flatMap(({ reverses }) => reverses ?? []);
  if (ids.length === 0) return records.map(present);
  const reversed = await presentTransactions(db, holder, await findTransactionRecords(db, holder, ids), momentOf);
  const byId = new Map(reversed.map((row) => [row.id, row]));
  return records.map((record) => {
    const row = present(record);
    const entry = byId.get(record.reverses ?? 0);
    return entry ? presentReversal(row, entry) : row;
  });
}

/** All entries of the days from..to (in the firm's time zone, both included), newest first. */
export async function listTransactions(
  db: Db,
  holder: Holder,
  { cursor, limit, ...range }: TransactionsQuery,
  timeZone: string,
): Promise<Answer<Calls["listTransactions"]>> {
  const after = cursor === undefined ? undefined : keyOfCursor(cursor, "transactions");
  const records = await listTransactionRecords(db, holder, { ...range, after, limit: limit + 1 });
  const momentOf = momentsWithin(timeZone);
  const shown = records.slice(0, limit);
  const last = shown.at(-1);
  return {
    transactions: await presentTransactions(db, holder, shown, momentOf),
    nextCursor: records.length > limit && last ? cursorOfKey("transactions", keyOfOrder(last)) : null,
  };
}

function presentOrder(record: OrderRecord, momentOf: Moments): OrderRow {
  const quantity = new Decimal(record.quantity);
  // The custodian's own prices, as in the transactions; cash was rounded. Without quantity (reversed and rebooked to
  // zero) there is no price, instead of a division by zero.
  const price = quantity.isZero() ? null : new Decimal(record.priced ?? record.gross).div(quantity).abs();
  return {
    key: record.order_id ?? `entry-${record.id}`,
    date: momentOf(record),
    side: record.kind,
    name: record.name,
    ticker: record.ticker,
    currency: record.currency,
    quant: quantity.abs().toNumber(),
    price: price && price.toDecimalPlaces(8).toNumber(),
    sum: Number(record.amount),
    fee: Number(record.fee),
    executions: record.executions,
    state: "executed",
  };
}

/** Signed as executed orders are: what is paid is below zero. */
const asPaid = (type: OrderRow["side"], sum: number | null): number | null =>
  type === "buy" || type === "withdrawal" ? opposite(sum) : sum;

/** A request as a row among the orders. */
async function presentRequestOrders(db: Db, records: readonly RequestedOrder[]): Promise<OrderRow[]> {
  const instruments = await getInstruments(
    db,
    records.flatMap((record) => record.transaction_info.instrumentId ?? []),
  );
  return records.map(({ id, type, created_at, state, transaction_info: info }) => {
    const instrument = instruments.get(info.instrumentId ?? 0);
    return {
      key: `request-${id}`,
      date: created_at.toISOString(),
      side: type,
      name: instrument?.name ?? info.instrumentName ?? "",
      ticker: instrument?.ticker ?? null,
      currency: info.currency ?? instrument?.currency ?? null,
      quant: figure(info.quantity ?? null),
      price: figure(info.limitPrice ?? null),
      sum: asPaid(type, figure(info.sum ?? null)),
      fee: null,
      executions: 0,
      state,
    };
  });
}

type Merged = { order: OrderRecord } | { request: RequestedOrder };

/** Merges two lists by their keys; each keeps its own order and continues from its own key. */
function merge(orders: readonly OrderRecord[], requests: readonly RequestedOrder[]): Merged[] {
  const merged: Merged[] = [];
  const queue = [...requests];
  for (const order of orders) {
    while (queue[0] && queue[0].created_at > order.booked_at) merged.push({ request: queue.shift() as RequestedOrder });
    merged.push({ order });
  }
  return [...merged, ...queue.map((request) => ({ request }))];
}

/** The position in the merged list: the last executed order shown, and the last request shown. */
const split = "|";

/**
 * Orders of the days from..to, newest first: executions grouped by the custodian's order id, merged with the requests
 * made in the portal. The two lists are paged in parallel, because each has its own key.
 */
export async function listOrders(
  db: Db,
  holder: Holder,
  { cursor, limit, from, to, search }: OrdersQuery,
  timeZone: string,
): Promise<Answer<Calls["listOrders"]>> {
  const at = cursor === undefined ? undefined : readOrdersCursor(cursor);
  const [orders, requests] = await Promise.all([
    listOrderRecords(db, holder, { from, to, after: at?.order, limit: limit + 1, search }),
    listRequestedOrders(db, holder, { from, to, timeZone, before: at?.request, limit: limit + 1, search }),
  ]);
  const momentOf = momentsWithin(timeZone);
  const merged = merge(orders, requests);
  const shown = merged.slice(0, limit);
  const requestRows = await presentRequestOrders(
    db,
    shown.flatMap((row) => ("request" in row ? row.request : [])),
  );
  const byKey = new Map(requestRows.map((row) => [row.key, row]));
  const lastOrder = shown.findLast((row) => "order" in row);
  const lastRequest = shown.findLast((row) => "request" in row);
  return {
    orders: shown.flatMap((row) =>
      "order" in row ? presentOrder(row.order, momentOf) : (byKey.get(`request-${row.request.id}`) ?? []),
    ),
    nextCursor:
      merged.length > limit
        ? writeOrdersCursor({
            order: lastOrder && "order" in lastOrder ? keyOfOrder(lastOrder.order) : at?.order,
            request:
              lastRequest && "request" in lastRequest
                ? { at: lastRequest.request.created_at.toISOString(), id: lastRequest.request.id }
                : at?.request,
          })
        : null,
  };
}

interface OrdersPlace {
  order: EntryKey | undefined;
  request: { at: string; id: number } | undefined;
}

const keyOfOrder = ({ day, booked_at, id }: Pick<OrderRecord, "day" | "booked_at" | "id">): EntryKey => ({
  day,
  bookedAt: booked_at.toISOString(),
  id,
});

const writeOrdersCursor = ({ order, request }: OrdersPlace): string =>
  encodeCursor(
    "orders",
    [order ? `${order.day} ${order.bookedAt} ${order.id}` : "", request ? `${request.at} ${request.id}` : ""].join(
      split,
    ),
    0,
  );

function readOrdersCursor(cursor: string): OrdersPlace {
  const [orderText = "", requestText = ""] = decodeCursor(cursor, "orders").value.split(split);
  const order = /^(\S{10}) (\S{24}) (\d{1,15})$/.exec(orderText);
  const request = /^(\S{24}) (\d{1,15})$/.exec(requestText);
  const [, day = "", bookedAt = ""] = order ?? [];
  const [, at = ""] = request ?? [];
  if (orderText && !(isDay(day) && isInstant(bookedAt))) throw badCursor();
  if (requestText && !isInstant(at)) throw badCursor();
  return {
    order: order ? { day, bookedAt, id: Number(order[3]) } : undefined,
    request: request ? { at, id: Number(request[2]) } : undefined,
  };
}
