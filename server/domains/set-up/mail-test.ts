/** Whether mails arrive, shown by a link that somebody followed: a mail server that takes a mail may still lose it. */
import { type Context, requireViewer } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { randomValue, sha256 } from "../sessions/keys.ts";
import { languageOf } from "../sessions/recipient.ts";
import { mailTestMail } from "./set-up.mails.ts";
import { findRecipient, insertMailTest, markArrived } from "./set-up.queries.ts";
import { mailServerOf } from "./set-up.ts";

/** Mails the caller the link. */
export async function sendTestMail(context: Context): Promise<{ email: string }> {
  const { userId } = requireViewer(context);
  const code = randomValue();
  return transact(context, async (tx) => {
    const { email, name, ...user } = await findRecipient(tx, userId);
    const language = languageOf(user);
    await insertMailTest(tx, { codeHash: sha256(code), server: mailServerOf(context.config), sentBy: userId });
    const link = `${context.config.publicUrl}/${language}/admin/set-up?mail=${code}`;
    await tx.mail({ to: email, language, template: mailTestMail, params: { name, link } });
    return { email };
  });
}

/** Notes that it arrived. `notFound` for a code of no mail that waits, or of one older than a day. */
export const confirmTestMail = (context: Context, code: string): Promise<{ done: true }> =>
  transact(context, async (tx) => {
    const id = await markArrived(tx, sha256(code), context.now());
    if (id === undefined) throw new Refusal("notFound");
    tx.audit("setUp.mailArrived", id);
    return { done: true };
  });
