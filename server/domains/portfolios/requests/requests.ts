/** Clients' requests to deposit, withdraw, buy or sell, up to the staff's answer. */
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import type { portfolios } from "@portico/api/portfolios.ts";
import { dayIn, isInstant } from "@portico/api/rules/calendar.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type RequestRow, transactionRequests } from "@portico/api/transaction-requests.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { decodeCursor, encodeCursor } from "../../../kernel/cursor.ts";
import { canOf, enforce, staffVerdict } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Db } from "../../../kernel/transaction.ts";
import type { Viewer } from "../../../kernel/viewer.ts";
import { type Tx, transact } from "../../../unit-of-work/transact.ts";
import { getHolder, getHolderAccount, getUserNames } from "../../holders/holders.service.ts";
import { getInstruments } from "../../market-data/market-data.service.ts";
import { getSetting } from "../../settings/settings.service.ts";
import { getHoldings } from "../ledger/holdings.ts";
import { mayRequest, problemsOfHoldings, problemsOfRequest } from "../portfolios.policy.ts";
import { refusalToHandle } from "./requests.policy.ts";
import {
  closeOpenRequest,
  countOpenRequests,
  findRequestByKey,
  insertRequest,
  listRequestRecords,
  type RequestRecord,
  requestExists,
  withdrawOpenRequest,
} from "./requests.queries.ts";

type Calls = typeof portfolios;
type RequestAnswer = Answer<Calls["requestTransaction"]>;

/** Cap for counting open requests; staff see "10,000+". */
const maxCounted = 10_001;
const listOrder = "requests";

const holderOf = (record: RequestRecord): Holder => ({ holderType: record.holder_type, holderId: record.holder_id });

const emitChanged = (tx: Tx, record: RequestRecord): void =>
  tx.emit("request:changed", { ...holderOf(record), requestId: record.id });

/**
 * Adds a client's request to the staff queue. A repeated key returns the first result, or `keyReused` if the content
 * differs; `notApproved` if the holder is not an approved client, `noClientNumber` without an account.
 */
export async function requestTransaction(
  context: Context,
  holder: Holder,
  { key, ...body }: Parsed<Calls["requestTransaction"]>["body"],
): Promise<RequestAnswer> {
  const viewer = requireViewer(context);
  const problems = problemsOfRequest(body.type, body.transactionInfo);
  if (problems.length > 0) throw new Refusal("badInput", { fields: problems });
  const { name, state } = await getHolder(context.db, holder);
  if (!mayRequest(state)) throw new Refusal("notApproved");
  if ((await getHolderAccount(context.db, holder)).clientNumber === null) throw new Refusal("noClientNumber");
  const { instrumentId } = body.transactionInfo;
  if (instrumentId !== undefined && !(await getInstruments(context.db, [instrumentId])).has(instrumentId))
    throw new Refusal("badInput", { fields: [{ path: "transactionInfo.instrumentId", code: "notAllowed" }] });

  const request = { ...body, key, createdBy: viewer.userId };
  const lacking = problemsOfHoldings(body.type, body.transactionInfo, await getHoldings(context.db, holder));
  return transact(context, async (tx) => {
    const made = await insertRequest(tx, holder, request);
    if (made) {
      // A repeated request returns its first result, whatever is held now.
      if (lacking.length > 0) throw new Refusal("badInput", { fields: lacking });
      tx.audit("transactionRequest.made", made.id, { after: { ...body, ...holder } });
      emitChanged(tx, made);
      await tx.notifyStaff(holder, { type: "client_request", params: { name }, created_by: viewer.userId });
      return { id: made.id, state: made.state };
    }
    const before = await findRequestByKey(tx, holder, request);
    if (!before?.alike) throw new Refusal("keyReused");
    return { id: before.id, state: before.state };
  });
}

/** The client withdraws an open request; `stateConflict` if staff were first. */
export async function withdrawRequest(context: Context, holder: Holder, requestId: number): Promise<RequestAnswer> {
  return transact(context, async (tx) => {
    const withdrawn = await withdrawOpenRequest(tx, holder, requestId);
    if (!withdrawn) throw new Refusal((await requestExists(tx, requestId, holder)) ? "stateConflict" : "notFound");
    const { id, state } = withdrawn;
    tx.audit("transactionRequest.withdrawn", id, { after: { state } });
    emitChanged(tx, withdrawn);
    return { id, state };
  });
}

/**
 * Staff mark an open request done or declined, and the holder is notified; of two concurrent calls one gets
 * `stateConflict`.
 */
