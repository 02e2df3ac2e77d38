/** What a user asks of the firm beside tickets: a message to its staff, a subscription to a service. */
import type { Language } from "@portico/api/shapes.ts";
import { audit } from "../../audit/audit.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { inTransaction } from "../../kernel/transaction.ts";
import type { Viewer } from "../../kernel/viewer.ts";
import { notifyStaff, tellPeople } from "../notifications/notifications.service.ts";
import { getSetting } from "../settings/settings.service.ts";
import type { NewTask } from "../tasks/tasks.queries.ts";
import { createTask } from "../tasks/tasks.service.ts";

/** Asks for one of the services of the setting `clientRequests`; `notFound` for another. */
export async function requestSubscription(context: Context, userId: number, service: string) {
  const { services } = await getSetting(context.db, "clientRequests");
  const wanted = services.find(({ id }) => id === service);
  if (!wanted) throw new Refusal("notFound");
  return ask(context, userId, { kind: "subscription", title: wanted.name.en, serviceName: wanted.name, content: "" });
}

/** Writes to the firm. */
export const mailAdmins = (context: Context, userId: number, message: { title: string; content: string }) =>
  ask(context, userId, { kind: "message", ...message });

/** One task and its mails, in one transaction; the same words within a minute are the same request, sent twice. */
async function ask(context: Context, userId: number, request: Omit<NewTask, "userId">): Promise<{ taskId: number }> {
  const viewer = requireViewer(context);
  const [{ recipients }, brand] = await Promise.all([
    getSetting(context.db, "clientRequests"),
    getSetting(context.db, "brand"),
  ]);
  const task = await inTransaction(context.db, async (trx) => {
    const created = await createTask(trx, { ...request, userId });
    if (!created.isNew) return { ...created, told: [] };
    for (const to of recipients.length > 0 ? recipients : [brand.supportEmail])
      await context.mail.send(trx, {
        to,
        language: staffLanguage,
        template: "clientRequest",
        params: {
          name: brand.name,
          ...(isIdentified(viewer)
            ? { client: viewer.name, title: request.title, content: request.content }
            : { client: "", title: "", content: "" }),
          link: `${context.config.publicUrl}/${staffLanguage}/admin/tasks`,
        },
      });
    await audit(trx, {
      actor: { userId: viewer.userId, sessionId: viewer.sessionId },
      action: `user.${request.kind}Sent`,
      subject: { type: "user", id: userId },
      after: { taskId: created.id, title: request.title },
      address: context.caller.address,
      requestId: context.caller.requestId,
    });
    const told = await notifyStaff(
      trx,
      context,
      { holderType: "user", holderId: userId },
      {
        type: "client_wrote",
        params: { name: viewer.name, kind: request.kind, title: request.title },
      },
    );
    return { ...created, told };
  });
  if (task.isNew) context.events.emit("deskChanged", { part: "tasks" });
  tellPeople(context, task.told);
  return { taskId: task.id };
}

/** Anybody can register, and what they call themselves and write would reach staff under the firm's own name. */
const isIdentified = ({ state }: Viewer): boolean => state === "postKYC" || state === "pendingReKYC";

/** The firm's own mailbox has no preferences. */
const staffLanguage: Language = "en";
