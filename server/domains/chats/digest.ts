/** Reminds people by mail of what they have not read for two minutes: one mail, however many messages there are. */
import { type Holder, holderParams } from "@portico/api/shapes.ts";
import { defineJob } from "../../jobs/jobs.ts";
import { systemContext } from "../../jobs/system-context.ts";
import type { Services } from "../../kernel/context.ts";
import { cut } from "../../kernel/cut.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import { getHolder, getHolderPeople } from "../holders/holders.ts";
import { companyOf, languageOf } from "../notifications/notifications.ts";
import { getSetting } from "../settings/settings.ts";
import { unreadChatMail } from "./chats.mails.ts";
import { findChat, lockChat } from "./chats.queries.ts";
import { findStaffReader, listUnreminded, storeReminded } from "./digest.queries.ts";

const unreadMinutes = 2;
/** Of each message that the mail shows. */
const maxShown = 300;

export const remindJob = defineJob({
  name: "chats.remind",
  data: holderParams,
  onePerKey: true,
  batch: 1,
  timeoutSeconds: 300,
});

/** Part of the transaction of a message; a reminder that waits already covers it. */
export async function remindLater(tx: Tx, { holderType, holderId }: Holder, now: Date): Promise<void> {
  const startAfter = new Date(now.getTime() + unreadMinutes * 60_000);
  await tx.enqueue(remindJob, { holderType, holderId }, { key: `${holderType}/${holderId}`, startAfter });
}

/** Mails whoever has not read; whom a mail told of a message is not told of it again. */
export async function sendUnreadReminder(services: Services, holder: Holder): Promise<void> {
  const context = systemContext(services, "chats");
  const { publicUrl } = services.config;
  await transact(context, async (tx) => {
    const chat = await findChat(tx, holder);
    if (!chat) return;
    await lockChat(tx, holder);
    const { mailsShowText } = await getSetting(tx, "chatRules");
    const { name: client } = await getHolder(tx, holder);
    const company = holder.holderType === "company" ? client : "";
    const own = (await getHolderPeople(tx, holder)).map((person) => ({ ...person, byStaff: false }));
    const colleague = chat.assigned_to === null ? undefined : await findStaffReader(tx, chat.assigned_to);
    const { holderType, holderId } = holder;
    for (const person of [...own, ...(colleague ? [{ ...colleague, validated: true, byStaff: true }] : [])]) {
      const unread = await listUnreminded(tx, chat.id, { userId: person.id, byStaff: person.byStaff });
      const last = unread.at(-1);
      if (!last) continue;
      const language = languageOf(person.preferences);
      const path = person.byStaff
        ? `admin/chats?holder=${holderType}/${holderId}`
        : `chat?company=${companyOf(holder)}`;
      await tx.mail({
        to: person.email,
        language,
        template: unreadChatMail,
        params: {
          name: person.validated ? person.name : "",
          from: person.byStaff ? client : "",
          company: person.byStaff ? "" : company,
          count: unread.length,
          texts: mailsShowText && !person.byStaff ? unread.slice(-5).map(({ text }) => cut(text, maxShown)) : [],
          link: `${publicUrl}/${language}/${path}`,
        },
      });
      await storeReminded(tx, holder, {
        chatId: chat.id,
        userId: person.id,
        byStaff: person.byStaff,
        number: last.number,
      });
    }
  });
}
