/** A user's requests to the firm: a message, a subscription to a service. Each is a ticket, and a mail to the firm. */
import type { Language } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Viewer } from "../../kernel/viewer.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { getSetting } from "../settings/settings.ts";
import { type ClientRequest, openRequest } from "../tickets/requests.ts";
import { clientRequestMail } from "./users.mails.ts";

/** Requests one of the services in the setting `clientRequests`; `notFound` for another. */
export async function requestSubscription(context: Context, userId: number, service: string) {
  const { services } = await getSetting(context.db, "clientRequests");
  const wanted = services.find(({ id }) => id === service);
  if (!wanted) throw new Refusal("notFound");
  return ask(context, userId, { kind: "subscription", title: wanted.name.en, asks: { service: wanted.name } });
}

/** Sends a message to the firm. */
export const mailAdmins = (context: Context, userId: number, { title, content }: { title: string; content: string }) =>
  ask(context, userId, { kind: "message", title, asks: { content } });

/** One ticket and its mails in one transaction; the same text within a minute is the same request. */
async function ask(context: Context, userId: number, request: ClientRequest): Promise<{ ticketId: number }> {
  const viewer = requireViewer(context);
  const [{ recipients }, brand] = await Promise.all([
    getSetting(context.db, "clientRequests"),
    getSetting(context.db, "brand"),
  ]);
  const content = "content" in request.asks ? request.asks.content : "";
  return transact(context, async (tx) => {
    const { id: ticketId, isNew } = await openRequest(tx, userId, request);
    if (!isNew) return { ticketId };
    for (const to of recipients.length > 0 ? recipients : [brand.supportEmail])
      await tx.mail({
        to,
        language: staffLanguage,
        template: clientRequestMail,
        params: {
          name: brand.name,
          ...(isIdentified(viewer)
            ? { client: viewer.name, title: request.title, content }
            : { client: "", title: "", content: "" }),
          link: `${context.config.publicUrl}/${staffLanguage}/admin/user/${userId}/tickets/${ticketId}`,
        },
      });
    return { ticketId };
  });
}

/** Anybody can register, and their name and text would reach staff under the firm's own name. */
const isIdentified = ({ state }: Viewer): boolean => state === "postKYC" || state === "pendingReKYC";

/** The firm's own mailbox has no language preference. */
const staffLanguage: Language = "en";
