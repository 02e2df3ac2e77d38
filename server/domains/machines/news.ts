/** Tells administrators of keys: on their pages at once, and by mail. */
import { systemContext } from "../../jobs/system-context.ts";
import type { Services } from "../../kernel/context.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import { languageOf } from "../notifications/notifications.ts";
import { type MachineNews, tellJob } from "./machines.jobs.ts";
import { machineKeyMail } from "./machines.mails.ts";
import { listAdmins } from "./machines.queries.ts";

/** `except`: who did it knows. */
export async function tellAdmins(tx: Tx, news: MachineNews, except?: number): Promise<void> {
  const { type, name, days } = news;
  for (const { id } of await listAdmins(tx))
    if (id !== except)
      await tx.notify(
        { holderType: "user", holderId: id },
        { type, params: { name, ...(days !== undefined && { count: days }) } },
      );
  await tx.enqueue(tellJob, { ...news, ...(except !== undefined && { except }) });
}

/** Sends the mails, once the change is stored. */
export const mailAdmins = (services: Services, { except, type, name, days }: MachineNews): Promise<void> =>
  transact(systemContext(services, "machines"), async (tx) => {
    for (const { id, email, name: person, preferences } of await listAdmins(tx)) {
      if (id === except) continue;
      const language = languageOf(preferences);
      const link = `${services.config.publicUrl}/${language}/admin/machines`;
      const params = { name: person, type, key: name, days: days ?? 0, link };
      await tx.mail({ to: email, language, template: machineKeyMail, params });
    }
  });
