/** Calls of staff who look through a client's eyes: they carry the look's id, and cannot change anything. */
import type { Endpoint } from "@portico/api/endpoint.ts";
import { id } from "@portico/api/shapes.ts";
import type { FastifyRequest } from "fastify";
import type { Services } from "../context.ts";
import { findOpenView } from "../domains/staff-desk/view-as.queries.ts";
import { Refusal } from "./refusal.ts";

export const viewAsHeader = "x-view-as";

/**
 * The look that a call is part of, or null. `forbidden` where it is over or not of this session, `readOnly` for a call that would
 * change something; ending the look itself is let through.
 */
export async function requireViewAs(
  db: Services["db"],
  request: FastifyRequest,
  endpoint: Pick<Endpoint, "method" | "path">,
): Promise<number | null> {
  const header = request.headers[viewAsHeader];
  if (header === undefined || !request.viewer) return null;
  const parsed = id.safeParse(header);
  const view = parsed.success ? await findOpenView(db, parsed.data, request.viewer.sessionId) : undefined;
  if (!view) throw new Refusal("forbidden");
  if (endpoint.method !== "GET" && endpoint.path !== "/staff/view-as/:viewAsId") throw new Refusal("readOnly");
  return view.id;
}
