/** The staff list of submissions: those waiting, and everyone's newest. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { forms } from "@portico/api/forms/endpoints.ts";
import type { Context } from "../../../kernel/context.ts";
import { readPage } from "../../../kernel/cursor.ts";
import { countForms, type ListFilter, listForms } from "./list.queries.ts";

/** One page of the newest revisions of a form, with a cursor to the next and a capped count. */
export async function listFormPage(
  { db }: Context,
  { cursor, limit, ...filter }: ListFilter & { cursor?: string | undefined; limit: number },
): Promise<Answer<(typeof forms)["list"]>> {
  const order = `${filter.type} ${filter.show}`;
  const [{ rows, nextCursor }, count] = await Promise.all([
    readPage(
      { cursor, limit, order, key: "moment" },
      (start) => listForms(db, filter, start),
      (row) => [row.submitted_at, row.id],
    ),
    countForms(db, filter),
  ]);
  const isUser = filter.type === "KYC";
  return {
    forms: rows.map((row) => ({
      id: row.id,
      form_type: filter.type,
      revision: row.revision,
      holder_type: isUser ? ("user" as const) : ("company" as const),
      holder_id: row.holder_id,
      holder_name: row.holder_name,
      state: row.state,
      user_id: isUser ? row.holder_id : null,
      company_id: isUser ? null : row.holder_id,
      submitted_at: row.submitted_at.toISOString(),
      decision: row.decision && row.decided_at ? { decision: row.decision, at: row.decided_at.toISOString() } : null,
      assigned_to: row.assigned_to === null ? null : { id: row.assigned_to, name: row.assigned_name ?? "" },
    })),
    nextCursor,
    count,
  };
}
