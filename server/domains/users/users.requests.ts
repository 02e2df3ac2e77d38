/** A user's requests to the firm besides tickets: a message to staff, a subscription to a service. */
import type { Language } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Viewer } from "../../kernel/viewer.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { getSetting } from "../settings/settings.service.ts";
import type { NewTask } from "../tasks/tasks.queries.ts";
import { createTask } from "../tasks/tasks.service.ts";

/** Requests one of the services in the setting `clientRequests`; `notFound` for another. */
export async function requestSubscription(context: Context, userId: number, service: string) {
  const { services } = await getSetting(context.db, "clientRequests");
  const wanted = services.find(({ id }) => id === service);
  if (!wanted) throw new Refusal("notFound");
  return ask(context, userId, { kind: "subscription", title: wanted.name.en, serviceName: wanted.name, content: "" });
}

/** Sends a message to the firm. */
export const mailAdmins = (context: Context, userId: number, message: { title: string; content: string }) =>
  ask(context, userId, { kind: "message", ...message });

/** One task and its mails in one transaction; the same text within a minute is the same request. */
async function ask(context: Context, userId: number, request: Omit<NewTask, "userId">): Promise<{ taskId: number }> {
  const viewer = requireViewer(context);
  const [{ recipients }, brand] = await Promise.all([
    getSetting(context.db, "clientRequests"),
    getSetting(context.db, "brand"),
  ]);
  return transact(context, async (tx) => {
    const created = await createTask(tx, { ...request, userId });
    if (!created.isNew) return { taskId: created.id };
    for (const to of recipients.length > 0 ? recipients : [brand.supportEmail])
      await tx.mail({
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
    tx.audit(`user.${request.kind}Sent`, userId, { after: { taskId: created.id, title: request.title } });
    tx.emit("staffList:changed", { part: "tasks" });
    await tx.notifyStaff(
      { holderType: "user", holderId: userId },
      {
        type: "client_wrote",
        params: { name: viewer.name, kind: request.kind, title: request.title },
        created_by: viewer.userId,
      },
    );
    return { taskId: created.id };
  });
}

/** Anybody can register, and their name and text would reach staff under the firm's own name. */
const isIdentified = ({ state }: Viewer): boolean => state === "postKYC" || state === "pendingReKYC";

/** The firm's own mailbox has no language preference. */
const staffLanguage: Language = "en";
