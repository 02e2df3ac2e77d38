/** A holder's history from the audit log: changes, for staff; accesses, for the client. */
import { isAuditAction } from "@portico/api/audit-actions.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { timeline } from "@portico/api/timeline.ts";
import type { users } from "@portico/api/users.ts";
import type { Context } from "../../kernel/context.ts";
import { readPage } from "../../kernel/cursor.ts";
import { listOwnCompanies } from "../companies/companies.ts";
import { getHolder, getUserNames } from "../holders/holders.ts";
import { findReasons } from "../view-as/view-as.ts";
import { readAccesses, readTimeline } from "./timeline.queries.ts";

interface Query {
  cursor?: string | undefined;
  limit: number;
}
interface Row {
  position: number;
  at: Date;
  actor: unknown;
}

const order = "at";
const actorId = (actor: unknown): number | null => (actor as { userId?: number } | null)?.userId ?? null;

/** By name; a machine's key before the person who answers for it. Null for the portal. */
function nameActor(names: ReadonlyMap<number, string>, actor: unknown): string | null {
  const name = names.get(actorId(actor) ?? 0) ?? null;
  const key = (actor as { key?: string } | null)?.key;
  return key === undefined || name === null ? name : `${key} (${name})`;
}

const getActorNames = (context: Context, rows: readonly Row[]): Promise<Map<number, string>> =>
  getUserNames(context.db, [
    ...new Set(rows.map(({ actor }) => actorId(actor)).filter((id): id is number => id !== null)),
  ]);

/** What happened to a holder, newest first. */
export async function getTimeline(
  context: Context,
  holder: Holder,
  { cursor, limit }: Query,
): Promise<Answer<(typeof timeline)["get"]>> {
  await getHolder(context.db, holder);
  const { rows, nextCursor } = await readPage(
    { cursor, limit, order, key: "moment" },
    (start) => readTimeline(context.db, holder, start),
    (row) => [row.at, row.position],
  );
  const names = await getActorNames(context, rows);
  return {
    entries: rows.map(({ at, action, actor, before, after }) => ({
      at: at.toISOString(),
      action: isAuditAction(action) ? action : "other",
      by: nameActor(names, actor),
      before,
      after,
    })),
    nextCursor,
  };
}

const accessKinds: Record<string, "viewAs" | "delegate" | undefined> = {
  "holder.viewedAs": "viewAs",
  "holder.accessedByDelegate": "delegate",
};
const accessRecordOf = (after: unknown) => (after ?? {}) as { call?: string; viewAsId?: number };

/** Reasons of the view-as records on a page: their start may be on an older page. */
async function getReasons(context: Context, rows: readonly { after: unknown }[]): Promise<Map<number, string>> {
  const ids = new Set(rows.map(({ after }) => accessRecordOf(after).viewAsId).filter((id) => typeof id === "number"));
  if (ids.size === 0) return new Map();
  return new Map((await findReasons(context.db, [...ids])).map(({ id, reason }) => [id, reason]));
}

/** Access of staff and delegates to the user's data, or to that of a company they act for; when and why. */
export async function listAccesses(
  context: Context,
  userId: number,
  { cursor, limit }: Query,
): Promise<Answer<(typeof users)["listAccesses"]>> {
  const companies = await listOwnCompanies(context, userId);
  const holders: Holder[] = [
    { holderType: "user", holderId: userId },
    ...companies.map(({ id }): Holder => ({ holderType: "company", holderId: id })),
  ];
  const companyNames = new Map(companies.map(({ id, name }) => [String(id), name]));
  const { rows, nextCursor } = await readPage(
    { cursor, limit, order, key: "moment" },
    (start) => readAccesses(context.db, holders, start),
    (row) => [row.at, row.position],
  );
  const [names, reasons] = await Promise.all([getActorNames(context, rows), getReasons(context, rows)]);
  return {
    accesses: rows.map(({ at, action, actor, after, subject_type, subject_id }) => {
      const { call, viewAsId } = accessRecordOf(after);
      return {
        at: at.toISOString(),
        staff: nameActor(names, actor) ?? "",
        kind: accessKinds[action] ?? "access",
        viewAsId: viewAsId ?? null,
        what: call ?? "",
        company: subject_type === "company" ? (companyNames.get(subject_id) ?? "") : null,
        reason: (viewAsId !== undefined && reasons.get(viewAsId)) || null,
      };
    }),
    nextCursor,
  };
}
