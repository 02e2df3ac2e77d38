/** Calls of staff who look through a client's eyes: they carry the look's id, and cannot change anything. */
import type { Endpoint } from "@portico/api/endpoint.ts";
import { isStaff } from "@portico/api/permissions.ts";
import { type Holder, id } from "@portico/api/shapes.ts";
import type { FastifyRequest } from "fastify";
import type { Services } from "../kernel/context.ts";
import { Refusal } from "../kernel/refusal.ts";
import type { Lookups } from "./lookups.ts";

export const viewAsHeader = "x-view-as";

/** A look through the eyes of a client. */
export interface ViewAs {
  id: number;
  holder: Holder;
}

/**
 * The look that a call is part of, or null. `forbidden` where it is over, not of this session, or its viewer no longer staff;
 * `readOnly` for a call that would change something. Ending the look itself is let through.
 */
export async function requireViewAs(
  db: Services["db"],
  { findOpenView }: Lookups,
  request: FastifyRequest,
  endpoint: Pick<Endpoint, "method" | "path">,
): Promise<ViewAs | null> {
  const header = request.headers[viewAsHeader];
  if (header === undefined || !request.viewer) return null;
  const parsed = id.safeParse(header);
  const view =
    parsed.success && isStaff(request.viewer.role)
      ? await findOpenView(db, parsed.data, request.viewer.sessionId)
      : undefined;
  if (!view) throw new Refusal("forbidden");
  if (endpoint.method !== "GET" && endpoint.path !== "/staff/view-as/:viewAsId") throw new Refusal("readOnly");
  return { id: view.id, holder: { holderType: view.holder_type as Holder["holderType"], holderId: view.holder_id } };
}

/** The look's id, where the call is about the client through whose eyes it is: another's record does not name it. */
export const lookAt = (view: ViewAs | null, { holderType, holderId }: Holder): number | null =>
  view?.holder.holderType === holderType && view.holder.holderId === holderId ? view.id : null;
