/** Calls of staff who view the portal as a client: they carry the viewing's id and cannot change anything. */
import type { Endpoint } from "@portico/api/endpoint.ts";
import { isStaff } from "@portico/api/permissions.ts";
import { type Holder, id } from "@portico/api/shapes.ts";
import type { FastifyRequest } from "fastify";
import type { Services } from "../kernel/context.ts";
import { holderOf } from "../kernel/holder-of.ts";
import { Refusal } from "../kernel/refusal.ts";
import type { Lookups } from "./lookups.ts";

export const viewAsHeader = "x-view-as";

/** A viewing of a client's pages by staff. */
export interface ViewAs {
  id: number;
  holder: Holder;
}

/** Whether a call names a viewing. */
export const isViewAs = ({ headers }: FastifyRequest): boolean => headers[viewAsHeader] !== undefined;

/**
 * The viewing that a call belongs to, or null. `forbidden` if it has ended, belongs to another session, or its viewer
 * is no longer staff; `readOnly` for a call that would change something, except ending the viewing.
 */
export async function requireViewAs(
  db: Services["db"],
  { findOpenView }: Lookups,
  request: FastifyRequest,
  endpoint: Pick<Endpoint, "method" | "path" | "readsOnly">,
): Promise<ViewAs | null> {
  const header = request.headers[viewAsHeader];
  if (header === undefined || !request.viewer) return null;
  const parsed = id.safeParse(header);
  const view =
    parsed.success && isStaff(request.viewer.role) && !request.viewer.key
      ? await findOpenView(db, parsed.data, request.viewer.sessionId)
      : undefined;
  if (!view) throw new Refusal("forbidden");
  if (!isReading(endpoint) && endpoint.path !== "/staff/view-as/:viewAsId") throw new Refusal("readOnly");
  return { id: view.id, holder: holderOf(view) };
}

const isReading = ({ method, readsOnly }: Pick<Endpoint, "method" | "readsOnly">): boolean =>
  method === "GET" || readsOnly === true;

/** The viewing's id if the call is about the viewed client: another holder's audit entries do not contain it. */
export const viewAsIdFor = (view: ViewAs | null, { holderType, holderId }: Holder): number | null =>
  view?.holder.holderType === holderType && view.holder.holderId === holderId ? view.id : null;