export async function handleRequest(
  context: Context,
  requestId: number,
  { state, staffMessage }: Parsed<Calls["handleRequest"]>["body"],
): Promise<RequestRow> {
  const viewer = requireViewer(context);
  const handledBy = viewer.userId;
  const record = await transact(context, async (tx) => {
    const closed = await closeOpenRequest(tx, requestId, { state, staffMessage, handledBy });
    if (!closed) throw new Refusal((await requestExists(tx, requestId)) ? "stateConflict" : "notFound");
    enforce(refusalToHandle(viewer, { state: "open", holder: holderOf(closed), createdBy: closed.created_by }));
    tx.audit("transactionRequest.handled", closed.id, { after: { state, staffMessage } });
    emitChanged(tx, closed);
    await notifyOutcome(tx, closed);
    return closed;
  });
  const [row] = await presentRequests(context.db, viewer, [record]);
  if (!row) throw new Error("a handled request came back empty");
  return row;
}

/** Notifies the holder of the result with the staff's message; the request is named by type and day. */
async function notifyOutcome(tx: Tx, record: RequestRecord): Promise<void> {
  const { timeZone } = await getSetting(tx, "portalRules");
  await tx.notify(holderOf(record), {
    type: record.state === "done" ? "request_done" : "request_declined",
    text: record.staff_message || undefined,
    params: { asked: record.type, day: dayIn(timeZone, record.created_at) },
    target_id: record.id,
    created_by: record.handled_by,
  });
}

/** The staff queue: open ones oldest first, because the oldest has waited longest; all others newest first. */
export async function listRequests(
  context: Context,
  { state, cursor, limit, holder_type, holder_id }: Parsed<Calls["listRequests"]>["query"],
): Promise<Answer<Calls["listRequests"]>> {
  const { db } = context;
  const viewer = requireViewer(context);
  const after = cursor === undefined ? undefined : decodeCursor(cursor, listOrder);
  if (after && !isInstant(after.value))
    throw new Refusal("badInput", { fields: [{ path: "cursor", code: "badFormat" }] });
  const holder = holder_type && holder_id ? { holderType: holder_type, holderId: holder_id } : undefined;
  const records = await listRequestRecords(db, { state, holder, after, limit: limit + 1 });
  const shown = records.slice(0, limit);
  const last = shown.at(-1);
  return {
    requests: await presentRequests(db, viewer, shown),
    nextCursor: records.length > limit && last ? encodeCursor(listOrder, last.created_at.toISOString(), last.id) : null,
    open: await countOpenRequests(db, maxCounted),
    can: canOf({ handle: staffVerdict(viewer, transactionRequests.handleRequest) }),
  };
}

/** The records with names of holders, people and instruments, for staff. */
async function presentRequests(db: Db, viewer: Viewer, records: readonly RequestRecord[]): Promise<RequestRow[]> {
  const holders = [...Map.groupBy(records, ({ holder_type, holder_id }) => `${holder_type}/${holder_id}`)];
  const known = new Map(
    await Promise.all(
      holders.map(async ([key, [first]]) => {
        const holder = holderOf(first as RequestRecord);
        const [{ name }, { clientNumber }] = await Promise.all([getHolder(db, holder), getHolderAccount(db, holder)]);
        return [key, { name, clientNumber }] as const;
      }),
    ),
  );
  const people = await getUserNames(db, [
    ...new Set(records.flatMap((one) => [one.created_by, one.handled_by ?? one.created_by])),
  ]);
  const instruments = await getInstruments(
    db,
    records.flatMap((one) => one.transaction_info.instrumentId ?? []),
  );
  return records.map((record) => {
    const holder = known.get(`${record.holder_type}/${record.holder_id}`);
    const instrument = instruments.get(record.transaction_info.instrumentId ?? 0);
    return {
      id: record.id,
      holder_type: record.holder_type,
      holder_id: record.holder_id,
      holderName: holder?.name ?? "",
      client_number: holder?.clientNumber ?? null,
      type: record.type,
      userMsg: record.user_msg,
      transactionInfo: {
        ...record.transaction_info,
        ...(instrument && { instrumentName: instrument.name, instrumentTicker: instrument.ticker }),
      },
      state: record.state,
      created_at: record.created_at.toISOString(),
      created_by: people.get(record.created_by) ?? "",
      handled_at: record.handled_at?.toISOString() ?? null,
      handled_by: record.handled_by === null ? null : (people.get(record.handled_by) ?? ""),
      staffMessage: record.staff_message,
      can: canOf({
        handle: refusalToHandle(viewer, {
          state: record.state,
          holder: holderOf(record),
          createdBy: record.created_by,
        }),
      }),
    };
  });
}
