/** A holder's history from the audit log: what happened, for staff; who looked, for the client. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { staffDesk } from "@portico/api/staff-desk.ts";
import type { users } from "@portico/api/users.ts";
import type { Context } from "../../context.ts";
import { decodeCursor, encodeCursor } from "../../http/cursor.ts";
import { listOwnCompanies } from "../companies/companies.service.ts";
import { getHolder, getUserNames } from "../holders/holders.service.ts";
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

const sort = "at";
const afterOf = (cursor: string | undefined) =>
  cursor === undefined ? undefined : decodeCursor(cursor, sort, "moment");
const actorId = (actor: unknown): number | null => (actor as { userId?: number } | null)?.userId ?? null;

function pageOf<R extends Row>(rows: readonly R[], limit: number): { page: R[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    page,
    nextCursor: rows.length > limit && last ? encodeCursor(sort, last.at.toISOString(), last.position) : null,
  };
}

const namesOf = (context: Context, rows: readonly Row[]): Promise<Map<number, string>> =>
  getUserNames(context.db, [
    ...new Set(rows.map(({ actor }) => actorId(actor)).filter((id): id is number => id !== null)),
  ]);

/** What happened to a holder, newest first. */
export async function getTimeline(
  context: Context,
  holder: Holder,
  { cursor, limit }: Query,
): Promise<Answer<(typeof staffDesk)["getTimeline"]>> {
  await getHolder(context.db, holder);
  const rows = await readTimeline(context.db, holder, { after: afterOf(cursor), limit: limit + 1 });
  const { page, nextCursor } = pageOf(rows, limit);
  const names = await namesOf(context, page);
  return {
    entries: page.map(({ at, action, actor, before, after }) => ({
      at: at.toISOString(),
      action,
      by: names.get(actorId(actor) ?? 0) ?? null,
      before,
      after,
    })),
    nextCursor,
  };
}

/** Which members of staff looked at what is the user's, or a company's that they act for; when and why. */
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
  const rows = await readAccesses(context.db, holders, { after: afterOf(cursor), limit: limit + 1 });
  const { page, nextCursor } = pageOf(rows, limit);
  const names = await namesOf(context, page);
  return {
    accesses: page.map(({ at, action, actor, after, subject_type, subject_id }) => {
      const { call, reason } = (after ?? {}) as { call?: string; reason?: string };
      return {
        at: at.toISOString(),
        staff: names.get(actorId(actor) ?? 0) ?? "",
        kind: action === "holder.viewedAs" ? "viewAs" : "access",
        what: call ?? "",
        company: subject_type === "company" ? (companyNames.get(subject_id) ?? "") : null,
        reason: reason ?? null,
      };
    }),
    nextCursor,
  };
}
