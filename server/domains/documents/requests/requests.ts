/** Documents that the firm asks a holder for: asked, received, then accepted, asked for again or cancelled. */
import { type DocumentRequest, type DocumentType, documents } from "@portico/api/documents.ts";
import type { Input } from "@portico/api/endpoint.ts";
import { addDays } from "@portico/api/rules/calendar.ts";
import { documentReminderDays } from "@portico/api/rules/documents.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { eachRow } from "../../../jobs/each-row.ts";
import { systemContext } from "../../../jobs/system-context.ts";
import { type Context, requireViewer, type Services } from "../../../kernel/context.ts";
import { holderOf } from "../../../kernel/holder-of.ts";
import { canOf, enforce } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Viewer } from "../../../kernel/viewer.ts";
import { type Tx, transact } from "../../../unit-of-work/transact.ts";
import { refusalToDecide } from "../../holders/holders.policy.ts";
import { getHolder } from "../../holders/holders.ts";
import { firmDay } from "../../settings/firm-day.ts";
import { getSetting } from "../../settings/settings.ts";
import { refusalToAdd, refusalToClose } from "../documents.policy.ts";
import { getType, named } from "../types.ts";
import {
  findRequestByKey,
  insertRequest,
  listHolderRequests,
  listToRemind,
  lockRequest,
  noteReminded,
  type RequestRecord,
  setClosed,
  setOpenAgain,
  setReceived,
} from "./requests.queries.ts";

const presentDocument = (viewer: Viewer, row: RequestRecord, types: readonly DocumentType[]): DocumentRequest => {
  const holder = holderOf(row);
  const status = { holder, state: row.state };
  const type = types.find(({ id }) => id === row.type);
  return {
    id: row.id,
    type: row.type,
    text: row.text,
    due: row.due,
    state: row.state,
    document_id: row.document_id,
    created_at: row.created_at.toISOString(),
    closed_at: row.closed_at?.toISOString() ?? null,
    can: canOf({
      answer: row.state === "open" && type ? refusalToAdd(viewer, holder, type) : "stateConflict",
      accept: refusalToClose(viewer, status, "accepted"),
      cancel: refusalToClose(viewer, status, "cancelled"),
    }),
  };
};

/** What the holder was asked for, open requests first. */
export async function listRequests(context: Context, holder: Holder): Promise<DocumentRequest[]> {
  const viewer = requireViewer(context);
  const { types } = await getSetting(context.db, "documentTypes");
  return (await listHolderRequests(context.db, holder)).map((row) => presentDocument(viewer, row, types));
}

/** A day before today is refused: nobody could keep it. */
async function requireDay(context: Context, due: string): Promise<void> {
  const { today } = await firmDay(context.db, context.now());
  if (due < today) throw new Refusal("badInput", { fields: [{ path: "due", code: "inPast" }] });
}

/**
 * Asks the holder for a document of a type by a day, and notifies them; a repeated key returns the first request. `round`: of a
 * request to many.
 */
export async function askForDocument(
  context: Context,
  holder: Holder,
  { type: typeId, text, due, key }: Input<typeof documents.ask>["body"],
  round?: string,
): Promise<{ id: number }> {
  const viewer = requireViewer(context);
  enforce(refusalToDecide(viewer, documents.ask, holder));
  await getHolder(context.db, holder);
  const type = await getType(context, typeId);
  // Nobody could answer.
  if (!type.clientsAdd) throw new Refusal("badInput", { fields: [{ path: "type", code: "notAllowed" }] });
  await requireDay(context, due);
  return transact(context, async (tx) => {
    const request = { type: typeId, text, due, askedBy: viewer.userId, key, round };
    const id = await insertRequest(tx, holder, request);
    if (id === undefined) {
      const first = await findRequestByKey(tx, holder, request);
      if (!first) throw new Refusal("keyReused");
      return first;
    }
    tx.audit("document.asked", holder, {
      after: { id, type: typeId, text, due, ...(round !== undefined && { round }) },
    });
    await tx.notify(holder, { type: "document_asked", text, params: { day: due, ...named(type) }, target_id: id });
    tx.emit("documents:changed", holder);
    return { id };
  });
}

/** The document that answers an open request; office then decides. Part of the caller's transaction. */
export async function receiveForRequest(
  tx: Tx,
  holder: Holder,
  { request, documentId, viewer }: { request: number; documentId: number; viewer: Viewer },
): Promise<void> {
  const row = await lockRequest(tx, holder, request);
  if (!row) throw new Refusal("badInput", { fields: [{ path: "request", code: "unknown" }] });
  // A repeated call: the document is there already.
  if (row.state === "received" && row.document_id === documentId) return;
  if (!(await setReceived(tx, request, documentId))) throw new Refusal("stateConflict");
  await endAsking(tx, holder, request);
  const { name } = await getHolder(tx, holder);
  await tx.notifyStaff(holder, {
    type: "client_document",
    params: { name, profile: holder.holderType },
    created_by: viewer.userId,
  });
}

/** Nothing asks for the document any more. */
export const endAsking = (tx: Tx, holder: Holder, id: number): Promise<void> =>
  tx.endNews(holder, { types: ["document_asked", "document_again", "document_reminder"], target_id: id });

type Closing = Input<typeof documents.closeRequest>["body"];

/** Accepts what came, asks for it again, or cancels the request. */
export async function closeRequest(
  context: Context,
  holder: Holder,
  id: number,
  closing: Closing,
): Promise<{ done: true }> {
  const viewer = requireViewer(context);
  if (closing.outcome === "again") await requireDay(context, closing.due);
  await transact(context, async (tx) => {
    const row = await lockRequest(tx, holder, id);
    if (!row) throw new Refusal("notFound");
    enforce(refusalToClose(viewer, { holder, state: row.state }, closing.outcome));
    const done =
      closing.outcome === "again"
        ? await setOpenAgain(tx, id, closing)
        : await setClosed(tx, id, row.state, { outcome: closing.outcome, by: viewer.userId });
    if (!done) throw new Refusal("stateConflict");
    await endAsking(tx, holder, id);
    tx.audit("document.requestClosed", holder, { after: { id, type: row.type, outcome: closing.outcome } });
    if (closing.outcome === "again")
      await tx.notify(holder, {
        type: "document_again",
        text: closing.text,
        params: { day: closing.due, ...named(await getType({ db: tx }, row.type)) },
        target_id: id,
      });
    tx.emit("documents:changed", holder);
  });
  return { done: true };
}

/** Reminds holders three days before the day and on it: once a day, however often it runs. */
export async function sendRequestReminders(services: Services): Promise<{ reminded: number; failed: number }> {
  const context = systemContext(services, "documents");
  const { today } = await firmDay(services.db, services.now());
  const days = documentReminderDays.map((before) => addDays(today, before));
  const { done, failed } = await eachRow<RequestRecord>(
    services.log,
    {
      list: (after) => listToRemind(services.db, { days, today, after: after?.id ?? 0, limit: 200 }),
      work: (row) =>
        transact(context, async (tx) => {
          if (!(await noteReminded(tx, row.id, today))) return false;
          await tx.notify(holderOf(row), {
            type: "document_reminder",
            text: row.text,
            params: { day: row.due, ...named(await getType({ db: tx }, row.type)) },
            target_id: row.id,
          });
          return true;
        }),
      name: ({ id }) => ({ request: id }),
    },
    "a holder could not be reminded of a document",
  );
  return { reminded: done, failed };
}
