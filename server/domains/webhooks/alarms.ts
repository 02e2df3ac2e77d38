/** Tells administrators what the portal no longer sends. */
import type { disabledReasons } from "@portico/api/rules/webhooks.ts";
import type { Tx } from "../../unit-of-work/transact.ts";
import { type EndpointRow, listAdmins, saveDisabled, saveToldGivenUp } from "./endpoints.queries.ts";

async function tellAdmins(
  tx: Tx,
  { name }: Pick<EndpointRow, "name">,
  type: "webhook_given_up" | "webhook_disabled",
): Promise<void> {
  for (const holderId of await listAdmins(tx))
    await tx.notify({ holderType: "user", holderId }, { type, params: { name } });
  tx.emit("webhooks:changed", {});
}

/** Once, until a message arrives again. */
export async function tellGivenUp(tx: Tx, endpoint: EndpointRow): Promise<void> {
  if (endpoint.told_given_up) return;
  await saveToldGivenUp(tx, endpoint.id);
  await tellAdmins(tx, endpoint, "webhook_given_up");
}

export async function disable(
  tx: Tx,
  endpoint: EndpointRow,
  { at, reason }: { at: Date; reason: (typeof disabledReasons)[number] },
): Promise<void> {
  await saveDisabled(tx, endpoint.id, { at, reason });
  tx.audit("webhook.disabled", endpoint.id, { after: { name: endpoint.name, reason } });
  await tellAdmins(tx, endpoint, "webhook_disabled");
}
