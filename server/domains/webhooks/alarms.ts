/** Tells administrators, on their pages and by mail, what the portal no longer sends. */
import type { disabledReasons } from "@portico/api/rules/webhooks.ts";
import type { Services } from "../../kernel/context.ts";
import type { Tx } from "../../unit-of-work/transact.ts";
import { languageOf } from "../notifications/notifications.ts";
import { type EndpointRow, listAdmins, saveDisabled, saveToldGivenUp } from "./endpoints.queries.ts";
import { webhookMail } from "./webhooks.mails.ts";

type Portal = Pick<Services, "config">;

async function tellAdmins(
  tx: Tx,
  { config }: Portal,
  { name: endpoint }: Pick<EndpointRow, "name">,
  type: "webhook_given_up" | "webhook_disabled",
): Promise<void> {
  for (const { id, email, name, preferences } of await listAdmins(tx)) {
    await tx.notify({ holderType: "user", holderId: id }, { type, params: { name: endpoint } });
    const language = languageOf(preferences);
    const link = `${config.publicUrl}/${language}/admin/webhooks`;
    await tx.mail({ to: email, language, template: webhookMail, params: { name, type, endpoint, link } });
  }
  tx.emit("webhooks:changed", {});
}

/** Once, until a message arrives again. */
export async function tellGivenUp(tx: Tx, portal: Portal, endpoint: EndpointRow): Promise<void> {
  if (endpoint.told_given_up) return;
  await saveToldGivenUp(tx, endpoint.id);
  await tellAdmins(tx, portal, endpoint, "webhook_given_up");
}

export async function disable(
  tx: Tx,
  portal: Portal,
  endpoint: EndpointRow,
  { at, reason }: { at: Date; reason: (typeof disabledReasons)[number] },
): Promise<void> {
  await saveDisabled(tx, endpoint.id, { at, reason });
  tx.audit("webhook.disabled", endpoint.id, { after: { name: endpoint.name, reason } });
  await tellAdmins(tx, portal, endpoint, "webhook_disabled");
}
